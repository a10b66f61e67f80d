// See row_products.hpp. AE_SET and AE_WIDTH name the set of kernels whose vectors are used.
#include "models/row_products.hpp"

#include "attention/kernels/simd.hpp"

namespace models::row_products {

// Constants of float16, which are visible elsewhere and not const: else compilers treat them as known, and browsers rebuild a
// vector constant at every use.
extern std::int32_t half_mask;
extern float two_to_112;
std::int32_t half_mask = -0x70002000;  // 0x8fffe000: sign, the lower five bits of the exponent, and the fraction
float two_to_112 = 0x1p112f;           // the offsets of the exponents of float32 and float16 differ by it

namespace {

using namespace attention::kernels::AE_SET;

constexpr std::size_t together = 4;  // rows that are added at once, so that y is read and written once for all of them

#if AE_WIDTH == 1
Ints load_words(const std::int16_t* from) { return *from; }
#elif defined(__wasm_simd128__)
Ints load_words(const std::int16_t* from) { return static_cast<Ints>(wasm_i32x4_load16x4(from)); }
#else
Ints load_words(const std::int16_t* from) {
  std::int16_t __attribute__((vector_size(AE_WIDTH * 2))) words;
  __builtin_memcpy(&words, from, sizeof words);
  return __builtin_convertvector(words, Ints);
}
#endif

// The numbers of a vector, added from the first to the last, as sum() does; without a loop, whose turns through memory take as
// long as a tenth of a row.
float total(Vec x) {
#if AE_WIDTH == 1
  return x;
#else
  float total = 0.0f;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < width; ++i) total += x[i];
  return total;
#endif
}

// Two vectors of neighbouring numbers.
struct Pair {
  Vec low, high;
};

// How numbers of a type become a vector or two, or one number, of float32. `smaller`: they are 2⁻¹¹² of what they should be,
// and what they are multiplied by is made as much larger.
struct Float32 {
  using Number = float;
  static constexpr bool smaller = false;
  Vec operator()(const float* from) const { return load(from); }
  Pair two(const float* from) const { return {load(from), load(from + width)}; }
  float one(const float* from) const { return *from; }
};

struct Bfloat16 {
  using Number = std::int16_t;
  static constexpr bool smaller = false;
  Vec operator()(const std::int16_t* from) const { return floats(load_words(from) << 16); }
  Pair two(const std::int16_t* from) const { return {(*this)(from), (*this)(from + width)}; }
  float one(const std::int16_t* from) const { return __builtin_bit_cast(float, std::int32_t{*from} << 16); }
};

// Sign, exponent and fraction are moved to their places, which leaves the other offset of the exponent. Exact.
template <bool is_smaller>
struct Float16 {
  using Number = std::int16_t;
  static constexpr bool smaller = is_smaller;
  Vec operator()(const std::int16_t* from) const { return grown(floats((load_words(from) << 13) & mask)); }
  Vec grown(Vec x) const { return smaller ? x : x * power; }
  Pair two(const std::int16_t* from) const { return {(*this)(from), (*this)(from + width)}; }
  float one(const std::int16_t* from) const {
    const float moved = __builtin_bit_cast(float, (std::int32_t{*from} << 13) & half_mask);
    return smaller ? moved : moved * two_to_112;
  }
  Vec power = splat(two_to_112);
  Ints mask = bits(splat(__builtin_bit_cast(float, half_mask)));
};

// The numbers that a row is multiplied by, made larger for a type that needs it.
template <class Type>
class Factor {
 public:
  Vec operator()(Vec x) const { return Type::smaller ? x * power_ : x; }
  float one(float x) const { return Type::smaller ? x * two_to_112 : x; }

 private:
  Vec power_ = splat(two_to_112);
};

template <std::size_t rows, class Type>
void add_some(const Type& widen, const typename Type::Number* from, std::size_t step, const float* x, float* y,
              std::size_t columns) {
  const Factor<Type> factor;
  Vec factors[rows];
#pragma GCC unroll 4
  for (std::size_t r = 0; r < rows; ++r) factors[r] = factor(splat(x[r]));
  std::size_t i = 0;
  for (; i + 2 * width <= columns; i += 2 * width) {
    Vec low = load(y + i), high = load(y + i + width);
#pragma GCC unroll 4
    for (std::size_t r = 0; r < rows; ++r) {
      const Pair pair = widen.two(from + r * step + i);
      low = madd(pair.low, factors[r], low);
      high = madd(pair.high, factors[r], high);
    }
    store(y + i, low);
    store(y + i + width, high);
  }
  for (; i + width <= columns; i += width) {
    Vec sums = load(y + i);
#pragma GCC unroll 4
    for (std::size_t r = 0; r < rows; ++r) sums = madd(widen(from + r * step + i), factors[r], sums);
    store(y + i, sums);
  }
  for (; i < columns; ++i)
    for (std::size_t r = 0; r < rows; ++r) y[i] += widen.one(from + r * step + i) * factor.one(x[r]);
}

template <class Type>
void add_all(const Rows& rows, const float* x, float* y, std::size_t columns) {
  const Type widen;
  const auto* from = static_cast<const typename Type::Number*>(rows.data);
  std::size_t row = 0;
  for (; row + together <= rows.count; row += together)
    add_some<together>(widen, from + row * rows.step, rows.step, x + row, y, columns);
  for (; row < rows.count; ++row) add_some<1>(widen, from + row * rows.step, rows.step, x + row, y, columns);
}

template <std::size_t rows, class Type>
void dot_some(const Type& widen, const typename Type::Number* from, std::size_t step, const float* x, float* y,
              std::size_t columns) {
  const Factor<Type> factor;
  Vec sums[rows][4] = {};
  std::size_t i = 0;
  for (; i + 4 * width <= columns; i += 4 * width) {
#pragma GCC unroll 2
    for (std::size_t part = 0; part < 4; part += 2) {
      const float* const at = x + i + part * width;
      const Vec low = factor(load(at)), high = factor(load(at + width));
#pragma GCC unroll 2
      for (std::size_t r = 0; r < rows; ++r) {
        const Pair pair = widen.two(from + r * step + i + part * width);
        sums[r][part] = madd(pair.low, low, sums[r][part]);
        sums[r][part + 1] = madd(pair.high, high, sums[r][part + 1]);
      }
    }
  }
#pragma GCC unroll 2
  for (std::size_t r = 0; r < rows; ++r) {
    float sum = total((sums[r][0] + sums[r][1]) + (sums[r][2] + sums[r][3]));
    for (std::size_t rest = i; rest < columns; ++rest) sum += widen.one(from + r * step + rest) * factor.one(x[rest]);
    y[r] += sum;
  }
}

template <class Type>
void dot_all(const Rows& rows, const float* x, float* y, std::size_t columns) {
  const Type widen;
  const auto* from = static_cast<const typename Type::Number*>(rows.data);
  std::size_t row = 0;
  for (; row + 2 <= rows.count; row += 2) dot_some<2>(widen, from + row * rows.step, rows.step, x, y + row, columns);
  if (row < rows.count) dot_some<1>(widen, from + row * rows.step, rows.step, x, y + row, columns);
}

// Whether x may be made 2¹¹² times as large, with some room.
bool may_grow(const float* x, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const bool small = x[i] < 0x1p15f && x[i] > -0x1p15f;
    if (!small) return false;
  }
  return true;
}

// A factor of a block: float16, finite. Numbers below 2⁻¹⁴ are made from 2⁻¹⁴ + them, since products of such are slow.
float factor_at(const std::uint8_t* from) {
  std::uint16_t half = 0;
  __builtin_memcpy(&half, from, sizeof half);
  const std::uint32_t magnitude = (half & 0x7fffu) << 13;
  const float normal = __builtin_bit_cast(float, magnitude + 0x38000000u);
  const float small = __builtin_bit_cast(float, magnitude + 0x38800000u) - 0x1p-14f;
  const float size = magnitude < 0x00800000u ? small : normal;
  return (half & 0x8000u) != 0 ? -size : size;
}

// d of a block, and what its numbers are multiplied by.
struct Factors {
  float d = 0.0f, quotient = 0.0f;
};
Factors factors_of(const float* x) {
  float largest = 0.0f, difference = 0.0f;
  for (std::size_t i = 0; i < whole_block; ++i) {
    const float size = x[i] < 0.0f ? -x[i] : x[i];
    largest = size > largest ? size : largest;
    difference += x[i] - x[i];
  }
  if (difference != 0.0f) return {difference, 0.0f};  // NaN: so are all products with it
  // Numbers whose quotient would be infinite count as 0.
  return largest < 0x1p-120f ? Factors{} : Factors{largest / 127.0f, 127.0f / largest};
}

std::int16_t whole_of(float x, float quotient) {
  if (quotient == 0.0f) return 0;
  const float number = x * quotient;
  return static_cast<std::int16_t>(number + (number < 0.0f ? -0.5f : 0.5f));
}

// d_x · d_w of the blocks of a row.
void multiply_factors(const std::uint8_t* from, const float* d, std::size_t blocks, float* to) {
  for (std::size_t block = 0; block < blocks; ++block, from += whole_block_bytes)
    to[block] = factor_at(from) * d[block];
}

// The four sums of a block, as numbers of float32.
#if defined(__wasm_simd128__) && AE_WIDTH == 4
using Four = Vec;
Four sums_of_block(const std::uint8_t* w, const std::int16_t* q) {
  const auto part = [w, q](std::size_t first) {
    return wasm_i32x4_dot_i16x8(wasm_i16x8_load8x8(w + first), wasm_v128_load(q + first));
  };
  return static_cast<Vec>(
      wasm_f32x4_convert_i32x4(wasm_i32x4_add(wasm_i32x4_add(part(0), part(8)), wasm_i32x4_add(part(16), part(24)))));
}
Four splat_of(const float* factor) { return splat_from(factor); }
#else
using Four = float __attribute__((vector_size(16)));
Four sums_of_block(const std::uint8_t* w, const std::int16_t* q) {
  std::int32_t sums[4] = {};
  for (std::size_t i = 0; i < whole_block; ++i) sums[i % 8 / 2] += static_cast<std::int8_t>(w[i]) * q[i];
  const Four all = {static_cast<float>(sums[0]), static_cast<float>(sums[1]), static_cast<float>(sums[2]),
                    static_cast<float>(sums[3])};
  return all;
}
Four splat_of(const float* factor) { return Four{} + *factor; }
#endif

template <std::size_t rows>
void add_some_whole(const std::uint8_t* from, const std::int16_t* q, std::size_t blocks, const float* factors,
                    float* y) {
  const std::size_t step = blocks * whole_block_bytes;
  Four sums[rows] = {};
  for (std::size_t block = 0; block < blocks; ++block, from += whole_block_bytes, q += whole_block) {
#pragma GCC unroll 2
    for (std::size_t r = 0; r < rows; ++r)
      sums[r] += sums_of_block(from + r * step + 2, q) * splat_of(factors + r * blocks + block);
  }
#pragma GCC unroll 2
  for (std::size_t r = 0; r < rows; ++r) y[r] += ((sums[r][0] + sums[r][1]) + sums[r][2]) + sums[r][3];
}

}  // namespace

void round_whole(const float* x, float* d, std::int16_t* q, std::size_t blocks) {
  for (std::size_t block = 0; block < blocks; ++block, x += whole_block, q += whole_block) {
    const Factors factors = factors_of(x);
    d[block] = factors.d;
    for (std::size_t i = 0; i < whole_block; ++i) q[i] = whole_of(x[i], factors.quotient);
  }
}

void round_floats(const float* x, float* to, std::size_t blocks) {
  for (std::size_t block = 0; block < blocks; ++block, x += whole_block, to += whole_block) {
    const Factors factors = factors_of(x);
    for (std::size_t i = 0; i < whole_block; ++i)
      to[i] = factors.d * static_cast<float>(whole_of(x[i], factors.quotient));
  }
}

void add_whole_dots(const std::uint8_t* from, const float* d, const std::int16_t* q, std::size_t blocks, float* y,
                    std::size_t rows, float* space) {
  const std::size_t step = blocks * whole_block_bytes;
  std::size_t row = 0;
  for (; row < rows; row += 2, from += 2 * step) {
    const bool two = row + 2 <= rows;
    multiply_factors(from, d, blocks, space);
    if (two) multiply_factors(from + step, d, blocks, space + blocks);
    if (two) add_some_whole<2>(from, q, blocks, space, y + row);
    else add_some_whole<1>(from, q, blocks, space, y + row);
  }
}

void add_rows(const Rows& rows, const float* x, float* y, std::size_t columns) {
  switch (rows.type) {
    case Stored::float32: return add_all<Float32>(rows, x, y, columns);
    case Stored::float16:
      if (may_grow(x, rows.count)) return add_all<Float16<true>>(rows, x, y, columns);
      return add_all<Float16<false>>(rows, x, y, columns);
    case Stored::bfloat16: return add_all<Bfloat16>(rows, x, y, columns);
  }
}

void add_dots(const Rows& rows, const float* x, float* y, std::size_t columns) {
  switch (rows.type) {
    case Stored::float32: return dot_all<Float32>(rows, x, y, columns);
    case Stored::float16:
      if (may_grow(x, columns)) return dot_all<Float16<true>>(rows, x, y, columns);
      return dot_all<Float16<false>>(rows, x, y, columns);
    case Stored::bfloat16: return dot_all<Bfloat16>(rows, x, y, columns);
  }
}

}  // namespace models::row_products

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

// How numbers of a type become a vector, or one number, of float32.
struct Float32 {
  using Number = float;
  Vec operator()(const float* from) const { return load(from); }
  float one(const float* from) const { return *from; }
};

struct Bfloat16 {
  using Number = std::int16_t;
  Vec operator()(const std::int16_t* from) const { return floats(load_words(from) << 16); }
  float one(const std::int16_t* from) const { return __builtin_bit_cast(float, std::int32_t{*from} << 16); }
};

// Sign, exponent and fraction are moved to their places; the product makes numbers below 2⁻¹⁴ normal. Exact.
struct Float16 {
  using Number = std::int16_t;
  Vec operator()(const std::int16_t* from) const { return floats((load_words(from) << 13) & mask) * power; }
  float one(const std::int16_t* from) const {
    return __builtin_bit_cast(float, (std::int32_t{*from} << 13) & half_mask) * two_to_112;
  }
  Ints mask = bits(splat(__builtin_bit_cast(float, half_mask)));
  Vec power = splat(two_to_112);
};

template <std::size_t rows, class Type>
void add_some(const Type& widen, const typename Type::Number* from, std::size_t step, const float* x, float* y,
              std::size_t columns) {
  Vec factors[rows];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < rows; ++r) factors[r] = splat(x[r]);
  std::size_t i = 0;
  for (; i + width <= columns; i += width) {
    Vec sums = load(y + i);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < rows; ++r) sums = madd(widen(from + r * step + i), factors[r], sums);
    store(y + i, sums);
  }
  for (; i < columns; ++i)
    for (std::size_t r = 0; r < rows; ++r) y[i] += widen.one(from + r * step + i) * x[r];
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
  Vec sums[rows][4] = {};
  std::size_t i = 0;
  for (; i + 4 * width <= columns; i += 4 * width) {
#pragma GCC unroll 4
    for (std::size_t part = 0; part < 4; ++part) {
      const Vec factor = load(x + i + part * width);
#pragma GCC unroll 2
      for (std::size_t r = 0; r < rows; ++r)
        sums[r][part] = madd(widen(from + r * step + i + part * width), factor, sums[r][part]);
    }
  }
#pragma GCC unroll 2
  for (std::size_t r = 0; r < rows; ++r) {
    float sum = total((sums[r][0] + sums[r][1]) + (sums[r][2] + sums[r][3]));
    for (std::size_t rest = i; rest < columns; ++rest) sum += widen.one(from + r * step + rest) * x[rest];
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

}  // namespace

void add_rows(const Rows& rows, const float* x, float* y, std::size_t columns) {
  switch (rows.type) {
    case Stored::float32: return add_all<Float32>(rows, x, y, columns);
    case Stored::float16: return add_all<Float16>(rows, x, y, columns);
    case Stored::bfloat16: return add_all<Bfloat16>(rows, x, y, columns);
  }
}

void add_dots(const Rows& rows, const float* x, float* y, std::size_t columns) {
  switch (rows.type) {
    case Stored::float32: return dot_all<Float32>(rows, x, y, columns);
    case Stored::float16: return dot_all<Float16>(rows, x, y, columns);
    case Stored::bfloat16: return dot_all<Bfloat16>(rows, x, y, columns);
  }
}

}  // namespace models::row_products

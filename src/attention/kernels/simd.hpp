// One vector of float32 with the same few functions on every target: wasm SIMD, its relaxed extension, AVX2, AVX-512,
// and a single number without SIMD. A kernel set is compiled with AE_SET (its namespace) and AE_WIDTH (numbers in a
// vector). Everything here is local to its set and calls no library: otherwise the linker might keep a function
// compiled for AVX-512 for all sets.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__AVX2__)
#include <immintrin.h>
#endif

namespace attention::kernels::AE_SET {

constexpr std::size_t width = AE_WIDTH;

#if AE_WIDTH == 1
using Vec = float;
using Ints = std::int32_t;
inline Vec load(const float* from) { return *from; }
inline void store(float* to, Vec x) { *to = x; }
inline Vec splat(float x) { return x; }
inline Ints bits(Vec x) { return __builtin_bit_cast(Ints, x); }
inline Vec floats(Ints x) { return __builtin_bit_cast(Vec, x); }
inline Ints below(Vec a, Vec b) { return a < b ? -1 : 0; }
inline float sum(Vec x) { return x; }
inline float largest(Vec x) { return x; }
#else
using Vec = float __attribute__((vector_size(AE_WIDTH * 4)));
using Ints = std::int32_t __attribute__((vector_size(AE_WIDTH * 4)));
inline Vec load(const float* from) {  // from anywhere, aligned or not
  Vec x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}
inline void store(float* to, Vec x) { __builtin_memcpy(to, &x, sizeof x); }
inline Vec splat(float x) { return x - Vec{}; }
inline Ints bits(Vec x) { return reinterpret_cast<Ints>(x); }
inline Vec floats(Ints x) { return reinterpret_cast<Vec>(x); }
inline Ints below(Vec a, Vec b) { return a < b; }
inline float sum(Vec x) {
  float total = 0.0f;
  for (std::size_t i = 0; i < width; ++i) total += x[i];
  return total;
}
inline float largest(Vec x) {
  float most = x[0];
  for (std::size_t i = 1; i < width; ++i) most = x[i] > most ? x[i] : most;
  return most;
}
#endif

#if AE_WIDTH > 1
// Transposes four rows of four numbers: to[k][r] = from[r][k] · factor. Strides are in floats.
using Quad = float __attribute__((vector_size(16)));
inline void mirror_quads(const float* from, std::size_t from_step, float factor, float* to, std::size_t to_step) {
  const auto row = [&](std::size_t r) {
    Quad x;
    __builtin_memcpy(&x, from + r * from_step, sizeof x);
    return x * factor;
  };
  const auto put = [&](std::size_t k, Quad x) { __builtin_memcpy(to + k * to_step, &x, sizeof x); };
  const Quad a = row(0), b = row(1), c = row(2), d = row(3);
  const Quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  put(0, __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
  put(1, __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
  put(2, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
  put(3, __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}
#endif

// Broadcasts one number from memory to all lanes.
inline Vec splat_from(const float* from) {
#if defined(__wasm_simd128__) && AE_WIDTH == 4
  return static_cast<Vec>(wasm_v128_load32_splat(from));
#else
  return splat(*from);
#endif
}

// a · b + c, rounded once if the machine can. With intrinsics, not -ffast-math or -ffp-contract=fast: with relaxed SIMD
// these make LLVM 21 compute c · a + b.
inline Vec madd(Vec a, Vec b, Vec c) {
#if defined(__wasm_relaxed_simd__) && AE_WIDTH == 4
  return static_cast<Vec>(
      wasm_f32x4_relaxed_madd(static_cast<v128_t>(a), static_cast<v128_t>(b), static_cast<v128_t>(c)));
#elif defined(__AVX512F__) && AE_WIDTH == 16
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__FMA__) && AE_WIDTH == 8
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}

// The larger of two; a where either is NaN.
inline Vec larger(Vec a, Vec b) {
#if defined(__wasm_simd128__) && AE_WIDTH == 4
  return static_cast<Vec>(wasm_f32x4_pmax(static_cast<v128_t>(a), static_cast<v128_t>(b)));
#elif defined(__AVX512F__) && AE_WIDTH == 16
  return _mm512_max_ps(b, a);
#elif defined(__AVX2__) && AE_WIDTH == 8
  return _mm256_max_ps(b, a);
#else
  return a < b ? b : a;
#endif
}

inline Vec where(Ints mask, Vec yes, Vec no) { return floats((bits(yes) & mask) | (bits(no) & ~mask)); }
inline Vec magnitude(Vec x) { return floats(bits(x) & 0x7fffffff); }

// The constants of 2^x: the rounding constant, and the polynomial from its highest power on. They are read from memory,
// once per loop: browsers rebuild a vector constant at every use, in three instructions.
extern const float* const power_constants;

// 2^x: the integer part goes into the exponent, 2^(fraction) is a polynomial on [−½, ½], fitted for the least relative
// error. Within 2e-7.
class Power {
 public:
  // For x from −126 to 127.
  Vec of(Vec x) const {
    const Vec shifted = x + rounder_;  // adding 1.5 · 2²³ leaves no bits for a fraction
    const Vec rest = x - (shifted - rounder_);
    Vec p = madd(fifth_, rest, fourth_);
    p = madd(p, rest, third_);
    p = madd(p, rest, second_);
    p = madd(p, rest, first_);
    p = madd(p, rest, one_);
    return floats(bits(p) + (bits(shifted) << 23));
  }
  // For any x ≤ 127: 0 below −126, and for −∞; NaN stays NaN.
  Vec or_zero(Vec x) const { return where(below(x, least_), Vec{}, of(larger(x, least_))); }

 private:
  static Vec constant(std::size_t i) { return splat_from(power_constants + i); }
  Vec rounder_ = constant(0), fifth_ = constant(1), fourth_ = constant(2), third_ = constant(3), second_ = constant(4),
      first_ = constant(5), one_ = constant(6), least_ = constant(7);
};

}  // namespace attention::kernels::AE_SET

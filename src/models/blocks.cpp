// See blocks.hpp. A byte of q has a number of the first half of its group in its lower bits, one of the second half above.
#include "models/blocks.hpp"

namespace models::blocks {

namespace {

constexpr std::size_t half_group = 16;  // bytes with the q of 32 numbers, in pairs

std::uint32_t whole(const std::uint8_t* from, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value |= std::uint32_t{from[i]} << (8 * i);
  return value;
}

// IEEE 754 binary16, as loops::widen_float16.
float half_at(const std::uint8_t* from) {
  const std::uint32_t half = whole(from, 2), magnitude = (half & 0x7fffu) << 13;
  const auto moved = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, magnitude) * 0x1p112f);
  const std::uint32_t ones = (half & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0u;
  return __builtin_bit_cast(float, moved | ones | ((half & 0x8000u) << 16));
}

// The nearest binary16, of two the even one; what is beyond it is infinite. `x`: finite.
std::uint16_t half_of(float x) {
  const auto bits = __builtin_bit_cast(std::uint32_t, x);
  const std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  std::uint32_t half = 0x7c00u;
  if (magnitude < 0x38800000u) {  // subnormal: the sum with 0.5 is rounded to multiples of 2⁻²⁴
    half = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, magnitude) + 0.5f) - 0x3f000000u;
  } else if (magnitude < 0x47800000u) {
    half = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
  }
  return static_cast<std::uint16_t>(sign | half);
}

// Writes a block's factor. False if it is infinite; `quotient`: its reciprocal in float32, 0 where all numbers become 0.
bool put_factor(float d, std::uint8_t* to, float& quotient) {
  const std::uint16_t half = half_of(d);
  to[0] = static_cast<std::uint8_t>(half & 255u);
  to[1] = static_cast<std::uint8_t>(half >> 8);
  const unsigned magnitude = half & 0x7fffu;
  quotient = magnitude == 0 ? 0.0f : 1.0f / d;
  return magnitude < 0x7c00u;
}

// The largest magnitude of 32 finite numbers, whose order is that of their bits.
std::uint32_t largest_of(const float* x) {
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < 2 * half_group; ++i) {
    const std::uint32_t magnitude = __builtin_bit_cast(std::uint32_t, x[i]) & 0x7fffffffu;
    largest = magnitude > largest ? magnitude : largest;
  }
  return largest;
}

// To the nearest whole number, halves away from 0; exact, as adding 0.5 at once is not.
std::int32_t rounded(float x) {
  const auto whole = static_cast<std::int32_t>(x);
  const float rest = x - static_cast<float>(whole);
  return whole + static_cast<std::int32_t>(rest >= 0.5f) - static_cast<std::int32_t>(rest <= -0.5f);
}

// d · (q + shift) + m of 32 numbers of 4 bits.
void widen_nibbles(const std::uint8_t* q, float d, int shift, float m, float* to) {
  for (std::size_t i = 0; i < half_group; ++i) {
    to[i] = d * static_cast<float>((q[i] & 15) + shift) + m;
    to[i + half_group] = d * static_cast<float>((q[i] >> 4) + shift) + m;
  }
}

// The same with a fifth bit of each, from `high`.
void widen_fives(const std::uint8_t* q, std::uint32_t high, float d, int shift, float m, float* to) {
  for (std::size_t i = 0; i < half_group; ++i) {
    const auto first = static_cast<int>((q[i] & 15u) | (high >> i & 1u) << 4);
    const auto second = static_cast<int>((q[i] >> 4u) | (high >> (i + half_group) & 1u) << 4);
    to[i] = d * static_cast<float>(first + shift) + m;
    to[i + half_group] = d * static_cast<float>(second + shift) + m;
  }
}

// Eight scales and eight offsets of 6 bits lie in 12 bytes: the first four of each in the lower bits of a byte, of the others
// four bits in the last bytes and two above the first ones.
struct Scales {
  std::uint8_t scale[8], least[8];
};
Scales scales_in(const std::uint8_t* bytes) {
  Scales out;
  for (std::size_t i = 0; i < 4; ++i) {
    out.scale[i] = bytes[i] & 63;
    out.least[i] = bytes[i + 4] & 63;
    out.scale[i + 4] = static_cast<std::uint8_t>((bytes[i + 8] & 15) | (bytes[i] >> 6) << 4);
    out.least[i + 4] = static_cast<std::uint8_t>((bytes[i + 8] >> 4) | (bytes[i + 4] >> 6) << 4);
  }
  return out;
}

}  // namespace

void widen_q4_0(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 18, to += 32) widen_nibbles(from + 2, half_at(from), -8, 0.0f, to);
}

void widen_q4_1(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 20, to += 32) widen_nibbles(from + 4, half_at(from), 0, half_at(from + 2), to);
}

void widen_q5_0(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 22, to += 32)
    widen_fives(from + 6, whole(from + 2, 4), half_at(from), -16, 0.0f, to);
}

void widen_q5_1(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 24, to += 32)
    widen_fives(from + 8, whole(from + 4, 4), half_at(from), 0, half_at(from + 2), to);
}

void widen_q8_0(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 34, to += 32) {
    const float d = half_at(from);
    for (std::size_t i = 0; i < 32; ++i) to[i] = d * static_cast<float>(static_cast<std::int8_t>(from[i + 2]));
  }
}

void widen_q4_k(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 144) {
    const float d = half_at(from), m = half_at(from + 2);
    const Scales scales = scales_in(from + 4);
    const std::uint8_t* q = from + 16;
    for (std::size_t group = 0; group < 8; group += 2, q += 32, to += 64) {
      const float low = d * scales.scale[group], below_low = m * scales.least[group];
      const float high = d * scales.scale[group + 1], below_high = m * scales.least[group + 1];
      for (std::size_t i = 0; i < 32; ++i) {
        to[i] = low * static_cast<float>(q[i] & 15) - below_low;
        to[i + 32] = high * static_cast<float>(q[i] >> 4) - below_high;
      }
    }
  }
}

void widen_q5_k(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 176) {
    const float d = half_at(from), m = half_at(from + 2);
    const Scales scales = scales_in(from + 4);
    const std::uint8_t *fifth = from + 16, *q = from + 48;
    for (unsigned group = 0; group < 8; group += 2, q += 32, to += 64) {
      const float low = d * scales.scale[group], below_low = m * scales.least[group];
      const float high = d * scales.scale[group + 1], below_high = m * scales.least[group + 1];
      for (std::size_t i = 0; i < 32; ++i) {
        to[i] = low * static_cast<float>((q[i] & 15u) | (fifth[i] >> group & 1u) << 4) - below_low;
        to[i + 32] = high * static_cast<float>((q[i] >> 4u) | (fifth[i] >> (group + 1) & 1u) << 4) - below_high;
      }
    }
  }
}

// Each half of 128 numbers: 64 bytes with the lower four bits of all, 32 bytes with the upper two, 8 scales.
void widen_q6_k(const std::uint8_t* from, float* to, std::size_t count) {
  for (; count > 0; --count, from += 210) {
    const float d = half_at(from + 208);
    for (std::size_t half = 0; half < 2; ++half, to += 128) {
      const std::uint8_t *lower = from + 64 * half, *upper = from + 128 + 32 * half, *scales = from + 192 + 8 * half;
      for (std::size_t quarter = 0; quarter < 4; ++quarter) {
        const std::uint8_t* const q = lower + 32 * (quarter % 2);
        const unsigned four = quarter < 2 ? 0 : 4, two = static_cast<unsigned>(2 * quarter);
        for (std::size_t part = 0; part < 32; part += 16) {
          const float scale = d * static_cast<float>(static_cast<std::int8_t>(scales[2 * quarter + part / 16]));
          for (std::size_t i = part; i < part + 16; ++i) {
            const auto number = static_cast<int>((q[i] >> four & 15u) | (upper[i] >> two & 3u) << 4);
            to[32 * quarter + i] = scale * static_cast<float>(number - 32);
          }
        }
      }
    }
  }
}

bool narrow_q8_0(const float* from, std::uint8_t* to, std::size_t count) {
  for (; count > 0; --count, from += 32, to += 34) {
    float quotient = 0.0f;
    if (!put_factor(__builtin_bit_cast(float, largest_of(from)) / 127.0f, to, quotient)) return false;
    for (std::size_t i = 0; i < 32; ++i) to[i + 2] = static_cast<std::uint8_t>(rounded(from[i] * quotient));
  }
  return true;
}

bool narrow_q4_0(const float* from, std::uint8_t* to, std::size_t count) {
  for (; count > 0; --count, from += 32, to += 18) {
    const std::uint32_t largest = largest_of(from);
    std::size_t at = 0;  // of two, the first: their signs may differ
    while ((__builtin_bit_cast(std::uint32_t, from[at]) & 0x7fffffffu) != largest) ++at;
    float quotient = 0.0f;
    if (!put_factor(from[at] / -8.0f, to, quotient)) return false;
    std::uint8_t q[2 * half_group];
    for (std::size_t i = 0; i < 2 * half_group; ++i) {
      const auto whole = static_cast<std::int32_t>(from[i] * quotient + 8.5f);
      q[i] = static_cast<std::uint8_t>(whole < 15 ? whole : 15);
    }
    for (std::size_t i = 0; i < half_group; ++i) to[i + 2] = static_cast<std::uint8_t>(q[i] | q[i + half_group] << 4);
  }
  return true;
}

}  // namespace models::blocks

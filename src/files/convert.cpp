// Converts by bits, so that the machine's own order of bytes does not matter.
#include "files/convert.hpp"

#include <bit>

namespace files {

namespace {

template <std::size_t size>
std::uint64_t bits_at(const std::byte* from, bool big_endian) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i)
    bits |= std::to_integer<std::uint64_t>(from[i]) << (8 * (big_endian ? size - 1 - i : i));
  return bits;
}

template <std::size_t size, class Convert>
void each_number(Bytes bytes, bool big_endian, std::span<float> out, Convert convert) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = convert(bits_at<size>(bytes.data() + i * size, big_endian));
}

}  // namespace

float from_half(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16, fraction = bits & 0x3ffu;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
  if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  const float small = static_cast<float>(fraction) * 0x1p-24f;  // subnormal
  return sign != 0 ? -small : small;
}

void to_floats(Type type, bool big_endian, Bytes bytes, std::span<float> out) {
  switch (type) {
    case Type::f64:
      return each_number<8>(bytes, big_endian, out,
                            [](std::uint64_t bits) { return static_cast<float>(std::bit_cast<double>(bits)); });
    case Type::f32:
      return each_number<4>(bytes, big_endian, out,
                            [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); });
    case Type::f16:
      return each_number<2>(bytes, big_endian, out,
                            [](std::uint64_t bits) { return from_half(static_cast<std::uint16_t>(bits)); });
    case Type::bf16:
      return each_number<2>(bytes, big_endian, out, [](std::uint64_t bits) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
      });
    case Type::i64:
      return each_number<8>(bytes, big_endian, out,
                            [](std::uint64_t bits) { return static_cast<float>(static_cast<std::int64_t>(bits)); });
    case Type::i32:
      return each_number<4>(bytes, big_endian, out, [](std::uint64_t bits) {
        return static_cast<float>(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
      });
    case Type::u8:
      return each_number<1>(bytes, big_endian, out, [](std::uint64_t bits) { return static_cast<float>(bits); });
    case Type::boolean:
      return each_number<1>(bytes, big_endian, out, [](std::uint64_t bits) { return bits != 0 ? 1.0f : 0.0f; });
    case Type::q4_0:
    case Type::q4_1:
    case Type::q5_0:
    case Type::q5_1:
    case Type::q8_0:
    case Type::q4_k:
    case Type::q5_k:
    case Type::q6_k: return;
  }
}

std::vector<float> in_c_order(std::span<const float> numbers, const Shape& shape) {
  std::vector<float> out(numbers.size());
  std::vector<std::size_t> index(shape.size(), 0), step(shape.size(), 1);
  for (std::size_t axis = 1; axis < shape.size(); ++axis)
    step[axis] = step[axis - 1] * static_cast<std::size_t>(shape[axis - 1]);
  std::size_t from = 0;
  for (float& number : out) {
    number = numbers[from];
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += step[axis];
      if (++index[axis] < shape[axis]) break;
      from -= step[axis] * index[axis];
      index[axis] = 0;
    }
  }
  return out;
}

}  // namespace files

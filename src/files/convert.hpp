// Numbers of any type that is read, as float32.
#pragma once

#include <span>

#include "files/tensor.hpp"

namespace files {

// Converts as many numbers as `out` has room for: float64 is rounded, I64 beyond 2²⁴ too. `bytes` must hold as many.
// Numbers that are quantised stay as they are (models/blocks.hpp).
void to_floats(Type type, bool big_endian, Bytes bytes, std::span<float> out);
float from_half(std::uint16_t bits);  // IEEE 754 binary16

// Numbers whose first axis varies fastest (Fortran's order), in the order in which the last one does (C's).
std::vector<float> in_c_order(std::span<const float> numbers, const Shape& shape);

}  // namespace files

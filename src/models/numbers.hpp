// Numbers of a tensor as they lie in memory: read as float32 from any type, and rounded to a quantised one in place. Knows
// where a tensor lies (layout.hpp), nothing of what it is for.
#pragma once

#include <cstddef>

#include "models/layout.hpp"

namespace models {

// `count` numbers from number `first` on of those that begin at `from`, as float32.
void widen(Number type, const std::byte* from, std::size_t first, float* to, std::size_t count);

// The formats that quantise() rounds to, in the order in which models.mjs names them.
inline constexpr Number rounded_numbers[] = {Number::q8_0, Number::q4_0};

// Rounds a tensor at `numbers`, stored as tensor.type, to tensor.kept (of rounded_numbers) in its place; where its axes are turned,
// (in, out) becomes (out, in). `spare`: where the layout has room for it. False for numbers whose factor is beyond
// float16; the tensor is then spoilt.
bool quantise(const Placed& tensor, std::byte* numbers, std::byte* spare);

}  // namespace models

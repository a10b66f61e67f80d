// Attention within a sliding window (Beltagy et al. 2020): query i sees the keys i − window + 1 … i.
#pragma once

#include <cstddef>

#include "attention/kernels/kernels.hpp"

namespace models {

// Floats of the space for the mask of a block of queries.
std::size_t window_mask_floats(std::size_t window);

// One causal head, whose first query is at position head.past. A block of queries at a time, with the keys that it can see:
// no mask has more than window + 64 columns. False as kernels::Kernels::attend; `space`: as that needs for the whole head.
bool attend_in_window(const attention::kernels::Head& head, std::size_t window, float* mask, float* space);

}  // namespace models

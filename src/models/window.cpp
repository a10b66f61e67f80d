// See window.hpp.
#include "models/window.hpp"

#include <algorithm>

namespace models {

namespace {

constexpr std::size_t queries_together = 64;

}  // namespace

std::size_t window_mask_floats(std::size_t window) {
  return queries_together * (window + queries_together) / sizeof(float);
}

bool attend_in_window(const attention::kernels::Head& head, std::size_t window, float* mask, float* space) {
  auto* may = reinterpret_cast<std::uint8_t*>(mask);
  for (std::size_t first = 0; first < head.queries; first += queries_together) {
    attention::kernels::Head block = head;
    block.queries = std::min(queries_together, head.queries - first);
    const std::size_t query = head.past + first;  // position of the block's first query
    const std::size_t lowest = query + 1 > window ? query + 1 - window : 0;
    block.keys = query + block.queries - lowest;
    block.past = query - lowest;
    block.query.data = head.query.row(first);
    block.key.data = head.key.row(lowest);
    block.value.data = head.value.row(lowest);
    block.output = head.output + first * head.output_step;
    block.may = may;
    block.mask_row = block.keys;
    block.mask_column = 1;
    for (std::size_t i = 0; i < block.queries; ++i)
      for (std::size_t j = 0; j < block.keys; ++j) may[i * block.keys + j] = lowest + j + window > query + i ? 1 : 0;
    if (!attention::kernels::best().attend(block, false, space)) return false;
  }
  return true;
}

}  // namespace models

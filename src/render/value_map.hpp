// The values of a heat map, prepared for a texture: cells with a status, pooled by their maximum where several share a
// pixel, and packed. Pure numbers; uses neither GL nor ImGui.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace render {

enum class Status : std::uint8_t { shown = 0, hidden = 1, masked = 2, broken = 3 };  // as the shader reads them

struct ValueMap {
  std::size_t rows = 0, columns = 0;
  std::vector<float> values;
  std::vector<Status> status;
};

// How many cells must share a texel for it to be at least a pixel wide: 1 while cells are larger than pixels.
std::size_t pooling(float cell_pixels);

// Merges blocks of factor × factor cells: the value of the largest magnitude among those shown. A NaN cell always shows
// in its block; masked and hidden ones only if no other is shown.
ValueMap pooled(const ValueMap& map, std::size_t factor);

// Two floats per cell: the value as a fraction of the scale's end, then the status. Values that are not shown are 0.
std::vector<float> packed(const ValueMap& map, float end);

}  // namespace render

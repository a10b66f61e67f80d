// What shaders/large_map.frag draws, painted pixel by pixel on the CPU: for browsers that reject the shader. The same
// weights and colours, at the cost of every pixel that changes.
#pragma once

#include <cstdint>
#include <vector>

#include "render/large_map.hpp"

namespace render {

struct LargeCanvas {
  std::size_t width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  // 0, transparent, where nothing is known
};

// Stretches the part of the map that `look` names over the whole canvas, whose size is set.
void paint(LargeCanvas& onto, const LargeTexels& texels, const LargeLook& look, const LargeMaps::Scale& scale);

// The weights of the visible cells, one per texel.
struct LargeCells {
  std::size_t row0 = 0, column0 = 0, rows = 0, columns = 0;
  std::vector<float> texels;

  void compute(const LargeVectors& vectors, const LargeLook& look);
};

}  // namespace render

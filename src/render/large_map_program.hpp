// The shader of large maps and the places of its uniforms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "render/gl.hpp"

namespace render {

// The locations of the shader's uniforms, looked up once by name, in this order.
enum class Uniform : std::uint8_t {
  rectangle,
  first,
  cells,
  plain,
  pooled,
  mean,
  steps,
  gap,
  masked,
  behind,
  sheet_cell,
  sheet_size,
  texel_cells,
  texels,
  across,
  tokens,
  score_scale,
  causal,
  sheet,
  scale,
  query,
  key,
  rows,
  count
};

struct LargeMapProgram {
  GLuint program = 0, vertex_array = 0;
  bool refused = false;  // by the browser
  std::array<GLint, static_cast<std::size_t>(Uniform::count)> places{};

  void link();
  GLint place(Uniform uniform) const { return places[static_cast<std::size_t>(uniform)]; }
};

}  // namespace render

// See large_map_program.hpp.
#include "render/large_map_program.hpp"

#include <string>

#include "render/shaders.hpp"

namespace render {
namespace {

constexpr const char* uniform_names =
    "u_rectangle\0"
    "u_first\0"
    "u_cells\0"
    "u_plain\0"
    "u_pooled\0"
    "u_mean\0"
    "u_steps\0"
    "u_gap\0"
    "u_masked\0"
    "u_behind\0"
    "u_sheet_cell\0"
    "u_sheet_size\0"
    "u_texel_cells\0"
    "u_texels\0"
    "u_across\0"
    "u_tokens\0"
    "u_score_scale\0"
    "u_causal\0"
    "u_sheet\0"
    "u_scale\0"
    "u_query\0"
    "u_key\0"
    "u_rows\0";

}  // namespace

void LargeMapProgram::link() {
  program = linked(shader_large_map_vert, shader_large_map_frag);
  refused = !link_succeeded(program);
  const char* name = uniform_names;
  for (GLint& at : places) {
    if (!refused) at = glGetUniformLocation(program, name);
    name += std::char_traits<char>::length(name) + 1;
  }
  glGenVertexArrays(1, &vertex_array);
}

}  // namespace render

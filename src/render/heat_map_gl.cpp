// The WebGL2 side of a heat map: program and textures, made when first needed, and the quad. The callback after this
// one restores the state that ImGui relies on.
#include <algorithm>

#include "imgui.h"
#include "render/gl.hpp"
#include "render/heat_map_inside.hpp"
#include "render/shaders.hpp"

namespace render {
namespace {

void link(HeatMaps::Impl& maps) {
  GLuint array = 0;
  glGenVertexArrays(1, &array);  // without attributes: corners are derived from the vertex index
  maps.program = linked(shader_heat_map_vert, shader_heat_map_frag);
  maps.vertex_array = array;
}

void fill(Packed& map) {
  if (map.gl == 0) map.gl = nearest_texture();
  glBindTexture(GL_TEXTURE_2D, map.gl);
  if (!map.stale) return;
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, map.columns, map.rows, 0, GL_RG, GL_FLOAT, map.cells.data());
  map.stale = false;
}

void fill(ScaleTexture& scale) {
  if (scale.gl == 0) scale.gl = nearest_texture();
  glBindTexture(GL_TEXTURE_2D, scale.gl);
  if (!scale.stale) return;
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, scale.colors.data());
  scale.stale = false;
}

void give_color(GLuint program, const char* name, std::uint32_t color) {
  const auto part = [&](int shift) { return static_cast<float>(color >> shift & 0xFFu) / 255.0f; };
  glUniform4f(glGetUniformLocation(program, name), part(0), part(8), part(16), part(24));
}

}  // namespace

void release_texture(unsigned name) { glDeleteTextures(1, &name); }

void run_heat_map(const HeatMapCall& call, const ImDrawCmd& command) {
  const ImDrawData* data = ImGui::GetDrawData();
  if (data == nullptr || data->DisplaySize.x <= 0) return;
  if (call.maps->program == 0) link(*call.maps);
  const HeatMapLook& look = call.look;
  const float ratio_x = data->FramebufferScale.x, ratio_y = data->FramebufferScale.y;
  const float high = data->DisplaySize.y * ratio_y;
  const auto pixel = [](float v) { return static_cast<GLint>(std::max(v, 0.0f)); };
  const ImVec4& clip = command.ClipRect;
  if (clip.z <= clip.x || clip.w <= clip.y) return;
  glEnable(GL_SCISSOR_TEST);
  glScissor(pixel(clip.x * ratio_x), pixel(high - clip.w * ratio_y), pixel((clip.z - clip.x) * ratio_x),
            pixel((clip.w - clip.y) * ratio_y));

  const GLuint program = call.maps->program;
  glUseProgram(program);
  glBindVertexArray(call.maps->vertex_array);
  const auto place = [&](const char* name) { return glGetUniformLocation(program, name); };
  const auto across = [&](float x) { return x / data->DisplaySize.x * 2 - 1; };
  const auto down = [&](float y) { return 1 - y / data->DisplaySize.y * 2; };
  glUniform4f(place("u_rectangle"), across(look.x0), down(look.y0), across(look.x1), down(look.y1));
  glUniform4f(place("u_cells"), look.column0, look.row0, look.column1, look.row1);
  glUniform2i(place("u_size"), call.map->columns, call.map->rows);
  const auto factor = static_cast<float>(call.map->factor);
  glUniform2f(place("u_pooled"), factor, factor);
  glUniform2f(place("u_cell_pixels"), (look.x1 - look.x0) * ratio_x / (look.column1 - look.column0),
              (look.y1 - look.y0) * ratio_y / (look.row1 - look.row0));
  glUniform1f(place("u_gap"), look.gap * ratio_x);
  glUniform1f(place("u_hatch"), look.hatch * ratio_x);
  glUniform1i(place("u_signed"), look.is_signed ? 1 : 0);
  give_color(program, "u_behind", look.behind);
  give_color(program, "u_masked", look.masked);
  give_color(program, "u_hidden", look.hidden);
  give_color(program, "u_broken", look.broken);
  glActiveTexture(GL_TEXTURE1);
  fill(*call.scale);
  glUniform1i(place("u_scale"), 1);
  glActiveTexture(GL_TEXTURE0);
  fill(*call.map);
  glUniform1i(place("u_values"), 0);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace render

// See large_map_painted.hpp.
#include "render/large_map_painted.hpp"

#include <algorithm>
#include <cmath>

#include "imgui.h"

namespace render {

namespace {

constexpr unsigned longest_unpainted = 30;  // frames

}  // namespace

void add_picture(ImDrawList* list, GLuint texture, const LargePart& onto, const LargePart& of) {
  list->AddCallback([](const ImDrawList*, const ImDrawCmd*) {}, nullptr);
  list->AddImage(static_cast<ImTextureID>(texture), {onto.x0, onto.y0}, {onto.x1, onto.y1}, {of.x0, of.y0},
                 {of.x1, of.y1});
}

void LargePainted::begin_frame() {
  std::erase_if(all_, [](auto& entry) {
    if (++entry.second.unused < longest_unpainted) return false;
    glDeleteTextures(1, &entry.second.gl);
    return true;
  });
}

void LargePainted::draw(ImDrawList* list, const LargeTexels& texels, const LargeLook& look,
                        const LargeMaps::Scale& scale) {
  Painted& painted = all_[{texels.id, look.x0, look.y0}];
  painted.unused = 0;
  const ImVec2 ratio = ImGui::GetIO().DisplayFramebufferScale;
  const auto pixels = [](float from, float to, float each) {
    return static_cast<std::size_t>(std::max(std::lround((to - from) * each), 1L));
  };
  const std::size_t width = pixels(look.x0, look.x1, ratio.x), height = pixels(look.y0, look.y1, ratio.y);
  LargeCanvas& canvas = painted.canvas;
  const bool other_size = canvas.width != width || canvas.height != height;
  if (other_size || painted.changes != texels.changes || painted.look != look || painted.scale != scale) {
    canvas.width = width;
    canvas.height = height;
    paint(canvas, texels, look, scale);
    if (other_size && painted.gl != 0) glDeleteTextures(1, &painted.gl);
    if (other_size || painted.gl == 0) painted.gl = large_texture(GL_RGBA8, width, height);
    put(painted.gl, 0, width, height, GL_RGBA, canvas.pixels.data(), GL_UNSIGNED_BYTE);
    painted.changes = texels.changes;
    painted.look = look;
    painted.scale = scale;
  }
  add_picture(list, painted.gl, {look.x0, look.y0, look.x1, look.y1}, {});
}

void LargePainted::draw(ImDrawList* list, const LargeVectors& vectors, const LargeLook& look,
                        const LargeMaps::Scale& scale) {
  LargeLook cells = look;
  cells.mean = false;  // one weight a cell
  const Painted& painted = all_[{vectors.id, look.x0, look.y0}];
  if (cells_of_ != vectors.id || cells_changes_ != vectors.changes || painted.look != cells) {
    cells_.compute(vectors, cells);
    cells_of_ = vectors.id;
    cells_changes_ = vectors.changes;
  }
  draw(list,
       LargeTexels{vectors.id,
                   cells_.row0,
                   cells_.column0,
                   1,
                   1,
                   cells_.rows,
                   cells_.columns,
                   cells_.texels,
                   {},
                   vectors.changes},
       cells, scale);
}

}  // namespace render

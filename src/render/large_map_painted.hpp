// Quads of a large map as textures that are painted on the CPU and drawn by ImGui. One is repainted when its numbers or
// the visible part change.
#pragma once

#include <map>
#include <tuple>

#include "render/gl.hpp"
#include "render/large_paint.hpp"

struct ImDrawList;

namespace render {

class LargePainted {
 public:
  void begin_frame();  // drops what has not been drawn for a while
  void draw(ImDrawList* list, const LargeTexels& texels, const LargeLook& look, const LargeMaps::Scale& scale);
  void draw(ImDrawList* list, const LargeVectors& vectors, const LargeLook& look, const LargeMaps::Scale& scale);

 private:
  struct Painted {
    GLuint gl = 0;
    LargeCanvas canvas;
    LargeLook look;
    LargeMaps::Scale scale{};
    std::uint32_t changes = 0;
    unsigned unused = 0;
  };
  std::map<std::tuple<std::uint64_t, float, float>, Painted> all_;  // of a sheet at a position
  LargeCells cells_;
  std::uint64_t cells_of_ = 0;
  std::uint32_t cells_changes_ = 0;
};

// ImGui draws a texture without detecting whether its pixels have changed: the frame is marked as new.
void add_picture(ImDrawList* list, GLuint texture, const LargePart& onto, const LargePart& of);

}  // namespace render

// What the interface asks of the system's fonts: the width and the picture of words that no bundled face can write. Who
// has a canvas of letters implements it; without one such letters are drawn as the replacement glyph.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ui {

// Letters as pixels: red, green, blue, alpha, a byte each, not premultiplied. Its lengths are device pixels.
struct TextPicture {
  int width = 0, height = 0;
  float left = 0, top = 0;  // of its corner, from the baseline's left end; top is above it, so mostly negative
  bool coloured = false;    // holds colours of its own, as emoji do, which no tint must touch
  std::vector<std::uint8_t> rgba;
};

class SystemText {
 public:
  virtual ~SystemText() = default;
  virtual float width(std::string_view text, float size, int weight) = 0;  // CSS px
  // ink: 0xRRGGBB, of the letters that have no colours of their own.
  virtual std::optional<TextPicture> picture(std::string_view text, float size, int weight, float ratio,
                                             std::uint32_t ink) = 0;
};

}  // namespace ui

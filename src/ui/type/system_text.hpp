// Access to the system's fonts: the width and the picture of words that no bundled face can write. Implemented by the
// platform where it can draw text; otherwise such letters become the replacement glyph.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ui {

// A picture of text: red, green, blue, alpha, a byte each, not premultiplied. Lengths are in device pixels.
struct TextPicture {
  int width = 0, height = 0;
  float left = 0, top = 0;  // position of its corner from the left end of the baseline; top is mostly negative, since
                            // it is above it
  bool coloured = false;    // has its own colours, as emoji do, and must not be tinted
  std::vector<std::uint8_t> rgba;
};

class SystemText {
 public:
  virtual ~SystemText() = default;
  virtual float width(std::string_view text, float size, int weight) = 0;  // CSS px
  // ink: 0xRRGGBB, for letters without colours of their own.
  virtual std::optional<TextPicture> picture(std::string_view text, float size, int weight, float ratio,
                                             std::uint32_t ink) = 0;
};

}  // namespace ui

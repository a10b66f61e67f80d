// Access to the system's text: the order of lines with letters from right to left, and its fonts: the width and the picture of
// words that no bundled face can write. Implemented by the
// platform where it can draw text; otherwise such letters become the replacement glyph.
#pragma once

#include <cstddef>
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

// A part of a line that runs in one direction; from and length in bytes.
struct DirectedRun {
  std::size_t from = 0, length = 0;
  bool right_to_left = false;
};

// How a line stands that has letters written from right to left (Unicode's bidirectional algorithm, UAX 9).
struct TextOrder {
  bool right_to_left = false;     // of its paragraph: it begins at the right
  std::vector<DirectedRun> runs;  // the leftmost first
};

enum class Direction : std::uint8_t { found, left_to_right, right_to_left };  // found: by its first letter

class SystemText {
 public:
  virtual ~SystemText() = default;
  // `paragraph`: the direction of the paragraph of which it is a line.
  virtual TextOrder order(std::string_view text, Direction paragraph) = 0;
  virtual float width(std::string_view text, float size, int weight) = 0;  // CSS px
  // ink: 0xRRGGBB, for letters without colours of their own.
  virtual std::optional<TextPicture> picture(std::string_view text, float size, int weight, float ratio,
                                             std::uint32_t ink) = 0;
};

}  // namespace ui

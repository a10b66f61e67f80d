// Text in the system's own fonts: its width, and its pixels, drawn on a small canvas that is never shown.
#pragma once

#include <cstdint>
#include <vector>

namespace platform {

// Red, green, blue, alpha, a byte each, not premultiplied. left and top: of the corner, from the start of the baseline.
struct TextPixels {
  int width = 0, height = 0, left = 0, top = 0;
  bool coloured = false;  // has colours beside the ink
  std::vector<std::uint8_t> rgba;
};

// Numbers as platform_text_order tells them; empty if the page does not.
std::vector<int> text_order(const char* text, int direction);
float text_width(const char* text, float size, int weight);
// ink: 0xRRGGBB, for letters without colours of their own. Empty if the browser provides no pixels.
TextPixels text_pixels(const char* text, float size, int weight, std::uint32_t ink);

}  // namespace platform

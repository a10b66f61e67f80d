// The pixels are made in browser.js, which passes memory that is freed here.
#include "platform/text.hpp"

#include <cstdlib>

#include "platform/browser.hpp"

namespace platform {

std::vector<int> text_order(const char* text, int direction) {
  int count = 0;
  int* made = platform_text_order(text, direction, &count);
  if (made == nullptr) return {};
  std::vector<int> out(made, made + count);
  std::free(made);
  return out;
}

float text_width(const char* text, float size, int weight) { return platform_text_width(text, size, weight); }

TextPixels text_pixels(const char* text, float size, int weight, std::uint32_t ink) {
  int box[5] = {};
  std::uint8_t* made = platform_text_pixels(text, size, weight, ink, box);
  if (made == nullptr) return {};
  TextPixels out{.width = box[0], .height = box[1], .left = box[2], .top = box[3], .coloured = box[4] != 0, .rgba = {}};
  out.rgba.assign(made, made + static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 4);
  std::free(made);
  return out;
}

}  // namespace platform

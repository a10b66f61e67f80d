// Pictures of words in the font atlas, beside the glyphs, so that they are drawn in the same batch. Each word is
// requested once per size; the least recently drawn are evicted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ui/geometry.hpp"
#include "ui/type/system_text.hpp"
#include "ui/type/theme.hpp"

struct ImDrawList;

namespace ui {

class WordPictures {
 public:
  void use(SystemText* system);  // nullptr: none
  bool available() const { return system_ != nullptr; }
  void begin(float ratio);  // once a frame
  TextOrder order(std::string_view text, Direction paragraph) const { return system_->order(text, paragraph); }
  float width(std::string_view text, float size, int weight) const { return system_->width(text, size, weight); }
  // Draws from `at`, the left end of the baseline. False if no picture is available.
  bool draw(ImDrawList* list, Point at, std::string_view text, float size, int weight, Color color);

  std::size_t count() const { return kept_.size(); }

 private:
  struct Kept {
    int rect = -1;  // in the atlas; none for words that cannot be drawn
    float left = 0, top = 0, width = 0, height = 0;
    bool coloured = false;  // drawn separately for each ink, and not tinted
    std::uint64_t last = 0;
  };
  // ink 0xRRGGBB; white: to be tinted, unless the picture has its own colours.
  Kept& find(std::string_view text, float size, int weight, std::uint32_t ink);
  void forget_oldest();
  void forget_all();

  SystemText* system_ = nullptr;
  std::unordered_map<std::string, Kept> kept_;
  std::uint64_t frame_ = 0;
  float ratio_ = 1;
};

}  // namespace ui

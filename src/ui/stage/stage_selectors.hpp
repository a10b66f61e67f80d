// Selects the sequence of a batch and the head that are shown: one selector for all tensors on stage with that axis.
#pragma once

#include <string_view>
#include <vector>

#include "ui/stage/scene.hpp"

namespace ui {

class StageSelectors {
 public:
  // Whether selectors are needed: determined before the layout, from what is on stage.
  static bool needed(const Screen& screen);
  // A line of chips; steppers if there are many indices or little room.
  void draw(Screen& screen, const StageScene& scene, Rect line);

 private:
  struct Selector {
    std::string_view axis, name;
    std::size_t count = 0, place = 0;
  };

  void find(const StageScene& scene);

  std::vector<Selector> selectors_;
};

}  // namespace ui

// Pointer, touch and key input to matrices, and the cell being edited. One invisible button per matrix: the cell follows
// from the position.
#pragma once

#include <optional>

#include "ui/stage/part_windows.hpp"
#include "ui/stage/scene.hpp"

namespace ui {

class StageInput {
 public:
  void handle(Screen& screen, const StageScene& scene, const PartWindows& windows);
  std::optional<std::size_t> over() const { return over_; }  // the hovered block
  // Shows the cell as a field: the page lays its own input over it, where soft keyboards and input methods work.
  void draw_editing(Screen& screen, const StageScene& scene);
  // A finger hides what it touches: small cells are shown enlarged above it.
  void draw_loupe(Screen& screen, const StageScene& scene) const;

 private:
  void pointer(Screen& screen, const StageScene& scene, std::size_t block);
  void keys(Screen& screen, const StageScene& scene, const PartWindows& windows, std::size_t block);

  bool pointed_ = false;  // some matrix was hovered in this frame
  std::optional<std::size_t> over_;
};

}  // namespace ui

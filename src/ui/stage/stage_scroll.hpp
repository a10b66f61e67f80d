// Scrolling of a figure that is larger than its area: its layout, its visible part, and the labels that stay at the
// edge while anything they name is visible.
#pragma once

#include <optional>
#include <vector>

#include "ui/stage/scene.hpp"
#include "ui/stage/stage_marks.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {

class StageScroll {
 public:
  // Lays the scene out anew to be scrolled, if it would be unreadable otherwise. fresh: from its top left corner.
  void fit(Screen& screen, StageScene& scene, const StageSpace& space, const Measure& measure, bool fresh);
  // Begins the child window of a figure that is larger than it, and follows the arrow keys. True: it has been scrolled.
  bool apply(Screen& screen, StageScene& scene);
  MoreBelow more(const StageScene& scene, Point pointer) const;
  void draw_labels(Screen& screen, const StageScene& scene, const Marks& marks);

 private:
  Point extent(const StageScene& scene) const;

  std::optional<StageLayout> rolled_;  // larger than its area: the scene's layout is this one, scrolled
  Point offset_;                       // of the scene's layout
  Point at_;                           // of the window
  bool resets_ = false;                // to its beginning
  std::vector<Block> held_;            // for labels that stay in place while the figure scrolls
};

}  // namespace ui

// The looks of all cells on stage, made once per content, and their fade from the colours that they had before.
#pragma once

#include <map>

#include "ui/stage/scene.hpp"

namespace ui {

class StageLooks {
 public:
  void keep(const StageScene& scene);  // the previous colours, from which the new ones fade in
  void fade_from(double now) { at_ = now; }
  void make(Screen& screen, StageScene& scene);  // for the layout
  // The previous look of a block and the progress of its fade; nothing once that is over.
  void fade(Screen& screen, const StageScene& scene, std::size_t block, CellsLook& how) const;

 private:
  std::map<graph::NodeId, MatrixLook> before_;
  double at_ = -10;
};

// Shows another row in a block that follows one.
void follow(Screen& screen, StageScene& scene, std::size_t block, std::size_t row);

}  // namespace ui

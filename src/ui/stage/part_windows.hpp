// Which part of a tensor too long for the stage is shown: the part follows the selection, and bars scroll it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ui/stage/scene.hpp"

namespace ui {

class PartWindows {
 public:
  // First index shown of each tensor that is shown in part.
  using Firsts = std::vector<std::pair<graph::NodeId, std::size_t>>;

  void find(Screen& screen, StageSpace::Size size);  // for this frame
  const Firsts& all() const { return firsts_; }
  std::optional<std::size_t> first_of(graph::NodeId node) const;
  // The rows and columns shown of these, and of long tables from which rows are taken.
  Cuts cuts(const Screen& screen, const std::vector<explorer::FigureView>& figures, StageSpace::Size size) const;
  void draw_bars(Screen& screen, const StageScene& scene) const;

 private:
  Firsts firsts_;
  std::optional<graph::CellRef> focused_was_;
};

}  // namespace ui

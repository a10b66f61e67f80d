// What the parts of the stage share: what is on it, how it is laid out, and where each matrix is drawn in this frame.
// Stage owns it; layout, looks, marks, links and input read it.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "ui/shell/screen.hpp"
#include "ui/stage/layout/layout.hpp"
#include "ui/stage/matrix.hpp"

namespace ui {

struct StageScene {
  std::vector<explorer::FigureView> figures;  // of the view, prepared for the stage
  StageLayout layout;
  std::vector<Block> shown;   // as drawn in this frame: moving during a step change
  std::vector<float> appear;  // of each block
  std::vector<MatrixLook> looks;
  std::vector<explorer::TensorView> tensors;  // of each block, as laid out
  std::vector<std::size_t> followed;          // row that each look follows
  Rect area;
  bool scrolled = false;  // larger than its area
  Rect window;            // the visible part of a scrolled figure: the area without the legend
  double moved_at = -10;  // when the blocks began to move

  const explorer::TensorView& tensor(std::size_t block) const {
    const Block& b = layout.blocks[block];
    return figures[b.figure].tensors[b.tensor];
  }
  bool has_moves() const;  // some drawing shows cells moving from one arrangement to another
};

std::string_view part_id(Screen& screen, const StageScene& scene, std::size_t block);

// Moves blocks from their tensors' previous positions; new ones appear cell by cell.
class BlockMotion {
 public:
  void leave() { from_ = last_; }   // the next layout's blocks start where they are now
  void forget() { from_.clear(); }  // or appear at once
  void place(Screen& screen, StageScene& scene);

 private:
  // Positions of tensors: the top left corner of their cells, and the size of one.
  using Corners = std::vector<std::pair<graph::NodeId, Rect>>;
  Corners from_, last_;
};

}  // namespace ui

// The connections within a drawing: curves from table rows to the rows taken from them and from words to their ids, cells
// in several arrangements, the window of a kernel, and the signs between operands.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ui/stage/scene.hpp"
#include "ui/stage/stage_marks.hpp"

namespace ui {

class StageLinks {
 public:
  void find(Screen& screen, const StageScene& scene);  // for a new content
  // Puts the kernel beside the input rows of the followed output; true if that output has changed.
  bool slide(Screen& screen, StageScene& scene, const Marks& marks);

  void draw(Screen& screen, const StageScene& scene, const Marks& marks) const;
  void draw_twins(Screen& screen, const StageScene& scene, const Marks& marks) const;
  // poses: of the block's cells; empty: at rest.
  void draw_chunks(Screen& screen, const StageScene& scene, std::size_t block, std::span<const CellPose> poses) const;

 private:
  // A curve from a row of one matrix to a row of another.
  struct RowLink {
    std::size_t from = 0, from_row = 0, to = 0, to_row = 0;
  };
  // The previous position of a cell that has moved to a new arrangement.
  struct Origin {
    std::size_t block = 0;
    Drawn at;
  };

  void mark_chunks(const StageScene& scene, const Group& group);
  static bool followed_link(const StageScene& scene, const RowLink& link, const Marks& marks);
  void draw_window(Screen& screen, const StageScene& scene, const Group& group, const Marks& marks) const;

  std::vector<RowLink> row_links_;
  std::vector<std::vector<std::optional<Origin>>> origins_;  // of each block, by cell
  std::vector<std::vector<std::size_t>> chunks_;             // of each block, by cell: its head
  std::size_t chunk_count_ = 0;
  std::size_t window_row_ = 0, window_column_ = 0;  // of the kernel's output
};

// The arrows and the signs of a product between the matrices of a group.
void draw_arrows(Screen& screen, const StageScene& scene, const Group& group);
void draw_signs(Screen& screen, const StageScene& scene, const Group& group);

}  // namespace ui

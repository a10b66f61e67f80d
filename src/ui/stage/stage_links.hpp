// The connections within a drawing: curves from table rows to the rows taken from them and from words to their ids, cells
// moving between arrangements, the window of a kernel, and the signs between operands.
#pragma once

#include <optional>
#include <vector>

#include "ui/stage/scene.hpp"
#include "ui/stage/stage_marks.hpp"

namespace ui {

class StageLinks {
 public:
  void find(Screen& screen, const StageScene& scene);  // for a new content
  void play(double at) { played_at_ = at; }            // cells move to their new places from then on
  // Puts the kernel beside the input rows of the followed output; true if that output has changed.
  bool slide(Screen& screen, StageScene& scene, const Marks& marks);
  bool moves(std::size_t block) const { return !origins_[block].empty(); }
  // Where a cell is while it moves from the previous arrangement: row by row, one arrangement after the other.
  std::optional<Rect> flying(Screen& screen, const StageScene& scene, std::size_t block, std::size_t row,
                             std::size_t column) const;

  void draw(Screen& screen, const StageScene& scene, const Marks& marks) const;
  void draw_twins(Screen& screen, const StageScene& scene, const Marks& marks) const;
  void draw_chunks(Screen& screen, const StageScene& scene, std::size_t block) const;

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
  double played_at_ = -10;
};

// The arrows and the signs of a product between the matrices of a group.
void draw_arrows(Screen& screen, const StageScene& scene, const Group& group);
void draw_signs(Screen& screen, const StageScene& scene, const Group& group);

}  // namespace ui

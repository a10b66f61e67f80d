// Marks on the stage: the explained cell and its sources, what a slice takes, cells that have just changed. Finds them
// (stage_marks.cpp) and draws bands, arcs, pipes and rings (stage_marks_draw.cpp).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ui/stage/scene.hpp"

namespace ui {

// The explained cell and its sources, as drawn places.
struct Marks {
  struct Span {
    std::size_t row0 = 0, row1 = 0, column0 = 0, column1 = 0;
  };
  const explorer::ExplanationView* explanation = nullptr;
  std::optional<std::size_t> target;  // block
  Drawn cell;
  std::vector<std::optional<Span>> sources;               // of each block
  std::vector<std::optional<std::size_t>> rows, columns;  // highlighted labels
};

// The quarter circle around the inner corner of a product that joins feature f of its row to feature f of its column.
struct PairArc {
  float x = 0, y = 0, radius = 0;  // of the row's cell, of the column's, and of the circle that touches both
  float bottom = 0, end = 0;       // where the path begins below x, and ends beside y
};
PairArc pair_arc(const StageScene& scene, const Group& group, std::size_t feature);
void draw_pair_arc(const Screen& screen, const PairArc& arc, Color ink, float width);

class StageMarks {
 public:
  void find(Screen& screen, const StageScene& scene);        // in every frame
  void find_parts(Screen& screen, const StageScene& scene);  // for a new content: the parts that slices take
  const Marks& now() const { return marks_; }
  // The row that a sum and its parts show.
  std::size_t followed_row(Screen& screen, const StageScene& scene, const Group& group) const;
  // The tensor whose nonzero cells are outlined in a block, if any.
  const explorer::TensorView* outline(const StageScene& scene, std::size_t block) const;

  // alpha: how far the marks of a newly chosen cell have appeared. pills: products and weights, above all cells, instead
  // of the curves, which are below.
  void draw_bands(Screen& screen, const StageScene& scene, const Group& group, float alpha) const;
  void draw_arcs(Screen& screen, const StageScene& scene, const Group& group, float alpha, bool pills) const;
  void draw_pipes(Screen& screen, const StageScene& scene, const Group& group, bool pills) const;
  void draw_parts_taken(Screen& screen, const StageScene& scene) const;
  void draw_rings(Screen& screen, const StageScene& scene, float alpha) const;
  void draw_outlines(Screen& screen, const StageScene& scene) const;
  void draw_flash(Screen& screen, const StageScene& scene);

 private:
  Marks marks_;
  std::map<std::size_t, Marks::Span> parts_taken_;  // of blocks from which a slice takes a part
  unsigned changes_ = 0;
  double flashed_at_ = -10;
};

}  // namespace ui

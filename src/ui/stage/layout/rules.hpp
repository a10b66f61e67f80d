// Shared by the placers of groups: distances by screen size, and a draft whose groups are placed one below the other
// from (0, 0) before the whole is centred. Only the layout files include this.
#pragma once

#include <unordered_map>

#include "ui/shell/metrics.hpp"
#include "ui/stage/layout/layout.hpp"

namespace ui::layout {

// Distances from the cells, in px: centres of the label and name lines above and below.
struct Distances {
  float between;       // operands of a product
  float pipes;         // between values and their weighted copies
  float side_by_side;  // matrices of a row
  float groups;        // groups below each other
  float label_above, name_above, label_below, name_below, name_below_bare;
  float row_label;  // from the cells to the label's near end
  float label_size;
  bool long_labels;            // full words for rows and columns, on the result too
  bool feature_labels = true;  // beside the inner corner of a product
};

// tight: matrices of a row closer together than is good to look at, where numbers need it.
inline Distances distances(StageSpace::Size size, bool tight = false) {
  switch (size) {
    case StageSpace::Size::phone:
      if (tight) return {32, 104, 14, 20, 16, 39, 16, 38, 21, 9, 13, false};
      return {32, 104, 24, 20, 16, 39, 16, 38, 21, 13, 13, false};
    case StageSpace::Size::embed: return {24, 92, 24, 26, 14, 31, 13, 31, 17, 11, 12.5f, false, false};
    default: return {60, 120, 60, 44, 20, 46, 17, 44, 24, 16, 13, true};
  }
}

// Widths that do not depend on the cell size: measured once for all sizes that are tried.
struct NameWidths {
  float symbol = 0, shape = 0, in_legend = 0;
};

struct Draft {
  const std::vector<explorer::FigureView>& stage;
  const Measure& measure;
  Distances d;
  float pitch = 48, gap = 2;
  float width = 0;     // available for a line of a row group
  bool wraps = false;  // a row group may continue on a further line
  bool wrapped = false;
  bool stacks = false;    // miniatures of a row group stand below each other, the first one's name above the others'
  bool shrinks = false;   // matrices of pixels get the full width, whatever the cell size of others
  float miniatures = 60;  // px: so wide and high is a miniature at most, if it is not of more cells than that allows
  StageLayout layout;
  std::unordered_map<const void*, float> widest;   // of a list of labels, by the list
  std::unordered_map<const void*, float> pitches;  // of columns with a list of labels, by the list
  std::unordered_map<const explorer::TensorView*, NameWidths> names;

  const explorer::TensorView& tensor(const Block& block) const { return stage[block.figure].tensors[block.tensor]; }
  const explorer::TensorView& tensor(std::size_t block) const { return tensor(layout.blocks[block]); }
};

const NameWidths& name_widths(Draft& draft, const explorer::TensorView& tensor);

// Fills blocks and groups, without positions.
void group(const std::vector<explorer::FigureView>& stage, const Cuts& cuts, StageLayout& layout);

// Each puts its group's blocks with the top left at (0, top) and returns the lower end.
float place_row(Draft& draft, const Group& group, float top);
float place_corner(Draft& draft, const Group& group, float top);
float place_fan(Draft& draft, const Group& group, float top);
float place_gather(Draft& draft, const Group& group, float top);
float place_words(Draft& draft, const Group& group, float top);
float place_moves(Draft& draft, const Group& group, float top);
float place_window(Draft& draft, const Group& group, float top);
float head_room(const Draft& draft);  // from the top of a drawing to its cells

// Of the block `at`: sets its cells, and sizes that follow from them.
void place_cells(Draft& draft, std::size_t at, float x, float y);
void label_rows(Draft& draft, std::size_t at, bool right, bool long_words);
void label_columns(Draft& draft, std::size_t at, bool below, bool long_words);
void name_block(Draft& draft, std::size_t at, bool above, bool labels_between, float room);
float row_label_room(Draft& draft, std::size_t at, bool long_words);  // width of the widest, including its distance

}  // namespace ui::layout

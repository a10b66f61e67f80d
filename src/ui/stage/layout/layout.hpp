// Layout of a stage: figures and the available space in; rectangles of cells, labels, names and legends out. Pure
// geometry, so its guarantees can be tested: rows continue across parts, nothing overlaps, nothing is outside.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/views/view.hpp"
#include "ui/geometry.hpp"

namespace ui {

// A place among the drawn cells.
struct Drawn {
  std::size_t row = 0, column = 0;
};

// A matrix on stage.
struct Block {
  std::size_t figure = 0, tensor = 0;  // index in View::stage
  std::size_t rows = 1, columns = 1;   // as drawn
  float pitch = 0, gap = 2;
  Rect cells;  // whole pitches, including the last gap
  Rect name;   // the line with symbol, shape and axis words
  bool name_above = true;
  Rect row_labels;  // empty: none
  Rect column_labels;
  bool row_labels_right = false, column_labels_below = false;
  bool short_rows = false, short_columns = false;
  std::size_t every_row = 1, every_column = 1;  // labels are thinned so that none touch
  bool small_columns = false;                   // labels are set smaller where that makes thinning unnecessary
  // A tensor with one more axis than can be drawn: one index of it is followed (a row of the sum, an output of a
  // kernel), the other two are rows and columns.
  bool followed = false;
  std::size_t follow_axis = 0, row_axis = 0, column_axis = 0;
  // One more axis is laid out as matrices side by side.
  std::size_t panels = 1, panel_axis = 0;
  // Some rows or columns of a long tensor are shown; empty: all. Seams mark where others are left out, and separate
  // panels; counted up to each row and column.
  std::vector<std::size_t> row_of, column_of, row_seams, column_seams;
  float seam = 0;
  bool whole_words = false;  // row labels are never shortened to t1, because the figure is about the words
  bool pills = false;        // and each has a frame
  bool miniature = false;    // of colours only, without labels, where others need the room for their numbers
  bool single = false;       // one number beside others: its cell is never smaller than its digits need
  float name_needs = 0;      // width of symbol and shape on the name's line

  float smallest_name() const { return miniature ? 0.6f : 0.75f; }  // of its full size, on small screens

  Rect cell(std::size_t row, std::size_t column) const {
    const float x = cells.x0 + static_cast<float>(column) * pitch +
                    (column_seams.empty() ? 0 : static_cast<float>(column_seams[column]) * seam);
    const float y = cells.y0 + static_cast<float>(row) * pitch +
                    (row_seams.empty() ? 0 : static_cast<float>(row_seams[row]) * seam);
    return {x, y, x + pitch - gap, y + pitch - gap};
  }
  float width() const {
    return static_cast<float>(columns) * pitch +
           (column_seams.empty() ? 0 : static_cast<float>(column_seams.back()) * seam);
  }
  float height() const {
    return static_cast<float>(rows) * pitch + (row_seams.empty() ? 0 : static_cast<float>(row_seams.back()) * seam);
  }
  // The cell at that point, or the one before the gap there.
  Drawn cell_at(Point at) const {
    const auto place = [&](float from, float to, std::size_t count) {
      return static_cast<std::size_t>(std::clamp((to - from) / pitch, 0.0f, static_cast<float>(count) - 0.5f));
    };
    Drawn found{place(cells.y0, at.y, rows), place(cells.x0, at.x, columns)};
    while (found.row > 0 && cell(found.row, 0).y0 > at.y) --found.row;
    while (found.column > 0 && cell(0, found.column).x0 > at.x) --found.column;
    return found;
  }
  // The tensor's index of a drawn row or column.
  std::size_t row_place(std::size_t row) const { return row < row_of.size() ? row_of[row] : row; }
  std::size_t column_place(std::size_t column) const { return column < column_of.size() ? column_of[column] : column; }
};

// Matrices that form one drawing. row: side by side, rows aligned. corner: a left operand, operands above, results
// where they cross. fan: values and their weighted copies above, weights and sums below, all aligned. gather: a table,
// the ids that name its rows, and the rows they name. words: a sentence, the list of its words, and their ids. moves:
// the same cells at other places, one below the other. window: a kernel between the rows it covers and its output.
struct Group {
  enum class Kind : std::uint8_t { row, corner, fan, gather, words, moves, window };
  struct Product {
    std::size_t top = 0, result = 0;
  };
  Kind kind = Kind::row;
  bool apart = false;  // row: a product or sum that did not fit its layout; its rows do not continue across
  std::vector<std::size_t> blocks;
  std::size_t left = 0;                                    // corner: block of the left operand
  std::vector<Product> products;                           // corner
  std::optional<std::size_t> weights, values, parts, sum;  // fan
  std::vector<std::size_t> arrows;                         // row: blocks with an arrow from the block before
  std::optional<std::size_t> table, ids, kernel, result;   // gather and words: table, ids; window: kernel; all: result
};

// The rows and columns shown of a tensor too long to show in full.
struct Cut {
  std::vector<std::size_t> rows, columns;  // as drawn; empty: all
};
using Cuts = std::map<graph::NodeId, Cut>;

struct Legend {
  std::vector<std::size_t> blocks;  // share this scale, and any of them defines it; or, if it follows, may be shown
  Rect where;
  bool compact = false;  // on one line
  bool follows = false;  // of the focused matrix if it is one of the blocks, else empty
};

struct StageLayout {
  std::vector<Block> blocks;
  std::vector<Group> groups;
  std::vector<Legend> legends;
  Rect bounds;  // everything but legends
  float pitch = 0;
};

struct StageSpace {
  enum class Size : std::uint8_t { wide, phone, embed };
  Rect area;
  Size size = Size::wide;
  float largest_pitch = 72;
  bool no_legends = false;  // legends are drawn elsewhere
  bool one_legend = false;  // a small screen: only the result's, or the hovered matrix's
  bool rolled = false;      // as high as necessary: the caller scrolls it
  bool pans = false;        // rolled: also as wide as necessary
  bool miniatures = false;  // operands of colours only, so that the results have room for numbers
  float least_pitch = 28;   // rolled: no smaller cells
  Cuts cuts = {};
};

constexpr float least_numbers_pitch = 28;       // smaller cells show no numbers
constexpr std::size_t most_color_columns = 48;  // beyond it cells are mere pixels

// The width of a label as drawn (13 px by default).
using Measure = std::function<float(const std::string& text, float size)>;

// The figures as the stage draws them: vectors that name rows are vertical beside them, the rows of a table have
// numbers.
std::vector<explorer::FigureView> prepared(std::vector<explorer::FigureView> stage);

StageLayout lay_out(const std::vector<explorer::FigureView>& stage, const StageSpace& space, const Measure& measure);

// The size of a tensor as drawn: rows and columns of its last two axes, exchanged when transposed.
std::size_t drawn_rows(const explorer::TensorView& tensor);
std::size_t drawn_columns(const explorer::TensorView& tensor);
// Labels of the drawn rows and columns; empty when the axis has none.
const std::vector<std::string>& row_words(const explorer::TensorView& tensor, bool shortened);
const std::vector<std::string>& column_words(const explorer::TensorView& tensor, bool shortened);
// As "stre." for "street"; "t1" is none.
inline bool is_abbreviation(std::string_view word) { return word.ends_with('.'); }
// The tensor's index of the cell drawn there.
graph::Index index_at(const explorer::TensorView& tensor, std::size_t row, std::size_t column);
void index_at(const explorer::TensorView& tensor, std::size_t row, std::size_t column, graph::Index& index);
// Where a cell of the tensor is drawn; nothing if its leading indices are not the ones shown.
std::optional<Drawn> drawn_at(const explorer::TensorView& tensor, const graph::Index& index);
// The same for a block that may follow a row: `followed` is its index.
graph::Index index_at(const Block& block, const explorer::TensorView& tensor, std::size_t row, std::size_t column,
                      std::size_t followed);
void index_at(const Block& block, const explorer::TensorView& tensor, std::size_t row, std::size_t column,
              std::size_t followed, graph::Index& index);
std::optional<Drawn> drawn_at(const Block& block, const explorer::TensorView& tensor, const graph::Index& index,
                              std::size_t followed);

}  // namespace ui

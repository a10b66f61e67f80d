// One matrix: the look of its cells (decided once per content, for the matrix as a whole) and how they are drawn.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/shell/screen.hpp"
#include "ui/stage/layout/layout.hpp"

namespace ui {

struct CellLook {
  explorer::CellView view;
  std::string text;
  Color fill = 0, ink = 0;
  float text_width = 0;
};

struct MatrixLook {
  std::vector<CellLook> cells;  // row by row as drawn
  float number_size = 0;        // 0: cells without numbers
  int decimals = 0;             // drawn: fewer than the tensor's where they do not fit
  std::string power;            // "× 10³" shared by all cells; empty when not
  double unit = 1;              // the value of that power
  bool own_powers = false;      // numbers of very different sizes, each with its own power
  ColorScale scale = graph::Family::neutral;

  const CellLook& at(const Block& block, std::size_t row, std::size_t column) const {
    return cells[row * block.columns + column];
  }
};

// followed: the leading index of a block that follows a row.
MatrixLook look_of(Screen& screen, const Block& block, const explorer::TensorView& tensor, std::size_t followed);

// Puts ≈ before the numbers of these cells, if there is room.
void mark_about(Screen& screen, const Block& block, MatrixLook& look, const std::vector<bool>& about);

// A cell while its matrix is being made.
struct CellPose {
  Rect at;
  float shown = 1, number = 1;  // opacity of its colour and of its number
  float bar = 0;                // 1: in the colour of the matrix, as the bar of a diagram
  float place = 0;              // opacity of the outline of its empty place
};

struct CellsLook {
  float appear = 1;                    // 0 to 1 over the whole matrix: cells appear one after the other
  bool notch = false;                  // corner notches: the matrix is editable, and hovered or part of a goal
  const MatrixLook* before = nullptr;  // fades from these colours to its own
  float changed = 1;                   // progress of that fade
  float numbers = 1;                   // opacity of the numbers
  // Of each cell, row by row; empty: at rest. NOLINTNEXTLINE(readability-redundant-member-init): so that it may be omitted
  std::span<const CellPose> poses = {};
};
// What tells a negative or masked cell without a number: lines across it.
void draw_hatch(const Screen& screen, const Block& block, const MatrixLook& look, const CellLook& cell, Rect at,
                float alpha);
void draw_cells(Screen& screen, const Block& block, const MatrixLook& look, const CellsLook& how);
// Row and column labels; those in `row` and `column` are highlighted.
void draw_labels(Screen& screen, const Block& block, const explorer::TensorView& tensor, float alpha,
                 std::optional<std::size_t> row, std::optional<std::size_t> column);
// The frame around the word of a row, where row labels are words of a sentence.
Rect pill_rect(Screen& screen, const Block& block, const explorer::TensorView& tensor, std::size_t row);
void draw_name(Screen& screen, const Block& block, const explorer::TensorView& tensor, const MatrixLook& look,
               float alpha);
// A ring around cells row0…row1, column0…column1 (inclusive), `out` px outside them.
Rect cells_rect(const Block& block, std::size_t row0, std::size_t row1, std::size_t column0, std::size_t column1);
void draw_ring(Screen& screen, Rect cells, float pitch, Color color, float width, float alpha);
float corner_of(float pitch);

}  // namespace ui

// The kinds of figures that a step may have above its stage. A new kind is a file in this folder that defines a FigureKind,
// and a line at the end.
#pragma once

#include <vector>

#include "ui/shell/screen.hpp"

namespace ui {

struct FigureKind {
  bool (*is_there)(const explorer::View& view);
  // The upper part of the area that it takes; what is left belongs to the kinds below and the stage.
  Rect (*room)(const Screen& screen, Rect area);
  void (*draw)(Screen& screen, Rect room);
  // Adds what it shows for export to a picture; none where it is not exported.
  void (*add_exported)(std::vector<explorer::FigureView>& figures, const explorer::View& view);
};

extern const FigureKind words_figure, written_figure, training_figure, curve_figure, bars_figure, picture_figure;
// From top to bottom.
inline const FigureKind* const figure_kinds[] = {&words_figure, &written_figure, &training_figure,
                                                 &curve_figure, &bars_figure,    &picture_figure};

}  // namespace ui

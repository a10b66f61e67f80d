// How the kinds of figures in src/figures are drawn. Each defines a FigureDrawing, KIND_drawing; their lists, in the order
// from top to bottom, are made from src/figures/kinds.cmake.
#pragma once

#include <memory>

#include "ui/shell/screen.hpp"

namespace ui {

// One on the stage; keeps the state of its gestures.
class StageFigure {
 public:
  virtual ~StageFigure() = default;
  // Between it and the matrices, and between its parts. Returns what is left of the area.
  virtual Rect draw_switch(Screen& screen, Rect area) = 0;
  virtual void draw(Screen& screen, Rect area) = 0;
};

struct FigureDrawing {
  // Above the stage. room: the upper part of the area that it takes; what is left belongs to the kinds below and the stage.
  Rect (*room)(const Screen& screen, Rect area) = nullptr;
  void (*draw)(Screen& screen, Rect room) = nullptr;
  bool beside_switch = false;  // it may share its line with the switch of the stage, if it needs only one
  // On the stage.
  std::unique_ptr<StageFigure> (*make)() = nullptr;
};

struct FigureKind {
  std::string_view key;
  const FigureDrawing* drawing;
};

}  // namespace ui

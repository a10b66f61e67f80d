// Divides a step whose figures do not fit at a readable size into beats that follow each other. Each shows whole figures:
// an operation with its operands and its result. The row above the stage has a picture of each beat's result.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ui/stage/part_windows.hpp"
#include "ui/stage/scene.hpp"

namespace ui {

// What a layout leaves out so that more matrices have numbers.
struct StageSavings {
  bool legends = false, operands = false;  // operands: colours only
};

// The layout of figures in a space, tighter in little space if that makes the cells clearly larger.
StageLayout lay_out_best(const std::vector<explorer::FigureView>& figures, const StageSpace& space,
                         const Measure& measure, StageSavings savings);

class StageBeats {
 public:
  // Divides the stage of the view, and puts the division into the screen's memory. The rows above the stage are taken off
  // the space: that of the beats, where there are several, and that of the selectors, whose place is returned. They share
  // one row if there is room. On small screens dots stand in `aside`, a room above the space, if that is wide enough.
  Rect divide(Screen& screen, StageSpace& space, Rect aside, float selectors, const PartWindows& windows,
              const Measure& measure);
  // The figures of the current beat.
  std::vector<explorer::FigureView> figures(const explorer::View& view) const;
  std::size_t now() const { return now_; }
  StageSavings savings() const { return beats_[now_].savings; }
  void draw_row(Screen& screen);
  Rect spare() const;  // what the pictures of the beats, or their dots, leave free of their row

 private:
  struct Beat {
    std::size_t first = 0, end = 0;  // its parts, see explorer::View::parts
    StageSavings savings = {};
  };
  struct Picture {
    std::vector<std::pair<Rect, Color>> cells;
    Rect frame;
    std::vector<TextRun> symbol;
    float end = 0;  // right end of its button
  };
  // What a division depends on: not on the numbers, which may change under the reader's hand.
  struct Cause {
    std::string step, language;
    explorer::Parameters parameters;
    decltype(explorer::Document::on_steps) on_steps;
    std::vector<explorer::StagePart> parts;
    Rect area, aside;
    StageSpace::Size size = StageSpace::Size::wide;
    float selectors = 0;
    int decimals = 0;
    unsigned type = 0;
    unsigned lesson = 0;  // Explorer::number
    bool operator==(const Cause&) const = default;
  };

  // Sets the positions of the rows.
  Rect place_rows(StageSpace& space, float selectors);
  std::vector<Beat> divided(Screen& screen, const StageSpace& space, const PartWindows& windows, const Measure& measure,
                            bool several) const;  // several: not all in one
  void make_pictures(Screen& screen);
  void draw_dots(Screen& screen) const;
  float dots_width() const;

  std::vector<Beat> beats_;
  std::size_t now_ = 0;
  Rect row_;  // empty if there is one beat only
  Rect aside_;
  bool wide_ = true;     // the row has pictures, else dots
  bool shares_ = false;  // the row has room for the selectors
  float selectors_width_ = 0;
  std::optional<Cause> cause_;
  std::vector<Picture> pictures_;
  std::optional<Circumstances> pictured_;
};

}  // namespace ui

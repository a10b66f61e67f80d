// Divides a step whose figures do not fit at a readable size into beats that follow each other. Each shows whole figures:
// an operation with its operands and its result.
#pragma once

#include <string>
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
  // Divides the stage of the view, and puts the division into the screen's memory. The row of the selectors above the
  // stage is taken off the space, and its place returned.
  Rect divide(Screen& screen, StageSpace& space, float selectors, const PartWindows& windows, const Measure& measure);
  // The figures of the current beat.
  std::vector<explorer::FigureView> figures(const explorer::View& view) const;
  std::size_t now() const { return now_; }
  StageSavings savings() const { return beats_[now_].savings; }

 private:
  struct Beat {
    std::size_t first = 0, end = 0;  // its parts, see explorer::View::parts
    StageSavings savings = {};
  };
  // What a division depends on: not on the numbers, which may change under the reader's hand.
  struct Cause {
    std::string step, language;
    explorer::Parameters parameters;
    decltype(explorer::Document::on_steps) on_steps;
    lesson::Letters letters = lesson::Letters::page;
    std::vector<explorer::StagePart> parts;
    Rect area;
    StageSpace::Size size = StageSpace::Size::wide;
    float selectors = 0;
    int decimals = 0;
    unsigned type = 0;
    unsigned lesson = 0;  // Explorer::number
    bool operator==(const Cause&) const = default;
  };

  std::vector<Beat> divided(Screen& screen, const StageSpace& space, const PartWindows& windows,
                            const Measure& measure) const;

  std::vector<Beat> beats_;
  std::size_t now_ = 0;
  std::optional<Cause> cause_;
};

}  // namespace ui

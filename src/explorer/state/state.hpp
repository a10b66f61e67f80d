// What a reader looks at and has changed, as plain data. Everything on screen is derived from it and the lesson.
// document: the part that undo and reset cover. The rest is what the reader looks at.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explorer/hero/state.hpp"
#include "explorer/json/shape.hpp"
#include "explorer/large_map/state.hpp"
#include "explorer/lesson/progress.hpp"
#include "explorer/lesson/timing.hpp"
#include "explorer/model/state.hpp"
#include "explorer/state/edit.hpp"
#include "explorer/training/run.hpp"
#include "graph/core/types.hpp"
#include "lesson/run/run.hpp"

namespace explorer {

enum class Theme : std::uint8_t { system, dark, light };

}  // namespace explorer

template <>
struct text::Words<explorer::Theme> {
  static constexpr std::string_view all[] = {"system", "dark", "light"};
};
template <>
struct text::Words<lesson::Letters> {
  static constexpr std::string_view all[] = {"page", "tutorial"};
};

namespace explorer {

using Parameters = std::map<std::string, lesson::ParameterValue, std::less<>>;

struct Document {
  Parameters parameters;  // only those that differ from the lesson's
  // By step: the reader's values of parameters that the step sets, where they differ from the step's.
  std::map<std::string, Parameters, std::less<>> on_steps;
  std::vector<lesson::Edit> edits;  // at most one per cell, in order of first
                                    // edit
  std::optional<Trained> trained;   // instead of the lesson's own numbers, on steps that show the run
  std::vector<Trained> aside;       // the same for runs under other settings
  lesson::Letters letters = lesson::Letters::page;
  bool operator==(const Document&) const = default;
};

// For its history, in edits: a link may hold ten thousand of them. Forty trained weights count as one.
std::size_t snapshot_size(const Document& document);

inline constexpr double most_attention_zoom = 64;

// How attention weights are looked at: heads and queries, values and colours, zoom.
struct AttentionLook {
  std::optional<bool> matrices;         // the step's other figures are shown instead; none: as the lesson lists them
  bool scores = false;                  // the map holds the scores instead of the weights
  bool shared = true;                   // one colour scale for all heads
  double threshold = 0.05;              // curves of smaller weights are not drawn
  std::vector<std::size_t> heads;       // several at once, in rising order; empty: the one whose slice is shown
  std::vector<std::size_t> queries;     // followed, in rising order; empty: that of the explained weight, or the first
  std::optional<std::size_t> compared;  // a head shown beside them
  std::vector<std::size_t> off;         // heads whose output counts as 0, in rising order
  double zoom = 1;                      // 1 shows the whole map
  double x = 0.5, y = 0.5;              // centre of the visible part, as fractions of the map
  bool operator==(const AttentionLook&) const = default;
};

// Some of the parts of a step's stage (View::parts): the first, and how many; 0: all that follow.
struct StageShare {
  std::size_t first = 0, parts = 0;
  bool operator==(const StageShare&) const = default;
};

// The number of “What moves this?”: the tensors that it depends on show its slopes. A cell of one of them may be
// nudged by some steps, upwards or downwards (moves_view.hpp says how long one is).
struct Nudged {
  graph::CellRef cell;
  int steps = 0;
  bool operator==(const Nudged&) const = default;
};
inline constexpr int most_nudges = 100;
struct Asked {
  graph::CellRef of;
  std::optional<Nudged> nudged;
  bool operator==(const Asked&) const = default;
};

// The lesson plays by itself: the interface goes from text to text and from step to step. Not covered by undo.
struct Lecture {
  bool on = false, paused = false;
  double speed = 1;
};
inline constexpr double lecture_speeds[] = {0.5, 1, 2};

struct State {
  std::string step;  // id
  bool end = false;  // the page after the last step is shown; step is the last one
  // The parts of the step's stage that are shown at a time, its beat: the first, and how many; 0: all that follow.
  std::size_t beat = 0, beat_parts = 0;
  // What the figure beside the reading view's text shows instead while it follows the text. Not part of a link.
  std::optional<StageShare> beside;
  StageShare on_stage() const { return beside.value_or(StageShare{beat, beat_parts}); }
  Document document;
  int decimals = 2;                             // affects display only, never computation
  ColorSteps color_steps = ColorSteps::linear;  // how cells are coloured, see color_steps.hpp
  Theme theme = Theme::system;
  std::string language = "en";
  bool reading = false;                   // the reading view is on
  bool contents = false;                  // the contents page is shown instead of this lesson
  std::optional<graph::CellRef> focused;  // keyboard focus or pinned selection: explained when nothing is hovered
  std::optional<Edit> edit;               // while something is typed; not part of a link
  bool pinned = false;                    // the focused cell stays explained until Esc or a second click
  std::optional<graph::CellRef> hovered;
  std::set<std::string, std::less<>> revealed;              // ids of questions whose answer has been shown
  std::map<std::string, Progress, std::less<>> answers;     // by id of the question
  std::size_t student = 0;                                  // a seed that selects among the variants of a question
  std::set<std::string, std::less<>> seen;                  // ids of steps that have been opened
  std::map<std::string, std::size_t, std::less<>> leading;  // axis name ("batch", "head") → index shown
  AttentionLook attention;
  std::optional<Asked> asked;  // until another step is opened
  TrainingState training;
  RunLook run;
  Lecture lecture;
  std::vector<Timing> timings;  // one for each number of tokens; not part of a link
  LargeState large;             // shown instead of the lesson
  ModelState model;             // the same
  HeroState hero;               // of the contents

  bool shows_lesson() const { return !contents && !large.shown && !model.shown; }
};

// What the step sets the parameter to; nullptr if it does not, or the lesson has no such step.
const lesson::ParameterValue* set_by(const lesson::Lesson& lesson, std::string_view step, std::string_view parameter);

// A parameter's value on the current step: the reader's choice, else the step's, else the lesson's initial value; empty
// for a name that the lesson does not have. A parameter that a step sets has a value of its own there: what the reader
// chooses on that step holds on it alone.
const lesson::ParameterValue& chosen(const lesson::Lesson& lesson, const State& state, std::string_view parameter);
bool holds(const lesson::When& when, const lesson::Lesson& lesson, const State& state);

// All values on a step that differ from the lesson's initial ones.
Parameters parameters_on(const lesson::Lesson& lesson, std::string_view step, const Document& document);

// The reader's choice of a value on a step.
void choose(Document& document, const lesson::Lesson& lesson, std::string_view step, const lesson::Parameter& parameter,
            lesson::ParameterValue value);

}  // namespace explorer

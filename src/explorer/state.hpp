// What a person looks at and has changed, as plain data. Everything on screen follows from it and the lesson.
// document: what undo and reset speak of. The rest is where one looks.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explorer/large_state.hpp"
#include "explorer/progress.hpp"
#include "graph/types.hpp"
#include "lesson/run.hpp"

namespace explorer {

enum class Theme : std::uint8_t { system, dark, light };

struct Document {
  std::map<std::string, lesson::ParameterValue, std::less<>> parameters;  // only those that differ from the lesson's
  std::vector<lesson::Edit> edits;                                        // one a cell at most, in order of first edit
  bool operator==(const Document&) const = default;
};

inline constexpr double most_attention_zoom = 64;

// How attention weights are looked at: which heads and queries, which values and colours, from how near.
struct AttentionLook {
  std::optional<bool> matrices;      // the step's other figures are shown instead; none: as the lesson lists them
  bool scores = false;               // the map holds the scores instead of the weights
  bool shared = true;                // one colour scale for all heads
  double threshold = 0.05;           // curves of smaller weights are not drawn
  std::vector<std::size_t> heads;    // several at once, rising; else the one whose slice is shown
  std::vector<std::size_t> queries;  // followed, rising; none: the first
  double zoom = 1;                   // 1: the whole map is seen
  double x = 0.5, y = 0.5;           // the middle of what is seen, as shares of the map
  bool operator==(const AttentionLook&) const = default;
};

struct State {
  std::string step;  // id
  bool end = false;  // the page after the last step is shown; step is the last one
  Document document;
  int decimals = 2;                             // shown, never computed with
  ColorSteps color_steps = ColorSteps::linear;  // how cells are coloured, see color_steps.hpp
  Theme theme = Theme::system;
  std::string language = "en";
  bool reading = false;                   // the reading view is asked for
  bool contents = false;                  // the lessons side by side are shown instead of this one
  std::optional<graph::CellRef> focused;  // keyboard focus or pinned selection: explained when nothing is hovered
  bool pinned = false;                    // the focused cell stays explained until Esc or a second click
  std::optional<graph::CellRef> hovered;
  std::set<std::string, std::less<>> revealed;              // ids of questions whose answer has been shown
  std::map<std::string, Progress, std::less<>> answers;     // by id of the question
  std::size_t student = 0;                                  // whose seed picks among the variants of a question
  std::set<std::string, std::less<>> seen;                  // ids of steps that have been opened
  std::map<std::string, std::size_t, std::less<>> leading;  // axis name ("batch", "head") → place shown of it
  AttentionLook attention;
  LargeState large;  // shown instead of the lesson
};

// What a reader has chosen, else what the lesson starts with; nothing for a name that the lesson has not.
const lesson::ParameterValue& chosen(const lesson::Lesson& lesson, const Document& document,
                                     std::string_view parameter);
bool holds(const lesson::When& when, const lesson::Lesson& lesson, const Document& document);

}  // namespace explorer

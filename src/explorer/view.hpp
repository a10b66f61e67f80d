// What is to be seen, derived from lesson, graph and state: the one step model from which the canvas and the reading
// view are both made. Plain data, rebuilt only when something changed; nothing here can be edited.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/closing_view.hpp"
#include "explorer/question_view.hpp"
#include "explorer/state.hpp"
#include "graph/explanation.hpp"
#include "graph/messages.hpp"
#include "graph/operation.hpp"
#include "graph/types.hpp"
#include "lesson/lesson.hpp"
#include "lesson/markup.hpp"

namespace explorer {

using Paragraphs = std::vector<lesson::Paragraph>;  // numbers filled in, language chosen

// One cell as it is to be shown.
struct CellView {
  enum class Status : std::uint8_t { shown, hidden, masked, not_finite };
  Status status = Status::shown;
  float value = 0;
  std::string text;  // formatted for its matrix: "4", "0.47", "−∞"; "?" when hidden
  bool edited = false;
};

// A tensor on stage or map.
struct TensorView {
  graph::NodeId node = 0;
  std::string name;  // the lesson's own, for links and JavaScript
  graph::Symbol symbol;
  graph::Role role = graph::Role::none;
  graph::Shape shape;
  std::vector<std::string> axis_names;                 // translated: "token", "feature"
  std::vector<std::string> axis_words;                 // as the lesson spells them: what SetLeading takes
  std::size_t row_axis = 0;                            // lies as rows, the last axis as columns
  std::vector<std::size_t> leading;                    // place shown of each other axis, in order
  std::vector<std::vector<std::string>> labels;        // of every axis, one a place: "Input 1", "f2"
  std::vector<std::vector<std::string>> labels_short;  // "t1", "f2"
  bool editable = false;
  bool transposed = false;    // drawn transposed; cells keep their own index
  int decimals = 0;           // of its cells: decided for the matrix as a whole
  bool power_of_ten = false;  // too large or too small for decimals: all cells as "6.0e−6"
  float scale = 1;            // largest magnitude shown: ends of the signed colour scale; 1 for weights
  bool no_number = false;     // not one cell holds a finite number that may be shown
  bool all_hidden = false;
  bool ours = false;
  std::string caption;  // "Q (3 × 3), token × feature"
  std::string random;   // "random numbers, seed 7, not trained: the pattern means nothing"; empty when not
};

struct FigureView {
  graph::Layout layout = graph::Layout::source;
  // kind operation: inputs in order, then the result last; kind tensors: as listed.
  std::vector<TensorView> tensors;
  bool has_result = false;
};

struct ControlView {
  std::string name;
  lesson::Parameter::Control control = lesson::Parameter::Control::choice;
  std::string label, hint;           // plain, for names and speech
  Paragraphs label_text, hint_text;  // with symbols set
  Paragraphs off;                    // why it does nothing now; empty: it does
  std::vector<std::pair<std::string, std::string>> choices;  // value, label
  double least = 0, most = 1, step = 1;
  lesson::ParameterValue value;
  bool changed = false;  // differs from the lesson's
};

struct LanguageEntry {
  std::string tag, name;  // its name in itself: "Deutsch"
  bool current = false;
};

struct StepEntry {
  std::string id, title;
  bool current = false, seen = false;
};

// A node of the pipeline map and where its curves come from (places in the same vector).
struct MapNode {
  TensorView tensor;
  int column = 0, row = 0;
  std::vector<std::size_t> from;
  enum class State : std::uint8_t { done, current_input, current, later } state = State::later;
  std::string step;  // the step that shows it: where a click goes
};

struct ExplanationView {
  graph::CellRef cell;
  graph::Role role = graph::Role::none;
  std::vector<graph::Line> lines;  // hidden operands replaced by "?"; notes translated: {"label", {text}}
  std::string rule, rounding;      // "Row 1 of Q × row 2 of K", "exact, no rounding"
  std::vector<graph::Words> rule_words;  // the rule with its symbols apart
  std::string cause;                     // why it is no finite number, where that surprises
  std::string spoken;              // for the aria-live line: one plain sentence
  // Cells of the tensors on stage that this cell is made of, for bands, rings and arcs.
  std::vector<graph::CellRef> sources;
};

struct View {
  std::string lesson_id, lesson_title, language;
  std::vector<LanguageEntry> languages;  // all that the page offers
  Paragraphs summary;  // of the lesson
  std::vector<StepEntry> steps;  // those of the lesson, then the page after the last one, where there is one
  std::size_t count = 0;         // of the lesson's own steps
  std::size_t step = 0;          // place of the current one among all
  std::string step_id, step_title;
  Paragraphs text, try_it, watch_out;
  std::string formula_tex, formula_element_tex;
  std::string code, code_printed;  // the tutorial's line and what it prints here, computed
  std::vector<FigureView> stage;
  std::vector<ControlView> controls;
  std::optional<QuestionView> question;
  std::optional<ClosingView> closing;  // on the page after the last step, which has nothing else but the map
  std::vector<NameRowView> names;
  std::vector<MapNode> map;
  bool can_undo = false, can_redo = false, changed_from_lesson = false;
  std::string random;  // not empty: some number on stage is random and untrained
};

}  // namespace explorer

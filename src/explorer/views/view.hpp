// What is shown, derived from lesson, graph and state: the step model from which both the canvas and the reading view
// are made. Plain data, rebuilt only when something changed; nothing here can be edited.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/lecture/captions.hpp"
#include "explorer/state/state.hpp"
#include "explorer/views/closing_view.hpp"
#include "explorer/views/question_view.hpp"
#include "explorer/views/tensor_view.hpp"
#include "graph/core/messages.hpp"
#include "graph/core/operation.hpp"
#include "graph/core/types.hpp"
#include "graph/explain/explanation.hpp"
#include "lesson/lesson.hpp"
#include "lesson/read/markup.hpp"

namespace explorer {

struct ViewContext;

using Paragraphs = std::vector<lesson::Paragraph>;  // numbers filled in, language chosen

// Values of one map of attention, row by row.
struct AttentionCells {
  std::vector<float> values;
  std::vector<CellView::Status> status;
  float largest = 0;        // magnitude of those that are shown
  std::uint64_t stamp = 0;  // differs when the cells differ
};

// A head beside the selected ones.
struct ComparedHead {
  std::size_t head = 0;
  AttentionCells map, row;  // as in AttentionView
  std::vector<std::string> texts, row_texts;
  std::string words;  // where the followed row differs: what it attends to most here and there
};

// What the combined heads give for one token, with and without those that are switched off.
struct HeadsOff {
  graph::Symbol symbol;
  graph::Role role = graph::Role::none;
  std::string place;                  // of the row: "sequence 1, token 2"
  std::vector<std::string> features;  // labels of the columns
  struct Row {
    std::string name;  // "with all heads"
    std::vector<float> values;
    std::vector<std::string> texts;
  };
  std::array<Row, 3> rows;  // with all heads, without those, and the change
  bool hidden = false;      // a question asks for one of the numbers; then they are 0 and "?"
  float scale = 1;          // largest magnitude
  std::string words;        // which feature changes most
};

// The attention of the selected heads.
struct AttentionView {
  TensorView weights, shown;  // shown: in the map, the weights or the scores
  bool is_shown = true;       // else the step's other figures are shown
  bool has_matrices = false;  // there are such figures
  bool has_scores = false, scores = false;
  std::size_t queries = 0, keys = 0;
  // Heads are the indices of the last axis before queries and keys, whatever its name; without one there is one head.
  std::string head_axis, head_word;  // as SetLeading takes it, and translated; empty: none
  std::vector<std::string> heads;    // their names: "Head 1"
  std::vector<std::size_t> selected;
  struct Leading {
    std::string axis, name;
    std::size_t count = 1, place = 0;
  };
  std::vector<Leading> others;  // axes before the heads, such as the batch
  std::vector<std::size_t> followed;
  std::vector<AttentionCells> of_head;  // of the values that are shown
  AttentionCells map;                   // the average of those that are selected
  AttentionCells map_weights;           // the same of the weights
  AttentionCells row, row_weights;      // the average of the followed queries
  std::vector<std::string> texts;       // of the map's cells; none where there are very many
  std::vector<std::string> row_texts, row_weight_texts;
  float end = 1;            // maximum of the colour scale, and −end its minimum where it is signed
  std::string scale_title;  // what the scale measures: "weight", "weight, all heads"
  std::string title;        // the head's name, or which ones are averaged
  std::string followed_name;
  std::optional<ComparedHead> compared;
  bool can_switch = false;       // the heads are combined later on
  std::vector<std::size_t> off;  // those that are switched off
  std::optional<HeadsOff> heads_off;
  bool rows_sum_to_one = true;  // as far as is shown; weights that the lesson does not compute may not
  std::string sum, entropy;     // of the followed row: "1.00", and in words how focused it is
};

// A figure in words and numbers, as the reading view has it beside the tables of its tensors.
struct FigureText {
  struct Table {
    std::string caption;
    std::vector<std::string> heads;              // of the columns; the first is that of the rows' names
    std::vector<std::vector<std::string>> rows;  // each begins with its name
  };
  // A cell that can be focused, such as that of a word.
  struct Item {
    std::string text, note;
    bool current = false;
    graph::CellRef cell;
  };
  // Which place of an axis is shown: SetLeading goes to another.
  struct Slice {
    std::string label, axis;
    std::vector<std::string> places;
    std::size_t current = 0;
  };
  struct Quote {
    std::string title, text;
  };
  // A button whose request the page carries out, and the sizes that the request is about.
  struct Action {
    std::string request, label;
    std::vector<std::size_t> sizes;
    bool enabled = true;
  };
  std::string_view kind;
  std::string title;  // empty: paragraphs alone
  std::optional<Table> table;
  std::vector<Quote> quotes;
  std::string status;  // a sentence that is announced when it changes; may be empty
  std::optional<Action> action;
  std::optional<Slice> slice;
  std::vector<Item> items;
  std::vector<std::string> paragraphs;
  bool dragged = false;  // what it shows is set by dragging
};

// What a figure of a kind in src/figures shows: plain data, from which its kind draws it.
struct ShownFigure {
  std::string_view key;
  bool is_shown = true;       // else the step's matrices are
  bool has_matrices = false;  // there is a switch between it and them
  virtual ~ShownFigure() = default;
  // Its matrices: the reading view has a table of each, and they can be exported.
  virtual std::vector<FigureView> matrices() const { return {}; }
  virtual FigureText text(const ViewContext&) const { return {}; }
  // Another focus in the same place changes what it shows.
  virtual bool follows_focus() const { return false; }
};

// The number for which a reader asked what moves it.
struct MovesView {
  graph::CellRef of;
  std::string name;                  // "S[1, 2]"
  std::string title, words;          // in a line, and in a sentence
  std::vector<graph::NodeId> nodes;  // on stage, that show slopes
  std::string compared;              // how the nudged number changed, and what its slope predicted; empty: not nudged
};

struct ControlView {
  std::string name;
  lesson::Parameter::Control control = lesson::Parameter::Control::choice;
  std::size_t height = 0, width = 0;                         // of a picture
  std::size_t longest = 0;                                   // of a text, in bytes
  std::string label, hint;                                   // plain, for names and screen readers
  Paragraphs label_text, hint_text;                          // with symbols typeset
  Paragraphs off;                                            // why it has no effect now; empty: it has one
  std::vector<std::pair<std::string, std::string>> choices;  // value, label
  double least = 0, most = 1, step = 1;
  lesson::ParameterValue value;
  bool changed = false;   // differs from the lesson's
  bool advanced = false;  // collapsed by default
  // A text of many lines, for which a field of one line is too small.
  bool long_text() const { return control == lesson::Parameter::Control::text && longest > longest_line; }
  static constexpr std::size_t longest_line = 4000;
};

struct LanguageEntry {
  std::string tag, name;  // the language's own name: "Deutsch"
  bool current = false;
};

struct StepEntry {
  std::string id, title;
  bool current = false, seen = false;
};

// A node of the pipeline map and the nodes its curves come from (indices into the same vector).
struct MapNode {
  TensorView tensor;  // without labels
  int column = 0, row = 0;
  std::vector<std::size_t> from;
  enum class State : std::uint8_t { done, current_input, current, later } state = State::later;
  std::string step;  // the step that shows it: the target of a click
};

struct ExplanationView {
  graph::CellRef cell;
  graph::Role role = graph::Role::none;
  std::vector<graph::Line> lines;        // hidden operands replaced by "?"; notes translated: {"label", {text}}
  std::string rule, rounding;            // "Row 1 of Q × row 2 of K", "exact, no rounding"
  std::vector<graph::Words> rule_words;  // the rule with its symbols as separate words
  std::string cause;                     // why it is not a finite number, where that is surprising
  std::string spoken;                    // for the aria-live line: one plain sentence
  // Cells of the tensors on stage that this cell is computed from, for bands, rings and arcs.
  std::vector<graph::CellRef> sources;
};

// A part of the stage that is never divided: an operation with its operands, or one of several tensors side by side.
struct StagePart {
  std::size_t figure = 0;             // index in View::stage
  std::size_t tensor = 0, count = 0;  // those of the figure's tensors that belong to it
  bool new_beat = false;              // never in one beat with the parts before it
  bool operator==(const StagePart&) const = default;
};

struct View {
  std::string lesson_id, lesson_title, language;
  std::vector<LanguageEntry> languages;  // all that the page offers
  Paragraphs summary;                    // of the lesson
  std::vector<StepEntry> steps;          // those of the lesson, then the page after the last one, where there is one
  std::size_t count = 0;                 // of the lesson's own steps
  std::size_t step = 0;                  // index of the current one among all
  std::string step_id, step_title;
  Paragraphs text, try_it, watch_out;
  std::string formula_tex, formula_element_tex;
  std::string code, code_printed;  // the tutorial's line of code and its output here, computed
  std::vector<FigureView> stage;   // what is shown; an attention figure is its tensors
  std::vector<FigureView> aside;   // what is behind the switch
  std::vector<StagePart> parts;    // of the stage
  std::size_t beat = 0;            // the first part that is shown
  std::size_t beat_parts = 0;      // how many are
  std::optional<AttentionView> attention;
  std::vector<std::shared_ptr<const ShownFigure>> figures;  // above the stage, from top to bottom
  std::shared_ptr<const ShownFigure> own;                   // of a kind of its own; none on most steps
  std::optional<MovesView> moves;
  std::vector<ControlView> controls;
  std::optional<QuestionView> question;
  std::optional<ClosingView> closing;  // on the page after the last step, which shows nothing else but the map
  std::vector<Caption> captions;       // while the lesson plays by itself
  std::vector<NameRowView> names;
  std::string names_here;  // heads their second column: the tutorial's names where the lesson follows one, else its own
  std::optional<lesson::Letters> letters;  // none: the lesson has no choice
  std::vector<MapNode> map;
  bool changed_from_lesson = false;
  std::string random;  // if not empty: some number on stage is random and untrained

  // The figure of this kind; none if there is none.
  template <class Kind>
  const Kind* figure() const {
    for (const auto& one : figures)
      if (one->key == Kind::key) return static_cast<const Kind*>(one.get());
    return own && own->key == Kind::key ? static_cast<const Kind*>(own.get()) : nullptr;
  }
  // The figure of such a kind that a reader can switch to the step's matrices and back; none without such a switch.
  const ShownFigure* switched() const {
    if (own) return own.get();
    const auto found =
        std::ranges::find_if(figures, &ShownFigure::has_matrices, [](const auto& one) -> const auto& { return *one; });
    return found == figures.end() ? nullptr : found->get();
  }
};

}  // namespace explorer

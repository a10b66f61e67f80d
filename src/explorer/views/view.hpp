// What is shown, derived from lesson, graph and state: the step model from which both the canvas and the reading view
// are made. Plain data, rebuilt only when something changed; nothing here can be edited.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/state/state.hpp"
#include "explorer/training/training_view.hpp"
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
  std::string scale_title;  // what the scale is of: "weight", "weight, all heads"
  std::string title;        // the head's name, or which ones are averaged
  std::string followed_name;
  std::optional<ComparedHead> compared;
  bool can_switch = false;       // the heads are combined later on
  std::vector<std::size_t> off;  // those that are switched off
  std::optional<HeadsOff> heads_off;
  std::string sum, entropy;  // of the followed row: "1.00", and in words how focused it is
};

// A sentence whose words are faded by the attention of one of them.
struct WordsView {
  graph::NodeId weights = 0;
  std::vector<std::string> words;
  std::vector<float> attention;    // of the followed word, one per word; hidden ones are 0
  std::vector<std::string> texts;  // the same as numbers
  std::size_t followed = 0;
};

// A line that the model writes, and where it looked for the letter that is followed.
struct WrittenView {
  graph::NodeId weights = 0;
  std::vector<std::string> letters;  // none before the first line; the first one is given
  std::size_t followed = 1;          // never the first
  std::vector<float> attention;      // for that letter, one for each before it
  graph::Role role = graph::Role::none;
  graph::Index leading;  // of the weights: the axes before the rows, the last of them that of the heads
  std::vector<std::string> heads;
  std::string axis;  // of the heads
  std::string note;  // where it looked, in a sentence
  struct Line {
    std::size_t step = 0;
    std::string title, text;
  };
  std::vector<Line> lines;  // of the run, up to the step that is shown
  // The weight that stands for a letter: its row picked the letter after it.
  graph::CellRef cell(std::size_t letter) const {
    graph::Index index = leading;
    index.insert(index.end(), 2, letter - 1);
    return {weights, std::move(index)};
  }
};

// A vector as bars.
struct BarsView {
  TensorView tensor;
  std::string title;
  std::vector<float> values;       // hidden ones are 0
  std::vector<std::string> texts;  // "?" where hidden
};

// A point of a plane: the tip of an arrow, or a value.
struct PlanePoint {
  double x = 0, y = 0;
  double home_x = 0, home_y = 0;  // where the lesson has it
  // The cells of a source that hold it; none if it is computed or locked.
  std::optional<std::pair<graph::CellRef, graph::CellRef>> cells;
  bool shown = true;  // false if a question hides it, or it is too far out to draw; then the numbers are 0
};

struct PlaneKey {
  std::string name;
  PlanePoint arrow;
  std::optional<PlanePoint> value;
  // Of the arrow, or of the whole key where features that the plane leaves out matter. No cosine without a length.
  double length = 0;
  std::optional<double> cosine;
  double part = 0, rest = 0;  // q · k in the plane, and what the other features add
  CellView score, weight;
  graph::CellRef score_cell, weight_cell;
  std::string length_text, cosine_text, rest_text;
};

// One query and all keys as arrows in the plane of two features, and the values with their mixture in another.
struct PlaneView {
  bool is_shown = true, has_matrices = false;  // as in AttentionView
  std::array<std::string, 2> features, value_features;
  std::string query_name;
  PlanePoint query;
  double query_length = 0;  // in the plane
  std::vector<PlaneKey> keys;
  std::optional<PlanePoint> output;  // none without values, or if it is hidden
  std::array<graph::CellRef, 2> output_cells;
  graph::Symbol output_symbol;
  std::string output_name, output_text;  // as spoken, and what follows the symbol: ": water 1.64, money 1.04"
  std::vector<std::size_t> hull;         // keys whose values are its corners, in order around it
  bool has_values = false;
  std::string remark;     // that a key scores higher than a better aligned one; empty: none does
  std::string left_out;   // which features the plane leaves out, and what they add; empty: none
  std::string undivided;  // what the largest weight would be without division; empty: nothing to say
};

// A picture cut into square patches, and the attention of each patch to all.
struct PictureView {
  graph::NodeId image = 0, weights = 0;
  std::size_t height = 0, width = 0, patch = 1;  // pixels
  std::vector<std::uint8_t> pixels, mixed;       // red, green, blue of each pixel; mixed may be empty
  std::vector<float> attention;                  // a row per patch as query
  std::size_t followed = 0;                      // the patch whose row is shown
  std::vector<std::string> texts;                // its weights
  std::size_t across() const { return width / patch; }
  std::size_t count() const { return across() * (height / patch); }
};

// A number that is asked what moves it.
struct MovesView {
  graph::CellRef of;
  std::string name;                  // "S[1, 2]"
  std::string title, words;          // in a line, and in a sentence
  std::vector<graph::NodeId> nodes;  // on stage, that show slopes
  std::string compared;              // what the nudged number really did, and what its slope said; empty: not nudged
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
  std::optional<PictureView> picture;
  std::vector<BarsView> bars;
  std::optional<CurveView> curve;
  std::optional<TrainingView> training;
  std::optional<WordsView> words;
  std::optional<WrittenView> written;
  std::optional<PlaneView> plane;
  std::optional<MovesView> moves;
  std::vector<ControlView> controls;
  std::optional<QuestionView> question;
  std::optional<ClosingView> closing;  // on the page after the last step, which shows nothing else but the map
  std::vector<NameRowView> names;
  std::vector<MapNode> map;
  bool can_undo = false, can_redo = false, changed_from_lesson = false;
  std::string random;  // if not empty: some number on stage is random and untrained
};

}  // namespace explorer

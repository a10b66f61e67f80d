// A lesson as data: sources, operations, parameters, steps and texts, as parsed from a lesson file (format 1). Uses the
// graph's types, not its values: lesson/run.hpp turns a lesson into a graph.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/core/operation.hpp"
#include "graph/core/types.hpp"
#include "lesson/closing.hpp"
#include "lesson/questions/question.hpp"
#include "lesson/step_figure.hpp"

namespace lesson {

using graph::Error;
using graph::fail;
using graph::joined;
using graph::Result;

inline constexpr std::size_t max_axes = 8;
inline constexpr std::size_t max_bytes = 8'000'000;       // room for the weights of a reader's own model
inline constexpr std::size_t max_values = 4'000'000;      // total of all tensors of a run
inline constexpr std::size_t longest_text = 100'000;      // of a parameter, in bytes
inline constexpr std::size_t max_gradients = 100;         // operations of a run
inline constexpr double max_multiply_adds = 200'000'000;  // total of all operations of a run
inline constexpr std::size_t max_training_steps = 100'000;

// The language in which a text is shown where another one was asked for: falls back to en, then to any language.
std::string_view language_of(const Text& text, std::string_view asked);
const std::string& in_language(const Text& text, std::string_view asked);

// The case of a choice that applies to all values without a case of their own.
inline constexpr std::string_view other_values = "else";

// The index of a value among the cases of a choice; if there is none, their number.
inline std::size_t case_of(const std::vector<std::string>& values, std::string_view value) {
  const auto own = std::ranges::find(values, value);
  const auto found = own != values.end() ? own : std::ranges::find(values, other_values);
  return static_cast<std::size_t>(found - values.begin());
}

// Something that may depend on a parameter: one value, or one per value of the parameter, which may in turn depend on
// another parameter.
template <class T>
struct Varied {
  T plain{};                        // without a parameter
  std::string parameter;            // empty: none
  std::vector<std::string> values;  // spelt as in a ChooseSource
  std::vector<Varied> cases;
  // value_of(parameter): its current value, as spelt.
  template <class Value>
  const T& at(const Value& value_of) const {
    const Varied* here = this;
    while (!here->parameter.empty()) {
      const std::size_t place = case_of(here->values, value_of(here->parameter));
      if (place == here->values.size()) break;
      here = &here->cases[place];
    }
    return here->plain;
  }
  template <class Visit>
  void each(const Visit& visit) const {  // visits every possible value
    if (parameter.empty()) visit(plain);
    for (const Varied& one : cases) one.each(visit);
  }
};

// ---- parameters
// ------------------------------------------------------------------------------------------------------ A setting for
// the reader. Options, sizes, texts and tensor definitions are bound to it by {"parameter": name}.
using ParameterValue =
    std::variant<bool, double, std::string, std::vector<double>>;  // toggle, number, choice/text, order

struct Choice {
  std::string value;
  Text label;
  // Control picture: red, green, blue of each pixel, row by row.
  std::vector<std::uint8_t> pixels = {};
};

// States that a parameter has no effect while another one has this value, and why.
struct Off {
  std::string parameter;
  std::string value;  // spelt as in a ChooseSource
  Text why;
};

struct Parameter {
  enum class Control : std::uint8_t { choice, toggle, number, text, order, picture };
  std::string name;
  Control control = Control::choice;
  Text label;
  Text hint;
  std::vector<Choice> choices;  // of a picture: those included in the lesson; of an order: its items
  std::vector<Off> off;
  std::size_t height = 0, width = 0;  // of a picture
  std::size_t longest = 4000;         // of a text that a reader gives, in bytes
  bool advanced = false;              // collapsed by default
  double least = 0, most = 1, step = 1;
  ParameterValue start;
  std::string pointer;  // JSON pointer of its definition
};

struct ParameterRef {
  std::string name;
};

// An option, size or source value as written: itself, or bound to a parameter.
using Bound = std::variant<graph::OptionValue, ParameterRef>;
using BoundSize = std::variant<std::size_t, ParameterRef>;

// ---- tensors ---------------------------------------------------------------------------------------------------------
struct AxisSpec {
  std::string name;
  std::vector<Text> labels;
};

struct ValuesSource {
  graph::Shape shape;
  std::vector<float> data;
  std::optional<graph::FileOrigin> file;
  std::vector<BoundSize> take;  // if not empty: only this many leading indices of each axis are used
};
struct RandomSource {
  std::string generator;
  std::string draw;  // one of draw_names() in lesson/draws.hpp
  std::vector<BoundSize> shape;
  std::map<std::string, Bound, std::less<>> options;
};
struct OperationSource {
  std::string operation;
  std::vector<std::string> inputs;
  std::map<std::string, Bound, std::less<>> options;
};
// The picture held by a parameter: (3, height, width), from 0 to 1.
struct PictureSource {
  std::string parameter;
};
struct Making;
// Selects a definition by the parameter's value ("true" and "false" for a toggle), or the one at "else".
struct ChooseSource {
  std::string parameter;
  std::vector<std::string> values;
  std::vector<Making> makings;
};
struct Making {
  std::variant<ValuesSource, RandomSource, OperationSource, ChooseSource, PictureSource> source;
  bool ours = false;  // numbers of our own that are not in a tutorial
  std::string pointer;
};

struct Tensor {
  std::string name;
  Varied<std::string> symbol;
  graph::Role role = graph::Role::none;
  std::vector<AxisSpec> axes;
  bool editable = false;
  bool toggle = false;  // its cells are 0 or 1, and a click changes one
  bool ours = false;
  std::string cell_names;  // a tensor: the labels of its first axis are shown instead of 0, 1, 2, …
  Text word;               // instead of the symbol beside a height in a curve; may be empty
  Making making;
  std::size_t place = 0;  // position in the file: random tensors are drawn in this order
  std::string pointer;
};

struct Generator {
  std::string name;
  std::variant<std::int64_t, ParameterRef> seed;
  std::vector<RandomSource> discard;  // draws made and discarded before the first tensor, in order
  std::string pointer;
};

// ---- training ----------------------------------------------------------------------------------------------------------
using BoundOptions = std::map<std::string, Bound, std::less<>>;

using Settings = std::map<std::string, ParameterValue, std::less<>>;

// A sequence that the model writes: the first id of `line` is given, and each further one is picked by the cell of
// `picks` before it, which is computed from the line so far.
struct Writing {
  std::string line;   // (n + 1) ids: a tensor without inputs
  std::string picks;  // n cells
  Settings set;
  std::string pointer;
};

// Which tensors are moved so that a loss falls, and how. A step is PyTorch's: forward, loss, zero_grad, backward, step.
struct Training {
  std::string loss;                             // one cell
  Varied<std::vector<std::string>> parameters;  // tensors without inputs; the optimiser goes through them in this order
  Varied<BoundOptions> optimiser;               // as in optimiser_options()
  std::vector<std::string> fresh;               // generators whose tensors are drawn anew at each step
  BoundOptions settings;                        // as in training_options()
  std::string held_out;                         // the generator of the sequences kept apart; empty: none
  BoundOptions held_out_settings;               // as in held_out_options()
  Settings set;                                 // what a step of training sets, whatever the reader has set
  Settings held_out_set;                        // and for held-out losses, besides
  std::vector<Writing> writings;
  BoundOptions writing_settings;   // as in writing_options()
  std::vector<std::string> watch;  // tensors whose change over the run is shown
  std::string pointer;
};
std::span<const graph::OptionSpec> optimiser_options();  // name, lr, momentum, betas, eps, weight_decay
std::span<const graph::OptionSpec> training_options();   // steps
std::span<const graph::OptionSpec> held_out_options();   // every, batches
std::span<const graph::OptionSpec> writing_options();    // every

// ---- steps -------------------------------------------------------------------------------------------------------------
struct Formula {
  std::string tex;
  std::string element_tex;  // the same for one cell, may be empty
};

struct CodeLine {
  std::string code;     // the tutorial's line of code, corrected, with its own names
  std::string printed;  // tensor whose value the tutorial prints, may be empty
};

// A figure on the stage: one operation with its operands, tensors side by side, or instead of these matrices an attention
// figure or one of a kind of its own. A stage has at most one instead of matrices; if it has matrices too, a reader
// switches between them, and the first in the list is shown first.
struct Figure {
  enum class Kind : std::uint8_t { operation, tensors, attention, own };
  Kind kind = Kind::operation;
  // Kind operation: exactly one, the result; kind attention: the weights; kind own: all that it shows.
  std::vector<std::string> tensors;
  std::string scores;   // kind attention: the scores that the weights come from, of the same shape; may be empty
  std::string outline;  // its nonzero cells are outlined in the last of the tensors; may be empty
  std::shared_ptr<const StepFigure> own;  // kind own
  When when;                              // when it is shown
  bool new_beat = false;                  // never in one beat with the figures before it
  std::string pointer;
};

inline bool is_matrices(const Figure& figure) {
  return figure.kind == Figure::Kind::operation || figure.kind == Figure::Kind::tensors;
}

struct Step {
  std::string id;  // stable: links use it
  Text title;
  Varied<Text> text, try_it, watch_out;
  Varied<Formula> formula;  // without TeX: none
  Varied<CodeLine> code;    // without code: none
  StepFigures figures;      // above the stage, from top to bottom
  std::vector<Figure> stage;
  std::vector<std::string> map;       // nodes of the pipeline map; empty: the lesson's own
  std::optional<CellSpec> focus;      // the cell that is focused at the start
  std::vector<std::string> controls;  // parameters shown with this step
  std::map<std::string, std::vector<std::string>, std::less<>> offered;  // the only choices of a parameter shown here
  // Values that parameters have on this step until the reader changes them there, instead of their start.
  Settings sets;
  std::optional<Question> question;
  std::string pointer;
  bool shows_trained() const {
    return std::ranges::any_of(figures, [](const auto& figure) { return figure->shows_trained(); });
  }
};

// The picture of a reader's numbers that the closing page offers.
struct Poster {
  std::vector<std::string> tensors;  // from left to right; none: no picture is offered
  Varied<Formula> formula;           // how the last one comes from the first
};

// The layer that the lesson is about, as a PyTorch class.
struct Layer {
  std::string code;                  // defines the class
  std::vector<std::string> tensors;  // whose numbers `run` uses by their names
  std::string run;                   // {name} stands for the value of a parameter
  std::string gives;                 // the tensor that `run` computes, under its own name
};

// Whose letters symbols, formulae and texts have: the page's, as the file is written, or those of the tutorial that the
// lesson follows (read/letters.hpp).
enum class Letters : std::uint8_t { page, tutorial };

struct Lesson {
  int format = 1;
  std::string id;
  std::string version;
  Text title;
  Text summary;
  std::vector<std::string> languages;  // those that the title has
  bool vectors_are_columns = false;
  bool projections_are_out_in = false;
  int decimals = 2;
  std::vector<Parameter> parameters;
  std::vector<Generator> generators;
  std::vector<Tensor> tensors;    // in a valid order of computation
  std::vector<std::string> map;   // nodes of the pipeline map, left to right
  std::vector<std::string> card;  // tensors drawn on the lesson's card in the contents
  std::optional<Training> training;
  std::optional<Layer> layer;
  std::vector<Step> steps;
  Text can_say, corrections;
  std::vector<NameRow> names;
  std::vector<std::pair<std::string, std::string>> letters;  // the page's, and the tutorial's; none: it has no choice
  Letters shown = Letters::page;
  std::vector<Reference> references;
  Text licence, cite;
  Course course;
  Poster poster;
};

// The page after the last step: its id in links and in the list of steps.
inline constexpr std::string_view closing_id = "end";
bool has_closing(const Lesson& lesson);

// Parses a lesson and checks everything that does not require a run: syntax, unknown keys (with the nearest known one),
// unknown operations and options, missing or repeated names, cycles, NaN, the limits above. path is a JSON pointer.
// With the tutorial's letters, a lesson that lists them has them everywhere; any other is the same.
Result<Lesson> parse(std::string_view json, Letters letters = Letters::page);

}  // namespace lesson

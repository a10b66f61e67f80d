// The common input of all parts of a view, gathered once: lesson, graph, state, words and what is hidden. Also declares
// the builders of those parts, one file each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/goals/goals.hpp"
#include "explorer/language/catalogue.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/lesson/hidden.hpp"
#include "explorer/lesson/lock.hpp"
#include "explorer/moves/slopes.hpp"
#include "explorer/state/state.hpp"
#include "explorer/views/view.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

// The lesson's values of the cells that the reader has changed.
using Originals = std::map<std::pair<graph::NodeId, graph::Index>, float>;

struct ViewContext {
  const lesson::Lesson& lesson;
  const graph::Graph& graph;
  const State& state;
  const Catalogue& catalogue;
  const Hidden& hidden;
  const Originals& edited;  // the cells that hold a reader's number
  const Lock& lock;
  const std::vector<Run>& runs;
  unsigned run_now;
  const std::vector<KeptMaps>& kept_maps;
  std::unordered_map<std::string, Paragraphs>& parsed;  // the lesson's texts parsed so far; they do not change
  // Formats of the nodes used so far; determining one reads every cell of its node.
  mutable std::map<graph::NodeId, CellFormat> formats;
  mutable std::optional<Freedom> free = {};
  const Slopes* slopes = nullptr;  // of the number for which a reader asked what moves it, if any

  const Freedom& freedom() const { return free ? *free : free.emplace(lesson, state); }
  const CellFormat& format(graph::NodeId node) const;
  std::string say(std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    return catalogue.text(state.language, id, args);
  }
  const std::string& in_language(const lesson::Text& text) const { return lesson::in_language(text, state.language); }
  std::size_t step() const;  // place of the current step
};

// The case that applies under the current value of a parameter.
template <class T>
const T& now(const ViewContext& context, const lesson::Varied<T>& varied) {
  return varied.at(
      [&](const std::string& parameter) { return lesson::spelt(chosen(context.lesson, context.state, parameter)); });
}

// ---- tensors (tensor_view.cpp)
std::string known_name(const graph::Node& node, std::size_t axis);  // also where the graph has none: "row", "column"
// The label of a place, a sign for a blank one; none if the axis has no labels.
std::optional<std::string> known_label(const graph::Node& node, std::size_t axis, std::size_t place);
std::size_t row_axis(const graph::Node& node);                   // the axis drawn as rows where a slice is shown
std::vector<std::size_t> leading_axes(const graph::Node& node);  // the axes of which one index is shown
graph::Index index_of(const TensorView& tensor, std::size_t row, std::size_t column);  // in the slice that is shown
enum class Labels : std::uint8_t { with, without };  // small pictures have no room for them
TensorView tensor_view(const ViewContext& context, graph::NodeId id, bool transposed = false,
                       Labels labels = Labels::with);
enum class Digits : std::uint8_t { with, without };  // printing them is most of the work
CellView cell_view(const ViewContext& context, const graph::CellRef& cell, Digits digits = Digits::with);
// The same as a stage and a table show it: slopes, where a reader asked what moves a number (moves/moves_view.cpp).
TensorView shown_tensor(const ViewContext& context, graph::NodeId id, bool transposed = false);
CellView shown_cell(const ViewContext& context, const graph::CellRef& cell);
std::optional<ExplanationView> shown_explanation(const ViewContext& context, const View& view,
                                                 const graph::CellRef& cell);
std::optional<MovesView> moves_view(const ViewContext& context);
std::string axis_name(const ViewContext& context, std::string_view axis);
std::string place_label(const ViewContext& context, graph::NodeId id, std::size_t axis, std::size_t place);
std::string place_labels(const ViewContext& context, const graph::CellRef& cell);  // "Input 1, f2"
std::size_t leading_place(const ViewContext& context, graph::NodeId id, std::size_t axis);
// The node's name in speech and sentences, and a cell's: "S", "W_q", "s₁[1, 2]".
std::string spoken_name(const ViewContext& context, graph::NodeId id);
std::string cell_name(const ViewContext& context, const graph::CellRef& cell);

// ---- figures of the kinds in src/figures (shown_figure.cpp)
// What each kind defines as view_KIND_figure, from what its reader has read. None if there is nothing to show.
using ViewFigure = std::shared_ptr<ShownFigure>(const ViewContext& context, const lesson::StepFigure& figure);
struct FigureViewer {
  std::string_view key;
  ViewFigure* view;
};
void show_figures(const ViewContext& context, const lesson::Step& step, View& view);
NumberView number_view(const ViewContext& context, const std::string& name);  // of a tensor with one cell

// ---- the rest of a step
bool is_there(const ViewContext& context,
              const lesson::Figure& figure);  // true if its parameter has its value, or it has no parameter (view.cpp)
View make_view(const ViewContext& context);   // view.cpp
Paragraphs paragraphs(const ViewContext& context, const lesson::Text& text);  // view.cpp
std::string plain_words(const Paragraphs& paragraphs);  // on one line, formulae in Unicode (view.cpp)
std::vector<MapNode> make_map(const ViewContext& context,
                              const std::vector<FigureView>& stage);  // map_view.cpp
// The attention figure of the current step, where it has one (attention_view.cpp).
const lesson::Figure* attention_figure(const lesson::Step& step);
// Weights without a cell, of an empty text, are shown as a matrix.
bool shows_matrices(const lesson::Step& step, const graph::Graph& graph, const AttentionLook& look);
// The run of training takes the stage until the reader switches to the step's matrices. Steps whose figures have a switch of
// their own show the run above them.
bool switches_run(const lesson::Step& step);
bool run_gives_way(const lesson::Step& step, const AttentionLook& look);
// Neither a figure of its own, attention nor a run takes the stage.
bool matrices_on_stage(const lesson::Step& step, const graph::Graph& graph, const AttentionLook& look);
std::optional<AttentionView> attention_view(const ViewContext& context);
// The explanation of a cell of the map where it is the average of several heads. The rank of a cell of the map in its
// row, in words; empty where it is not shown as a number.
std::string rank_words(const ViewContext& context, const AttentionView& attention, const graph::CellRef& cell);
void explain_average(const ViewContext& context, const AttentionView& attention, ExplanationView& explanation);
std::optional<ComparedHead> compared_view(const ViewContext& context,
                                          const AttentionView& attention);  // compared_view.cpp
bool combines_heads(const ViewContext& context,
                    const AttentionView& attention);  // heads_off_view.cpp
std::optional<HeadsOff> heads_off_view(const ViewContext& context, const AttentionView& attention);
// As PyTorch prints a tensor (printed.cpp).
std::string printed(const ViewContext& context, graph::NodeId node);
// Without a value if the cell is hidden (explanation_view.cpp).
std::optional<ExplanationView> explanation_view(const ViewContext& context, const View& view,
                                                const graph::CellRef& cell);

}  // namespace explorer

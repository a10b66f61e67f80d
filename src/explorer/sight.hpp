// What every part of a view is made from, gathered once: lesson, graph, state, words and what is hidden. Also the
// builders of those parts, one file each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/catalogue.hpp"
#include "explorer/hidden.hpp"
#include "explorer/lock.hpp"
#include "explorer/numbers.hpp"
#include "explorer/state.hpp"
#include "explorer/view.hpp"
#include "graph/graph.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

// What the lesson has in the cells that a reader has changed.
using Originals = std::map<std::pair<graph::NodeId, graph::Index>, float>;

struct Sight {
  const lesson::Lesson& lesson;
  const graph::Graph& graph;
  const State& state;
  const Catalogue& catalogue;
  const Hidden& hidden;
  const Originals& edited;  // the cells that hold a reader's number
  const Lock& lock;
  std::unordered_map<std::string, Paragraphs>& parsed;  // the lesson's texts so far: they stay as they are
  // Formats of the nodes asked for so far; making one reads every cell of its node.
  mutable std::map<graph::NodeId, CellFormat> formats;

  const CellFormat& format(graph::NodeId node) const;
  std::string say(std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    return catalogue.text(state.language, id, args);
  }
  const std::string& in_language(const lesson::Text& text) const { return lesson::in_language(text, state.language); }
  std::size_t step() const;  // place of the current step
};

// ---- tensors (tensor_view.cpp)
graph::Axis known_axis(const graph::Node& node, std::size_t axis);  // with a name where the graph has none
std::size_t row_axis(const graph::Node& node);                      // lies as rows where a slice is shown
std::vector<std::size_t> leading_axes(const graph::Node& node);     // of these one place is shown
graph::Index index_of(const TensorView& tensor, std::size_t row, std::size_t column);  // in the slice that is shown
enum class Labels : std::uint8_t { with, without };  // small pictures have no place for them
TensorView tensor_view(const Sight& sight, graph::NodeId id, bool transposed = false, Labels labels = Labels::with);
enum class Digits : std::uint8_t { with, without };  // printing them is most of the work
CellView cell_view(const Sight& sight, const graph::CellRef& cell, Digits digits = Digits::with);
std::string axis_name(const Sight& sight, std::string_view axis);
std::string place_label(const Sight& sight, graph::NodeId id, std::size_t axis, std::size_t place);
std::string place_labels(const Sight& sight, const graph::CellRef& cell);  // "Input 1, f2"
std::size_t leading_place(const Sight& sight, graph::NodeId id, std::size_t axis);
// The node's name as speech and captions have it, and a cell's: "S", "S[1, 2]".
std::string spoken_name(const Sight& sight, graph::NodeId id);
std::string cell_name(const Sight& sight, const graph::CellRef& cell);

// ---- the rest of a step
bool is_there(const Sight& sight,
              const lesson::Figure& figure);  // its parameter has its value, or it has none (view.cpp)
View make_view(const Sight& sight, bool can_undo, bool can_redo);                         // view.cpp
std::optional<WordsView> words_view(const Sight& sight);                                  // words_view.cpp
std::vector<BarsView> bars_view(const Sight& sight);                                      // bars_view.cpp
std::optional<PictureView> picture_view(const Sight& sight);                              // picture_view.cpp
Paragraphs paragraphs(const Sight& sight, const lesson::Text& text);                      // view.cpp
std::vector<MapNode> make_map(const Sight& sight, const std::vector<FigureView>& stage);  // map_view.cpp
// The attention figure of the current step, where it has one (attention_view.cpp).
const lesson::Figure* attention_figure(const lesson::Step& step);
bool shows_matrices(const lesson::Step& step, const AttentionLook& look);
std::optional<AttentionView> attention_view(const Sight& sight);
// The explanation of a cell of the map where it is the average of several heads.
// Where a cell of the map stands in its row, in words; empty where it is not shown as a number.
std::string rank_words(const Sight& sight, const AttentionView& attention, const graph::CellRef& cell);
void explain_average(const Sight& sight, const AttentionView& attention, ExplanationView& explanation);
// As PyTorch prints a tensor (printed.cpp).
std::string printed(const Sight& sight, graph::NodeId node);
// Without a value where the cell is hidden (explanation_view.cpp).
std::optional<ExplanationView> explanation_view(const Sight& sight, const View& view, const graph::CellRef& cell);

}  // namespace explorer

// The lines are single numbers, and each map has a row and a column for each token.
#include "figures/training/read.hpp"

#include "lesson/read/reader.hpp"

namespace lesson {

std::shared_ptr<StepFigure> read_training_figure(const Cursor& place, const Known& known) {
  auto figure = std::make_shared<TrainingFigure>();
  if (!place.object({"lines", "maps", "even", "shares", "wanted", "heads", "without", "accuracy", "sequence"}))
    return figure;
  figure->lines = read_tensor_names(place["lines"], known);
  if (place["maps"].exists()) figure->maps = read_tensor_name(place["maps"], known);
  figure->right = read_tensor_names(place["accuracy"], known);
  for (const auto& [key, heights] : {std::pair("lines", &figure->lines), std::pair("accuracy", &figure->right)})
    if (heights->size() > TrainingFigure::most_heights)
      place[key].fail(
          "figure", {"There is room for ", std::to_string(TrainingFigure::most_heights), " heights. Leave some out."});
  if (place["sequence"].exists()) figure->sequence = read_tensor_name(place["sequence"], known);
  for (const auto& [key, name] :
       {std::pair("even", &figure->even), std::pair("shares", &figure->shares), std::pair("wanted", &figure->wanted),
        std::pair("heads", &figure->heads), std::pair("without", &figure->without)}) {
    if (!place[key].exists()) continue;
    *name = read_tensor_name(place[key], known);
    if (figure->maps.empty()) place[key].fail("figure", {"“", key, "” is shown beside the maps. Name “maps”, too."});
  }
  return figure;
}

graph::Result<void> TrainingFigure::check(const Lesson& lesson, const graph::Graph& graph) const {
  if (!lesson.training) return fail("figure", pointer, {"This lesson has no run to show. Give it “training”."});
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!has_one_cell(graph, lines[i]))
      return fail("figure", joined({pointer, "/lines/", i}),
                  {"“", lines[i], "” has more than one cell. Name a tensor with one."});
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!has_one_cell(graph, right[i]))
      return fail("figure", joined({pointer, "/accuracy/", i}),
                  {"“", right[i], "” has more than one cell. Name a tensor with one."});
  if (!sequence.empty() && shape_of(graph, sequence).size() != 2)
    return fail("figure", pointer + "/sequence",
                {"“", sequence, "” is not a batch of sequences. Name ids with the axes batch and token."});
  if (maps.empty()) return {};
  const graph::Shape shape = shape_of(graph, maps);
  if (shape.size() < 3 || shape.end()[-1] == 0 || shape.end()[-2] == 0 || shape.end()[-3] == 0)
    return fail("figure", pointer + "/maps",
                {"“", maps, "” has no axis of heads before its rows and columns. Name weights that have one."});
  const graph::Shape map{shape.end()[-2], shape.end()[-1]}, each{shape.end()[-3]};
  if (!even.empty() && shape_of(graph, even) != map)
    return fail("figure", pointer + "/even",
                {"“", even, "” does not have as many rows and columns as one map. Name a matrix that does."});
  if (!shares.empty() && shape_of(graph, shares) != each)
    return fail("figure", pointer + "/shares",
                {"“", shares, "” does not have a number for each head. Name a vector that does."});
  if (!wanted.empty() && shape_of(graph, wanted) != map)
    return fail("figure", pointer + "/wanted",
                {"“", wanted, "” does not have as many rows and columns as one map. Name a matrix that does."});
  if (!heads.empty() && (shape_of(graph, heads) != each || !graph.node(*graph.find(heads)).toggle))
    return fail("figure", pointer + "/heads",
                {"“", heads, "” does not switch each head. Name a vector of ones with “toggle”."});
  if (!without.empty() && !has_one_cell(graph, without))
    return fail("figure", pointer + "/without", {"“", without, "” has more than one cell. Name a tensor with one."});
  return {};
}

}  // namespace lesson

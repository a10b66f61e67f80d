// The lines are single numbers, and each map has a row and a column for each token.
#include "figures/training/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {

struct Heights : List<TensorName> {
  static void read(const Cursor& at, const Known& known, std::vector<std::string>& into) {
    List::read(at, known, into);
    if (into.size() > TrainingFigure::most_heights)
      at.fail("figure", {"There is room for ", TrainingFigure::most_heights, " heights. Leave some out."});
  }
};

template <>
struct Described<TrainingFigure>
    : Object<
          "trainingFigure",
          Maybe<"lines", &TrainingFigure::lines, Heights,
                "Tensors with one cell, 8 at most: heights drawn across the losses, such as that of guessing">,
          Maybe<"maps", &TrainingFigure::maps, TensorName, "Weights (…, heads, tokens, tokens): a map for each head">,
          Maybe<"even", &TrainingFigure::even, TensorName,
                "A matrix (tokens, tokens), drawn before the maps: what an even spread gives">,
          Maybe<"shares", &TrainingFigure::shares, TensorName,
                "A vector (heads): the number that stands under each map">,
          Maybe<"wanted", &TrainingFigure::wanted, TensorName,
                "A matrix (tokens, tokens): outlined in the maps where it is not 0, where the weight should lie">,
          Maybe<"heads", &TrainingFigure::heads, TensorName,
                "A vector (heads) of ones with “toggle”: switches beside the maps">,
          Maybe<"without", &TrainingFigure::without, TensorName,
                "One cell: the loss without the heads that are switched off">,
          Maybe<"accuracy", &TrainingFigure::right, Heights,
                "Tensors with one cell, 8 at most: heights drawn across the share of right answers">,
          Maybe<"sequence", &TrainingFigure::sequence, TensorName,
                "Ids (batch, token): one sequence is shown with what the model says at each place">> {
  static constexpr std::string_view note =
      "The run of the lesson's training, before the stage: its losses, and the weights of all heads as they form. Only "
      "steps with it show trained weights; all other steps show the lesson's own numbers.";
  static void check(const Cursor& place, const Known&, const TrainingFigure& figure) {
    for (const std::string_view key : {"even", "shares", "wanted", "heads", "without"})
      if (place[key].exists() && figure.maps.empty())
        place[key].fail("figure", {"“", key, "” is shown beside the maps. Name “maps”, too."});
  }
};

template struct FigureOf<TrainingFigure>;

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

// A line has one id more than the weights have rows.
#include "figures/written/read.hpp"

#include "lesson/read/reader.hpp"

namespace lesson {

std::shared_ptr<StepFigure> read_written_figure(const Cursor& place, const Known& known) {
  auto figure = std::make_shared<WrittenFigure>();
  if (!place.object({"line", "letters", "weights"})) return figure;
  figure->line = read_tensor_name(place.required("line"), known);
  figure->letters = read_tensor_name(place.required("letters"), known);
  figure->weights = read_tensor_name(place.required("weights"), known);
  return figure;
}

graph::Result<void> WrittenFigure::check(const Lesson&, const graph::Graph& graph) const {
  const graph::Shape shape = shape_of(graph, weights);
  const bool fits = shape.size() >= 3 && shape.end()[-3] > 0 && shape.end()[-2] > 0 &&
                    shape.end()[-1] == shape.end()[-2] && shape_of(graph, line) == graph::Shape{shape.end()[-1] + 1};
  if (!fits)
    return fail("figure", pointer + "/weights",
                {"“", weights, "” does not have a row and a column for each id of “", line,
                 "” except the last. Name weights of heads over that line."});
  if (shape_of(graph, letters).size() != 1)
    return fail("figure", pointer + "/letters", {"“", letters, "” is not a list of letters. Name a “vocabulary”."});
  return {};
}

}  // namespace lesson

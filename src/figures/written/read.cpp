// A line has one id more than the weights have rows.
#include "figures/written/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {

template <>
struct Described<WrittenFigure>
    : Object<"writtenFigure", Needed<"line", &WrittenFigure::line, TensorName, "The ids (T + 1) of the line">,
             Needed<"letters", &WrittenFigure::letters, TensorName, "The vocabulary that names the ids">,
             Needed<"weights", &WrittenFigure::weights, TensorName, "Weights (…, heads, T, T) over the line">> {
  static constexpr std::string_view note =
      "What the model writes, before the stage: a line letter by letter, where it looked for one of them, and the "
      "lines it wrote earlier";
};

template struct FigureOf<WrittenFigure>;

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

// Lines are as long as the places they lie over; points and marks are single numbers.
#include "figures/curve/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {

template <>
struct Described<CurveFigure>
    : Object<
          "curveFigure", Needed<"over", &CurveFigure::over, TensorName, "A vector of places, rising">,
          Needed<"lines", &CurveFigure::lines,
                 Some<TensorName, "figure", "This curve has no line. Name a vector of heights.">,
                 "Vectors of heights, as long as that">,
          Maybe<"point", &CurveFigure::point,
                Two<TensorName, "figure",
                    "A point has two numbers. Name the tensor of its place along the axis, then that of its height.">,
                "Where the numbers stand now: two tensors with one cell, the place and the height">,
          Maybe<"marks", &CurveFigure::marks, List<TensorName>, "Tensors with one cell: heights drawn across">> {
  static constexpr std::string_view note =
      "Heights over places along one axis, before the stage: a loss over the values tried for one weight";
};

template struct FigureOf<CurveFigure>;

graph::Result<void> CurveFigure::check(const Lesson&, const graph::Graph& graph) const {
  const graph::Shape places = shape_of(graph, over);
  if (places.size() != 1 || places[0] < 2)
    return fail("figure", pointer + "/over",
                {"“", over, "” is not a vector of two or more places. Name a tensor with one axis."});
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (shape_of(graph, lines[i]) != places)
      return fail(
          "figure", joined({pointer, "/lines/", i}),
          {"“", lines[i], "” does not have a height for each place of “", over, "”. Name a vector as long as that."});
  const auto single = [&](std::string_view name, std::string_view list, std::size_t i) -> graph::Result<void> {
    if (name.empty() || has_one_cell(graph, name)) return {};
    return fail("figure", joined({pointer, list, i}), {"“", name, "” has more than one cell. Name a tensor with one."});
  };
  for (std::size_t i = 0; i < point.size(); ++i)
    if (auto fits = single(point[i], "/point/", i); !fits) return fits;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (auto fits = single(marks[i], "/marks/", i); !fits) return fits;
  return {};
}

}  // namespace lesson

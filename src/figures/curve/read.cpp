// Lines are as long as the places they lie over; points and marks are single numbers.
#include "figures/curve/read.hpp"

#include "lesson/read/reader.hpp"

namespace lesson {

std::shared_ptr<StepFigure> read_curve_figure(const Cursor& place, const Known& known) {
  auto curve = std::make_shared<CurveFigure>();
  if (!place.object({"over", "lines", "point", "marks"})) return curve;
  curve->over = read_tensor_name(place.required("over"), known);
  curve->lines = read_tensor_names(place.required("lines"), known);
  if (curve->lines.empty()) place["lines"].fail("figure", "This curve has no line. Name a vector of heights.");
  if (place["point"].exists()) {
    const std::vector<std::string> point = read_tensor_names(place["point"], known);
    if (point.size() == 2) curve->point = {point[0], point[1]};
    else
      place["point"].fail("figure",
                          "A point has two numbers. Name the tensor of its place along the axis, then that of "
                          "its height.");
  }
  curve->marks = read_tensor_names(place["marks"], known);
  return curve;
}

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

// A list of vectors.
#include "figures/bars/read.hpp"

#include "lesson/read/reader.hpp"

namespace lesson {

std::shared_ptr<StepFigure> read_bars_figure(const Cursor& place, const Known& known) {
  auto bars = std::make_shared<BarsFigure>();
  bars->vectors = read_tensor_names(place, known);
  return bars;
}

graph::Result<void> BarsFigure::check(const Lesson&, const graph::Graph& graph) const {
  for (std::size_t i = 0; i < vectors.size(); ++i)
    if (shape_of(graph, vectors[i]).size() != 1)
      return fail("figure", joined({pointer, "/", i}),
                  {"“", vectors[i], "” is not a vector, so it cannot be drawn as bars. Name a tensor with one axis."});
  return {};
}

}  // namespace lesson

// A list of vectors.
#include "figures/bars/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {

template <>
struct Described<BarsFigure> : Maybe<"bars", &BarsFigure::vectors, List<TensorName>,
                                     "Vectors drawn as bars before the stage, on one scale, such as histograms"> {};
template struct FigureOf<BarsFigure>;

graph::Result<void> BarsFigure::check(const Lesson&, const graph::Graph& graph) const {
  for (std::size_t i = 0; i < vectors.size(); ++i)
    if (shape_of(graph, vectors[i]).size() != 1)
      return fail("figure", joined({pointer, "/", i}),
                  {"“", vectors[i], "” is not a vector, so it cannot be drawn as bars. Name a tensor with one axis."});
  return {};
}

}  // namespace lesson

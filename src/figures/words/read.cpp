// The sentence has a word for each row and column of its weights.
#include "figures/words/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {

template <>
struct Described<WordsFigure> : Maybe<"words", &WordsFigure::weights, TensorName,
                                      "Weights (tokens, tokens): the sentence before the stage, its words faded by the "
                                      "row of the one that is followed"> {};
template struct FigureOf<WordsFigure>;

graph::Result<void> WordsFigure::check(const Lesson&, const graph::Graph& graph) const {
  const graph::Shape shape = shape_of(graph, weights);
  if (shape.size() == 2 && shape[0] == shape[1] && shape[0] > 0) return {};
  return fail("figure", pointer,
              {"“", weights, "” does not have a row and a column for each word. Name weights of one sentence."});
}

}  // namespace lesson

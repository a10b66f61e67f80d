// The sentence has a word for each row and column of its weights.
#include "figures/words/read.hpp"

#include "lesson/read/reader.hpp"

namespace lesson {

std::shared_ptr<StepFigure> read_words_figure(const Cursor& place, const Known& known) {
  auto words = std::make_shared<WordsFigure>();
  words->weights = read_tensor_name(place, known);
  return words;
}

graph::Result<void> WordsFigure::check(const Lesson&, const graph::Graph& graph) const {
  const graph::Shape shape = shape_of(graph, weights);
  if (shape.size() == 2 && shape[0] == shape[1] && shape[0] > 0) return {};
  return fail("figure", pointer,
              {"“", weights, "” does not have a row and a column for each word. Name weights of one sentence."});
}

}  // namespace lesson

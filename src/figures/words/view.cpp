// The step's sentence and the weights of the word that is followed: the row of the focused weight.
#include "explorer/views/view_context.hpp"
#include "figures/words/read.hpp"

namespace explorer {

std::optional<WordsView> words_view(const ViewContext& context) {
  const auto* figure = lesson::figure_of<lesson::WordsFigure>(context.lesson.steps[context.step()].figures);
  if (!figure) return std::nullopt;
  WordsView view;
  view.weights = *context.graph.find(figure->weights);
  const TensorView tensor = tensor_view(context, view.weights);
  const std::size_t count = tensor.shape[0];
  const auto& focused = context.state.focused;
  if (focused && focused->node == view.weights && focused->index[0] < count) view.followed = focused->index[0];
  for (std::size_t i = 0; i < count; ++i) {
    view.words.push_back(place_label(context, view.weights, 1, i));
    const CellView cell = cell_view(context, {view.weights, {view.followed, i}});
    view.attention.push_back(cell.status == CellView::Status::shown ? cell.value : 0);
    view.texts.push_back(cell.text);
  }
  return view;
}

}  // namespace explorer

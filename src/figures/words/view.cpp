// The step's sentence and the weights of the word that is followed: the row of the focused weight.
#include "figures/words/view.hpp"

#include "explorer/views/view_context.hpp"
#include "figures/words/read.hpp"

namespace explorer {

std::shared_ptr<ShownFigure> view_words_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto shown = std::make_shared<WordsView>();
  WordsView& view = *shown;
  view.weights = *context.graph.find(static_cast<const lesson::WordsFigure&>(given).weights);
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
  return shown;
}

FigureText WordsView::text(const ViewContext& context) const {
  FigureText text;
  text.title = context.say("words.attends");
  for (std::size_t i = 0; i < words.size(); ++i)
    text.items.push_back({words[i], texts[i], i == followed, {weights, {i, i}}});
  return text;
}

}  // namespace explorer

// The figures of the current step, each made by its kind.
#include <algorithm>

#include "explorer/views/view_context.hpp"
#include "figures/views.hpp"

namespace explorer {
namespace {

template <class Kinds>
std::shared_ptr<ShownFigure> shown_by(const Kinds& kinds, const ViewContext& context,
                                      const lesson::StepFigure& figure) {
  const auto kind = std::ranges::find(kinds, figure.key, &FigureViewer::key);
  if (kind == kinds.end()) return nullptr;
  std::shared_ptr<ShownFigure> shown = kind->view(context, figure);
  if (shown) shown->key = figure.key;
  return shown;
}

}  // namespace

NumberView number_view(const ViewContext& context, const std::string& name) {
  const graph::NodeId id = *context.graph.find(name);
  const graph::Node& node = context.graph.node(id);
  const graph::CellRef place{id, graph::Index(node.shape.size())};
  const CellView cell = cell_view(context, place);
  const bool shown = cell.status == CellView::Status::shown;
  const auto tensor = std::ranges::find(context.lesson.tensors, name, &lesson::Tensor::name);
  const bool named = tensor != context.lesson.tensors.end() && !tensor->word.empty();
  const graph::Symbol symbol = named ? graph::Symbol{context.in_language(tensor->word), {}, {}} : node.symbol;
  return {place, symbol, node.role, shown ? cell.value : 0, cell.text, shown};
}

void show_figures(const ViewContext& context, const lesson::Step& step, View& view) {
  for (const auto& figure : step.figures)
    if (auto shown = shown_by(figures_above, context, *figure)) view.figures.push_back(std::move(shown));
  for (const lesson::Figure& figure : step.stage) {
    if (!figure.own) continue;
    const std::shared_ptr<ShownFigure> shown = shown_by(figures_on_stage, context, *figure.own);
    if (!shown) continue;
    shown->is_shown = !shows_matrices(step, context.graph, context.state.attention);
    shown->has_matrices = step.stage.size() > 1;
    view.own = shown;
  }
}

}  // namespace explorer

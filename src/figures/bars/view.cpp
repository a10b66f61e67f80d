// The vectors that a step draws as bars.
#include "figures/bars/view.hpp"

#include "explorer/views/view_context.hpp"
#include "figures/bars/read.hpp"

namespace explorer {

std::shared_ptr<ShownFigure> view_bars_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto shown = std::make_shared<BarsView>();
  for (const std::string& name : static_cast<const lesson::BarsFigure&>(given).vectors) {
    Bars& bars = shown->all.emplace_back();
    const graph::NodeId node = *context.graph.find(name);
    bars.tensor = tensor_view(context, node);
    bars.title = graph::plain(bars.tensor.symbol);
    for (std::size_t i = 0; i < context.graph.node(node).shape[0]; ++i) {
      const CellView cell = cell_view(context, {node, {i}});
      bars.values.push_back(cell.status == CellView::Status::shown ? cell.value : 0);
      bars.texts.push_back(cell.text);
    }
  }
  return shown;
}

std::vector<FigureView> BarsView::matrices() const {
  std::vector<FigureView> views;
  for (const Bars& bars : all) views.push_back({.tensors = {bars.tensor}});
  return views;
}

}  // namespace explorer

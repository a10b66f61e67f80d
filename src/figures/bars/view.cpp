// The vectors that a step draws as bars.
#include "explorer/views/view_context.hpp"
#include "figures/bars/read.hpp"

namespace explorer {

std::vector<BarsView> bars_view(const ViewContext& context) {
  std::vector<BarsView> all;
  const auto* figure = lesson::figure_of<lesson::BarsFigure>(context.lesson.steps[context.step()].figures);
  if (!figure) return all;
  for (const std::string& name : figure->vectors) {
    BarsView bars;
    const graph::NodeId node = *context.graph.find(name);
    bars.tensor = tensor_view(context, node);
    bars.title = graph::plain(bars.tensor.symbol);
    for (std::size_t i = 0; i < context.graph.node(node).shape[0]; ++i) {
      const CellView cell = cell_view(context, {node, {i}});
      bars.values.push_back(cell.status == CellView::Status::shown ? cell.value : 0);
      bars.texts.push_back(cell.text);
    }
    all.push_back(std::move(bars));
  }
  return all;
}

}  // namespace explorer

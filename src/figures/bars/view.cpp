// The vectors that a step draws as bars.
#include "explorer/views/view_context.hpp"

namespace explorer {

std::vector<BarsView> bars_view(const ViewContext& context) {
  std::vector<BarsView> all;
  for (const std::string& name : context.lesson.steps[context.step()].bars) {
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

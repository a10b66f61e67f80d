// The vectors that a step draws as bars.
#include "explorer/sight.hpp"

namespace explorer {

std::vector<BarsView> bars_view(const Sight& sight) {
  std::vector<BarsView> all;
  for (const std::string& name : sight.lesson.steps[sight.step()].bars) {
    BarsView bars;
    const graph::NodeId node = *sight.graph.find(name);
    bars.tensor = tensor_view(sight, node);
    bars.title = graph::plain(bars.tensor.symbol);
    for (std::size_t i = 0; i < sight.graph.node(node).shape[0]; ++i) {
      const CellView cell = cell_view(sight, {node, {i}});
      bars.values.push_back(cell.status == CellView::Status::shown ? cell.value : 0);
      bars.texts.push_back(cell.text);
    }
    all.push_back(std::move(bars));
  }
  return all;
}

}  // namespace explorer

// A whole tensor as JSON, for the page around an embed: {"name", "symbol", "role", "shape", "values": row by row}.
#include "explorer/json/json.hpp"
#include "explorer/state/impl.hpp"
#include "graph/core/messages.hpp"

namespace explorer {

Result<std::string> Explorer::tensor_json(std::string_view name) const {
  const Impl& impl = *impl_;
  const std::optional<graph::NodeId> id = impl.graph.find(name);
  if (!id) {
    std::string names;
    for (graph::NodeId each = 0; each < impl.graph.size(); ++each)
      names += (each == 0 ? "" : ", ") + impl.graph.node(each).name;
    return graph::fail("tensor", std::string(name), impl.say("refuse.no_tensor", {std::string(name), names}));
  }
  const graph::Node& node = impl.graph.node(*id);
  const json::Writer out;
  std::size_t count = 1;
  for (const std::size_t length : node.shape) count *= length;
  std::vector<json::Node> values;
  values.reserve(count);
  graph::Index index(node.shape.size(), 0);
  for (std::size_t place = 0; place < count; ++place) {
    values.push_back(out.number(impl.graph.at(*id, index)));
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < node.shape[axis]) break;
      index[axis] = 0;
    }
  }
  return out.write(out.object({{"name", out.text(node.name)},
                               {"symbol", out.text(graph::plain(node.symbol))},
                               {"role", out.text(graph::role_name(node.role))},
                               {"shape", out.indices(node.shape)},
                               {"values", out.array(values)}}));
}

}  // namespace explorer

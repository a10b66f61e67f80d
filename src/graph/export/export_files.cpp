// Numbers that exported scripts load from the reader's files.
#include "graph/core/basic.hpp"
#include "graph/export/code.hpp"
#include "graph/export/export_parts.hpp"

namespace graph {
namespace {

bool is_safetensors(const FileOrigin& origin) { return origin.file.ends_with(".safetensors"); }

std::string opened(const FileOrigin& origin, bool torch) {
  const std::string name = code_string(origin.file);
  if (is_safetensors(origin)) {
    const std::string tensor = code_string(origin.tensor);
    return torch ? joined({"load_file(", name, ")[", tensor, "].float()"})
                 : joined({"load_tensor(", name, ", ", tensor, ")"});
  }
  const std::string key = origin.file.ends_with(".npz") ? joined({"[", code_string(origin.tensor), "]"}) : "";
  const std::string read = joined({"np.load(", name, ")", key});
  return torch ? joined({"torch.from_numpy(", read, ").float()"}) : read + ".astype(np.float32)";
}

}  // namespace

std::string loaded(const Graph& graph, NodeId id, const std::string& name, bool torch, const HiddenCells& hidden) {
  const Node& node = graph.node(id);
  const FileOrigin& origin = *node.file;
  const std::size_t heads = node.shape[0], all = origin.heads * origin.shared;
  std::string out = joined({name, " = ", opened(origin, torch), ".reshape(-1, ", origin.heads, ", ", node.shape[1],
                            ", ", node.shape[2], ")[", origin.part, "]"});
  if (origin.shared > 1)
    out += joined({torch ? ".repeat_interleave(" : ".repeat(", origin.shared, torch ? ", dim=0)" : ", axis=0)"});
  if (heads != all) out += joined({"[", origin.first, ":", origin.first + heads, "]"});
  return out + changed_by_hand(graph, id, name, hidden);
}

std::string loading_imports(const Graph& graph, bool torch) {
  bool numpy = false, safetensors = false;
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (!graph.node(id).file) continue;
    (is_safetensors(*graph.node(id).file) ? safetensors : numpy) = true;
  }
  std::string out = torch && numpy ? "import numpy as np\n" : "";
  if (safetensors && torch) out += "from safetensors.torch import load_file\n";
  return out;
}

}  // namespace graph

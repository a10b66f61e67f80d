// The whole graph as one script. Seeded sources become torch.manual_seed and the same draws; for NumPy, and for draws
// that depend on the PyTorch build, the numbers are listed.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "graph/core/basic.hpp"
#include "graph/export/export_draws.hpp"
#include "graph/export/export_helpers.hpp"
#include "graph/export/export_parts.hpp"

namespace graph {
namespace {

constexpr auto reserved = std::to_array<std::string_view>({
    "False", "None",  "True",   "and",      "as",     "assert",  "async", "await", "break",  "class", "continue",
    "def",   "del",   "elif",   "else",     "except", "finally", "for",   "from",  "global", "if",    "import",
    "in",    "is",    "lambda", "nonlocal", "not",    "or",      "pass",  "raise", "return", "try",   "while",
    "with",  "yield", "torch",  "np",       "show",   "print",   "float", "range", "t",      "math",  "load_file",
});

std::string identifier(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    if (name.substr(at).starts_with("∂")) {  // ∂loss/∂W: dloss_dW
      out += "d";
      at += std::string_view("∂").size() - 1;
      continue;
    }
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (digit && out.empty()) out += "_";
    out += letter || digit ? c : '_';
  }
  if (out.empty()) out = "_";
  if (std::ranges::find(reserved, std::string_view(out)) != reserved.end() || is_code_helper(out)) out += "_";
  return out;
}

// Nested lists, one line per row: [[1, 0],\n [2, 1]].
std::string nested(const float* data, const Shape& shape, std::size_t axis, std::size_t& at, std::size_t indent) {
  if (axis == shape.size()) return code_number(data[at++]);
  std::string out = "[";
  const bool rows = axis + 1 < shape.size();
  for (std::size_t i = 0; i < shape[axis]; ++i) {
    if (i) out += rows ? joined({",\n", std::string(indent + axis + 1, ' ')}) : ", ";
    out += nested(data, shape, axis + 1, at, indent);
  }
  return out + "]";
}

// Whether a cell, counted row by row, must be hidden.
bool is_hidden(const Graph& graph, NodeId id, std::size_t flat, const HiddenCells& hidden) {
  if (!hidden) return false;
  const Shape& shape = graph.node(id).shape;
  Index index(shape.size(), 0);
  for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) index[axis] = flat % shape[axis];
  return hidden({id, std::move(index)});
}

}  // namespace

std::string listed(const Graph& graph, NodeId id, const std::string& name, bool torch, const HiddenCells& hidden) {
  const Shape& shape = graph.node(id).shape;
  const std::string open = name + (torch ? " = torch.tensor(" : " = np.array(");
  std::size_t at = 0;
  const std::string type = torch ? ", dtype=torch.float32)" : ", dtype=np.float32)";
  if (count(shape) == 0) return name + (torch ? " = torch.zeros(" : " = np.zeros(") + code_tuple(shape) + type;
  std::vector<float> told(graph.tensor(id).tensor.data(), graph.tensor(id).tensor.data() + count(shape));
  for (std::size_t flat = 0; flat < told.size(); ++flat)
    if (is_hidden(graph, id, flat, hidden)) told[flat] = std::numeric_limits<float>::quiet_NaN();
  return open + nested(told.data(), shape, 0, at, open.size()) + type;
}

std::string changed_by_hand(const Graph& graph, NodeId id, const std::string& name, const HiddenCells& hidden) {
  std::string out;
  for (const auto& [index, value] : graph.edits(id)) {
    if (hidden && hidden({id, index})) continue;
    std::string where;
    for (const std::size_t i : index) where += joined({(where.empty() ? "" : ", "), i});
    out += joined({"\n", name, "[", where, "] = ", code_number(value), "  # changed by hand"});
  }
  return out;
}

std::string seeded(const Graph& graph, const std::vector<std::string>& names, const HiddenCells& hidden,
                   const Wanted& wanted) {
  std::map<std::string, std::vector<NodeId>> streams;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (node.operation != nullptr || !node.random || (wanted && !wanted(id))) continue;
    const std::string key = node.random->generator.empty() ? "\x01" + node.name : node.random->generator;
    streams[key].push_back(id);
  }
  std::string out;
  for (auto& [generator, ids] : streams) {
    std::ranges::stable_sort(ids, {}, [&](NodeId id) { return graph.node(id).random->order; });
    out += joined({"torch.manual_seed(", graph.node(ids.front()).random->seed, ")\n"});
    for (const NodeId id : ids) {
      const Node& node = graph.node(id);
      for (const Draw& draw : node.random->before)
        out += (draw_code(draw).empty() ? skipped_code(draw) : draw_code(draw)) + "  # drawn and discarded\n";
      const Draw own{node.random->draw, node.shape, node.random->options};
      const std::string code = draw_code(own);
      if (code.empty()) {
        out += skipped_code(own) + "  # dropout's draws differ between builds of PyTorch: listed below\n";
        out += listed(graph, id, names[id], true, hidden) + "\n";
        continue;
      }
      out += joined({names[id], " = ", code});
      out += changed_by_hand(graph, id, names[id], hidden) + "\n";
    }
    out += "\n";
  }
  return out;
}

namespace {

std::string tex_name(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  return tex_symbol(node.symbol.base.empty() ? Symbol{node.name, {}, {}} : node.symbol);
}

// Whether another gradient is taken of something that depends on this node.
bool is_differentiated(const Graph& graph, NodeId id) {
  std::vector<bool> depends(graph.size());
  depends[id] = true;
  for (NodeId other = id + 1; other < graph.size(); ++other) {
    const Node& node = graph.node(other);
    depends[other] = std::ranges::any_of(node.inputs, [&](NodeId input) { return depends[input]; });
    if (node.gradient && depends[node.gradient->of]) return true;
  }
  return false;
}

// PyTorch differentiates by itself.
std::string autograd(const Graph& graph, NodeId id, const std::vector<std::string>& names) {
  const Gradient& gradient = *graph.node(id).gradient;
  std::string cell;
  for (std::size_t a = 0; gradient.cell && a < gradient.cell->size(); ++a)
    cell += joined({(a ? ", " : "["), (*gradient.cell)[a]});
  if (!cell.empty()) cell += "]";
  // A tensor that is switched off, such as the other choice of a select, is unused: PyTorch would call that an error.
  const Operation* made = graph.node(id).operation;
  if (made->meaning() == Meaning::constant) return joined({names[id], " = torch.zeros_like(", names[gradient.to], ")"});
  return joined({names[id], " = torch.autograd.grad(", names[gradient.of], cell, ", ", names[gradient.to],
                 is_differentiated(graph, id) ? ", create_graph=True)[0]" : ", retain_graph=True)[0]"});
}

}  // namespace

std::string statement(const Graph& graph, NodeId id, Language language, const std::vector<std::string>& names) {
  const Node& node = graph.node(id);
  if (node.gradient && language == Language::pytorch) return autograd(graph, id, names);
  CodeContext context{language, names[id], {}, {}, node.options};
  for (const NodeId input : node.inputs) {
    const bool scripts = language == Language::tex && names[input].find_first_of("^'_") != std::string::npos;
    context.inputs.push_back(scripts ? joined({"{", names[input], "}"}) : names[input]);
    context.input_shapes.push_back(graph.node(input).shape);
  }
  return node.operation->code(context);
}

namespace {

std::string tex_number(double value) {
  std::string text = format_number(value, 4);
  const auto swap = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  swap("NaN", "\\text{NaN}");
  swap("−", "-");
  swap("∞", "\\infty");
  if (const std::size_t at = text.find('e'); at != std::string::npos && text.find("text") == std::string::npos)
    text = joined({text.substr(0, at), " \\cdot 10^{", text.substr(at + 1), "}"});
  return text;
}

std::string tex_values(const Graph& graph, NodeId id, const HiddenCells& hidden) {
  const Shape& shape = graph.node(id).shape;
  const float* data = graph.tensor(id).tensor.data();
  const auto number = [&](std::size_t flat) {
    return is_hidden(graph, id, flat, hidden) ? std::string("?") : tex_number(data[flat]);
  };
  if (shape.empty()) return number(0);
  const std::size_t columns = shape.back(), rows = columns ? count(shape) / columns : 0;
  if (shape.size() > 2 || rows > 16 || columns > 12) {
    std::string sizes;
    for (const std::size_t length : shape) sizes += joined({(sizes.empty() ? "" : " \\times "), length});
    return joined({"\\text{(} ", sizes, " \\text{)}"});
  }
  std::string out = "\\begin{pmatrix} ";
  for (std::size_t r = 0; r < rows; ++r) {
    if (r) out += " \\\\ ";
    for (std::size_t c = 0; c < columns; ++c) out += (c ? " & " : "") + number(r * columns + c);
  }
  return out + " \\end{pmatrix}";
}

std::string export_tex(const Graph& graph, std::string_view title, const HiddenCells& hidden) {
  std::vector<std::string> names;
  for (NodeId id = 0; id < graph.size(); ++id) names.push_back(tex_name(graph, id));
  std::string out =
      joined({"\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\usepackage[margin=2cm]{geometry}\n"
              "\\setcounter{MaxMatrixCols}{12}\n\\begin{document}\n\\section*{",
              tex_text(title), "}\n"});
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    std::string line =
        node.operation == nullptr
            ? joined({names[id], " &= ", tex_values(graph, id, hidden)})
            : joined({statement(graph, id, Language::tex, names), " \\\\\n  &= ", tex_values(graph, id, hidden)});
    const std::string place = tex_text(node.name);
    out += joined({"% ", code_comment(node.name), "\n\\begin{align*}\n  ", line, "\n\\end{align*}\n"});
    if (node.operation == nullptr && node.random)
      out += joined({place, ": random, seed ", node.random->seed, ", not trained.\n"});
  }
  return out + "\\end{document}\n";
}

}  // namespace

std::vector<std::string> code_names(const Graph& graph) {
  std::set<std::string> used;
  std::vector<std::string> names;
  for (NodeId id = 0; id < graph.size(); ++id) {
    std::string name = identifier(graph.node(id).name);
    while (!used.insert(name).second) name += "_";
    names.push_back(std::move(name));
  }
  return names;
}

std::string export_code(const Graph& graph, Language language, std::string_view title, const HiddenCells& hidden) {
  if (language == Language::tex) return export_tex(graph, title, hidden);
  const bool torch = language == Language::pytorch;
  const std::vector<std::string> names = code_names(graph);
  std::set<NodeId> differentiated;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).gradient) differentiated.insert(graph.node(id).gradient->to);
  std::string body;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (torch && node.derived) continue;
    const bool drawn = torch && node.operation == nullptr && node.random;
    std::string label;
    if (node.operation == nullptr && node.random)
      label = joined({"  # random, seed ", node.random->seed, ", not trained"});
    if (!drawn)
      body += joined({(node.operation ? statement(graph, id, language, names)
                       : node.file    ? loaded(graph, id, names[id], torch, hidden)
                                      : listed(graph, id, names[id], torch, hidden)),
                      label, "\n"});
    if (torch && differentiated.contains(id)) body += names[id] + ".requires_grad_()\n";
    body += joined({"show(", code_string(node.name), ", ", names[id], ")", (drawn ? label : ""), "\n\n"});
  }
  std::string out = joined({"# ", code_comment(title), "\n# Every tensor of the lesson in ",
                            (torch ? "PyTorch" : "NumPy"), ", indices from 0.\n"});
  out += joined({(torch ? "import torch\n" : "import numpy as np\n"), loading_imports(graph, torch), "\n\n"});
  const std::string_view shown = torch && !differentiated.empty() ? "tensor.detach()" : "tensor";
  out += joined({"def show(name, tensor):\n    print(name, tuple(tensor.shape))\n    print(", shown, ")\n\n\n"});
  out += code_helpers(body, language);
  if (torch) out += seeded(graph, names, hidden);
  return out + body;
}

}  // namespace graph

// See class_code.hpp.
#include "lesson/run/class_code.hpp"

#include <algorithm>

#include "graph/core/basic.hpp"
#include "graph/export/code.hpp"
#include "graph/export/export_parts.hpp"

namespace lesson {
namespace {

// As Python writes it: True, 0.2, "train".
std::string literal(const ParameterValue& value) {
  if (const bool* const flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
  if (const double* const number = std::get_if<double>(&value)) return graph::code_number(*number);
  return "\"" + spelt(value) + "\"";
}

// With the values of parameters for their names in braces.
std::string filled(const Lesson& lesson, const Overrides& overrides, std::string text) {
  for (const Parameter& parameter : lesson.parameters) {
    const auto changed = overrides.parameters.find(parameter.name);
    const std::string name = "{" + parameter.name + "}",
                      value = literal(changed == overrides.parameters.end() ? parameter.start : changed->second);
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size())
      text.replace(at, name.size(), value);
  }
  return text;
}

bool hides_some(const graph::Graph& graph, graph::NodeId id, const graph::HiddenCells& hidden) {
  if (!hidden) return false;
  const graph::Shape& shape = graph.node(id).shape;
  for (std::size_t flat = 0; flat < graph::count(shape); ++flat)
    if (hidden({id, graph::index_at(shape, flat)})) return true;
  return false;
}

}  // namespace

std::string class_code(const Lesson& lesson, const graph::Graph& graph, const Overrides& overrides,
                       const graph::HiddenCells& hidden) {
  if (!lesson.layer) return "";
  const Layer& layer = *lesson.layer;
  std::string title(in_language(lesson.title, overrides.language));
  std::ranges::replace_if(title, [](char c) { return c == '\n' || c == '\r'; }, ' ');  // it is one comment
  std::string out = "# " + title + "\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n" +
                    layer.code + "\n\n\n# The numbers of the page.\n";
  for (const std::string& name : layer.tensors)
    out += graph::listed(graph, *graph.find(name), name, true, hidden) + "\n";
  out += "\n" + filled(lesson, overrides, layer.run) + "\nprint(" + layer.gives + ")\n";
  const graph::NodeId result = *graph.find(layer.gives);
  if (hides_some(graph, result, hidden)) return out;
  out += "\n" + graph::listed(graph, result, "page", true, {}) + "\nassert torch.allclose(" + layer.gives +
         ", page, rtol=1e-4, atol=1e-5)\n";
  return out;
}

}  // namespace lesson

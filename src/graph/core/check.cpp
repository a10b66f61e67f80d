// Checks of graph inputs, and their error messages.
#include "graph/core/check.hpp"

#include <algorithm>
#include <cmath>

#include "graph/core/basic.hpp"

namespace graph {
namespace {

constexpr std::size_t most_values = std::size_t{1} << 26;

std::string_view kind_word(OptionSpec::Kind kind) {
  switch (kind) {
    case OptionSpec::Kind::boolean: return "true or false";
    case OptionSpec::Kind::integer: return "a whole number";
    case OptionSpec::Kind::number: return "a number";
    case OptionSpec::Kind::text: return "a text";
    case OptionSpec::Kind::choice: return "one of its choices";
    case OptionSpec::Kind::integers: return "a list of whole numbers";
    case OptionSpec::Kind::numbers: return "a list of numbers";
    case OptionSpec::Kind::texts: return "a list of texts";
  }
  return "";
}

bool whole(double value) { return value == std::trunc(value) && std::fabs(value) < 1e15; }

bool has_kind(const OptionValue& value, OptionSpec::Kind kind) {
  const double* number = std::get_if<double>(&value);
  const auto* list = std::get_if<std::vector<double>>(&value);
  switch (kind) {
    case OptionSpec::Kind::boolean: return std::holds_alternative<bool>(value);
    case OptionSpec::Kind::integer: return number != nullptr && whole(*number);
    case OptionSpec::Kind::number: return number != nullptr && std::isfinite(*number);
    case OptionSpec::Kind::text:
    case OptionSpec::Kind::choice: return std::holds_alternative<std::string>(value);
    case OptionSpec::Kind::integers: return list != nullptr && std::ranges::all_of(*list, whole);
    case OptionSpec::Kind::numbers:
      return list != nullptr && std::ranges::all_of(*list, [](double one) { return std::isfinite(one); });
    case OptionSpec::Kind::texts: return std::holds_alternative<std::vector<std::string>>(value);
  }
  return false;
}

std::string listed(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) out += joined({(out.empty() ? "" : ", "), word});
  return out;
}

}  // namespace

Result<void> check_name(const Graph& graph, std::string_view name) {
  if (name.empty()) return fail("name", "name", "A tensor needs a name.");
  if (graph.find(name))
    return fail("name", "name", {"There is already a tensor “", name, "”. Give each its own name."});
  return {};
}

Result<void> check_size(const Shape& shape) {
  double values = 1;
  for (const std::size_t length : shape) values *= static_cast<double>(length);
  if (values > static_cast<double>(most_values) || shape.size() > 8)
    return fail(
        "size", "",
        {"A tensor of shape ", describe(shape), " is too large. The limits are ", most_values, " values and 8 axes."});
  return {};
}

Result<void> check_inputs(const Graph& graph, const Node& node) {
  const std::span<const InputSpec> specs = node.operation->inputs();
  std::size_t least = 0, most = specs.size();
  std::vector<std::string_view> names;
  for (const InputSpec& spec : specs) {
    least += spec.optional ? 0 : 1;
    if (spec.repeats) most = std::size_t{1} << 20;
    names.push_back(spec.name);
  }
  if (node.inputs.size() < least || node.inputs.size() > most)
    return fail("inputs", "inputs",
                {"“", node.operation->name(), "” takes ", (specs.empty() ? "no inputs" : std::to_string(least)),
                 (most > least ? " or more" : ""), (names.empty() ? "" : ": " + listed(names)), "; ",
                 node.inputs.size(), " are given."});
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    if (node.inputs[i] >= graph.size())
      return fail("inputs", joined({"inputs/", i}), "This input does not exist yet. Inputs come first.");
  return {};
}

Result<void> check_options(const Operation& operation, const Options& options) {
  const std::span<const OptionSpec> specs = operation.options();
  for (const auto& [name, value] : options) {
    const auto spec = std::ranges::find(specs, std::string_view(name), &OptionSpec::name);
    const std::string path = "options/" + name;
    if (spec == specs.end()) {
      std::vector<std::string_view> names;
      for (const OptionSpec& known : specs) names.push_back(known.name);
      return fail("option", path,
                  {"“", operation.name(), "” has no option “", name, "”. ",
                   (names.empty() ? "It has none." : joined({"It has ", listed(names), "."}))});
    }
    if (!has_kind(value, spec->kind))
      return fail("option", path, {"“", name, "” must be ", kind_word(spec->kind), "."});
    const std::string* word = std::get_if<std::string>(&value);
    const std::vector<std::string_view> choices = spec->choice_list();
    if (spec->kind == OptionSpec::Kind::choice && std::ranges::find(choices, *word) == choices.end())
      return fail("option", path,
                  {"“", *word, "” is not a choice of “", name, "”. The choices are ", listed(choices), "."});
    const double* number = std::get_if<double>(&value);
    if (number != nullptr && (*number < spec->least || *number > spec->most))
      return fail("option", path,
                  {"“", name, "” is ", format_number(*number, 6), ", but must lie from ", format_number(spec->least, 6),
                   " to ", format_number(spec->most, 6), "."});
  }
  for (const OptionSpec& spec : specs)
    if (spec.needed && options.find(spec.name) == options.end())
      return fail("option", joined({"options/", spec.name}),
                  {"“", operation.name(), "” needs the option “", spec.name, "”: ", spec.doc, "."});
  return {};
}

Result<void> check_index(const Node& node, const Index& index) {
  if (index.size() != node.shape.size())
    return fail("index", "",
                {"“", node.name, "” has ", node.shape.size(), " axes, the cell names ", index.size(), "."});
  for (std::size_t a = 0; a < index.size(); ++a)
    if (index[a] >= node.shape[a])
      return fail("index", "",
                  {"Axis ", a, " of “", node.name, "” has ", node.shape[a],
                   " places, counted from 0; there is no place ", index[a], "."});
  return {};
}

}  // namespace graph

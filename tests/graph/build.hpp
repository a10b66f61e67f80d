// Builds graphs for tests in a line or two, and numbers from a small fixed generator.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graph/core/graph.hpp"
#include "graph/core/messages.hpp"

namespace build {

using namespace graph;

inline std::vector<Axis> axes(const std::vector<std::string>& names) {
  std::vector<Axis> out;
  for (const std::string& name : names) out.push_back({name, {}});
  return out;
}

// "W_q" is W with a subscript, "weighted_values" is a word.
inline Symbol symbol(const std::string& name) {
  return name.find('_') + 2 == name.size() ? parse_symbol(name) : Symbol{name, {}, {}};
}

inline NodeId source(Graph& graph, const std::string& name, Shape shape, std::vector<float> data,
                     Role role = Role::none, const std::vector<std::string>& axis_names = {}) {
  Node node;
  node.name = name;
  node.symbol = symbol(name);
  node.role = role;
  node.shape = std::move(shape);
  node.axes = axes(axis_names);
  Result<NodeId> id = graph.add_source(node, std::move(data));
  REQUIRE_MESSAGE(id.has_value(), name, ": ", id ? "" : id.error().message);
  return *id;
}

inline Result<NodeId> try_apply(Graph& graph, const std::string& name, const std::string& operation,
                                std::vector<NodeId> inputs, Options options = {}, Role role = Role::none) {
  Node node;
  node.name = name;
  node.symbol = symbol(name);
  node.role = role;
  node.operation = find_operation(operation);
  node.inputs = std::move(inputs);
  node.options = std::move(options);
  REQUIRE_MESSAGE(node.operation != nullptr, "no operation ", operation);
  return graph.add_operation(node);
}

inline NodeId apply(Graph& graph, const std::string& name, const std::string& operation, std::vector<NodeId> inputs,
                    Options options = {}, Role role = Role::none) {
  const Result<NodeId> id = try_apply(graph, name, operation, std::move(inputs), std::move(options), role);
  REQUIRE_MESSAGE(id.has_value(), name, ": ", id ? "" : id.error().message);
  return *id;
}

inline OptionValue word(std::string_view text) { return OptionValue{std::string(text)}; }

// Every index of a shape in reading order.
inline std::vector<Index> cells(const Shape& shape) {
  std::vector<Index> out{{}};
  for (const std::size_t length : shape) {
    std::vector<Index> longer;
    for (const Index& index : out)
      for (std::size_t i = 0; i < length; ++i) {
        longer.push_back(index);
        longer.back().push_back(i);
      }
    out = std::move(longer);
  }
  return out;
}

inline std::vector<float> values(const Graph& graph, NodeId id) {
  std::vector<float> out;
  for (const Index& index : cells(graph.node(id).shape)) out.push_back(graph.at(id, index));
  return out;
}

// Numbers between -2 and 2 with four binary places, so that products are exact; the same on every machine.
inline std::vector<float> random_numbers(std::size_t n, unsigned seed) {
  std::vector<float> out;
  for (std::size_t i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    out.push_back(static_cast<float>(seed >> 26) / 16.0f - 2.0f);
  }
  return out;
}

inline bool close(double a, double b, double relative = 1e-5) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  return std::fabs(a - b) <= relative * std::max({std::fabs(a), std::fabs(b), 1e-3});
}

}  // namespace build

// A whole tensor as JSON, for the page around an embed: its values row by row.
#pragma once

#include <vector>

#include "explorer/json/shape.hpp"
#include "graph/core/graph.hpp"
#include "graph/core/messages.hpp"

namespace explorer {

struct TensorJson {
  const graph::Node* node = nullptr;
  std::vector<float> values;
  std::vector<std::size_t> infinite, minus_infinite;  // places in values, where JSON has null
};

namespace json {

template <>
struct Described<TensorJson>
    : Object<"WholeTensor", Member<"name", path<&TensorJson::node, &graph::Node::name>>,
             Member<"symbol", [](const TensorJson& of) { return graph::plain(of.node->symbol); }>,
             Member<"role", [](const TensorJson& of) { return graph::role_name(of.node->role); }>,
             Member<"shape", path<&TensorJson::node, &graph::Node::shape>>, Member<"values", &TensorJson::values>,
             Member<"infinite", &TensorJson::infinite>, Member<"minusInfinite", &TensorJson::minus_infinite>> {};

}  // namespace json
}  // namespace explorer

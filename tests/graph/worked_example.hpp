// S0, the worked example, as a graph with the tutorial's names.
#pragma once

#include "graph/build.hpp"

namespace build {

struct WorkedExample {
  Graph graph;
  NodeId x, w_key, w_query, w_value, keys, queries, values, scores, weights, weighted, outputs;
};

inline WorkedExample worked_example() {
  WorkedExample s;
  Graph& g = s.graph;
  s.x = source(g, "X", {3, 4}, {1, 0, 1, 0, 0, 2, 0, 2, 1, 1, 1, 1}, Role::input, {"token", "feature"});
  s.w_key = source(g, "W_k", {4, 3}, {0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0}, Role::key_projection, {"input", "feature"});
  s.w_query =
      source(g, "W_q", {4, 3}, {1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1}, Role::query_projection, {"input", "feature"});
  s.w_value =
      source(g, "W_v", {4, 3}, {0, 2, 0, 0, 3, 0, 1, 0, 3, 1, 1, 0}, Role::value_projection, {"input", "feature"});
  s.keys = apply(g, "K", "matmul", {s.x, s.w_key}, {}, Role::key);
  s.queries = apply(g, "Q", "matmul", {s.x, s.w_query}, {}, Role::query);
  s.values = apply(g, "V", "matmul", {s.x, s.w_value}, {}, Role::value);
  s.scores = apply(g, "S", "matmul", {s.queries, s.keys}, {{"transpose", word("second")}}, Role::scores);
  s.weights = apply(g, "A", "softmax", {s.scores}, {}, Role::weights);
  s.weighted = apply(g, "weighted_values", "weighted_values", {s.weights, s.values}, {}, Role::value);
  s.outputs = apply(g, "Z", "sum", {s.weighted}, {{"axis", 0.0}}, Role::output);
  return s;
}

}  // namespace build

// What an operation writes its derivative with: nodes of the same computation. Given the gradient G of some number with
// respect to a node's result, it records nodes whose values are the gradients with respect to the node's inputs.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/core/basic.hpp"
#include "graph/gradient/recording.hpp"

namespace graph {

class Derivative {
 public:
  // gradient has the shape of the node; `wanted` has one entry per input.
  Derivative(Recording& record, NodeId node, NodeId gradient, std::vector<bool> wanted);

  NodeId gradient() const { return gradient_; }  // G
  NodeId result() const { return node_; }
  NodeId input(std::size_t i) const { return record_[node_].inputs[i]; }
  std::size_t inputs() const { return record_[node_].inputs.size(); }
  const Options& options() const { return record_[node_].options; }
  const Shape& shape(NodeId id) const { return record_.shape(id); }
  bool wants(std::size_t i) const { return wanted_[i]; }

  // ---- recording nodes --------------------------------------------------------------------------------------
  NodeId apply(std::string_view operation, std::vector<NodeId> inputs, Options options = {});
  NodeId plus(NodeId a, NodeId b) { return apply("add", {a, b}); }
  NodeId minus(NodeId a, NodeId b) { return apply("subtract", {a, b}); }
  NodeId times(NodeId a, NodeId b) { return apply("multiply", {a, b}); }
  NodeId over(NodeId a, NodeId b) { return apply("divide", {a, b}); }
  NodeId scaled(NodeId x, double factor);
  NodeId zeros(const Shape& shape);
  NodeId reshaped(NodeId x, const Shape& shape);  // x itself if that is its shape
  NodeId summed_to(NodeId x, NodeId like);        // summed over what was broadcast
  NodeId expanded_as(NodeId x, NodeId like);      // broadcast
  NodeId summed(NodeId x, std::size_t axis);      // over one axis, which stays with length 1
  NodeId mean_of(NodeId x, std::size_t axis);     // the same for the mean
  NodeId part(NodeId x, std::size_t axis, std::size_t start, std::size_t stop);
  NodeId product(NodeId a, NodeId b, std::string_view transpose = "none");
  NodeId without_zeros(NodeId x);  // 1 where x is 0: to divide a number by that is 0 there, too

  // ---- the answer --------------------------------------------------------------------------------------------
  // A part of the gradient with respect to input i; it may be of the broadcast shape. Several parts are added.
  void add(std::size_t i, NodeId part);
  // The same result computed by other nodes: their derivatives are taken instead. For operations of several steps.
  Result<void> through(NodeId again);
  // For a matrix product of inputs 0 and 1, with one of them transposed: "none", "first", "second" or "both".
  void product_rule(std::string_view transpose);
  // The error that the result has no slope with respect to this input.
  std::unexpected<Error> no_slope(std::size_t i) const;

  const std::vector<std::optional<NodeId>>& gradients() const { return gradients_; }

 private:
  Recording& record_;
  NodeId node_, gradient_;
  std::vector<bool> wanted_;
  std::vector<std::optional<NodeId>> gradients_;
};

struct RecordedGradients {
  std::vector<NodeId> results;                 // one for each of `to`
  NodeId seed = 0;                             // the gradient of the number with respect to itself: 1 in its cell
  std::vector<std::optional<NodeId>> of_node;  // with respect to each node up to `of`, where it was needed
};
// Records the gradients of one number, a cell of `of` or its only one, with respect to each of `to`, in that order.
// Errors with paths of the operation `gradient`: "inputs/0" (several cells; an operation without slope on the way, which
// is named), "options/cell", "inputs/1" (a tensor that the number does not depend on; entry i of `to` is "inputs/1+i").
Result<RecordedGradients> record_gradients(Recording& record, NodeId of, const std::optional<Index>& cell,
                                           std::span<const NodeId> to);

// The options of `gradient`, checked: the cell, if it is named.
Result<std::optional<Index>> gradient_cell(const Shape& of, const Options& options);

// ---- nodes of a graph --------------------------------------------------------------------------------------
// Adds what computes these gradients to the graph, unless it is there, and returns the nodes that hold them.
Result<std::vector<NodeId>> add_gradients(Graph& graph, NodeId of, const std::optional<Index>& cell,
                                          std::span<const NodeId> to);
// Adds the node of a `gradient`: it becomes the last operation of the chain that computes it.
Result<NodeId> add_gradient(Graph& graph, Node node);

}  // namespace graph

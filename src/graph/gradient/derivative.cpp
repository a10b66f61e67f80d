// Reverse-mode differentiation over recorded nodes; see derivative.hpp.
#include "graph/gradient/derivative.hpp"

#include <algorithm>

namespace graph {
namespace {

bool moves(const RecordedNode& node, std::size_t i) { return !node.operation->only_shape_counts(i); }

std::string named(const Recording& record, NodeId id) {
  return record[id].name.empty() ? std::string("a step of the computation") : joined({"“", record[id].name, "”"});
}

// Whether each node up to `last` depends on one of `to`, along any path.
std::vector<bool> dependent(const Recording& record, NodeId last, std::span<const NodeId> to) {
  std::vector<bool> out(last + 1);
  for (NodeId id = 0; id <= last; ++id) {
    const RecordedNode& node = record[id];
    out[id] = std::ranges::contains(to, id);
    for (std::size_t i = 0; i < node.inputs.size() && !out[id]; ++i) out[id] = moves(node, i) && out[node.inputs[i]];
  }
  return out;
}

// The gradients of the sum of seed ⊙ last with respect to each of `to` and to what lies between. With `stop`, paths
// through one of them to another are not followed.
Result<std::vector<std::optional<NodeId>>> backward(Recording& record, NodeId last, NodeId seed,
                                                    std::span<const NodeId> to, bool stop) {
  const std::vector<bool> depends = dependent(record, last, to);
  std::vector<std::optional<NodeId>> gradients(last + 1);
  gradients[last] = seed;
  for (NodeId id = last + 1; id-- > 0;) {
    if (!gradients[id] || !depends[id] || record[id].operation == nullptr) continue;
    if (stop && std::ranges::contains(to, id)) continue;
    const std::vector<NodeId> inputs = record[id].inputs;
    std::vector<bool> wanted;
    for (std::size_t i = 0; i < inputs.size(); ++i) wanted.push_back(moves(record[id], i) && depends[inputs[i]]);
    if (std::ranges::none_of(wanted, [](bool one) { return one; })) continue;
    Derivative derivative(record, id, *gradients[id], wanted);
    if (auto done = record[id].operation->derivative(derivative); !done) return std::unexpected(done.error());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::optional<NodeId> part = derivative.gradients()[i];
      if (!part) continue;
      std::optional<NodeId>& sum = gradients[inputs[i]];
      sum = sum ? record.apply("add", {*sum, *part}) : *part;
    }
  }
  return gradients;
}

}  // namespace

Derivative::Derivative(Recording& record, NodeId node, NodeId gradient, std::vector<bool> wanted)
    : record_(record), node_(node), gradient_(gradient), wanted_(std::move(wanted)), gradients_(wanted_.size()) {}

NodeId Derivative::apply(std::string_view operation, std::vector<NodeId> inputs, Options options) {
  return record_.apply(operation, std::move(inputs), std::move(options));
}

NodeId Derivative::scaled(NodeId x, double factor) {
  return factor == 1 ? x : apply("scale", {x}, {{"factor", factor}});
}

NodeId Derivative::zeros(const Shape& shape) {
  return apply("full", {}, {{"shape", std::vector<double>(shape.begin(), shape.end())}});
}

NodeId Derivative::reshaped(NodeId x, const Shape& shape) {
  if (this->shape(x) == shape) return x;
  return apply("reshape", {x}, {{"shape", std::vector<double>(shape.begin(), shape.end())}});
}

NodeId Derivative::summed_to(NodeId x, NodeId like) {
  return shape(x) == shape(like) ? x : apply("sum_to_size", {x, like});
}

NodeId Derivative::expanded_as(NodeId x, NodeId like) {
  return shape(x) == shape(like) ? x : apply("expand_as", {x, like});
}

NodeId Derivative::summed(NodeId x, std::size_t axis) {
  return apply("sum", {x}, {{"axis", static_cast<double>(axis)}, {"keepdim", true}});
}

NodeId Derivative::mean_of(NodeId x, std::size_t axis) {
  return apply("mean", {x}, {{"axis", static_cast<double>(axis)}, {"keepdim", true}});
}

NodeId Derivative::part(NodeId x, std::size_t axis, std::size_t start, std::size_t stop) {
  if (start == 0 && stop == shape(x)[axis]) return x;
  return apply("slice", {x},
               {{"axis", static_cast<double>(axis)},
                {"start", static_cast<double>(start)},
                {"stop", static_cast<double>(stop)}});
}

NodeId Derivative::product(NodeId a, NodeId b, std::string_view transpose) {
  if (transpose == "none") return apply("matmul", {a, b});
  return apply("matmul", {a, b}, {{"transpose", std::string(transpose)}});
}

NodeId Derivative::without_zeros(NodeId x) { return plus(x, apply("eq", {x, zeros({})})); }

void Derivative::add(std::size_t i, NodeId part) {
  if (!wants(i)) return;
  part = summed_to(part, input(i));
  gradients_[i] = gradients_[i] ? plus(*gradients_[i], part) : part;
}

Result<void> Derivative::through(NodeId again) {
  std::vector<NodeId> to;
  for (std::size_t i = 0; i < inputs(); ++i)
    if (wants(i) && !std::ranges::contains(to, input(i))) to.push_back(input(i));
  const auto found = backward(record_, again, gradient_, to, true);
  if (!found) return std::unexpected(found.error());
  // An input that is given twice, such as both sides of X Xᵀ, has one gradient for both.
  for (const NodeId one : to)
    if (const std::optional<NodeId> part = (*found)[one])
      add(static_cast<std::size_t>(std::ranges::find(record_[node_].inputs, one) - record_[node_].inputs.begin()),
          *part);
  return {};
}

std::unexpected<Error> Derivative::no_slope(std::size_t i) const {
  const RecordedNode& node = record_[node_];
  const std::span<const InputSpec> specs = node.operation->inputs();
  const std::string_view input = specs[std::min(i, specs.size() - 1)].name;
  return fail("slope", "inputs/0",
              {"“", node.operation->name(), "” has no slope with respect to its input “", input,
               "”, and there is such a step on the way: ", named(record_, node_), " is computed from ",
               named(record_, node.inputs[i]), ". Take the gradient of a tensor before it."});
}

Result<void> Operation::derivative(Derivative& d) const {
  for (std::size_t i = 0; i < d.inputs(); ++i)
    if (d.wants(i)) return d.no_slope(i);
  return {};
}

Result<std::optional<Index>> gradient_cell(const Shape& of, const Options& options) {
  const std::vector<double> cell = numbers(options, "cell");
  if (cell.empty()) {
    if (count(of) == 1) return std::nullopt;
    return fail("gradient", "inputs/0",
                {"A gradient is taken of one number, and this tensor is ", describe(of),
                 ". Name one of its cells with the option “cell”, from 0, or sum it up first."});
  }
  Index index;
  bool inside = cell.size() == of.size();
  for (std::size_t a = 0; inside && a < of.size(); ++a) {
    inside = cell[a] >= 0 && cell[a] < static_cast<double>(of[a]);
    if (inside) index.push_back(static_cast<std::size_t>(cell[a]));
  }
  if (inside) return index;
  return fail("index", "options/cell",
              {"The tensor is ", describe(of), ", so its cell has ", of.size(),
               (of.size() == 1 ? " index" : " indices"), ", each from 0 and below its length."});
}

Result<RecordedGradients> record_gradients(Recording& record, NodeId of, const std::optional<Index>& cell,
                                           std::span<const NodeId> to) {
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i] > of || !dependent(record, of, to.subspan(i, 1))[of])
      return fail("gradient", joined({"inputs/", 1 + i}),
                  {named(record, of), " does not depend on ", named(record, to[i]),
                   ", so there is no gradient. Name a tensor that it is computed from."});
  RecordedGradients out;
  if (cell) out.seed = record.apply("one_cell", {of}, {{"cell", std::vector<double>(cell->begin(), cell->end())}});
  else out.seed = record.apply("ones", {of});
  auto found = backward(record, of, out.seed, to, false);
  if (!found) return std::unexpected(found.error());
  out.of_node = std::move(*found);
  for (const NodeId one : to) {
    if (!out.of_node[one])
      out.of_node[one] = record.apply("full", {one});  // it depends on it along paths that are switched off
    out.results.push_back(*out.of_node[one]);
  }
  if (record.failure()) return fail(record.failure()->code, "inputs/0", record.failure()->message);
  return out;
}

}  // namespace graph

// The recorded computation: nodes in a valid order of computation, and what has to be recomputed after an edit.
#include "graph/core/graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include "graph/core/basic.hpp"
#include "graph/core/check.hpp"
#include "graph/explain/writer.hpp"
#include "graph/gradient/derivative.hpp"

namespace graph {
namespace {

// Axis words: an index of a query-role tensor that becomes a row of scores is a query there, not a token.
std::vector<std::vector<Axis>> named_inputs(const Graph& graph, const Node& node) {
  const bool pairs = family(node.role) == Family::scores || family(node.role) == Family::weights;
  std::vector<std::vector<Axis>> axes;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const Node& input = graph.node(node.inputs[i]);
    axes.push_back(input.axes);
    if (!pairs || input.axes.empty()) continue;
    const bool twice = node.inputs.size() == 2 && node.inputs[0] == node.inputs[1];
    std::string_view name;
    if (input.role == Role::query || (twice && i == 0)) name = "query";
    if (input.role == Role::key || (twice && i == 1)) name = "key";
    if (name.empty()) continue;
    for (Axis& axis : axes.back())
      if (axis.name == "token") axis.name = name;
  }
  return axes;
}

// Given axes take precedence; where they have no labels, the operation's labels stay.
std::vector<Axis> merged(std::vector<Axis> given, std::vector<Axis> own, const Node& node) {
  own.resize(node.shape.size());
  if (given.empty()) {
    // The rows of a value or an output are tokens, unless it distinguishes queries from keys.
    const bool scores = family(node.role) == Family::scores || family(node.role) == Family::weights;
    const bool pairs =
        scores || (std::ranges::contains(own, "query", &Axis::name) && std::ranges::contains(own, "key", &Axis::name));
    for (Axis& axis : own)
      if (!pairs && node.role != Role::none && (axis.name == "query" || axis.name == "key")) axis.name = "token";
    return own;
  }
  given.resize(node.shape.size());
  for (std::size_t a = 0; a < given.size(); ++a) {
    if (given[a].name.empty()) given[a].name = own[a].name;
    if (given[a].labels.empty()) given[a].labels = own[a].labels;
    if (given[a].labels.size() != node.shape[a]) given[a].labels.clear();
  }
  return given;
}

}  // namespace

struct Graph::Impl {
  struct Facts {
    float largest = 0;
    bool whole = true;
  };

  std::vector<Node> nodes;
  mutable std::vector<std::unique_ptr<TensorBox>> tensors;
  mutable std::vector<bool> stale;  // to be computed when it is next asked for
  std::vector<std::map<std::size_t, float>> edits;
  std::vector<std::optional<std::vector<Axis>>> computed_axes;  // those that the numbers of the inputs decide
  std::map<std::string, NodeId, std::less<>> names;
  const Graph* before = nullptr;
  mutable std::vector<std::optional<Facts>> facts;
  double multiply_adds = 0;

  NodeId add(Node node, attention::Tensor tensor, std::optional<std::vector<Axis>> axes = {}) {
    const NodeId id = nodes.size();
    names.emplace(node.name, id);
    nodes.push_back(std::move(node));
    tensors.push_back(std::make_unique<TensorBox>(TensorBox{std::move(tensor)}));
    edits.emplace_back();
    computed_axes.push_back(std::move(axes));
    facts.emplace_back();
    stale.push_back(false);
    return id;
  }

  const TensorBox& box(NodeId id) const {
    if (!stale[id]) return *tensors[id];
    stale[id] = false;
    Result<Evaluated> made = evaluate(nodes[id]);
    attention::Tensor now = attention::Tensor::from_shape(nodes[id].shape);
    if (made && attention::shape_of(made->tensor) == nodes[id].shape) now = std::move(made->tensor);
    else now.fill(std::numeric_limits<float>::quiet_NaN());
    tensors[id] = std::make_unique<TensorBox>(TensorBox{std::move(now)});
    return *tensors[id];
  }
  // Computes everything that is left.
  void settle() const {
    for (NodeId id = 0; id < nodes.size(); ++id) box(id);
  }

  Result<Evaluated> evaluate(const Node& node) const {
    std::vector<const TensorBox*> inputs;
    for (const NodeId id : node.inputs) inputs.push_back(&box(id));
    return node.operation->evaluate(inputs, node.options);
  }

  // As evaluate(), or the result that was computed before.
  Result<Evaluated> make(const Node& node) const {
    const std::optional<NodeId> known = before != nullptr ? before->find(node.name) : std::nullopt;
    if (!known || before->impl_->stale[*known]) return evaluate(node);
    const Impl& old = *before->impl_;
    const auto same_numbers = [&](NodeId mine, NodeId its) {
      const attention::Tensor &one = box(mine).tensor, &other = old.tensors[its]->tensor;
      return !old.stale[its] && nodes[mine].shape == old.nodes[its].shape &&
             (one.size() == 0 || std::memcmp(one.data(), other.data(), one.size() * sizeof(float)) == 0);
    };
    const Node& its = old.nodes[*known];
    if (its.operation != node.operation || its.options != node.options ||
        !std::ranges::equal(node.inputs, its.inputs, same_numbers))
      return evaluate(node);
    return Evaluated{old.tensors[*known]->tensor, old.computed_axes[*known]};
  }

  const Facts& facts_of(NodeId id) const {
    if (!facts[id]) {
      Facts made;
      const float* data = box(id).tensor.data();
      for (std::size_t i = 0; i < count(nodes[id].shape); ++i) {
        if (std::isfinite(data[i])) made.largest = std::max(made.largest, std::fabs(data[i]));
        made.whole = made.whole && data[i] == std::trunc(data[i]) && std::isfinite(data[i]);
      }
      facts[id] = made;
    }
    return *facts[id];
  }
};

Graph::Graph() : impl_(std::make_unique<Impl>()) {}
Graph::~Graph() = default;
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;

Result<NodeId> Graph::add_source(Node node, std::vector<float> data) {
  if (auto ok = check_name(*this, node.name); !ok) return std::unexpected(ok.error());
  if (auto ok = check_size(node.shape); !ok) return std::unexpected(ok.error());
  if (data.size() != count(node.shape))
    return fail("count", "",
                {"“", node.name, "” has the shape ", describe(node.shape), " and needs ", count(node.shape),
                 " numbers, not ", data.size(), "."});
  node.operation = nullptr;
  node.inputs.clear();
  node.never_negative = node.random && node.random->draw == "rand";
  node.axes = merged(std::move(node.axes), {}, node);
  attention::Tensor tensor = attention::Tensor::from_shape(node.shape);
  std::ranges::copy(data, tensor.data());
  return impl_->add(std::move(node), std::move(tensor));
}

Result<NodeId> Graph::add_operation(Node node) {
  if (auto ok = check_name(*this, node.name); !ok) return std::unexpected(ok.error());
  if (node.operation == nullptr)
    return fail("operation", "operation", {"“", node.name, "” names no operation. Give it one, or values."});
  if (auto ok = check_inputs(*this, node); !ok) return std::unexpected(ok.error());
  if (auto ok = check_options(*node.operation, node.options); !ok) return std::unexpected(ok.error());
  std::vector<Shape> shapes;
  for (const NodeId id : node.inputs) shapes.push_back(impl_->nodes[id].shape);
  const Result<Shape> shape = node.operation->shape(shapes, node.options);
  if (!shape) return std::unexpected(shape.error());
  if (auto ok = check_size(*shape); !ok) return std::unexpected(ok.error());
  if (node.operation->recorded_by_others()) return add_gradient(*this, std::move(node));
  Result<Evaluated> made = impl_->make(node);
  if (!made) return std::unexpected(made.error());
  node.shape = attention::shape_of(made->tensor);
  node.editable = false;
  const Operation::Sign sign = node.operation->sign();
  node.never_negative = sign == Operation::Sign::never_negative;
  if (sign == Operation::Sign::of_inputs)
    node.never_negative = std::ranges::all_of(node.inputs, [&](NodeId id) { return impl_->nodes[id].never_negative; });
  std::vector<Axis> own =
      made->axes ? *made->axes : node.operation->axes(named_inputs(*this, node), node.options, node.shape);
  node.axes = merged(std::move(node.axes), std::move(own), node);
  for (const NodeId id : node.inputs)
    if (!node.random) node.random = impl_->nodes[id].random;
  impl_->multiply_adds += node.operation->cost(shapes, node.options).multiply_adds;
  return impl_->add(std::move(node), std::move(made->tensor), std::move(made->axes));
}

void Graph::reuse(const Graph* before) { impl_->before = before; }

void Graph::shrink(std::size_t size) {
  while (impl_->nodes.size() > size) {
    const Node& node = impl_->nodes.back();
    std::vector<Shape> shapes;
    for (const NodeId id : node.inputs) shapes.push_back(impl_->nodes[id].shape);
    if (node.operation != nullptr) impl_->multiply_adds -= node.operation->cost(shapes, node.options).multiply_adds;
    impl_->names.erase(node.name);
    impl_->nodes.pop_back();
    impl_->tensors.pop_back();
    impl_->edits.pop_back();
    impl_->computed_axes.pop_back();
    impl_->facts.pop_back();
    impl_->stale.pop_back();
  }
}

std::size_t Graph::size() const { return impl_->nodes.size(); }
const Node& Graph::node(NodeId id) const { return impl_->nodes[id]; }
const TensorBox& Graph::tensor(NodeId id) const { return impl_->box(id); }
double Graph::multiply_adds() const { return impl_->multiply_adds; }

std::optional<NodeId> Graph::find(std::string_view name) const {
  const auto found = impl_->names.find(name);
  if (found == impl_->names.end()) return std::nullopt;
  return found->second;
}

float Graph::at(NodeId id, std::span<const std::size_t> index) const {
  const Shape& shape = impl_->nodes[id].shape;
  std::size_t flat = 0;
  for (std::size_t a = 0; a < shape.size(); ++a) flat = flat * shape[a] + (a < index.size() ? index[a] : 0);
  return flat < count(shape) ? impl_->box(id).tensor.data()[flat] : 0.0f;
}

void Graph::block(NodeId id, std::span<const std::size_t> leading, std::size_t row, std::size_t rows,
                  std::size_t column, std::size_t columns, std::span<float> out) const {
  const Shape& shape = impl_->nodes[id].shape;
  const std::size_t rank = shape.size();
  const std::size_t height = rank >= 2 ? shape[rank - 2] : 1, width = rank >= 1 ? shape[rank - 1] : 1;
  std::size_t first = 0;
  for (std::size_t a = 0; a + 2 < rank; ++a) first = first * shape[a] + (a < leading.size() ? leading[a] : 0);
  const float* data = impl_->box(id).tensor.data() + first * height * width;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      out[r * columns + c] = row + r < height && column + c < width ? data[(row + r) * width + column + c] : 0.0f;
}

float Graph::largest_magnitude(NodeId id) const { return impl_->facts_of(id).largest; }
bool Graph::all_whole(NodeId id) const { return impl_->facts_of(id).whole; }

Result<void> Graph::replace(std::span<const Cells> sources) {
  std::vector<bool> touched(impl_->nodes.size());
  NodeId first = impl_->nodes.size();
  for (const auto& [id, values] : sources) {
    if (impl_->nodes[id].operation != nullptr || values.size() != count(impl_->nodes[id].shape))
      return fail("edit", "", {"“", impl_->nodes[id].name, "” does not take these numbers."});
    touched[id] = true;
    first = std::min(first, id);
  }
  for (const auto& [id, values] : sources) std::ranges::copy(values, impl_->tensors[id]->tensor.data());
  for (NodeId n = first; n < impl_->nodes.size(); ++n) {
    if (std::ranges::any_of(impl_->nodes[n].inputs, [&](NodeId input) { return touched[input]; }))
      touched[n] = impl_->stale[n] = true;
    if (touched[n]) impl_->facts[n].reset();
  }
  return {};
}

Result<std::vector<CellRef>> Graph::set(NodeId id, std::span<const std::size_t> index, float value) {
  const CellEdit edit{{id, Index(index.begin(), index.end())}, value};
  return set(std::span(&edit, 1));
}

static Result<void> check_edit(const Node& source, const CellEdit& edit) {
  if (source.operation != nullptr)
    return fail("edit", "", {"“", source.name, "” is computed. Change one of the tensors that it is made from."});
  if (auto ok = check_index(source, edit.cell.index); !ok) return std::unexpected(ok.error());
  if (!std::isfinite(edit.value))
    return fail("not-finite", "", "A cell takes a number between −3.4·10³⁸ and 3.4·10³⁸.");
  return {};
}

Result<std::vector<CellRef>> Graph::set(std::span<const CellEdit> edits, const std::vector<bool>& listed) {
  for (const CellEdit& edit : edits)
    if (auto ok = check_edit(impl_->nodes[edit.cell.node], edit); !ok) return std::unexpected(ok.error());
  std::map<std::pair<NodeId, std::size_t>, float> wanted;  // by position; of several edits of one cell the last counts
  for (const CellEdit& edit : edits) {
    const NodeId id = edit.cell.node;
    wanted.insert_or_assign({id, flat_index(impl_->nodes[id].shape, edit.cell.index)}, edit.value);
  }
  const auto exchange_cells = [&] {
    for (auto& [place, value] : wanted) std::swap(impl_->tensors[place.first]->tensor.data()[place.second], value);
  };
  std::erase_if(wanted, [&](const auto& one) {
    const auto& [place, value] = one;
    return std::memcmp(impl_->tensors[place.first]->tensor.data() + place.second, &value, sizeof value) == 0;
  });
  if (wanted.empty()) return std::vector<CellRef>{};

  impl_->settle();
  std::vector<CellRef> changed;
  std::vector<bool> touched(impl_->nodes.size());
  for (const auto& [place, value] : wanted) {
    changed.push_back({place.first, index_at(impl_->nodes[place.first].shape, place.second)});
    touched[place.first] = true;
  }
  exchange_cells();

  // Replaced tensors are kept until everything is computed, so that a failure can restore them.
  std::map<NodeId, std::unique_ptr<TensorBox>> old;
  for (NodeId n = changed.front().node + 1; n < impl_->nodes.size(); ++n) {
    const Node& node = impl_->nodes[n];
    if (std::ranges::none_of(node.inputs, [&](NodeId input) { return touched[input]; })) continue;
    Result<Evaluated> made = impl_->evaluate(node);
    if (!made || attention::shape_of(made->tensor) != node.shape) {
      exchange_cells();
      for (auto& [other, tensor] : old) impl_->tensors[other] = std::move(tensor);
      if (!made) return std::unexpected(made.error());
      return fail("edit", "", {"This number would change the shape of “", node.name, "”."});
    }
    const float* now = made->tensor.data();
    const float* then = impl_->tensors[n]->tensor.data();
    const std::size_t cells = count(node.shape);
    touched[n] = cells > 0 && std::memcmp(now, then, cells * sizeof(float)) != 0;
    if (!touched[n]) continue;
    if (listed.empty() || listed[n]) {
      for (std::size_t i = 0; i < cells; ++i)
        if (std::memcmp(now + i, then + i, sizeof(float)) != 0) changed.push_back({n, index_at(node.shape, i)});
    }
    impl_->facts[n].reset();
    old[n] = std::move(impl_->tensors[n]);
    impl_->tensors[n] = std::make_unique<TensorBox>(TensorBox{std::move(made->tensor)});
  }
  for (const auto& [place, before] : wanted) {
    impl_->facts[place.first].reset();
    impl_->edits[place.first][place.second] = impl_->tensors[place.first]->tensor.data()[place.second];
  }
  return changed;
}

std::vector<std::pair<Index, float>> Graph::edits(NodeId id) const {
  std::vector<std::pair<Index, float>> out;
  for (const auto& [flat, value] : impl_->edits[id]) out.emplace_back(index_at(impl_->nodes[id].shape, flat), value);
  return out;
}

namespace {

// The computed cell that another one repeats under the same name, such as that of a transpose: “a = a” would explain nothing.
const CellRef* repeated(const Graph& graph, const Node& node, const Explanation& explanation) {
  if (explanation.combine != Combine::copy || explanation.terms.size() != 1 || explanation.lines.empty())
    return nullptr;
  const std::vector<CellRef>& factors = explanation.terms.front().factors;
  if (factors.size() != 1) return nullptr;
  const Node& source = graph.node(factors.front().node);
  const bool same_name = !node.symbol.base.empty() && source.symbol == node.symbol;
  return source.operation != nullptr && same_name ? &factors.front() : nullptr;
}

}  // namespace

Explanation Graph::explain(NodeId id, const Index& index, int decimals) const {
  if (id >= size() || !check_index(node(id), index)) return {};
  const CellContext cell{*this, id, index, decimals};
  const Node& made = node(id);
  if (made.operation != nullptr) {
    Explanation explanation = made.operation->explain(cell);
    if (const CellRef* const source = repeated(*this, made, explanation)) {
      Explanation original = explain(source->node, source->index, decimals);
      original.lines.front().pieces.front() = explanation.lines.front().pieces.front();  // its name
      return original;
    }
    name_cause(cell, explanation);
    return explanation;
  }
  if (made.random) return explain_constant(cell, {"rule.given.random", {std::to_string(made.random->seed)}});
  return explain_constant(cell, {made.ours ? "rule.given.ours" : "rule.given", {}});
}

std::optional<RandomOrigin> Graph::untrained(NodeId id) const { return impl_->nodes[id].random; }

}  // namespace graph

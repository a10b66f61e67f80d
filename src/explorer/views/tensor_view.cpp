// Tensors and cells as shown: labels, caption, one number format for the matrix, and which numbers are hidden. Uses an
// operation's layout only, never its name.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "explorer/state/cells.hpp"
#include "explorer/views/view_context.hpp"

namespace explorer {
namespace {

constexpr float rounding = 1e-5f;  // of the operands: a smaller difference is coloured as zero

constexpr std::size_t longest_short_label = 5;  // letters; longer words are abbreviated, other labels become "t1"

std::size_t letters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

// Numbers in the role of weights that are not shares, such as a part of their slopes.
bool has_negative(const graph::Graph& graph, graph::NodeId id) {
  if (graph.node(id).never_negative) return false;
  bool negative = false;
  for_each_row(graph, id, [&](const graph::Index&, std::span<const float> row) {
    negative = negative || std::ranges::any_of(row, [](float value) { return value < 0; });
  });
  return negative;
}

// The largest magnitude of what a difference is taken of; 0 where there is none.
float largest_subtracted(const ViewContext& context, graph::NodeId id) {
  const graph::Node& node = context.graph.node(id);
  if (node.operation == nullptr || node.operation->meaning() != graph::Meaning::difference) return 0;
  float largest = 0;
  for (const graph::NodeId input : node.inputs) largest = std::max(largest, context.format(input).largest);
  return largest;
}

// Labels of indices that the lesson does not name; what depends on the axis only is looked up once.
class Generic {
 public:
  Generic(const ViewContext& context, std::string_view axis)
      : context_(context), short_id_("short." + std::string(axis)) {
    if (!context.catalogue.knows(short_id_)) short_id_ = "short.other";
    // Features are many and carry no meaning of their own, so their labels are short; those of tokens and the like are
    // written in full.
    if (axis != "feature" && axis != "hidden") name_ = axis_name(context, axis);
  }
  std::string in_short(std::size_t place) const { return context_.say(short_id_, {std::to_string(place + 1)}); }
  std::string in_full(std::size_t place) const {
    return name_ ? context_.say("place.n", {*name_, std::to_string(place + 1)}) : in_short(place);
  }

 private:
  const ViewContext& context_;
  std::string short_id_;
  std::optional<std::string> name_;
};

// "intelligent" becomes "inte."
std::string abbreviated(const std::string& word) {
  if (letters(word) <= longest_short_label) return word;
  std::size_t end = 0;
  for (std::size_t kept = 0; kept < longest_short_label - 1; ++kept) do
      ++end;
    while ((static_cast<unsigned char>(word[end]) & 0xC0) == 0x80);
  return word.substr(0, end) + ".";
}

// Of words: "Input 1" is not one.
bool is_word(const std::string& label) {
  return std::ranges::none_of(label, [](char c) { return c == ' ' || (c >= '0' && c <= '9'); });
}

std::vector<std::string> short_labels(const Generic& generic, const graph::Labels& known, std::size_t length) {
  std::vector<std::string> labels;
  const bool fit =
      std::ranges::all_of(known, [](const std::string& label) { return letters(label) <= longest_short_label; });
  if (known.size() == length && length > 0) {
    if (fit) return known;
    // Different words stay different, or none is abbreviated.
    std::map<std::string, std::string> of;
    bool distinct = true;
    for (const std::string& label : known) {
      labels.push_back(abbreviated(label));
      distinct = distinct && is_word(label) && of.try_emplace(labels.back(), label).first->second == label;
    }
    if (distinct) return labels;
    labels.clear();
  }
  labels.reserve(length);
  for (std::size_t place = 0; place < length; ++place) labels.push_back(generic.in_short(place));
  return labels;
}

std::string caption(const ViewContext& context, const TensorView& view) {
  const std::string name = graph::plain(view.symbol);
  if (view.shape.empty()) return context.say("caption.number", {name});
  std::vector<std::size_t> order(view.shape.size());
  for (std::size_t axis = 0; axis < order.size(); ++axis) order[axis] = axis;
  if (view.transposed && order.size() >= 2) std::swap(order[order.size() - 1], order[order.size() - 2]);
  std::string shape, axes;
  for (const std::size_t axis : order) {
    if (!shape.empty()) {
      shape += " × ";
      axes += context.say("caption.axes");
    }
    shape += std::to_string(view.shape[axis]);
    axes += view.axis_names[axis];
  }
  return context.say(view.transposed ? "caption.transposed" : "caption.tensor", {name, shape, axes});
}

bool holds_scores(graph::Role role) {
  return role == graph::Role::scores || role == graph::Role::scaled_scores || role == graph::Role::mask;
}

// Numbers of words, or of rows that are looked up.
bool are_ids(const graph::Graph& graph, graph::NodeId id) {
  if (!graph.node(id).cell_names.empty()) return true;
  const graph::Operation* made_by = graph.node(id).operation;
  if (made_by != nullptr && made_by->layout() == graph::Layout::words) return true;
  // Some of them, or all in another shape.
  if (made_by != nullptr && (made_by->layout() == graph::Layout::slice || made_by->layout() == graph::Layout::reshape ||
                             made_by->meaning() == graph::Meaning::moved)) {
    if (are_ids(graph, graph.node(id).inputs.front())) return true;
  }
  for (graph::NodeId user = id + 1; user < graph.size(); ++user) {
    const graph::Node& node = graph.node(user);
    if (node.operation != nullptr && node.operation->layout() == graph::Layout::gather && node.inputs.front() == id)
      return true;
  }
  return false;
}

// What the number stands for, where the tensor holds ids with names.
const std::string* cell_name_of(const graph::Node& node, float value) {
  const bool whole = value >= 0 && value < static_cast<float>(node.cell_names.size()) && value == std::floor(value);
  return whole ? &node.cell_names[static_cast<std::size_t>(value)] : nullptr;
}

// A weight of exactly 0 whose score is −∞ was masked; one that only rounds to 0 was not.
bool weight_is_masked(const ViewContext& context, const graph::CellRef& cell) {
  const graph::Node& node = context.graph.node(cell.node);
  if (node.role != graph::Role::weights) return false;
  for (const graph::NodeId input : node.inputs)
    if (context.graph.node(input).shape == node.shape &&
        context.graph.at(input, cell.index) == -std::numeric_limits<float>::infinity())
      return true;
  return false;
}

// A sign in place of a space or a line's end, which would be invisible.
bool is_blank(const std::string& label) { return label == " " || label == "\n" || label == "\r"; }
std::string marked(const std::string& label) { return !is_blank(label) ? label : label == " " ? "·" : "¶"; }

graph::Labels known_labels(const graph::Node& node, std::size_t axis) {
  if (axis >= node.axes.size()) return {};
  const graph::Labels& labels = node.axes[axis].labels;
  if (std::ranges::none_of(labels, is_blank)) return labels;
  std::vector<std::string> out;
  out.reserve(labels.size());
  for (const std::string& label : labels) out.push_back(marked(label));
  return out;
}

}  // namespace

std::string known_name(const graph::Node& node, std::size_t axis) {
  if (axis < node.axes.size() && !node.axes[axis].name.empty()) return node.axes[axis].name;
  const std::size_t from_the_end = node.shape.size() - axis;
  return from_the_end == 1 ? "column" : from_the_end == 2 ? "row" : "item";
}

std::optional<std::string> known_label(const graph::Node& node, std::size_t axis, std::size_t place) {
  if (axis >= node.axes.size() || place >= node.axes[axis].labels.size()) return std::nullopt;
  return marked(node.axes[axis].labels[place]);
}

std::size_t row_axis(const graph::Node& node) {
  if (node.operation != nullptr) return node.operation->row_axis(node.shape);
  return node.shape.size() < 2 ? 0 : node.shape.size() - 2;
}

std::vector<std::size_t> leading_axes(const graph::Node& node) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis + 1 < node.shape.size(); ++axis)
    if (axis != row_axis(node)) axes.push_back(axis);
  return axes;
}

graph::Index index_of(const TensorView& tensor, std::size_t row, std::size_t column) {
  graph::Index index = tensor.leading;
  if (tensor.shape.size() >= 2) index.insert(index.begin() + static_cast<std::ptrdiff_t>(tensor.row_axis), row);
  if (!tensor.shape.empty()) index.push_back(column);
  return index;
}

const CellFormat& ViewContext::format(graph::NodeId node) const {
  const auto found = formats.find(node);
  if (found != formats.end()) return found->second;
  return formats.emplace(node, cell_format(graph, node, hidden, state.decimals)).first->second;
}

std::string axis_name(const ViewContext& context, std::string_view axis) {
  const std::string id = "axis." + std::string(axis);
  return context.catalogue.knows(id) ? context.say(id) : std::string(axis);
}

std::string place_label(const ViewContext& context, graph::NodeId id, std::size_t axis, std::size_t place) {
  const graph::Node& node = context.graph.node(id);
  if (std::optional<std::string> label = known_label(node, axis, place)) return *std::move(label);
  return Generic(context, known_name(node, axis)).in_full(place);
}

std::string place_labels(const ViewContext& context, const graph::CellRef& cell) {
  std::string labels;
  for (std::size_t axis = 0; axis < cell.index.size(); ++axis)
    labels += (axis == 0 ? "" : ", ") + place_label(context, cell.node, axis, cell.index[axis]);
  return labels;
}

std::size_t leading_place(const ViewContext& context, graph::NodeId id, std::size_t axis) {
  const graph::Node& node = context.graph.node(id);
  const auto found = context.state.leading.find(known_name(node, axis));
  if (found == context.state.leading.end() || node.shape[axis] == 0) return 0;
  return std::min(found->second, node.shape[axis] - 1);
}

std::string spoken_name(const ViewContext& context, graph::NodeId id) {
  const graph::Node& node = context.graph.node(id);
  const std::string symbol = graph::plain(node.symbol);
  return symbol.empty() ? node.name : symbol;
}

std::string cell_name(const ViewContext& context, const graph::CellRef& cell) {
  std::string places;
  for (const std::size_t place : cell.index) places += (places.empty() ? "" : ", ") + std::to_string(place + 1);
  const std::string name = spoken_name(context, cell.node);
  return places.empty() ? name : context.say("cell.place", {name, places});
}

TensorView tensor_view(const ViewContext& context, graph::NodeId id, bool transposed, Labels with_labels) {
  const graph::Node& node = context.graph.node(id);
  const CellFormat& format = context.format(id);
  TensorView view;
  view.node = id;
  view.name = node.name;
  view.symbol = node.symbol;
  if (view.symbol.base.empty()) view.symbol.base = node.name;
  view.role = node.role;
  view.shape = node.shape;
  const bool open = context.freedom().lets_some_of(node.name);
  view.editable = node.editable && node.operation == nullptr && !context.lock.covers(node.name) && open;
  view.locked = node.operation == nullptr && !open;
  view.marked = view.editable && context.freedom().locks();
  view.toggle = node.toggle;
  view.transposed = transposed && node.shape.size() >= 2;
  view.decimals = format.decimals;
  view.power_of_ten = format.power_of_ten;
  view.slopes = node.gradient || node.derived;
  view.by_sign = view.slopes || (node.role == graph::Role::weights && has_negative(context.graph, id));
  view.largest = format.largest == 0 ? 1 : format.largest;
  view.scale = node.role == graph::Role::weights && !view.by_sign ? 1 : view.largest;
  if (const float operands = largest_subtracted(context, id); format.largest < operands * rounding)
    view.scale = view.largest = operands;
  if (are_ids(context.graph, id)) view.scale = std::numeric_limits<float>::infinity();
  view.one_sided = node.never_negative || node.toggle;  // a toggle is 0 or 1
  view.below_zero = !view.one_sided && format.below;
  view.all_hidden = context.hidden.covers_all(id, context.graph);
  view.no_number = !format.any && !view.all_hidden;
  view.ours = node.ours;
  for (std::size_t axis = 0; axis < node.shape.size(); ++axis) {
    const std::string name = known_name(node, axis);
    view.axis_words.push_back(name);
    view.axis_names.push_back(axis_name(context, name));
    if (with_labels == Labels::without) continue;
    const Generic generic(context, name);
    const graph::Labels known = known_labels(node, axis);
    std::vector<std::string>& labels = view.labels.emplace_back();
    labels.reserve(node.shape[axis]);
    for (std::size_t place = 0; place < node.shape[axis]; ++place)
      labels.push_back(place < known.size() ? known[place] : generic.in_full(place));
    view.labels_short.push_back(short_labels(generic, known, node.shape[axis]));
  }
  view.row_axis = row_axis(node);
  for (const std::size_t axis : leading_axes(node)) view.leading.push_back(leading_place(context, id, axis));
  view.caption = caption(context, view);
  const bool trained = context.state.document.trained && context.lesson.steps[context.step()].shows_trained();
  if (const std::optional<graph::RandomOrigin> origin = context.graph.untrained(id); origin && !trained)
    view.random = context.say("stage.random", {std::to_string(origin->seed)});
  return view;
}

CellView cell_view(const ViewContext& context, const graph::CellRef& cell, Digits digits) {
  CellView view;
  if (cell.node >= context.graph.size() || !within(context.graph.node(cell.node).shape, cell.index)) {
    view.status = CellView::Status::not_finite;
    return view;
  }
  if (context.hidden.covers(cell)) {
    view.status = CellView::Status::hidden;
    view.text = "?";
    return view;
  }
  const graph::Node& node = context.graph.node(cell.node);
  view.value = context.graph.at(cell.node, cell.index);
  if (digits == Digits::with) {
    const std::string* name = cell_name_of(node, view.value);
    view.text = name ? *name : context.format(cell.node).print(view.value);
  }
  const bool minus_infinity = std::isinf(view.value) && view.value < 0;
  if ((minus_infinity && holds_scores(node.role)) || (view.value == 0 && weight_is_masked(context, cell)))
    view.status = CellView::Status::masked;
  else if (!std::isfinite(view.value)) view.status = CellView::Status::not_finite;
  view.free = context.freedom().lets(node.name, cell.index);
  view.edited = !context.edited.empty() && context.edited.contains({cell.node, cell.index});
  return view;
}

}  // namespace explorer

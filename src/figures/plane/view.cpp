// The data of a plane: arrows and points with the cells that move them, lengths and cosines, the hull of the values, and
// what there is to say about them. Numbers that a question hides stay out of it, and so does what would give them away.
#include "figures/plane/view.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explorer/views/view_context.hpp"
#include "figures/plane/read.hpp"

namespace explorer {
namespace {

using Status = CellView::Status;

constexpr double least = 1e-6;  // differences below this are rounding
constexpr int most_copies = 64;
constexpr double farthest = 1e5;  // what lies farther out is not drawn

// The cell of an editable source that this cell is a copy of.
std::optional<graph::CellRef> origin(const ViewContext& context, graph::CellRef cell) {
  for (int step = 0; step < most_copies; ++step) {
    const graph::Node& node = context.graph.node(cell.node);
    if (node.operation == nullptr) {
      if (!node.editable || context.lock.covers(node.name) || context.hidden.covers(cell)) return std::nullopt;
      return cell;
    }
    const graph::Layout layout = node.operation->layout();
    const bool looked_up = layout == graph::Layout::gather && node.inputs.size() == 2;
    if (!looked_up && layout != graph::Layout::slice && layout != graph::Layout::reshape) return std::nullopt;
    const std::size_t input = looked_up ? 1 : 0;
    const std::vector<graph::Index> from =
        node.operation->sources(input, {context.graph, cell.node, cell.index, context.state.decimals});
    if (from.size() != 1) return std::nullopt;
    cell = {node.inputs[input], from.front()};
  }
  return std::nullopt;
}

bool hides_row(const ViewContext& context, graph::NodeId node, std::size_t row) {
  for (std::size_t column = 0; column < context.graph.node(node).shape[1]; ++column)
    if (context.hidden.covers({node, {row, column}})) return true;
  return false;
}

PlanePoint point_of(const ViewContext& context, graph::NodeId node, std::size_t row,
                    const std::array<std::size_t, 2>& features) {
  PlanePoint point;
  if (hides_row(context, node, row)) {
    point.shown = false;
    return point;
  }
  const graph::CellRef x{node, {row, features[0]}}, y{node, {row, features[1]}};
  point.home_x = point.x = static_cast<double>(context.graph.at(node, x.index));
  point.home_y = point.y = static_cast<double>(context.graph.at(node, y.index));
  const bool within = std::abs(point.x) <= farthest && std::abs(point.y) <= farthest;
  if (!within) {  // a NaN is not
    PlanePoint outside;
    outside.shown = false;
    return outside;
  }
  const auto of_x = origin(context, x), of_y = origin(context, y);
  if (!of_x || !of_y) return point;
  const auto home = [&](const graph::CellRef& cell, double now) {
    const auto known = context.edited.find({cell.node, cell.index});
    return known == context.edited.end() ? now : static_cast<double>(known->second);
  };
  point.home_x = std::clamp(home(*of_x, point.x), -farthest, farthest);
  point.home_y = std::clamp(home(*of_y, point.y), -farthest, farthest);
  point.cells = std::pair(*of_x, *of_y);
  return point;
}

std::vector<double> row_of(const graph::Graph& graph, graph::NodeId node, std::size_t row) {
  std::vector<double> values;
  for (std::size_t column = 0; column < graph.node(node).shape[1]; ++column)
    values.push_back(static_cast<double>(graph.at(node, graph::Index{row, column})));
  return values;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::string number(double value) {
  const double rounded = std::round(value * 1000) / 1000;
  return graph::format_number(rounded == 0 ? 0 : rounded, 3);
}

// Corners of the convex hull, counterclockwise; points on its sides are not corners.
std::vector<std::size_t> hull_of(const std::vector<PlaneKey>& keys) {
  std::vector<std::size_t> order;
  for (std::size_t key = 0; key < keys.size(); ++key)
    if (keys[key].value && keys[key].value->shown) order.push_back(key);
  const auto at = [&](std::size_t key) -> const PlanePoint& { return *keys[key].value; };
  std::ranges::sort(
      order, [&](std::size_t a, std::size_t b) { return std::pair(at(a).x, at(a).y) < std::pair(at(b).x, at(b).y); });
  const auto same = [&](std::size_t a, std::size_t b) { return at(a).x == at(b).x && at(a).y == at(b).y; };
  order.erase(std::ranges::unique(order, same).begin(), order.end());
  if (order.size() < 3) return order;
  const auto turn = [&](std::size_t a, std::size_t b, std::size_t c) {
    return (at(b).x - at(a).x) * (at(c).y - at(a).y) - (at(b).y - at(a).y) * (at(c).x - at(a).x);
  };
  std::vector<std::size_t> hull;
  const auto walk = [&](std::size_t key, std::size_t from) {
    while (hull.size() >= from + 2 && turn(hull[hull.size() - 2], hull.back(), key) <= 0) hull.pop_back();
    hull.push_back(key);
  };
  for (const std::size_t key : order) walk(key, 0);
  const std::size_t below = hull.size() - 1;
  for (auto key = order.rbegin() + 1; key != order.rend(); ++key) walk(*key, below);
  hull.pop_back();
  return hull;
}

// A key that scores higher than the one closest to the direction of the query, if there is one.
std::string remark_on(const ViewContext& context, const std::vector<PlaneKey>& keys) {
  const PlaneKey* aligned = nullptr;
  const PlaneKey* highest = nullptr;
  for (const PlaneKey& key : keys) {
    if (key.score.status == Status::masked) continue;
    if (key.score.status != Status::shown || !key.arrow.shown) return {};
    if (highest == nullptr || key.score.value > highest->score.value) highest = &key;
    if (key.cosine && (aligned == nullptr || *key.cosine > *aligned->cosine + least)) aligned = &key;
  }
  if (aligned == nullptr || highest == aligned || !highest->cosine || *aligned->cosine <= least) return {};
  const bool longer = highest->length > aligned->length && *aligned->cosine - *highest->cosine > least &&
                      static_cast<double>(highest->score.value - aligned->score.value) > least;
  if (!longer) return {};
  const double times = highest->length / aligned->length;
  return context.say("plane.long", {aligned->name, aligned->cosine_text, highest->name, highest->cosine_text,
                                    graph::format_number(std::round(times * 100) / 100, 2)});
}

std::string note_on_rest(const ViewContext& context, const lesson::PlaneFigure& plane, graph::NodeId keys_node,
                         const std::vector<PlaneKey>& keys) {
  std::string names, rests;
  const std::size_t width = context.graph.node(keys_node).shape[1];
  for (std::size_t feature = 0; feature < width; ++feature) {
    if (feature == plane.features[0] || feature == plane.features[1]) continue;
    names += (names.empty() ? "" : ", ") + place_label(context, keys_node, 1, feature);
  }
  if (names.empty()) return {};
  bool some = false;
  for (const PlaneKey& key : keys) {
    if (!key.arrow.shown) return {};
    some = some || std::abs(key.rest) > least;
    rests += (rests.empty() ? "" : ", ") + key.rest_text;
  }
  return some ? context.say("plane.left_out", {names, rests}) : context.say("plane.left_out.nothing", {names});
}

std::string note_undivided(const ViewContext& context, const lesson::PlaneFigure& plane,
                           const std::vector<PlaneKey>& keys) {
  const std::optional<graph::NodeId> node = context.graph.find(plane.undivided);
  if (plane.undivided.empty() || !node) return {};
  const std::size_t row = context.graph.node(*node).shape[0] == 1 ? 0 : plane.row;
  std::optional<std::size_t> largest;
  bool differs = false;
  for (std::size_t key = 0; key < keys.size(); ++key) {
    if (keys[key].weight.status != Status::shown || context.hidden.covers({*node, {row, key}})) return {};
    const float weight = context.graph.at(*node, graph::Index{row, key});
    differs = differs || std::abs(static_cast<double>(weight - keys[key].weight.value)) > least;
    if (!largest || weight > context.graph.at(*node, graph::Index{row, *largest})) largest = key;
  }
  if (!differs || !largest) return {};
  return context.say("plane.undivided", {keys[*largest].name, cell_view(context, {*node, {row, *largest}}).text});
}

PlaneKey key_of(const ViewContext& context, const lesson::PlaneFigure& plane, const PlanePoint& query,
                const std::vector<double>& q, std::size_t j) {
  const auto cell_in = [&](const std::string& name) {
    const graph::NodeId id = *context.graph.find(name);
    return graph::CellRef{id, {context.graph.node(id).shape[0] == 1 ? 0 : plane.row, j}};
  };
  const graph::NodeId keys = *context.graph.find(plane.keys);
  PlaneKey key;
  key.name = place_label(context, keys, 0, j);
  key.arrow = point_of(context, keys, j, plane.features);
  key.score_cell = cell_in(plane.scores);
  key.weight_cell = cell_in(plane.weights);
  key.score = cell_view(context, key.score_cell);
  key.weight = cell_view(context, key.weight_cell);
  for (CellView* cell : {&key.score, &key.weight})
    if (cell->status != Status::shown) cell->value = 0;
  if (!key.arrow.shown) return key;
  const std::vector<double> k = row_of(context.graph, keys, j);
  if (query.shown) {
    key.part = query.x * key.arrow.x + query.y * key.arrow.y;
    key.rest = dot(q, k) - key.part;
    key.rest_text = number(key.rest);
  }
  key.length = std::sqrt(dot(k, k));
  key.length_text = number(key.length);
  const double lengths = key.length * std::sqrt(dot(q, q));
  if (lengths > 0) key.cosine = (key.part + key.rest) / lengths;
  key.cosine_text = key.cosine ? number(*key.cosine) : "–";
  return key;
}

// Values and the output, which lies in their hull.
void add_values(const ViewContext& context, const lesson::PlaneFigure& plane, PlaneView& view) {
  const graph::NodeId values = *context.graph.find(plane.values), output = *context.graph.find(plane.output);
  view.has_values = true;
  for (std::size_t i = 0; i < 2; ++i) view.value_features[i] = place_label(context, values, 1, plane.value_features[i]);
  for (std::size_t j = 0; j < view.keys.size(); ++j)
    view.keys[j].value = point_of(context, values, j, plane.value_features);
  view.hull = hull_of(view.keys);
  const bool several = context.graph.node(output).shape[0] > 1;
  const std::size_t row = several ? plane.row : 0;
  for (std::size_t i = 0; i < 2; ++i) view.output_cells[i] = {output, {row, plane.value_features[i]}};
  const CellView x = cell_view(context, view.output_cells[0]), y = cell_view(context, view.output_cells[1]);
  view.output_symbol = context.graph.node(output).symbol;
  view.output_name = spoken_name(context, output);
  view.output_text = (several ? "[" + std::to_string(row + 1) + "]: " : ": ") + view.value_features[0] + " " + x.text +
                     ", " + view.value_features[1] + " " + y.text;
  const auto near = [](const CellView& cell) { return std::abs(static_cast<double>(cell.value)) <= farthest; };
  if (x.status != Status::shown || y.status != Status::shown || !near(x) || !near(y)) return;
  view.output.emplace();
  view.output->x = static_cast<double>(x.value);
  view.output->y = static_cast<double>(y.value);
}

}  // namespace

std::shared_ptr<ShownFigure> view_plane_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto& plane = static_cast<const lesson::PlaneFigure&>(given);
  const graph::NodeId query = *context.graph.find(plane.query), keys = *context.graph.find(plane.keys);
  const auto shown = std::make_shared<PlaneView>();
  PlaneView& view = *shown;
  view.query_name = place_label(context, query, 0, plane.row);
  // “query cat”, but not “query query 3”.
  const bool named = view.query_name.starts_with(context.say("plane.query", {""}));
  view.query_words = named ? view.query_name : context.say("plane.query", {view.query_name});
  view.query = point_of(context, query, plane.row, plane.features);
  view.query_length = std::hypot(view.query.x, view.query.y);
  for (std::size_t i = 0; i < 2; ++i) view.features[i] = place_label(context, keys, 1, plane.features[i]);
  const std::vector<double> q = view.query.shown ? row_of(context.graph, query, plane.row)
                                                 : std::vector<double>(context.graph.node(query).shape[1]);
  for (std::size_t j = 0; j < context.graph.node(keys).shape[0]; ++j)
    view.keys.push_back(key_of(context, plane, view.query, q, j));
  view.remark = remark_on(context, view.keys);
  view.left_out = note_on_rest(context, plane, keys, view.keys);
  view.undivided = note_undivided(context, plane, view.keys);
  if (!plane.values.empty()) add_values(context, plane, view);
  return shown;
}

FigureText PlaneView::text(const ViewContext& context) const {
  const auto heading = [&](std::string_view id) {
    std::string words = context.say(id, {""});
    while (words.ends_with(' ')) words.pop_back();
    return words;
  };
  FigureText text;
  text.title = context.say("plane.keys");
  text.table.emplace();
  text.table->caption = text.title + ": " + query_words;
  text.table->heads = {context.say("attention.key"), context.say("attention.score"), heading("plane.length"),
                       heading("plane.cosine"), context.say("attention.weight")};
  for (const PlaneKey& one : keys)
    text.table->rows.push_back({one.name, one.score.text, one.length_text, one.cosine_text, one.weight.text});
  for (const std::string* note : {&remark, &left_out, &undivided})
    if (!note->empty()) text.paragraphs.push_back(*note);
  text.paragraphs.push_back(context.say("plane.sum", {std::to_string(keys.size())}));
  if (has_values) {
    text.paragraphs.push_back(output_name + output_text + ".");
    text.paragraphs.push_back(context.say("plane.inside"));
  }
  text.dragged = true;
  return text;
}

}  // namespace explorer

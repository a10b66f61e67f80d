// The data of the attention figure: the maps of the heads, their average, the followed rows with their sum and entropy
// in words. Weights and scores are tensors of one shape; hidden cells stay hidden in every average.
#include <algorithm>
#include <cmath>

#include "explorer/attention/attention_cells.hpp"
#include "graph/core/messages.hpp"
#include "graph/explain/explanation.hpp"

namespace explorer {
namespace {

using Status = CellView::Status;

constexpr std::size_t most_terms = 8;  // heads that an explanation of an average lists

// How focused a row of weights is: its entropy compared with that of uniform weights over the visible keys.
std::string entropy_words(const ViewContext& context, const AttentionView& view) {
  const AttentionCells& row = view.row_weights;
  if (std::ranges::contains(row.status, Status::hidden)) return context.say("stage.hidden");
  const bool several = view.followed.size() > 1;
  std::size_t open = 0, broken = 0;
  double sum = 0, bits = 0;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    broken += row.status[i] == Status::not_finite;
    if (row.status[i] != Status::shown) continue;
    ++open;
    sum += row.values[i];
  }
  // Weights of a row whose scores are all −∞ are NaN in PyTorch.
  bool all_masked = open == 0 && broken == 0;
  if (const auto scores = masking_scores(context, view.weights.node); scores && !several) {
    graph::Index leading = view.weights.leading;
    std::vector<float> values(view.keys);
    context.graph.block(*scores, leading, view.followed.front(), 1, 0, view.keys, values);
    all_masked |= std::ranges::all_of(values, [](float value) { return value == minus_infinity; });
  }
  if (all_masked) return context.say("attention.nothing", {view.followed_name});
  if (broken > 0) return context.say("attention.broken", {view.followed_name});
  if (!(sum > 0)) return context.say("attention.nothing", {view.followed_name});
  if (open == 1 && !several) return context.say("attention.entropy.one", {view.followed_name});
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    const double share = row.status[i] == Status::shown ? row.values[i] / sum : 0;
    if (share > 0) bits -= share * std::log2(share);
  }
  const auto number = [](double value) { return graph::format_number(std::round(value * 100) / 100, 2, false); };
  return context.say(several ? "attention.entropy.several" : "attention.entropy",
                     {view.followed_name, number(bits), std::to_string(open), number(std::log2(open))});
}

// Of weights that were computed elsewhere; as in files/weights.hpp.
bool sums_to_one(const AttentionCells& weights, std::size_t keys) {
  constexpr double tolerance = 0.01;
  for (std::size_t row = 0; row + keys <= weights.values.size(); row += keys) {
    double sum = 0;
    for (std::size_t key = row; key < row + keys; ++key)
      sum += weights.status[key] == Status::not_finite ? std::nan("") : static_cast<double>(weights.values[key]);
    if (!(std::abs(sum - 1) <= tolerance)) return false;
  }
  return true;
}

// The heads by name and with their cells, those that are chosen, and their mean, which the map shows.
void add_heads(const ViewContext& context, graph::NodeId weights, AttentionView& view) {
  const AttentionLook& look = context.state.attention;
  const graph::Shape& shape = view.weights.shape;
  const std::size_t rank = shape.size();
  std::vector<graph::Index> slices{view.weights.leading};
  if (rank > 2) {
    const std::size_t axis = rank - 3;
    view.head_axis = view.weights.axis_words[axis];
    view.head_word = view.weights.axis_names[axis];
    view.heads = view.weights.labels[axis];
    slices.assign(shape[axis], view.weights.leading);
    for (std::size_t head = 0; head < slices.size(); ++head) slices[head].back() = head;
    for (std::size_t other = 0; other < axis; ++other)
      view.others.push_back(
          {view.weights.axis_words[other], view.weights.axis_names[other], shape[other], view.weights.leading[other]});
  } else {
    view.heads = {spoken_name(context, weights)};
  }
  const std::size_t current = rank > 2 ? view.weights.leading.back() : 0;
  for (const std::size_t head : look.heads)
    if (head < slices.size()) view.selected.push_back(head);
  if (!std::ranges::contains(view.selected, current)) view.selected = {current};
  std::vector<AttentionCells> of_weights;
  for (const graph::Index& slice : slices) {
    view.of_head.push_back(cells_of(context, view.shown.node, slice));
    if (view.scores) of_weights.push_back(cells_of(context, weights, slice));
  }
  view.map = mean_of(view.of_head, view.selected);
  view.map_weights = view.scores ? mean_of(of_weights, view.selected) : view.map;
  view.rows_sum_to_one = context.graph.node(weights).operation != nullptr || sums_to_one(view.map_weights, view.keys);
  const std::string names = listed_names(view.heads, view.selected);
  view.title = rank < 3 ? std::string() : view.selected.size() > 1 ? context.say("attention.average", {names}) : names;
}

// The queries that are followed: their row of the map, and what is said of it.
void add_followed(const ViewContext& context, graph::NodeId weights, AttentionView& view) {
  const AttentionLook& look = context.state.attention;
  const std::size_t rank = view.weights.shape.size();
  for (const std::size_t query : look.queries)
    if (query < view.queries) view.followed.push_back(query);
  // Until the reader chooses, the row of the explained weight: a step opens on the row that it is about.
  const auto& focused = context.state.focused;
  const bool explained = focused && focused->node == weights && focused->index[rank - 2] < view.queries;
  if (view.followed.empty()) view.followed = {explained ? focused->index[rank - 2] : 0};
  view.row = mean_row(view.map, view.keys, view.followed);
  view.row_weights = view.scores ? mean_row(view.map_weights, view.keys, view.followed) : view.row;
  view.followed_name = listed_names(view.weights.labels[rank - 2], view.followed);
  if (view.map.values.size() <= most_texts) view.texts = texts_of(context, view.shown.node, view.map);
  view.row_texts = texts_of(context, view.shown.node, view.row);
  view.row_weight_texts = view.scores ? texts_of(context, weights, view.row_weights) : view.row_texts;
  if (!std::ranges::contains(view.row.status, Status::hidden)) {
    double sum = 0;
    for (const float value : view.row.values) sum += value;
    view.sum = graph::format_number(std::round(sum * 1e6) / 1e6, 2, false);
  } else {
    view.sum = "?";
  }
  view.entropy = entropy_words(context, view);
}

// Weights share the scale from 0 to 1, or each map has its own maximum.
float end_of_scale(const AttentionLook& look, const AttentionView& view) {
  float largest = 0;
  for (const AttentionCells& cells : view.of_head) largest = std::max(largest, cells.largest);
  float end = !look.shared ? view.map.largest : view.scores ? largest : 1;
  if (view.compared && !look.shared) end = std::max(end, view.compared->map.largest);
  return end > 0 ? end : 1;
}

}  // namespace

const lesson::Figure* attention_figure(const lesson::Step& step) {
  for (const lesson::Figure& figure : step.stage)
    if (figure.kind == lesson::Figure::Kind::attention) return &figure;
  return nullptr;
}

bool shows_matrices(const lesson::Step& step, const graph::Graph& graph, const AttentionLook& look) {
  if (std::ranges::all_of(step.stage, lesson::is_matrices)) return true;
  if (const lesson::Figure* figure = attention_figure(step)) {
    const std::optional<graph::NodeId> weights = graph.find(figure->tensors.front());
    if (weights && std::ranges::contains(graph.node(*weights).shape, 0U)) return true;
  }
  if (step.stage.size() == 1) return false;
  return look.matrices.value_or(lesson::is_matrices(step.stage.front()));
}

std::optional<AttentionView> attention_view(const ViewContext& context) {
  const lesson::Step& step = context.lesson.steps[context.step()];
  const lesson::Figure* figure = attention_figure(step);
  const std::optional<graph::NodeId> weights = figure ? context.graph.find(figure->tensors.front()) : std::nullopt;
  if (!weights || std::ranges::contains(context.graph.node(*weights).shape, 0U)) return std::nullopt;
  const AttentionLook& look = context.state.attention;
  const std::optional<graph::NodeId> scores = context.graph.find(figure->scores);
  AttentionView view;
  view.has_scores = scores.has_value();
  view.scores = view.has_scores && look.scores;
  view.is_shown = !shows_matrices(step, context.graph, look);
  view.has_matrices = step.stage.size() > 1;
  view.weights = tensor_view(context, *weights);
  view.shown = view.scores ? tensor_view(context, *scores) : view.weights;
  const graph::Shape& shape = view.weights.shape;
  const std::size_t rank = shape.size();
  view.queries = shape[rank - 2];
  view.keys = shape[rank - 1];
  view.shown.row_axis = view.weights.row_axis = rank - 2;
  view.shown.leading = view.weights.leading;

  add_heads(context, *weights, view);
  add_followed(context, *weights, view);
  view.compared = compared_view(context, view);
  view.end = end_of_scale(look, view);
  view.can_switch = combines_heads(context, view);
  if (view.can_switch)
    std::ranges::copy_if(look.off, std::back_inserter(view.off),
                         [&](std::size_t head) { return head < view.of_head.size(); });
  view.heads_off = heads_off_view(context, view);
  const std::string value = context.say(view.scores ? "attention.score" : "attention.weight");
  view.scale_title = look.shared ? value : context.say("attention.scale.own", {value});
  return view;
}

std::string rank_words(const ViewContext& context, const AttentionView& attention, const graph::CellRef& cell) {
  const std::size_t rank = attention.weights.shape.size();
  if ((cell.node != attention.weights.node && cell.node != attention.shown.node) || cell.index.size() != rank)
    return {};
  const std::size_t query = cell.index[rank - 2], start = query * attention.keys, key = cell.index.back();
  const AttentionCells& cells = attention.map_weights;
  if (cells.status[start + key] != Status::shown) return {};
  std::size_t ahead = 0, open = 0;
  for (std::size_t i = start; i < start + attention.keys; ++i) {
    if (cells.status[i] == Status::hidden) return {};  // its rank would reveal how large the hidden value is
    if (cells.status[i] != Status::shown) continue;
    ++open;
    ahead += cells.values[i] > cells.values[start + key];
  }
  return context.say("attention.rank.cell", {attention.weights.labels[rank - 1][key], std::to_string(ahead + 1),
                                             std::to_string(open), attention.weights.labels[rank - 2][query]});
}

void explain_average(const ViewContext& context, const AttentionView& attention, ExplanationView& explanation) {
  const graph::CellRef cell = explanation.cell;
  const std::size_t head_at = cell.index.size() - 3;
  using Piece = graph::Piece;
  const auto say = [](std::string_view words) {
    Piece piece;
    piece.text = words;
    return piece;
  };
  graph::Line line;
  Piece name;
  name.kind = Piece::Kind::name;
  name.symbol = attention.shown.symbol;
  name.role = attention.shown.role;
  name.text = "[" + std::to_string(cell.index[head_at + 1] + 1) + ", " + std::to_string(cell.index.back() + 1) + "]";
  line.pieces = {name, say("="), say("(")};
  Mean mean;
  for (std::size_t i = 0; i < attention.selected.size(); ++i) {
    graph::CellRef part = cell;
    part.index[head_at] = attention.selected[i];
    const CellView view = cell_view(context, part);
    mean.add(view.value, view.status);
    if (i >= most_terms) continue;
    if (i > 0) line.pieces.push_back(say("+"));
    Piece number = say(view.text);
    number.kind = Piece::Kind::number;
    number.role = attention.shown.role;
    number.note = {"label", {graph::literal(attention.heads[attention.selected[i]])}};
    number.cell = part;
    line.pieces.push_back(std::move(number));
  }
  if (attention.selected.size() > most_terms) {
    line.pieces.push_back(say("+"));
    line.pieces.push_back(say("…"));
  }
  line.pieces.push_back(say(")"));
  line.pieces.push_back(say("÷"));
  line.pieces.push_back(say(std::to_string(attention.selected.size())));
  line.pieces.push_back(say("≈"));
  const std::size_t place = cell.index[head_at + 1] * attention.keys + cell.index.back();
  Piece result = say(attention.texts.empty() ? graph::format_float(attention.map.values[place], context.state.decimals)
                                             : attention.texts[place]);
  result.kind = Piece::Kind::result;
  result.role = attention.shown.role;
  line.pieces.push_back(std::move(result));
  explanation.lines = {line};
  explanation.rule = attention.title;
  explanation.rule_words = {{attention.title, {}}};
  explanation.rounding = context.say("explain.rounded");
  explanation.cause.clear();
  explanation.sources.clear();
  explanation.spoken = context.say(
      "say.average", {place_labels(context, cell), attention.title, explanation.lines.front().pieces.back().text});
}

}  // namespace explorer

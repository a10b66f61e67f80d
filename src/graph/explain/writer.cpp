// The pieces of an explanation, and where = becomes ≈.
#include "graph/explain/writer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "graph/core/messages.hpp"

namespace graph {
namespace {

constexpr std::size_t many_terms = 6;  // more than these are folded

// "−6.0e−6" back to a number.
double parse_shown(std::string text) {
  const std::string minus = "−";
  for (std::size_t at = text.find(minus); at != std::string::npos; at = text.find(minus, at))
    text.replace(at, minus.size(), "-");
  return std::strtod(text.c_str(), nullptr);
}

bool known(std::string_view id) { return !english_text(id).empty(); }

}  // namespace

std::string one_based(std::size_t i) { return std::to_string(i + 1); }

Message place_note(const Axis& axis, std::size_t i) {
  if (i < axis.labels.size()) return {"label", {literal(axis.labels[i])}};
  const std::string id = "short." + axis.name;
  if (known(id)) return {id, {one_based(i)}};
  if (axis.name.empty()) return {"short.item", {one_based(i)}};
  return {"place.n", {literal(axis.name), one_based(i)}};
}

Message place_note(const Graph& graph, NodeId node, std::size_t axis, std::size_t i) {
  const std::vector<Axis>& axes = graph.node(node).axes;
  return place_note(axis < axes.size() ? axes[axis] : Axis{}, i);
}

Message cell_note(const Graph& graph, NodeId node, const Index& index) {
  const std::vector<Axis>& axes = graph.node(node).axes;
  if (index.empty() || index.size() > 4 || axes.size() != index.size()) return {};
  Message message{"place.", {}};
  for (std::size_t i = 0; i < index.size(); ++i) {
    const bool labelled = index.size() <= 2 && index[i] < axes[i].labels.size();
    message.id += labelled ? 'l' : 'n';
    if (labelled) {
      message.args.push_back(literal(axes[i].labels[index[i]]));
      continue;
    }
    const std::string id = "axis." + axes[i].name;
    if (known(id)) message.args.push_back("@" + id);
    else message.args.push_back(axes[i].name.empty() ? "@axis.place" : literal(axes[i].name));
    message.args.push_back(one_based(index[i]));
  }
  return message;
}

Message role_note(Role role) {
  switch (role) {
    case Role::scores: return {"note.score", {}};
    case Role::scaled_scores: return {"note.scaled_score", {}};
    case Role::weights: return {"note.weight", {}};
    case Role::output: return {"note.output", {}};
    default: return {};
  }
}

std::string index_text(const Index& index) {
  if (index.empty()) return {};
  std::string out = "[";
  for (std::size_t i = 0; i < index.size(); ++i) out += (i ? ", " : "") + one_based(index[i]);
  return out + "]";
}

std::string symbol_of(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  return argument(node.symbol.base.empty() ? Symbol{node.name, {}, {}} : node.symbol);
}

bool shows_exactly(double value, int decimals) {
  if (!std::isfinite(value)) return true;
  return static_cast<float>(parse_shown(format_float(value, decimals))) == static_cast<float>(value);
}

// ---- Writer ---------------------------------------------------------------------------------------------

Writer::Writer(const CellContext& cell) : cell_(cell), decimals_(cell.decimals) {
  out_.lines.emplace_back();
  out_.value = cell.graph.at(cell.node, cell.index);
}

Writer& Writer::with_decimals(int decimals) {
  decimals_ = decimals;
  return *this;
}

NodeId Writer::input(std::size_t i) const { return cell_.graph.node(cell_.node).inputs[i]; }

double Writer::value(const CellRef& ref) const { return cell_.graph.at(ref.node, ref.index); }

void Writer::push(Piece piece) { out_.lines.back().pieces.push_back(std::move(piece)); }

Writer& Writer::name() {
  const Node& node = cell_.graph.node(cell_.node);
  Piece piece;
  piece.kind = Piece::Kind::name;
  piece.symbol = node.symbol.base.empty() ? Symbol{node.name, {}, {}} : node.symbol;
  piece.text = index_text(cell_.index);
  piece.role = node.role;
  piece.note = cell_note(cell_.graph, cell_.node, cell_.index);
  push(std::move(piece));
  return *this;
}

Writer& Writer::place(const CellRef& ref) {
  const Node& node = cell_.graph.node(ref.node);
  Piece piece;
  piece.kind = Piece::Kind::name;
  piece.symbol = node.symbol.base.empty() ? Symbol{node.name, {}, {}} : node.symbol;
  piece.text = index_text(ref.index);
  piece.role = node.role;
  piece.note = cell_note(cell_.graph, ref.node, ref.index);
  piece.cell = ref;
  push(std::move(piece));
  return *this;
}

void Writer::close_segment() {
  if (pending_) {
    const bool equal = exact_before_ && exact_ && !forced_;
    out_.lines.back().pieces[*pending_].text = equal ? "=" : "≈";
    out_.rounded = out_.rounded || !equal;
  }
  pending_.reset();
}

Writer& Writer::relate() {
  close_segment();
  exact_before_ = exact_;
  exact_ = true;
  forced_ = force_next_;
  force_next_ = false;
  pending_ = out_.lines.back().pieces.size();
  text("=");
  return *this;
}

Writer& Writer::line() {
  close_segment();
  exact_ = exact_before_ = true;
  out_.lines.emplace_back();
  return *this;
}

Writer& Writer::text(std::string_view text, Piece::Level level) {
  Piece piece;
  piece.text = text;
  piece.level = level;
  push(std::move(piece));
  return *this;
}

void Writer::show(double value, std::string shown, Piece piece, bool brackets) {
  if (!shows_exactly(value, decimals_)) exact_ = false;
  piece.text = std::move(shown);
  const std::vector<Piece>& pieces = out_.lines.back().pieces;
  const bool first = pieces.empty() || pieces.back().text == "=" || pieces.back().text.ends_with("(") ||
                     pieces.back().text.ends_with(", ") || pieces.back().level != piece.level;
  const bool wrap = brackets && !first && piece.text.starts_with("−");
  const Piece::Level level = piece.level;
  if (wrap) text("(", level);
  push(std::move(piece));
  if (wrap) text(")", level);
}

Writer& Writer::cell(const CellRef& ref, Message note, Piece::Level level) {
  Piece piece;
  piece.kind = Piece::Kind::number;
  piece.level = level;
  piece.role = cell_.graph.node(ref.node).role;
  piece.note = std::move(note);
  piece.cell = ref;
  const double v = value(ref);
  show(v, format_float(v, decimals_), std::move(piece), true);
  return *this;
}

Writer& Writer::number(double v, Message note, Piece::Level level) {
  Piece piece;
  piece.kind = Piece::Kind::number;
  piece.level = level;
  piece.note = std::move(note);
  show(v, format_float(v, decimals_), std::move(piece), true);
  return *this;
}

Writer& Writer::size_of(double v) { return number(std::fabs(v)); }

Writer& Writer::inexact() {
  force_next_ = true;
  return *this;
}

Writer& Writer::result() {
  const Node& node = cell_.graph.node(cell_.node);
  Piece piece;
  piece.kind = Piece::Kind::result;
  piece.role = node.role;
  piece.note = role_note(node.role);
  piece.cell = CellRef{cell_.node, cell_.index};
  show(out_.value, format_float(out_.value, decimals_), std::move(piece), false);
  return *this;
}

Explanation Writer::finish(Combine combine, std::vector<Term> terms, Message rule) {
  close_segment();
  out_.combine = combine;
  out_.terms = std::move(terms);
  out_.rule = std::move(rule);
  return std::move(out_);
}

std::vector<std::size_t> shown_terms(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (values.size() <= many_terms) return order;
  const auto weight = [&](std::size_t i) { return std::isnan(values[i]) ? HUGE_VAL : std::fabs(values[i]); };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  order.resize(3);
  std::ranges::sort(order);
  return order;
}

double combined(const Explanation& explanation) {
  const std::vector<Term>& terms = explanation.terms;
  if (terms.empty()) return explanation.combine == Combine::product ? 1 : 0;
  double sum = 0, rest = 0, product = 1, largest = terms.front().value;
  for (const Term& term : terms) {
    sum += term.value;
    if (&term != &terms.front()) rest += term.value;
    product *= term.value;
    if (term.value > largest || std::isnan(term.value)) largest = term.value;
  }
  switch (explanation.combine) {
    case Combine::copy: return terms.front().value;
    case Combine::sum: return sum;
    case Combine::product: return product;
    case Combine::quotient: return terms.front().value / rest;
    case Combine::maximum: return largest;
    case Combine::mean: return sum / static_cast<double>(terms.size());
  }
  return sum;
}

}  // namespace graph

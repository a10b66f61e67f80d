// The common forms of explanations: copies, functions, sums of products, softmax.
#include <algorithm>
#include <cmath>

#include "graph/core/messages.hpp"
#include "graph/explain/writer.hpp"

namespace graph {
namespace {

void write_product(Writer& writer, const Product& product) {
  bool first = true;
  for (const double constant : product.constants) {
    if (!first) writer.text("·");
    writer.number(constant, first ? product.note : Message{});
    first = false;
  }
  for (const CellRef& factor : product.factors) {
    if (!first) writer.text("·");
    writer.cell(factor, first ? product.note : Message{});
    first = false;
  }
}

// v1 + v2 − v3, each with its note.
void write_sum(Writer& writer, std::span<const double> values, std::span<const std::size_t> which,
               std::span<const Product> products, bool with_notes) {
  bool first = true;
  for (const std::size_t i : which) {
    const double v = values[i];
    if (!first) writer.text(v < 0 ? "−" : "+");
    writer.number(first ? v : std::fabs(v), with_notes ? products[i].note : Message{});
    first = false;
  }
}

}  // namespace

Explanation explain_copy(const CellContext& cell, const CellRef& from, Message rule) {
  Writer writer(cell);
  writer.name().relate().place(from).relate().result();
  return writer.finish(Combine::copy, {{writer.value(from), {from}}}, std::move(rule));
}

Explanation explain_constant(const CellContext& cell, Message rule) {
  Writer writer(cell);
  writer.name().relate().result();
  return writer.finish(Combine::copy, {{cell.graph.at(cell.node, cell.index), {}}}, std::move(rule));
}

double product_value(const CellContext& cell, const Product& product) {
  double value = 1;
  for (const double constant : product.constants) value *= constant;
  for (const CellRef& factor : product.factors) value *= cell.graph.at(factor.node, factor.index);
  return value;
}

namespace {

// A sum of products, its largest terms first where there are many, perhaps divided: what its lines are written from.
struct WrittenSum {
  const CellContext& cell;
  const std::vector<Product>& products;
  double divisor;
  std::vector<double> values;      // of each product
  std::vector<std::size_t> shown;  // those written one by one
  double total = 0, rest = 0;      // the rest: of those not shown
  bool plain_terms = true;         // every term is a single number: no second sum of products is needed

  WrittenSum(const CellContext& of, const std::vector<Product>& terms, double by)
      : cell(of), products(terms), divisor(by) {
    for (const Product& product : products) {
      values.push_back(product_value(cell, product));
      plain_terms = plain_terms && product.factors.size() + product.constants.size() <= 1;
    }
    shown = shown_terms(values);
    for (const double v : values) total += v;
    if (!folded()) return;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::ranges::binary_search(shown, i)) rest += values[i];
  }

  bool folded() const { return shown.size() < values.size(); }
  bool divided() const { return divisor != 1; }
  double result() const { return divided() ? total : cell.graph.at(cell.node, cell.index); }

  std::vector<double> displayed() const {
    std::vector<double> numbers;
    for (const std::size_t i : shown) numbers.push_back(values[i]);
    if (folded()) numbers.push_back(rest);
    return numbers;
  }

  void write_rest(Writer& writer, bool noted) const {
    if (!folded()) return;
    writer.text(rest < 0 ? "−" : "+");
    writer.number(std::fabs(rest),
                  noted ? Message{"note.more", {std::to_string(values.size() - shown.size())}} : Message{});
  }

  // Writes a sum in brackets where it is divided.
  template <class Sum>
  void write_divided(Writer& writer, const Sum& write) const {
    const bool brackets = divided() && values.size() > 1;
    if (brackets) writer.text("(");
    write();
    if (brackets) writer.text(")");
    if (divided()) writer.text("/").number(divisor);
  }

  void write_products(Writer& writer) const {
    for (const std::size_t i : shown) {
      if (i != shown.front()) writer.text("+");
      write_product(writer, products[i]);
    }
    write_rest(writer, true);
  }

  // name = products = their values = the result
  void write_line(Writer& writer) const {
    const std::vector<double> numbers = displayed();
    const SumDecimals shown_as = sum_decimals(numbers, result(), cell.decimals);
    writer.with_decimals(shown_as.terms).name().relate();
    if (!products.empty()) {
      write_divided(writer, [&] { write_products(writer); });
      writer.relate();
      if (!plain_terms && numbers.size() > 1) {
        write_divided(writer, [&] {
          write_sum(writer, values, shown, products, false);
          write_rest(writer, false);
        });
        writer.relate();
      }
      if (divided()) writer.with_decimals(shown_as.total).number(total).text("/").number(divisor).relate();
    }
    writer.with_decimals(shown_as.total).result();
  }

  // A second line, with every term.
  void write_unfolded(Writer& writer) const {
    std::vector<std::size_t> all(values.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const SumDecimals all_as = sum_decimals(values, result(), cell.decimals);
    writer.line().with_decimals(all_as.terms).name().relate();
    write_divided(writer, [&] { write_sum(writer, values, all, products, true); });
    writer.relate().with_decimals(all_as.total).result();
  }
};

}  // namespace

Explanation explain_sum(const CellContext& cell, std::vector<Product> products, Message rule, double divisor) {
  const WrittenSum sum(cell, products, divisor);
  Writer writer(cell);
  sum.write_line(writer);
  if (sum.folded()) sum.write_unfolded(writer);
  std::vector<Term> terms;
  for (std::size_t i = 0; i < products.size(); ++i) terms.push_back({sum.values[i] / divisor, products[i].factors});
  return writer.finish(Combine::sum, std::move(terms), std::move(rule));
}

Explanation explain_function(const CellContext& cell, std::string_view before, const CellRef& from,
                             std::string_view after, Message rule, Piece::Level level) {
  Writer writer(cell);
  writer.name().relate();
  if (!before.empty()) writer.text(before);
  writer.cell(from, {}, level);
  if (!after.empty()) writer.text(after);
  writer.relate().result();
  return writer.finish(Combine::copy, {{cell.graph.at(cell.node, cell.index), {from}}}, std::move(rule));
}

Explanation explain_pair(const CellContext& cell, const CellRef& a, std::string_view sign, const CellRef& b,
                         Message rule) {
  Writer writer(cell);
  const double x = writer.value(a), y = writer.value(b);
  const double own = cell.graph.at(cell.node, cell.index);
  SumDecimals shown_as{cell.decimals, cell.decimals};
  if (sign == "+") shown_as = sum_decimals({x, y}, own, cell.decimals);
  if (sign == "−") shown_as = sum_decimals({x, -y}, own, cell.decimals);
  writer.with_decimals(shown_as.terms).name().relate().cell(a).text(sign).cell(b).relate();
  writer.with_decimals(shown_as.total).result();
  if (sign == "+") return writer.finish(Combine::sum, {{x, {a}}, {y, {b}}}, std::move(rule));
  if (sign == "−") return writer.finish(Combine::sum, {{x, {a}}, {-y, {b}}}, std::move(rule));
  if (sign == "·") return writer.finish(Combine::product, {{x, {a}}, {y, {b}}}, std::move(rule));
  return writer.finish(Combine::quotient, {{x, {a}}, {y, {b}}}, std::move(rule));
}

namespace {

// The softmax of a row: its scores, the powers of e with the largest subtracted to avoid overflow, and what of them is written.
struct WrittenSoftmax {
  static constexpr Piece::Level raised = Piece::Level::raised;

  const CellContext& cell;
  const std::vector<CellRef>& scores;
  std::size_t self;
  double temperature;
  double largest = -HUGE_VAL, sum = 0, rest = 0;  // the rest: of the powers that are not shown
  std::vector<double> powers;
  std::vector<std::size_t> shown;

  WrittenSoftmax(const CellContext& of, const std::vector<CellRef>& row, std::size_t place, double divisor)
      : cell(of), scores(row), self(place), temperature(divisor) {
    std::vector<double> values;
    for (const CellRef& ref : scores) {
      values.push_back(cell.graph.at(ref.node, ref.index) / temperature);
      if (!(values.back() <= largest)) largest = values.back();
    }
    for (const double v : values) {
      powers.push_back(v == -HUGE_VAL ? 0 : std::exp(v - largest));
      sum += powers.back();
    }
    shown = shown_terms(powers);
    for (std::size_t i = 0; i < powers.size(); ++i)
      if (!std::ranges::binary_search(shown, i)) rest += powers[i];
  }

  bool folded() const { return shown.size() < powers.size(); }

  Message note(std::size_t i) const {
    const Index& index = scores[i].index;
    std::size_t axis = 0;
    for (std::size_t a = 0; a < index.size(); ++a)
      if (scores.size() > 1 && scores[0].index[a] != scores[1].index[a]) axis = a;
    return place_note(cell.graph, scores[i].node, axis, index.empty() ? 0 : index[axis]);
  }

  // e to the score; less: to the score less the largest
  void write_power(Writer& writer, std::size_t i, bool noted, bool less) const {
    writer.text("e").cell(scores[i], noted ? note(i) : Message{}, raised);
    if (temperature != 1) writer.text("/", raised).number(temperature, {}, raised);
    if (less && writer.value(scores[i]) != -HUGE_VAL)
      writer.text(largest < 0 ? "+" : "−", raised).number(std::fabs(largest), {}, raised);
  }

  void write_rest(Writer& writer, bool less) const {
    const double seen = less ? rest : rest * std::exp(largest);
    const Message more{"note.more", {std::to_string(powers.size() - shown.size())}};
    writer.text("+");
    if (std::isfinite(seen) && (seen > 0 || rest == 0)) {
      writer.number(seen, more);
    } else {  // beyond the range of numbers: as a product
      writer.number(rest, more).text("·").text("e").number(largest, {}, raised);
    }
  }

  // The power of the cell's own score over the sum of all.
  void write_quotient(Writer& writer, bool less) const {
    write_power(writer, self, false, less);
    writer.text("/").text("(");
    for (const std::size_t i : shown) {
      if (i != shown.front()) writer.text("+");
      write_power(writer, i, true, less);
    }
    if (folded()) write_rest(writer, less);
    writer.text(")");
    const bool exact = std::ranges::all_of(powers, [](double p) { return p == 0 || p == 1; });
    if (!exact) writer.inexact();
  }

  // A second line, as it is computed: with the largest score subtracted.
  void write_computed(Writer& writer) const {
    std::vector<double> displayed;
    for (const std::size_t i : shown) displayed.push_back(powers[i]);
    if (folded()) displayed.push_back(rest);
    writer.line().name().relate();
    write_quotient(writer, true);
    writer.relate().with_decimals(std::max(cell.decimals, decimals_that_add_up(displayed, sum, 4)));
    writer.number(powers[self]).text("/").text("(");
    for (std::size_t k = 0; k < displayed.size(); ++k) {
      if (k) writer.text("+");
      writer.number(displayed[k]);
    }
    writer.text(")").relate();
    writer.number(powers[self]).text("/").number(sum).relate().result();
  }
};

}  // namespace

Explanation explain_softmax(const CellContext& cell, const std::vector<CellRef>& scores, std::size_t self,
                            double temperature, Message rule) {
  const WrittenSoftmax softmax(cell, scores, self, temperature);
  Writer writer(cell);
  writer.name().relate();
  softmax.write_quotient(writer, false);
  writer.relate().result();
  if (std::isfinite(softmax.largest)) softmax.write_computed(writer);
  std::vector<Term> terms{{softmax.powers[self], {scores[self]}}};
  for (std::size_t i = 0; i < scores.size(); ++i) terms.push_back({softmax.powers[i], {scores[i]}});
  return writer.finish(Combine::quotient, std::move(terms), std::move(rule));
}

}  // namespace graph

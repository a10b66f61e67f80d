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

Explanation explain_sum(const CellContext& cell, std::vector<Product> products, Message rule, double divisor) {
  std::vector<double> values;
  std::vector<Term> terms;
  bool plain_terms = true;  // every term is a single number: no second sum of products is needed
  for (const Product& product : products) {
    values.push_back(product_value(cell, product));
    terms.push_back({values.back() / divisor, product.factors});
    plain_terms = plain_terms && product.factors.size() + product.constants.size() <= 1;
  }
  const std::vector<std::size_t> shown = shown_terms(values);
  const bool folded = shown.size() < values.size();
  double total = 0, rest = 0;
  for (const double v : values) total += v;
  std::vector<double> displayed;
  for (const std::size_t i : shown) displayed.push_back(values[i]);
  if (folded) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::ranges::binary_search(shown, i)) rest += values[i];
    displayed.push_back(rest);
  }
  const double own = cell.graph.at(cell.node, cell.index);
  const bool divided = divisor != 1;

  Writer writer(cell);
  const SumDecimals shown_as = sum_decimals(displayed, divided ? total : own, cell.decimals);
  writer.with_decimals(shown_as.terms);
  const auto write_rest = [&](bool noted) {
    if (!folded) return;
    writer.text(rest < 0 ? "−" : "+");
    writer.number(std::fabs(rest),
                  noted ? Message{"note.more", {std::to_string(values.size() - shown.size())}} : Message{});
  };
  const auto open = [&] {
    if (divided && values.size() > 1) writer.text("(");
  };
  const auto close = [&] {
    if (!divided) return;
    if (values.size() > 1) writer.text(")");
    writer.text("/").number(divisor);
  };
  writer.name().relate();
  if (!products.empty()) {
    open();
    bool first = true;
    for (const std::size_t i : shown) {
      if (!first) writer.text("+");
      first = false;
      write_product(writer, products[i]);
    }
    write_rest(true);
    close();
    writer.relate();
    if (!plain_terms && displayed.size() > 1) {
      open();
      write_sum(writer, values, shown, products, false);
      write_rest(false);
      close();
      writer.relate();
    }
    if (divided) {
      writer.with_decimals(shown_as.total).number(total).text("/").number(divisor);
      writer.relate();
    }
  }
  writer.with_decimals(shown_as.total).result();
  if (folded) {
    std::vector<std::size_t> all(values.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const SumDecimals all_as = sum_decimals(values, divided ? total : own, cell.decimals);
    writer.line().with_decimals(all_as.terms).name().relate();
    open();
    write_sum(writer, values, all, products, true);
    close();
    writer.relate().with_decimals(all_as.total).result();
  }
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

Explanation explain_softmax(const CellContext& cell, const std::vector<CellRef>& scores, std::size_t self,
                            double temperature, Message rule) {
  Writer writer(cell);
  double largest = -HUGE_VAL;
  std::vector<double> values;
  for (const CellRef& ref : scores) {
    values.push_back(writer.value(ref) / temperature);
    if (!(values.back() <= largest)) largest = values.back();
  }
  std::vector<double> powers;  // with the largest subtracted to avoid overflow
  double sum = 0;
  for (const double v : values) {
    powers.push_back(v == -HUGE_VAL ? 0 : std::exp(v - largest));
    sum += powers.back();
  }
  std::vector<Term> terms{{powers[self], {scores[self]}}};
  for (std::size_t i = 0; i < scores.size(); ++i) terms.push_back({powers[i], {scores[i]}});

  std::vector<std::size_t> shown = shown_terms(powers);
  double rest = 0;
  for (std::size_t i = 0; i < powers.size(); ++i)
    if (!std::ranges::binary_search(shown, i)) rest += powers[i];
  const bool folded = shown.size() < powers.size();
  const auto raised = Piece::Level::raised;
  const auto note = [&](std::size_t i) {
    const Index& index = scores[i].index;
    std::size_t axis = 0;
    for (std::size_t a = 0; a < index.size(); ++a)
      if (scores.size() > 1 && scores[0].index[a] != scores[1].index[a]) axis = a;
    return place_note(cell.graph, scores[i].node, axis, index.empty() ? 0 : index[axis]);
  };
  const auto exponent = [&](std::size_t i, bool noted, bool less) {
    writer.text("e");
    const double v = writer.value(scores[i]);
    writer.cell(scores[i], noted ? note(i) : Message{}, raised);
    if (temperature != 1) writer.text("/", raised).number(temperature, {}, raised);
    if (less && v != -HUGE_VAL) {
      writer.text(largest < 0 ? "+" : "−", raised).number(std::fabs(largest), {}, raised);
    }
  };
  const bool exact = std::ranges::all_of(powers, [](double p) { return p == 0 || p == 1; });
  const auto quotient = [&](bool less) {
    exponent(self, false, less);
    writer.text("/").text("(");
    bool first = true;
    for (const std::size_t i : shown) {
      if (!first) writer.text("+");
      first = false;
      exponent(i, true, less);
    }
    if (folded) {
      writer.text("+");
      const double seen = less ? rest : rest * std::exp(largest);
      const Message more{"note.more", {std::to_string(powers.size() - shown.size())}};
      if (std::isfinite(seen) && (seen > 0 || rest == 0)) {
        writer.number(seen, more);
      } else {  // beyond the range of numbers: as a product
        writer.number(rest, more).text("·").text("e").number(largest, {}, raised);
      }
    }
    writer.text(")");
    if (!exact) writer.inexact();
  };
  writer.name().relate();
  quotient(false);
  writer.relate().result();
  if (std::isfinite(largest)) {
    std::vector<double> displayed;
    for (const std::size_t i : shown) displayed.push_back(powers[i]);
    if (folded) displayed.push_back(rest);
    writer.line();
    writer.name().relate();
    quotient(true);
    writer.relate().with_decimals(std::max(cell.decimals, decimals_that_add_up(displayed, sum, 4)));
    writer.number(powers[self]).text("/").text("(");
    for (std::size_t k = 0; k < displayed.size(); ++k) {
      if (k) writer.text("+");
      writer.number(displayed[k]);
    }
    writer.text(")").relate();
    writer.number(powers[self]).text("/").number(sum).relate().result();
  }
  return writer.finish(Combine::quotient, std::move(terms), std::move(rule));
}

}  // namespace graph

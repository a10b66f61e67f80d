// Shared by merge_sums and running_merge: how two sums that were taken below different maxima are explained.
#pragma once

#include <cmath>

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {

// A sum (or an output) and the largest score that was subtracted in it.
struct TileSum {
  CellRef sum, largest;
};

// name = a e^(m_a − m) + b e^(m_b − m) = … with the larger of the two maxima as m.
inline Explanation explain_merge(const CellContext& cell, const TileSum& a, const TileSum& b, std::vector<Term> terms,
                                 Message rule) {
  Writer writer(cell);
  const CellRef& most = writer.value(b.largest) > writer.value(a.largest) ? b.largest : a.largest;
  const auto factor = [&](const TileSum& part) { return std::exp(writer.value(part.largest) - writer.value(most)); };
  const double first = writer.value(a.sum) * factor(a), second = writer.value(b.sum) * factor(b);
  const double own = cell.graph.at(cell.node, cell.index);
  const SumDecimals shown = sum_decimals({first, second}, own, cell.decimals);
  const auto raised = Piece::Level::raised;
  const auto scaled = [&](const TileSum& part) {
    writer.cell(part.sum).text("·").text("e").cell(part.largest, {}, raised);
    const double m = writer.value(most);
    writer.text("−", raised);
    if (m < 0) writer.text("(", raised);
    writer.cell(most, {}, raised);
    if (m < 0) writer.text(")", raised);
  };
  writer.with_decimals(shown.terms).name().relate();
  scaled(a);
  writer.text("+");
  scaled(b);
  const auto whole = [](double x) { return x == 0 || x == 1; };
  if (!whole(factor(a)) || !whole(factor(b))) writer.inexact();
  writer.relate().number(first).text(second < 0 ? "−" : "+").size_of(second).relate();
  writer.with_decimals(shown.total).result();
  return writer.finish(Combine::sum, std::move(terms), std::move(rule));
}

}  // namespace graph

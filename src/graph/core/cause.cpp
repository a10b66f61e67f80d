// Why a cell is not a number, or exceeds float32: derived from its terms and the cells they come from, so that
// operations need no code for it.
#include <algorithm>
#include <cmath>

#include "graph/core/messages.hpp"
#include "graph/explain/writer.hpp"

namespace graph {
namespace {

// As in the computation: numbers that exceed float32 are infinite.
float seen(double value) { return static_cast<float>(value); }

bool any(const std::vector<Term>& terms, bool (*is)(float)) {
  return std::ranges::any_of(terms, [&](const Term& term) { return is(seen(term.value)); });
}

Message no_number(const CellContext& cell, const Explanation& explanation) {
  std::vector<float> operands;
  for (const Term& term : explanation.terms) {
    for (const CellRef& factor : term.factors) {
      operands.push_back(cell.graph.at(factor.node, factor.index));
      if (std::isnan(operands.back()))
        return {"cause.operand", {symbol_of(cell.graph, factor.node), literal(index_text(factor.index))}};
    }
  }
  const bool infinite = std::ranges::any_of(operands, [](float v) { return std::isinf(v); });
  const bool zero = std::ranges::contains(operands, 0.0f);
  switch (explanation.combine) {
    case Combine::sum:
    case Combine::mean:
      if (any(explanation.terms, [](float v) { return std::isnan(v); }))
        return {infinite && zero ? "cause.zero_times" : "cause.some_step", {}};
      return {any(explanation.terms, [](float v) { return std::isinf(v); }) ? "cause.difference" : "cause.some_step",
              {}};
    case Combine::product: return {infinite && zero ? "cause.zero_times" : "cause.some_step", {}};
    case Combine::quotient:
      if (std::ranges::contains(operands, HUGE_VALF)) return {"cause.infinities", {}};
      return {any(explanation.terms, [](float v) { return v != 0; }) ? "cause.some_step" : "cause.zeros", {}};
    case Combine::copy:
      if (operands.size() == 1) return {"cause.function", {format_number(operands[0], cell.decimals)}};
      break;
    case Combine::maximum: break;
  }
  return {"cause.some_step", {}};
}

Message infinite(const CellContext& cell, const Explanation& explanation) {
  const std::vector<Term>& terms = explanation.terms;
  bool finite = !terms.empty();
  std::size_t factors = 0;
  for (const Term& term : terms) {
    for (const CellRef& factor : term.factors) {
      ++factors;
      finite = finite && std::isfinite(cell.graph.at(factor.node, factor.index));
    }
  }
  if (!finite || factors == 0) return {};
  const double exact = combined(explanation);
  if (explanation.combine == Combine::quotient && terms.size() == 2 && terms[1].value == 0)
    return {"cause.divided", {}};
  const bool grew = explanation.combine == Combine::copy ? explanation.value > 0 : std::isfinite(exact);
  return grew ? Message{"cause.overflow", {}} : Message{};
}

}  // namespace

void name_cause(const CellContext& cell, Explanation& explanation) {
  if (std::isfinite(explanation.value)) return;
  explanation.cause = std::isnan(explanation.value) ? no_number(cell, explanation) : infinite(cell, explanation);
  if (explanation.cause.empty()) return;
  // Nothing is approximately NaN, so lines that lead to it have a plain equals sign.
  for (Line& line : explanation.lines) {
    for (std::size_t i = 1; i < line.pieces.size(); ++i) {
      Piece& sign = line.pieces[i - 1];
      if (line.pieces[i].kind == Piece::Kind::result && sign.text == "≈") sign.text = "=";
    }
  }
}

}  // namespace graph

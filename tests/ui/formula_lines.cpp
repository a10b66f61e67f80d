// A formula too wide for its column is divided into lines: at wide spaces first, then before relations.
#include <doctest/doctest.h>

#include "ui/type/formula.hpp"

using ui::Formula;
using ui::FormulaLines;

namespace {

// a = b [wide space] c = d: parts of 2, 8, 2 and 8 em, 22 em with the space.
Formula two_equations() {
  Formula formula{22, 0.8f, 0.2f, {}, {}, {}};
  formula.parts = {
      {0, 2, 0.8f, 0.2f, false}, {2, 10, 0.8f, 0.2f, true}, {12, 14, 0.8f, 0.2f, false}, {14, 22, 0.8f, 0.2f, true}};
  return formula;
}

}  // namespace

TEST_CASE("A formula that is readable in one line is never divided") {
  const FormulaLines lines = ui::in_lines(two_equations(), 22 * 16, 34);
  CHECK(lines.count == 1);
  CHECK(lines.size == doctest::Approx(16));
}

TEST_CASE(
    "A formula too wide for one readable line is divided at its wide space, and before relations only if it must be") {
  const FormulaLines two = ui::in_lines(two_equations(), 210, 34);
  REQUIRE(two.count == 2);
  CHECK(two.lines[0].to == 10);
  CHECK(two.lines[1].from == 12);
  CHECK(two.size >= 16);
  const FormulaLines four = ui::in_lines(two_equations(), 150, 34);
  REQUIRE(four.count == 4);
  CHECK(four.lines[1].indented);
  CHECK_FALSE(four.lines[2].indented);
  CHECK(four.size * 9 <= doctest::Approx(150));  // its widest line: 8 em after an indent of 1
}

TEST_CASE("A formula without a place for a break becomes small instead") {
  Formula formula = two_equations();
  formula.parts.clear();
  const FormulaLines lines = ui::in_lines(formula, 110, 34);
  CHECK(lines.count == 1);
  CHECK(lines.size == doctest::Approx(5));
}

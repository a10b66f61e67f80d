// How one cell is computed: lines of pieces for display and speech, and the same as numbers that a test can add up.
// Produced by operations, shown by the ui, the reading view and the JavaScript module alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/core/types.hpp"

namespace graph {

// One run of an explanation. A piece with a cell is hidden wherever that cell is hidden, and a click on it goes there.
struct Piece {
  enum class Kind : std::uint8_t {
    text,    // "=", "·", "+", "(", "exp"
    name,    // a tensor's symbol with its index from 1: symbol set, text is "[1, 2]"
    number,  // a value, formatted
    result,  // the value of the cell itself, formatted
  };
  enum class Level : std::uint8_t { base, raised, lowered };

  Kind kind = Kind::text;
  std::string text;
  Symbol symbol;
  Level level = Level::base;
  Role role = Role::none;
  Message note;  // small words under the piece, such as "f1" or "score"
  std::optional<CellRef> cell;
};

struct Line {
  std::vector<Piece> pieces;
};

// A contribution to the cell: value is exact (float64 from the float32 operands), factors are the cells it is computed
// from.
struct Term {
  double value = 0;
  std::vector<CellRef> factors;
};

// How the terms combine to the cell: sum of all; product of all; first divided by the sum of the rest; the largest; or
// the first unchanged.
enum class Combine : std::uint8_t { copy, sum, product, quotient, maximum, mean };

struct Explanation {
  std::vector<Line> lines;  // the definition first, then how it is actually computed
  Message rule;             // "Row 1 of Q × row 2 of K"
  Message cause;            // why the cell is not a number or beyond float32: "∞ − ∞"; empty otherwise
  bool rounded = false;     // some shown number is rounded, so the lines carry ≈
  Combine combine = Combine::copy;
  std::vector<Term> terms;
  double value = 0;  // the cell's own value
};

double combined(const Explanation& explanation);  // what the terms combine to
// Formats a value with at most `decimals` places for a cell or an explanation: true minus sign, "−∞", "∞", "NaN"; whole
// numbers bare when `bare_whole`. A nonzero value that would show as 0 keeps two significant digits: "0.0030", below
// 0.001 in powers of ten ("6.0·10⁻⁶" is spelt "6.0e−6").
std::string format_number(double value, int decimals, bool bare_whole = true);

// The same for a float32 or a number computed from float32s: at most seven significant digits, since those after them
// are noise. Whole numbers keep all digits up to 2^24, as far as float32 is exact.
constexpr int float_digits = 7;
constexpr double largest_whole_float = 16777216;
// A negative number of decimals removes that many of the seven digits: "9.04892e6" at −1.
std::string format_float(double value, int decimals);
// The most decimals with which a number of this size has at most seven digits.
int float_decimals(double size);

// Fewest decimals (at least `decimals`, at most 9) with which the rounded terms add up to the rounded total.
int decimals_that_add_up(const std::vector<double>& terms, double total, int decimals);

}  // namespace graph

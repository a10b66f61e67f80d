// Writes explanations, so that operations stay small: piece by piece, with = or ≈ chosen by whether every shown number
// on both sides is exact, and whole explanations for the common forms (copy, sum of products, quotient).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/graph.hpp"

namespace graph {

// ---- indices in words -----------------------------------------------------------------------------------
std::string one_based(std::size_t i);                 // "3" for 2
Message place_note(const Axis& axis, std::size_t i);  // "f3", or the label
Message place_note(const Graph& graph, NodeId node, std::size_t axis, std::size_t i);
Message cell_note(const Graph& graph, NodeId node, const Index& index);  // "query 1, key 2"
Message role_note(Role role);                                            // "score", or nothing
std::string index_text(const Index& index);                              // "[1, 2]"
std::string symbol_of(const Graph& graph, NodeId id);  // its printed name, or its name in the lesson, for a message

// Sets `cause` if the cell is NaN, or infinite although its operands are not.
void name_cause(const CellContext& cell, Explanation& explanation);

// ---- one line after another -----------------------------------------------------------------------------
class Writer {
 public:
  explicit Writer(const CellContext& cell);

  int decimals() const { return decimals_; }
  Writer& with_decimals(int decimals);
  NodeId input(std::size_t i) const;  // the node of input i
  double value(const CellRef& ref) const;

  Writer& name();    // S[1, 2], begins a line
  Writer& relate();  // = or ≈
  Writer& text(std::string_view text, Piece::Level level = Piece::Level::base);
  Writer& cell(const CellRef& ref, Message note = {}, Piece::Level level = Piece::Level::base);
  Writer& number(double value, Message note = {}, Piece::Level level = Piece::Level::base);
  Writer& size_of(double value);      // |value|, for after a written minus
  Writer& place(const CellRef& ref);  // another cell by its name: K[2, 1]; a click goes there
  Writer& inexact();                  // makes the next relation ≈ although every number is exact
  Writer& result();
  Writer& line();  // a new line

  Explanation finish(Combine combine, std::vector<Term> terms, Message rule);

 private:
  void close_segment();
  void push(Piece piece);
  void show(double value, std::string shown, Piece piece, bool brackets);

  const CellContext& cell_;
  int decimals_;
  Explanation out_;
  bool exact_ = true;         // the segment being written
  bool exact_before_ = true;  // the one left of the pending relation
  bool forced_ = false;       // makes the pending relation ≈ in any case
  bool force_next_ = false;
  std::optional<std::size_t> pending_;
};

// Whether value shown with these decimals is exact (as a float32).
bool shows_exactly(double value, int decimals);

// ---- whole explanations --------------------------------------------------------------------------------- The cell is
// a copy of another cell.
Explanation explain_copy(const CellContext& cell, const CellRef& from, Message rule);
// The cell is set by the options: name = result.
Explanation explain_constant(const CellContext& cell, Message rule);

// A product of cells and plain numbers, as a term of a sum: 1·4, or 4 alone.
struct Product {
  std::vector<CellRef> factors;
  std::vector<double> constants;  // written before the factors, as numbers that are not cells
  Message note;
};
// The sum of products, with displayed terms that add up; `divisor` makes it a mean: (a + b) / 2.
Explanation explain_sum(const CellContext& cell, std::vector<Product> products, Message rule, double divisor = 1);
double product_value(const CellContext& cell, const Product& product);

// The decimals of terms and total: the same for both if that soon adds up; otherwise the terms get more, so that the
// sum of the terms as shown rounds to the total as shown. A total whose last digits are noise loses them, through a
// negative number of decimals: see format_float().
struct SumDecimals {
  int terms = 0, total = 0;
};
SumDecimals sum_decimals(const std::vector<double>& terms, double total, int decimals);

// f(x) of one cell: written by `form` with {} for the number: "exp({})", "tanh({})", "e^{}".
Explanation explain_function(const CellContext& cell, std::string_view before, const CellRef& from,
                             std::string_view after, Message rule, Piece::Level level = Piece::Level::base);
// a ∘ b of two cells, with the sign between them.
Explanation explain_pair(const CellContext& cell, const CellRef& a, std::string_view sign, const CellRef& b,
                         Message rule);

// Scores along one line and the cell among them: the definition first, then with the largest subtracted.
Explanation explain_softmax(const CellContext& cell, const std::vector<CellRef>& scores, std::size_t self,
                            double temperature, Message rule);

// The indices, sorted, of the 3 largest by magnitude if there are more than 6. Otherwise all.
std::vector<std::size_t> shown_terms(std::span<const double> values);

}  // namespace graph

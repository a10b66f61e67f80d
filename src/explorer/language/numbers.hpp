// Conversion between typed or printed numbers and float32: typed input, the digits of an edit field, and one format for
// all cells of a matrix, because cells with different formats are hard to compare.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "graph/core/graph.hpp"
#include "graph/core/types.hpp"

namespace explorer {

class Hidden;

// A number as typed: "0.5", "-3", a true minus, an exponent; a decimal comma where `language` uses one. Otherwise the
// catalogue's sentence that says what is wrong and what to do.
std::expected<float, graph::Message> parse_typed(std::string_view typed, std::string_view language);
bool decimal_comma(std::string_view language);  // whether the language writes and accepts a decimal comma
// A whole number in groups of three digits: "61,632" in English; "61 632", with spaces that do not break, where a comma
// would be a decimal one. Other numbers stay as they are.
std::string grouped(std::string digits, std::string_view language);
// A number as links and JSON spell it: no spaces, no comma, finite as float32.
std::expected<float, graph::Message> parse_plain(std::string_view text);

std::string shortest(float value);  // fewest digits that read back as the same float32
std::string shortest(double value);
std::optional<double> plain_number(std::string_view text);  // finite, written as links and JSON write numbers
// pattern: "%.*f", "%.*e" or "%.*g".
std::string print_number(const char* pattern, int digits, double value);

std::string bytes_text(double bytes);  // "301 kB", "1.5 MB", "2.0 GB"

// What the cells of a matrix have in common.
struct CellFormat {
  int decimals = 0;
  bool power_of_ten = false;
  float largest = 0;   // magnitude of the finite cells that are not hidden
  bool any = false;    // whether there is such a cell
  bool below = false;  // one of them is negative, or one is hidden and could be

  std::string print(float value) const;
};

CellFormat cell_format(const graph::Graph& graph, graph::NodeId node, const Hidden& hidden, int decimals);

}  // namespace explorer

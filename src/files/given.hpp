// Tensors and lists of texts that are written out in a text: CSV, TSV, the output of numpy.savetxt, or JSON.
#pragma once

#include <optional>

#include "files/tensor.hpp"

namespace files {

struct Given {
  std::string name;  // of JSON: its key, with dots between the levels
  Shape shape;
  std::vector<float> numbers;              // in C's order
  std::vector<std::string> texts;          // instead of numbers: a list such as that of the tokens
  std::optional<std::size_t> sentence;     // of such a list: its place, from 0, where there is one for each sentence
  std::vector<std::string> columns, rows;  // of a table: its headings; empty where there are none
  std::size_t heading = 0;                 // of a table: the line that was read as its heading, from 1; 0: none
};

// A table: cells separated by tabs, semicolons, commas or spaces; decimal points, or commas where they do not separate cells;
// quotes doubled as in RFC 4180 or with a backslash as R writes them; remarks of numpy.savetxt are left out. A first row or
// column of which most cells are words is headings, as is what pandas and R number; a table that this project saved with
// places of heads in its first columns becomes a tensor with these axes. One column, or one line, of words is a list of
// texts. Errors name line and column, counted from 1.
Result<Given> read_table(std::string_view text);

// JSON: nested lists of numbers; a list of texts, or one for each sentence of a batch, which become lists of their own; or an object of names with these, or with { "shape": […], "data": […] }, in
// any depth. null and NaN are NaN. Other values are ignored.
Result<std::vector<Given>> read_json_tensors(std::string_view text);

}  // namespace files

// Tensors and lists of texts that are written out in a text: CSV, TSV, the output of numpy.savetxt, or JSON.
#pragma once

#include "files/tensor.hpp"

namespace files {

struct Given {
  std::string name;  // of JSON: its key, with dots between the levels
  Shape shape;
  std::vector<float> numbers;              // in C's order
  std::vector<std::string> texts;          // instead of numbers: a list such as that of the tokens
  std::vector<std::string> columns, rows;  // of a table: its headings; empty where there are none
};

// A table: cells separated by tabs, commas, semicolons (then 0,5 is a half, too) or spaces; quotes as in RFC 4180; lines that begin
// with # are skipped. A first row or column of words is headings. One column of words is a list of texts, with its first
// line. Errors name line and column, counted from 1.
Result<Given> read_table(std::string_view text);

// JSON: nested lists of numbers; a list of texts; or an object of names with these, or with { "shape": […], "data": […] }, in
// any depth. null and NaN are NaN. Other values are ignored.
Result<std::vector<Given>> read_json_tensors(std::string_view text);

}  // namespace files

// A tensor's printed name as runs of type: K with a raised T, W with a lowered q, names of several letters upright.
#pragma once

#include <string>
#include <vector>

#include "explorer/views/view.hpp"
#include "ui/type/type.hpp"

namespace ui {

std::vector<TextRun> symbol_runs(const graph::Symbol& symbol, float size, Color color, bool transposed = false);
std::string shape_words(const explorer::TensorView& tensor);               // as drawn: "3 × 4"
void write_shape(std::string& words, const explorer::TensorView& tensor);  // appends the same
void write_axes(std::string& words, const explorer::TensorView& tensor);   // as drawn: "feature × token"
std::string raised_digits(int n);                                          // superscript digits: "⁻⁶"

}  // namespace ui

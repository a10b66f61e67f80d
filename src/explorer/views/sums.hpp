// A sum that is shown next to its terms is marked ≈ where the terms, as displayed, do not add up to it. One rule for
// the canvas and the reading view, which display different numbers of digits.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "explorer/views/view_context.hpp"

namespace explorer {

// The number displayed in a cell, with its digits; nothing where none is shown.
using ShownNumber = std::function<std::optional<double>(const graph::CellRef&)>;

// For a cell of a tensor that is a sum; false for any other.
bool sum_is_about(const graph::Graph& graph, const graph::CellRef& sum, const ShownNumber& shown);
// The same for the reading view: its digits, and the tensors of the current step.
bool sum_is_about(const ViewContext& context, const graph::CellRef& sum);

// "−2.5" and "≈1.2e−6" as numbers.
double shown_number(std::string_view text);

}  // namespace explorer

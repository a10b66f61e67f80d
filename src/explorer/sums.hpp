// A sum that stands beside its terms bears ≈ where they, as they are shown, do not add up to it. One rule for the canvas
// and the reading view, each of which shows numbers with digits of its own.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "explorer/sight.hpp"

namespace explorer {

// The number that stands in a cell, as far as its digits go; nothing where none is shown.
using ShownNumber = std::function<std::optional<double>(const graph::CellRef&)>;

// Of a cell of a tensor that is a sum; false of any other.
bool sum_is_about(const graph::Graph& graph, const graph::CellRef& sum, const ShownNumber& shown);
// The same for the reading view: its digits, and the tensors of the current step.
bool sum_is_about(const Sight& sight, const graph::CellRef& sum);

// "−2.5" and "≈1.2e−6" as numbers.
double shown_number(std::string_view text);

}  // namespace explorer

// What one token takes from every other one through all layers of a run. Reads a run and changes nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "models/run.hpp"

namespace models {

// One layer of a row of attention rollout (Abnar and Zuidema 2020): row · Ā, (T), where Ā = ½ I + ½ (mean of the layer's H heads
// A). The row e_t of the identity, taken through the layers from the last to the first, is row t of Ā_L · … · Ā_1. No map
// (T, T) is kept: the weights are computed a few rows at a time, and only those of tokens whose number in `row` is not 0.
// Errors: "range" for a layer that does not exist; "size" for a row of another length than T; "overflow" as Run::weights().
Result<std::vector<float>> rollout_layer(const Run& run, std::size_t layer, std::span<const float> row);

}  // namespace models

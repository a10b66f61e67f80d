// See measures.hpp. Sums are in float64.
#include "models/measures.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/loops.hpp"

namespace models {

namespace {

constexpr std::size_t held_rows = 32;  // whose outputs are held at a time, for all heads

double length_of(const float* x, std::size_t count) {
  double squares = 0.0;
  for (std::size_t i = 0; i < count; ++i) squares += static_cast<double>(x[i]) * x[i];
  return std::sqrt(squares);
}

void add(HeadMeasures& to, Measure measure, const LargestRow& row) {
  const auto at = static_cast<std::size_t>(measure);
  if (to.rows[at] == 0 || row.value > to.largest[at].value) to.largest[at] = row;
  to.sums[at] += row.value;
  to.rows[at] += 1;
}

// Adds a row of weights, (T), of which the one of the token `looked` is the largest.
void add_row(const Run& run, std::size_t layer, std::size_t i, const float* weights, std::size_t looked,
             HeadMeasures& to) {
  const std::span<const std::size_t> ids = run.ids();
  const std::size_t tokens = run.tokens();
  double same = 0.0, followed = 0.0, distance = 0.0, entropy = 0.0;
  std::optional<std::size_t> looked_same, looked_followed;  // of the places that count, the one with the largest weight
  const auto looks = [weights](std::optional<std::size_t>& at, std::size_t j) {
    if (!at || weights[j] > weights[*at]) at = j;
  };
  for (std::size_t j = 0; j < tokens; ++j) {
    const double weight = weights[j];
    distance += weight * std::abs(static_cast<double>(i) - static_cast<double>(j));
    if (weight > 0.0) entropy -= weight * std::log2(weight);
    if (j == i || ids[j] != ids[i]) continue;
    if (run.sees(layer, i, j)) {
      looks(looked_same, j);
      same += weight;
    }
    if (j + 1 < tokens && j + 1 != i && run.sees(layer, i, j + 1)) {
      looks(looked_followed, j + 1);
      followed += static_cast<double>(weights[j + 1]);
    }
  }
  add(to, Measure::first, {i, 0, weights[0]});
  add(to, Measure::previous, {i, i - 1, weights[i - 1]});
  if (looked_same) add(to, Measure::same, {i, *looked_same, same});
  if (looked_followed) add(to, Measure::followed, {i, *looked_followed, followed});
  add(to, Measure::distance, {i, looked, distance});
  add(to, Measure::entropy, {i, looked, entropy});
}

}  // namespace

Result<std::vector<HeadMeasures>> measure(const Run& run, std::size_t layer) {
  if (Result<void> fine = run.check(layer, 0, 0); !fine) return std::unexpected(std::move(fine).error());
  const Model& model = run.model();
  const Config& c = model.config();
  const Layer& l = model.layout().layers[layer];
  const std::size_t tokens = run.tokens(), width = c.width;
  std::vector<HeadMeasures> found(c.heads);
  std::vector<float> weights(tokens), contexts(held_rows * c.head_width), space(Model::project_space(model.layout()));
  std::vector<float> given(c.heads * held_rows * width), sum(width);
  std::vector<std::size_t> looked(c.heads * held_rows);  // the token with the largest weight
  const auto given_by = [&](std::size_t head, std::size_t row) {
    return given.data() + (head * held_rows + row) * width;
  };
  for (std::size_t first = 1; first < tokens; first += held_rows) {
    const std::size_t rows = std::min(held_rows, tokens - first);
    for (std::size_t head = 0; head < c.heads; ++head) {
      for (std::size_t row = 0; row < rows; ++row) {
        float* const context = contexts.data() + row * c.head_width;
        if (Result<void> fine = run.head_output(layer, head, first + row, context, weights.data()); !fine)
          return std::unexpected(std::move(fine).error());
        std::size_t& largest = looked[head * held_rows + row];
        largest = static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
        add_row(run, layer, first + row, weights.data(), largest, found[head]);
      }
      Model::Projection task;
      task.x = {contexts.data(), c.head_width};
      task.rows = rows;
      task.y = given_by(head, 0);
      task.y_step = width;
      model.project(inputs_of(l.output, head * c.head_width, c.head_width), task, space.data());
    }
    for (std::size_t row = 0; row < rows; ++row) {
      double divisor = 1.0;
      if (c.sandwich) {  // the norm behind attention divides by what all heads are together
        if (const float* const bias = model.vector(l.output.bias))
          std::copy_n(bias + l.output.bias_from, width, sum.data());
        else std::ranges::fill(sum, 0.0f);
        for (std::size_t head = 0; head < c.heads; ++head) loops::add(given_by(head, row), sum.data(), width);
        const double all = length_of(sum.data(), width);
        divisor = std::sqrt(all * all / static_cast<double>(width) + static_cast<double>(c.epsilon));
        const float* const scale = model.vector(l.attention_after.weight);
        for (std::size_t head = 0; head < c.heads; ++head)
          for (std::size_t i = 0; i < width; ++i) given_by(head, row)[i] *= scale[i];
      }
      const double stream = length_of(run.stream(layer, first + row), width);
      for (std::size_t head = 0; head < c.heads; ++head) {
        const double share = length_of(given_by(head, row), width) / divisor / stream;
        add(found[head], Measure::output, {first + row, looked[head * held_rows + row], share});
      }
    }
  }
  return found;
}

}  // namespace models

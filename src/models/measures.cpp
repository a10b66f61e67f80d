// See measures.hpp. Sums are in float64.
#include "models/measures.hpp"

#include <algorithm>
#include <cmath>

#include "models/loops.hpp"

namespace models {

namespace {

constexpr std::size_t held_rows = 32;  // whose outputs are held at a time, for all heads

double length_of(const float* x, std::size_t count) {
  double squares = 0.0;
  for (std::size_t i = 0; i < count; ++i) squares += static_cast<double>(x[i]) * x[i];
  return std::sqrt(squares);
}

// Adds a row of weights, (T).
void add_row(const Run& run, std::size_t layer, std::size_t i, const float* weights, HeadMeasures& to) {
  const std::span<const std::size_t> ids = run.ids();
  const std::size_t tokens = run.tokens();
  const auto add = [&to](Measure measure, double value) {
    to.sums[static_cast<std::size_t>(measure)] += value;
    to.rows[static_cast<std::size_t>(measure)] += 1;
  };
  double same = 0.0, followed = 0.0, distance = 0.0, entropy = 0.0;
  bool sees_same = false, sees_followed = false;
  for (std::size_t j = 0; j < tokens; ++j) {
    const double weight = weights[j];
    distance += weight * std::abs(static_cast<double>(i) - static_cast<double>(j));
    if (weight > 0.0) entropy -= weight * std::log2(weight);
    if (j == i || ids[j] != ids[i]) continue;
    if (run.sees(layer, i, j)) {
      sees_same = true;
      same += weight;
    }
    if (j + 1 < tokens && j + 1 != i && run.sees(layer, i, j + 1)) {
      sees_followed = true;
      followed += static_cast<double>(weights[j + 1]);
    }
  }
  add(Measure::first, weights[0]);
  add(Measure::previous, weights[i - 1]);
  if (sees_same) add(Measure::same, same);
  if (sees_followed) add(Measure::followed, followed);
  add(Measure::distance, distance);
  add(Measure::entropy, entropy);
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
        add_row(run, layer, first + row, weights.data(), found[head]);
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
        constexpr auto output = static_cast<std::size_t>(Measure::output);
        found[head].sums[output] += length_of(given_by(head, row), width) / divisor / stream;
        found[head].rows[output] += 1;
      }
    }
  }
  return found;
}

}  // namespace models

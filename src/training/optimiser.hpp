// The optimisers of torch.optim, to the letter: what is added to what in which order, and rounded to float32 where
// PyTorch rounds. Independent of lessons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace training {

struct OptimiserOptions {
  enum class Kind : std::uint8_t { sgd, adam, adamw };
  Kind kind = Kind::sgd;
  double lr = 0;
  double momentum = 0;                // sgd
  double beta1 = 0.9, beta2 = 0.999;  // adam, adamw
  double eps = 1e-8;                  // adam, adamw
  double weight_decay = 0;
};

// What an optimiser keeps for one parameter: SGD's momentum buffer, or Adam's running means of the slopes and of
// their squares. Empty before the first step, and where nothing is kept.
struct Moments {
  std::vector<float> first, second;
  bool operator==(const Moments&) const = default;
};

// Moves one parameter by one step. `step` counts from 1. One call for each parameter makes optimiser.step().
//   sgd:   g += decay · w;  b = g, later b = momentum · b + g;  w −= lr · b
//   adam:  g += decay · w;  m += (g − m) (1 − β₁);  v = β₂ v + (1 − β₂) g²;
//          w −= lr / (1 − β₁^t) · m / (√v / √(1 − β₂^t) + ε)
//   adamw: w ·= 1 − lr · decay;  then as adam with g unchanged
void step(const OptimiserOptions& options, std::size_t step, std::span<const float> gradient, std::span<float> weights,
          Moments& moments);

}  // namespace training

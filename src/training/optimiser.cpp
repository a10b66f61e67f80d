// The loops of torch/optim/sgd.py, adam.py and adamw.py, without foreach and fused: each line of theirs is one pass over
// the numbers there and one rounding here.
#include "training/optimiser.hpp"

#include <cmath>

namespace training {
namespace {

void sgd(const OptimiserOptions& options, std::span<const float> gradient, std::span<float> weights, Moments& moments) {
  const auto decay = static_cast<float>(options.weight_decay), momentum = static_cast<float>(options.momentum);
  const auto down = static_cast<float>(-options.lr);
  const bool first = moments.first.empty(), remembers = options.momentum != 0;
  if (first && remembers) moments.first.resize(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    float g = gradient[i];
    if (decay != 0) g = g + decay * weights[i];
    if (remembers) {
      if (!first) g = moments.first[i] * momentum + g;
      moments.first[i] = g;
    }
    weights[i] = weights[i] + down * g;
  }
}

void adam(const OptimiserOptions& options, std::size_t step, std::span<const float> gradient, std::span<float> weights,
          Moments& moments) {
  if (moments.first.empty()) {
    moments.first.resize(weights.size());
    moments.second.resize(weights.size());
  }
  const bool decoupled = options.kind == OptimiserOptions::Kind::adamw;
  const auto t = static_cast<double>(step);
  const auto decay = static_cast<float>(decoupled ? 0 : options.weight_decay);
  const auto shrink = static_cast<float>(1 - options.lr * options.weight_decay);
  const auto new1 = static_cast<float>(1 - options.beta1), new2 = static_cast<float>(1 - options.beta2);
  const auto old1 = static_cast<float>(1 - (1 - options.beta1)), old2 = static_cast<float>(options.beta2);
  const auto down = static_cast<float>(-(options.lr / (1 - std::pow(options.beta1, t))));
  const auto root = static_cast<float>(std::sqrt(1 - std::pow(options.beta2, t)));
  const auto eps = static_cast<float>(options.eps);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    float g = gradient[i], w = weights[i], m = moments.first[i], v = moments.second[i];
    if (decoupled && options.weight_decay != 0) w = w * shrink;
    if (decay != 0) g = g + decay * w;
    m = new1 < 0.5f ? m + new1 * (g - m) : g - (g - m) * old1;  // torch.lerp
    v = v * old2 + new2 * g * g;                                // addcmul: (value · g) · g
    const float divisor = std::sqrt(v) / root + eps;
    weights[i] = w + down * m / divisor;  // addcdiv: (value · m) / divisor
    moments.first[i] = m;
    moments.second[i] = v;
  }
}

}  // namespace

void step(const OptimiserOptions& options, std::size_t step, std::span<const float> gradient, std::span<float> weights,
          Moments& moments) {
  if (options.kind == OptimiserOptions::Kind::sgd) sgd(options, gradient, weights, moments);
  else adam(options, step, gradient, weights, moments);
}

}  // namespace training

// torch.nn.init and the fresh parameters of PyTorch's layers, in PyTorch's order of draws. Weights are out × in:
// fan_in counts columns, fan_out rows (times the further axes, for rank above 2). Errors: "rank" below 2, "size",
// "range".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "attention/random/generator.hpp"
#include "attention/tensor/shape.hpp"

namespace attention {

enum class Fan { in, out };
enum class Nonlinearity { linear, sigmoid, tanh, relu, leaky_relu };

// torch.nn.init.calculate_gain: 1, 1, 5/3, √2, √(2/(1+slope²)).
double calculate_gain(Nonlinearity nonlinearity, double slope = 0.01);

// Glorot & Bengio 2010.
Result<Tensor> xavier_uniform(const Shape& shape, Generator& generator, double gain = 1.0);
Result<Tensor> xavier_normal(const Shape& shape, Generator& generator, double gain = 1.0);

// He et al. 2015. `slope` is PyTorch's `a`, only used by leaky_relu.
struct KaimingOptions {
  double slope = 0.0;
  Fan mode = Fan::in;
  Nonlinearity nonlinearity = Nonlinearity::leaky_relu;
};
Result<Tensor> kaiming_uniform(const Shape& shape, Generator& generator, const KaimingOptions& options = {});
Result<Tensor> kaiming_normal(const Shape& shape, Generator& generator, const KaimingOptions& options = {});

// normal_(mean, std), any rank.
Result<Tensor> gaussian(const Shape& shape, Generator& generator, double mean = 0.0, double std = 1.0);

// torch.nn.Linear(in, out): weight (out, in) first, then bias (out), both uniform within ±1/√in.
struct LinearParameters {
  Tensor weight;
  std::optional<Tensor> bias;
};
Result<LinearParameters> init_linear(std::size_t in_features, std::size_t out_features, Generator& generator,
                                     bool bias = true);

// torch.nn.Embedding(n, d): (n, d), standard normal; the row padding_idx becomes 0 afterwards.
Result<Tensor> init_embedding(std::size_t num_embeddings, std::size_t embedding_dim, Generator& generator,
                              std::optional<std::size_t> padding_idx = std::nullopt);

}  // namespace attention

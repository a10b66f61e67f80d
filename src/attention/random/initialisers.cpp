// torch.nn.init and the layers' own initialisation. Bounds are computed in double and rounded where they are used.
#include "attention/random/initialisers.hpp"

#include <algorithm>
#include <cmath>

namespace attention {

namespace {

struct Fans {
  double in = 0.0, out = 0.0;
};

Result<Fans> fans_of(const Shape& shape) {
  if (shape.size() < 2) {
    return fail(
        "rank", "shape",
        {"A fan counts inputs and outputs, so the shape needs at least 2 axes (out, in), not ", describe(shape), "."});
  }
  double field = 1.0;
  for (std::size_t i = 2; i < shape.size(); ++i) field *= static_cast<double>(shape[i]);
  return Fans{static_cast<double>(shape[1]) * field, static_cast<double>(shape[0]) * field};
}

Result<Tensor> drawn_uniform(const Shape& shape, Generator& generator, double bound) {
  Result<Tensor> x = make_zeros(shape, "shape");
  if (!x || x->size() == 0) return x;
  if (auto ok = generator.uniform_(*x, -bound, bound); !ok) return std::unexpected(ok.error());
  return x;
}

Result<double> kaiming_std(const Shape& shape, const KaimingOptions& options) {
  const Result<Fans> fans = fans_of(shape);
  if (!fans) return std::unexpected(fans.error());
  return calculate_gain(options.nonlinearity, options.slope) /
         std::sqrt(options.mode == Fan::in ? fans->in : fans->out);
}

}  // namespace

double calculate_gain(Nonlinearity nonlinearity, double slope) {
  switch (nonlinearity) {
    case Nonlinearity::tanh: return 5.0 / 3.0;
    case Nonlinearity::relu: return std::sqrt(2.0);
    case Nonlinearity::leaky_relu: return std::sqrt(2.0 / (1.0 + slope * slope));
    case Nonlinearity::linear:
    case Nonlinearity::sigmoid: break;
  }
  return 1.0;
}

Result<Tensor> xavier_uniform(const Shape& shape, Generator& generator, double gain) {
  const Result<Fans> fans = fans_of(shape);
  if (!fans) return std::unexpected(fans.error());
  const double std = gain * std::sqrt(2.0 / (fans->in + fans->out));
  return drawn_uniform(shape, generator, std::sqrt(3.0) * std);
}

Result<Tensor> xavier_normal(const Shape& shape, Generator& generator, double gain) {
  const Result<Fans> fans = fans_of(shape);
  if (!fans) return std::unexpected(fans.error());
  return gaussian(shape, generator, 0.0, gain * std::sqrt(2.0 / (fans->in + fans->out)));
}

Result<Tensor> kaiming_uniform(const Shape& shape, Generator& generator, const KaimingOptions& options) {
  const Result<double> std = kaiming_std(shape, options);
  if (!std) return std::unexpected(std.error());
  return drawn_uniform(shape, generator, std::sqrt(3.0) * *std);
}

Result<Tensor> kaiming_normal(const Shape& shape, Generator& generator, const KaimingOptions& options) {
  const Result<double> std = kaiming_std(shape, options);
  if (!std) return std::unexpected(std.error());
  return gaussian(shape, generator, 0.0, *std);
}

Result<Tensor> gaussian(const Shape& shape, Generator& generator, double mean, double std) {
  Result<Tensor> x = make_zeros(shape, "shape");
  if (!x || x->size() == 0) return x;
  if (auto ok = generator.normal_(*x, mean, std); !ok) return std::unexpected(ok.error());
  return x;
}

Result<LinearParameters> init_linear(std::size_t in_features, std::size_t out_features, Generator& generator,
                                     bool bias) {
  Result<Tensor> weight = kaiming_uniform({out_features, in_features}, generator, {.slope = std::sqrt(5.0)});
  if (!weight) return std::unexpected(weight.error());
  LinearParameters parameters{std::move(*weight), std::nullopt};
  if (bias) {
    // The bias may be too large even where the weight is not, if there are no inputs.
    Result<Tensor> drawn = make_zeros({out_features}, "bias");
    if (!drawn) return std::unexpected(drawn.error());
    const double bound = in_features > 0 ? 1.0 / std::sqrt(static_cast<double>(in_features)) : 0.0;
    if (auto ok = generator.uniform_(*drawn, -bound, bound); !ok) return std::unexpected(ok.error());
    parameters.bias = *std::move(drawn);
  }
  return parameters;
}

Result<Tensor> init_embedding(std::size_t num_embeddings, std::size_t embedding_dim, Generator& generator,
                              std::optional<std::size_t> padding_idx) {
  if (padding_idx && *padding_idx >= num_embeddings) {
    return fail(
        "range", "padding_idx",
        {"padding_idx ", *padding_idx, " is not a row of a table with ", num_embeddings, " rows; rows count from 0."});
  }
  Result<Tensor> table = gaussian({num_embeddings, embedding_dim}, generator);
  if (table && padding_idx) std::fill_n(table->data() + *padding_idx * embedding_dim, embedding_dim, 0.0f);
  return table;
}

}  // namespace attention

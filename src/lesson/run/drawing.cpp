// One draw of each kind. The order of draws, fans and bounds are the attention core's, which follow PyTorch.
#include "lesson/run/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "attention/random/initialisers.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace lesson {
namespace {

double number(const graph::Draw& what, std::string_view name) {
  return std::get<double>(what.options.find(name)->second);
}
const std::string& word(const graph::Draw& what, std::string_view name) {
  return std::get<std::string>(what.options.find(name)->second);
}

attention::KaimingOptions kaiming(const graph::Draw& what) {
  using attention::Nonlinearity;
  attention::KaimingOptions options;
  options.slope = number(what, "a");
  options.mode = word(what, "mode") == "fan_out" ? attention::Fan::out : attention::Fan::in;
  const std::string& follows = word(what, "nonlinearity");
  options.nonlinearity = follows == "relu"      ? Nonlinearity::relu
                         : follows == "tanh"    ? Nonlinearity::tanh
                         : follows == "sigmoid" ? Nonlinearity::sigmoid
                         : follows == "linear"  ? Nonlinearity::linear
                                                : Nonlinearity::leaky_relu;
  return options;
}

// The draws that fill a tensor cell by cell; no value for a draw of another kind.
std::optional<graph::Result<void>> fill(attention::Tensor& to, const graph::Draw& what,
                                        attention::Generator& generator) {
  const std::string& kind = what.draw;
  if (kind == "rand") return generator.uniform_(to, 0, 1);
  if (kind == "randn") return generator.normal_(to, 0, 1);
  if (kind == "randint")
    return generator.random_(to, static_cast<std::int64_t>(number(what, "low")),
                             static_cast<std::int64_t>(number(what, "high")));
  if (kind == "uniform") return generator.uniform_(to, number(what, "from"), number(what, "to"));
  if (kind == "gaussian") return generator.normal_(to, number(what, "mean"), number(what, "std"));
  if (kind == "linear_bias") {
    const double bound = 1 / std::sqrt(number(what, "in_features"));
    return generator.uniform_(to, -bound, bound);
  }
  if (kind != "dropout") return std::nullopt;
  for (float& cell : to) cell = static_cast<float>(generator.uniform_double());
  return graph::Result<void>{};
}

graph::Result<attention::Tensor> make(const graph::Draw& what, attention::Generator& generator) {
  const std::string& kind = what.draw;
  const graph::Shape& shape = what.shape;
  if (kind == "xavier_uniform") return attention::xavier_uniform(shape, generator, number(what, "gain"));
  if (kind == "xavier_normal") return attention::xavier_normal(shape, generator, number(what, "gain"));
  if (kind == "kaiming_uniform") return attention::kaiming_uniform(shape, generator, kaiming(what));
  if (kind == "kaiming_normal") return attention::kaiming_normal(shape, generator, kaiming(what));
  if (kind == "linear_weight") {
    auto layer = attention::init_linear(shape[1], shape[0], generator, false);
    if (!layer) return std::unexpected(layer.error());
    return std::move(layer->weight);
  }
  if (kind == "embedding") return attention::init_embedding(shape[0], shape[1], generator);
  auto tensor = attention::zeros(shape);
  if (!tensor) return tensor;
  const auto filled = fill(*tensor, what, generator);
  if (!filled) return graph::fail("unknown_draw", "", {"There is no draw “", kind, "”."});
  if (!*filled) return std::unexpected(filled->error());
  return tensor;
}

}  // namespace

graph::Result<std::vector<float>> draw(const graph::Draw& what, attention::Generator& generator,
                                       const std::string& pointer) {
  const auto tensor = make(what, generator);
  if (!tensor) return graph::fail(tensor.error().code, pointer, tensor.error().message);
  return std::vector<float>(tensor->data(), tensor->data() + tensor->size());
}

graph::Result<void> draw_into(attention::Tensor& to, const graph::Draw& what, attention::Generator& generator,
                              const std::string& pointer) {
  const auto filled = fill(to, what, generator);
  if (filled && !*filled) return graph::fail(filled->error().code, pointer, filled->error().message);
  if (filled) return {};
  const auto tensor = make(what, generator);
  if (!tensor) return graph::fail(tensor.error().code, pointer, tensor.error().message);
  std::copy_n(tensor->data(), to.size(), to.data());
  return {};
}

}  // namespace lesson

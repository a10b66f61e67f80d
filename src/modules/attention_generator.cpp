// The random generator as the headless module exports it. Each call takes the generator's state first and returns the
// new state first; if it fails, JavaScript keeps the old state.
#include <utility>

#include "attention/multihead_attention.hpp"
#include "attention/random/dropout.hpp"
#include "attention/random/generator.hpp"
#include "attention/random/initialisers.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "modules/call.hpp"
#include "modules/generator_state.hpp"

namespace modules {
namespace {

using attention::Generator;

// A call that draws one tensor: `draw` reads what follows the state.
using Draw = Result<Tensor> (*)(Arguments& in, Generator& generator);

Result<void> draw_into(Draw draw, Arguments& in, Answer& out) {
  Generator generator = maybe_generator(in).value_or(Generator(0));
  Result<Tensor> tensor = draw(in, generator);
  if (!tensor) return std::unexpected(std::move(tensor).error());
  add_generator(out, generator);
  out.add(*std::move(tensor));
  return {};
}

template <Draw draw>
const double* drawn(const double* words) {
  return answer(words, [](Arguments& in, Answer& out) { return draw_into(draw, in, out); });
}

// A seed is passed as a number or, if it is a bigint, as its digits.
Result<void> seed(Arguments& in, Answer& out) {
  const std::optional<double> number = in.maybe_number();
  const std::string_view digits = in.text();
  const Result<std::uint64_t> seed = number ? attention::seed_from_number(*number) : attention::parse_seed(digits);
  if (!seed) return std::unexpected(seed.error());
  add_generator(out, Generator(*seed));
  return {};
}

Result<Tensor> rand(Arguments& in, Generator& generator) { return generator.rand(in.sizes()); }
Result<Tensor> randn(Arguments& in, Generator& generator) { return generator.randn(in.sizes()); }

Result<Tensor> randint(Arguments& in, Generator& generator) {
  const auto low = static_cast<std::int64_t>(in.number()), high = static_cast<std::int64_t>(in.number());
  return generator.randint(low, high, in.sizes());
}

Result<Tensor> uniform(Arguments& in, Generator& generator) {
  const double from = in.number(), to = in.number();
  Result<Tensor> x = attention::zeros(in.sizes());
  if (!x) return x;
  return generator.uniform_(*x, from, to).transform([&x] { return *std::move(x); });
}

Result<Tensor> normal(Arguments& in, Generator& generator) {
  const double mean = in.number(), std = in.number();
  return attention::gaussian(in.sizes(), generator, mean, std);
}

Result<Tensor> embedding(Arguments& in, Generator& generator) {
  const std::size_t rows = in.size(), dim = in.size();
  return attention::init_embedding(rows, dim, generator, in.maybe_size());
}

Result<Tensor> xavier_uniform(Arguments& in, Generator& generator) {
  const double gain = in.number();
  return attention::xavier_uniform(in.sizes(), generator, gain);
}
Result<Tensor> xavier_normal(Arguments& in, Generator& generator) {
  const double gain = in.number();
  return attention::xavier_normal(in.sizes(), generator, gain);
}

attention::KaimingOptions kaiming_options(Arguments& in) {
  attention::KaimingOptions options;
  options.slope = in.number();
  options.mode = static_cast<attention::Fan>(in.size());
  options.nonlinearity = static_cast<attention::Nonlinearity>(in.size());
  return options;
}
Result<Tensor> kaiming_uniform(Arguments& in, Generator& generator) {
  const attention::KaimingOptions options = kaiming_options(in);
  return attention::kaiming_uniform(in.sizes(), generator, options);
}
Result<Tensor> kaiming_normal(Arguments& in, Generator& generator) {
  const attention::KaimingOptions options = kaiming_options(in);
  return attention::kaiming_normal(in.sizes(), generator, options);
}

Result<Tensor> dropout(Arguments& in, Generator& generator) {
  const Tensor x = in.tensor();
  const double p = in.number();
  const bool training = in.flag();
  return attention::dropout(x, p, training, generator).transform([](auto&& done) { return std::move(done.output); });
}

Result<void> linear(Arguments& in, Answer& out) {
  Generator generator = maybe_generator(in).value_or(Generator(0));
  const std::size_t in_features = in.size(), out_features = in.size();
  auto layer = attention::init_linear(in_features, out_features, generator, in.flag());
  if (!layer) return std::unexpected(std::move(layer).error());
  add_generator(out, generator);
  out.add(std::move(layer->weight));
  out.add(std::move(layer->bias));
  return {};
}

Result<void> multi_head(Arguments& in, Answer& out) {
  Generator generator = maybe_generator(in).value_or(Generator(0));
  attention::MultiheadShape shape;
  shape.embed_dim = in.size();
  shape.num_heads = in.size();
  shape.bias = in.flag();
  shape.add_bias_kv = in.flag();
  shape.kdim = in.maybe_size();
  shape.vdim = in.maybe_size();
  auto fresh = attention::init_multihead_attention(shape, generator);
  if (!fresh) return std::unexpected(std::move(fresh).error());
  add_generator(out, generator);
  out.add(std::move(fresh->in_proj_weight));
  out.add(std::move(fresh->q_proj_weight));
  out.add(std::move(fresh->k_proj_weight));
  out.add(std::move(fresh->v_proj_weight));
  out.add(std::move(fresh->in_proj_bias));
  out.add(std::move(fresh->out_proj_weight));
  out.add(std::move(fresh->out_proj_bias));
  out.add(std::move(fresh->bias_k));
  out.add(std::move(fresh->bias_v));
  return {};
}

}  // namespace

MODULE_EXPORT("generator_seed") const double* call_seed(const double* words) { return answer(words, seed); }
MODULE_EXPORT("generator_rand") const double* call_rand(const double* words) { return drawn<rand>(words); }
MODULE_EXPORT("generator_randn") const double* call_randn(const double* words) { return drawn<randn>(words); }
MODULE_EXPORT("generator_randint") const double* call_randint(const double* words) { return drawn<randint>(words); }
MODULE_EXPORT("generator_uniform") const double* call_uniform(const double* words) { return drawn<uniform>(words); }
MODULE_EXPORT("generator_normal") const double* call_normal(const double* words) { return drawn<normal>(words); }
MODULE_EXPORT("generator_embedding") const double* call_embedding(const double* words) {
  return drawn<embedding>(words);
}
MODULE_EXPORT("generator_xavier_uniform") const double* call_xavier_uniform(const double* words) {
  return drawn<xavier_uniform>(words);
}
MODULE_EXPORT("generator_xavier_normal") const double* call_xavier_normal(const double* words) {
  return drawn<xavier_normal>(words);
}
MODULE_EXPORT("generator_kaiming_uniform") const double* call_kaiming_uniform(const double* words) {
  return drawn<kaiming_uniform>(words);
}
MODULE_EXPORT("generator_kaiming_normal") const double* call_kaiming_normal(const double* words) {
  return drawn<kaiming_normal>(words);
}
MODULE_EXPORT("generator_dropout") const double* call_dropout(const double* words) { return drawn<dropout>(words); }
MODULE_EXPORT("generator_linear") const double* call_linear(const double* words) { return answer(words, linear); }
MODULE_EXPORT("generator_multihead_attention") const double* call_multihead_attention(const double* words) {
  return answer(words, multi_head);
}

}  // namespace modules

// The optimisers against torch.optim (golden/optimisers.json): slopes from 1e-9 to 10, twenty steps, every option.
#include "training/optimiser.hpp"

#include <string>

#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::Tensor;

namespace {

training::OptimiserOptions options_of(const golden::File& file, const std::string& at) {
  training::OptimiserOptions options;
  using Kind = training::OptimiserOptions::Kind;
  const std::string kind = file.at(at + "/kind").GetString();
  options.kind = kind == "sgd" ? Kind::sgd : kind == "adam" ? Kind::adam : Kind::adamw;
  if (kind == "adamw") options.weight_decay = 0.01;
  for (const std::string& key : file.keys(at)) {
    const std::string path = at + "/" + key;
    if (key == "lr") options.lr = file.at(path).GetDouble();
    if (key == "momentum") options.momentum = file.at(path).GetDouble();
    if (key == "weight_decay") options.weight_decay = file.at(path).GetDouble();
    if (key == "eps") options.eps = file.at(path).GetDouble();
    if (key == "betas") {
      options.beta1 = file.numbers(path)[0];
      options.beta2 = file.numbers(path)[1];
    }
  }
  return options;
}

}  // namespace

TEST_SUITE("optimisers") {
  TEST_CASE("every step moves the weights to PyTorch's own bits") {
    const golden::File file("optimisers");
    const Tensor start = file.tensor("/start"), slopes = file.tensor("/slopes");
    const std::size_t weights = start.shape()[0], steps = slopes.shape()[0];
    for (const std::string& run : file.keys("/runs")) {
      CAPTURE(run);
      const std::string at = "/runs/" + run;
      const training::OptimiserOptions options = options_of(file, at);
      const Tensor by_lines = file.tensor(at + "/lines"), by_optim = file.tensor(at + "/optim");
      Tensor w = start, all = Tensor::from_shape({steps, weights});
      training::Moments moments;
      for (std::size_t t = 0; t < steps; ++t) {
        training::step(options, t + 1, {slopes.data() + t * weights, weights}, {w.data(), weights}, moments);
        std::copy_n(w.data(), weights, all.data() + t * weights);
      }
      CHECK(expect::same(all, by_lines) == "");
      CHECK(expect::difference(all, by_optim, 1e-6, 1e-7) == "");
    }
  }
}

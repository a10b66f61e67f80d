// Products whose outputs are computed in shares, as several threads do (modules/models_threads.cpp).
#include <algorithm>

#include "support.hpp"

namespace models_support {
namespace {

// Computes a projection in several shares, one after the other, the last first.
class Shares final : public models::Model::Helpers {
 public:
  explicit Shares(std::size_t count) : count_(count) {}

  bool project(const models::Model& model, const models::Linear& linear, const models::Model::Projection& task,
               float* space) override {
    // Whole groups, or whole vectors of the kernels.
    const std::size_t unit = linear.weight.group > 0 ? linear.weight.group : 16, outputs = linear.outputs();
    const std::size_t each = std::max(outputs / count_ / unit, std::size_t{1}) * unit;
    if (each >= outputs) return false;
    ++divided;
    for (std::size_t end = outputs; end > 0;) {
      const std::size_t first = (end - 1) / each * each;
      models::Model::Projection share = task;
      share.y += first;
      model.project_alone(outputs_of(linear, first, end - first), share, space);
      end = first;
    }
    return true;
  }
  int divided = 0;

 private:
  std::size_t count_;
};

void check_shares(const golden::File& golden, Quantised quantised, bool whole) {
  const auto loaded = load(golden, quantised, whole);
  const Ids ids = ids_of(golden, "/ids");
  const auto one = run_of(loaded->model, golden);
  const attention::Tensor wanted = logits(one->run, loaded->model);
  for (const std::size_t count : {2, 3}) {
    CAPTURE(count);
    Shares shares(count);
    loaded->model.divide(&shares);
    const auto divided = run_of(loaded->model, golden);
    CHECK(logits(divided->run, loaded->model) == wanted);
    CHECK(shares.divided > 0);
    loaded->model.divide(nullptr);
  }
  if (!loaded->model.config().causal()) return;
  // Single rows: the last token by itself.
  const auto last_of = [&](models::Model::Helpers* helpers) {
    loaded->model.divide(helpers);
    auto started = begin(loaded->model, ids.size() - 1, ids.size());
    REQUIRE(expect::error(started->run.give(std::span(ids).first(ids.size() - 1))) == "");
    finish(started->run);
    REQUIRE(expect::error(started->run.give(std::span(ids).last(1))) == "");
    finish(started->run);
    attention::Tensor last = attention::Tensor::from_shape({loaded->model.config().vocabulary});
    REQUIRE(expect::error(started->run.logits(ids.size() - 1, 1, last.data())) == "");
    return last;
  };
  Shares shares(2);
  CHECK(last_of(&shares) == last_of(nullptr));
}

TEST_CASE("shares of the outputs of every projection have the bits of the whole") {
  for (const std::string& name : names) {
    CAPTURE(name);
    check_shares(golden::File("models/" + name), {}, false);
  }
}

TEST_CASE("shares of the outputs of rounded matrices have the bits of the whole") {
  for (const std::string name : {"gpt2", "llama", "bert", "gpt_neox"}) {
    CAPTURE(name);
    const golden::File golden("models/quantised/" + name);
    check_shares(golden, models::Number::q8_0, false);
    check_shares(golden, models::Number::q8_0, true);
    check_shares(golden, models::Number::q4_0, false);
  }
}

}  // namespace
}  // namespace models_support

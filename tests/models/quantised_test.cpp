// Checkpoints whose matrices are rounded to Q8_0 or Q4_0 as they are loaded: what PyTorch computes from the rounded matrices
// (golden/models/models.py, rounding.py), and which tensors are rounded.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "support.hpp"

namespace models_support {
namespace {

using models::Number;

std::set<std::string> rounded_in(const models::Model& model) {
  std::set<std::string> names;
  for (const models::Placed& one : model.layout().placed)
    if (one.kept != one.type) names.insert(one.name);
  return names;
}

TEST_CASE("quantised: logits and weights of all heads are PyTorch's of the rounded matrices") {
  for (const Number type : {Number::q8_0, Number::q4_0})
    for (const char* const name : {"gpt2", "llama", "bert", "gpt_neox"}) {
      CAPTURE(name);
      const std::string path = "/" + std::string(files::name_of(type));
      CAPTURE(path);
      const golden::File golden(std::string("models/quantised/") + name);
      const auto loaded = load(golden, type);
      const models::Config& c = loaded->model.config();
      const auto started = run_of(loaded->model, golden);
      const models::Run& run = started->run;
      CHECK(expect::difference(logits(run, loaded->model), golden.tensor(path + "/logits"), 0.0, 1e-4) == "");
      CHECK(expect::difference(logits(run, loaded->model), golden.tensor("/logits"), 0.0, 1e-2) != "");
      attention::Tensor all = attention::Tensor::from_shape({c.layers, c.heads, run.tokens(), run.tokens()});
      float* to = all.data();
      for (std::size_t layer = 0; layer < c.layers; ++layer)
        for (std::size_t head = 0; head < c.heads; ++head, to += run.tokens() * run.tokens())
          REQUIRE(expect::error(run.weights(layer, head, 0, run.tokens(), to)) == "");
      CHECK(expect::difference(all, golden.tensor(path + "/attention"), 0.0, 1e-4) == "");
    }
}

TEST_CASE("quantised: labels of a picture are PyTorch's of the rounded matrices") {
  for (const Number type : {Number::q8_0, Number::q4_0})
    for (const char* const name : {"vit", "dinov2"}) {
      CAPTURE(name);
      const std::string path = "/" + std::string(files::name_of(type));
      CAPTURE(path);
      const golden::File golden(std::string("models/quantised/") + name);
      const auto loaded = load(golden, type);
      const models::Config& c = loaded->model.config();
      const std::size_t tokens = expect::value(models::Run::tokens_of_picture(c, 12, 12));
      const auto started = begin(loaded->model, tokens, tokens);
      const attention::Tensor picture = golden.tensor("/picture");
      REQUIRE(expect::error(started->run.give_picture({picture.data(), picture.size()}, 12, 12)) == "");
      finish(started->run);
      attention::Tensor labels = golden.tensor("/logits");
      CHECK(!rounded_in(loaded->model).contains("vit.embeddings.patch_embeddings.projection.weight"));
      REQUIRE(expect::error(started->run.logits(0, 1, labels.data())) == "");
      CHECK(expect::difference(labels, golden.tensor(path + "/logits"), 0.0, 1e-4) == "");
      CHECK(expect::difference(labels, golden.tensor("/logits"), 0.0, 1e-3) != "");
    }
}

TEST_CASE("quantised: matrices of linear layers and the tokens' embedding are rounded, and nothing else") {
  std::set<std::string> wanted = {"transformer.wte.weight"};
  for (const std::string layer : {"transformer.h.0.", "transformer.h.1."})  // mlp.c_proj has 40 inputs
    for (const char* const name : {"attn.c_attn", "attn.c_proj", "mlp.c_fc"}) wanted.insert(layer + name + ".weight");
  CHECK(rounded_in(load(golden::File("models/quantised/gpt2"), Number::q4_0)->model) == wanted);

  wanted = {"bert.embeddings.word_embeddings.weight", "cls.predictions.transform.dense.weight"};
  for (const std::string layer : {"bert.encoder.layer.0.", "bert.encoder.layer.1."})
    for (const char* const name : {"attention.self.query", "attention.self.key", "attention.self.value",
                                   "attention.output.dense", "intermediate.dense", "output.dense"})
      wanted.insert(layer + name + ".weight");
  CHECK(rounded_in(load(golden::File("models/quantised/bert"), Number::q8_0)->model) == wanted);
}

TEST_CASE("quantised: a model whose rows are not made of whole blocks stays as it is") {
  const golden::File golden("models/gpt2");
  const auto plain = load(golden), loaded = load(golden, Number::q4_0);
  CHECK(rounded_in(loaded->model).empty());
  CHECK(loaded->model.layout().bytes == plain->model.layout().bytes);
  const auto wanted = run_of(plain->model, golden), got = run_of(loaded->model, golden);
  CHECK(expect::difference(logits(got->run, loaded->model), logits(wanted->run, plain->model), 0.0, 0.0) == "");
}

TEST_CASE("quantised: numbers whose factor is beyond float16, and such as are not finite, are refused") {
  const golden::File golden("models/quantised/llama");
  const std::string config = json_of(golden.at("/config")), name = "model.layers.1.mlp.up_proj.weight";
  std::string file = from_base64(golden.text("/weights"));
  const auto with = [&](float number, Quantised type) {
    const std::uint64_t at = expect::value(read(file)).find(name)->tensor.offset + 4 * 70;
    file.replace(static_cast<std::size_t>(at), sizeof number, reinterpret_cast<const char*>(&number), sizeof number);
    return expect::error(load(config, file, type));
  };
  CHECK(with(524100.0f, Number::q4_0) == "");
  CHECK(with(525000.0f, Number::q4_0)
            .starts_with("value at " + name + ": " + name + " holds numbers that are too large for Q4_0"));
  CHECK(with(-8.0e6f, Number::q8_0) == "");
  CHECK(with(-9.0e6f, Number::q8_0).starts_with("value at " + name));
  CHECK(with(-9.0e6f, {}) == "");
  CHECK(
      with(std::numeric_limits<float>::infinity(), Number::q8_0)
          .starts_with("value at " + name + ": " + name + " holds NaN or an infinite number, first as its number 70"));
}

// The largest difference of logits, as a share of the largest logit.
double apart(const attention::Tensor& got, const attention::Tensor& wanted) {
  double difference = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    difference = std::max(difference, std::abs(double{got.data()[i]} - double{wanted.data()[i]}));
    largest = std::max(largest, std::abs(double{wanted.data()[i]}));
  }
  return difference / largest;
}

TEST_CASE("quantised: with products of whole numbers, logits are near PyTorch's of the rounded matrices") {
  for (const char* const name : {"gpt2", "llama", "bert", "gpt_neox"}) {
    CAPTURE(name);
    const golden::File golden(std::string("models/quantised/") + name);
    const auto loaded = load(golden, Number::q8_0, true);
    const attention::Tensor wanted = golden.tensor("/Q8_0/logits");
    const auto all = run_of(loaded->model, golden);
    const attention::Tensor together = logits(all->run, loaded->model);
    CHECK(apart(together, wanted) < 0.04);  // rows of 32 random numbers: a block each
    CHECK(apart(together, wanted) > 1e-4);  // what is multiplied is rounded
    if (!loaded->model.config().causal()) continue;
    // Token by token, which goes through the sums of whole numbers.
    const Ids ids = ids_of(golden, "/ids");
    const auto one = begin(loaded->model, 1, ids.size());
    for (const std::size_t id : ids) {
      REQUIRE(expect::error(one->run.give({&id, 1})) == "");
      finish(one->run);
    }
    CHECK(apart(logits(one->run, loaded->model), together) < 0.02);
  }
}

}  // namespace
}  // namespace models_support

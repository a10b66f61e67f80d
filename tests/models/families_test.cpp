// What PyTorch computes from a small checkpoint of each family, and from half precision.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "support.hpp"

namespace models_support {

std::string json_of(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return buffer.GetString();
}

namespace {

constexpr double close = 1e-4;

// (layers, H, rows, T), of the golden's rows.
attention::Tensor weights(const models::Run& run, const models::Config& config, const Ids& rows) {
  attention::Tensor all = attention::Tensor::from_shape({config.layers, config.heads, rows.size(), run.tokens()});
  float* to = all.data();
  for (std::size_t layer = 0; layer < config.layers; ++layer)
    for (std::size_t head = 0; head < config.heads; ++head)
      for (const std::size_t row : rows) {
        REQUIRE(expect::error(run.weights(layer, head, row, 1, to)) == "");
        to += run.tokens();
      }
  return all;
}

TEST_CASE("the weights of all heads and the logits are PyTorch's, for each family") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const auto started = run_of(loaded->model, golden);
    CHECK(expect::difference(logits(started->run, loaded->model), golden.tensor("/logits"), 0.0, close) == "");
    const attention::Tensor own = weights(started->run, loaded->model.config(), ids_of(golden, "/rows"));
    CHECK(expect::difference(own, golden.tensor("/attention"), 0.0, close) == "");
  }
}

TEST_CASE("weights of checkpoints in bfloat16 are within 1e-2 of what PyTorch computes in bfloat16") {
  for (const std::string name : {"gpt2-bfloat16", "qwen2"}) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const auto started = run_of(loaded->model, golden);
    const attention::Tensor own = weights(started->run, loaded->model.config(), ids_of(golden, "/rows"));
    CHECK(expect::difference(own, golden.tensor("/attention16"), 0.0, 1e-2) == "");
  }
}

TEST_CASE("queries and keys are those that the scores are made of") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const auto started = run_of(loaded->model, golden);
    const std::size_t last = loaded->model.config().layers - 1;
    attention::Tensor queries = golden.tensor("/queries"), keys = golden.tensor("/keys");
    const attention::Tensor wanted_queries = queries, wanted_keys = keys;
    queries.fill(0.0f);
    keys.fill(0.0f);
    CHECK(expect::error(started->run.copy_queries(last, queries.data())) == "");
    CHECK(expect::error(started->run.copy_keys(last, keys.data())) == "");
    CHECK(expect::difference(queries, wanted_queries, 0.0, close) == "");
    CHECK(expect::difference(keys, wanted_keys, 0.0, close) == "");
  }
}

TEST_CASE("a head that is switched off changes the logits as zeros in its place do") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const Ids ids = ids_of(golden, "/ids"), off = ids_of(golden, "/off");
    const Ids types = loaded->model.config().token_types > 0 ? ids_of(golden, "/tokenTypes") : Ids();
    const auto started = begin(loaded->model, ids.size(), ids.size());
    CHECK(expect::error(started->run.put(models::Patch::zeros(off[0], off[1]))) == "");
    CHECK(expect::error(started->run.give(ids, types)) == "");
    finish(started->run);
    CHECK(expect::difference(logits(started->run, loaded->model), golden.tensor("/logitsWithout"), 0.0, close) == "");
  }
}

}  // namespace
}  // namespace models_support

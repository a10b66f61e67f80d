// What PyTorch computes from a small checkpoint of each family, and from half precision.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "models/parts.hpp"
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
  for (const std::string name : {"gpt2-bfloat16", "qwen2", "xlm-roberta"}) {
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

TEST_CASE("a weight that is set changes the last logits as PyTorch says, with the row rescaled or not") {
  for (const std::string& name : names) {
    for (const bool rescaled : {false, true}) {
      CAPTURE(name);
      CAPTURE(rescaled);
      const golden::File golden("models/" + name);
      const auto loaded = load(golden);
      const models::Config& c = loaded->model.config();
      const Ids ids = ids_of(golden, "/ids");
      const auto started = begin(loaded->model, ids.size(), ids.size());
      const rapidjson::Value& given = golden.at("/set");
      const models::SetWeight set{given["layer"].GetUint(), given["head"].GetUint(),    given["query"].GetUint(),
                                  given["key"].GetUint(),   given["weight"].GetFloat(), rescaled};
      CHECK(expect::error(started->run.set(set)) == "");
      CHECK(expect::error(started->run.give(ids, c.token_types > 0 ? ids_of(golden, "/tokenTypes") : Ids())) == "");
      finish(started->run);
      const attention::Tensor all = logits(started->run, loaded->model),
                              wanted = golden.tensor(rescaled ? "/logitsRescaled" : "/logitsSet");
      for (std::size_t id = 0; id < c.vocabulary; ++id)
        CHECK(all.data()[(ids.size() - 1) * c.vocabulary + id] == doctest::Approx(wanted.data()[id]).epsilon(close));
      // Its row holds the weight, and its parts of a logit still add up to it.
      std::vector<float> row(ids.size());
      CHECK(expect::error(started->run.weights(set.layer, set.head, set.query, 1, row.data())) == "");
      CHECK(row[set.key] == set.weight);
      const float sum = std::reduce(row.begin(), row.end());
      if (rescaled) CHECK(sum == doctest::Approx(1));
      else CHECK(sum != doctest::Approx(1));
      const auto ledger = expect::value(models::ledger(started->run, {ids.size() - 1, 3, 4, c.layers}));
      CHECK(ledger.sum == doctest::Approx(ledger.logit).epsilon(1e-4).scale(1));
      const auto by_token =
          expect::value(models::head_by_token(started->run, {ids.size() - 1, 3, 4, c.layers}, set.layer, set.head));
      const auto part = std::ranges::find(ledger.parts, models::Part{models::Part::Kind::head, set.layer, set.head});
      REQUIRE(part != ledger.parts.end());
      CHECK(
          std::reduce(by_token.begin(), by_token.end()) ==
          doctest::Approx(ledger.values[static_cast<std::size_t>(part - ledger.parts.begin())]).epsilon(1e-4).scale(1));
    }
  }
}

TEST_CASE("each family: with a head at another temperature the logits are PyTorch's, and its scores have parts") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const models::Config& c = loaded->model.config();
    const Ids ids = ids_of(golden, "/ids");
    const auto started = begin(loaded->model, ids.size(), ids.size());
    const rapidjson::Value& given = golden.at("/heated");
    const std::size_t layer = given["layer"].GetUint(), head = given["head"].GetUint(), last = ids.size() - 1;
    const float temperature = given["temperature"].GetFloat();
    CHECK(expect::error(started->run.set_temperature(layer, head, temperature)) == "");
    CHECK(expect::error(started->run.give(ids, c.token_types > 0 ? ids_of(golden, "/tokenTypes") : Ids())) == "");
    finish(started->run);
    const attention::Tensor all = logits(started->run, loaded->model), wanted = golden.tensor("/logitsHeated");
    for (std::size_t id = 0; id < c.vocabulary; ++id)
      CHECK(all.data()[last * c.vocabulary + id] == doctest::Approx(wanted.data()[id]).epsilon(close));
    // Its weights are the softmax of the scores that are told, of which each is the sum of its parts.
    std::vector<float> row(ids.size());
    CHECK(expect::error(started->run.weights(layer, head, last, 1, row.data())) == "");
    double sum = 0;
    std::vector<double> exponentials(ids.size(), 0.0);
    for (std::size_t key = 0; key < ids.size(); ++key) {
      if (row[key] == 0.0f) continue;
      const auto parts = expect::value(models::score_parts(started->run, layer, head, last, key));
      CHECK(parts.sum == doctest::Approx(parts.score).epsilon(1e-4).scale(1));
      sum += exponentials[key] = std::exp(parts.score);
    }
    for (std::size_t key = 0; key < ids.size(); ++key)
      CHECK(row[key] == doctest::Approx(exponentials[key] / sum).epsilon(1e-4).scale(1));
    const auto ledger = expect::value(models::ledger(started->run, {last, 3, 4, c.layers}));
    CHECK(ledger.sum == doctest::Approx(ledger.logit).epsilon(1e-4).scale(1));
  }
}

TEST_CASE("a weight that cannot be set is refused, and a temperature") {
  const golden::File golden("models/gpt2");
  const auto loaded = load(golden);
  const auto started = begin(loaded->model, 9, 9);
  const auto refused = [&](const models::SetWeight& set) { return expect::error(started->run.set(set)); };
  CHECK(refused({2, 0, 3, 1, 0.5f, true}) ==
        "range at weights: There is no head 0 of layer 2: the model has 2 layers with 3 heads, counted from 0.");
  CHECK(refused({0, 3, 3, 1, 0.5f, true}) ==
        "range at weights: There is no head 3 of layer 0: the model has 2 layers with 3 heads, counted from 0.");
  CHECK(refused({0, 0, 3, 1, 1.5f, true}) ==
        "range at weights: A weight is a number from 0 to 1, as softmax makes them.");
  CHECK(refused({0, 0, 3, 4, 0.5f, true}) ==
        "mask at weights: Token 3 does not see token 4 in this layer: its weight stays 0.");
  const std::string positive = "range at temperatures: A temperature is a positive number: scores are divided by it.";
  for (const float wrong : {0.0f, -1.0f, std::numeric_limits<float>::infinity(), std::nanf("")})
    CHECK(expect::error(started->run.set_temperature(0, 0, wrong)) == positive);
  CHECK(
      expect::error(started->run.set_temperature(2, 0, 1.0f)).starts_with("range at temperatures: There is no head 0"));
}

}  // namespace
}  // namespace models_support

// What PyTorch computes from a small checkpoint of each family, and from half precision.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "files/convert.hpp"
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

// Numbers of a tensor of the golden's file, whose rows have `width`: rows first … first + rows − 1, or columns, then turned.
struct Piece {
  std::string name;
  std::size_t width = 0, first = 0;
  bool columns = false;
};
std::vector<float> part_of(const golden::File& golden, const Piece& part, std::size_t count) {
  const std::string file = from_base64(golden.text("/weights"));
  const models::Checkpoint checkpoint = expect::value(read(file));
  const files::Tensor& tensor = checkpoint.find(part.name)->tensor;
  std::vector<float> all(static_cast<std::size_t>(tensor.bytes / files::size_of(tensor.type))), some;
  files::to_floats(tensor.type, false, files::part(bytes_of(file), tensor.offset, tensor.bytes), all);
  const std::size_t rows = all.size() / part.width;
  for (std::size_t i = 0; i < (part.columns ? count : count * part.width); ++i) {
    if (!part.columns) some.push_back(all[part.first * part.width + i]);
    for (std::size_t row = 0; part.columns && row < rows; ++row) some.push_back(all[row * part.width + part.first + i]);
  }
  return some;
}

// The output's columns as they lie in rows, (E, D).
std::vector<float> turned(const std::vector<float>& x, std::size_t rows) {
  std::vector<float> out(x.size());
  const std::size_t columns = x.size() / rows;
  for (std::size_t i = 0; i < x.size(); ++i) out[i % columns * rows + i / columns] = x[i];
  return out;
}

TEST_CASE("the matrices of a head are the checkpoint's own numbers, as torch.nn.Linear has them") {
  using Which = models::HeadMatrix;
  // Where a head's part of each matrix begins in the tensors of layer 1.
  const auto where = [](const std::string& name, const models::Config& c, std::size_t head, Which which) -> Piece {
    const std::size_t d = c.head_width, e = c.width, at = static_cast<std::size_t>(which);
    if (name == "gpt2") {
      if (which == Which::output) return {"transformer.h.1.attn.c_proj.weight", e, head * d};
      return {"transformer.h.1.attn.c_attn.weight", 3 * e, at * e + head * d, true};
    }
    if (name == "gpt_neox") {
      if (which == Which::output) return {"gpt_neox.layers.1.attention.dense.weight", e, head * d, true};
      return {"gpt_neox.layers.1.attention.query_key_value.weight", e, (3 * head + at) * d};
    }
    const bool llama = name == "llama";
    const std::string layer = llama ? "model.layers.1.self_attn." : "bert.encoder.layer.1.attention.";
    const char* const names[] = {llama ? "q_proj" : "self.query", llama ? "k_proj" : "self.key",
                                 llama ? "v_proj" : "self.value", llama ? "o_proj" : "output.dense"};
    const std::string tensor = layer + names[at] + ".weight";
    if (which == Which::output) return {tensor, c.query_width(), head * d, true};
    return {tensor, e, (llama && which != Which::query ? head / 2 : head) * d};
  };
  for (const std::string name : {"gpt2", "llama", "gpt_neox", "bert"}) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const models::Config& c = loaded->model.config();
    for (std::size_t head = 0; head < c.heads; ++head)
      for (const Which which : {Which::query, Which::key, Which::value, Which::output}) {
        const Piece part = where(name, c, head, which);
        std::vector<float> wanted = part_of(golden, part, c.head_width), own(c.head_width * c.width);
        if (which == Which::output) wanted = turned(wanted, c.head_width);
        REQUIRE(expect::error(loaded->model.head_weights(1, head, which, own.data())) == "");
        CHECK(own == wanted);
      }
    CHECK(expect::error(loaded->model.head_weights(c.layers, 0, Which::key, nullptr)).starts_with("range at layer"));
    CHECK(expect::error(loaded->model.head_weights(0, c.heads, Which::key, nullptr)).starts_with("range at head"));
  }
}

}  // namespace
}  // namespace models_support

// Real models: the explanation of a weight, from the queries and keys of a run, gives the weight that the model computed, for
// small checkpoints of each family, with heads that share keys, with sliding windows, and with capped scores.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "explorer/model/data.hpp"
#include "explorer/support.hpp"
#include "models/support.hpp"

namespace models_support {

std::string json_of(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return buffer.GetString();
}

namespace {

// Opens the model with a run in the explorer: what the page tells.
explorer::Explorer told_of(const models::Config& config, const models::Run& run) {
  explorer::Explorer e = explorers::open_text(explorers::small_lesson);
  const auto done = [](const explorer::Result<void>& given) { REQUIRE(expect::error(given) == ""); };
  done(e.apply(explorer::ShowModel{true, std::nullopt}));
  done(e.model().open_json(R"({"name": "golden", "layers": )" + std::to_string(config.layers) + R"(, "heads": )" +
                           std::to_string(config.heads) + R"(, "headWidth": )" + std::to_string(config.head_width) +
                           R"(, "scoreDivisor": )" + std::to_string(config.score_divisor.value_or(0)) +
                           R"(, "scoreCap": )" + std::to_string(config.score_cap) + "}"));
  std::string words, ids, same;
  for (std::size_t token = 0; token < run.tokens(); ++token) {
    const char* const comma = token == 0 ? "" : ", ";
    words += comma + ("\"" + std::to_string(token) + "\"");
    ids += comma + std::to_string(token);
    same += comma + std::to_string(token);
  }
  done(e.model().open_text_json(R"({"text": ")" + e.state().model.input.text + R"(", "off": [], "words": [)" + words +
                                R"(], "ids": [)" + ids + R"(], "same": [)" + same + "]}"));
  return e;
}

TEST_CASE("in each family a weight follows from its query, its key and the scale, as the explanation says") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const models::Config& config = loaded->model.config();
    const auto started = run_of(loaded->model, golden);
    const models::Run& run = started->run;
    explorer::Explorer e = told_of(config, run);
    const std::size_t layer = config.layers - 1, tokens = run.tokens(), each = tokens * config.head_width;
    std::vector<float> queries(config.heads * each), keys(config.key_heads * each);
    REQUIRE(expect::error(run.copy_queries(layer, queries.data())) == "");
    REQUIRE(expect::error(run.copy_keys(layer, keys.data())) == "");
    for (std::size_t head = 0; head < config.heads; ++head) {
      std::vector<float> weights(tokens * tokens);
      REQUIRE(expect::error(run.weights(layer, head, 0, tokens, weights.data())) == "");
      const auto query = std::span(queries).subspan(head * each, each);
      const auto key = std::span(keys).subspan(head * config.key_heads / config.heads * each, each);
      std::vector<float> vectors(query.begin(), query.end());
      vectors.insert(vectors.end(), key.begin(), key.end());
      REQUIRE(expect::error(e.model().give_numbers("weights", layer, head, weights)) == "");
      REQUIRE(expect::error(e.model().give_numbers("vectors", layer, head, vectors)) == "");
      double farthest = 0;
      for (std::size_t row = 0; row < tokens; ++row)
        for (std::size_t column = 0; column < tokens; ++column) {
          const double weight = double{weights[row * tokens + column]};
          if (!(weight > 0)) continue;
          const auto why = explorer::explain_model_weight(e.model().data(), {layer, head}, row, column);
          REQUIRE(why.has_value());
          farthest = std::max(farthest, std::abs(why->weight - weight));
          // A row of one key has the weight 1 whatever the scale is.
          if (weight < 1) CHECK(why->scaled == config.scaled);
        }
      CHECK(farthest < 1e-5);
    }
  }
}

// Gemma 2: the divisor under the root is not the width of a head, and scores are capped (Gemma Team 2024, section 2).
TEST_CASE("the explanation of a capped score says the divisor, the cap, and what the score becomes") {
  const golden::File golden("models/gemma2");
  const auto loaded = load(golden);
  const auto started = run_of(loaded->model, golden);
  const std::size_t tokens = started->run.tokens(), width = loaded->model.config().head_width;
  explorer::Explorer e = told_of(loaded->model.config(), started->run);
  std::vector<float> weights(tokens * tokens), queries(4 * tokens * width), keys(2 * tokens * width);
  REQUIRE(expect::error(started->run.weights(1, 0, 0, tokens, weights.data())) == "");
  REQUIRE(expect::error(started->run.copy_queries(1, queries.data())) == "");
  REQUIRE(expect::error(started->run.copy_keys(1, keys.data())) == "");
  std::vector<float> vectors(queries.begin(), queries.begin() + static_cast<std::ptrdiff_t>(tokens * width));
  vectors.insert(vectors.end(), keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(tokens * width));
  REQUIRE(expect::error(e.model().give_numbers("weights", 1, 0, weights)) == "");
  REQUIRE(expect::error(e.model().give_numbers("vectors", 1, 0, vectors)) == "");

  double dot = 0;  // of token 3 with token 1
  for (std::size_t d = 0; d < width; ++d)
    dot += double{vectors[3 * width + d]} * double{vectors[(tokens + 1) * width + d]};
  const double product = dot / std::sqrt(6.0), capped = 2 * std::tanh(product / 2);
  const auto why = explorer::explain_model_weight(e.model().data(), {1, 0}, 3, 1);
  REQUIRE(why.has_value());
  CHECK(why->product == doctest::Approx(product).epsilon(1e-9));
  CHECK(why->score == doctest::Approx(capped).epsilon(1e-9));
  const std::vector<std::string> lines = e.model().explanation({1, 0}, 3, 1);
  REQUIRE(lines.size() >= 2);
  CHECK(lines[1].starts_with("times 1/√6 (6 is in the model’s settings): score "));
  CHECK(lines[1].contains(", capped: 2 · tanh("));
}

}  // namespace
}  // namespace models_support

// Runs: tokens that are added one by one, more room, the likeliest tokens, and what a run refuses.
#include <algorithm>
#include <cmath>

#include "support.hpp"

namespace models_support {
namespace {

TEST_CASE("tokens added one by one have the logits of a text that is run at once") {
  for (const std::string& name : names) {
    if (!expect::value(models::read_config(json_of(golden::File("models/" + name).at("/config")))).causal()) continue;
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const Ids ids = ids_of(golden, "/ids");
    // The first three at once; room is made for more when it is used up.
    auto started = begin(loaded->model, 3, 6);
    CHECK(expect::error(started->run.give(std::span(ids).first(3))) == "");
    finish(started->run);
    for (std::size_t i = 3; i < ids.size(); ++i) {
      if (i == 6) {
        const models::RunSize size = expect::value(models::Run::size(loaded->model.config(), 3, ids.size()));
        started = std::make_unique<Started>(started->run, loaded->model, size);
      }
      CHECK(expect::error(started->run.give(std::span(ids).subspan(i, 1))) == "");
      finish(started->run);
    }
    CHECK(expect::difference(logits(started->run, loaded->model), golden.tensor("/logits"), 0.0, 1e-4) == "");
  }
}

TEST_CASE("a text of the first length of longrope turns as short ones do") {
  const golden::File golden("models/llama-longrope");
  const auto loaded = load(golden);
  const Ids ids = ids_of(golden, "/ids");
  const std::size_t first = loaded->model.config().longer_than;
  auto started = begin(loaded->model, first, ids.size());
  CHECK(expect::error(started->run.give(std::span(ids).first(first))) == "");
  finish(started->run);
  CHECK(expect::difference(logits(started->run, loaded->model), golden.tensor("/logitsShort"), 0.0, 1e-4) == "");
  // One token more, and all of them turn anew.
  CHECK(expect::error(started->run.give(std::span(ids).subspan(first))) == "");
  CHECK(started->run.parts() > 2 * loaded->model.config().layers);
  finish(started->run);
  CHECK(expect::difference(logits(started->run, loaded->model), golden.tensor("/logits"), 0.0, 1e-4) == "");
}

TEST_CASE("a run's memory grows with its tokens, not with their square") {
  const auto loaded = load(golden::File("models/llama"));
  const auto floats = [&loaded](std::size_t tokens) {
    return static_cast<double>(models::Run::floats(loaded->model.config(), loaded->model.layout(), {tokens, 64}));
  };
  CHECK(floats(1 << 16) < 2.01 * floats(1 << 15));
}

TEST_CASE("more tokens than go through the layers together are computed in pieces") {
  const golden::File golden("models/mistral");
  const auto loaded = load(golden);
  const Ids ids = ids_of(golden, "/ids");
  const models::RunSize size{ids.size(), 32};  // 70 tokens in three pieces, with a window of five
  Started started(loaded->model, size);
  CHECK(expect::error(started.run.give(ids)) == "");
  CHECK(started.run.parts() == 3 * 2 * loaded->model.config().layers);
  finish(started.run);
  CHECK(expect::difference(logits(started.run, loaded->model), golden.tensor("/logits"), 0.0, 1e-4) == "");
}

TEST_CASE("the likeliest next tokens are those of the softmax of the last logits") {
  const golden::File golden("models/gpt2");
  const auto loaded = load(golden);
  const auto started = run_of(loaded->model, golden);
  const std::size_t last = started->run.tokens() - 1;
  std::vector<double> row = golden.numbers("/logits/" + std::to_string(last));
  double total = 0.0;
  for (const double logit : row) total += std::exp(logit);
  const std::vector<models::NextToken> next = expect::value(started->run.next(last, 4));
  REQUIRE(next.size() == 4);
  for (const models::NextToken& one : next) {
    const auto most = std::ranges::max_element(row);
    CHECK(one.id == static_cast<std::size_t>(most - row.begin()));
    CHECK(one.logit == doctest::Approx(*most).epsilon(1e-4));
    CHECK(one.probability == doctest::Approx(std::exp(*most) / total).epsilon(1e-4));
    *most = -1e9;
  }
  CHECK(expect::value(started->run.next(last, 1000)).size() == loaded->model.config().vocabulary);
}

TEST_CASE("what a run cannot take is refused by name, and the run goes on") {
  const golden::File golden("models/gpt2");
  const auto loaded = load(golden);
  const models::Config& config = loaded->model.config();
  CHECK(expect::error(models::Run::size(config, 0, 0)).starts_with("size at ids: There are no tokens"));
  CHECK(expect::error(models::Run::size(config, 17, 17)).starts_with("size at ids: 17 tokens are more than the 16"));
  const auto started = begin(loaded->model, 2, 4);
  models::Run& run = started->run;
  CHECK(expect::error(run.give(Ids{30, 31}))
            .starts_with("id at ids[1]: Id 31 is not in the vocabulary: ids are 0 to 30"));
  CHECK(expect::error(run.give(Ids{1, 2}, Ids{0, 1})).starts_with("type at tokenTypes[0]"));
  CHECK(expect::error(run.give(Ids{1, 2, 3, 4, 5}))
            .starts_with("size at ids: This run has room for 4 tokens, 0 of them"));
  CHECK(
      expect::error(run.put(models::Patch::zeros(2, 0))).starts_with("range at patch: There is no head 0 of layer 2"));
  CHECK(expect::error(run.give(Ids{1, 2})) == "");
  finish(run);
  float row[31];
  CHECK(expect::error(run.weights(2, 0, 0, 1, row)).starts_with("range at layer: There is no layer 2"));
  CHECK(expect::error(run.weights(0, 3, 0, 1, row)).starts_with("range at head: There is no head 3"));
  CHECK(expect::error(run.weights(0, 0, 2, 1, row)).starts_with("range at rows: Rows 2 to 3"));
  CHECK(expect::error(run.logits(1, 1, row)) == "");
}

TEST_CASE("a model that looks both ways takes no more tokens, and a bare one has no logits") {
  const golden::File golden("models/bert");
  const auto loaded = load(golden);
  const auto started = begin(loaded->model, 2, 4);
  CHECK(expect::error(started->run.give(Ids{1, 2})) == "");
  finish(started->run);
  CHECK(expect::error(started->run.give(Ids{3})).starts_with("model at ids: A model that looks both ways"));

  // BertModel instead of BertForMaskedLM: without the prefix, too.
  std::string file = from_base64(golden.text("/weights"));
  for (std::size_t at = 0; (at = file.find("\"cls.", at)) != std::string::npos; ++at) file.replace(at, 5, "\"not.");
  for (std::size_t at = 0; (at = file.find("\"bert.e", at)) != std::string::npos; ++at) file.replace(at, 7, "     \"e");
  const auto bare = expect::value(load(json_of(golden.at("/config")), file));
  const auto run = run_of(bare->model, golden);
  float weights[9], row[31];
  CHECK(expect::error(run->run.weights(1, 2, 8, 1, weights)) == "");
  const std::vector<double> wanted = golden.numbers("/attention/1/2/8");
  for (std::size_t i = 0; i < 9; ++i) CHECK(weights[i] == doctest::Approx(wanted[i]).epsilon(1e-4));
  CHECK(expect::error(run->run.logits(0, 1, row)).starts_with("head at logits: This checkpoint has no layer"));
}

}  // namespace
}  // namespace models_support

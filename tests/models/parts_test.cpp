// The parts of logits and scores: golden/models/parts.json has PyTorch's, in float64.
#include "models/parts.hpp"

#include <array>

#include "models/measures.hpp"
#include "support.hpp"
#include "support/files.hpp"

namespace models_support {
namespace {

using models::Part;

// In the order of Part::Kind.
constexpr std::array<std::string_view, 15> kinds = {"token",
                                                    "position",
                                                    "token_type",
                                                    "embedding_norm_bias",
                                                    "head",
                                                    "attention_bias",
                                                    "attention_norm_bias",
                                                    "inner",
                                                    "inner_norm_bias",
                                                    "final_norm_bias",
                                                    "transform_bias",
                                                    "transform_norm_bias",
                                                    "logit_bias",
                                                    "projection_bias",
                                                    "patch"};

void check_names(const std::vector<Part>& parts, const rapidjson::Value& wanted) {
  REQUIRE(parts.size() == wanted.Size());
  for (unsigned i = 0; i < wanted.Size(); ++i) {
    CAPTURE(i);
    CHECK(kinds[static_cast<std::size_t>(parts[i].kind)] == wanted[i][0].GetString());
    CHECK(parts[i].layer == wanted[i][1].GetUint());
    CHECK(parts[i].head == wanted[i][2].GetUint());
  }
}

void check_ledger(const models::Ledger& own, const rapidjson::Value& wanted) {
  check_names(own.parts, wanted["parts"]);
  for (unsigned i = 0; i < wanted["parts"].Size(); ++i)
    CHECK(own.values[i] == doctest::Approx(wanted["parts"][i][3].GetDouble()).epsilon(1e-4).scale(1));
  CHECK(own.logit == doctest::Approx(wanted["logit"].GetDouble()).epsilon(1e-4).scale(1));
  CHECK(own.sum == doctest::Approx(own.logit).epsilon(1e-4).scale(1));
}

void check_list(const std::vector<double>& own, const rapidjson::Value& wanted) {
  REQUIRE(own.size() >= wanted.Size());
  for (unsigned i = 0; i < wanted.Size(); ++i)
    CHECK(own[i] == doctest::Approx(wanted[i].GetDouble()).epsilon(1e-4).scale(1));
}

double sum(const std::vector<double>& values) {
  double all = 0.0;
  for (const double value : values) all += value;
  return all;
}

// A family's checkpoint, the run of its text, and its numbers in parts.json.
struct Family {
  explicit Family(const std::string& name)
      : golden("models/" + name), loaded(load(golden)), started(run_of(loaded->model, golden)) {}
  golden::File golden;
  std::unique_ptr<Loaded> loaded;
  std::unique_ptr<Started> started;
};

models::LogitAsked asked_in(const rapidjson::Value& wanted, std::size_t layers) {
  models::LogitAsked asked;
  asked.position = wanted["position"].GetUint();
  asked.id = wanted["id"].GetUint();
  asked.against = wanted["against"].GetUint();
  asked.layers = layers;
  return asked;
}

TEST_CASE("a logit's parts are PyTorch's, and add up to what the model computed") {
  const golden::File parts("models/parts");
  for (const std::string& name : names) {
    CAPTURE(name);
    const Family family(name);
    const auto& [golden, loaded, started] = family;
    const models::Run& run = started->run;
    const rapidjson::Value& wanted = parts.at("/" + name);
    models::LogitAsked asked = asked_in(wanted, loaded->model.config().layers);
    const models::Ledger own = expect::value(models::ledger(run, asked));
    check_ledger(own, wanted);
    asked.layers = 1;
    check_ledger(expect::value(models::ledger(run, asked)), wanted["early"]);
  }
}

TEST_CASE("what each head does in a text is measured as by PyTorch") {
  const golden::File parts("models/parts");
  for (const std::string& name : names) {
    CAPTURE(name);
    const Family family(name);
    const rapidjson::Value& wanted = parts.at("/" + name)["measures"];
    REQUIRE(wanted.Size() == family.loaded->model.config().layers);
    for (unsigned layer = 0; layer < wanted.Size(); ++layer) {
      const std::vector<models::HeadMeasures> own = expect::value(models::measure(family.started->run, layer));
      REQUIRE(own.size() == wanted[layer].Size());
      for (unsigned head = 0; head < own.size(); ++head) {
        for (unsigned which = 0; which < models::measure_count; ++which) {
          CAPTURE(layer);
          CAPTURE(head);
          CAPTURE(which);
          const rapidjson::Value& one = wanted[layer][head];
          CHECK(own[head].rows[which] == one["rows"][which].GetUint());
          CHECK(own[head].sums[which] == doctest::Approx(one["sums"][which].GetDouble()).epsilon(1e-4));
        }
      }
    }
    CHECK(expect::error(models::measure(family.started->run, 9)).starts_with("range at layer"));
  }
}

TEST_CASE("a head's part splits by token, and an inner layer's by neuron") {
  const golden::File parts("models/parts");
  for (const std::string& name : names) {
    CAPTURE(name);
    const Family family(name);
    const auto& [golden, loaded, started] = family;
    const rapidjson::Value& wanted = parts.at("/" + name);
    const models::LogitAsked asked = asked_in(wanted, loaded->model.config().layers);
    const std::size_t layer = wanted["layer"].GetUint(), head = wanted["head"].GetUint();
    const auto tokens = expect::value(models::head_by_token(started->run, asked, layer, head));
    check_list(tokens, wanted["byToken"]);
    const auto neurons = expect::value(models::inner_by_neuron(started->run, asked, layer));
    check_list(neurons, wanted["byNeuron"]);
    // Both add up to the part that they split.
    const models::Ledger whole = expect::value(models::ledger(started->run, asked));
    for (std::size_t i = 0; i < whole.parts.size(); ++i) {
      if (whole.parts[i] == Part{Part::Kind::head, layer, head})
        CHECK(sum(tokens) == doctest::Approx(whole.values[i]).epsilon(1e-4).scale(1));
      if (whole.parts[i] == Part{Part::Kind::inner, layer, 0})
        CHECK(sum(neurons) == doctest::Approx(whole.values[i]).epsilon(1e-4).scale(1));
    }
  }
}

TEST_CASE("a score's parts are PyTorch's, with rotary positions and shared keys") {
  const golden::File parts("models/parts");
  for (const std::string& name : names) {
    CAPTURE(name);
    const Family family(name);
    const auto& [golden, loaded, started] = family;
    const rapidjson::Value& wanted = parts.at("/" + name)["why"];
    const auto own =
        expect::value(models::score_parts(started->run, wanted["layer"].GetUint(), wanted["head"].GetUint(),
                                          wanted["query"].GetUint(), wanted["key"].GetUint()));
    check_names(own.query_parts, wanted["queryParts"]);
    check_names(own.key_parts, wanted["keyParts"]);
    for (std::size_t i = 0; i < own.query_parts.size(); ++i)
      for (std::size_t j = 0; j < own.key_parts.size(); ++j)
        CHECK(own.values[i * own.key_parts.size() + j] ==
              doctest::Approx(wanted["values"][static_cast<unsigned>(i)][static_cast<unsigned>(j)].GetDouble())
                  .epsilon(1e-4)
                  .scale(1));
    CHECK(own.score == doctest::Approx(wanted["score"].GetDouble()).epsilon(1e-4).scale(1));
    CHECK(own.sum == doctest::Approx(own.score).epsilon(1e-4).scale(1));
  }
}

TEST_CASE("the lens after the last layer is the model's own next words") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const Family family(name);
    const auto& [golden, loaded, started] = family;
    const std::size_t layers = loaded->model.config().layers, tokens = started->run.tokens();
    const auto lens = expect::value(started->run.lens(layers, 0, tokens, 3));
    REQUIRE(lens.size() == 3 * tokens);
    for (std::size_t t = 0; t < tokens; ++t) {
      const auto next = expect::value(started->run.next(t, 3));
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(lens[3 * t + i].id == next[i].id);
        CHECK(lens[3 * t + i].probability == doctest::Approx(next[i].probability).epsilon(1e-4));
      }
    }
  }
}

TEST_CASE("a run that branches off with a patch is the run of the whole text with it") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const auto whole = run_of(loaded->model, golden);
    const models::RunSize size =
        expect::value(models::Run::size(loaded->model.config(), whole->run.tokens(), whole->run.tokens()));
    const Ids off = ids_of(golden, "/off");
    Started branch(loaded->model, size);
    CHECK(expect::error(branch.run.put(models::Patch::zeros(off[0], off[1]))) == "");
    CHECK(expect::error(branch.run.branch(whole->run, off[0])) == "");
    CHECK(branch.run.parts() == 2 * (loaded->model.config().layers - off[0]));
    finish(branch.run);
    CHECK(expect::difference(logits(branch.run, loaded->model), golden.tensor("/logitsWithout"), 0.0, 1e-4) == "");
  }
}

TEST_CASE("copies of a text with a head off in each have the logits of runs of their own") {
  for (const std::string& name : names) {
    CAPTURE(name);
    const Family family(name);
    const auto& [golden, loaded, whole] = family;
    const models::Config& c = loaded->model.config();
    const std::size_t tokens = whole->run.tokens();
    Started together(loaded->model, expect::value(models::Run::size(c, tokens, tokens, c.heads)));
    CHECK(expect::error(together.run.repeat(whole->run, 1, c.heads)) == "");
    CHECK(together.run.text_tokens() == tokens);
    for (std::size_t head = 0; head < c.heads; ++head) {
      models::Patch off = models::Patch::zeros(1, head);
      off.first = head * tokens;
      off.count = tokens;
      CHECK(expect::error(together.run.put(off)) == "");
    }
    finish(together.run);
    const attention::Tensor all = logits(together.run, loaded->model);
    for (std::size_t head = 0; head < c.heads; ++head) {
      Started alone(loaded->model, expect::value(models::Run::size(c, tokens, tokens)));
      CHECK(expect::error(alone.run.branch(whole->run, 1)) == "");
      CHECK(expect::error(alone.run.put(models::Patch::zeros(1, head))) == "");
      finish(alone.run);
      const attention::Tensor wanted = logits(alone.run, loaded->model);
      for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(all.data()[head * wanted.size() + i] == doctest::Approx(wanted.data()[i]).epsilon(1e-4).scale(1));
    }
  }
}

TEST_CASE("a text is repeated into room for its copies alone, with the patches of the run that it is from") {
  const golden::File golden("models/gpt2");
  const auto loaded = load(golden);
  const models::Config& c = loaded->model.config();
  const auto plain = run_of(loaded->model, golden);
  const std::size_t tokens = plain->run.tokens();
  Started narrow(loaded->model, expect::value(models::Run::size(c, tokens, tokens)));
  CHECK(expect::error(narrow.run.repeat(plain->run, 0, 2)).starts_with("size at copies"));
  models::Patch off = models::Patch::zeros(0, 1);
  off.first = 2;
  off.count = 3;
  Started patched(loaded->model, expect::value(models::Run::size(c, tokens, tokens)));
  CHECK(expect::error(patched.run.branch(plain->run, 0)) == "");
  CHECK(expect::error(patched.run.put(off)) == "");
  finish(patched.run);
  Started twice(loaded->model, expect::value(models::Run::size(c, tokens, tokens, 2)));
  CHECK(expect::error(twice.run.repeat(patched.run, 0, 2)) == "");
  finish(twice.run);
  const attention::Tensor wanted = logits(patched.run, loaded->model), all = logits(twice.run, loaded->model);
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(all.data()[i] == doctest::Approx(wanted.data()[i % wanted.size()]).epsilon(1e-4).scale(1));
}

TEST_CASE("what another run computed, put in the place of this run's, changes the logits into the other's") {
  const golden::File golden("models/gpt2");
  const auto loaded = load(golden);
  const models::Config& c = loaded->model.config();
  const auto one = run_of(loaded->model, golden);
  Ids ids = ids_of(golden, "/ids");
  ids[3] = 1;
  auto other = begin(loaded->model, ids.size(), ids.size());
  REQUIRE(expect::error(other->run.give(ids)) == "");
  finish(other->run);
  // The stream after the first layer at all places: all that follows is the other run's.
  models::Patch patch;
  patch.where = models::Patch::Where::stream;
  patch.count = ids.size();
  for (std::size_t t = 0; t < ids.size(); ++t)
    patch.values.insert(patch.values.end(), other->run.stream(1, t), other->run.stream(1, t) + c.width);
  Started patched(loaded->model, {ids.size(), ids.size()});
  REQUIRE(expect::error(patched.run.put(patch)) == "");
  REQUIRE(expect::error(patched.run.branch(one->run, 0)) == "");
  finish(patched.run);
  CHECK(expect::difference(logits(patched.run, loaded->model), logits(other->run, loaded->model), 0.0, 1e-6) == "");
  // Its parts begin with the patch and still add up.
  models::LogitAsked asked;
  asked.position = ids.size() - 1;
  asked.id = 2;
  asked.layers = c.layers;
  const models::Ledger ledger = expect::value(models::ledger(patched.run, asked));
  CHECK(ledger.parts.front() == Part{Part::Kind::patch, 0, 0});
  CHECK(ledger.sum == doctest::Approx(ledger.logit).epsilon(1e-4));
  CHECK(expect::error(patched.run.put(models::Patch{})) == "");
  patch.values.pop_back();
  CHECK(expect::error(patched.run.put(patch))
            .starts_with("size at patch: A patch of 9 tokens has 215 numbers; 24 belong"));
}

TEST_CASE("parts that do not exist are refused by name") {
  const golden::File golden("models/mistral");
  const auto loaded = load(golden);
  const auto started = run_of(loaded->model, golden);
  const models::Run& run = started->run;
  models::LogitAsked asked;
  asked.layers = 3;
  CHECK(expect::error(models::ledger(run, asked))
            .starts_with("range at layers: The model has 2 layers; 3 are asked for"));
  asked.layers = 1;
  asked.id = 17;
  CHECK(expect::error(models::ledger(run, asked)).starts_with("id at id: Id 17 is not in the vocabulary"));
  asked.id = 0;
  asked.position = 70;
  CHECK(expect::error(models::ledger(run, asked)).starts_with("range at rows"));
  asked.position = 3;
  CHECK(expect::error(models::head_by_token(run, asked, 1, 0))
            .starts_with("range at layer: Layer 1 comes after the 1 layers"));
  CHECK(expect::error(models::head_by_token(run, asked, 0, 3)).starts_with("range at head: There is no head 3"));
  CHECK(expect::error(models::inner_by_neuron(run, asked, 2)).starts_with("range at layer: There is no layer 2"));
  CHECK(expect::error(models::score_parts(run, 0, 0, 3, 4)).starts_with("mask at key: Token 3 does not see token 4"));
  CHECK(expect::error(models::score_parts(run, 0, 0, 20, 4)).starts_with("mask at key: Token 20 does not see token 4"));
}

TEST_CASE("the page's own model prefers Mary to John by 10.1109, the sum of 27 parts") {
  // Numbers of a float64 run of the stored weights.
  const golden::File golden("models/small");
  const auto loaded =
      expect::value(load(json_of(golden.at("/config")),
                         ::files::read_file(std::string(AE_SOURCE_DIR) + "/web/models/small/model.safetensors")));
  const Ids ids = ids_of(golden, "/texts/0/ids");
  const auto started = begin(loaded->model, ids.size(), ids.size());
  REQUIRE(expect::error(started->run.give(ids)) == "");
  finish(started->run);
  models::LogitAsked asked;
  asked.position = ids.size() - 1;
  asked.id = ids[1];
  asked.against = ids[3];
  asked.layers = 4;
  const models::Ledger own = expect::value(models::ledger(started->run, asked));
  CHECK(own.parts.size() == 27);
  CHECK(own.sum == doctest::Approx(10.1109).epsilon(1e-4));
  const auto part = [&own](Part::Kind kind, std::size_t layer, std::size_t head) {
    for (std::size_t i = 0; i < own.parts.size(); ++i)
      if (own.parts[i] == Part{kind, layer - 1, head - std::min<std::size_t>(head, 1)}) return own.values[i];
    return 0.0;
  };
  CHECK(part(Part::Kind::head, 4, 2) == doctest::Approx(2.768).epsilon(5e-4));
  CHECK(part(Part::Kind::inner, 3, 0) == doctest::Approx(2.479).epsilon(5e-4));
  CHECK(part(Part::Kind::inner, 4, 0) == doctest::Approx(2.344).epsilon(5e-4));
  CHECK(part(Part::Kind::inner, 1, 0) == doctest::Approx(1.644).epsilon(5e-4));
  CHECK(part(Part::Kind::head, 3, 3) == doctest::Approx(-0.960).epsilon(1e-3));
}

}  // namespace
}  // namespace models_support

// Drawing a token: golden/models/parts.json has what torch.multinomial draws for the same seeds.
#include "models/sample.hpp"

#include <cmath>

#include "support.hpp"

namespace models_support {
namespace {

// softmax(logits / temperature), only of the largest `top` ones.
std::vector<double> shares(const golden::File& golden, std::size_t row, double temperature, std::size_t top) {
  std::vector<double> logits = golden.numbers("/logits/" + std::to_string(row)), sorted = logits;
  std::ranges::sort(sorted, std::greater());
  double sum = 0.0;
  for (double& logit : logits) sum += logit = logit < sorted[top - 1] ? 0.0 : std::exp(logit / temperature);
  for (double& share : logits) share /= sum;
  return logits;
}

TEST_CASE("the drawn token is torch.multinomial's for the same seed, in each family that writes on") {
  const golden::File parts("models/parts");
  for (const std::string& name : names) {
    if (!parts.at("/" + name).HasMember("drawn")) continue;
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const auto started = run_of(loaded->model, golden);
    const rapidjson::Value& drawn = parts.at("/" + name + "/drawn");
    REQUIRE(drawn.Size() == 12);
    for (const rapidjson::Value& wanted : drawn.GetArray()) {
      CAPTURE(name);
      CAPTURE(wanted["seed"].GetUint());
      CAPTURE(wanted["temperature"].GetDouble());
      attention::Generator generator(wanted["seed"].GetUint());
      models::SampleOptions options;
      options.temperature = wanted["temperature"].GetDouble();
      if (!wanted["topK"].IsNull()) options.top_k = wanted["topK"].GetUint();
      const models::NextToken found =
          expect::value(models::sample(started->run, started->run.tokens() - 1, options, generator));
      CHECK(found.id == wanted["id"].GetUint());
      CHECK(found.probability == doctest::Approx(wanted["probability"].GetDouble()).epsilon(1e-4));
    }
  }
}

TEST_CASE("tokens are drawn as often as their shares say") {
  const golden::File golden("models/llama");
  const auto loaded = load(golden);
  const auto started = run_of(loaded->model, golden);
  const std::size_t last = started->run.tokens() - 1;
  const std::vector<double> wanted = shares(golden, last, 2.0, 4);
  attention::Generator generator(7);
  models::SampleOptions options;
  options.temperature = 2.0;
  options.top_k = 4;
  constexpr std::size_t times = 4000;
  std::vector<double> counts(wanted.size(), 0.0);
  for (std::size_t n = 0; n < times; ++n)
    ++counts[expect::value(models::sample(started->run, last, options, generator)).id];
  for (std::size_t id = 0; id < wanted.size(); ++id) {
    CAPTURE(id);
    const double deviation = std::sqrt(wanted[id] * (1 - wanted[id]) / times);
    CHECK(std::abs(counts[id] / times - wanted[id]) <= 4 * deviation);
  }
}

TEST_CASE("temperature 0 takes the likeliest token without a draw; wrong options are refused") {
  const golden::File golden("models/gpt2");
  const auto loaded = load(golden);
  const auto started = run_of(loaded->model, golden);
  attention::Generator generator(1);
  models::SampleOptions options;
  options.temperature = 0;
  const std::size_t best = expect::value(started->run.next(8, 1)).front().id;
  CHECK(expect::value(models::sample(started->run, 8, options, generator)).id == best);
  CHECK(generator.draws() == 0);
  options.temperature = 1;
  options.top_k = 1;
  CHECK(expect::value(models::sample(started->run, 8, options, generator)).id == best);
  options.top_k = 0;
  CHECK(expect::error(models::sample(started->run, 8, options, generator)).starts_with("range at topK"));
  options.top_k.reset();
  for (const double wrong : {-1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    options.temperature = wrong;
    CHECK(expect::error(models::sample(started->run, 8, options, generator)).starts_with("range at temperature"));
  }
}

}  // namespace
}  // namespace models_support

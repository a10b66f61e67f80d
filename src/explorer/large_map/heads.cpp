// Reads the trained heads of the large map, and names what they were trained on.
#include <algorithm>
#include <utility>

#include "explorer/json/json.hpp"
#include "explorer/large_map/screen.hpp"

namespace explorer {

namespace {

// Where the weights of a name go, and how many there are.
struct HeadWeights {
  std::string_view name;
  std::vector<float>* into;
  std::size_t count;
};

std::vector<HeadWeights> places_of(large_map::TrainedHeads& heads) {
  const std::size_t features = heads.features, width = heads.width, each = features * width;
  auto& [before, same, after] = heads.heads;
  return {{"letter_vectors", &heads.vectors, heads.letters.size() * features},
          {"w_before_query", &before.query.weight, each},
          {"w_before_key", &before.key.weight, each},
          {"b_before_query", &before.query.bias, width},
          {"b_before_key", &before.key.bias, width},
          {"w_before_value", &heads.value.weight, each},
          {"w_before_out", &heads.out.weight, each},
          {"w_same_query", &same.query.weight, each},
          {"w_same_key", &same.key.weight, each},
          {"w_after_query", &after.query.weight, each},
          {"w_after_key", &after.key.weight, each}};
}

bool has_alphabet(const std::vector<std::string>& letters) {
  for (char c = 'a'; c <= 'z'; ++c)
    if (!std::ranges::contains(letters, std::string(1, c))) return false;
  return std::ranges::contains(letters, large_map::space_letter);
}

}  // namespace

Result<void> LargeMapScreen::load_heads_json(std::string_view text, std::span<const float> weights) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const json::Value root = document->root();
  const auto count_of = [&root](const char* key) { return root[key].index().value_or(0); };
  auto heads = std::make_shared<large_map::TrainedHeads>();
  for (const json::Value& letter : root["letters"].items()) heads->letters.emplace_back(letter.text().value_or(""));
  if (!has_alphabet(heads->letters))
    return graph::fail("heads", "/letters", "The letters must be a to z and the space, “·”.");
  heads->features = count_of("features");
  heads->width = count_of("width");
  heads->base = root["base"].number().value_or(0);
  heads->steps = count_of("steps");
  heads->optimiser = root["optimiser"].text().value_or("");
  heads->random_letters = count_of("random");
  heads->round_letters = count_of("rounds");
  // A texel of the map's shader holds four features.
  if (heads->features == 0 || heads->width == 0 || heads->width % 4 != 0 || heads->base <= 0)
    return graph::fail("heads", "", "Features, width (a multiple of four) and base must be above zero.");
  if (heads->optimiser.empty()) return graph::fail("heads", "/optimiser", "The name of the optimiser is missing.");
  const auto named = root["names"].items();
  for (const HeadWeights& place : places_of(*heads)) {
    const auto found =
        std::ranges::find_if(named, [&](const json::Value& one) { return one["name"].text() == place.name; });
    std::size_t at = 0;
    for (auto one = named.begin(); one != found; ++one) at += (*one)["count"].index().value_or(0);
    if (found == named.end() || (*found)["count"].index() != place.count || at + place.count > weights.size())
      return graph::fail("heads", "/names", graph::joined({"“", place.name, "” needs ", place.count, " numbers."}));
    const auto values = weights.subspan(at, place.count);
    place.into->assign(values.begin(), values.end());
  }
  heads_ = std::move(heads);
  computed().use(heads_);
  ++shared_.version;
  return {};
}

}  // namespace explorer

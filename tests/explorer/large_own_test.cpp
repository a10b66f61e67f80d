// Queries and keys of the reader's own in the large map: the weights are softmax's over the given numbers, a head is waited for
// until it is given, and links and commands say when there are none.
#include <cmath>

#include "attention/random/generator.hpp"
#include "explorer/support.hpp"
#include "support/expect.hpp"

using namespace explorer;
using namespace explorers;

namespace {

constexpr std::size_t tokens = 5, heads = 3, width = 3;
constexpr const char* described =
    R"({"name": "decoder.q", "tokens": 5, "heads": 3, "width": 3, "words": ["The", "cat", "sat", "on", "it"]})";

// Queries (tokens, width) and then keys of a head.
std::vector<float> numbers_of(std::size_t head) {
  attention::Generator generator(100 + head);
  std::vector<float> numbers;
  for (const double number : generator.randn_double(2 * tokens * width)) numbers.push_back(static_cast<float>(number));
  return numbers;
}

// softmax(q · k / √3) of a row in double, over the keys up to the query.
std::vector<double> causal_row(const std::vector<float>& numbers, std::size_t row) {
  std::vector<double> weights(tokens, 0.0);
  double sum = 0;
  for (std::size_t key = 0; key <= row; ++key) {
    double score = 0;
    for (std::size_t d = 0; d < width; ++d)
      score += double{numbers[row * width + d]} * double{numbers[(tokens + key) * width + d]};
    sum += weights[key] = std::exp(score / std::sqrt(3.0));
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

Explorer own_map() {
  Explorer e = open_text(small_lesson);
  REQUIRE(e.apply(ShowLarge{true}).has_value());
  REQUIRE(expect::error(e.large_map().open_own_heads_json(described)) == "");
  REQUIRE(expect::error(e.apply_json(R"({"type": "SetLarge", "model": "own"})")) == "");
  return e;
}

void work(Explorer& e) {
  while (e.large_map().work({{0, tokens, 0, tokens}, 1, 0, heads}, [] { return false; })) continue;
}

std::optional<std::size_t> wanted(const Explorer& e) {
  const auto document = json::read(e.reading_json());
  REQUIRE(document.has_value());
  return document->root()["large"]["wants"].index();
}

}  // namespace

TEST_CASE("the large map of the reader's own queries and keys has softmax's weights over them") {
  Explorer e = own_map();
  CHECK(e.state().large.setup.tokens == tokens);
  for (const std::size_t head : {std::size_t{0}, std::size_t{2}}) {
    REQUIRE(e.apply(LookLarge{.head = head}).has_value());
    CHECK(e.large_map().computation().waits());
    CHECK(wanted(e) == head);
    const std::vector<float> numbers = numbers_of(head);
    CHECK(expect::error(e.large_map().give_own_head(head, numbers)) == "");
    CHECK_FALSE(e.large_map().computation().waits());
    work(e);
    for (std::size_t row = 0; row < tokens; ++row) {
      const std::vector<double> wants = causal_row(numbers, row);
      const std::vector<float> got = e.large_map().computation().map().row(row);
      for (std::size_t key = 0; key < tokens; ++key)
        CHECK(double{got[key]} == doctest::Approx(wants[key]).epsilon(1e-5));
    }
  }
  CHECK(e.large_map().computation().words()[1] == "cat");
  CHECK(wanted(e) == 1);  // for its small picture
  CHECK(e.large_map().computation().thumbnail(1) == nullptr);
  CHECK(expect::error(e.large_map().give_own_head(1, numbers_of(1))) == "");
  work(e);
  CHECK(e.large_map().computation().thumbnail(1) != nullptr);
  CHECK(wanted(e) == std::nullopt);
}

TEST_CASE("tokens without names are numbered, and other tensors replace the first") {
  Explorer e = own_map();
  CHECK(expect::error(e.large_map().open_own_heads_json(
            R"({"name": "q", "tokens": 300, "heads": 32, "width": 64, "words": []})")) == "");
  CHECK(e.state().large.setup.tokens == 300);
  CHECK(e.state().large.setup.heads == 32);
  CHECK(e.large_map().computation().words()[299].empty());
  std::string words;
  e.large_map().write_token(words, 299);
  CHECK(words == "300");
  CHECK(e.large_map().computation().waits());
  // Another model has at most 16 heads in a layer.
  const large_map::Setup other = large_map::with_model(e.state().large.setup, large_map::Model::random);
  CHECK(large_map::limits_of(other) == large_map::Limits{});
}

TEST_CASE("the reader's own tensors stay out of links, and are refused where there are none") {
  Explorer e = own_map();
  CHECK(e.link().find("m.model=own") != std::string::npos);
  Explorer other = open_text(small_lesson);
  const std::vector<std::string> notes = other.open_link(e.link());
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].starts_with("The link does not contain its author’s tensors"));
  CHECK(other.state().large.setup.model == large_map::Model::patterns);
  CHECK(expect::error(other.apply_json(R"({"type": "SetLarge", "model": "own"})")) ==
        "large at : There are no tensors of your own yet. Open some first.");
  CHECK(expect::error(other.large_map().give_own_head(0, {})).starts_with("large at "));
  CHECK(expect::error(e.large_map().give_own_head(3, numbers_of(0))).starts_with("size at head"));
  CHECK(expect::error(e.large_map().give_own_head(0, std::vector<float>(7))).starts_with("size at head"));
  for (const char* wrong : {R"({"tokens": 1, "heads": 1, "width": 1})", R"({"tokens": 16385, "heads": 1, "width": 1})",
                            R"({"tokens": 2, "heads": 0, "width": 1})", R"({"tokens": 2, "heads": 193, "width": 1})",
                            R"({"tokens": 2, "heads": 1, "width": 257})", R"([])"})
    CHECK(expect::error(e.large_map().open_own_heads_json(wrong)).starts_with("size at "));
  CHECK(e.state().large.setup.tokens == tokens);
}

// The trained heads of the large map over 1,024 letters, with the weights that PyTorch makes of the same recipe
// (tests/golden/heads.mjs): each attends as its name says, and its weights are those of the recipe's own graph; label, links,
// commands, and what is refused.
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <tuple>

#include "explorer/support.hpp"
#include "graph/core/tensor_box.hpp"
#include "large_map/trained.hpp"
#include "lesson/run/run.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using namespace explorer;
using namespace explorers;

namespace {

const lesson::Lesson& recipe() {
  static const lesson::Lesson read =
      expect::value(lesson::parse(files::read_file(std::string(AE_SOURCE_DIR) + "/web/large/heads.json")));
  return read;
}

const graph::Graph& recipe_graph() {
  static const graph::Graph run = expect::value(lesson::run(recipe(), {}));
  return run;
}

const graph::Node& node(const std::string& name) { return recipe_graph().node(*recipe_graph().find(name)); }

struct File {
  std::string described;
  std::vector<float> weights;
};

// What web/build/heads.mjs writes, with the golden weights.
File golden_file() {
  const golden::File golden("heads");
  File out;
  std::string names, letters;
  for (const std::string& name : recipe().training->parameters.plain) {
    const std::vector<double> values = golden::numbers(golden.at("/weights/" + name));
    names += (names.empty() ? "" : ", ") + std::string(R"({"name": ")") + name + R"(", "count": )" +
             std::to_string(values.size()) + "}";
    for (const double value : values) out.weights.push_back(static_cast<float>(value));
  }
  for (const std::string& letter : node("letter_vectors").axes[0].labels)
    letters += (letters.empty() ? "\"" : ", \"") + letter + "\"";
  out.described =
      R"({"letters": [)" + letters +
      R"(], "features": 32, "width": 32, "base": 30, "steps": 300, "optimiser": "Adam", "random": 512, "rounds": 432, "names": [)" +
      names + "]}";
  return out;
}

Explorer waiting_map(std::size_t tokens) {
  Explorer e = small();
  must(e, ShowLarge{true});
  SetLarge command;
  command.setup = large_map::with_model(command.setup, large_map::Model::trained);
  command.setup.tokens = tokens;
  must(e, command);
  return e;
}

Explorer trained_map(std::size_t tokens, std::size_t head = 0) {
  Explorer e = waiting_map(tokens);
  const File file = golden_file();
  CHECK(expect::error(e.large_map().load_heads_json(file.described, file.weights)) == "");
  must(e, LookLarge{.head = head});
  std::ignore = e.large_map().rows_json(0, 1);  // makes all queries and keys
  REQUIRE(e.large_map().computation().map().ready());
  return e;
}

double sum_where(const std::vector<float>& weights, const std::function<bool(std::size_t)>& counts) {
  double sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) sum += counts(j) ? static_cast<double>(weights[j]) : 0;
  return sum;
}

std::size_t largest(const std::vector<float>& weights) {
  return static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
}

// The recipe's graph with the golden weights and other letters in its first sequence.
graph::Graph trained_graph(const std::vector<std::string>& letters) {
  const golden::File golden("heads");
  graph::Graph graph = expect::value(lesson::run(recipe(), {}));
  std::vector<graph::CellEdit> edits;
  for (const std::string& name : recipe().training->parameters.plain) {
    const std::vector<double> values = golden::numbers(golden.at("/weights/" + name));
    const graph::Shape& shape = node(name).shape;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const graph::Index place = shape.size() == 1 ? graph::Index{i} : graph::Index{i / shape[1], i % shape[1]};
      edits.push_back({{*graph.find(name), place}, static_cast<float>(values[i])});
    }
  }
  const std::vector<std::string>& known = node("letter_vectors").axes[0].labels;
  for (std::size_t i = 0; i < letters.size(); ++i)
    edits.push_back(
        {{*graph.find("letters"), {0, i}}, static_cast<float>(std::ranges::find(known, letters[i]) - known.begin())});
  CHECK(expect::error(graph.set(edits)) == "");
  return graph;
}

// Row i of the first sequence of a tensor (batch, T, T).
double apart(const graph::Graph& graph, const char* weights, std::size_t row, const std::vector<float>& of_map) {
  const attention::Tensor& all = graph.tensor(*graph.find(weights)).tensor;
  const std::size_t tokens = attention::shape_of(all).back();
  double most = 0;
  for (std::size_t j = 0; j < tokens; ++j)
    most = std::max(most, std::abs(static_cast<double>(all.data()[row * tokens + j]) - of_map[j]));
  return most;
}

}  // namespace

TEST_CASE("over 1,024 letters the first trained head attends to the letter before") {
  const Explorer e = trained_map(1024, 0);
  double all = 0;
  for (std::size_t i = 1; i < 1024; ++i) {
    const std::vector<float> row = e.large_map().computation().map().row(i);
    CAPTURE(i);
    CHECK(largest(row) == i - 1);
    all += row[i - 1];
  }
  CHECK(all / 1023 > 0.99);
}

TEST_CASE("over 1,024 letters the second trained head attends to the same letter, evenly") {
  const Explorer e = trained_map(1024, 1);
  const std::vector<std::string>& letters = e.large_map().computation().words();
  for (std::size_t i = 0; i < 1024; ++i) {
    const std::vector<float> row = e.large_map().computation().map().row(i);
    const auto same = [&](std::size_t j) { return letters[j] == letters[i]; };
    CAPTURE(i);
    CHECK(sum_where(row, same) > 0.99);
    const auto count = std::count_if(letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                     [&](const std::string& letter) { return letter == letters[i]; });
    CHECK(row[i] * static_cast<double>(count) == doctest::Approx(1).epsilon(0.01));
  }
}

TEST_CASE("over 1,024 letters the third trained head attends to what followed the same letter") {
  const Explorer e = trained_map(1024, 2);
  const std::vector<std::string>& letters = e.large_map().computation().words();
  std::set<std::string> before;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < 1024; ++i) {
    // Where the letter is new there is nothing to find.
    if (!before.insert(letters[i]).second) {
      ++asked;
      const std::vector<float> row = e.large_map().computation().map().row(i);
      CAPTURE(i);
      CHECK(sum_where(row, [&](std::size_t j) { return j > 0 && letters[j - 1] == letters[i]; }) > 0.99);
    }
  }
  CHECK(asked > 990);
}

TEST_CASE("before training none of them does") {
  Explorer e = waiting_map(256);
  File file = golden_file();
  file.weights.clear();
  for (const std::string& name : recipe().training->parameters.plain) {
    const attention::Tensor& drawn = recipe_graph().tensor(*recipe_graph().find(name)).tensor;
    file.weights.insert(file.weights.end(), drawn.data(), drawn.data() + drawn.size());
  }
  CHECK(expect::error(e.large_map().load_heads_json(file.described, file.weights)) == "");
  const std::vector<std::string>& letters = e.large_map().computation().words();
  for (std::size_t head = 0; head < 3; ++head) {
    must(e, LookLarge{.head = head});
    std::ignore = e.large_map().rows_json(0, 1);
    const std::vector<float> row = e.large_map().computation().map().row(255);
    CAPTURE(head);
    CHECK(sum_where(row, [&](std::size_t j) {
            return head == 0   ? j == 254
                   : head == 1 ? letters[j] == letters[255]
                               : j > 0 && letters[j - 1] == letters[255];
          }) < 0.5);
  }
}

TEST_CASE("the map's weights are those of the recipe's own graph") {
  const std::vector<std::string> text = trained_map(256).large_map().computation().words();
  const graph::Graph graph = trained_graph(text);
  for (std::size_t head = 0; head < 2; ++head) {
    const Explorer e = trained_map(256, head);
    CAPTURE(head);
    for (std::size_t i = 0; i < 256; i += 17)
      CHECK(apart(graph, head == 0 ? "before_weights" : "same_weights", i, e.large_map().computation().map().row(i)) <
            1e-4);
  }
  // The second layer is computed on rounds of the alphabet there.
  const attention::Tensor& rounds = graph.tensor(*graph.find("rounds")).tensor;
  std::vector<std::string> letters;
  for (std::size_t i = 0; i < attention::shape_of(rounds).back(); ++i)
    letters.push_back(node("letter_vectors").axes[0].labels[static_cast<std::size_t>(rounds.data()[i])]);
  Explorer e = waiting_map(256);
  const File file = golden_file();
  CHECK(expect::error(e.large_map().load_heads_json(file.described, file.weights)) == "");
  large_map::TrainedVectors vectors;
  vectors.begin(e.large_map().computation().trained(), letters);
  const std::size_t tokens = letters.size(), width = e.large_map().computation().trained()->width;
  std::vector<float> query(tokens * width), key(tokens * width);
  // In two parts, as the map asks for them.
  vectors.make(2, 0, 30, query.data(), key.data());
  vectors.make(2, 30, tokens - 30, query.data() + 30 * width, key.data() + 30 * width);
  large_map::Map map;
  map.reset(tokens, width, 1 / std::sqrt(static_cast<float>(width)), true);
  map.take(0, tokens, query.data(), key.data());
  for (std::size_t i = 0; i < tokens; ++i) CHECK(apart(graph, "after_weights", i, map.row(i)) < 1e-4);
}

TEST_CASE("until the trained heads are here the map waits for them, and says so") {
  Explorer e = waiting_map(1024);
  CHECK(e.large_map().computation().waits());
  CHECK(parse(e.reading_json()).root()["large"]["waits"].boolean() == true);
  CHECK_FALSE(e.large_map().work({{0, 1024, 0, 1024}, 1, 0, 3}, [] { return false; }));
  CHECK(parse(e.large_map().rows_json(0, 20)).root()["rows"].items().empty());
  const unsigned before = e.version();
  const File file = golden_file();
  CHECK(expect::error(e.large_map().load_heads_json(file.described, file.weights)) == "");
  CHECK(e.version() > before);
  CHECK_FALSE(e.large_map().work({{0, 1024, 0, 1024}, 1, 0, 3}, [] { return false; }));
  for (std::size_t head = 0; head < 3; ++head) CHECK(e.large_map().computation().thumbnail(head) != nullptr);
  const auto reading = parse(e.reading_json());
  CHECK(reading.root()["large"]["waits"].boolean() == false);
  CHECK(*reading.root()["large"]["headNames"].items()[2].text() ==
        "Layer 2, head 1: trained: what followed this letter");
  const auto said = reading.root()["large"]["source"].text();
  CHECK(said->starts_with("Trained for this page in 300 steps of Adam. Each had 512 random letters"));
  CHECK(said->contains("432 in rounds"));
  std::string by_sgd = file.described;
  by_sgd.replace(by_sgd.find("Adam"), 4, "SGD");
  CHECK(expect::error(e.large_map().load_heads_json(by_sgd, file.weights)) == "");
  CHECK(parse(e.reading_json())
            .root()["large"]["source"]
            .text()
            ->starts_with("Trained for this page in 300 steps of SGD."));
  CHECK_FALSE(said->contains("not trained"));
  // Closed and opened again, it needs them no second time.
  must(e, ShowLarge{false});
  must(e, ShowLarge{true});
  CHECK_FALSE(e.large_map().computation().waits());
}

TEST_CASE("a link to trained heads opens them; they are of 2 to 1,024 letters, masked") {
  Explorer e = trained_map(1024, 2);
  CHECK(e.link() == "view=large&m.of=letters&m.model=trained&m.head=2");
  Explorer other = small();
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().large.setup == e.state().large.setup);
  CHECK(other.link() == e.link());
  for (const char* wrong :
       {R"("of": "letters", "tokens": 2048)", R"("of": "letters", "causal": false)", R"("of": "words")"}) {
    const std::string command = R"({"type": "SetLarge", "model": "trained", )";
    CAPTURE(wrong);
    CHECK(expect::error(e.apply_json(command + wrong + "}")) ==
          "large at : The trained heads show 2 to 1,024 letters, with the causal mask.");
  }
  CHECK(other.open_link("view=large&m.model=trained") ==
        std::vector<std::string>{"A part of the link could not be read: “Source: m.model=trained”. It was left out."});
  CHECK(other.state().large.setup.model == large_map::Model::patterns);
  CHECK_FALSE(e.apply(LookLarge{.head = 3}).has_value());
  must(e, Undo{});
  CHECK(e.state().large.setup.model == large_map::Model::patterns);
}

TEST_CASE("letters of a text: lower case, what stands between words is one space; words are found by their letters") {
  CHECK(large_map::letters_of("  One, Two?\n") == std::vector<std::string>{"o", "n", "e", "·", "t", "w", "o", "·"});
  CHECK(large_map::letters_of("").empty());
  large_map::Computation map;
  large_map::Setup setup;
  setup.of = large_map::Tokens::letters;
  setup.tokens = 300;
  map.show(setup, 0);
  std::string text;
  for (const std::string& letter : map.words()) text += letter == "·" ? " " : letter;
  std::vector<std::size_t> there;
  for (std::size_t at = text.find("the"); at != std::string::npos; at = text.find("the", at + 1)) there.push_back(at);
  CHECK(there.size() > 5);
  CHECK(map.find("The") == there);
  CHECK(map.find("·").size() == static_cast<std::size_t>(std::ranges::count(text, ' ')));
  CHECK(map.find("?").empty());
}

TEST_CASE("a file of heads that is not complete is refused, and nothing changes") {
  Explorer e = waiting_map(64);
  const File file = golden_file();
  const auto refused = [&](const char* from, const char* to, std::size_t count) {
    std::string described = file.described;
    described.replace(described.find(from), std::string_view(from).size(), to);
    return expect::error(e.large_map().load_heads_json(described, std::span(file.weights).first(count)));
  };
  const std::size_t all = file.weights.size();
  CHECK(refused("\"a\", ", "", all).starts_with("heads at /letters"));
  CHECK(refused(R"("width": 32)", R"("width": 30)", all).starts_with("heads at "));
  CHECK(refused("w_same_key", "w_some_key", all).contains("“w_same_key” needs 1024 numbers"));
  CHECK(refused("w_same_key", "w_same_key", all - 1).contains("“w_after_key” needs 1024 numbers"));
  CHECK(e.large_map().computation().waits());
}

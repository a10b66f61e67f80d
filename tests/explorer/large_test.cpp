// The large map: its heads' patterns, work in slices, commands, undo, links, and the reading view's rows.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "explorer/support.hpp"
#include "large_map/row.hpp"

using namespace explorer;
using namespace explorers;

namespace {

large_map::Computation made(std::size_t tokens, std::size_t head, large_map::Model model = large_map::Model::patterns) {
  large_map::Computation large;
  large_map::Setup setup;
  setup.tokens = tokens;
  setup.layers = 2;
  setup.model = model;
  large.show(setup, head);
  large.finish_vectors();
  return large;
}

std::size_t favourite(const large_map::Computation& large, std::size_t row) {
  return large_map::largest_of_row(large_map::row_of(large, row), 1).front();
}

// As the map's cells print weights.
std::string in_cell(float weight, int decimals) { return print_number("%.*f", decimals, weight); }

SetLarge with_tokens(std::size_t tokens) {
  SetLarge command;
  command.setup.tokens = tokens;
  return command;
}

}  // namespace

TEST_CASE("hand-made heads attend as their names say") {
  const auto lower = [](std::string word) {
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
  };
  const std::size_t tokens = 600;
  for (std::size_t head = 0; head < 24; ++head) {
    const large_map::Pattern pattern = large_map::pattern_of(head);
    const large_map::Computation large = made(tokens, head);
    std::size_t right = 0, asked = 0;
    for (std::size_t row = 40; row < tokens; row += 7) {
      const std::size_t at = favourite(large, row);
      const std::string word = lower(large.words()[row]);
      using Kind = large_map::Pattern::Kind;
      ++asked;
      switch (pattern.kind) {
        case Kind::back: right += at == row - pattern.offset; break;
        case Kind::first: right += at == 0; break;
        case Kind::same:
        case Kind::same_near: right += lower(large.words()[at]) == word; break;
        case Kind::stops: right += large.words()[at] == "."; break;
        case Kind::near: right += at + 16 > row; break;
        case Kind::even:
          right += std::abs(large_map::row_of(large, row).weights[row / 2] * float(row + 1) - 1) < 1e-3f;
          break;
        case Kind::followed:
        case Kind::followed_near: {
          // Only a word that has occurred before has a successor.
          const auto& words = large.words();
          bool before = false;
          for (std::size_t j = 0; j < row; ++j) before = before || lower(words[j]) == word;
          if (before) right += at > 0 && lower(words[at - 1]) == word;
          else --asked;
          break;
        }
      }
    }
    INFO("head " << head);
    REQUIRE(asked > 10);
    CHECK(static_cast<double>(right) >= 0.9 * static_cast<double>(asked));
  }
}

TEST_CASE("rank, entropy and largest weights of a row agree with its weights") {
  const large_map::Computation large = made(100, 1);
  const large_map::Row row = large_map::row_of(large, 80);
  CHECK(row.keys == 81);
  double sum = 0, entropy = 0;
  for (const float weight : row.weights) {
    sum += weight;
    if (weight > 0) entropy -= weight * std::log2(weight);
  }
  CHECK(sum == doctest::Approx(1));
  CHECK(row.entropy == doctest::Approx(entropy));
  const std::vector<std::size_t> largest = large_map::largest_of_row(row, 5);
  REQUIRE(largest.size() == 5);
  CHECK(large_map::rank_in_row(row, largest[0]) == 1);
  for (std::size_t i = 1; i < 5; ++i) CHECK(row.weights[largest[i]] <= row.weights[largest[i - 1]]);
  CHECK(made(100, 9).map().row(49)[10] == doctest::Approx(1.0 / 50));  // all alike
}

TEST_CASE("a weight in a cell has exactly the requested decimals, however small it is") {
  CHECK(in_cell(0.1834f, 2) == "0.18");
  CHECK(in_cell(3.5e-12f, 2) == "0.00");
  CHECK(in_cell(0.0006f, 3) == "0.001");
  CHECK(in_cell(1, 3) == "1.000");
  for (float weight = 1; weight > 0; weight *= 0.37f) CHECK(in_cell(weight, 2).size() == 4);
}

TEST_CASE("the text is complete, in eleven paragraphs of letters and plain punctuation") {
  const std::string text = large_map::sample_text();
  CHECK(text.starts_with("The harbour wakes before the sun. A lamp is lit in the office of the harbour master"));
  CHECK(text.ends_with("He had a hammer in his basket, under the nets.\n"));
  const auto fits = [](char c) {
    return c == ' ' || c == '\n' || std::isalpha(c) || std::string_view(".,:?-").contains(c);
  };
  CHECK(std::ranges::all_of(text, fits));
  CHECK(std::ranges::count(text, '\n') == 2 * 11 - 1);  // eleven paragraphs
}

TEST_CASE("the text repeats after its last token, and words are found in any case") {
  const large_map::Computation large = made(4096, 0);
  REQUIRE(large.text_tokens() > 1000);
  REQUIRE(large.text_tokens() < 4096);
  CHECK(large.words()[large.text_tokens()] == large.words()[0]);
  CHECK(large_map::sample_text().size() < 30'000);
  for (const std::size_t place : large.find("keeper")) CHECK(large.words()[place] == "keeper");
  CHECK(large.find("KEEPER").size() == large.find("keeper").size());
  CHECK(large.find("keeper").size() > 20);
  CHECK(large.find("17") == std::vector<std::size_t>{16});
  CHECK(large.find("0").empty());
  CHECK(large.find("99999").empty());
  CHECK(large.find("submarine").empty());
}

TEST_CASE("the same seed gives the same random head, and different seeds or heads differ") {
  const large_map::Computation first = made(50, 3, large_map::Model::random);
  CHECK(made(50, 3, large_map::Model::random).map().query() == first.map().query());
  CHECK(made(50, 4, large_map::Model::random).map().query() != first.map().query());
  large_map::Computation other;
  large_map::Setup setup;
  setup.tokens = 50;
  setup.model = large_map::Model::random;
  setup.seed = 2;
  other.show(setup, 3);
  other.finish_vectors();
  CHECK(other.map().query() != first.map().query());
}

TEST_CASE("work is done in slices: the visible map first, then the thumbnails, then the rest") {
  Explorer e = small();
  CHECK_FALSE(e.large_map().work({}, [] { return false; }));  // nothing is shown
  must(e, ShowLarge{});
  must(e, with_tokens(2048));
  const large_map::VisiblePart wish{{0, 2048, 0, 2048}, 4, 0, 12};
  std::size_t slices = 0;
  while (e.large_map().work(wish, [] { return true; })) ++slices;  // each time one
  CHECK(slices > 500);
  CHECK(e.large_map().computation().seen_done());
  CHECK(e.large_map().computation().progress() == doctest::Approx(1));
  for (std::size_t head = 0; head < 12; ++head) {
    REQUIRE(e.large_map().computation().thumbnail(head) != nullptr);
    CHECK(e.large_map().computation().thumbnail(head)->queries == 2048);
  }
  must(e, ShowLarge{false});
  CHECK(e.large_map().computation().words().empty());  // nothing is kept
}

TEST_CASE("a thumbnail is computed from some queries first and then from all, or says that it stays partial") {
  Explorer e = small();
  must(e, ShowLarge{});
  must(e, with_tokens(1000));
  const large_map::VisiblePart wish{{0, 1000, 0, 1000}, 2, 2, 3};
  while (e.large_map().computation().thumbnail(2) == nullptr) REQUIRE(e.large_map().work(wish, [] { return true; }));
  const large_map::Computation::Thumbnail sample = *e.large_map().computation().thumbnail(2);
  CHECK(sample.queries == 63);  // each texel of 16 rows is that of one of them
  while (e.large_map().computation().thumbnail(2)->queries < 1000)
    REQUIRE(e.large_map().work(wish, [] { return true; }));
  const large_map::Sheet& whole = e.large_map().computation().thumbnail(2)->sheet;
  CHECK(whole.id != sample.sheet.id);
  CHECK(e.large_map().computation().thumbnail(1) == nullptr);  // not on screen
  // Head 3 attends to the first token: each pixel there is as bright as the brightest of its sixteen rows.
  REQUIRE(whole.row_cells == 16);
  large_map::Computation third;
  third.show(e.large_map().computation().setup(), 2);
  third.finish_vectors();
  for (const std::size_t y : {0, 17, 62}) {
    float most = 0;
    for (std::size_t i = y * 16; i < std::min<std::size_t>(y * 16 + 16, 1000); ++i) {
      const std::vector<float> weights = third.map().row(i);
      most = std::max(most, *std::max_element(weights.begin(), weights.begin() + 16));
    }
    CHECK(whole.texels[y * whole.columns * 2] == doctest::Approx(most).epsilon(1e-5));
  }
  CHECK(large_map::Computation::whole_thumbnails(4096));
  CHECK_FALSE(large_map::Computation::whole_thumbnails(8192));
  must(e, with_tokens(8192));
  while (e.large_map().work({{0, 8192, 0, 8192}, 8, 2, 3}, [] { return true; })) continue;
  CHECK(e.large_map().computation().thumbnail(2)->queries == 64);
}

TEST_CASE("undo covers tokens, model, heads and mask, a drag as one entry, but not what is looked at") {
  Explorer e = small();
  must(e, ShowLarge{});
  const large_map::Setup start = e.state().large.setup;
  SetLarge drag = with_tokens(512);
  must(e, drag);
  drag.setup.tokens = 256;
  drag.continues = true;
  must(e, drag);
  must(e, LookLarge{.head = 3});
  must(e, Undo{});
  CHECK(e.state().large.setup == start);
  CHECK(e.state().large.look.head == 3);
  CHECK_FALSE(e.large_map().can_undo());
  must(e, Redo{});
  CHECK(e.state().large.setup.tokens == 256);
}

TEST_CASE("the lesson keeps its own undo history") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "2");
  must(e, ShowLarge{});
  must(e, with_tokens(64));
  must(e, Undo{});
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 2);
  must(e, ShowContents{});
  CHECK_FALSE(e.state().large.shown);
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 1);
}

TEST_CASE("settings outside the limits are refused with a message, and nothing changes") {
  Explorer e = small();
  must(e, ShowLarge{});
  for (const std::size_t tokens : {0, 1, 16385, 1 << 20}) CHECK(refusal(e, with_tokens(tokens)).contains("16,384"));
  SetLarge heads;
  heads.setup.heads = 17;
  CHECK(refusal(e, heads).contains("1 to 16 heads"));
  const std::string none = "There is no such head, token or window in this map.";
  CHECK(refusal(e, LookLarge{.head = 12}) == none);
  CHECK(refusal(e, LookLarge{.window = LookLarge::Window{0.5, 0.5, 0.5}}) == none);
  CHECK(refusal(e, LookLarge{.window = LookLarge::Window{std::nan(""), 0.5, 0.5}}) == none);
  CHECK(refusal(e, LookLarge{.cell = std::pair<std::size_t, std::size_t>{5000, 0}}) == none);
  CHECK(e.state().large.setup == large_map::Setup{});
  CHECK(e.state().large.look == LargeLook{});
}

TEST_CASE("reducing tokens or heads clears selections that no longer exist") {
  Explorer e = small();
  must(e, ShowLarge{});
  must(e, LookLarge{.head = 11, .cell = std::pair<std::size_t, std::size_t>{900, 3}});
  must(e, with_tokens(512));
  CHECK_FALSE(e.state().large.look.cell);
  SetLarge one = with_tokens(512);
  one.setup.heads = 1;
  must(e, one);
  CHECK(e.state().large.look.head == 0);
}

TEST_CASE("a link opens the same map, window and cell, and contains nothing of the lesson") {
  Explorer e = small();
  must(e, ShowLarge{});
  CHECK(e.link() == "view=large");
  SetLarge command = with_tokens(4096);
  command.setup.model = large_map::Model::random;
  command.setup.seed = 42;
  command.setup.layers = 2;
  command.setup.causal = false;
  must(e, command);
  must(e, LookLarge{.head = 14,
                    .mean = true,
                    .steps = ColorSteps::logarithmic,
                    .window = LookLarge::Window{8, 0.25, 0.75},
                    .cell = std::pair<std::size_t, std::size_t>{3000, 17},
                    .brush = std::pair<std::size_t, std::size_t>{20, 10},
                    .find = "the ship"});
  const std::string link = e.link();
  CHECK_FALSE(link.contains("lesson"));
  Explorer other = small();
  CHECK(other.open_link(link).empty());
  CHECK(other.state().large == e.state().large);
  CHECK(other.state().large.look.brush == std::pair<std::size_t, std::size_t>{10, 20});
  CHECK(other.link() == link);
}

TEST_CASE("invalid parts of a link are reported, and the rest opens") {
  Explorer e = small();
  CHECK(e.open_link("view=large&m.tokens=1&m.head=99&m.cell=5,x&m.nothing=1&m.colors=log") ==
        std::vector<std::string>{
            "4 parts of the link could not be read. They were left out, the first is “Cell: m.cell=5,x”."});
  CHECK(e.state().large.shown);
  CHECK(e.state().large.setup == large_map::Setup{});
  CHECK(e.state().large.look.head == 0);
  CHECK(e.state().large.look.steps == ColorSteps::logarithmic);
}

TEST_CASE("a setting of the large map that does not fit is reported by its name in words, and the rest opens") {
  struct Case {
    const char *part, *told;
  };
  for (const Case& c :
       {Case{"m.tokens=1", "Tokens: m.tokens=1"}, Case{"m.layers=13", "Layers: m.layers=13"},
        Case{"m.heads=0", "Heads in each: m.heads=0"}, Case{"m.seed=10000", "Seed: m.seed=10000"},
        Case{"m.head=99", "Head: m.head=99"}, Case{"m.zoom=2,7,0", "Zoom: m.zoom=2,7,0"},
        Case{"m.cell=5000,0", "Cell: m.cell=5000,0"}, Case{"m.rows=1,5000", "Compared rows: m.rows=1,5000"},
        Case{"m.of=sounds", "Tokens are: m.of=sounds"}, Case{"m.causal=2", "Causal mask: m.causal=2"}}) {
    CAPTURE(c.part);
    Explorer e = small();
    CHECK(e.open_link("view=large&m.model=random&m.pool=mean&" + std::string(c.part)) ==
          std::vector<std::string>{"A part of the link could not be read: “" + std::string(c.told) +
                                   "”. It was left out."});
    CHECK(e.state().large.setup.model == large_map::Model::random);
    CHECK(e.state().large.look.mean);
  }
}

TEST_CASE("the commands of the large map work as JSON") {
  Explorer e = small();
  REQUIRE(e.apply_json(R"({"type": "ShowLarge", "on": true})").has_value());
  REQUIRE(e.apply_json(R"({"type": "SetLarge", "tokens": 300, "model": "random", "causal": false, "seed": 5})")
              .has_value());
  CHECK(e.state().large.setup.tokens == 300);
  CHECK(e.state().large.setup.model == large_map::Model::random);
  CHECK_FALSE(e.state().large.setup.causal);
  REQUIRE(e.apply_json(R"({"type": "LookLarge", "cell": [7, 5], "zoom": 4, "x": 0.5, "y": 0.25})").has_value());
  CHECK(e.state().large.look.cell == std::pair<std::size_t, std::size_t>{7, 5});
  REQUIRE(e.apply_json(R"({"type": "LookLarge", "cell": []})").has_value());
  CHECK_FALSE(e.state().large.look.cell);
  CHECK_FALSE(e.apply_json(R"({"type": "SetLarge", "model": "clever"})").has_value());
  CHECK_FALSE(e.apply_json(R"({"type": "LookLarge", "cell": [1]})").has_value());
}

TEST_CASE("the reading view gets rows with their largest weights, never all cells") {
  Explorer e = small();
  must(e, ShowLarge{});
  must(e, with_tokens(16384));
  must(e, LookLarge{.head = 1});
  const auto page = parse(e.large_map().rows_json(16370, 20));
  const auto rows = page.root()["rows"].items();
  REQUIRE(rows.size() == 14);
  CHECK(rows[0]["largest"].items().size() == 3);
  // Head 2 attends to the previous token.
  CHECK(*rows[0]["largest"].items()[0]["label"].text() == e.large_map().computation().words()[16369] + " 16370");
  const std::string json = e.reading_json();
  CHECK(json.size() < 20'000);
  const auto reading = parse(json);
  const auto large = reading.root()["large"];
  CHECK(large["followed"]["largest"].items().size() == 8);
  CHECK(large["headNames"].items().size() == 12);
  CHECK(large["source"].text()->contains("not trained"));
  CHECK(reading.root()["tensors"].items().empty());
}

TEST_CASE("the weight of at least a half that reaches farthest is found, as a softmax in double precision says") {
  Explorer e = small();
  SetLarge setup;
  setup.setup.tokens = 200;
  REQUIRE(e.apply(ShowLarge{true}).has_value());
  REQUIRE(e.apply(setup).has_value());
  for (const std::size_t head : {std::size_t{2}, std::size_t{5}}) {
    CAPTURE(head);
    REQUIRE(e.apply(LookLarge{.head = head, .cell = std::optional<std::pair<std::size_t, std::size_t>>{}}).has_value());
    static_cast<void>(e.large_map().rows_json(0, 1));  // computes the vectors
    const large_map::Map& map = e.large_map().computation().map();
    REQUIRE(map.ready());
    REQUIRE(e.large_map().hunt());
    CHECK_FALSE(e.large_map().hunt()->apart);
    std::pair<std::size_t, std::size_t> farthest, weak;
    for (std::size_t row = 0; row < 200; ++row) {
      std::vector<double> exponentials(row + 1, 0.0);
      double sum = 0;
      for (std::size_t key = 0; key <= row; ++key) {
        double dot = 0;
        for (std::size_t i = 0; i < map.width(); ++i)
          dot += double{map.query()[row * map.width() + i]} * double{map.key()[key * map.width() + i]};
        sum += exponentials[key] = std::exp(dot * double{map.scale()});
      }
      for (std::size_t key = 0; key <= row; ++key) {
        const double weight = exponentials[key] / sum;
        if (weight < 0.1) weak = {row, key};
        if (weight >= 0.5 && row - key > farthest.first - farthest.second) farthest = {row, key};
      }
    }
    REQUIRE(farthest.first > farthest.second);
    REQUIRE(e.apply(LookLarge{.cell = weak}).has_value());
    CHECK_FALSE(e.large_map().hunt()->apart);
    REQUIRE(e.apply(LookLarge{.cell = std::pair<std::size_t, std::size_t>{0, 0}}).has_value());  // all of the first row
    CHECK(e.large_map().hunt()->apart == 0);
    CHECK_FALSE(e.large_map().hunt()->found);
    REQUIRE(e.apply(LookLarge{.cell = farthest}).has_value());
    CHECK(e.large_map().hunt()->apart == farthest.first - farthest.second);
    CHECK(e.large_map().hunt()->found);
    std::string told;
    e.large_map().write_hunt(told, *e.large_map().hunt());
    CHECK(told ==
          "Found: distance " + std::to_string(farthest.first - farthest.second) + ", and none reaches farther.");
  }
  setup.setup.tokens = 2048;  // more than are looked through
  REQUIRE(e.apply(setup).has_value());
  static_cast<void>(e.large_map().rows_json(0, 1));
  CHECK_FALSE(e.large_map().hunt());
}

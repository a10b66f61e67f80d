// The sentence of the contents: its numbers against a second computation, words of the reader's own, undo, links.
#include "explorer/hero/hero.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "explorer/hero/small_picture.hpp"
#include "explorer/support.hpp"
#include "support/languages.hpp"

using namespace explorer;
using namespace explorers;

namespace {

using Rows = std::vector<std::vector<double>>;

std::string hero_file() { return read_file(std::string(AE_SOURCE_DIR) + "/web/hero.json"); }

Explorer contents_page(std::string_view link = "view=contents") {
  Explorer page = open_page("worked-example");
  for (const std::string& language : languages::translations()) REQUIRE(page.load_language(language, "{}").has_value());
  std::ignore = page.open_link(link);
  const auto loaded = page.load_hero(hero_file());
  REQUIRE_MESSAGE(loaded.has_value(), loaded.error().path, ": ", loaded.error().message);
  return page;
}

Rows rows_of(const json::Value& list) {
  Rows rows;
  for (const json::Value& row : list.items()) {
    std::vector<double>& to = rows.emplace_back();
    for (const json::Value& number : row.items()) to.push_back(number.number().value());
  }
  return rows;
}

Rows product(const Rows& a, const Rows& b) {
  Rows out(a.size(), std::vector<double>(b.front().size(), 0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.front().size(); ++j)
      for (std::size_t k = 0; k < b.size(); ++k) out[i][j] += a[i][k] * b[k][j];
  return out;
}

Rows turned(const Rows& a) {
  Rows out(a.front().size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.front().size(); ++j) out[j][i] = a[i][j];
  return out;
}

Rows softmax(Rows a) {
  for (std::vector<double>& row : a) {
    double sum = 0;
    for (double& x : row) sum += x = std::exp(x);
    for (double& x : row) x /= sum;
  }
  return a;
}

void check_same(const MatrixView& shown, const Rows& wanted) {
  REQUIRE(shown.rows == wanted.size());
  REQUIRE(shown.columns == wanted.front().size());
  for (std::size_t row = 0; row < shown.rows; ++row)
    for (std::size_t column = 0; column < shown.columns; ++column)
      CHECK(shown.at(row, column).value == doctest::Approx(wanted[row][column]).epsilon(1e-5));
}

std::string followed(const HeroView& view) { return view.words[view.followed]; }

}  // namespace

TEST_CASE("every matrix of each given sentence is what double precision gives for the file's words") {
  const json::Document file = json::read(hero_file()).value();
  const json::Value root = file.root();
  for (const std::string& language : languages::all()) {
    const json::Value here = root["languages"][language.substr(0, language.find('-'))];
    Explorer page = contents_page("view=contents&lang=" + language);
    REQUIRE(here["sentences"].items().size() == 5);
    for (const json::Value& sentence : here["sentences"].items()) {
      must(page, SetSentence{std::string(*sentence.text())});
      const HeroView& view = page.contents().hero()->view();
      CAPTURE(view.sentence);
      CHECK(view.sentence == *sentence.text());
      CHECK(view.fresh == 0);
      CHECK(view.left_out == 0);
      Rows x;
      for (const std::string& word : view.words) {
        std::vector<double>& row = x.emplace_back();
        for (const json::Value& number : here["words"][word].items()) row.push_back(*number.number());
      }
      const Rows q = product(x, rows_of(root["w_query"])), k = product(x, rows_of(root["w_key"])),
                 v = product(x, rows_of(root["w_value"]));
      const Rows s = product(q, turned(k)), a = softmax(s);
      check_same(view[HeroPart::x], x);
      check_same(view[HeroPart::q], q);
      check_same(view[HeroPart::k], k);
      check_same(view[HeroPart::v], v);
      check_same(view[HeroPart::s], s);
      check_same(view[HeroPart::a], a);
      check_same(view[HeroPart::z], product(a, v));
    }
  }
}

TEST_CASE("at rest the first sentence is shown and its bank is followed, to the river most of all") {
  const Explorer page = contents_page();
  const HeroView& view = page.contents().hero()->view();
  CHECK(view.sentence == "the bank of the river was muddy");
  CHECK(followed(view) == "bank");
  const MatrixView& a = view[HeroPart::a];
  for (std::size_t word = 0; word < view.words.size(); ++word)
    CHECK(a.at(view.followed, word).value <= a.at(view.followed, 4).value);
  CHECK(view.words[4] == "river");
  const ExplanationView* told = page.contents().hero()->explorer().explanation();
  REQUIRE(told != nullptr);
  CHECK(told->cell.node == view[HeroPart::z].tensor.node);
  CHECK(told->cell.index[0] == view.followed);
}

TEST_CASE("a sentence that was given is shown in the language that is chosen; bank is followed there, too") {
  Explorer page = contents_page();
  must(page, SetSentence{page.contents().hero()->view().given[1]});
  must(page, SetLanguage{"de"});
  CHECK(page.contents().hero()->view().sentence == page.contents().hero()->view().given[1]);
  CHECK(page.contents().hero()->view().words.front() == "die");
  CHECK(followed(page.contents().hero()->view()) == "Bank");
  must(page, SetLanguage{"en"});
  CHECK(page.contents().hero()->view().words.front() == "the");
}

TEST_CASE("new words get PyTorch's random numbers in the order in which they first occur, and are named as random") {
  Explorer page = contents_page();
  must(page, SetSentence{"The zebra, the River and the ZEBRA!"});
  const HeroView& view = page.contents().hero()->view();
  CHECK(view.words == std::vector<std::string>{"The", "zebra", "the", "River", "and", "the", "ZEBRA"});
  CHECK(view.fresh == 2);  // zebra, and
  // torch.manual_seed(7); torch.randn(2, 4)
  const std::array<float, 4> zebra = {-0.1468f, 0.7861f, 0.9468f, -1.1143f},
                             also = {1.6908f, -0.8948f, -0.3556f, 1.2324f};
  const MatrixView& x = view[HeroPart::x];
  for (std::size_t column = 0; column < 4; ++column) {
    CHECK(x.at(1, column).value == doctest::Approx(zebra[column]).epsilon(1e-3));
    CHECK(x.at(6, column).value == x.at(1, column).value);
    CHECK(x.at(4, column).value == doctest::Approx(also[column]).epsilon(1e-3));
    CHECK(x.at(3, column).value == (column == 0 ? 3 : 0));  // river
  }
  CHECK(x.tensor.random.contains("seed 7"));
  must(page, SetSentence{""});
  CHECK(page.contents().hero()->view()[HeroPart::x].tensor.random == "");
}

TEST_CASE("of a longer sentence the first nine words are shown; without a word it is refused and the old one stays") {
  Explorer page = contents_page();
  must(page, SetSentence{"one two three four five six seven eight nine ten eleven"});
  CHECK(page.contents().hero()->view().words.size() == 9);
  CHECK(page.contents().hero()->view().left_out == 2);
  CHECK(page.contents().hero()->view().sentence.ends_with("eleven"));
  for (const char* wordless : {"  ", "?!", "…"}) {
    const auto refused = page.apply(SetSentence{wordless});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message == "Type at least one word.");
  }
  CHECK_FALSE(page.apply(SetSentence{std::string(201, 'a')}).has_value());
  CHECK(page.contents().hero()->view().left_out == 2);
  CHECK_FALSE(page.apply(FollowWord{9}).has_value());
}

TEST_CASE("following a word moves the row and what is explained; pointing at a cell only what is explained") {
  Explorer page = contents_page();
  must(page, FollowWord{6});
  CHECK(followed(page.contents().hero()->view()) == "muddy");
  CHECK(page.contents().hero()->explorer().explanation()->cell.index[0] == 6);
  must(page, LookHero{"s", {0, 2}});
  CHECK(followed(page.contents().hero()->view()) == "muddy");
  CHECK(page.contents().hero()->explorer().explanation()->cell.index == graph::Index{0, 2});
  must(page, LookHero{});
  CHECK(page.contents().hero()->explorer().explanation()->cell.index[0] == 6);
}

TEST_CASE("undo takes back a sentence, not a lesson's numbers; typing is one step of it") {
  Explorer page = contents_page();
  CHECK_FALSE(page.contents().can_undo());
  for (const char* typed : {"a", "a dog", "a dog barks"}) must(page, SetSentence{typed, true});
  must(page, SetSentence{"the river"});
  must(page, Undo{});
  CHECK(page.state().hero.sentence == "a dog barks");
  must(page, Undo{});
  CHECK(page.state().hero.sentence == "");
  CHECK_FALSE(page.contents().can_undo());
  must(page, Redo{});
  CHECK(page.state().hero.sentence == "a dog barks");
}

TEST_CASE("links keep the sentence and the word, and report what does not fit") {
  Explorer page = contents_page();
  CHECK(page.link() == "view=contents");
  must(page, SetSentence{"a & b = ü"});
  must(page, FollowWord{1});
  const std::string link = page.link();
  Explorer other = contents_page(link);
  CHECK(other.link() == link);
  CHECK(other.state().hero == HeroState{"a & b = ü", 1});
  CHECK(followed(other.contents().hero()->view()) == "b");
  CHECK(other.open_link("view=contents&s=%3F&word=77").size() == 1);
  CHECK(other.contents().hero()->view().sentence == "the bank of the river was muddy");
  std::ignore = other.open_link(link);
  std::ignore = other.open_link("lesson=worked-example");  // a lesson's link leaves it alone
  CHECK_FALSE(other.link().contains("word="));
  must(other, ShowContents{true});
  CHECK(other.link() == link);
}

TEST_CASE("the reading view has the sentence, what its word takes from each word, and the result") {
  Explorer page = contents_page();
  const json::Document reading = json::read(page.reading_json()).value();
  const json::Value hero = reading.root()["hero"];
  const HeroView& view = page.contents().hero()->view();
  CHECK(hero["sentence"].text() == view.sentence);
  CHECK(hero["given"].items().size() == 5);
  REQUIRE(hero["rows"].items().size() == 7);
  CHECK(hero["rows"].items()[4]["weight"].text() == view[HeroPart::a].at(1, 4).text);
  CHECK(hero["result"].items()[0].text() == view[HeroPart::z].at(1, 0).text);
  CHECK(hero["features"].items()[0].text() == "water");
  CHECK(hero["beside"].text() == "the bank lent us the money");
  const explorer::HeroView& beside = page.contents().beside()->view();
  CHECK(hero["besideResult"].items()[1].text() == beside[HeroPart::z].at(1, 1).text);
  must(page, ShowContents{false});
  CHECK(json::read(page.reading_json()).value().root()["hero"].is_null());
}

TEST_CASE("a damaged file of the hero is refused") {
  Explorer page = open_page("worked-example");
  must(page, ShowContents{true});
  CHECK_FALSE(page.load_hero("{").has_value());
  CHECK_FALSE(page.load_hero("{}").has_value());
  CHECK(page.contents().hero() == nullptr);
}

TEST_CASE("the small pictures are read as shades in base 36, and one of the wrong size is an error") {
  const auto with = [](const std::string& picture) {
    std::string file = hero_file();
    return file.insert(file.rfind('}'), R"(, "pictures": {"large": )" + picture + "}");
  };
  Explorer page = contents_page();
  CHECK(page.contents().picture("large") == nullptr);
  REQUIRE(page.load_hero(with(R"({ "rows": 2, "columns": 3, "shades": "z00i9z" })")).has_value());
  const SmallPicture& picture = *page.contents().picture("large");
  CHECK(picture.rows == 2);
  CHECK(picture.columns == 3);
  CHECK(page.contents().picture("model") == nullptr);
  const std::vector<float> wanted{1, 0, 0, 18.0f / 35, 9.0f / 35, 1};
  CHECK(picture.shades == wanted);
  for (const char* wrong : {R"({ "rows": 2, "columns": 3, "shades": "z00i9" })", R"({ "rows": 2, "shades": "z0" })",
                            R"({ "rows": 1, "columns": 2, "shades": "z-" })",
                            R"({ "rows": 4294967296, "columns": 4294967296, "shades": "" })"})
    CHECK(page.load_hero(with(wrong)).error().path == "/pictures/large");
}

TEST_CASE("a sentence whose words the page's own model knows is told apart, by the letters as they are written") {
  const auto with = [](const std::string& words) {
    std::string file = hero_file();
    return file.insert(file.rfind('}'), R"(, "vocabulary": )" + words);
  };
  Explorer page = contents_page();
  REQUIRE(page.load_hero(with(R"(["Mary", "has", "a", "cat", "."])")).has_value());
  const auto trained = [&](const std::string& sentence) {
    must(page, SetSentence{sentence});
    return page.contents().hero()->view().trained;
  };
  CHECK(trained("Mary has a cat."));
  CHECK_FALSE(trained("mary has a cat."));
  CHECK_FALSE(trained("Mary has a dog."));
  CHECK(json::read(page.reading_json()).value().root()["hero"]["trained"].boolean() == false);
}

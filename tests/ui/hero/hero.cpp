// The hero of the contents at every size and in both languages: layout, ribbons, what is followed and explained.
#include "ui/hero/hero_layout.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "explorer/json/json.hpp"
#include "ui/support/harness.hpp"

using explorer::HeroPart;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

struct HeroWindow {
  float width, height;
};
constexpr HeroWindow hero_windows[] = {{1440, 900}, {1280, 720}, {1024, 768}, {1920, 1080},
                                       {720, 420},  {390, 844},  {320, 568}};
constexpr HeroPart hero_all_parts[] = {HeroPart::x, HeroPart::q, HeroPart::k, HeroPart::v,
                                       HeroPart::s, HeroPart::a, HeroPart::z};

std::string from_web(const std::string& file) {
  return ui_test::read_file(std::string(AE_SOURCE_DIR) + "/web/" + file);
}

// The German sentences as the page gives them to the core: ids and texts.
std::string german_sentences() {
  std::string out = "{";
  const explorer::json::Document document = explorer::json::read(from_web("words/de/interface.json")).value();
  for (const auto& [id, sentence] : document.root().members()) {
    if (!sentence["text"].exists() || id.starts_with('$')) continue;
    if (out.size() > 1) out += ',';
    out += '"' + std::string(id) + "\":\"";
    for (const char c : *sentence["text"].text()) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }
  return out + "}";
}

void show_hero(Harness& page, std::string_view link = "view=contents") {
  if (link.contains("lang=de")) REQUIRE(page.explorer.load_language("de", german_sentences()).has_value());
  std::ignore = page.explorer.open_link(link);
  REQUIRE(page.explorer.load_hero(from_web("hero.json")).has_value());
  page.settle();
}

const explorer::HeroView& view_of(const Harness& page) { return page.explorer.hero()->view(); }

}  // namespace

TEST_CASE("the matrices keep clear of each other and within the page, for one to nine words and any width") {
  for (const float width : {900.0f, 976.0f, 1184.0f, 1344.0f}) {
    for (std::size_t words = 1; words <= explorer::most_hero_words; ++words) {
      CAPTURE(width);
      CAPTURE(words);
      ui::HeroSizes sizes;
      sizes.words = words;
      sizes.features = 4;
      sizes.width = 3;
      sizes.name = 90;
      const ui::HeroLayout layout = ui::lay_hero(sizes, 48, 48 + width, 100, 366);
      CHECK_FALSE(layout.fan);
      for (const HeroPart part : hero_all_parts) {
        CHECK(ui::within(layout[part], layout.area));
        CHECK_FALSE(ui::overlap(layout[part], layout.names));
        CHECK_FALSE(ui::overlap(layout[part], layout.result_name));
        for (const HeroPart other : hero_all_parts)
          if (part != other) CHECK_FALSE(ui::overlap(layout[part], layout[other]));
      }
      CHECK(layout.result_name.x1 <= 48 + width + 0.5f);
      CHECK(layout[HeroPart::s].x0 - layout[HeroPart::q].x1 > 30);  // room for ribbons
      CHECK(layout[HeroPart::z].x0 - layout[HeroPart::a].x1 > 40);
      CHECK(layout.row(HeroPart::x, words - 1).y0 == layout.row(HeroPart::z, words - 1).y0);
    }
  }
}

TEST_CASE("ribbons are as wide as their weights, but at least 1, and lie side by side") {
  const std::vector<float> weights = {0.022f, 0.16f, 0.004f, 0.57f, 0.244f};
  std::vector<float> edges;
  ui::stack_ribbons(weights, 52, 400, edges);
  REQUIRE(edges.size() == 2 * weights.size());
  for (std::size_t word = 0; word < weights.size(); ++word) {
    const float width = edges[2 * word + 1];
    CHECK(width == doctest::Approx(weights[word] > 1 / 52.0f ? weights[word] * 52 : 1));
    if (word == 0) continue;
    CHECK(edges[2 * word] - width / 2 == doctest::Approx(edges[2 * word - 2] + edges[2 * word - 1] / 2));
  }
  const float top = edges[0] - edges[1] / 2, end = edges[edges.size() - 2] + edges.back() / 2;
  CHECK((top + end) / 2 == doctest::Approx(400));
}

TEST_CASE("at every size, in both languages, dark and light, no text of the hero covers another or is cut") {
  for (const HeroWindow window : hero_windows) {
    for (const char* link : {"view=contents", "view=contents&lang=de",
                             "view=contents&s=an+extraordinarily+long+word+in+nine+unknown+words+here"}) {
      CAPTURE(window.width);
      CAPTURE(link);
      Harness page(open_lesson(), window.width, window.height);
      show_hero(page, link);
      page.resize(window.width, 2000);
      page.settle();
      const std::vector<Harness::Text> all = page.texts();
      CHECK(all.size() > 10);
      for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i].where.x0 >= 0);
        CHECK(all[i].where.x1 <= window.width);
        for (std::size_t j = i + 1; j < all.size(); ++j)
          CHECK_MESSAGE(!ui::overlap(ui::grown(all[i].where, -0.5f), ui::grown(all[j].where, -0.5f)),
                        all[i].words << " / " << all[j].words);
      }
    }
  }
}

TEST_CASE("pointing at a word follows it; its row has the numbers, and the line explains its result") {
  for (const HeroWindow window : {HeroWindow{1440, 900}, HeroWindow{720, 420}}) {
    CAPTURE(window.width);
    Harness page(open_lesson(), window.width, 1200);
    page.resize(window.width, 1200);
    show_hero(page);
    CHECK(view_of(page).followed == 1);
    if (window.width < 800) page.click_at("hero-word:6");
    else page.point_at("hero-word:6");
    page.settle();
    CHECK(view_of(page).followed == 6);
    CHECK(page.explorer.link() == "view=contents&word=7");
    const std::string z = view_of(page)[HeroPart::z].at(6, 0).text;
    CHECK(std::ranges::contains(page.texts(), z, &Harness::Text::words));
    CHECK(page.where("provenance-line").has_value());
    CHECK(page.explorer.hero()->explorer().explanation()->cell.index[0] == 6);
  }
}

TEST_CASE("pointing at a cell of any row explains it and follows nothing; leaving it explains the result again") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  const ui::Rect scores = page.where("hero:s").value();
  page.point(scores.x1 - 10, scores.y1 - 10);
  page.settle();
  CHECK(view_of(page).followed == 1);
  const explorer::Explorer& hero = page.explorer.hero()->explorer();
  CHECK(hero.explanation()->cell == graph::CellRef{*hero.graph().find("s"), {6, 6}});
  page.point(5, 890);
  page.settle();
  CHECK(hero.explanation()->cell.node == *hero.graph().find("z"));
}

TEST_CASE("a click on a matrix opens the step in which it is made") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  for (const auto& [id, step] : {std::pair("hero:x", "inputs"),
                                 {"hero:q", "keys-values-queries"},
                                 {"hero:s", "scores"},
                                 {"hero:a", "softmax"},
                                 {"hero:z", "output"}}) {
    page.click_at(id);
    CHECK(page.opened == "worked-example");
    CHECK(page.opened_step == step);
    CHECK(std::ranges::contains(open_lesson().view().steps, std::string(step), &explorer::StepEntry::id));
  }
}

TEST_CASE("the hero by keyboard: up and down follow a word, left and right go from number to number") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  REQUIRE(page.focus_on("hero-words"));
  CHECK_MESSAGE(
      page.interface.said().contains("bank, word, up and down choose another, bank 0.16, river 0.57, muddy 0.18"),
      page.interface.said());
  page.press(ImGuiKey_UpArrow);
  page.settle();
  CHECK(view_of(page).followed == 0);
  page.press(ImGuiKey_End);
  page.settle();
  CHECK(view_of(page).followed == 6);
  REQUIRE(page.focus_on("hero:a"));
  page.press(ImGuiKey_RightArrow);
  page.settle();
  const explorer::Explorer& hero = page.explorer.hero()->explorer();
  CHECK(hero.explanation()->cell == graph::CellRef{*hero.graph().find("a"), {6, 1}});
  CHECK(page.interface.said().contains(hero.explanation()->spoken));
}

TEST_CASE("the ribbons grow once on arrival and when another word is followed, and then nothing moves") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  const int again = page.settle();
  CHECK(again == 1);
  page.point_at("hero-word:4");
  CHECK(page.settle() > 20);  // 480 ms
  CHECK(page.settle() == 1);
  Harness still(open_lesson(), 1440, 900);
  still.around.reduced_motion = true;
  show_hero(still);
  still.point_at("hero-word:4");
  CHECK(still.settle() < 10);
}

TEST_CASE("one's own sentence is typed in the page's field, refused without a word, and undone") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  page.click_at("hero-own");
  page.settle();
  REQUIRE(page.last_frame.edit.has_value());
  CHECK(page.last_frame.edit->words);
  CHECK(page.last_frame.edit->text == "the bank of the river was muddy");
  page.interface.edit_typed("a boat");
  page.settle();
  CHECK(view_of(page).words == std::vector<std::string>{"a", "boat"});
  page.interface.edit_typed("!");
  page.settle();
  CHECK(page.refused == "Type at least one word.");
  CHECK(view_of(page).words.size() == 2);
  page.interface.edit_done("a boat on the river");
  page.settle();
  CHECK_FALSE(page.last_frame.edit.has_value());
  CHECK(view_of(page).words.size() == 5);
  CHECK(page.explorer.link() == "view=contents&s=a%20boat%20on%20the%20river");
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  page.settle();
  CHECK(view_of(page).sentence == "the bank of the river was muddy");
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiMod_Shift);
  page.settle();
  CHECK(view_of(page).words.size() == 5);
  page.click_at("hero-another");
  page.settle();
  CHECK(view_of(page).sentence == view_of(page).given[0]);
}

// The hero of the contents at every size and in both languages: layout, ribbons, what is followed and explained.
#include "ui/hero/hero_layout.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "explorer/json/json.hpp"
#include "support/languages.hpp"
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

// The sentences of a language as the page gives them to the core: ids and texts.
std::string sentences_of(const std::string& language) {
  std::string out = "{";
  const explorer::json::Document document =
      explorer::json::read(from_web("words/" + language + "/interface.json")).value();
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
  for (const std::string& language : languages::translations())
    if (link.ends_with("lang=" + language))
      REQUIRE(page.explorer.load_language(language, sentences_of(language)).has_value());
  std::ignore = page.explorer.open_link(link);
  REQUIRE(page.explorer.load_hero(from_web("hero.json")).has_value());
  page.settle();
}

const explorer::HeroView& view_of(const Harness& page) { return page.explorer.contents().hero()->view(); }

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

TEST_CASE("at every size, in every language, dark and light, no text of the hero covers another or is cut") {
  std::vector<std::string> links{"view=contents&s=an+extraordinarily+long+word+in+nine+unknown+words+here"};
  for (const std::string& language : languages::all()) links.push_back("view=contents&lang=" + language);
  for (const HeroWindow window : hero_windows) {
    for (const std::string& link : links) {
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

TEST_CASE("pointing at a word follows it; its result is shown, and the line explains it") {
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
    CHECK(page.explorer.contents().hero()->explorer().explanation()->cell.index[0] == 6);
  }
}

TEST_CASE("a finger that moves along the words follows each") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  page.resize(390, 844);
  show_hero(page);
  const ui::Rect river = page.where("hero-word:4").value(), muddy = page.where("hero-word:6").value();
  page.point(river.middle_x(), river.middle_y());
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  page.frame();
  CHECK(view_of(page).followed == 4);
  page.point(muddy.middle_x(), muddy.middle_y());
  page.frame();
  CHECK(view_of(page).followed == 6);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.settle();
  CHECK(view_of(page).followed == 6);
}

TEST_CASE("the same word in another sentence is beside it, with its own result, and a click shows that sentence") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  const explorer::Hero* beside = page.explorer.contents().beside();
  REQUIRE(beside != nullptr);
  CHECK(beside->view().sentence == "the bank lent us the money");
  const auto result = [](const explorer::HeroView& view) {
    std::vector<float> row;
    for (std::size_t column = 0; column < view[HeroPart::z].columns; ++column)
      row.push_back(view[HeroPart::z].at(view.followed, column).value);
    return row;
  };
  // Water in one sentence, money in the other.
  const std::vector<float> here = result(view_of(page)), there = result(beside->view());
  CHECK(here[0] > 3 * here[1]);
  CHECK(there[1] > 3 * there[0]);
  const auto texts = page.texts();
  CHECK(std::ranges::contains(texts, beside->view()[HeroPart::z].at(1, 1).text, &Harness::Text::words));
  page.click_at("hero-beside");
  page.settle();
  CHECK(view_of(page).sentence == "the bank lent us the money");
  CHECK(view_of(page).words[view_of(page).followed] == "bank");
  CHECK(page.explorer.contents().beside()->view().sentence == "the bank of the river was muddy");
  CHECK(page.opened.empty());
  // Small words mean nothing that could differ.
  page.point_at("hero-word:0");
  page.settle();
  CHECK(page.explorer.contents().beside() == nullptr);
}

TEST_CASE("pointing at a weight or at the result explains it; leaving it explains the largest of the result again") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  const explorer::Explorer& hero = page.explorer.contents().hero()->explorer();
  const ui::Rect river = page.where("hero-word:4").value(), weights = page.where("hero:a").value();
  page.point(river.middle_x(), weights.middle_y());
  page.settle();
  CHECK(view_of(page).followed == 1);
  CHECK(hero.explanation()->cell == graph::CellRef{*hero.graph().find("a"), {1, 4}});
  const ui::Rect rows = page.where("hero:z").value();
  page.point(rows.middle_x(), rows.y1 - 5);
  page.settle();
  CHECK(hero.explanation()->cell == graph::CellRef{*hero.graph().find("z"), {1, 2}});
  CHECK(hero.explanation()->spoken.contains("music"));
  page.point(5, 890);
  page.settle();
  CHECK(hero.explanation()->cell == graph::CellRef{*hero.graph().find("z"), {1, 0}});
}

TEST_CASE("all matrices unfold on demand; pointing at a cell of any row explains it, and no click leaves the page") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  CHECK_FALSE(page.where("hero:s").has_value());
  page.click_at("hero-matrices");
  page.settle();
  const ui::Rect scores = page.where("hero:s").value();
  page.point(scores.x1 - 10, scores.y1 - 10);
  page.settle();
  CHECK(view_of(page).followed == 1);
  const explorer::Explorer& hero = page.explorer.contents().hero()->explorer();
  CHECK(hero.explanation()->cell == graph::CellRef{*hero.graph().find("s"), {6, 6}});
  for (const char* id : {"hero:x", "hero:q", "hero:s", "hero:a", "hero:z"}) page.click_at(id);
  CHECK(page.opened.empty());
  page.click_at("hero-matrices");
  page.settle();
  CHECK_FALSE(page.where("hero:s").has_value());
}

TEST_CASE("one large button begins the first lesson") {
  for (const HeroWindow window : hero_windows) {
    Harness page(open_lesson(), window.width, window.height);
    show_hero(page);
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path("why")), {}, {}, "en");
    REQUIRE(card.has_value());
    page.contents.cards.push_back(std::move(*card));
    page.resize(window.width, 2000);
    explorer::mark_path(page.contents);
    page.settle();
    page.click_at("begin");
    CHECK(page.opened == "why");
  }
}

TEST_CASE("the hero by keyboard: arrows follow a word, and in its weights go from number to number") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  REQUIRE(page.focus_on("hero-words"));
  CHECK_MESSAGE(
      page.interface.said().contains("bank, word, arrow keys choose another, bank 0.16, river 0.57, muddy 0.18"),
      page.interface.said());
  page.press(ImGuiKey_LeftArrow);
  page.settle();
  CHECK(view_of(page).followed == 0);
  page.press(ImGuiKey_End);
  page.settle();
  CHECK(view_of(page).followed == 6);
  REQUIRE(page.focus_on("hero:a"));
  page.press(ImGuiKey_RightArrow);
  page.settle();
  const explorer::Explorer& hero = page.explorer.contents().hero()->explorer();
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
  CHECK(page.explorer.state().edit->words());
  CHECK(page.explorer.state().edit->text == "the bank of the river was muddy");
  page.type_text("a boat");
  page.settle();
  CHECK(view_of(page).words == std::vector<std::string>{"a", "boat"});
  page.type_text("!");
  page.settle();
  CHECK(page.refused == "Type at least one word.");
  CHECK(view_of(page).words.size() == 2);
  page.enter_text("a boat on the river");
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

TEST_CASE("a sentence whose words the page's own model knows opens in its screen") {
  Harness page(open_lesson(), 1440, 900);
  show_hero(page);
  std::string file = from_web("hero.json");
  file.insert(file.rfind('}'), R"(, "vocabulary": ["Mary", "has", "a", "cat"])");
  REQUIRE(page.explorer.load_hero(file).has_value());
  page.settle();
  CHECK_FALSE(page.where("hero-trained"));
  REQUIRE(page.explorer.apply(explorer::SetSentence{"Mary has a cat"}).has_value());
  page.settle();
  page.click_at("hero-trained");
  CHECK(page.explorer.state().model.shown);
  CHECK(page.explorer.state().model.source == "small");
  CHECK(page.explorer.state().model.input.text == "Mary has a cat");
}

// The contents on every size of screen: a card for each lesson, reached by mouse and by keyboard.
#include "ui/support/harness.hpp"

#include <doctest/doctest.h>

#include "imgui_internal.h"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

const explorer::Contents& all_lessons() {
  static const explorer::Contents contents = [] {
    explorer::Contents made;
    for (const char* name : {"why", "worked-example", "basic-self-attention", "causal-ladder", "multi-head", "sentence",
                             "column-vectors"}) {
      auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path(name)), {}, {}, "en");
      REQUIRE(card.has_value());
      made.cards.push_back(std::move(*card));
    }
    explorer::mark_path(made);
    return made;
  }();
  return contents;
}

void show_contents(Harness& page) {
  page.contents = all_lessons();
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  page.settle();
}

bool shows(const ImFontGlyph& glyph, const ImDrawVert& upper_left, const ImDrawVert& lower_right) {
  return upper_left.uv.x == glyph.U0 && upper_left.uv.y == glyph.V0 && lower_right.uv.x == glyph.U1 &&
         lower_right.uv.y == glyph.V1;
}

// The characters drawn within a rectangle of the canvas, in drawing order; spaces are not drawn.
std::string letters_in(const ui::Rect& place) {
  std::string letters;
  ImStableVector<ImFontBaked, 32>& faces = ImGui::GetIO().Fonts->Builder->BakedPool;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (int i = 0; i + 3 < list->VtxBuffer.Size; ++i) {
      const ImDrawVert &from = list->VtxBuffer[i], &to = list->VtxBuffer[i + 2];
      if (!place.contains({from.pos.x, from.pos.y})) continue;
      for (int face = 0; face < faces.Size; ++face) {
        const auto& glyphs = faces[face].Glyphs;
        const ImFontGlyph* glyph = std::find_if(glyphs.begin(), glyphs.end(), [&](const ImFontGlyph& each) {
          return each.Visible && each.Codepoint < 0x80 && shows(each, from, to);
        });
        if (glyph == glyphs.end()) continue;
        letters += static_cast<char>(glyph->Codepoint);
        break;
      }
    }
  }
  return letters;
}

}  // namespace

TEST_CASE("a card shows where its lesson was left: at a step, or at the end") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  for (const auto& [link, words] : {std::pair("lesson=sentence&step=scale-softmax", "Continueatstep"),
                                    std::pair("lesson=sentence&step=end", "Continueattheend:Summary")}) {
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path("sentence")), {link, ""}, {}, "en");
    REQUIRE(card.has_value());
    page.contents.cards[5] = std::move(*card);
    page.settle();
    page.frame();
    CHECK_MESSAGE(letters_in(page.where("card:sentence").value()).contains(words),
                  letters_in(page.where("card:sentence").value()));
  }
}

TEST_CASE("a card shows what its lesson takes and needs, and one card where to start or to go on, uncut at any size") {
  struct Size {
    float width, height;
  };
  for (const Size size : {Size{1440, 900}, Size{1280, 720}, Size{1024, 768}, Size{390, 844}, Size{720, 420}}) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, size.height);
    show_contents(page);
    const auto first = letters_in(page.where("card:why").value());
    CHECK_MESSAGE(first.starts_with("1Starthere12min5steps"), first);
    CHECK_MESSAGE(first.contains("Needs:nothing"), first);
    CHECK_FALSE(letters_in(page.where("card:worked-example").value_or(ui::Rect{})).contains("Starthere"));

    auto begun = explorer::make_card(ui_test::read_file(ui_test::lesson_path("why")),
                                     {"lesson=why&step=end", "average"}, {}, "en");
    REQUIRE(begun.has_value());
    page.contents.cards[0] = std::move(*begun);
    page.contents.last = "why";
    explorer::mark_path(page.contents);
    page.settle();
    page.frame();
    CHECK_FALSE(letters_in(page.where("card:why").value()).contains("Starthere"));
    CHECK(letters_in(page.where("card:why").value()).starts_with("112min"));
    for (int i = 0; i < 200 && page.where("card:worked-example")->y1 > size.height; ++i) {
      page.point(size.width / 2, size.height / 2);
      ImGui::GetIO().AddMouseWheelEvent(0, -1);
      page.frame();
    }
    page.settle();
    const auto next = letters_in(page.where("card:worked-example").value());
    CHECK_MESSAGE(next.starts_with("2Goon35min10steps"), next);
  }
}

TEST_CASE("the large map is the last place of the path; only asides come after it") {
  for (const float width : {1440.0f, 390.0f}) {
    Harness page(open_lesson(), width, 4000);
    INFO(width);
    show_contents(page);
    for (const auto& [id, at] : page.items()) {
      if (!id.starts_with("card:")) continue;
      CHECK_FALSE(ui::overlap(at, *page.where("large")));
      INFO(id);
      const bool before = std::ranges::find(page.contents.cards, id.substr(5), &explorer::Card::id)->aside.empty();
      CHECK(before == (at.y0 < page.where("large")->y0 || at.x0 < page.where("large")->x0));
    }
    page.click_at("large");
    CHECK(page.explorer.state().large.shown);
  }
}

TEST_CASE("a click on a card opens its lesson") {
  Harness page(open_lesson(), 1440, 1200);  // all cards without scrolling
  show_contents(page);
  for (const explorer::Card& card : all_lessons().cards) {
    page.opened.clear();
    page.click_at("card:" + card.id);
    CHECK(page.opened == card.id);
  }
}

TEST_CASE("the contents by keyboard: arrows go from card to card, Enter opens") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  page.press(ImGuiKey_Tab);
  page.press(ImGuiKey_RightArrow);
  page.press(ImGuiKey_DownArrow);
  page.press(ImGuiKey_Enter);
  CHECK(page.opened == all_lessons().cards[5].id);  // four cards a row: one right, one down
}

TEST_CASE("cards do not overlap, stay within the canvas sideways, and are large enough for a finger") {
  struct Size {
    float width, height;
  };
  for (const Size size :
       {Size{1440, 900}, Size{1024, 768}, Size{390, 844}, Size{720, 420}, Size{280, 560}, Size{3840, 2160}}) {
    Harness page(open_lesson(), size.width, size.height);
    show_contents(page);
    INFO(size.width << "x" << size.height);
    std::vector<ui::Rect> cards;
    for (const auto& [id, at] : page.items())
      if (id.starts_with("card:")) cards.push_back(at);
    REQUIRE_FALSE(cards.empty());
    for (std::size_t i = 0; i < cards.size(); ++i) {
      CHECK(cards[i].x0 >= 8);
      CHECK(cards[i].x1 <= size.width - 8);
      CHECK(cards[i].height() >= 44);
      for (std::size_t j = i + 1; j < cards.size(); ++j) CHECK_FALSE(ui::overlap(cards[i], cards[j]));
    }
  }
}

TEST_CASE("under the lesson's name is a menu: a row for each lesson on the path, and the contents") {
  for (const auto& [width, height] : {std::pair{1440.0f, 900.0f}, {1024.0f, 768.0f}}) {
    Harness page(open_lesson(), width, height);
    page.settle();
    page.click_at("lessons");
    CHECK(std::ranges::count(page.requests, ui::Request::bring_lessons) == 1);
    page.contents = all_lessons();  // as the page answers
    page.settle();
    float above = 0;
    for (const explorer::Card& card : page.contents.cards) {
      CAPTURE(card.id);
      const auto row = page.where("lesson:" + card.id);
      REQUIRE(row);
      CHECK(row->y0 >= above);
      CHECK(row->height() >= 44);
      above = row->y1;
    }
    page.click_at("lesson:why");
    CHECK(page.opened == "why");
    page.settle();
    CHECK_FALSE(page.where("popover"));

    page.click_at("lessons");
    page.settle();
    page.click_at("all-lessons");
    CHECK(page.explorer.state().contents);
  }
}

TEST_CASE("on a phone a lesson's menu leads to the contents") {
  Harness phone(open_lesson(), 390, 844);
  phone.settle();
  phone.click_at("menu");
  phone.settle();
  phone.click_at("lessons");
  CHECK(phone.explorer.state().contents);
}

TEST_CASE("an embed has no contents, since its host page has chosen the lesson") {
  Harness page(open_lesson(), 720, 420);
  page.around.embed = true;
  show_contents(page);
  CHECK_FALSE(page.where("card:sentence").has_value());
  CHECK(page.where("next").has_value());
}

namespace {

constexpr const char* site_pages[] = {"course", "glossary", "write", "author"};

std::string page_id(std::string_view name) { return "page:" + std::string(name); }

}  // namespace

TEST_CASE("below the cards are links to the pages that are offered, and a click asks for them by name") {
  struct Size {
    float width, height;
  };
  for (const Size size : {Size{1440, 900}, Size{390, 844}, Size{720, 420}, Size{280, 560}}) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, size.height);
    show_contents(page);
    for (const char* name : site_pages) CHECK_FALSE(page.where(page_id(name)).has_value());
    CHECK_FALSE(std::ranges::contains(page.interface.groups(), "pages"));

    page.contents.pages.assign(std::begin(site_pages), std::end(site_pages));
    page.resize(size.width, 4000);
    page.settle();
    for (const char* name : site_pages) {
      const auto where = page.where(page_id(name));
      REQUIRE(where.has_value());
      CHECK(where->y0 >= page.where("large")->y1);
      CHECK(where->x0 >= 8);
      CHECK(where->x1 <= size.width - 8);
      CHECK(where->height() >= (size.width < 600 ? 44 : 32));
      for (const char* other : site_pages)
        if (other != name) CHECK_FALSE(ui::overlap(*where, *page.where(page_id(other))));
      page.address.clear();
      page.click_at(page_id(name));
      CHECK(page.address == name);
    }
  }
}

TEST_CASE("the links below the cards by keyboard: a stop of Tab between cards and bar, scrolled into view") {
  for (const float height : {900.0f, 420.0f}) {
    INFO(height);
    Harness page(open_lesson(), 720, height);
    show_contents(page);
    page.contents.pages.assign(std::begin(site_pages), std::end(site_pages));
    page.settle();
    CHECK(page.interface.groups() == std::vector<std::string_view>{"cards", "pages", "bar"});
    page.interface.leave();
    page.settle();
    for (int i = 0; i < 2; ++i) {
      page.press(ImGuiKey_Tab);
      page.settle();
    }
    CHECK(page.interface.said() == "Other pages: Course pages, link, 1 of 4");
    for (const std::string said :
         {"Glossary, link, 2 of 4", "Write a lesson, link, 3 of 4", "Embed a lesson, link, 4 of 4"}) {
      page.press(ImGuiKey_RightArrow);
      page.settle();
      CHECK(page.interface.said() == said);
    }
    CHECK(page.where("page:author")->y0 >= 0);
    CHECK(page.where("page:author")->y1 <= height);
    page.press(ImGuiKey_Enter);
    CHECK(page.address == "author");
    REQUIRE(page.focus_on("large"));
    CHECK(page.where("large")->y1 > 60);
    CHECK(page.where("large")->y0 < height - 100);  // the low window is less high than this card
    page.interface.leave();
    page.settle();
    REQUIRE(page.focus_on("page:author"));
    page.press(ImGuiKey_Tab);
    page.settle();
    CHECK(page.interface.said().starts_with("Bar: "));
  }
}

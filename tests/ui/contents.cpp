// The contents on every size of screen: a row for each lesson, reached by mouse and by keyboard.
#include "ui/support/harness.hpp"

#include <doctest/doctest.h>

#include "explorer/json/json.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

constexpr const char* in_order[] = {"why",
                                    "roles",
                                    "worked-example",
                                    "tasks",
                                    "basic-self-attention",
                                    "sentence",
                                    "causal-ladder",
                                    "tasks-2",
                                    "multi-head",
                                    "tasks-3",
                                    "pictures",
                                    "slopes",
                                    "learning",
                                    "letters",
                                    "tiles",
                                    "attention-today",
                                    "column-vectors"};

const explorer::Contents& all_lessons() {
  static const explorer::Contents contents = [] {
    explorer::Contents made;
    for (const char* name : in_order) {
      auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path(name)), {}, {}, "en");
      REQUIRE(card.has_value());
      made.cards.push_back(std::move(*card));
    }
    explorer::mark_path(made);
    return made;
  }();
  return contents;
}

struct Size {
  float width, height;
};

void show_contents(Harness& page) {
  page.contents = all_lessons();
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  page.settle();
}

std::string told_at(Harness& page, std::string_view lesson) {
  page.point_at(lesson);
  for (int i = 0; i < 90; ++i) page.frame();
  const auto tip = page.where("tip");
  return tip ? page.words_in(*tip) : "";
}

}  // namespace

TEST_CASE("a row tells what its lesson is about, what it needs and where it was left") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  std::string told = told_at(page, "card:worked-example");
  CHECK_MESSAGE(told.contains("Needs: matrix product"), told);
  CHECK_MESSAGE(told.contains("Three inputs, three small matrices"), told);
  told = told_at(page, "card:sentence");
  CHECK_MESSAGE(told.contains("seed 1458211868"), told);
  for (const auto& [link, words] : {std::pair("lesson=sentence&step=scale-softmax", "Continue at step"),
                                    std::pair("lesson=sentence&step=end", "Continue at the end: Summary")}) {
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path("sentence")), {link, ""}, {}, "en");
    REQUIRE(card.has_value());
    page.contents.cards[5] = std::move(*card);
    page.point(5, 5);
    page.settle();
    told = told_at(page, "card:sentence");
    CHECK_MESSAGE(told.contains(words), told);
  }
}

TEST_CASE("lessons show title, minutes and steps whole, and a button where to start or to go on, at any size") {
  for (const Size size : {Size{1440, 900}, Size{1280, 720}, Size{1024, 768}, Size{390, 844}, Size{720, 420}}) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, 3000);
    page.resize(size.width, 3000);
    show_contents(page);
    for (const explorer::Card& card : page.contents.cards) {
      const std::string shown = page.words_in(page.where("card:" + card.id).value());
      std::string words = shown;
      std::erase(words, ' ');
      std::string title = card.title, extent = card.extent;
      std::erase(title, ' ');
      std::erase(extent, ' ');
      CHECK_MESSAGE(words.contains(title), shown);
      CHECK_MESSAGE(words.contains(extent), shown);
    }
    const auto begin = [&] { return page.words_in(page.where("begin").value()); };
    CHECK(begin().starts_with("Start: Why attention"));
    auto begun = explorer::make_card(ui_test::read_file(ui_test::lesson_path("why")),
                                     {"lesson=why&step=end", "one-average"}, {}, "en");
    REQUIRE(begun.has_value());
    page.contents.cards[0] = std::move(*begun);
    page.contents.last = "why";
    explorer::mark_path(page.contents);
    page.settle();
    page.frame();
    CHECK(begin().starts_with("Go on: Asks, offers, gives"));
  }
}

TEST_CASE("without the sentence the whole contents are in view at 1440 by 900: every lesson, the tools and the foot") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  page.contents.pages = {"tensors", "course", "author", "write", "embedding", "glossary"};
  page.settle();
  for (const auto& [id, at] : page.items()) {
    INFO(id);
    CHECK(at.y1 <= 900);
  }
  CHECK(page.where("large")->y1 < page.where("page:course")->y0);
}

TEST_CASE("each lesson stands in its act, each act has its column, and each lesson shows a matrix of its own") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  for (const explorer::Card& card : page.contents.cards) {
    INFO(card.id);
    CHECK(card.act != lesson::Act::none);
    CHECK_FALSE(card.pictures.empty());
    const float x = page.where("card:" + card.id)->x0;
    for (const explorer::Card& other : page.contents.cards)
      CHECK((page.where("card:" + other.id)->x0 == x) == (other.act == card.act));
  }
  CHECK(page.where("card:why")->x0 < page.where("card:causal-ladder")->x0);
  CHECK(page.where("card:sentence")->x0 < page.where("card:letters")->x0);
}

TEST_CASE("the large map comes after the lessons") {
  for (const float width : {1440.0f, 390.0f}) {
    Harness page(open_lesson(), width, 4000);
    INFO(width);
    show_contents(page);
    for (const auto& [id, at] : page.items()) {
      INFO(id);
      if (id.starts_with("card:")) CHECK(at.y1 <= page.where("large")->y0);
    }
    page.click_at("large");
    CHECK(page.explorer.state().large.shown);
  }
}

TEST_CASE("a click on a row opens its lesson") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  for (const explorer::Card& card : all_lessons().cards) {
    page.opened.clear();
    page.click_at("card:" + card.id);
    CHECK(page.opened == card.id);
  }
}

TEST_CASE(
    "the contents by keyboard: arrows go from lesson to lesson and from act to act, and say all of it; Enter opens") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  page.press(ImGuiKey_Tab);
  page.press(ImGuiKey_Tab);  // past the button that begins
  page.settle();
  CHECK_MESSAGE(
      page.interface.said().starts_with("Lessons: Why attention, Start, 12 min · 5 steps · short way, Two sentences"),
      page.interface.said());
  CHECK_MESSAGE(page.interface.said().ends_with("lesson, Enter opens, 1 of 17"), page.interface.said());
  for (int lesson = 0; lesson < 5; ++lesson) page.press(ImGuiKey_DownArrow);
  page.settle();
  CHECK_MESSAGE(
      page.interface.said().starts_with("Self-attention in columns, 40 min · 11 steps, Aside: the other notation"),
      page.interface.said());
  page.press(ImGuiKey_UpArrow);
  page.press(ImGuiKey_RightArrow);
  page.press(ImGuiKey_Enter);
  CHECK(page.opened == "tasks-3");
  page.press(ImGuiKey_RightArrow);
  page.press(ImGuiKey_Enter);
  CHECK(page.opened == "attention-today");
  page.press(ImGuiKey_Home);
  page.press(ImGuiKey_Enter);
  CHECK(page.opened == "why");
}

TEST_CASE("lessons do not overlap, stay within the canvas sideways, and are large enough for a finger") {
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

constexpr const char* site_pages[] = {"course", "glossary", "write", "embedding", "author"};

std::string page_id(std::string_view name) { return "page:" + std::string(name); }

}  // namespace

TEST_CASE("the link to tensors of the reader's own asks the page for them, and opens no address") {
  Harness page(open_lesson(), 1440, 900);
  show_contents(page);
  page.contents.pages = {"tensors"};
  page.settle();
  page.click_at("page:tensors");
  CHECK(page.requests == std::vector{ui::Request::open_tensors});
  CHECK(page.address.empty());
}

TEST_CASE("in the foot are links to the pages that are offered, and a click asks for them by name") {
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

TEST_CASE("the links of the foot by keyboard: a stop of Tab before the bar, scrolled into view") {
  for (const float height : {900.0f, 420.0f}) {
    INFO(height);
    Harness page(open_lesson(), 720, height);
    show_contents(page);
    page.contents.pages.assign(std::begin(site_pages), std::end(site_pages));
    page.settle();
    CHECK(page.interface.groups() == std::vector<std::string_view>{"sentence", "cards", "large", "pages", "bar"});
    page.interface.leave();
    page.settle();
    for (int i = 0; i < 4; ++i) {
      page.press(ImGuiKey_Tab);
      page.settle();
    }
    CHECK(page.interface.said() == "Other pages: Course pages, link, 1 of 5");
    for (const std::string said : {"Glossary, link, 2 of 5", "Write a lesson, link, 3 of 5", "Embedding, link, 4 of 5",
                                   "Author kit, link, 5 of 5"}) {
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
    CHECK(page.where("large")->y0 < height - 40);
    page.interface.leave();
    page.settle();
    REQUIRE(page.focus_on("page:author"));
    page.press(ImGuiKey_Tab);
    page.settle();
    CHECK(page.interface.said().starts_with("Bar: "));
  }
}

// Every step at every size of screen: all that can be pressed is inside and large enough, nothing hidden is revealed.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "sanitized.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

struct Size {
  float width, height;
  bool touch;
};

constexpr Size sizes[] = {{1440, 900, false}, {1920, 1080, false}, {1024, 768, false}, {700, 900, true},
                          {390, 844, true},   {320, 568, true},    {280, 640, true},   {720, 420, false},
                          {500, 320, false},  {300, 250, true}};

std::vector<std::string> step_ids(const Harness& page) {
  std::vector<std::string> out;
  for (const explorer::StepEntry& step : page.explorer.view().steps) out.push_back(step.id);
  out.resize(page.explorer.view().count);  // the page after the last step has no figure
  return out;
}

}  // namespace

TEST_CASE("cells stay inside the canvas at every size") {
  for (const Size size : sizes) {
    Harness page(open_lesson(), size.width, size.height);
    page.around.touch = size.touch;
    page.settle();
    for (const std::string& step : step_ids(page)) {
      page.step_to(step);
      INFO(step << " at " << size.width << "x" << size.height);
      int cells = 0;
      for (const auto& [id, at] : page.items()) {
        if (!id.starts_with("cell:")) continue;
        ++cells;
        CHECK(ui::within(at, {0, 0, size.width, size.height}, 1));
      }
      const bool plane = page.where("plane:keys") || page.where("plane:values");
      CHECK((cells > 0 || plane));
    }
  }
}

// Other lessons have larger tensors, more axes, words for tokens: none of them may break out or never come to rest, nor with
// the symbols of a tutorial, some of which are words.
TEST_CASE("every step of every lesson fits, with a tutorial's letters as well") {
  for (const std::string name :
       {"why", "basic-self-attention", "sentence", "column-vectors", "causal-ladder", "multi-head", "tasks", "tasks-2",
        "tasks-3", "pictures", "slopes", "learning", "letters", "tiles", "attention-today"}) {
    const std::string json = ui_test::read_file(ui_test::lesson_path(name));
    if (json.empty()) continue;
    for (const Size size : {sizes[0], sizes[2], sizes[4], sizes[7]}) {
      if (sampled && size.width > 1000) continue;
      auto opened = explorer::Explorer::open(json);
      if (!opened) continue;  // the tests of lessons say why
      Harness page(std::move(*opened), size.width, size.height);
      page.settle();
      for (const lesson::Letters letters : {lesson::Letters::page, lesson::Letters::tutorial}) {
        if (letters != lesson::Letters::page && !page.explorer.apply(explorer::SetLetters{letters})) continue;
        for (const std::string& step : step_ids(page)) {
          page.step_to(step);
          INFO(name << ", " << step << " at " << size.width << "x" << size.height);
          CHECK_FALSE(page.frame().animating);
          for (const auto& [id, at] : page.items()) {
            if (id.starts_with("cell:")) CHECK(ui::within(at, {0, 0, size.width, size.height}, 1));
          }
        }
      }
    }
  }
}

TEST_CASE("a tutorial's letters shorten no text that has room with the page's") {
  for (const std::string name : {"basic-self-attention", "sentence", "causal-ladder", "multi-head"})
    for (const Size size : {sizes[0], sizes[2], sizes[4]}) {
      Harness page(open_lesson(name), size.width, size.height);
      page.around.touch = size.touch;
      page.settle();
      for (const std::string& step : step_ids(page)) {
        page.step_to(step);
        INFO(name << ", " << step << " at " << size.width << "x" << size.height);
        const auto shortened = [&] {
          std::size_t count = 0;
          for (const Harness::Text& text : page.texts()) count += text.words.ends_with("…");
          return count;
        };
        const std::size_t before = shortened();
        REQUIRE(page.explorer.apply(explorer::SetLetters{lesson::Letters::tutorial}).has_value());
        page.settle();
        CHECK(shortened() <= before);
        REQUIRE(page.explorer.apply(explorer::SetLetters{lesson::Letters::page}).has_value());
      }
    }
}

TEST_CASE("a sum too long for a low window tells how many terms it leaves out") {
  // Eight products: each is either written or counted.
  Harness page(open_lesson("multi-head"), 1280, 720);
  at_step(page, "three-roles");
  const auto line = page.where("provenance-line");
  REQUIRE(line.has_value());
  std::size_t products = 0, counted = 0;
  for (const Harness::Text& text : page.texts()) {
    if (!line->contains(text.where.middle())) continue;
    products += text.words == "·";
    if (const auto more = text.words.find(" more"); more != std::string::npos) counted += std::stoul(text.words);
  }
  CHECK(products > 1);
  CHECK(products + counted == 8);
}

TEST_CASE("on a very wide window text and figure are one block in the middle of the stage") {
  Harness page(open_lesson(), 2560, 1440);
  at_step(page, "scores-1");
  const auto text = page.where("text-column"), line = page.where("provenance-line");
  const auto cell = page.where(ui_test::cell_id("attn_scores_1", 0, 0));
  REQUIRE((text && line && cell));
  CHECK(line->width() <= 1700);
  CHECK(std::abs(text->x0 - (2560 - line->x1)) < 60);
  CHECK(cell->x0 - text->x1 < 700);
  page.resize(1440, 900);
  page.settle();
  CHECK(page.where("provenance-line")->x1 > 1440 - 60);
}

TEST_CASE("that numbers are random is a mark in the bar at the top, with its sentence on hover") {
  Harness page(open_lesson("causal-ladder"), 1440, 900);
  page.settle();
  int noted = 0;
  for (const std::string& id : step_ids(page)) {
    at_step(page, id);
    INFO(id);
    const auto note = page.where("random");
    CHECK(note.has_value() == !page.explorer.view().random.empty());
    if (!note) continue;
    ++noted;
    CHECK(note->y1 <= 48);
    page.point_at("random");
    for (int i = 0; i < 8; ++i) page.frame(0.1);
    CHECK(page.where("tip"));
  }
  CHECK(noted >= 3);  // b in two steps, and the Head
}

TEST_CASE("on a phone everything clickable is at least 44 px") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  page.settle();
  for (const std::string id : {"back", "next", "menu", "pick-step", "story-question", "story-controls"}) {
    const auto at = page.where(id);
    REQUIRE_MESSAGE(at, id);
    CHECK(at->width() >= 44);
    CHECK(at->height() >= 44);
  }
}

TEST_CASE("the sheet, its pages and the menu answer to keyboard and mouse") {
  Harness page(open_lesson(), 390, 844);
  page.settle();
  const float rest = page.where("sheet")->y0;
  page.click_at("sheet");
  page.settle();
  CHECK(page.where("sheet")->y0 < rest);
  page.press(ImGuiKey_Enter);
  page.settle();
  CHECK(page.where("sheet")->y0 == rest);
  page.press(ImGuiKey_Enter);
  page.settle();
  CHECK(page.where("sheet")->y0 < rest);
  page.click_at("tab:map");
  page.settle();
  page.click_at("sheet");
  page.settle();
  page.click_at("menu");
  page.settle();
  REQUIRE(page.where("theme"));
  page.forget();
  page.click_at("theme");
  CHECK(page.last<explorer::SetTheme>());
  page.settle();
  page.click_at("pick-step");
  page.settle();
  REQUIRE(page.where("step:scores"));
  page.click_at("step:scores");
  page.settle();
  CHECK(page.explorer.state().step == "scores");
}

TEST_CASE("Next and Back respond to a click whether or not the sheet is open") {
  for (const Size size : {Size{390, 844, true}, Size{390, 844, false}, Size{720, 900, false}}) {
    Harness page(open_lesson(), size.width, size.height);
    page.around.touch = size.touch;
    page.settle();
    for (int stop = 0; stop < 2; ++stop) {
      INFO(size.width << " wide, stop " << stop);
      page.click_at("next");
      page.settle();
      CHECK(page.explorer.view().step == 1);
      page.click_at("back");
      page.settle();
      CHECK(page.explorer.view().step == 0);
      page.click_at("sheet");
      page.settle();
    }
  }
}

TEST_CASE("above a figure that takes the whole width, the settings hold what can be set on the step") {
  Harness page(open_lesson(), 900, 768);
  page.settle();
  page.step_to("softmax");
  CHECK_FALSE(page.where("control:softmax"));
  page.click_at("controls");
  page.settle();
  REQUIRE(page.where("control:softmax"));
  page.click_at("control:softmax:hand_set");
  CHECK(page.last<explorer::SetParameter>());
  page.press(ImGuiKey_Escape);
  page.settle();
  CHECK_FALSE(page.where("control:softmax"));
}

TEST_CASE("the embed has one step, Back, Next and the way to the full view") {
  Harness page(open_lesson(), 720, 420);
  page.settle();
  page.click_at("next");
  CHECK(page.explorer.view().step == 1);
  page.settle();
  page.click_at("fullscreen");
  REQUIRE_FALSE(page.requests.empty());
  CHECK_FALSE(page.last_frame.wants_wheel);
}

TEST_CASE("an embed has the buttons that its author wants, and no shortcut for a missing one") {
  for (const auto& [controls, next, explain] :
       {std::tuple(ui::Controls::all, true, true), std::tuple(ui::Controls::steps, true, false),
        std::tuple(ui::Controls::none, false, false)}) {
    for (const float width : {720.0f, 320.0f}) {
      Harness page(open_lesson(), width, 420);
      page.around.embed = true;
      page.around.controls = controls;
      page.settle();
      CAPTURE(width);
      CHECK(page.where("next").has_value() == next);
      CHECK((page.where("explain") || page.where("menu")) == explain);
      page.press(ImGuiKey_PageDown);
      page.settle();
      CHECK(page.explorer.view().step == (next ? 1 : 0));
    }
  }
}

TEST_CASE("a still picture names page and lesson where an embed has its buttons, and offers none") {
  Harness page(open_lesson(), 800, 420);
  const explorer::Picture picture;
  page.around.embed = true;
  page.around.picture = &picture;
  page.around.controls = ui::Controls::none;
  page.settle();
  const auto origin = page.where("origin"), title = page.where("title");
  REQUIRE(origin);
  REQUIRE(title);
  CHECK(origin->y0 > title->y1);
  CHECK(origin->y1 < 420);
  CHECK_FALSE(page.where("next"));
  page.around.picture = nullptr;
  page.settle();
  CHECK_FALSE(page.where("origin"));
}

TEST_CASE("in an embed one Escape returns the keyboard focus; the page itself keeps it") {
  for (const bool embed : {true, false}) {
    Harness page(open_lesson(), 720, 420);
    page.around.embed = embed;
    page.step_to("scores");
    page.settle();
    page.forget();
    page.press(ImGuiKey_Escape);
    CHECK(std::ranges::contains(page.requests, ui::Request::give_back) == embed);
    CHECK_FALSE(page.explorer.state().focused);
  }
}

TEST_CASE("whether Tab leaves the canvas is known before it is pressed") {
  Harness page(open_lesson(), 720, 420);
  page.settle();
  int presses = 0;
  for (page.press(ImGuiKey_Tab); presses < 80 && !page.interface.leaves(false); ++presses) {
    page.press(ImGuiKey_Tab);
    REQUIRE(page.requests.empty());
  }
  REQUIRE(presses >= 1);
  page.press(ImGuiKey_Tab);
  REQUIRE_FALSE(page.requests.empty());
  CHECK(page.requests.front() == ui::Request::leave_forward);
}

TEST_CASE("the projector size is available wherever there is room for more than the figure") {
  struct Window {
    float width, height;
    std::string_view behind;  // what is pressed first
  };
  for (const auto& [width, height, behind] : {Window{1440, 900, ""}, Window{1024, 768, ""}, Window{720, 900, ""},
                                              Window{390, 844, "menu"}, Window{853, 480, ""}}) {
    INFO(width << "x" << height);
    Harness page(open_lesson(), width, height);
    page.settle();
    if (!behind.empty()) {
      page.click_at(behind);
      page.settle();
    }
    // In a low window it may stand behind the three dots.
    if (!page.where("projector")) {
      page.click_at("menu");
      page.settle();
    }
    REQUIRE(page.where("projector"));
    page.click_at("projector");
    CHECK(std::ranges::count(page.requests, ui::Request::projector) == 1);
  }
}

TEST_CASE("after Tab has left the canvas through the browser, coming back starts at the first part") {
  Harness page(open_lesson(), 720, 420);
  page.around.embed = true;
  page.around.focused = false;
  page.settle();
  page.around.focused = true;
  page.settle();
  REQUIRE(page.interface.leaves(true));  // at the first part
  int presses = 0;
  for (; presses < 80 && !page.interface.leaves(false); ++presses) page.press(ImGuiKey_Tab);
  REQUIRE(presses >= 1);
  page.interface.leave();
  page.around.focused = false;
  page.settle();
  page.around.focused = true;
  page.settle();
  CHECK(page.interface.leaves(true));
  CHECK_FALSE(page.interface.leaves(false));
}

TEST_CASE("an embed of any size gives access to its question, its switches and the language") {
  for (const bool touch : {false, true}) {
    for (const auto& [width, height] :
         {std::pair(900.0f, 600.0f), std::pair(560.0f, 420.0f), std::pair(320.0f, 480.0f)}) {
      INFO(width << "x" << height << (touch ? ", touch" : ""));
      explorer::Catalogue catalogue;
      catalogue.offer("en", "English");
      catalogue.offer("de", "Deutsch");
      auto opened =
          explorer::Explorer::open(ui_test::read_file(ui_test::lesson_path("worked-example")), std::move(catalogue));
      REQUIRE(opened.has_value());
      Harness page(std::move(*opened), width, height);
      page.around.embed = true;
      page.around.touch = touch;
      page.settle();
      page.step_to("what-if");
      page.settle();
      const auto open = [&](const std::string& id) {
        if (!page.where(id)) page.click_at("menu");
        page.settle();
        REQUIRE(page.where(id));
        if (touch) CHECK(page.where(id)->height() >= 44);
        page.click_at(id);
        page.settle();
      };
      open("explain");
      REQUIRE(page.where("popover"));
      CHECK(ui::within(*page.where("popover"), {0, 0, width, height}));
      page.press(ImGuiKey_Escape);
      page.settle();
      open("question");
      REQUIRE(page.where("popover"));
      CHECK(ui::within(*page.where("popover"), {0, 0, width, height}));
      for (int tab = 0; tab < 20 && page.interface.focused_part() != "option:0:flatter"; ++tab) {
        page.press(ImGuiKey_Tab);
        page.settle();
      }
      REQUIRE(page.interface.focused_part() == "option:0:flatter");
      page.press(ImGuiKey_Enter);
      page.settle();
      CHECK(page.explorer.view().question->solved);
      page.press(ImGuiKey_Escape);
      page.settle();
      open("controls");
      CHECK(page.where("control:score:scaled"));
      page.press(ImGuiKey_Escape);
      page.settle();
      open("language");
      page.click_at("language:de");
      page.settle();
      CHECK(page.explorer.view().language == "de");
      CHECK_FALSE(page.where("popover"));
    }
  }
}

TEST_CASE("the probe has the ids that tests and tools rely on") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.step_to("what-if");
  page.bring("option:0:flatter");
  for (const std::string id :
       {"cell:attn_scores:0,1", "text-column", "question-prompt", "numbers:attn_scores", "provenance-line", "play",
        "map:keys", "next", "back", "controls", "reading", "share", "export", "menu"}) {
    CHECK_MESSAGE(page.where(id), id);
  }
  for (const std::string id : {"control:score:scaled", "decimals:2", "restore", "step:scores-1", "theme", "projector",
                               "names", "lecture", "fullscreen"}) {
    page.bring(id);
    CHECK_MESSAGE(page.where(id), id);
    page.press(ImGuiKey_Escape);
    page.settle();
  }
}

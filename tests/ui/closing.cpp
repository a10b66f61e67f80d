// The page after the last step, the table of names and the choice of a language on every size of screen.
#include <doctest/doctest.h>

#include "ui/support/harness.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

struct Format {
  float width, height;
};
constexpr Format formats[] = {{1440, 900}, {1024, 768}, {720, 900}, {390, 844}, {720, 420}, {300, 400}};

explorer::Explorer in_two_languages() {
  explorer::Catalogue catalogue;
  catalogue.offer("en", "English");
  catalogue.offer("de", "Deutsch");
  auto opened =
      explorer::Explorer::open(ui_test::read_file(ui_test::lesson_path("worked-example")), std::move(catalogue));
  REQUIRE(opened.has_value());
  return std::move(*opened);
}

// Turns the wheel over the page until the part is above the buttons at the foot.
void scroll_to(Harness& page, const std::string& id) {
  const float height = page.around.height;
  page.point(page.around.width / 2 + 60, height / 2);
  for (int i = 0; i < 200 && page.where(id)->y1 > height - 130; ++i) {
    ImGui::GetIO().AddMouseWheelEvent(0, -1);
    page.frame();
  }
  page.settle();
}

}  // namespace

TEST_CASE("Next leads from the last step to the closing page at any size, and Back leads back") {
  for (const Format size : formats) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, size.height);
    page.settle();
    page.step_to(page.explorer.lesson().steps.back().id);
    page.forget();
    for (std::size_t beat = 0; beat < 4 && page.explorer.view().step_id != "end"; ++beat) {
      page.click_at("next");
      page.settle();
    }
    CHECK(page.explorer.view().step_id == "end");
    for (const auto& [id, at] : page.items()) CHECK_FALSE(id.starts_with("cell:"));
    page.forget();
    page.click_at("next");  // the end of the lesson
    CHECK_FALSE(page.last<explorer::NextStep>());
    page.click_at("back");
    page.settle();
    CHECK(page.explorer.view().step_id == page.explorer.lesson().steps.back().id);
  }
}

TEST_CASE("one button leads on from the summary: to the next lesson, and from the last to the large map") {
  for (const Format size : formats) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson("why"), size.width, size.height);
    page.settle();
    page.step_to("end");
    CHECK(page.explorer.view().closing->next_button == "Next lesson");  // the build adds title and minutes
    CHECK(page.words_in(page.where("next").value()) == (size.width < 320 ? "Next " : "Next lesson "));
    page.click_at("next");
    CHECK(page.opened == "roles");

    Harness last(open_lesson("attention-today"), size.width, size.height);
    last.settle();
    last.step_to("end");
    last.click_at("next");
    CHECK(last.explorer.state().large.shown);
  }
}

TEST_CASE("the button that leads on names the next lesson where it has the room") {
  std::string lesson = ui_test::read_file(ui_test::lesson_path("why"));
  const std::string plain = R"("next": "roles")";
  const std::size_t at = lesson.find(plain);
  REQUIRE(at != std::string::npos);
  lesson.replace(
      at, plain.size(),
      R"("next": { "id": "sentence", "title": { "en": "A sentence through self-attention" }, "minutes": 50 })");
  for (const Format size : formats) {
    INFO(size.width << "x" << size.height);
    auto opened = explorer::Explorer::open(lesson, {});
    REQUIRE(opened.has_value());
    Harness page(std::move(*opened), size.width, size.height);
    page.settle();
    page.step_to("end");
    const ui::Rect button = page.where("next").value();
    CHECK(button.x0 >= 8);
    CHECK(button.x1 <= size.width - 8);
    CHECK(page.words_in(button) == (size.width < 320   ? "Next "
                                    : size.width < 600 ? "Next lesson "
                                                       : "Next lesson: A sentence through self-attention · 50 min "));
  }
}

TEST_CASE("the summary shows the lesson's matrices as they are now, with every digit") {
  for (const Format size : formats) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, 2400);
    page.resize(size.width, 2400);
    page.settle();
    const graph::NodeId x = *page.explorer.graph().find("x");
    REQUIRE(page.explorer.apply(explorer::EditCell{{x, {0, 0}}, "7"}).has_value());
    page.step_to("end");
    const auto built = page.where("built");
    REQUIRE(built.has_value());
    const std::string words = page.words_in(*built);
    const explorer::View& view = page.explorer.view();
    for (const explorer::TensorView& t : view.closing->poster)
      for (std::size_t row = 0; row < t.shape[0]; ++row)
        for (std::size_t column = 0; column < t.shape[1]; ++column)
          CHECK_MESSAGE(words.contains(page.explorer.cell({t.node, {row, column}}).text + " "), words);
    CHECK(words.contains("7 "));
  }
}

TEST_CASE("the corrections of the tutorial come last and are folded until they are asked for") {
  Harness page(open_lesson(), 1440, 2400);
  page.resize(1440, 2400);
  page.step_to("end");
  REQUIRE_FALSE(page.explorer.view().closing->corrections.empty());
  const std::string first(page.explorer.view().closing->corrections[0].runs[0].text);
  const std::string word = first.substr(0, first.find(' '));
  const ui::Rect below{0, page.where("corrections")->y1, 1440, 2300};
  CHECK_FALSE(page.words_in(below).contains(word));
  page.click_at("corrections");
  page.settle();
  CHECK_MESSAGE(page.words_in(below).contains(word), page.words_in(below));
  page.click_at("corrections");
  page.settle();
  CHECK_FALSE(page.words_in(below).contains(word));
}

TEST_CASE("a button asks the page for a picture of the numbers, in an embed only if it has all buttons") {
  for (const Format size : formats) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, size.height);
    page.settle();
    page.step_to("end");
    scroll_to(page, "save-numbers");
    page.forget();
    page.click_at("save-numbers");
    CHECK(page.requests == std::vector{ui::Request::save_numbers});
  }
  Harness page(open_lesson(), 720, 420);
  page.around.embed = true;
  page.around.controls = ui::Controls::steps;
  page.settle();
  page.step_to("end");
  CHECK_FALSE(page.where("save-numbers"));
}

TEST_CASE("an embed leads to no other lesson") {
  Harness page(open_lesson("why"), 720, 420);
  page.around.embed = true;
  page.settle();
  page.step_to("end");
  page.click_at("next");
  CHECK(page.opened.empty());
}

TEST_CASE("the closing page scrolls to its last source, and a click opens it") {
  for (const Format size : formats) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, size.height);
    page.settle();
    page.step_to("end");
    const std::size_t last = page.explorer.view().closing->references.size() - 1;
    const std::string id = "source:" + std::to_string(last);
    scroll_to(page, id);
    const ui::Rect where = *page.where(id);
    CHECK(where.y1 < size.height);
    CHECK(where.y0 > 0);
    page.click(where.x0 + 40, where.middle_y());
    CHECK(page.address == page.explorer.view().closing->references[last].url);
  }
}

TEST_CASE("the list of steps ends with the closing page") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.click_at("step:end");
  page.settle();
  CHECK(page.explorer.view().closing.has_value());
  page.click_at("step:scores");
  page.settle();
  CHECK_FALSE(page.explorer.view().closing.has_value());
}

TEST_CASE("the names open at any step and lie inside the canvas") {
  for (const Format size : formats) {
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson(), size.width, size.height);
    page.settle();
    page.step_to("softmax");
    if (!page.where("names") && page.where("menu")) {
      page.click_at("menu");
      page.settle();
    }
    REQUIRE(page.where("names"));
    page.click_at("names");
    page.settle();
    REQUIRE(page.where("popover"));
    CHECK(ui::within(*page.where("popover"), {0, 0, size.width, size.height}, 0));
    CHECK(page.where("popover")->height() > 200);
    page.click_at("close-names");
    page.settle();
    CHECK_FALSE(page.where("popover"));
  }
}

TEST_CASE("whose letters are shown is chosen above the names, with a mouse or keys, where a lesson has a tutorial's") {
  for (const Format size : formats) {
    if (size.width < 390) continue;  // an embed without room for the button
    INFO(size.width << "x" << size.height);
    Harness page(open_lesson("causal-ladder"), size.width, size.height);
    page.settle();
    if (!page.where("names")) page.click_at("menu"), page.settle();
    page.click_at("names");
    page.settle();
    const auto segment = page.where("letters:tutorial"), popover = page.where("popover");
    REQUIRE((segment && popover));
    CHECK(ui::within(*segment, *popover, 0));
    page.click_at("letters:tutorial");
    CHECK(page.explorer.view().letters == lesson::Letters::tutorial);
    page.settle();
    page.press(ImGuiKey_LeftArrow);
    CHECK(page.explorer.view().letters == lesson::Letters::page);
  }
  Harness page(open_lesson("roles"), 1440, 900);
  page.settle();
  page.click_at("names");
  page.settle();
  CHECK_FALSE(page.where("letters:tutorial"));
}

TEST_CASE("Escape closes the names and nothing else") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.step_to("softmax");
  REQUIRE(page.explorer.state().focused);
  page.click_at("names");
  page.settle();
  page.press(ImGuiKey_Escape);
  page.settle();
  CHECK_FALSE(page.where("popover"));
  CHECK(page.explorer.state().focused);  // the selected cell stays
}

TEST_CASE("a language is selected in the bar, in the phone's menu, and in the contents") {
  for (const Format size : {Format{1440, 900}, Format{1024, 768}, Format{390, 844}}) {
    for (const bool contents : {false, true}) {
      INFO(size.width << "x" << size.height << (contents ? " contents" : ""));
      Harness page(in_two_languages(), size.width, size.height);
      page.settle();
      if (contents) REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
      page.settle();
      if (!page.where("language")) {
        page.click_at("menu");
        page.settle();
      }
      page.click_at("language");
      page.settle();
      REQUIRE(page.where("language:de"));
      CHECK(page.where("language:de")->height() >= (size.width < 600 ? 44 : 34));
      page.click_at("language:de");
      page.settle();
      CHECK(page.explorer.state().language == "de");
      CHECK_FALSE(page.where("popover"));
    }
  }
}

TEST_CASE("with only one language there is no language menu") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  CHECK_FALSE(page.where("language"));
}

TEST_CASE("the code of a step can be collapsed and expanded") {
  Harness page(open_lesson(), 1440, 900);
  at_step(page, "scores");
  page.bring("code");
  REQUIRE(page.where("code"));
  const auto panel = [&] { return page.where("code-line"); };
  REQUIRE(panel());
  page.click_at("code");
  page.settle();
  CHECK_FALSE(panel());
  page.click_at("code");
  page.settle();
  CHECK(panel());
}

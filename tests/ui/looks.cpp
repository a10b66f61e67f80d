// What is hard to draw, from a lesson made for it: numbers too wide, words too long, one cell, thousands of cells, four
// sequences of eight heads, rows that are all masked, what is not a number, a vector longer than any screen.
#include <doctest/doctest.h>

#include <cmath>

#include "ui/support/harness.hpp"

using ui_test::Harness;

namespace {

explorer::Explorer looks() {
  auto opened = explorer::Explorer::open(ui_test::read_file(AE_SOURCE_DIR "/tests/lessons/looks.json"));
  REQUIRE(opened);
  return std::move(*opened);
}

std::size_t count_cells(const Harness& page, const std::string& name) {
  std::size_t count = 0;
  for (const auto& [id, at] : page.items()) count += id.starts_with("cell:" + name + ":");
  return count;
}

}  // namespace

TEST_CASE("every difficult state fits at every size and comes to rest") {
  struct Size {
    float width, height;
  };
  for (const Size size : {Size{1440, 900}, {1024, 768}, {390, 844}, {720, 420}, {280, 640}}) {
    Harness page(looks(), size.width, size.height);
    page.settle();
    for (const explorer::StepEntry& step : std::vector(page.explorer.view().steps)) {
      page.step_to(step.id);
      page.settle();
      INFO(step.id << " at " << size.width << "x" << size.height);
      std::size_t cells = 0;
      for (const auto& [id, at] : page.items()) {
        if (!id.starts_with("cell:")) continue;
        ++cells;
        CHECK(ui::within(at, {0, 0, size.width, size.height}, 1));
      }
      CHECK(cells > 0);
    }
  }
}

TEST_CASE("all of a 40 × 64 matrix is on stage, and a single cell has the largest cell size") {
  Harness page(looks(), 1440, 900);
  page.step_to("large");
  page.settle();
  CHECK(count_cells(page, "large") == 40 * 64);
  page.step_to("one-by-one");
  page.settle();
  REQUIRE(page.where("cell:product:0,0"));
  CHECK(page.where("cell:product:0,0")->width() >= 60);
}

TEST_CASE("of four sequences and eight heads one each is shown, and both can be selected by mouse or keys") {
  Harness page(looks(), 1440, 900);
  page.step_to("batch-of-heads");
  page.settle();
  CHECK(count_cells(page, "heads") == 25);
  const auto heads = page.where("leading:head");
  REQUIRE(heads);
  REQUIRE(page.where("leading:batch"));
  page.click(heads->x1 - 8, heads->middle_y());
  page.settle();
  CHECK(page.where("cell:heads:0,7,4,4"));
  CHECK(page.where("cell:q:0,7,4,2"));  // one selector for all tensors that have the axis
  page.press(ImGuiKey_LeftArrow);
  page.settle();
  CHECK(page.where("cell:heads:0,6,4,4"));
  for (const float width : {390.0f, 360.0f}) {  // on a phone both are there as well, inside and large enough
    Harness phone(looks(), width, 844);
    phone.around.touch = true;
    phone.settle();
    phone.step_to("batch-of-heads");
    phone.settle();
    for (const char* id : {"leading:batch", "leading:head"}) {
      INFO(id << " at " << width);
      REQUIRE(phone.where(id));
      CHECK(phone.where(id)->height() >= 44);
      CHECK(ui::within(*phone.where(id), {0, 0, width, 844}, 1));
    }
  }
}

TEST_CASE("a vector longer than the screen is shown in part; arrow keys and its bar scroll to the rest") {
  Harness page(looks(), 1440, 900);
  page.step_to("long-vector");
  page.settle();
  CHECK(count_cells(page, "long") == 12);
  REQUIRE(page.where("cell:long:0"));
  CHECK(page.where("cell:long:0")->width() >= 36);  // it shrinks nothing
  page.click_at("cell:long:0");
  page.press(ImGuiKey_End);
  page.settle();
  CHECK(page.where("cell:long:89"));
  CHECK(page.explorer.state().focused->index == graph::Index{89});
  page.press(ImGuiKey_LeftArrow);
  page.settle();
  CHECK(page.explorer.state().focused->index == graph::Index{88});
  const auto bar = page.where("part:long");
  REQUIRE(bar);
  page.click(bar->x0 + 8, bar->middle_y());
  page.settle();
  CHECK(page.where("cell:long:0"));
  CHECK_FALSE(page.where("cell:long:89"));
}

TEST_CASE("ids that are cut out of a text have no colour, and their digits show on a phone") {
  Harness page(ui_test::open_lesson("letters"), 390, 844);
  page.around.touch = true;
  page.settle();
  page.step_to("text");
  page.settle();
  for (const char* name : {"example_letters", "example_next"}) {
    bool found = false;
    for (const explorer::FigureView& figure : page.explorer.view().stage)
      for (const explorer::TensorView& tensor : figure.tensors) {
        if (tensor.name != name) continue;
        found = true;
        CHECK(std::isinf(tensor.scale));
      }
    CHECK_MESSAGE(found, name);
  }
  CHECK(page.where("numbers:example_letters"));
  CHECK_FALSE(page.where("legend:example_letters"));
}

TEST_CASE("weights that are all small are in digits, with a power of ten, while a question hides the large ones") {
  Harness page(ui_test::open_lesson("column-vectors"), 1440, 900);
  ui_test::at_step(page, "softmax");
  // softmax of the scores 16, 20, 41 and 37: e^-21 : e^-25 : 1 : e^-4, of which the last two are hidden.
  const double sum = std::exp(-25.0) + std::exp(-21.0) + 1 + std::exp(-4.0), second = std::exp(-21.0) / sum * 1e10;
  bool power = false, number = false;
  for (const Harness::Text& text : page.texts()) {
    power = power || text.words == "× 10⁻¹⁰";
    number = number || text.words == graph::format_number(std::round(second * 10) / 10, 1);
    CHECK(!text.words.starts_with("0.000000"));
  }
  CHECK(power);
  CHECK(number);
}

TEST_CASE("a word above a column that fits stays whole where others are abbreviated") {
  Harness page(ui_test::open_lesson("learning"), 390, 844);
  ui_test::at_step(page, "one-step");
  const auto cell = page.where("cell:blame:3");
  REQUIRE(cell);
  const std::string words = page.words_in({cell->x0 - 300, cell->y0 - 26, cell->x1 + 300, cell->y0});
  INFO(words);
  CHECK(words.find("keys") != std::string::npos);
  CHECK(words.find("posi.") != std::string::npos);
}

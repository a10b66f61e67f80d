// The controls of the labs: a sentence in any script, and an order changed by dragging.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "explorer/support.hpp"
#include "figures/picture/view.hpp"
#include "ui/support/attention.hpp"
#include "ui/support/harness.hpp"
#include "ui/type/theme.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

// A stand-in for the system's text: two pixels per byte, white, and a record of the texts requested. Lines stand as `orders` says.
class NotedText final : public ui::SystemText {
 public:
  ui::TextOrder order(std::string_view text, ui::Direction) override {
    const auto known = orders.find(std::string(text));
    return known == orders.end() ? ui::TextOrder{false, {{0, text.size(), false}}} : known->second;
  }
  float width(std::string_view text, float, int) override { return 2 * static_cast<float>(text.size()); }
  std::optional<ui::TextPicture> picture(std::string_view text, float size, int, float ratio,
                                         std::uint32_t ink) override {
    ++asked[std::string(text)];
    inks[std::string(text)].insert(ink);
    ui::TextPicture out{.width = static_cast<int>(static_cast<float>(text.size()) * 2 * ratio),
                        .height = static_cast<int>(size * ratio),
                        .left = 0,
                        .top = -size * ratio,
                        .coloured = text.contains("🙂"),
                        .rgba = {}};
    out.rgba.assign(static_cast<std::size_t>(out.width * out.height * 4), 255);
    return out;
  }
  std::map<std::string, ui::TextOrder> orders;
  std::map<std::string, int> asked;
  std::map<std::string, std::set<std::uint32_t>> inks;
};

Harness& at_lab(Harness& page, std::string_view step) {
  page.settle();
  page.step_to(step);
  page.settle();
  page.forget();
  return page;
}

std::vector<double> order_of(const Harness& page) {
  for (const explorer::ControlView& control : page.explorer.view().controls)
    if (const auto* order = std::get_if<std::vector<double>>(&control.value)) return *order;
  return {};
}

void hold(Harness& page, float x, float y) {
  page.point(x, y);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
}

void let_go(Harness& page) {
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.frame();
}

}  // namespace

TEST_CASE("words that no face can write are drawn by the system, as a whole and once per size") {
  NotedText system;  // outlives the interface
  Harness page(open_lesson("sentence"), 1440, 900);
  page.interface.use_system_text(system);
  at_lab(page, "your-sentence");
  REQUIRE(page.explorer.apply(explorer::SetParameter{"your_sentence", std::string("注意 cat اللغة العربية ❤️"), false}));
  page.settle();
  page.bring("control:your_sentence");
  std::set<std::string> words;
  for (const auto& [text, times] : system.asked) words.insert(text);
  CHECK(words.contains("注意"));
  CHECK(words.contains("اللغة"));  // the label of a row
  CHECK(words.contains("❤️"));      // with the selector that makes it an emoji
  CHECK(
      words.contains("اللغة العربية ❤️"));  // in the field: neighbours in one piece, so that they run from right to left
  for (const std::string& text : words) CHECK_MESSAGE(text.find("cat") == std::string::npos, text);
  const auto before = system.asked;
  page.point(5, 5);
  page.settle();
  CHECK(system.asked == before);  // cached, not made in each frame
}

TEST_CASE("a lesson's text in Hebrew begins at the right, and Latin words in it keep their order") {
  std::string lesson = explorers::small_lesson;
  const std::string english = "Random.", hebrew = "ראשון שני scaled softmax (שלישי).";
  lesson.replace(lesson.find(english), english.size(), hebrew);
  NotedText system;
  // By UAX 9, in a paragraph from right to left; two bytes a Hebrew letter.
  system.orders[hebrew] = {true, {{32, 14, true}, {18, 14, false}, {0, 18, true}}};
  Harness page(ui_test::open_text(lesson), 1440, 900);
  page.interface.use_system_text(system);
  at_lab(page, "many");
  std::map<std::string, ui::Rect> at;
  for (const auto& [words, where] : page.texts()) at[words] = where;
  for (const char* words : {"ראשון", "שני", "scaled", "softmax"}) REQUIRE_MESSAGE(at.contains(words), words);
  CHECK(at["ראשון"].x0 > at["שני"].x1);
  CHECK(at["שני"].x0 > at["softmax"].x1);
  CHECK(at["softmax"].x0 > at["scaled"].x1);
  const auto column = page.where("text-column");
  REQUIRE(column);
  CHECK(at["ראשון"].x1 == doctest::Approx(column->x1).epsilon(0.1));
}

TEST_CASE("letters beside an emoji are drawn in the theme's text colour, since that picture cannot be tinted") {
  NotedText system;
  Harness page(open_lesson("sentence"), 1440, 900);
  page.interface.use_system_text(system);
  at_lab(page, "your-sentence");
  REQUIRE(page.explorer.apply(explorer::SetParameter{"your_sentence", std::string("注意 🙂"), false}));
  page.around.dark = false;
  page.settle();
  page.bring("control:your_sentence");
  const ui::Color text = ui::theme(false).text;
  const std::uint32_t ink = ((text & 0xFFu) << 16) | (text & 0xFF00u) | ((text >> 16) & 0xFFu);
  REQUIRE(system.inks.contains("注意 🙂"));  // in the field
  CHECK(system.inks["注意 🙂"].contains(ink));
  CHECK(system.inks["注意"] == std::set<std::uint32_t>{0xFFFFFF});  // tinted: one picture for every colour
}

TEST_CASE("an item is dragged to its place, with a command for each move and one undo entry") {
  Harness page(open_lesson("column-vectors"), 1440, 900);
  at_lab(page, "no-position");
  const std::vector<double> start = order_of(page);
  REQUIRE(start == std::vector<double>{0, 2, 1, 3});
  page.bring("control:order:0");
  const auto first = page.where("control:order:0"), third = page.where("control:order:2");
  REQUIRE(first);
  REQUIRE(third);
  hold(page, first->x0 + 14, first->middle_y());
  page.point(first->x0 + 14, third->middle_y());
  page.frame();
  CHECK(order_of(page) == std::vector<double>{2, 1, 0, 3});  // before release
  const auto fourth = page.where("control:order:3");
  page.point(first->x0 + 14, fourth->y1 + 300);  // past the end is the end
  page.frame();
  CHECK(order_of(page) == std::vector<double>{2, 1, 3, 0});
  let_go(page);
  page.point(first->x0 + 14, first->middle_y());  // released
  page.frame();
  CHECK(order_of(page) == std::vector<double>{2, 1, 3, 0});
  REQUIRE(page.explorer.apply(explorer::Undo{}));
  CHECK(order_of(page) == start);
  CHECK_FALSE(page.explorer.can_undo());
}

TEST_CASE("arrow keys move the focused item, and the focus stays with it") {
  Harness page(open_lesson("column-vectors"), 1440, 900);
  at_lab(page, "no-position");
  page.click_at("control:order:0");
  page.press(ImGuiKey_DownArrow);
  page.frame();
  CHECK(order_of(page) == std::vector<double>{2, 0, 1, 3});
  page.press(ImGuiKey_DownArrow);
  page.frame();
  CHECK(order_of(page) == std::vector<double>{2, 1, 0, 3});
  CHECK(page.interface.focused_part() == "control:order:2");
  page.click_at("control:order:2:up");
  CHECK(order_of(page) == std::vector<double>{2, 0, 1, 3});
}

TEST_CASE("a click on a patch follows it, arrow keys go to its neighbours, a second picture shows the mixture") {
  Harness page(open_lesson("causal-ladder"), 1440, 900);
  at_lab(page, "pictures");
  REQUIRE(page.where("picture:mixed"));
  page.click_at("patch:5");
  page.settle();
  CHECK(page.explorer.view().figure<explorer::PictureView>()->followed == 5);
  page.press(ImGuiKey_RightArrow);
  CHECK(page.explorer.view().figure<explorer::PictureView>()->followed == 6);
  page.press(ImGuiKey_DownArrow);
  CHECK(page.explorer.view().figure<explorer::PictureView>()->followed == 10);
  page.press(ImGuiKey_Home);
  CHECK(page.explorer.view().figure<explorer::PictureView>()->followed == 8);
  page.press(ImGuiKey_LeftArrow);  // stops at the edge
  CHECK(page.explorer.view().figure<explorer::PictureView>()->followed == 8);
}

TEST_CASE("pictures are chosen by name, and one's own is requested from the page") {
  Harness page(open_lesson("causal-ladder"), 1440, 900);
  at_lab(page, "pictures");
  page.click_at("control:picture:fruit");
  const auto command = page.last<explorer::SetParameter>();
  REQUIRE(command);
  CHECK(std::get<std::string>(command->value) == "fruit");
  page.click_at("control:picture:own");
  REQUIRE(page.requests.size() == 1);
  CHECK(page.requests.front() == ui::Request::open_picture);
}

TEST_CASE("the labs keep picture, bars and controls on the screen at every size") {
  for (const auto& [lesson, step] : {std::pair("causal-ladder", "pictures"), std::pair("multi-head", "why-scale")}) {
    for (const auto& [width, height] :
         {std::pair(1440.f, 900.f), std::pair(1024.f, 768.f), std::pair(390.f, 844.f), std::pair(720.f, 420.f)}) {
      CAPTURE(std::string(lesson));
      CAPTURE(width);
      Harness page(open_lesson(lesson), width, height);
      at_lab(page, step);
      for (const auto& [id, where] : page.items()) {
        if (id != "picture" && id != "picture:mixed" && !id.starts_with("bars:")) continue;
        CHECK_MESSAGE(where.x0 >= 0, id);
        CHECK_MESSAGE(where.x1 <= width, id);
        CHECK_MESSAGE(where.y0 >= 0, id);
        CHECK_MESSAGE(where.y1 <= height, id);
      }
      CHECK((page.where("picture") || page.where("bars:histogram")));
    }
  }
}

TEST_CASE("a control's hint and the tooltip of a part of it do not alternate") {
  Harness page(open_lesson("causal-ladder"), 1440, 900);
  at_lab(page, "pictures");
  page.bring("control:picture:own");
  page.point_at("control:picture:own");
  CHECK(page.settle() < 300);
  CHECK(page.where("tip"));
}

TEST_CASE("on a phone patches are as large as a finger, and both pictures stay on the screen") {
  Harness page(open_lesson("causal-ladder"), 390, 844);
  page.around.touch = true;
  page.settle();
  page.step_to("pictures");
  for (std::size_t patch = 0; patch < 16; ++patch) {
    const auto at = page.where("patch:" + std::to_string(patch));
    REQUIRE(at);
    CHECK(at->width() >= 43.5f);  // edges are snapped to whole pixels
    CHECK(at->height() >= 43.5f);
  }
  const auto other = page.where("picture:mixed"), last = page.where("patch:3");
  REQUIRE(other);
  CHECK(other->x0 >= last->x1 + 8);
  CHECK(other->x1 <= 390 - 12);
}

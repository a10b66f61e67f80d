// The attention figure on a screen without a screen: its geometry, what pointer and keys do, strange values, and how long
// a frame takes.
#include <doctest/doctest.h>

#include <chrono>

#include "ui/attention/attention_layout.hpp"
#include "ui/support/attention.hpp"

using ui::AttentionLayout;
using ui::AttentionSpace;
using ui::Rect;
using ui_test::Harness;
using ui_test::lesson_of;
using ui_test::looked_at;
using ui_test::open_text;

namespace {

std::string item_starting(const Harness& page, const std::string& front) {
  for (const auto& [id, at] : page.items())
    if (id.starts_with(front)) return id;
  return "";
}

}  // namespace

TEST_CASE("side by side, tokens stand on the rows of the map, and the bars under its columns") {
  AttentionSpace space;
  space.area = {0, 0, 1000, 500};
  space.queries = space.keys = 5;
  const AttentionLayout at = ui::lay_out_attention(space);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(at.query_y(i) == doctest::Approx(at.map.y0 + (static_cast<float>(i) + 0.5f) * at.pitch));
  CHECK(at.bars.x0 == at.map.x0);
  CHECK(at.bars.x1 == at.map.x1);
  CHECK(at.keys.x1 < at.row_labels.x0);
}

TEST_CASE("at every size, with few and many tokens and heads, nothing leaves the area and nothing overlaps") {
  for (const auto& [width, height] : {std::pair(1000.0f, 500.0f),
                                      {712.0f, 560.0f},
                                      {350.0f, 420.0f},
                                      {340.0f, 360.0f},
                                      {1700.0f, 800.0f},
                                      {900.0f, 330.0f}})
    for (const std::size_t tokens : {1, 2, 5, 9, 24, 64})
      for (const std::size_t heads : {1, 4, 12})
        for (const float words : {20.0f, 90.0f, 400.0f}) {
          AttentionSpace space;
          space.area = {20, 30, 20 + width, 30 + height};
          space.stacked = width < 640;
          space.queries = space.keys = tokens;
          space.heads = heads;
          space.query_words = space.key_words = words;
          const AttentionLayout at = ui::lay_out_attention(space);
          INFO(width << "x" << height << ", " << tokens << " tokens, " << heads << " heads, words of " << words);
          const Rect all[] = {at.heads, at.queries, at.keys, at.row_labels, at.map, at.bars, at.zoom};
          for (const Rect& part : all) CHECK(ui::within(part.empty() ? space.area : part, space.area, 1));
          for (std::size_t i = 0; i < std::size(all); ++i)
            for (std::size_t j = i + 1; j < std::size(all); ++j) CHECK_FALSE(ui::overlap(all[i], all[j]));
          if (at.queries.empty()) CHECK(space.stacked);  // a low area keeps the map alone
          else CHECK(at.curve_x1 > at.curve_x0);
          CHECK(at.map.width() > 0);
        }
}

TEST_CASE("zooming keeps the point under the pointer, and the map never leaves its window") {
  const Rect seen{100, 100, 300, 300};
  const ui::MapWindow whole = ui::map_window(seen, 10, 10, 1, 0.5, 0.5);
  CHECK(whole.cell(0, 0, 0).x0 == 100);
  CHECK(whole.row1 == 10);
  const ui::Point under{150, 250};
  const ui::MapMiddle middle = ui::middle_for(seen, 4, {0.25, 0.75}, under);
  const ui::MapWindow near = ui::map_window(seen, 10, 10, 4, middle.x, middle.y);
  CHECK((under.x - near.x) / (near.width * 10) == doctest::Approx(0.25));
  CHECK((under.y - near.y) / (near.height * 10) == doctest::Approx(0.75));
  const ui::MapWindow corner = ui::map_window(seen, 10, 10, 4, 1, 0);
  CHECK(corner.cell(0, 9, 0).x1 == doctest::Approx(300));
  CHECK(corner.cell(0, 0, 0).y0 == doctest::Approx(100));
}

TEST_CASE("a click selects a head, with Shift it joins the average") {
  Harness page(open_text(lesson_of(4, 5)), 1440, 900);
  page.settle();
  page.click_at("head:2");
  CHECK(looked_at(page).selected == std::vector<std::size_t>{2});
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  page.click_at("head:0");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  CHECK(looked_at(page).selected == std::vector<std::size_t>{0, 2});
  page.settle();
  CHECK(item_starting(page, "title:") == "title:Average of head 1, head 3");
}

TEST_CASE("touch: a long press opens a menu that adds a head") {
  Harness page(open_text(lesson_of(4, 5)), 390, 844);
  page.around.touch = true;
  page.settle();
  const auto at = page.where("head:1");
  REQUIRE(at);
  page.point(at->middle_x(), at->middle_y());
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  page.frame(0.6);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.frame();
  page.settle();
  CHECK(looked_at(page).selected == std::vector<std::size_t>{0});
  page.click_at("press:toggle");
  page.settle();
  CHECK(looked_at(page).selected == std::vector<std::size_t>{0, 1});
  CHECK_FALSE(page.where("popover"));
}

TEST_CASE("a click on a token follows it, and a cell of the map explains itself") {
  Harness page(open_text(lesson_of(2, 5)), 1440, 900);
  page.settle();
  page.click_at("query:3");
  CHECK(looked_at(page).followed == std::vector<std::size_t>{3});
  page.click_at("cell:a:0,1,4");
  REQUIRE(page.explorer.state().focused);
  CHECK(page.explorer.state().focused->index == graph::Index{0, 1, 4});
  REQUIRE(page.explorer.explanation());
  CHECK(looked_at(page).followed == std::vector<std::size_t>{1});
}

TEST_CASE("plus zooms in, 0 shows the whole map, and a drag moves it without selecting a cell") {
  Harness page(open_text(lesson_of(1, 30)), 1440, 900);
  page.settle();
  page.click_at("map-view");
  page.settle();
  for (int i = 0; i < 4; ++i) page.type("+");
  page.settle();
  const double zoom = page.explorer.state().attention.zoom;
  CHECK(zoom == doctest::Approx(std::pow(1.3, 4)).epsilon(0.001));
  page.forget();
  const auto seen = page.where("map-view");
  REQUIRE(seen);
  const double x = page.explorer.state().attention.x;
  page.point(seen->middle_x(), seen->middle_y());
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  for (int i = 1; i <= 4; ++i) page.point(seen->middle_x() + static_cast<float>(i) * 10, seen->middle_y());
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.frame();
  CHECK(page.explorer.state().attention.x < x);
  CHECK_FALSE(page.last<explorer::Focus>());
  page.type("0");
  page.settle();
  CHECK(page.explorer.state().attention.zoom == 1);
}

TEST_CASE("pinching zooms the map and keeps the cell between the fingers in place") {
  Harness page(open_text(lesson_of(1, 20)), 390, 844);
  page.around.touch = true;
  page.settle();
  const auto map = page.where("map-view");
  REQUIRE(map);
  CHECK(page.last_frame.pinch.x0 <= map->x0);
  CHECK(page.last_frame.pinch.y1 >= map->y1);
  const auto before = page.where("cell:a:0,9,10");
  REQUIRE(before);
  const float x = before->middle_x(), y = before->middle_y();
  page.around.pinch = {x, y, x + 12, y - 8, 2};
  page.frame();
  page.around.pinch = {};
  page.settle();
  CHECK(page.explorer.state().attention.zoom == doctest::Approx(2));
  const auto after = page.where("cell:a:0,9,10");
  REQUIRE(after);
  CHECK(after->middle_x() == doctest::Approx(x + 12).epsilon(0.01));
  CHECK(after->middle_y() == doctest::Approx(y - 8).epsilon(0.01));
  CHECK(after->width() > 1.7f * before->width());
}

TEST_CASE("hovering a cell moves nothing, so that the cell stays under the pointer") {
  Harness page(open_text(lesson_of(1, 40)), 1440, 900);
  page.settle();
  const auto before = page.where("map-view");
  page.point_at("map-view");
  CHECK(page.settle() < 60);
  REQUIRE(page.explorer.explanation());
  CHECK(page.where("map-view") == before);
}

TEST_CASE("a map of small cells can be zoomed by buttons of 44 px on touch screens") {
  Harness page(open_text(lesson_of(1, 30)), 390, 844);
  page.around.touch = true;
  page.settle();
  const auto in = page.where("zoom:in");
  REQUIRE(in);
  CHECK(in->width() >= 44);
  page.click_at("zoom:in");
  CHECK(page.explorer.state().attention.zoom == doctest::Approx(1.3));
  page.settle();
  page.click_at("zoom:fit");
  CHECK(page.explorer.state().attention.zoom == 1);
}

TEST_CASE("on touch screens rows are lower than 44 px where the whole figure then fits, and never under 18") {
  for (const float high : {320.0f, 400.0f, 480.0f, 700.0f})
    for (const std::size_t tokens : {1, 2, 3, 5, 8, 12})
      for (const std::size_t heads : {1, 8}) {
        AttentionSpace space;
        space.area = {20, 80, 370, 80 + high};
        space.stacked = space.touch = true;
        space.tools = heads > 1;
        space.queries = space.keys = tokens;
        space.heads = heads;
        const AttentionLayout at = ui::lay_out_attention(space);
        INFO(high << " px, " << tokens << " tokens, " << heads << " heads");
        const bool whole = at.height <= high;
        if (at.queries.empty()) CHECK((heads > 1 || tokens > 5));  // the map alone
        else CHECK(at.query_pitch >= (whole ? 18 : 44));
        CHECK(at.map.height() >= 18.0f * static_cast<float>(tokens));
        if (whole)
          for (const Rect& part : {at.heads, at.tools, at.queries, at.keys, at.map, at.legend, at.bars})
            CHECK(ui::within(part.empty() ? space.area : part, space.area, 1));
        // What the lessons of the page hold on a phone.
        if (high >= 400 && tokens <= 5 && heads == 1) CHECK(whole);
      }
}

TEST_CASE("on touch screens a figure that is too high even so has rows of 44 px and scrolls") {
  for (const std::size_t tokens : {11, 12, 13, 64}) {
    AttentionSpace space;
    space.area = {20, 200, 370, 520};
    space.stacked = space.touch = true;
    space.queries = space.keys = tokens;
    space.heads = 4;
    const AttentionLayout at = ui::lay_out_attention(space);
    CHECK(at.query_pitch >= 44);
    CHECK(at.key_pitch >= 44);
    CHECK(at.map.width() >= std::min(44.0f * static_cast<float>(tokens), 200.0f));
    CHECK(at.map.y1 <= space.area.y0 + at.height);
    CHECK(at.queries.y1 <= space.area.y0 + at.height);
    // If the tokens need several screens, the map comes first.
    const bool before = tokens > 12;
    CHECK((at.map.y1 < at.queries.y0) == before);
    CHECK((at.queries.y1 < at.map.y0) == !before);
  }
  Harness page(open_text(lesson_of(3, 12)), 390, 844);
  page.around.touch = true;
  page.settle();
  const auto below = page.where("attention-more");
  REQUIRE(below);
  CHECK(below->width() >= 44);
  const float before = page.where("query:0")->y0;
  page.click_at("attention-more");
  page.settle();
  CHECK(page.where("query:0")->y0 < before - 100);
  const auto line = page.where(page.where("provenance-line") ? "provenance-line" : "provenance-hint");
  REQUIRE(line);
  for (const auto& [id, where] : page.items()) {
    if (id.starts_with("cell:")) CHECK(where.y1 <= line->y0);
  }
}

TEST_CASE("a finger that scrolls does not click on release") {
  Harness page(open_text(lesson_of(3, 12)), 390, 844);
  page.around.touch = true;
  page.settle();
  const auto followed = page.explorer.state().attention.queries;
  const float x = page.where("query:3")->middle_x(), y = page.where("query:3")->middle_y();
  const float before = page.where("query:3")->y0;
  page.point(x, y);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  page.frame();
  for (int i = 1; i <= 10; ++i) page.point(x, y - static_cast<float>(i) * 6);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.settle();
  CHECK(page.where("query:3")->y0 < before - 30);
  CHECK(page.explorer.state().attention.queries == followed);
  page.click_at("query:3");
  CHECK(page.explorer.state().attention.queries == std::vector<std::size_t>{3});
}

TEST_CASE("curves of weights under the threshold are not drawn") {
  Harness page(open_text(lesson_of(1, 5)), 1440, 900);
  page.settle();
  std::size_t above = 0;
  for (const float weight : looked_at(page).map_weights.values) above += weight >= 0.2f;
  const auto set =
      page.explorer.apply(explorer::ShowAttention{.matrices = {}, .scores = {}, .shared = {}, .threshold = 0.2});
  REQUIRE(set);
  page.settle();
  std::size_t lit = 0;
  for (const float weight : looked_at(page).row_weights.values) lit += weight >= 0.2f;
  CHECK(item_starting(page, "curves:") == "curves:" + std::to_string(lit) + ":" + std::to_string(above - lit));
}

TEST_CASE("with one token, no weights or no numbers the figure is drawn without curves that do not exist") {
  const auto of = [](const std::string& values, const std::string& masks) {
    return R"({ "format": 1, "id": "odd", "version": "1.0.0", "title": { "en": "Odd" },
      "tensors": [{ "name": "s", "role": "scores", "values": )" +
           values + R"( }, { "name": "m", "role": "mask", "values": )" + masks + R"( },
        { "name": "n", "role": "scores", "operation": "mask", "inputs": ["s", "m"] },
        { "name": "a", "role": "weights", "operation": "softmax", "inputs": ["n"], "options": { "axis": -1 } }],
      "steps": [{ "id": "one", "title": { "en": "One" }, "text": { "en": "t" },
                  "stage": [{ "attention": "a", "scores": "n" }] }] })";
  };
  for (const float width : {1440.0f, 390.0f}) {
    Harness one(open_text(of("[[3]]", "[[1]]")), width, 844);
    one.settle();
    CHECK(item_starting(one, "curves:") == "curves:1:0");
    Harness nothing(open_text(of("[[1, 2], [3, 4]]", "[[0, 0], [0, 0]]")), width, 844);
    nothing.settle();
    CHECK(item_starting(nothing, "curves:") == "curves:0:0");
    CHECK(looked_at(nothing).entropy.find("attends to nothing") != std::string::npos);
  }
}

TEST_CASE("long words are cut, and no label leaves the screen") {
  const std::string words = R"(, "labels": ["Donaudampfschifffahrtsgesellschaft", "of", "incomprehensibilities"])";
  for (const auto& [width, height] :
       {std::pair(1440.0f, 900.0f), {1024.0f, 768.0f}, {390.0f, 844.0f}, {720.0f, 420.0f}}) {
    Harness page(open_text(lesson_of(3, 3, words)), width, height);
    page.settle();
    for (const auto& [id, at] : page.items())
      if (id.starts_with("query:") || id.starts_with("key:") || id.starts_with("cell:"))
        CHECK_MESSAGE(ui::within(at, {0, 0, width, height}, 1), id, " at ", width);
  }
}

TEST_CASE("a frame of 64 tokens in 12 heads takes less time than a screen refresh") {
  Harness page(open_text(lesson_of(12, 64)), 1440, 900);
  page.settle();
  const auto set =
      page.explorer.apply(explorer::ShowAttention{.matrices = {}, .scores = {}, .shared = {}, .threshold = 0});
  REQUIRE(set);
  double slowest = 0, total = 0;
  constexpr int frames = 30;
  for (int i = 0; i < frames; ++i) {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::GetIO().AddMousePosEvent(700 + static_cast<float>(i) * 8, 500);
    page.around.now += 1.0 / 60;
    ImGui::NewFrame();
    const auto begin = std::chrono::steady_clock::now();
    page.interface.frame(page.explorer, page.around, page.contents);
    const double taken = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    ImGui::Render();
    if (i > 0) slowest = std::max(slowest, taken);  // the first lays out
    total += taken;
  }
  MESSAGE("slowest frame " << slowest << " ms, mean " << total / frames << " ms");
  CHECK(total / frames < 64);  // sanitizers and busy machines included
}

TEST_CASE("beside attention are text and question; heads are in a column at its left, on a tablet in a row above it") {
  for (const float width : {1440.0f, 1024.0f}) {
    Harness page(ui_test::open_lesson("multi-head"), width, 900);
    page.settle();
    page.step_to("mask-flag");
    page.click_at("figure:attention");
    page.settle();
    const auto map = page.where("map-view"), first = page.where("head:0"), second = page.where("head:1");
    REQUIRE(map);
    REQUIRE(first);
    REQUIRE(second);
    CHECK(page.where("text-column").has_value());
    CHECK(page.where("card:question").has_value());
    if (width > 1100) {
      CHECK(first->x0 == second->x0);
      CHECK(first->y1 <= second->y0 + 0.5f);
      CHECK(page.where("query:0")->x0 >= first->x1);
      CHECK(page.where("key:0")->x1 <= map->x0);
    } else {
      CHECK(first->y0 == second->y0);
      CHECK(first->x1 <= second->x0 + 0.5f);
      CHECK(page.where("query:0")->y0 >= first->y1);
      CHECK(map->y0 >= first->y1);
    }
    CHECK(map->width() >= 5 * 44);
    REQUIRE(page.where("provenance-line"));
    CHECK(map->y1 <= page.where("provenance-line")->y0);
  }
}

TEST_CASE("a sentence that fades by attention gives way to the attention figure") {
  Harness page(ui_test::open_lesson("sentence"), 1440, 900);
  page.settle();
  page.step_to("filter");
  REQUIRE(item_starting(page, "word:") != "");
  page.click_at("figure:attention");
  page.settle();
  CHECK(item_starting(page, "word:") == "");
  REQUIRE(page.where("map-view"));
}

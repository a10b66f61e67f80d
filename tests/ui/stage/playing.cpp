// The player of motions: once at first sight, by key and button, to and fro, and back to the still picture.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sanitized.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::cell_id;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

const char* const lessons_played[] = {"why",        "worked-example", "basic-self-attention",
                                      "sentence",   "column-vectors", "causal-ladder",
                                      "multi-head", "tasks",          "tasks-2",
                                      "tasks-3",    "slopes",         "learning",
                                      "letters",    "tiles",          "attention-today",
                                      "pictures"};

std::vector<ui::Rect> controls_of(const Harness& page) {
  std::vector<ui::Rect> controls;
  for (const char* id : {"play", "scrub", "speed"})
    if (const auto at = page.where(id)) controls.push_back(ui::grown(*at, 6));
  return controls;
}

// All triangles of the last frame.
std::vector<ImDrawVert> drawn() {
  std::vector<ImDrawVert> all;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawCmd& command : list->CmdBuffer)
      for (unsigned i = 0; i < command.ElemCount; ++i) {
        const ImDrawVert& v = list->VtxBuffer[static_cast<int>(
            list->IdxBuffer[static_cast<int>(command.IdxOffset + i)] + command.VtxOffset)];
        all.push_back(v);
      }
  return all;
}

std::vector<ImDrawVert> without(std::vector<ImDrawVert> all, const std::vector<ui::Rect>& parts) {
  std::erase_if(all, [&](const ImDrawVert& v) {
    return std::ranges::any_of(parts, [&](ui::Rect at) { return at.contains({v.pos.x, v.pos.y}); });
  });
  return all;
}

std::vector<ImDrawVert> drawn_without_controls(const Harness& page) { return without(drawn(), controls_of(page)); }

bool same(const std::vector<ImDrawVert>& a, const std::vector<ImDrawVert>& b) {
  return std::ranges::equal(a, b, [](const ImDrawVert& p, const ImDrawVert& q) {
    return p.pos.x == q.pos.x && p.pos.y == q.pos.y && p.uv.x == q.uv.x && p.uv.y == q.uv.y && p.col == q.col;
  });
}

template <class Check>
void in_each_beat_of(Harness& page, const Check& check) {
  for (int n = 0; n < 100 && !page.explorer.view().closing; ++n) {
    check();
    page.press(ImGuiKey_PageDown);
    page.settle(0.1);
  }
}

// At a step that has been seen, at rest.
Harness& seen_step(Harness& page, const char* step) {
  page.around.reduced_motion = true;
  at_step(page, step);
  page.settle();
  page.around.reduced_motion = false;
  return page;
}

}  // namespace

TEST_CASE("played to its end, each beat of each lesson is the still picture again, to the vertex") {
  std::size_t played = 0;
  for (const char* lesson : lessons_played) {
    if (sampled && lesson != lessons_played[1]) continue;
    Harness page(open_lesson(lesson), 1440, 900);
    page.around.reduced_motion = true;
    page.settle();
    in_each_beat_of(page, [&] {
      page.settle();
      const std::vector<ImDrawVert> still = drawn();
      page.around.reduced_motion = false;
      page.press(ImGuiKey_P);
      const float seconds = page.interface.motion_seconds();
      if (seconds > 0) {
        ++played;
        page.frame(static_cast<double>(seconds) / 2);
        INFO(std::string(lesson) << ", " << page.explorer.view().step_id << ", part " << page.explorer.view().beat);
        std::vector<ui::Rect> controls = controls_of(page);
        CHECK_FALSE(same(without(drawn(), controls), without(still, controls)));
        page.frame(static_cast<double>(seconds));
        page.settle();
        controls = controls_of(page);
        CHECK(same(without(drawn(), controls), without(still, controls)));
      }
      page.around.reduced_motion = true;
      page.frame();
    });
  }
  CHECK(played > (sampled ? 5 : 80));
}

TEST_CASE("a beat's motion plays by itself once, within 1.2 seconds after the step has settled") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  const auto go = [&](const char* step) {
    REQUIRE(page.explorer.apply(explorer::GoToStep{step}).has_value());
    page.frame();
  };
  go("scores");
  const float seconds = page.interface.motion_seconds();
  CHECK(seconds >= 0.5f);
  CHECK(seconds <= 1.2f);
  page.frame(0.45 + static_cast<double>(seconds));
  page.frame();
  CHECK(page.interface.motion_seconds() == 0);
  go("softmax");
  page.settle();
  go("scores");
  CHECK(page.interface.motion_seconds() == 0);
}

TEST_CASE("a lesson opened from the contents plays its first beat; a page that opens on it stands") {
  for (const bool from_contents : {false, true}) {
    Harness page(open_lesson(), 1440, 900);
    if (from_contents) {
      REQUIRE(page.explorer.load_hero(ui_test::read_file(AE_SOURCE_DIR "/web/hero.json")).has_value());
      REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
      page.settle();
    }
    REQUIRE(page.explorer.apply(explorer::ShowContents{false}).has_value());
    REQUIRE(page.explorer.apply(explorer::GoToStep{"scores"}).has_value());
    page.frame();
    CHECK((page.interface.motion_seconds() > 0) == from_contents);
  }
}

TEST_CASE("with reduced motion nothing plays, by itself or by key") {
  Harness page(open_lesson(), 1440, 900);
  page.around.reduced_motion = true;
  page.settle();
  REQUIRE(page.explorer.apply(explorer::GoToStep{"scores"}).has_value());
  page.frame();
  CHECK(page.interface.motion_seconds() == 0);
  page.press(ImGuiKey_Space);
  CHECK(page.interface.motion_seconds() == 0);
}

TEST_CASE("Space plays and pauses; a paused stage draws no frames, and its cells can be asked") {
  Harness page(open_lesson(), 1440, 900);
  seen_step(page, "scores");
  const std::vector<ImDrawVert> still = drawn_without_controls(page);
  page.press(ImGuiKey_Space);
  CHECK(page.interface.motion_seconds() > 0);
  page.frame(0.3);
  page.press(ImGuiKey_Space);
  CHECK(page.interface.motion_seconds() == 0);
  page.settle();
  CHECK_FALSE(page.last_frame.animating);
  CHECK_FALSE(same(drawn_without_controls(page), still));
  page.click_at(cell_id("attn_scores", 1, 1));
  page.settle();
  REQUIRE(page.explorer.explanation() != nullptr);
  CHECK(page.explorer.explanation()->cell.index == graph::Index{1, 1});
}

TEST_CASE("any key, a press into the figure, and the next step end a motion at once") {
  Harness page(open_lesson(), 1440, 900);
  const auto begin = [&] {
    seen_step(page, "scores");
    page.press(ImGuiKey_P);
    page.frame(0.2);
    REQUIRE(page.interface.motion_seconds() > 0);
  };
  begin();
  page.press(ImGuiKey_X);
  CHECK(page.interface.motion_seconds() == 0);
  begin();
  page.click_at(cell_id("attn_scores", 0, 0));
  CHECK(page.interface.motion_seconds() == 0);
  page.press(ImGuiKey_Escape);
  begin();
  REQUIRE(page.explorer.apply(explorer::GoToStep{"projections"}).has_value());
  page.frame();
  CHECK(page.interface.motion_seconds() == 0);
}

TEST_CASE("the scrubber goes to and fro by keys and pointer, and the speed has three values") {
  Harness page(open_lesson(), 1440, 900);
  seen_step(page, "scores");
  const std::vector<ImDrawVert> still = drawn_without_controls(page);
  page.press(ImGuiKey_P);
  const float normal = page.interface.motion_seconds();
  page.frame(10);
  page.settle();
  const auto line = page.where("scrub");
  REQUIRE(line);
  page.click(line->middle_x(), line->middle_y());
  page.settle();
  CHECK_FALSE(same(drawn_without_controls(page), still));
  for (int n = 0; n < 60; ++n) page.press(ImGuiKey_RightArrow);
  page.point(2, 2);
  page.settle();
  CHECK(same(drawn_without_controls(page), still));
  page.press(ImGuiKey_Home);
  page.settle();
  CHECK_FALSE(same(drawn_without_controls(page), still));
  page.press(ImGuiKey_End);
  for (const float factor : {0.5f, 2.0f, 1.0f}) {
    page.click_at("speed");
    page.press(ImGuiKey_P);
    CHECK(page.interface.motion_seconds() == doctest::Approx(normal * factor));
    page.frame(20);
    page.settle();
  }
}

TEST_CASE("on phones the controls are large enough for a finger and on the screen") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  page.around.reduced_motion = true;
  page.settle();
  std::size_t buttons = 0;
  in_each_beat_of(page, [&] {
    page.press(ImGuiKey_P);  // at its end at once: then there is a scrubber
    page.settle();
    for (const char* id : {"play", "scrub", "speed"}) {
      const auto at = page.where(id);
      if (!at) continue;
      ++buttons;
      CHECK(std::min(at->width(), at->height()) >= 44);
      CHECK(ui::within(*at, {0, 0, 390, 844}));
    }
  });
  CHECK(buttons > 3);
}

TEST_CASE("a small embed has the motion, if only by key") {
  Harness page(open_lesson(), 720, 420);
  page.around.embed = true;
  seen_step(page, "scores");
  page.press(ImGuiKey_Space);
  CHECK(page.interface.motion_seconds() > 0);
}

TEST_CASE("a cell on which the pointer rests is made once more, under its marks, and then all is still") {
  Harness page(open_lesson(), 1440, 900);
  seen_step(page, "scores");
  page.settle();
  page.point_at(cell_id("attn_scores", 1, 1));
  page.frame();
  REQUIRE(page.explorer.explanation() != nullptr);
  page.frame(0.3);
  const std::size_t moving = drawn().size();
  page.settle();
  CHECK_FALSE(page.last_frame.animating);
  CHECK(moving > drawn().size());
}

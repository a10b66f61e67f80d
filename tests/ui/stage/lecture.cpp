// A lesson that plays by itself, against a clock that the test moves: nothing is drawn between captions.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "ui/shell/lecture.hpp"
#include "ui/shell/motion.hpp"
#include "ui/support/harness.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

constexpr double frame_time = 1.0 / 60;

explorer::PlayLesson plays(bool on = true) { return {.on = on, .paused = {}, .speed = {}}; }

void apply(Harness& page, const explorer::Command& command) { REQUIRE(page.explorer.apply(command).has_value()); }

// Moves the clock to the frame that was asked for, and draws until nothing moves.
void sleep(Harness& page) {
  REQUIRE(page.last_frame.wake_at > page.around.now);
  page.frame(page.last_frame.wake_at - page.around.now);
  page.settle();
}

// 40 words are read in 12 seconds, and fit no single caption.
std::string forty_words() {
  std::string text;
  for (int sentence = 0; sentence < 4; ++sentence) text += "One two three four five six seven eight nine ten. ";
  return text;
}

Harness timed_lesson() {
  auto opened = explorer::Explorer::open(R"json({
    "format": 1, "id": "timed", "version": "1.0.0", "title": { "en": "Timed" },
    "tensors": [{ "name": "x", "symbol": "X", "role": "input", "values": [[1, 2], [3, 4]] }],
    "steps": [
      { "id": "one", "title": { "en": "One" }, "text": { "en": ")json" +
                                         forty_words() + R"json(" }, "stage": [{ "tensors": ["x"] }] },
      { "id": "two", "title": { "en": "Two" }, "text": { "en": "Few words." }, "stage": [{ "tensors": ["x"] }] }]
  })json");
  REQUIRE(opened.has_value());
  return {std::move(*opened), 1440, 900};
}

// Seconds until the lesson leaves the step or ends.
double time_on_step(Harness& page, double since) {
  const std::string step = page.explorer.view().step_id;
  for (;;) {
    page.frame(page.last_frame.wake_at - page.around.now);
    if (page.explorer.view().step_id != step || !page.explorer.state().lecture.on) return page.around.now - since;
    page.settle();
  }
}

struct Room {
  float width, height;
  bool embed;
};

}  // namespace

TEST_CASE("a text is shown as long as it takes to read at 200 words a minute, at least for 3 seconds") {
  CHECK(ui::reading_time(40) == doctest::Approx(12));
  CHECK(ui::reading_time(200) == doctest::Approx(60));
  CHECK(ui::reading_time(1) == 3);
}

TEST_CASE("a step is shown while it comes and then for the time of its text, divided by the speed") {
  for (const double speed : {0.5, 1.0, 2.0}) {
    Harness page = timed_lesson();
    page.settle();
    apply(page, plays());
    apply(page, explorer::PlayLesson{.on = {}, .paused = {}, .speed = speed});
    page.frame();
    const double since = page.around.now;
    page.settle();
    INFO("speed " << speed);
    CHECK(time_on_step(page, since) == doctest::Approx(ui::step_time + 12 / speed).epsilon(0.05));
    const double then = page.around.now;
    page.settle();
    CHECK(time_on_step(page, then) == doctest::Approx(ui::step_time + 3 / speed).epsilon(0.05));
    CHECK_FALSE(page.explorer.state().lecture.on);  // that was the last one
  }
}

TEST_CASE("a caption's time begins when the motion of its beat is over, at any speed of the lesson") {
  for (const double speed : {0.5, 2.0}) {
    Harness page(open_lesson(), 1440, 900);
    page.settle();
    apply(page, plays());
    apply(page, explorer::PlayLesson{.on = {}, .paused = {}, .speed = speed});
    apply(page, explorer::GoToStep{"scores"});
    page.frame();
    const double began = page.around.now;
    const auto motion = static_cast<double>(page.interface.motion_seconds());
    REQUIRE(motion >= 0.5);
    page.settle();
    const double reading = ui::reading_time(page.explorer.view().captions.front().count);
    CHECK(page.last_frame.wake_at - began == doctest::Approx(ui::step_time + motion + reading / speed).epsilon(0.005));

    page.around.reduced_motion = true;
    apply(page, explorer::GoToStep{"inputs"});
    page.frame();
    const double then = page.around.now;
    page.settle();
    const double first = ui::reading_time(page.explorer.view().captions.front().count);
    CHECK(page.last_frame.wake_at - then == doctest::Approx(first / speed).epsilon(0.005));
  }
}

TEST_CASE("between two captions no frame is drawn") {
  Harness page(open_lesson(), 1440, 900);
  apply(page, plays());
  for (int caption = 0; caption < 4; ++caption) {
    page.settle();
    CHECK_FALSE(page.last_frame.animating);
    CHECK(page.last_frame.wake_at > page.around.now + 1);
    page.frame(frame_time);  // one that something else asked for
    CHECK_FALSE(page.last_frame.animating);
    sleep(page);
  }
}

TEST_CASE("a change of speed, a pause and a hidden page count only the time that was played") {
  Harness page = timed_lesson();
  apply(page, plays());
  page.settle();
  page.frame(1);
  const double due = page.last_frame.wake_at - page.around.now;
  apply(page, explorer::PlayLesson{.on = {}, .paused = {}, .speed = 2});
  page.frame(frame_time);
  CHECK(page.last_frame.wake_at - page.around.now == doctest::Approx((due - frame_time) / 2).epsilon(0.01));

  apply(page, explorer::PlayLesson{.on = {}, .paused = true, .speed = 1});
  page.frame(frame_time);
  CHECK(page.last_frame.wake_at == 0);
  page.frame(1000);
  apply(page, explorer::PlayLesson{.on = {}, .paused = false, .speed = {}});
  page.frame(frame_time);
  const double left = page.last_frame.wake_at - page.around.now;
  CHECK(left == doctest::Approx(due).epsilon(0.02));

  page.around.unseen = 500;
  page.frame(500 + frame_time);
  page.around.unseen = 0;
  CHECK(page.last_frame.wake_at - page.around.now == doctest::Approx(left - frame_time).epsilon(0.01));
}

TEST_CASE("a lesson waits at every question until the reader goes on, and stops on its last page") {
  Harness page(open_lesson(), 1440, 900);
  std::size_t questions = 0, waits = 0;
  for (const lesson::Step& step : page.explorer.lesson().steps) questions += step.question.has_value();
  REQUIRE(questions > 3);
  apply(page, plays());
  page.settle();
  for (int n = 0; n < 400 && page.explorer.state().lecture.on; ++n) {
    if (page.last_frame.wake_at > 0) {
      sleep(page);
      continue;
    }
    ++waits;
    page.frame(1000);  // however long it takes
    CHECK(page.last_frame.wake_at == 0);
    page.click_at("next");
    page.settle();
  }
  CHECK(waits == questions);
  CHECK(page.explorer.view().closing.has_value());
  CHECK_FALSE(page.explorer.state().lecture.on);
}

TEST_CASE("an answer that is given or shown is told, and then the lesson goes on") {
  Harness page(open_lesson(), 1440, 900);
  while (!page.explorer.view().question) apply(page, explorer::NextStep{});
  apply(page, plays());
  page.settle();
  while (page.last_frame.wake_at > 0) sleep(page);
  const std::string step = page.explorer.view().step_id;
  apply(page, explorer::Reveal{page.explorer.view().question->id});
  page.settle();
  CHECK(page.explorer.view().step_id == step);
  CHECK(time_on_step(page, page.around.now) >= 3);
}

TEST_CASE("a step or beat that is chosen meanwhile is played from its start") {
  Harness page(open_lesson(), 1440, 900);
  apply(page, plays());
  page.settle();
  page.click_at("step:scores");
  page.point(700, 20);
  page.settle();
  CHECK(page.explorer.state().lecture.on);
  REQUIRE(page.explorer.view().step_id == "scores");
  const double due = page.last_frame.wake_at - page.around.now;
  CHECK(due > 2.5);
  CHECK(due < 4 + ui::reading_time(40));
}

TEST_CASE("L plays, pauses and continues; Escape stops") {
  Harness page(open_lesson(), 1440, 900);
  page.settle();
  page.press(ImGuiKey_L);
  CHECK(page.explorer.state().lecture.on);
  page.press(ImGuiKey_L);
  CHECK(page.explorer.state().lecture.paused);
  page.press(ImGuiKey_L);
  CHECK_FALSE(page.explorer.state().lecture.paused);
  page.settle();
  page.press(ImGuiKey_Escape);
  CHECK_FALSE(page.explorer.state().lecture.on);
}

TEST_CASE("its buttons pause, hasten and stop it, and the menus start it, on every size of screen") {
  for (const Room room : {Room{1440, 900, false},
                          {1024, 768, false},
                          {700, 900, false},
                          {390, 844, false},
                          {320, 640, false},
                          {720, 420, true},
                          {360, 480, true}}) {
    INFO(room.width << " × " << room.height);
    Harness page(open_lesson(), room.width, room.height);
    page.around.embed = room.embed;
    page.settle();
    if (!page.where("lecture")) {
      page.click_at(page.where("menu") ? "menu" : "lessons");
      page.settle();
    }
    page.click_at(page.where("lecture") ? "lecture" : "play-lesson");
    page.point(room.width / 2, 5);
    page.settle();
    REQUIRE(page.explorer.state().lecture.on);
    for (const double speed : {2.0, 0.5, 1.0}) {
      page.click_at("lecture-speed");
      CHECK(page.explorer.state().lecture.speed == speed);
    }
    page.click_at("lecture-pause");
    CHECK(page.explorer.state().lecture.paused);
    page.click_at("lecture-pause");
    CHECK_FALSE(page.explorer.state().lecture.paused);
    const std::string step = page.explorer.view().step_id;
    const std::size_t beat = page.explorer.view().beat;
    page.click_at("next");
    page.settle();
    CHECK((page.explorer.view().step_id != step || page.explorer.view().beat != beat));
    page.click_at("lecture-stop");
    CHECK_FALSE(page.explorer.state().lecture.on);
  }
}

TEST_CASE("captions are whole, and clear of the figure and of the buttons") {
  for (const Room room : {Room{1024, 768, false},
                          {390, 844, false},
                          {320, 640, false},
                          {720, 420, true},
                          {360, 480, true},
                          {360, 300, true}}) {
    for (const char* name : {"sentence", "tiles"}) {
      Harness page(open_lesson(name), room.width, room.height);
      page.around.embed = room.embed;
      page.around.controls = ui::Controls::all;
      apply(page, plays());
      page.settle();
      for (int n = 0; n < 12; ++n) {
        INFO(std::string(name) << ", " << page.explorer.view().step_id << ", " << room.width << " × " << room.height);
        const bool column = page.where("text-column").has_value();  // where the text is read, marked as it goes on
        const auto caption = page.where(column ? "told" : "caption"), pause = page.where("lecture-pause");
        REQUIRE(pause);
        if (caption) {
          CHECK(caption->x1 <= room.width);
          CHECK(caption->y1 <= room.height);
          const auto apart = [&](const ui::Rect& other) {
            return caption->x1 <= other.x0 || other.x1 <= caption->x0 || caption->y1 <= other.y0 + 0.5f ||
                   other.y1 <= caption->y0 + 0.5f;
          };
          CHECK(apart(*pause));
          for (const auto& [id, where] : page.items())
            if (id.starts_with("cell:")) CHECK(apart(where));
        }
        if (page.last_frame.wake_at > 0) {
          CHECK((caption.has_value() || (column && page.where("question-prompt"))));
          page.frame(page.last_frame.wake_at - page.around.now);
        } else {
          page.press(ImGuiKey_PageDown);
        }
        page.settle(1.0 / 8);
      }
    }
  }
}

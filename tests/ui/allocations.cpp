// A steady frame (the same state, no input, nothing moving) allocates nothing: what is laid out, broken into lines or
// named once is cached, and words are composed in the memory of earlier frames' words.
#include <doctest/doctest.h>

#include <algorithm>
#include <new>
#include <string>
#include <tuple>
#include <vector>

#include "ui/support/counted_new.hpp"
#include "ui/support/harness.hpp"
#include "ui/support/model_told.hpp"

using ui_test::CountedNew;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

const char* const lessons[] = {"why",        "worked-example", "basic-self-attention",
                               "sentence",   "column-vectors", "causal-ladder",
                               "multi-head", "tasks",          "tasks-2",
                               "tasks-3",    "slopes",         "learning",
                               "letters",    "tiles",          "attention-today",
                               "pictures"};

// The interface's frame alone: the harness around it reads its commands and acts as the renderer.
std::size_t counted_frame(Harness& page, double seconds = 1.0 / 60) {
  page.around.now += seconds;
  ImGui::GetIO().DeltaTime = static_cast<float>(seconds);
  ImGui::NewFrame();
  std::size_t count = 0;
  {
    const CountedNew counted;
    page.last_frame = page.interface.frame(page.explorer, page.around, page.contents);
    count = counted.count();
  }
  ImGui::Render();
  return count;
}

// Of several in a row, so that none takes more than the one before: what is kept does not grow.
std::size_t steady_count(Harness& page) {
  page.settle();
  for (int n = 0; n < 4; ++n) page.frame();
  const std::size_t first = counted_frame(page);
  std::size_t last = first;
  for (int n = 0; n < 8; ++n) last = counted_frame(page);
  CHECK(last <= first);
  CHECK_FALSE(page.last_frame.animating);
  return last;
}

}  // namespace

TEST_CASE("the counter counts") {
  const CountedNew counted;
  ::operator delete(::operator new(8));
  ::operator delete(::operator new(800));
  CHECK(counted.count() == 2);
}

TEST_CASE("a steady frame of any step of any lesson allocates no memory, at any size") {
  struct Room {
    float width, height;
    bool embed;
  };
  for (const Room room :
       {Room{1440, 900, false}, {1024, 768, false}, {720, 900, false}, {390, 844, false}, {720, 420, true}}) {
    for (const char* name : lessons) {
      Harness page(open_lesson(name), room.width, room.height);
      page.around.embed = room.embed;
      std::vector<std::string> ids;
      for (const auto& step : page.explorer.view().steps) ids.push_back(step.id);
      for (const std::string& id : ids) {
        page.step_to(id);
        INFO(std::string(name) << ", " << id << ", " << room.width << " × " << room.height);
        CHECK(steady_count(page) == 0);
      }
    }
  }
}

TEST_CASE("a frame of a motion allocates no memory, once each of its moments has been drawn") {
  constexpr int moments = 8;
  std::size_t played = 0;
  for (const char* name : lessons) {
    Harness page(open_lesson(name), 1440, 900);
    page.around.reduced_motion = true;
    page.settle();
    for (int n = 0; n < 100 && !page.explorer.view().closing; ++n) {
      page.around.reduced_motion = false;
      for (const bool counts : {false, true}) {
        page.press(ImGuiKey_P);
        const double apart = static_cast<double>(page.interface.motion_seconds()) / moments;
        if (apart <= 0) break;
        ++played;
        page.frame(apart / 2);  // the acts have been found
        std::size_t count = 0;
        for (int i = 1; i < moments - 1; ++i) count += counted_frame(page, apart);
        INFO(std::string(name) << ", " << page.explorer.view().step_id << ", part " << page.explorer.view().beat);
        if (counts) CHECK(count == 0);
        page.frame(10);
        page.settle(0.2);
      }
      page.around.reduced_motion = true;
      page.press(ImGuiKey_PageDown);
      page.settle(0.2);
    }
  }
  CHECK(played > 100);
}

TEST_CASE("a steady frame of a lesson that plays allocates no memory, at any size") {
  struct Room {
    float width, height;
    bool embed;
  };
  for (const Room room : {Room{1440, 900, false}, {1024, 768, false}, {390, 844, false}, {720, 420, true}}) {
    Harness page(open_lesson("sentence"), room.width, room.height);
    page.around.embed = room.embed;
    REQUIRE(page.explorer.apply(explorer::PlayLesson{.on = true, .paused = {}, .speed = {}}).has_value());
    INFO(room.width << " × " << room.height);
    CHECK(steady_count(page) == 0);
  }
}

// In WebAssembly, with another standard library, some of these frames still allocate a few small pieces.
#ifdef __EMSCRIPTEN__
constexpr std::size_t while_moving = 6;
#else
constexpr std::size_t while_moving = 0;
#endif

TEST_CASE("while the stage moves from step to step, a frame after the first allocates no memory") {
  for (const char* name : {"worked-example", "sentence", "multi-head"}) {
    Harness page(open_lesson(name), 1440, 900);
    page.settle();
    const std::size_t steps = page.explorer.view().count;
    // To and fro twice: the first time the memory that is kept between frames grows to what is needed.
    for (std::size_t n = 0; n < 4 * steps; ++n) {
      const bool back = n / steps % 2 == 1;
      if (back) REQUIRE(page.explorer.apply(explorer::PreviousStep{}).has_value());
      else REQUIRE(page.explorer.apply(explorer::NextStep{}).has_value());
      for (int frame = 0; frame < 4; ++frame) page.frame();
      std::size_t most = 0;  // until texts begin to fade in
      for (int frame = 0; frame < 12; ++frame) most = std::max(most, counted_frame(page));
      INFO(std::string(name) << ", " << page.explorer.view().step_id << std::string(back ? ", back" : ""));
      if (n >= 2 * steps) CHECK(most <= while_moving);
      page.settle();
    }
  }
}

TEST_CASE("a steady frame of the attention figure of 64 tokens and 12 heads allocates no memory") {
  auto opened = explorer::Explorer::open(R"({
    "format": 1, "id": "wide", "version": "1.0.0", "title": { "en": "Wide" }, "generators": [{ "name": "g", "seed": 3 }],
    "tensors": [
      { "name": "s", "role": "scores", "axes": [{ "name": "head" }, { "name": "query" }, { "name": "key" }],
        "random": { "generator": "g", "draw": "randn", "shape": [12, 64, 64] } },
      { "name": "a", "symbol": "A", "role": "weights", "operation": "softmax", "inputs": ["s"], "options": { "axis": -1 } }],
    "steps": [{ "id": "one", "title": { "en": "One" }, "text": { "en": "t" }, "stage": [{ "attention": "a", "scores": "s" }] }] })");
  REQUIRE(opened.has_value());
  Harness page(std::move(*opened), 1440, 900);
  CHECK(steady_count(page) == 0);
}

TEST_CASE("a steady frame of the contents allocates no memory") {
  Harness page(open_lesson(), 1440, 900);
  for (const char* name : lessons) {
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path(name)), {}, {}, "en");
    REQUIRE(card.has_value());
    page.contents.cards.push_back(std::move(*card));
  }
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  REQUIRE(page.explorer.load_hero(ui_test::read_file(std::string(AE_SOURCE_DIR) + "/web/hero.json")).has_value());
  CHECK(steady_count(page) == 0);
  REQUIRE(page.explorer.apply(explorer::LookHero{"s", {0, 1}}).has_value());
  CHECK(steady_count(page) == 0);
  page.resize(390, 844);
  CHECK(steady_count(page) == 0);
}

TEST_CASE("a steady frame of the large map allocates no memory, in any state and at any size") {
  using Cell = std::pair<std::size_t, std::size_t>;
  struct Room {
    float width, height;
  };
  for (const Room room : {Room{1440, 900}, {1024, 768}, {390, 844}, {720, 420}}) {
    for (const large_map::Tokens of : {large_map::Tokens::words, large_map::Tokens::patches}) {
      Harness page(open_lesson(), room.width, room.height);
      const auto look = [&](const explorer::LookLarge& at, const char* told) {
        REQUIRE(page.explorer.apply(at).has_value());
        INFO(std::string(told) << ", " << room.width << " × " << room.height
                               << std::string(of == large_map::Tokens::words ? "" : ", patches"));
        CHECK(steady_count(page) == 0);
      };
      REQUIRE(page.explorer.apply(explorer::ShowLarge{}).has_value());
      explorer::SetLarge few;
      few.setup.of = of;
      few.setup.causal = of == large_map::Tokens::words;
      REQUIRE(page.explorer.apply(few).has_value());
      look({}, "the whole of it");
      look({.cell = Cell{300, 299}}, "a cell is pinned");
      look({.cell = Cell{300, 801}}, "one that may be masked");
      look({.brush = Cell{290, 330}}, "rows are compared");
      look({.find = of == large_map::Tokens::words ? "light" : "3, 17"}, "a word is found");
      look({.window = explorer::LookLarge::Window{4, 0.3, 0.3}}, "nearer");
      look({.window = explorer::LookLarge::Window{70, 0.29, 0.29}}, "numbers in its cells");
      // Names as long as they get, and sheets between the cells and those of the whole map.
      explorer::SetLarge many;
      many.setup = few.setup;
      many.setup.tokens = 4096;
      many.setup.model = large_map::Model::random;
      many.setup.layers = large_map::most_layers;
      many.setup.heads = large_map::most_heads;
      REQUIRE(page.explorer.apply(many).has_value());
      look({.head = 187}, "one of 192 heads");
      look({.window = explorer::LookLarge::Window{2.5, 0.5, 0.5}}, "sheets of two cells a texel");
    }
  }
}

TEST_CASE("a steady frame of the model screen allocates no memory, at any size") {
  const ui_test::ToldModel told;
  for (const auto& [width, height] :
       {std::pair(1440.0f, 900.0f), {1024.0f, 768.0f}, {390.0f, 844.0f}, {720.0f, 420.0f}}) {
    INFO(width << " × " << height);
    Harness page(open_lesson(), width, height);
    REQUIRE(told.open(page.explorer));
    CHECK(steady_count(page) == 0);
    explorer::LookModel look;
    look.row = 13, look.column = 1, look.sort = explorer::ModelSort::resemblance;
    look.compare = std::pair<std::size_t, std::size_t>{4, 10};
    REQUIRE(page.explorer.apply(look));
    REQUIRE(page.explorer.apply(explorer::SetModelPart{0, 0, false}));
    REQUIRE(told.answer(page.explorer));
    CHECK(steady_count(page) == 0);
    for (const auto parts : {explorer::ModelParts::layer, explorer::ModelParts::size, explorer::ModelParts::off,
                             explorer::ModelParts::lens}) {
      REQUIRE(page.explorer.apply(explorer::LookModel{.why = true, .parts = parts}));
      REQUIRE(told.answer(page.explorer));
      CHECK(steady_count(page) == 0);
    }
    REQUIRE(page.explorer.apply(explorer::SetModelOther{"some other words"}));
    REQUIRE(page.explorer.apply(explorer::SetModelTemperature{10, 11, 2.5}));
    REQUIRE(page.explorer.apply(explorer::SetModelPart{.layer = 10, .on = false, .at = 9, .taken = true}));
    REQUIRE(page.explorer.apply(
        explorer::LookModel{.parts = explorer::ModelParts::off, .patched = explorer::ModelPatched::stream}));
    REQUIRE(told.answer(page.explorer));
    CHECK(steady_count(page) == 0);
    REQUIRE(page.explorer.apply(explorer::LookModel{.over = true}));
    REQUIRE(told.answer(page.explorer));
    CHECK(steady_count(page) == 0);
  }
}

TEST_CASE("a steady frame of a model of pictures allocates no memory, at any size") {
  const ui_test::ToldModel small = ui_test::ToldModel::of_pictures(3, 4),
                           large = ui_test::ToldModel::of_pictures(24, 20);
  for (const auto& [width, height, many] : {std::tuple(1440.0f, 900.0f, false),
                                            {1440.0f, 900.0f, true},
                                            {1024.0f, 768.0f, false},
                                            {390.0f, 844.0f, false},
                                            {720.0f, 420.0f, false}}) {
    const ui_test::ToldModel& told = many ? large : small;
    INFO(width << " × " << height);
    Harness page(open_lesson(), width, height);
    REQUIRE(told.open(page.explorer));
    REQUIRE(page.explorer.model().data().run->picture.has_value());
    CHECK(page.explorer.model().data().keeps_rows() == many);
    CHECK(steady_count(page) == 0);
    explorer::LookModel look;
    look.row = 40, look.column = 3, look.compare = std::pair<std::size_t, std::size_t>{1, 2};
    REQUIRE(page.explorer.apply(look));
    REQUIRE(told.answer(page.explorer));
    CHECK(steady_count(page) == 0);
    REQUIRE(page.explorer.apply(explorer::LookModel{.rollout = true}));
    REQUIRE(told.answer(page.explorer));
    CHECK(steady_count(page) == 0);
    REQUIRE(page.explorer.apply(explorer::LookModel{.why = true}));
    REQUIRE(told.answer(page.explorer));
    CHECK(steady_count(page) == 0);
  }
}

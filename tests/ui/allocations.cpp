// What a steady frame takes from the heap: the same state, no input, nothing moving. Nothing, in lessons and contents: what
// is laid out, broken into lines or named once is kept, and words are put together where those of the frame before were.
#include <doctest/doctest.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "ui/counted_new.hpp"
#include "ui/harness.hpp"

using ui_test::CountedNew;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

const char* const lessons[] = {"worked-example", "basic-self-attention", "sentence",
                               "column-vectors", "causal-ladder",        "multi-head"};

// The interface's frame alone: the harness around it reads its commands and acts as the renderer.
std::size_t counted_frame(Harness& page) {
  page.around.now += 1.0 / 60;
  ImGui::GetIO().DeltaTime = 1.0f / 60;
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

// The smallest strings of WebAssembly hold 10 characters, those of g++ 15: more of them lie on the heap there.
std::size_t at_most(std::size_t count) { return sizeof(std::string) < 16 ? count * 3 / 2 : count; }

}  // namespace

TEST_CASE("the counter counts") {
  const CountedNew counted;
  ::operator delete(::operator new(8));
  ::operator delete(::operator new(800));
  CHECK(counted.count() == 2);
}

TEST_CASE("a steady frame of any step of any lesson takes nothing from the heap, in any room") {
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

TEST_CASE("a steady frame of the attention figure of 64 tokens and 12 heads takes nothing from the heap") {
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

TEST_CASE("a steady frame of the contents takes nothing from the heap, one of the large map little") {
  Harness page(open_lesson(), 1440, 900);
  for (const char* name : lessons) {
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path(name)), "", {}, "en");
    REQUIRE(card.has_value());
    page.contents.cards.push_back(std::move(*card));
  }
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  CHECK(steady_count(page) == 0);
  REQUIRE(page.explorer.apply(explorer::ShowLarge{}).has_value());
  const std::size_t large = steady_count(page);
  explorer::SetLarge patches;
  patches.setup.of = explorer::LargeTokens::patches;
  patches.setup.causal = false;
  REQUIRE(page.explorer.apply(patches).has_value());
  REQUIRE(page.explorer.apply(explorer::LookLarge{.cell = std::pair<std::size_t, std::size_t>{300, 310}}).has_value());
  const std::size_t picture = steady_count(page);
  MESSAGE("large map " << large << ", of patches " << picture);
  CHECK(large <= at_most(20));
  CHECK(picture <= at_most(40));
}

// Steps shown in beats: whatever the size of the screen, each beat shows whole operations, and nothing has to be
// scrolled.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "figures/training/view.hpp"
#include "sanitized.hpp"
#include "ui/support/harness.hpp"

using ui_test::at_step;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

const char* const lessons[] = {"roles",          "why",
                               "worked-example", "basic-self-attention",
                               "sentence",       "column-vectors",
                               "causal-ladder",  "multi-head",
                               "tasks",          "tasks-2",
                               "tasks-3",        "slopes",
                               "learning",       "letters",
                               "tiles",          "attention-today",
                               "pictures"};

constexpr std::pair<float, float> step_sizes[] = {{1440, 900}, {1280, 720}, {1024, 768}, {390, 844}};

struct Seen {
  float width = 0, height = 0;
  bool dark = true;
};
constexpr Seen sizes_in_both_themes[] = {{1440, 900, true},  {1280, 720, true},  {1024, 768, true},  {390, 844, true},
                                         {1440, 900, false}, {1280, 720, false}, {1024, 768, false}, {390, 844, false}};

std::string id_of(const explorer::Explorer& explorer, const graph::CellRef& cell) {
  std::string id = "cell:" + explorer.graph().node(cell.node).name + ":";
  for (std::size_t axis = 0; axis < cell.index.size(); ++axis)
    id += (axis ? "," : "") + std::to_string(cell.index[axis]);
  return id;
}

// The tensors of which cells are drawn.
std::set<std::string> drawn(const Harness& page) {
  std::set<std::string> names;
  for (const auto& [id, at] : page.items())
    if (id.starts_with("cell:")) names.insert(id.substr(5, id.rfind(':') - 5));
  return names;
}

std::set<std::string> tensors_of(const explorer::View& view, std::size_t first, std::size_t count) {
  std::set<std::string> names;
  for (std::size_t at = first; at < first + count; ++at) {
    const explorer::StagePart& part = view.parts[at];
    for (std::size_t t = part.tensor; t < part.tensor + part.count; ++t)
      names.insert(view.stage[part.figure].tensors[t].name);
  }
  return names;
}

bool draws_no_matrices(const explorer::View& view) {
  const auto* run = view.figure<explorer::TrainingView>();
  return (run && run->is_shown) || (view.attention && view.attention->is_shown) || (view.own && view.own->is_shown);
}

// Goes through the beats of the current step; check() is called at each.
template <class Check>
void each_beat(Harness& page, const Check& check) {
  const std::size_t step = page.explorer.view().step;
  for (int beat = 0; beat < 12 && page.explorer.view().step == step && !page.explorer.view().closing; ++beat) {
    check();
    page.press(ImGuiKey_PageDown);
    page.settle();
  }
  CHECK(page.explorer.view().step == step + 1);
}

}  // namespace

TEST_CASE(
    "at every size and in both themes each beat shows all its operands and results, and every tensor of a step is in "
    "some beat") {
  for (const auto& [width, height, dark] : sizes_in_both_themes) {
    for (const char* lesson : lessons) {
      if (sampled && (std::string_view(lesson) != "worked-example" || !dark)) continue;
      Harness page(open_lesson(lesson), width, height);
      page.around.reduced_motion = true;  // what is seen at the end is the same
      page.around.dark = dark;
      page.around.touch = width < 600;
      page.settle();
      for (std::size_t step = 0; step < page.explorer.view().count; ++step) {
        const std::string id = page.explorer.view().steps[step].id;
        REQUIRE(page.explorer.view().step_id == id);
        if (page.explorer.view().figure<explorer::TrainingView>())
          REQUIRE(page.explorer.apply(
              explorer::ShowAttention{.matrices = true, .scores = {}, .shared = {}, .threshold = {}}));
        page.settle();
        std::set<std::string> seen, all;
        if (!draws_no_matrices(page.explorer.view()))
          all = tensors_of(page.explorer.view(), 0, page.explorer.view().parts.size());
        each_beat(page, [&] {
          const explorer::View& view = page.explorer.view();
          INFO(std::string(lesson) << ", " << id << ", beat " << view.beat << " at " << width << " × " << height);
          CHECK_FALSE(page.where("stage-more"));
          if (all.empty()) return;
          const std::set<std::string> now = drawn(page);
          CHECK(std::ranges::includes(now, tensors_of(view, view.beat, view.beat_parts)));
          seen.insert(now.begin(), now.end());
          const auto line = page.where("provenance-line");
          const ui::Rect free{0, 0, width, line ? line->y0 : height};
          for (const auto& [item, at] : page.items())
            if (item.starts_with("cell:")) CHECK_MESSAGE(ui::within(at, free, 1), item);
        });
        INFO(std::string(lesson) << ", " << id << " at " << width << " × " << height);
        CHECK(std::ranges::includes(seen, all));
      }
    }
  }
}

TEST_CASE("the number that a beat explains at first is in view with the operands that are on stage") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f), std::pair(390.0f, 844.0f)}) {
    for (const char* lesson : lessons) {
      if (sampled && std::string_view(lesson) != "worked-example") continue;
      Harness page(open_lesson(lesson), width, height);
      page.around.reduced_motion = true;  // what is seen at the end is the same
      page.settle();
      for (std::size_t step = 0; step < page.explorer.view().count; ++step) {
        each_beat(page, [&] {
          const explorer::ExplanationView* explained = page.explorer.explanation();
          const auto& attention = page.explorer.view().attention;
          if (!explained || (attention && attention->is_shown)) return;
          INFO(std::string(lesson) << ", " << page.explorer.view().step_id << ", beat " << page.explorer.view().beat);
          const std::set<std::string> now = drawn(page);
          const auto& training = page.explorer.lesson().training;  // of a run the loss is explained
          if (training && now.empty() && page.explorer.graph().node(explained->cell.node).name == training->loss)
            return;
          CHECK(page.where(id_of(page.explorer, explained->cell)));
          for (const graph::CellRef& source : explained->sources)
            if (now.contains(page.explorer.graph().node(source.node).name) && source.index.size() < 3)
              CHECK_MESSAGE(page.where(id_of(page.explorer, source)), id_of(page.explorer, source));
        });
      }
    }
  }
}

// Where little room once left only colours.
TEST_CASE("results show their digits at every size, and so do the operands of the number that is explained at first") {
  struct Case {
    const char *lesson, *step;
  };
  for (const Case at : {Case{"sentence", "filter"}, {"slopes", "downhill"}, {"slopes", "slope"}, {"slopes", "product"}})
    for (const auto& [width, height] : step_sizes) {
      if (sampled && width > 400 && width < 1400) continue;
      Harness page(open_lesson(at.lesson), width, height);
      page.around.touch = width < 600;
      at_step(page, at.step);
      each_beat(page, [&] {
        const explorer::View& view = page.explorer.view();
        INFO(std::string(at.lesson) << ", " << view.step_id << ", beat " << view.beat << " at " << width << " × "
                                    << height);
        const std::set<std::string> now = drawn(page);
        for (std::size_t part = view.beat; part < view.beat + view.beat_parts; ++part) {
          const auto& [figure, tensor, count, fresh] = view.parts[part];
          const std::string& result = view.stage[figure].tensors[tensor + count - 1].name;
          CHECK_MESSAGE(page.where("numbers:" + result), result);
        }
        const explorer::ExplanationView* explained = page.explorer.explanation();
        const bool small_operand =
            width < 400 && std::string_view(at.lesson) == "sentence";  // so that results have digits
        if (!explained || small_operand) return;
        for (const graph::CellRef& source : explained->sources) {
          const std::string& name = page.explorer.graph().node(source.node).name;
          if (now.contains(name)) CHECK_MESSAGE(page.where("numbers:" + name), name);
        }
      });
    }
}

TEST_CASE("on a phone no step is without digits, save those of large maps and of curves") {
  for (const char* lesson : lessons) {
    if (sampled && std::string_view(lesson) != "causal-ladder") continue;
    Harness page(open_lesson(lesson), 390, 844);
    page.around.touch = true;
    page.around.reduced_motion = true;
    page.settle();
    for (std::size_t step = 0; step < page.explorer.view().count; ++step) {
      page.step_to(page.explorer.view().steps[step].id);
      page.settle();
      const explorer::View& view = page.explorer.view();
      if (view.attention && view.attention->is_shown) continue;  // it writes the weights beside the words
      if (std::ranges::any_of(page.items(), [](const auto& item) { return item.first.starts_with("plane:"); }))
        continue;
      const std::string id = view.step_id;
      std::size_t small = 0, read = 0;
      each_beat(page, [&] {
        const std::set<std::string> now = drawn(page);
        for (const explorer::FigureView& figure : view.stage)
          for (const explorer::TensorView& t : figure.tensors) {
            if (!now.contains(t.name) || t.all_hidden || std::max(ui::drawn_rows(t), ui::drawn_columns(t)) > 12)
              continue;
            ++small;
            read += page.where("numbers:" + t.name).has_value();
          }
      });
      INFO(std::string(lesson) << ", " << id);
      CHECK((small == 0 || read > 0));
    }
  }
}

TEST_CASE("beside the figure, text and card are whole in view, whichever page of the card is open") {
  for (const char* lesson : lessons) {
    if (sampled && std::string_view(lesson) != "worked-example") continue;
    Harness page(open_lesson(lesson), 1440, 900);
    page.around.reduced_motion = true;
    page.settle();
    const ui::Rect screen{0, 0, 1440, 900};
    for (std::size_t step = 0; step < page.explorer.view().count; ++step) {
      page.step_to(page.explorer.view().steps[step].id);
      page.settle();
      if (!page.where("text-column")) continue;  // the text is above the figure
      INFO(std::string(lesson) << ", " << page.explorer.view().step_id);
      CHECK(ui::within(*page.where("title"), screen));
      CHECK_FALSE(page.where("text-scrolls"));
      for (const char* tab : {"card:question", "card:try", "card:watch"}) {
        if (!page.where(tab)) continue;
        page.click_at(tab);
        page.settle();
        CHECK_MESSAGE(!page.where("card-scrolls"), tab);
        CHECK(ui::within(*page.where("card"), screen));
        if (std::string_view(tab) == "card:question")
          CHECK(ui::within(*page.where("question-prompt"), *page.where("card")));
      }
      if (const auto more = page.where("text-more")) CHECK(ui::within(*more, screen));
    }
  }
}

TEST_CASE("a step's question, or the button that leads to it, is on the screen when the step opens") {
  for (const auto& [width, height] : step_sizes) {
    for (const char* lesson : lessons) {
      if (sampled && std::string_view(lesson) != "worked-example") continue;
      Harness page(open_lesson(lesson), width, height);
      page.around.reduced_motion = true;  // what is seen at the end is the same
      page.around.touch = width < 600;
      page.settle();
      for (std::size_t step = 0; step < page.explorer.view().count; ++step) {
        page.step_to(page.explorer.view().steps[step].id);
        page.settle();
        REQUIRE(page.explorer.view().question);
        INFO(std::string(lesson) << ", " << page.explorer.view().step_id << " at " << width << " × " << height);
        const auto column = page.where("text-column");
        const ui::Rect screen{0, 0, width, height};
        const auto seen = [&](const char* id, const ui::Rect& free) {
          const auto at = page.where(id);
          return at && at->width() > 20 && at->height() > 14 && ui::within(*at, free, 1);
        };
        CHECK((seen("question-chip", screen) || seen("story-question", screen) || seen("card:question", screen)));
        if (column && page.where("question-prompt")) CHECK(seen("question-prompt", *column));
      }
    }
  }
}

TEST_CASE("Next goes through the beats and then to the next step, Back comes from it to the last beat") {
  Harness page(open_lesson(), 390, 844);
  page.settle();
  page.step_to("keys-values-queries");
  page.settle();
  REQUIRE(page.explorer.view().parts.size() == 3);
  CHECK(drawn(page) == std::set<std::string>{"x", "w_key", "keys"});
  page.click_at("next");
  page.settle();
  CHECK(drawn(page) == std::set<std::string>{"x", "w_value", "values"});
  CHECK(page.explorer.link().contains("beat=2"));
  page.click_at("next");
  page.settle();
  CHECK(drawn(page) == std::set<std::string>{"x", "w_query", "querys"});
  page.click_at("next");
  page.settle();
  CHECK(page.explorer.view().step_id == "scores-1");
  page.click_at("back");
  page.settle();
  CHECK(page.explorer.view().step_id == "keys-values-queries");
  CHECK(drawn(page) == std::set<std::string>{"x", "w_query", "querys"});
}

TEST_CASE("Next names the matrix of the part that it leads to, and at the end the next step") {
  Harness page(open_lesson(), 1024, 768);
  at_step(page, "keys-values-queries");
  const auto words = [&] { return page.words_in(page.where("next").value()); };
  CHECK(words() == "Next:  V ");
  page.click_at("beat:3");
  page.settle();
  CHECK(words() == "Scores of input 1 ");
}

TEST_CASE("each segment of the transport leads to its part") {
  Harness page(open_lesson(), 1024, 768);
  at_step(page, "keys-values-queries");
  REQUIRE(page.where("beat:3"));
  page.click_at("beat:2");
  page.settle();
  CHECK(page.explorer.view().beat == 1);
  page.click_at("beat:1");
  page.settle();
  CHECK(page.explorer.view().beat == 0);
}

TEST_CASE("turning a phone keeps the part that is looked at on stage") {
  Harness page(open_lesson(), 390, 844);
  page.settle();
  page.step_to("keys-values-queries");
  page.settle();
  page.click_at("next");
  page.settle();
  page.resize(1440, 900);
  page.settle();
  CHECK(drawn(page).contains("values"));
  page.resize(390, 844);
  page.settle();
  CHECK_FALSE(drawn(page).empty());
}

TEST_CASE("on a phone each step says one sentence under its figure, and the question is one touch away") {
  for (const char* lesson : lessons) {
    if (sampled && std::string_view(lesson) != "worked-example") continue;
    Harness page(open_lesson(lesson), 390, 844);
    page.around.reduced_motion = true;  // what is seen at the end is the same
    page.around.touch = true;
    page.settle();
    const ui::Rect screen{0, 0, 390, 844};
    for (std::size_t step = 0; step < page.explorer.view().count; ++step) {
      page.step_to(page.explorer.view().steps[step].id);
      page.settle();
      INFO(std::string(lesson) << ", " << page.explorer.view().step_id);
      const auto story = page.where("story"), line = page.where("provenance-line"), asks = page.where("story-question");
      REQUIRE(story);
      CHECK(ui::within(*story, screen, 0));
      if (line) CHECK(line->y1 <= story->y0);
      CHECK_FALSE(page.words_in(*story).empty());
      CHECK_FALSE(page.words_in(*story).contains("…"));
      REQUIRE(asks);
      CHECK(std::min(asks->width(), asks->height()) >= 44);
      page.click_at("story-question");
      page.settle();
      const auto prompt = page.where("question-prompt");
      REQUIRE(prompt);
      CHECK(ui::within(*prompt, screen, 1));
      page.click_at("story-question");
      page.settle();
    }
  }
}

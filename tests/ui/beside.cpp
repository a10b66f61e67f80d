// The figure beside the reading view's text: its division of the step is its own, so the beat and the pin of a link stay,
// and what is explained is always drawn.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "sanitized.hpp"
#include "ui/support/harness.hpp"

using ui_test::Harness;
using ui_test::open_lesson;

namespace {

// A figure beside 680 px of text in windows 1440 and 1200 px wide.
constexpr std::pair<float, float> figure_sizes[] = {{576, 750}, {440, 720}};

std::set<std::string> drawn_beside(const Harness& page) {
  std::set<std::string> names;
  for (const auto& [id, at] : page.items())
    if (id.starts_with("cell:")) names.insert(id.substr(5, id.rfind(':') - 5));
  return names;
}

std::string name_beside(const Harness& page, const std::optional<graph::CellRef>& cell) {
  return cell ? page.explorer.graph().node(cell->node).name : "";
}

void follow_text(Harness& page, std::size_t part) {
  REQUIRE(page.explorer.apply(explorer::FollowText{part}));
  page.settle();
}

}  // namespace

TEST_CASE("beside the text each part of a step can be followed, with all its operands and its result drawn") {
  for (const auto& [width, height] : figure_sizes) {
    for (const char* lesson : {"why", "worked-example", "causal-ladder", "multi-head", "sentence"}) {
      if (sampled && std::string_view(lesson) != "worked-example") continue;
      Harness page(open_lesson(lesson), width, height);
      REQUIRE(page.explorer.apply(explorer::SetReading{true}));
      for (const explorer::StepEntry& step : std::vector(page.explorer.view().steps)) {
        page.step_to(step.id);
        page.settle();
        if (page.explorer.view().closing) continue;
        const explorer::View& first = page.explorer.view();
        if ((first.attention && first.attention->is_shown) || (first.own && first.own->is_shown)) continue;
        const std::size_t beat = page.explorer.state().beat, beat_parts = page.explorer.state().beat_parts;
        const std::string link = page.explorer.link();
        for (std::size_t part = 0; part < page.explorer.view().parts.size(); ++part) {
          follow_text(page, part);
          const explorer::View& view = page.explorer.view();
          INFO(std::string(lesson) << ", " << step.id << ", part " << part << " at " << width << " × " << height);
          CHECK(view.beat <= part);
          CHECK(part < view.beat + view.beat_parts);
          const std::set<std::string> now = drawn_beside(page);
          const explorer::StagePart& told = view.parts[part];
          for (std::size_t t = told.tensor; t < told.tensor + told.count; ++t)
            CHECK_MESSAGE(now.contains(view.stage[told.figure].tensors[t].name),
                          view.stage[told.figure].tensors[t].name);
          if (page.explorer.state().focused) CHECK(now.contains(name_beside(page, page.explorer.state().focused)));
          CHECK_FALSE(page.where("stage-more"));
          const auto line = page.where("provenance-line");
          const ui::Rect free{0, 0, width, line ? line->y0 : height};
          for (const auto& [item, at] : page.items())
            if (item.starts_with("cell:")) CHECK_MESSAGE(ui::within(at, free, 1), item);
        }
        CHECK(page.explorer.state().beat == beat);
        CHECK(page.explorer.state().beat_parts == beat_parts);
        CHECK(page.explorer.link() == link);
      }
    }
  }
}

TEST_CASE("a link's beat and pin stay while the figure beside the text is divided otherwise") {
  const std::string asked = "lesson=worked-example&step=keys-values-queries&beat=3&pin=keys,1,1&view=reading";
  Harness page(open_lesson(), 576, 750);
  CHECK(page.explorer.open_link(asked).empty());
  const std::string link = page.explorer.link();
  CHECK(link.contains("beat=3"));
  CHECK(link.contains("pin=keys,1,1"));
  page.settle();
  CHECK(page.explorer.link() == link);
  CHECK(drawn_beside(page).contains("keys"));  // the pinned cell holds the figure
  follow_text(page, 1);
  CHECK(page.explorer.link() == link);
  CHECK(drawn_beside(page).contains("keys"));
  page.resize(440, 560);
  page.settle();
  CHECK(page.explorer.link() == link);
}

TEST_CASE("without a pin the figure begins with the link's beat, then follows the text, and explains what it shows") {
  Harness page(open_lesson("sentence"), 390, 700);  // too narrow for two parts
  CHECK(page.explorer.open_link("lesson=sentence&step=follow-in&beat=2&view=reading").empty());
  page.settle();
  CHECK(drawn_beside(page).contains("key_2"));
  follow_text(page, 2);
  CHECK(drawn_beside(page).contains("value_2"));
  CHECK_FALSE(drawn_beside(page).contains("key_2"));
  CHECK(name_beside(page, page.explorer.state().focused) == "value_2");
  CHECK(page.explorer.link().contains("beat=2"));

  REQUIRE(page.explorer.apply(explorer::SetReading{false}));
  page.settle();
  CHECK(drawn_beside(page).contains("key_2"));
  CHECK(drawn_beside(page).contains(name_beside(page, page.explorer.state().focused)));
}

TEST_CASE(
    "a cell that is focused in a table of the text is shown beside it, and after a pin the picture shows it too") {
  Harness page(open_lesson(), 390, 700);
  CHECK(page.explorer.open_link("lesson=worked-example&step=keys-values-queries&view=reading").empty());
  page.settle();
  const graph::CellRef query{*page.explorer.graph().find("querys"), {1, 0}};
  REQUIRE(page.explorer.apply(explorer::Focus{query}));
  page.settle();
  CHECK(drawn_beside(page).contains("querys"));
  CHECK(page.explorer.state().focused == query);
  REQUIRE(page.explorer.apply(explorer::Focus{query, true}));
  REQUIRE(page.explorer.apply(explorer::SetReading{false}));
  page.settle();
  CHECK(drawn_beside(page).contains("querys"));
  CHECK(page.explorer.state().focused == query);
}

// Caches between frames (layouts, text widths, lines, names) must never be stale: after any change the interface draws the
// same as a new interface in the same state.
#include <doctest/doctest.h>

#include <string>

#include "ui/support/fresh.hpp"

using ui_test::check_fresh;
using ui_test::Harness;
using ui_test::open_lesson;

namespace {

graph::CellRef first_cell(const explorer::Explorer& explorer, std::string_view tensor) {
  const graph::NodeId node = *explorer.graph().find(tensor);
  return {node, graph::Index(explorer.graph().node(node).shape.size(), 0)};
}

}  // namespace

TEST_CASE("after any change, cached drawing equals that of a fresh interface") {
  Harness page(open_lesson("worked-example"), 1440, 900);
  page.around.reduced_motion = true;  // what has been played leaves its scrubber
  const auto apply = [&](const explorer::Command& command, const char* told) {
    REQUIRE(page.explorer.apply(command).has_value());
    check_fresh(page, told);
  };
  page.step_to("scores");
  check_fresh(page, "the step");
  const graph::CellRef result = first_cell(page.explorer, "attn_scores");
  apply(explorer::Focus{result, true}, "a cell was chosen");
  apply(explorer::EditCell{first_cell(page.explorer, "x"), "7.25", false}, "a number was changed");
  apply(explorer::Undo{}, "it was undone");
  apply(explorer::SetDecimals{4}, "more decimals");
  apply(explorer::SetColorSteps{explorer::ColorSteps::logarithmic}, "other colour steps");
  apply(explorer::SetTheme{explorer::Theme::light}, "the theme");
  page.around.dark = false;
  check_fresh(page, "the page followed the theme");
  apply(explorer::NextStep{}, "the next step");
  apply(explorer::ShowContents{true}, "the contents");
  apply(explorer::ShowContents{false}, "the lesson again");
  page.resize(1024, 768);
  check_fresh(page, "another size");
  page.around.pixel_ratio = 2;
  ImGui::GetIO().DisplayFramebufferScale = {2, 2};
  check_fresh(page, "another pixel ratio");
  page.explorer = open_lesson("sentence");
  check_fresh(page, "another lesson");
}

TEST_CASE("the cached attention figure equals that of a fresh interface") {
  Harness page(open_lesson("sentence"), 1440, 900);
  page.step_to("your-sentence");
  check_fresh(page, "the step");
  REQUIRE(page.explorer.apply(explorer::SetParameter{"your_sentence", std::string("a b a c"), false}).has_value());
  check_fresh(page, "another sentence");
  REQUIRE(page.explorer.apply(explorer::PreviousStep{}).has_value());
  check_fresh(page, "the step before");
}

TEST_CASE("the cached large map equals that of a fresh interface, in any state") {
  Harness page(open_lesson("worked-example"), 1440, 900);
  const auto apply = [&](const explorer::Command& command, const char* told) {
    REQUIRE(page.explorer.apply(command).has_value());
    check_fresh(page, told);
  };
  const auto setup = [&](auto change, const char* told) {
    explorer::SetLarge other{page.explorer.state().large.setup, false};
    change(other.setup);
    apply(other, told);
  };
  using Cell = std::pair<std::size_t, std::size_t>;
  apply(explorer::ShowLarge{}, "it was opened");
  setup([](large_map::Setup& to) { to.tokens = 256; }, "fewer words");
  apply(explorer::LookLarge{.cell = Cell{200, 199}}, "a cell was pinned");
  apply(explorer::LookLarge{.head = 3}, "another head");
  apply(explorer::LookLarge{.brush = Cell{190, 230}}, "rows are compared");
  apply(explorer::LookLarge{.brush = Cell{10, 40}}, "other rows are compared");
  apply(explorer::LookLarge{.find = "light"}, "a word was looked for");
  apply(explorer::LookLarge{.find = "sea"}, "another word");
  apply(explorer::LookLarge{.window = explorer::LookLarge::Window{70, 0.29, 0.29}}, "numbers in the cells");
  apply(explorer::LookLarge{.cell = Cell{201, 150}}, "a cell that is out of sight");
  setup([](large_map::Setup& to) { to.causal = false; }, "every key is seen");
  setup([](large_map::Setup& to) { to.layers = 2; }, "another layer");
  setup([](large_map::Setup& to) { to.model = large_map::Model::random; }, "heads from a seed");
  setup([](large_map::Setup& to) { to.seed = 7; }, "another seed");
  setup([](large_map::Setup& to) { to.of = large_map::Tokens::patches; }, "patches");
  apply(explorer::LookLarge{.cell = Cell{200, 3}}, "another patch");
  setup([](large_map::Setup& to) { to.tokens = 64; }, "fewer patches");
  apply(explorer::SetTheme{explorer::Theme::light}, "the theme");
  page.around.dark = false;
  check_fresh(page, "the page followed the theme");
  page.resize(390, 844);
  check_fresh(page, "a phone");
}

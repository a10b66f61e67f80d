// What the labs change: a picture of the reader's own and the patch that is followed, and bars.
#include "explorer/support.hpp"
#include "figures/bars/view.hpp"
#include "figures/picture/view.hpp"

using namespace explorer;
using namespace explorers;

namespace {

std::string own_picture(char letter) { return "own:" + std::string(32 * 32 * 4, letter); }

Explorer pictures() {
  Explorer e = open_page("causal-ladder");
  must(e, GoToStep{"pictures"});
  return e;
}

std::string parameter(const Explorer& e, const std::string& name) {
  for (const ControlView& control : e.view().controls)
    if (control.name == name) return std::get<std::string>(control.value);
  return "";
}

}  // namespace

TEST_CASE("the reader's own picture is not in the link, and opening that link says so") {
  Explorer e = pictures();
  must(e, SetParameter{"picture", own_picture('A')});
  CHECK(e.link().find("own=picture") != std::string::npos);
  CHECK(e.link().size() < 200);
  Explorer other = open_page("causal-ladder");
  const auto notes = other.open_link(e.link());
  REQUIRE(notes.size() == 1);
  CHECK(notes.front().find("does not contain") != std::string::npos);
  CHECK(parameter(other, "picture") == "coast");
  // On the page that has it, going back and forth keeps it.
  CHECK(e.open_link(e.link()).empty());
  CHECK(parameter(e, "picture") == own_picture('A'));
  must(e, Undo{});
}

TEST_CASE("a picture of the lesson is in the link") {
  Explorer e = pictures();
  must(e, SetParameter{"picture", std::string("house")});
  Explorer other = open_page("causal-ladder");
  CHECK(other.open_link(e.link()).empty());
  CHECK(parameter(other, "picture") == "house");
}

TEST_CASE("the followed patch is the row of the focused weight, and its weights are that row") {
  Explorer e = pictures();
  REQUIRE(e.view().figure<PictureView>());
  CHECK(e.view().figure<PictureView>()->count() == 16);
  CHECK(e.view().figure<PictureView>()->patch == 8);
  const graph::NodeId weights = *e.graph().find("patch_weights");
  must(e, Focus{graph::CellRef{weights, {9, 9}}, true});
  const PictureView& view = *e.view().figure<PictureView>();
  CHECK(view.followed == 9);
  for (std::size_t key = 0; key < 16; ++key) {
    CHECK(view.attention[9 * 16 + key] == e.graph().at(weights, graph::Index{9, key}));
    CHECK(view.texts[key] == e.cell({weights, {9, key}}).text);
  }
}

TEST_CASE("the pixels of the view are those of the picture, pixel by pixel") {
  Explorer e = pictures();
  std::string own = "own:/4AA";  // the first pixel (255, 128, 0)
  own += std::string((32 * 32 - 1) * 4, 'A');
  must(e, SetParameter{"picture", own});
  const auto& pixels = e.view().figure<PictureView>()->pixels;
  REQUIRE(pixels.size() == 3 * 32 * 32);
  CHECK(std::vector<int>(pixels.begin(), pixels.begin() + 4) == std::vector<int>{255, 128, 0, 0});
}

TEST_CASE("bars are the counts of their vector, follow a slider, and are hidden while a question hides them") {
  Explorer e = open_page("multi-head");
  must(e, GoToStep{"why-scale"});
  REQUIRE(e.view().figure<BarsView>()->all.size() == 2);
  const auto total = [&](std::size_t which) {
    float sum = 0;
    for (const float value : e.view().figure<BarsView>()->all[which].values) sum += value;
    return sum;
  };
  CHECK(total(1) == 400);  // scaled, all pairs lie within the bars
  const std::vector<float> before = e.view().figure<BarsView>()->all[0].values;
  must(e, SetParameter{"k", 4.0, false});
  CHECK(e.view().figure<BarsView>()->all[0].values != before);
  CHECK(total(0) == 400);
}

// Where a temperature changes what a line of code prints, and the line itself takes the softmax, the line divides by it.
TEST_CASE("code lines and formulas with a softmax show the temperature when it is not 1") {
  std::size_t lines = 0, formulae = 0;
  for (const char* id : {"worked-example", "basic-self-attention", "sentence", "causal-ladder", "multi-head"}) {
    Explorer plain = open_page(id), warm = open_page(id);
    must(warm, SetParameter{"temperature", 2.0});
    for (const lesson::Step& step : plain.lesson().steps) {
      CAPTURE(id);
      CAPTURE(step.id);
      for (Explorer* e : {&plain, &warm}) {
        must(*e, GoToStep{step.id});
        if (step.question) must(*e, Reveal{step.question->id});
      }
      const View &cold = plain.view(), &hot = warm.view();
      if (cold.code_printed == hot.code_printed) continue;
      if (cold.code.contains("softmax(")) {
        CHECK(hot.code.contains("/ T"));
        CHECK_FALSE(cold.code.contains("/ T"));
        ++lines;
      }
      if (cold.formula_tex.contains("softmax")) {
        CHECK(hot.formula_tex.contains("T"));
        CHECK(hot.formula_tex != cold.formula_tex);
        ++formulae;
      }
    }
  }
  CHECK(lines >= 8);
  CHECK(formulae >= 5);
}

TEST_CASE("in the row convention the code line divides by the root when scaling is on") {
  Explorer e = open_page("column-vectors");
  must(e, GoToStep{"in-rows"});
  const std::string plain = e.view().code, printed = e.view().code_printed;
  must(e, SetParameter{"scaled", true});
  CHECK(e.view().code != plain);
  CHECK(e.view().code.contains("3**0.5"));
  CHECK(e.view().code_printed != printed);
}

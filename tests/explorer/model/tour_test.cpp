// The tour of the page's own model: how a step begins, what undo restores, links, and when it counts as found. What it tells of
// the model is tested with the model itself, in a browser (tests/browser/site/tour.mjs).
#include "explorer/model/tour.hpp"
#include "explorer/model/support.hpp"

using namespace explorer;
using namespace models_told;

namespace {

std::size_t step_of(std::string_view id) {
  const auto found = std::ranges::find(model_tour("small")->steps, id, &ModelTourStep::id);
  REQUIRE(found != model_tour("small")->steps.end());
  return static_cast<std::size_t>(found - model_tour("small")->steps.begin());
}

// The page's own model, as the page describes it, with the words of a test.
void open_small(Explorer& e) {
  std::string small = about;
  small.replace(small.find(R"("source": "")"), 12, R"("source": "small")");
  REQUIRE(expect::error(e.model().open_json(small)) == "");
}

}  // namespace

TEST_CASE("a step shows the page's own model, its sentence and the head it begins with") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  must(e, StepModel{step_of("two")});
  CHECK(e.state().model.shown);
  CHECK(e.state().model.source == "small");
  CHECK(e.state().model.input.text == model_tour("small")->steps[step_of("two")].text);
  CHECK(e.state().model.look.head == model_tour("small")->steps[step_of("two")].head);
  CHECK(e.model().wants()->what == ModelWants::What::model);
  must(e, StepModel{step_of("lens")});
  open_small(e);
  CHECK(e.state().model.look.why);
}

TEST_CASE("undo restores the sentence and the heads that a step replaced") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  must(e, StepModel{0});
  open_small(e);
  must(e, SetModelText{"the dog saw the cat"});
  answer_all(e);
  must(e, SetModelPart{0, 1, false});
  must(e, StepModel{1});
  CHECK(e.state().model.input.off.empty());
  must(e, Undo{});
  CHECK(e.state().model.input.text == "the dog saw the cat");
  CHECK(e.state().model.input.off == std::vector<ModelOff>{{0, 1}});
}

TEST_CASE("a link names the step; one of another model names none") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  must(e, StepModel{step_of("again")});
  const std::string link = e.link();
  CHECK(link.contains("model.step=again"));
  Explorer other = explorers::open_text(explorers::small_lesson);
  REQUIRE(other.open_link(link).empty());
  CHECK(other.state().model == e.state().model);
  // A step alone begins with its own sentence.
  REQUIRE(other.open_link("view=model&model=small&model.step=lead").empty());
  CHECK(other.state().model.input.text == model_tour("small")->steps[step_of("lead")].text);
  CHECK(other.state().model.look.why);
  REQUIRE(other.open_link("view=model&model=https://example.org/m/&model.step=lead").empty());
  CHECK_FALSE(other.state().model.step);
}

TEST_CASE("files of the reader's end the tour, and so does leaving it") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  must(e, StepModel{0});
  open_small(e);
  must(e, StepModel{});
  CHECK_FALSE(e.state().model.step);
  CHECK(e.state().model.shown);
  must(e, StepModel{0});
  REQUIRE(expect::error(e.model().open_json(about)) == "");  // files
  CHECK_FALSE(e.state().model.step);
}

TEST_CASE("a step that there is not is refused") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  CHECK_FALSE(e.apply(StepModel{model_tour("small")->steps.size()}).has_value());
}

TEST_CASE("what is found counts from the numbers of the sentence that is shown, and stays found") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  must(e, StepModel{step_of("before")});
  open_small(e);
  while (e.model().wants()->what != ModelWants::What::pictures) answer(e);
  CHECK_FALSE(e.model().found());  // the shares are not known yet
  answer_all(e);
  // Of the previous token, the last head has 0.1 and the second one 0.1; the first of layer 2 has 0.61.
  must(e, LookModel{.layer = 0, .head = 1});
  CHECK_FALSE(e.model().found());
  must(e, LookModel{.layer = 1, .head = 0});
  CHECK(e.model().found());
  must(e, LookModel{.layer = 0, .head = 1});
  CHECK(e.model().found());
  must(e, StepModel{step_of("lens")});
  CHECK_FALSE(e.model().found());
}

TEST_CASE("the tour of pictures is one of its own, on the model of pictures") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  must(e, StepModel{1, "pictures"});
  CHECK(e.state().model.source == "pictures");
  CHECK(e.model().tour() == model_tour("pictures"));
  CHECK(e.link() ==
        "view=model&model=pictures&model.text=blue%3F%202,2%20orange%20circle;%202,4%20blue%20triangle;%203,3%20"
        "green%20square;%204,2%20yellow%20cross&model.step=corner&model.head=0,3");
  Explorer other = explorers::open_text(explorers::small_lesson);
  CHECK(other.open_link("view=model&model=pictures&model.step=corner").empty());
  CHECK(other.state().model == e.state().model);
  CHECK_FALSE(other.model().found());
  // Its steps are fewer than those of the other tour.
  CHECK_FALSE(e.apply(StepModel{model_tour("pictures")->steps.size()}).has_value());
  must(e, StepModel{0, "small"});
  CHECK(e.state().model.source == "small");
  // A step of the one tour is none of the other's model.
  CHECK(other.open_link("view=model&model=small&model.step=unseen").empty());
  CHECK(other.model().tour() == nullptr);
}

// Every command takes effect or is refused with a sentence, and counts as a change only if it changed something.
#include <cmath>

#include "explorer/state/color_steps.hpp"
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("a lesson opens at its first step with the step's own focus") {
  const Explorer e = small();
  CHECK(e.state().step == "start");
  CHECK(e.view().step_title == "Start");
  CHECK(e.state().focused == at(e, "y", {0, 1}));
  CHECK(e.state().decimals == 2);
  CHECK(e.view().steps.size() == 3);
  CHECK(e.view().steps[0].seen);
  CHECK_FALSE(e.view().steps[1].seen);
  CHECK_FALSE(e.view().changed_from_lesson);
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("an invalid lesson does not open, and the error says why") {
  const auto opened = Explorer::open("{");
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().code == "syntax");
  CHECK(opened.error().message.contains("Missing a name for object member"));
}

TEST_CASE("next, previous and go to step move through the steps and stop at both ends") {
  Explorer e = small();
  must(e, PreviousStep{});
  CHECK(e.state().step == "start");
  must(e, NextStep{});
  CHECK(e.state().step == "guess");
  must(e, NextStep{});
  must(e, NextStep{});
  CHECK(e.state().step == "many");
  CHECK(e.view().steps[2].current);
  CHECK(e.view().steps[1].seen);
  must(e, GoToStep{"start"});
  CHECK(e.state().step == "start");
  CHECK(refusal(e, GoToStep{"none"}).contains("start, guess, many"));
  CHECK(e.state().step == "start");
}

TEST_CASE("a new step clears hover and pin, and chooses its own cell, or the first on its stage") {
  Explorer e = small();
  must(e, Focus{at(e, "x", {1, 2}), true});
  must(e, Hover{at(e, "x", {0, 0})});
  must(e, GoToStep{"many"});
  REQUIRE(e.state().focused);
  CHECK(e.state().focused->node == e.view().stage.front().tensors.front().node);
  for (const std::size_t place : e.state().focused->index) CHECK(place == 0);
  CHECK_FALSE(e.state().hovered);
  CHECK_FALSE(e.state().pinned);
}

TEST_CASE("a parameter recomputes what is bound to it, and values of the wrong type or range are refused") {
  Explorer e = small();
  must(e, SetParameter{"n", 3.0});
  CHECK(e.graph().node(*e.graph().find("y")).shape == graph::Shape{2, 3});
  CHECK(value(e, "y", {0, 2}) == 6);
  CHECK(e.view().controls[0].changed);
  CHECK(e.view().changed_from_lesson);
  CHECK(refusal(e, SetParameter{"n", 4.0}).contains("goes from 1 to 3, not to 4"));
  CHECK(refusal(e, SetParameter{"n", true}).contains("needs a number"));
  CHECK(refusal(e, SetParameter{"nn", 1.0}).contains("n, doubled, way"));
  CHECK(std::get<double>(e.state().document.parameters.at("n")) == 3);
  must(e, SetParameter{"way", "soft"});
  CHECK(value(e, "z", {0, 0}) == doctest::Approx(0.09003057));
  must(e, SetParameter{"way", "plain"});
  must(e, SetParameter{"n", 2.0});
  CHECK_MESSAGE(e.state().document.parameters.empty(), "back at the lesson's value it is no change any more");
}

TEST_CASE("a selected cell is clamped when its matrix shrinks") {
  Explorer e = small();
  must(e, SetParameter{"n", 3.0});
  must(e, Focus{at(e, "y", {1, 2}), true});
  must(e, SetParameter{"n", 1.0});
  CHECK(e.state().focused == at(e, "y", {1, 0}));
  CHECK(e.state().pinned);
  CHECK(e.explanation() != nullptr);
}

TEST_CASE("the explained cell is the hovered one, else the focused one") {
  Explorer e = small();
  REQUIRE(e.explanation() != nullptr);
  CHECK(e.explanation()->cell == at(e, "y", {0, 1}));
  must(e, Hover{at(e, "y", {1, 1})});
  CHECK(e.explanation()->cell == at(e, "y", {1, 1}));
  CHECK(e.explanation()->sources.size() == 6);
  must(e, Hover{});
  CHECK(e.explanation()->cell == at(e, "y", {0, 1}));
  must(e, Focus{});
  CHECK(e.explanation() == nullptr);
  const std::string none = "There is no such cell here. Choose one that is shown.";
  CHECK(refusal(e, Hover{graph::CellRef{99, {0}}}) == none);
  CHECK(refusal(e, Focus{graph::CellRef{0, {7, 7}}}) == none);
  CHECK(refusal(e, Focus{graph::CellRef{0, {0}}}) == none);
}

TEST_CASE("arrow keys move within the matrix and stop at its edges") {
  Explorer e = small();
  must(e, Focus{at(e, "x", {0, 0})});
  must(e, MoveFocus{1, 1});
  CHECK(e.state().focused == at(e, "x", {1, 1}));
  must(e, MoveFocus{5, 5});
  CHECK(e.state().focused == at(e, "x", {1, 2}));
  must(e, MoveFocus{0, 0, false, true});
  CHECK(e.state().focused == at(e, "x", {1, 0}));
  must(e, MoveFocus{-1, 0, true});
  CHECK(e.state().focused == at(e, "x", {0, 2}));
  must(e, Focus{});
  must(e, MoveFocus{0, 1});
  CHECK_MESSAGE(e.state().focused == at(e, "y", {0, 0}), "the first key lands on the result of the step");
}

TEST_CASE("decimals change the display and never the computation") {
  Explorer e = small();
  must(e, GoToStep{"many"});
  const float before = value(e, "large", {0, 0});
  for (int decimals = 0; decimals <= 6; ++decimals) {
    must(e, SetDecimals{decimals});
    CHECK(on_stage(e, "large")->decimals == decimals);
  }
  CHECK(value(e, "large", {0, 0}) == before);
  for (const int decimals : {7, -1}) CHECK(refusal(e, SetDecimals{decimals}) == "Choose from 0 to 6 decimals.");
  CHECK_MESSAGE(e.state().document == Document{}, "and undo does not speak of it");
}

TEST_CASE("theme, language and reading view are set by commands") {
  Explorer e = small();
  must(e, SetTheme{Theme::light});
  must(e, SetReading{true});
  must(e, SetLanguage{"de"});
  CHECK(e.state().theme == Theme::light);
  CHECK(e.state().reading);
  CHECK(e.view().lesson_title == "Klein");
  CHECK(e.view().step_title == "Anfang");
  CHECK(on_stage(e, "x")->labels[0][1] == "zwei");
  must(e, NextStep{});
  CHECK_MESSAGE(e.view().step_title == "Guess", "a text that is missing in German is there in English");
  CHECK(refusal(e, SetLanguage{"../x"}) == "“../x” is not a language's short name, such as en or de.");
  CHECK(e.state().language == "de");
}

TEST_CASE("the slice of a batch is selected by the axis' name, and the selection moves with it") {
  Explorer e = small();
  must(e, GoToStep{"many"});
  CHECK(on_stage(e, "batch")->leading == std::vector<std::size_t>{0});
  must(e, Focus{at(e, "batch", {0, 3, 1}), true});
  must(e, SetLeading{"batch", 2});
  CHECK(on_stage(e, "batch")->leading == std::vector<std::size_t>{2});
  CHECK(e.state().focused == at(e, "batch", {2, 3, 1}));
  must(e, Focus{at(e, "batch", {1, 0, 0}), true});
  CHECK_MESSAGE(on_stage(e, "batch")->leading == std::vector<std::size_t>{1}, "a selected cell shows its slice");
  CHECK(refusal(e, SetLeading{"batch", 3}).starts_with("Nothing here has that many places along"));
  CHECK(refusal(e, SetLeading{"token", 1}).starts_with("Nothing here has that many places along"));
}

TEST_CASE("a revealed answer stays revealed, and an unknown question is refused") {
  Explorer e = small();
  must(e, GoToStep{"guess"});
  CHECK_FALSE(e.view().question->revealed);
  CHECK(e.view().question->answer.empty());
  must(e, Reveal{"row-1"});
  CHECK(plain(e.view().question->answer) == "(4, 5)");
  CHECK(refusal(e, Reveal{"row-2"}) == "This lesson has no question “row-2”.");
}

TEST_CASE("the version counts every change and nothing else") {
  Explorer e = small();
  unsigned version = e.version();
  const auto changes = [&](const Command& command) {
    (void)e.apply(command);
    const bool changed = e.version() != version;
    version = e.version();
    return changed;
  };
  CHECK(changes(NextStep{}));
  CHECK_FALSE(changes(GoToStep{"guess"}));
  CHECK_FALSE(changes(GoToStep{"none"}));
  CHECK(changes(PreviousStep{}));
  CHECK_FALSE(changes(PreviousStep{}));
  CHECK(changes(Hover{at(e, "x", {0, 0})}));
  CHECK_FALSE(changes(Hover{at(e, "x", {0, 0})}));
  CHECK(changes(EditCell{at(e, "x", {0, 0}), "9"}));
  CHECK_FALSE(changes(EditCell{at(e, "x", {0, 0}), "9.0"}));
  CHECK_FALSE(changes(EditCell{at(e, "x", {0, 0}), "abc"}));
  CHECK(changes(Undo{}));
  CHECK_FALSE(changes(Undo{}));
  CHECK(changes(Redo{}));
  CHECK_FALSE(changes(Redo{}));
  CHECK(changes(RestoreLesson{}));
  CHECK_FALSE(changes(RestoreLesson{}));
  CHECK(changes(SetTheme{Theme::dark}));
  CHECK_FALSE(changes(SetTheme{Theme::dark}));
  CHECK(changes(SetDecimals{4}));
  CHECK_FALSE(changes(SetDecimals{4}));
  CHECK(changes(SetColorSteps{ColorSteps::logarithmic}));
  CHECK_FALSE(changes(SetColorSteps{ColorSteps::logarithmic}));
}

TEST_CASE("colour steps: √ and log(1 + 999 x) / log 1000 of a value's share, their inverses, both signs") {
  using enum ColorSteps;
  for (const float share : {-1.0f, -0.3f, 0.0f, 0.001f, 0.25f, 0.5f, 1.0f}) {
    const float size = std::abs(share), sign = share < 0 ? -1.0f : 1.0f;
    CHECK(color_place(linear, share) == share);
    CHECK(color_place(square_root, share) == doctest::Approx(sign * std::pow(size, 0.5)));
    CHECK(color_place(logarithmic, share) == doctest::Approx(sign * std::log10(1 + 999 * size) / 3));
    for (const ColorSteps steps : {linear, square_root, logarithmic})
      CHECK(color_share(steps, color_place(steps, share)) == doctest::Approx(share).epsilon(1e-5));
  }
  for (const ColorSteps steps : {linear, square_root, logarithmic})
    CHECK(json::parse_word<ColorSteps>(json::word(steps)) == steps);
  CHECK_FALSE(json::parse_word<ColorSteps>("cubic"));
}

TEST_CASE("a beat shows some parts of the stage, explains a number of its own, and is kept by the link") {
  Explorer e = open_page("causal-ladder");
  must(e, GoToStep{"data-decides"});
  REQUIRE(e.view().parts.size() == 3);
  CHECK(e.view().beat_parts == 3);
  must(e, GoToBeat{1, 1});
  CHECK(e.view().beat == 1);
  CHECK(e.view().beat_parts == 1);
  const auto& shown = e.state().focused;
  REQUIRE(shown);
  CHECK(e.graph().node(shown->node).name == "q");
  CHECK(e.link().contains("beat=2"));
  CHECK_FALSE(e.link().contains("&at="));  // it is the number that the beat itself explains

  Explorer other = open_page("causal-ladder");
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.view().beat == 1);
  must(e, GoToBeat{99});
  CHECK(e.view().beat == 2);
  must(e, NextStep{});
  CHECK(e.view().beat == 0);
  must(e, PreviousStep{.to_last_beat = true});
  CHECK(e.view().beat == 2);
  for (const char* wrong : {"beat=0", "beat=x", "beat=-1", "beat=9999999"}) {
    CAPTURE(wrong);
    Explorer refused = open_page("causal-ladder");
    CHECK(refused.open_link(std::string("lesson=causal-ladder&step=data-decides&") + wrong).size() == 1);
    CHECK(refused.view().beat == 0);
  }
}

TEST_CASE("a link to a cell opens the beat that shows it") {
  Explorer e = open_page("worked-example");
  CHECK(e.open_link("lesson=worked-example&step=keys-values-queries&at=querys,0,1").empty());
  CHECK(e.view().beat == 2);
}

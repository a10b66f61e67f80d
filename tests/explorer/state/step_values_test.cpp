// Values that a step sets: they hold on it alone, as does what the reader chooses there.
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

// Step "guess" sets way and n, step "many" only n.
std::string with_sets() {
  std::string text = small_lesson;
  const auto put = [&](const std::string& step, const std::string& sets) {
    const std::size_t place = text.find("{ \"id\": \"" + step + "\"");
    REQUIRE(place != std::string::npos);
    text.insert(place + 1, " \"set\": " + sets + ",");
  };
  put("guess", R"({ "way": "soft", "n": 3 })");
  put("many", R"({ "n": 1 })");
  return text;
}

Explorer setting() { return open_text(with_sets()); }

std::size_t columns(const Explorer& e) { return e.graph().node(at(e, "w", {0, 0}).node).shape[1]; }

std::string way(const Explorer& e) {
  return e.graph().node(at(e, "z", {0, 0}).node).operation->name() == "softmax" ? "soft" : "plain";
}

const ControlView& control(const Explorer& e, const std::string& name) {
  const auto found = std::ranges::find(e.view().controls, name, &ControlView::name);
  REQUIRE(found != e.view().controls.end());
  return *found;
}

}  // namespace

TEST_CASE("a step opens with the values that it sets, and the others with the lesson's") {
  Explorer e = setting();
  CHECK(columns(e) == 2);
  CHECK(way(e) == "plain");
  must(e, NextStep{});
  CHECK(columns(e) == 3);
  CHECK(way(e) == "soft");
  CHECK(e.link() == "lesson=small&step=guess");
  CHECK_FALSE(e.can_undo());
  CHECK(e.code(graph::Language::pytorch).find("softmax") != std::string::npos);
  must(e, GoToStep{"many"});
  CHECK(columns(e) == 1);
  CHECK(way(e) == "plain");
  must(e, PreviousStep{});
  CHECK(columns(e) == 3);
  must(e, PreviousStep{});
  CHECK(columns(e) == 2);
}

TEST_CASE("what a reader chooses on a step that sets it is there when they come back, and nowhere else") {
  Explorer e = setting();
  must(e, GoToStep{"guess"});
  must(e, SetParameter{"n", 2.0});
  CHECK(columns(e) == 2);
  must(e, GoToStep{"many"});
  CHECK(columns(e) == 1);
  must(e, GoToStep{"start"});
  must(e, SetParameter{"n", 1.0});
  CHECK(control(e, "n").changed);
  must(e, GoToStep{"guess"});
  CHECK(columns(e) == 2);
  must(e, SetParameter{"n", 3.0});  // the step's own
  CHECK(e.state().document.on_steps.empty());
  must(e, Undo{});
  CHECK(columns(e) == 2);
  must(e, Undo{});
  CHECK(e.state().document.parameters.empty());
  must(e, RestoreLesson{});
  CHECK(columns(e) == 3);
}

TEST_CASE("edits of cells stay from step to step, whichever values are set") {
  Explorer e = setting();
  must(e, EditCell{at(e, "x", {0, 0}), "7"});
  must(e, GoToStep{"guess"});
  CHECK(value(e, "x", {0, 0}) == 7);
  CHECK(value(e, "y", {0, 0}) == 7 + 3);
  must(e, Undo{});
  CHECK(value(e, "y", {0, 0}) == 1 + 3);
  CHECK(columns(e) == 3);
}

TEST_CASE("links keep the values of every step, and open to the same link") {
  Explorer e = setting();
  must(e, SetParameter{"n", 1.0});
  must(e, GoToStep{"many"});
  must(e, SetParameter{"n", 2.0});
  must(e, GoToStep{"guess"});
  must(e, SetParameter{"way", "plain"});
  const std::string link = e.link();
  CHECK(link == "lesson=small&step=guess&p.n=1&p.guess.way=plain&p.many.n=2&p.guess.n=3");
  Explorer other = setting();
  CHECK(other.open_link(link).empty());
  CHECK(other.link() == link);
  CHECK(other.state().document == e.state().document);
  CHECK(columns(other) == 3);
  CHECK(way(other) == "plain");
  must(other, GoToStep{"many"});
  CHECK(columns(other) == 2);
}

TEST_CASE("a value without a step holds on the step that the link opens, too") {
  Explorer e = setting();
  CHECK(e.open_link("lesson=small&step=guess&p.n=2").empty());  // the lesson's own: of this step it is another
  CHECK(columns(e) == 2);
  CHECK(e.link() == "lesson=small&step=guess&p.guess.n=2");
  CHECK(e.open_link("lesson=small&step=guess&p.start.n=2").size() == 1);  // the step sets nothing
  CHECK(e.open_link("lesson=small&step=guess&p.guess.n=9").size() == 1);
  CHECK(columns(e) == 3);
}

TEST_CASE("answers that a link claims are checked under the values of their own step") {
  std::string text = with_sets();
  const std::string asked = R"("prompt": { "en": "What is row 1?" },)";
  const std::string part = R"( "parts": [{ "kind": "number", "answer": { "size": ["w"] } }],)";
  text.insert(text.find(asked) + asked.size(), part);
  Explorer e = open_text(text);
  must(e, GoToStep{"guess"});
  must(e, Answer{"row-1", 0, "9"});
  CHECK(e.state().answers.at("row-1").parts[0].right);
  must(e, GoToStep{"many"});
  Explorer other = open_text(text);
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().answers.at("row-1").parts[0].right);
}

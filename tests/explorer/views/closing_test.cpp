// The page after the last step, the table of names, and texts of another language that are loaded while the lesson is open.
#include <algorithm>

#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

const std::string closed_lesson = small_lesson.substr(0, small_lesson.rfind('}')) + R"json(,
  "canSay": { "en": "- One.\n\n- Two.", "de": "- Eins.\n\n- Zwei." },
  "corrections": { "en": "- The first cell is {=y[0,0]|2}." },
  "names": [{ "role": "query", "here": "`y`", "usual": "$Q$", "pytorch": "`query`" },
            { "what": { "en": "large one", "de": "großes" }, "here": "$L$" }],
  "references": [{ "text": { "en": "A book." }, "url": "https://example.org/book" }, { "en": "Another." }],
  "licence": { "en": "MIT" }, "cite": { "en": "Small." }
})json";

Explorer closed() { return open_text(closed_lesson); }

}  // namespace

TEST_CASE("names are headed as the tutorial's where the lesson corrects one, and else as the lesson's own") {
  CHECK(open_page("multi-head").view().names_here == "In the tutorial");
  CHECK(open_page("why").view().names_here == "In this lesson");
}

TEST_CASE("Next after the last step leads to the page that closes the lesson, Back leads back") {
  Explorer e = closed();
  must(e, GoToStep{"many"});
  CHECK_FALSE(e.view().closing.has_value());
  must(e, NextStep{});
  REQUIRE(e.view().closing.has_value());
  CHECK(e.view().step_id == "end");
  CHECK(e.view().step_title == "Summary");
  CHECK(e.view().stage.empty());
  CHECK(e.explanation() == nullptr);
  const unsigned version = e.version();
  must(e, NextStep{});  // there is no further page
  CHECK(e.version() == version);
  must(e, PreviousStep{});
  CHECK(e.view().step_id == "many");
  CHECK_FALSE(e.view().closing.has_value());
}

TEST_CASE("the list of steps ends with the closing page, which is not counted as a step") {
  Explorer e = closed();
  REQUIRE(e.view().steps.size() == 4);
  CHECK(e.view().count == 3);
  CHECK(e.view().steps.back().id == "end");
  CHECK_FALSE(e.view().steps.back().seen);
  must(e, GoToStep{"end"});
  CHECK(e.view().steps.back().current);
  CHECK(e.view().steps.back().seen);
  CHECK(std::ranges::count_if(e.view().steps, &StepEntry::current) == 1);
  must(e, GoToStep{"many"});  // the step before it
  CHECK(e.view().step == 2);
}

TEST_CASE("a lesson without a closing page ends with its last step") {
  Explorer e = small();
  CHECK(e.view().steps.size() == 3);
  must(e, GoToStep{"many"});
  must(e, NextStep{});
  CHECK(e.view().step_id == "many");
  CHECK(refusal(e, GoToStep{"end"}).contains("“end”"));
  CHECK(e.open_link("lesson=small&step=end").size() == 1);
}

TEST_CASE("the closing page shows the lesson's texts, with numbers from the graph") {
  Explorer e = closed();
  must(e, GoToStep{"end"});
  const ClosingView& closing = *e.view().closing;
  CHECK(plain(closing.can_say) == "One.Two.");
  CHECK(plain(closing.corrections) == "The first cell is 4.");
  edit(e, "x", {0, 0}, "2");  // y[0,0] = x[0,0] + x[0,2]
  CHECK(plain(e.view().closing->corrections) == "The first cell is 5.");
  REQUIRE(e.view().closing->references.size() == 2);
  CHECK(e.view().closing->references[0].url == "https://example.org/book");
  CHECK(e.view().closing->references[1].url.empty());
  CHECK(plain(e.view().closing->licence) == "MIT");
  CHECK(plain(e.view().closing->cite) == "Small.");
}

TEST_CASE(
    "the picture of the numbers has the tensors that the lesson names, as they are now, and a formula that follows") {
  std::string text = closed_lesson;
  text.insert(text.rfind('}'), R"json(, "poster": { "tensors": ["x", "y"], "formula": { "tex": "y = x" } })json");
  Explorer e = open_text(text);
  must(e, GoToStep{"end"});
  const auto shown = [&](std::size_t tensor) {
    const TensorView& view = e.view().closing->poster.at(tensor);
    return view.name + " " + e.cell({view.node, {0, 0}}).text;
  };
  CHECK(e.view().closing->poster_tex == "y = x");
  CHECK(shown(1) == "y 4");
  edit(e, "x", {0, 0}, "2");  // y[0,0] = x[0,0] + x[0,2]
  CHECK(shown(0) == "x 2");
  CHECK(shown(1) == "y 5");
  CHECK(e.reading_json().contains(R"("poster":"y = x")"));

  Explorer worked = open_page("worked-example");
  must(worked, GoToStep{"end"});
  CHECK(worked.view().closing->poster.size() == 3);
  CHECK_FALSE(worked.view().closing->poster_tex.contains("frac"));
  must(worked, SetParameter{"score", std::string("scaled")});
  CHECK(worked.view().closing->poster_tex.contains("sqrt{3}"));
}

TEST_CASE("the names are available at every step, a role with its word and colour") {
  Explorer e = closed();
  for (const char* step : {"start", "end"}) {
    must(e, GoToStep{step});
    REQUIRE(e.view().names.size() == 2);
    CHECK(plain(e.view().names[0].what) == "query");
    CHECK(e.view().names[0].what.front().runs.front().role == graph::Role::query);
    CHECK(plain(e.view().names[0].here) == "y");
    CHECK(e.view().names[0].usual.front().runs.front().kind == lesson::Run::Kind::tex);
    CHECK(plain(e.view().names[1].what) == "large one");
    CHECK(e.view().names[1].usual.empty());
  }
}

TEST_CASE("the closing page has its own link, which opens with all changes") {
  Explorer e = closed();
  edit(e, "x", {0, 0}, "2");
  must(e, GoToStep{"end"});
  const std::string link = e.link();
  CHECK(link.contains("step=end"));
  CHECK_FALSE(link.contains("at="));
  Explorer other = closed();
  CHECK(other.open_link(link).empty());
  CHECK(other.view().closing.has_value());
  CHECK(other.link() == link);
  CHECK(value(other, "x", {0, 0}) == 2);
}

TEST_CASE("the reading view gets the closing page and the names as JSON") {
  Explorer e = closed();
  CHECK(parse(e.reading_json()).root()["closing"].is_null());
  must(e, GoToStep{"end"});
  const auto document = parse(e.reading_json());
  const auto closing = document.root()["closing"];
  CHECK(closing["canSay"].items().size() == 2);
  CHECK(closing["references"].items()[0]["url"].text() == "https://example.org/book");
  CHECK(document.root()["names"].items()[0]["role"].text() == "query");
  CHECK(document.root()["names"].items()[1]["pytorch"].items().empty());
  CHECK(document.root()["step"]["count"].index() == 3);
}

TEST_CASE("a language on offer can be selected before its texts are loaded") {
  Catalogue catalogue;
  catalogue.offer("en", "English");
  catalogue.offer("fr", "Français");
  Explorer e = open_text(closed_lesson, catalogue);
  REQUIRE(e.view().languages.size() == 2);
  CHECK(e.view().languages[0].current);
  CHECK(e.open_link("lesson=small&lang=fr").empty());
  CHECK(e.view().languages[1].current);
  CHECK(e.text("top.undo") == "Undo");  // until they are loaded
  REQUIRE(e.load_language("fr", R"({"top.undo": "Annuler"})").has_value());
  CHECK(e.text("top.undo") == "Annuler");
  CHECK(e.open_link("lesson=small&lang=xx").size() == 1);
}

TEST_CASE("texts in another language can be added to an open lesson without losing any changes") {
  std::string french = closed_lesson;
  const std::string title = R"("title": { "en": "Start", "de": "Anfang" })";
  french.replace(french.find(title), title.size(), R"("title": { "en": "Start", "fr": "Début" })");
  french.replace(french.find(R"("de": "Klein")"), 13, R"("fr": "Petit", "de": "Klein")");
  Explorer e = closed();
  edit(e, "x", {0, 0}, "2");
  must(e, SetParameter{"n", 3.0});
  must(e, Reveal{"row-1"});
  must(e, SetLanguage{"fr"});
  CHECK(e.view().lesson_title == "Small");
  const std::string link = e.link();
  REQUIRE(e.translate(french).has_value());
  CHECK(e.view().lesson_title == "Petit");
  CHECK(e.view().step_title == "Début");
  CHECK(e.link() == link);
  must(e, Undo{});
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 1);
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("texts of another lesson are refused, and nothing changes") {
  Explorer e = closed();
  edit(e, "x", {0, 0}, "2");
  const auto refused = e.translate(page_lesson("sentence"));
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.contains("sentence"));
  CHECK(e.view().lesson_id == "small");
  CHECK(value(e, "x", {0, 0}) == 2);
  CHECK_FALSE(e.translate("{").has_value());
}

TEST_CASE("every lesson has a complete closing page") {
  for (const std::string& path : bundled_lessons()) {
    CAPTURE(path);
    Explorer e = open_text(read_file(path));
    must(e, GoToStep{"end"});
    const ClosingView& closing = *e.view().closing;
    // As many sentences as steps, or nearly: some steps share one.
    const bool goals = e.lesson().id.starts_with("tasks");
    CHECK(closing.can_say.size() + 4 >= e.view().count);
    const bool follows_a_tutorial = e.lesson().id != "why" && e.lesson().id != "roles" && e.lesson().id != "slopes" &&
                                    e.lesson().id != "learning" && e.lesson().id != "letters" &&
                                    e.lesson().id != "tiles" && e.lesson().id != "attention-today" &&
                                    e.lesson().id != "pictures" && !goals;  // else there is nothing to correct
    CHECK((closing.corrections.size() >= 5) == follows_a_tutorial);
    CHECK(closing.references.size() >= (follows_a_tutorial ? 2U : 1U));
    for (const ReferenceView& reference : closing.references) CHECK(reference.url.starts_with("https://"));
    CHECK_FALSE(closing.licence.empty());
    CHECK(plain(closing.cite).contains(e.view().lesson_id));
    // Whatever is on the map has its row: its colour is explained by a name.
    std::vector<graph::Family> families;
    for (const NameRowView& row : e.view().names) families.push_back(graph::family(row.role));
    for (const MapNode& node : e.view().map) CHECK(node.state == MapNode::State::done);
    for (const MapNode& node : e.view().map)
      CHECK_MESSAGE(std::ranges::contains(families, graph::family(node.tensor.role)), node.tensor.name);
  }
}

TEST_CASE("“summary” in a link is another name for the page after the last step, unless a step is called so") {
  Explorer e = closed();
  CHECK(e.open_link("lesson=small&step=summary").empty());
  CHECK(e.view().step_id == "end");
  CHECK(e.link().contains("step=end"));
  CHECK(small().open_link("lesson=small&step=summary").size() == 1);  // it has no such page
  std::string renamed = closed_lesson;
  const std::string many = "\"id\": \"many\"";
  const std::size_t at = renamed.find(many);
  REQUIRE(at != std::string::npos);
  renamed.replace(at, many.size(), "\"id\": \"summary\"");
  Explorer own = open_text(renamed);
  CHECK(own.open_link("lesson=small&step=summary").empty());
  CHECK(own.view().step_id == "summary");
}

TEST_CASE("the button at the end names the next lesson as far as the file tells it") {
  const auto button = [](const std::string& next) {
    Explorer e = open_text(small_lesson.substr(0, small_lesson.rfind('}')) + R"(, "canSay": { "en": "- One." },
      "course": { "minutes": 5, "objectives": { "en": "- Add." })" +
                           next + "} }");
    must(e, GoToStep{"end"});
    return e.view().closing->next_button;
  };
  CHECK(button("") == "");
  CHECK(button(R"(, "next": "dot")") == "Next lesson");
  CHECK(button(R"(, "next": { "id": "dot", "title": { "en": "Dot" } })") == "Next lesson: Dot");
  CHECK(button(R"(, "next": { "id": "dot", "title": { "en": "Dot" }, "minutes": 12 })") == "Next lesson: Dot · 12 min");
  CHECK(button(R"(, "next": "large-map")") == "Next: the large map");
}

TEST_CASE("a step counts as seen when it was opened, not when a link passed it") {
  const auto seen = [](const Explorer& e) {
    std::string ids;
    for (const StepEntry& step : e.view().steps)
      if (step.seen) ids += step.id + " ";
    return ids;
  };
  const std::vector<StepEntry> steps = open_page("worked-example").view().steps;
  Explorer e = open_page("worked-example");
  REQUIRE(e.open_link("lesson=worked-example&step=" + steps[4].id).empty());
  CHECK(seen(e) == steps[4].id + " ");
  REQUIRE(e.open_link("lesson=worked-example&step=" + steps[6].id).empty());  // within the open lesson it adds one
  CHECK(seen(e) == steps[4].id + " " + steps[6].id + " ");
  Explorer at_end = open_page("worked-example");
  REQUIRE(at_end.open_link("lesson=worked-example&step=end").empty());
  CHECK(seen(at_end) == "end ");
  must(at_end, MarkSeen{steps[0].id + "," + steps[1].id + ",nowhere"});
  CHECK(seen(at_end) == steps[0].id + " " + steps[1].id + " end ");
  CHECK(at_end.link() == "lesson=worked-example&step=end");
}

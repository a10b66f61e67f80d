// A card of the contents tells what its lesson is, takes and needs, and where its reader left it.
#include "explorer/views/contents.hpp"

#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

std::string json_of(const std::string& id) {
  return read_file(std::string(AE_SOURCE_DIR) + "/web/lessons/" + id + ".json");
}

Card card_of(const std::string& id, const std::string& link = "", const std::string& seen = "") {
  auto card = make_card(json_of(id), {link, seen}, {}, "en");
  REQUIRE_MESSAGE(card.has_value(), card.error().message);
  return std::move(*card);
}

}  // namespace

TEST_CASE("every bundled lesson has a card with a title, a line of text and its steps") {
  for (const std::string& path : bundled_lessons()) {
    INFO(path);
    const auto card = make_card(read_file(path), {}, {}, "en");
    REQUIRE(card.has_value());
    const json::Document lesson = parse(read_file(path));
    CHECK(card->title == lesson.root()["title"]["en"].text());
    CHECK(card->summary == lesson.root()["summary"]["en"].text());
    CHECK(card->steps > 1);
    CHECK_FALSE(card->begun);
  }
}

TEST_CASE("the card of a lesson in progress shows the reader's step") {
  Explorer lesson = open_page("worked-example");
  const std::string second = lesson.view().steps[1].id;
  must(lesson, GoToStep{second});
  const Card card = card_of("worked-example", lesson.link());
  CHECK(card.begun);
  CHECK(card.step == 1);
  CHECK(card.step_title == lesson.view().step_title);
}

TEST_CASE("a card shows minutes, steps, and where the reader stopped: at a step, or at the end") {
  Explorer lesson = open_page("worked-example");
  const std::string steps = std::to_string(lesson.lesson().steps.size());
  const std::string minutes = std::to_string(lesson.lesson().course.minutes);
  CHECK(card_of("worked-example").extent == minutes + " min · " + steps + " steps · short way");
  CHECK(card_of("worked-example").progress == "");
  must(lesson, GoToStep{lesson.view().steps[1].id});
  CHECK(card_of("worked-example", lesson.link()).progress ==
        "Continue at step 2 of " + steps + ": " + lesson.view().step_title);
  must(lesson, GoToStep{"end"});
  const Card card = card_of("worked-example", lesson.link());
  CHECK(card.progress == "Continue at the end: " + lesson.view().step_title);
  CHECK(lesson.view().step_title == "Summary");
}

TEST_CASE("a card counts the steps that were opened, not those before the current one, nor the summary") {
  const Explorer lesson = open_page("worked-example");
  const std::vector<StepEntry>& steps = lesson.view().steps;
  const std::string count = std::to_string(lesson.lesson().steps.size());
  const std::string fifth = "lesson=worked-example&step=" + steps[4].id;
  const Card linked = card_of("worked-example", fifth);
  CHECK(std::ranges::count(linked.seen, true) == 1);
  CHECK(linked.seen[4]);
  CHECK(linked.extent.ends_with(" min · 1 of " + count + " steps · short way"));
  const Card later = card_of("worked-example", fifth, steps[0].id + ",end,nowhere," + steps[1].id);
  CHECK(later.seen.size() == lesson.lesson().steps.size());
  CHECK(later.extent.ends_with(" min · 3 of " + count + " steps · short way"));
}

TEST_CASE("the short way takes its share of each lesson's minutes, and ninety minutes in all") {
  const Card goals = card_of("tasks");
  CHECK(goals.short_minutes == open_page("tasks").lesson().course.minutes);
  CHECK(goals.extent.ends_with(" · short way"));
  CHECK(card_of("tiles").short_minutes == 0);
  Contents contents;
  for (const std::string& path : bundled_lessons()) {
    auto card = make_card(read_file(path), {}, {}, "en");
    REQUIRE(card.has_value());
    contents.cards.push_back(*std::move(card));
  }
  const std::size_t all = short_way_minutes(contents);
  CHECK(all >= 80);
  CHECK(all <= 95);
}

TEST_CASE("every bundled lesson says in a few words what it needs") {
  for (const std::string& path : bundled_lessons()) {
    INFO(path);
    const auto card = make_card(read_file(path), {}, {}, "en");
    REQUIRE(card.has_value());
    CHECK(card->needs ==
          "Needs: " + std::string(parse(read_file(path)).root()["course"]["needs"]["en"].text().value()));
  }
}

TEST_CASE("the first lesson says where to start, later the one that was read last says where to go on") {
  const auto marked = [](const Contents& contents) {
    std::string all;
    for (const Card& card : contents.cards)
      if (card.mark != PathMark::none) all += card.id + (card.mark == PathMark::start ? " start" : " go on");
    return all;
  };
  Contents contents;
  mark_path(contents);
  CHECK(marked(contents) == "");
  for (const char* id : {"why", "worked-example", "basic-self-attention"}) contents.cards.push_back(card_of(id));
  mark_path(contents);
  CHECK(marked(contents) == "why start");

  const auto read = [&](std::size_t place, const std::string& step, const std::string& seen = "") {
    const std::string id = contents.cards[place].id;
    contents.cards[place] = card_of(id, "lesson=" + id + "&step=" + step, seen);
    contents.last = id;
    mark_path(contents);
  };
  const std::vector<StepEntry> steps = open_page("worked-example").view().steps;
  read(1, steps[2].id);
  CHECK(marked(contents) == "worked-example go on");
  read(1, "end");  // at its end the next one that is not begun
  CHECK(marked(contents) == "basic-self-attention go on");
  read(2, open_page("basic-self-attention").view().steps[1].id);
  CHECK(marked(contents) == "basic-self-attention go on");
  read(2, "end");  // none follows: the one that was left out
  CHECK(marked(contents) == "why go on");

  std::string all;
  for (const StepEntry& step : steps) all += step.id + ",";
  read(1, steps[0].id, all);  // every step was seen, though the reader is at the first again
  CHECK(marked(contents) == "why go on");
  contents.last = "multi-head";  // its card has not come yet
  mark_path(contents);
  CHECK(marked(contents) == "");
}

TEST_CASE("an aside is labelled as one, and is only continued if it was begun") {
  CHECK(card_of("column-vectors").aside == "Aside: the other notation");
  CHECK(card_of("column-vectors").next == "basic-self-attention");
  CHECK(card_of("sentence").aside.empty());
  Contents contents;
  for (const char* id : {"sentence", "column-vectors"}) contents.cards.push_back(card_of(id));
  contents.cards[0] = card_of("sentence", "lesson=sentence&step=end");
  contents.last = "sentence";
  mark_path(contents);
  CHECK(contents.cards[1].mark == PathMark::none);
  CHECK(contents.cards[0].mark == PathMark::go_on);
  contents.cards[1] = card_of("column-vectors", "lesson=column-vectors&step=keys");
  contents.last = "column-vectors";
  mark_path(contents);
  CHECK(contents.cards[1].mark == PathMark::go_on);
}

TEST_CASE("a lesson with random numbers says so on its card") {
  CHECK(card_of("sentence").random.contains("1458211868"));
  CHECK(card_of("worked-example").random == "");
}

TEST_CASE("an invalid lesson makes no card, and with an invalid link the card shows the lesson's initial state") {
  CHECK_FALSE(make_card("{", {}, {}, "en").has_value());
  const Card card = card_of("worked-example", "lesson=worked-example&step=nowhere");
  CHECK(card.step == 0);
}

TEST_CASE("the contents as JSON list every card") {
  Contents contents;
  contents.cards.push_back(card_of("worked-example"));
  const auto document = json::read(contents_json(contents));
  REQUIRE(document.has_value());
  const auto cards = document->root().items();
  REQUIRE(cards.size() == 1);
  CHECK(cards[0]["id"].text() == "worked-example");
  CHECK(cards[0]["begun"].boolean() == false);
  CHECK(cards[0]["needs"].text() == "Needs: matrix product");
  CHECK(cards[0]["mark"].text() == "none");
}

TEST_CASE("showing the contents keeps the lesson, and the link records that they are shown") {
  Explorer e = small();
  must(e, GoToStep{"many"});
  must(e, ShowContents{true});
  CHECK(e.link() == "view=contents");
  must(e, ShowContents{false});
  CHECK(e.state().step == "many");
  CHECK(e.link().starts_with("lesson=small&step=many"));
  CHECK(e.open_link("view=contents&theme=dark").empty());
  CHECK(e.state().contents);
  CHECK(e.state().theme == Theme::dark);
  CHECK(e.link() == "view=contents&theme=dark");
}

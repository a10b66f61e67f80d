// What the page has open, without a browser: lessons one after the other, languages, locks, cards, and the JSON of answers.
#include "bindings/session.hpp"

#include <doctest/doctest.h>

#include "explorer/json/json.hpp"
#include "explorer/json/text_json.hpp"
#include "explorer/json/write.hpp"
#include "support/files.hpp"

using bindings::Session;

namespace {

void open(Session& session, const std::string& lesson) {
  const auto opened = session.open(files::page_lesson(lesson), "en");
  REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
}

explorer::json::Document parse(const std::string& text) {
  auto document = explorer::json::read(text);
  REQUIRE_MESSAGE(document.has_value(), document.error().message);
  return std::move(*document);
}

}  // namespace

TEST_CASE("a lesson that cannot be opened leaves the one before as it is") {
  Session session;
  CHECK(session.explorer() == nullptr);
  CHECK_FALSE(session.open("{", "en").has_value());
  CHECK(session.explorer() == nullptr);
  open(session, "worked-example");
  REQUIRE(session.explorer()->apply(explorer::GoToStep{"scores"}));
  const auto bad = session.open("{\"format\": 1}", "en");
  REQUIRE_FALSE(bad.has_value());
  CHECK_FALSE(bad.error().message.empty());
  CHECK(session.explorer()->lesson().id == "worked-example");
  CHECK(session.explorer()->state().step == "scores");
}

TEST_CASE("theme and reading view are kept from lesson to lesson, numbers are not") {
  Session session;
  open(session, "worked-example");
  REQUIRE(session.explorer()->apply(explorer::SetTheme{explorer::Theme::light}));
  REQUIRE(session.explorer()->apply(explorer::SetReading{true}));
  REQUIRE(session.explorer()->apply(explorer::SetDecimals{5}));
  open(session, "sentence");
  CHECK(session.explorer()->lesson().id == "sentence");
  CHECK(session.explorer()->state().theme == explorer::Theme::light);
  CHECK(session.explorer()->state().reading);
  CHECK(session.explorer()->state().decimals == session.explorer()->lesson().decimals);
  CHECK_FALSE(session.explorer()->can_undo());
}

TEST_CASE("a lock holds for the lesson that is open and for the next ones") {
  Session session;
  REQUIRE(session.lock(""));  // everything, before there is a lesson
  open(session, "worked-example");
  const auto x = session.explorer()->graph().find("x");
  REQUIRE(x);
  const explorer::EditCell edit{{*x, {0, 0}}, "5"};
  CHECK(session.explorer()->apply(edit).error().code == "locked");
  open(session, "worked-example");
  CHECK(session.explorer()->apply(edit).error().code == "locked");
  const auto unknown = session.lock("nothing");
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().message.contains("“nothing” cannot be locked"));
}

TEST_CASE("a language loaded before the lesson is used in it, and a broken one is refused") {
  Session session;
  CHECK(session.pattern("step.back.to").contains("{0}"));
  REQUIRE(session.load_language("de", R"({"step.next": "Weiter"})"));
  CHECK_FALSE(session.load_language("de", "{").has_value());
  const auto opened = session.open(files::page_lesson("worked-example"), "de");
  REQUIRE(opened.has_value());
  CHECK(session.explorer()->text("step.next") == "Weiter");
  CHECK(session.pattern("step.next") == "Weiter");
}

TEST_CASE("a card with the same id takes the place of the one before") {
  Session session;
  REQUIRE(session.add_card(files::page_lesson("worked-example"), {"", ""}, "", "en"));
  REQUIRE(session.add_card(files::page_lesson("sentence"), {"", ""}, "", "en"));
  CHECK_FALSE(session.contents().cards[0].begun);
  REQUIRE(session.add_card(files::page_lesson("worked-example"), {"lesson=worked-example&step=scores", ""}, "", "en"));
  REQUIRE(session.contents().cards.size() == 2);
  CHECK(session.contents().cards[0].id == "worked-example");
  CHECK(session.contents().cards[0].begun);
  CHECK_FALSE(session.add_card("[]", {}, "", "en").has_value());
  CHECK(session.contents().cards.size() == 2);
}

TEST_CASE("answers to the page are valid JSON, whatever characters they contain") {
  const std::string odd = "“\"\\\n\t</script>\x01";
  const auto error = parse(explorer::json::text_of(graph::Error{"code", "/path", odd}));
  CHECK(error.root()["code"].text() == "code");
  CHECK(error.root()["path"].text() == "/path");
  CHECK(error.root()["message"].text() == odd);
  const auto texts = parse(explorer::json::text_of(std::vector<std::string>{"one", odd}));
  REQUIRE(texts.root().items().size() == 2);
  CHECK(texts.root().items()[1].text() == odd);
}

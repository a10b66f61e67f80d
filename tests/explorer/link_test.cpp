// A link contains the state and restores it; anything invalid in it is harmless and reported.
#include <chrono>

#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

void check_round_trip(const Explorer& e) {
  Explorer again = small();
  const std::string link = e.link();
  CAPTURE(link);
  CHECK(link.size() < 2000);
  CHECK(again.open_link(link).empty());
  CHECK(again.state().step == e.state().step);
  CHECK(again.state().document == e.state().document);
  CHECK(again.state().decimals == e.state().decimals);
  CHECK(again.state().color_steps == e.state().color_steps);
  CHECK(again.state().theme == e.state().theme);
  CHECK(again.state().language == e.state().language);
  CHECK(again.state().reading == e.state().reading);
  CHECK(again.state().focused == e.state().focused);
  CHECK(again.state().pinned == e.state().pinned);
  CHECK(again.state().revealed == e.state().revealed);
  CHECK(again.link() == link);
  CHECK(again.view().step_title == e.view().step_title);
  for (graph::Index index : {graph::Index{0, 0}, graph::Index{1, 0}})
    CHECK(value(again, "z", index) == value(e, "z", index));
}

}  // namespace

TEST_CASE("the start of a lesson is a short link, and a state is restored from its link") {
  Explorer e = small();
  CHECK(e.link() == "lesson=small");
  check_round_trip(e);
  must(e, SetParameter{"way", "soft"});
  must(e, SetParameter{"doubled", true});
  check_round_trip(e);
  edit(e, "x", {0, 0}, "0.1");
  edit(e, "w", {1, 1}, "-3e-20");
  edit(e, "x", {1, 2}, "16777217");
  check_round_trip(e);
  must(e, GoToStep{"many"});
  must(e, SetLeading{"batch", 2});
  must(e, Focus{at(e, "batch", {2, 3, 1}), true});
  check_round_trip(e);
  must(e, SetDecimals{5});
  must(e, SetColorSteps{ColorSteps::square_root});
  must(e, SetTheme{Theme::light});
  must(e, SetLanguage{"de"});
  must(e, SetReading{true});
  must(e, Reveal{"row-1"});
  must(e, Reveal{"all"});
  check_round_trip(e);
  must(e, GoToStep{"start"});
  must(e, Focus{});
  check_round_trip(e);
}

TEST_CASE("a link uses the step's id and readable keys") {
  Explorer e = small();
  must(e, GoToStep{"guess"});
  must(e, SetParameter{"way", "soft"});
  edit(e, "x", {0, 1}, "2.5");
  edit(e, "x", {1, 0}, "3");
  CHECK(e.link() == "lesson=small&step=guess&p.way=soft&e.x=0,1:2.5;1,0:3");
}

TEST_CASE("a link to a step that no longer exists opens the first step with a note") {
  Explorer e = small();
  const auto notes = e.open_link("lesson=small&step=gone&p.way=soft");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].contains("gone"));
  CHECK(e.state().step == "start");
  CHECK(e.state().document.parameters.size() == 1);
}

TEST_CASE("each part that does not fit is left out and reported, and the rest is applied") {
  struct Case {
    const char* link;
    const char* told;
  };
  for (const Case& c : {Case{"p.way=loud", "loud"},
                        Case{"p.n=4", "n"},
                        Case{"p.n=nan", "nan"},
                        Case{"p.n=inf", "inf"},
                        Case{"p.doubled=yes", "yes"},
                        Case{"p.none=1", "none"},
                        Case{"e.x=0,0:nan", "0,0:nan"},
                        Case{"e.x=0,0:1e400", "1e400"},
                        Case{"e.x=0,0:inf", "inf"},
                        Case{"e.x=5,5:1", "5,5"},
                        Case{"e.x=0:1", "x 0"},
                        Case{"e.y=0,0:1", "y 0,0"},
                        Case{"e.fixed=0,0:1", "fixed"},
                        Case{"e.gone=0,0:1", "gone"},
                        Case{"e.x=,:", ","},
                        Case{"e.x=1,:2", "1,"},
                        Case{"e.x=99999999999999999999,0:1", "9999"},
                        Case{"dec=7", "dec"},
                        Case{"dec=-1", "dec"},
                        Case{"theme=pink", "pink"},
                        Case{"lang=../..", "lang"},
                        Case{"view=secret", "secret"},
                        Case{"at=x,9,9", "x,9,9"},
                        Case{"pin=gone,0", "gone"},
                        Case{"shown=what", "what"},
                        Case{"lead.batch=3", "batch"},
                        Case{"lead.nothing=1", "nothing"},
                        Case{"nonsense", "nonsense"},
                        Case{"=1", "=1"},
                        Case{"x=%ZZ", "%ZZ"},
                        Case{"x=%C3%28", "%C3"},
                        Case{"x=%00", "%00"},
                        Case{"what=1", "what"},
                        Case{"v=2", "later"}}) {
    CAPTURE(c.link);
    Explorer e = small();
    const auto notes = e.open_link("lesson=small&step=guess&" + std::string(c.link) + "&e.x=1,1:2");
    REQUIRE(notes.size() == 1);
    CHECK_MESSAGE(notes[0].contains(c.told), notes[0]);
    CHECK_FALSE(notes[0].contains("{"));
    CHECK(e.state().step == "guess");
    CHECK(value(e, "x", {1, 1}) == 2);
    CHECK(e.state().document.edits.size() == 1);
    CHECK(e.state().document.parameters.empty());
    CHECK(e.state().decimals == 2);
  }
}

TEST_CASE("a value that cannot be read is reported with an example of a valid one") {
  struct Case {
    const char* link;
    const char* told;
  };
  for (const Case& c :
       {Case{"p.n=NaN",
             "“Columns” does not fit this lesson. It was left out: “NaN” is not a number. Write one from 1 to 3."},
        Case{"p.n=two", "“two” is not a number. Write one from 1 to 3."},
        Case{"p.n=", "it has no value. Write one, such as 2."},
        Case{"p.doubled=", "it has no value. Write one, such as 0."},
        Case{"p.doubled=on", "“on” is neither 1 (on) nor 0 (off)."},
        Case{"p.way=", "it has no value. Write one, such as plain."}}) {
    CAPTURE(c.link);
    Explorer e = small();
    const auto notes = e.open_link("lesson=small&step=guess&" + std::string(c.link));
    REQUIRE(notes.size() == 1);
    CHECK_MESSAGE(notes[0].contains(c.told), notes[0]);
    CHECK(e.state().step == "guess");
    CHECK(e.state().document == Document{});
  }
}

TEST_CASE("of a repeated part the first counts, and the repetition is reported") {
  Explorer e = small();
  auto notes = e.open_link("lesson=small&step=guess&step=many");
  REQUIRE(notes.size() == 1);
  CHECK_MESSAGE(notes[0].contains("“step=many” was left out"), notes[0]);
  CHECK(e.state().step == "guess");
  notes = e.open_link("lesson=small&p.n=3&p.n=1&dec=1&dec=5");
  REQUIRE(notes.size() == 1);
  CHECK_MESSAGE((notes[0].contains("2 parts") && notes[0].contains("“Columns: p.n=1”")), notes[0]);
  CHECK(e.state().decimals == 1);
  CHECK(std::get<double>(e.state().document.parameters.at("n")) == 3);
  CHECK(e.open_link("lesson=small&e.x=0,0:5&e.x=0,1:6").empty());  // more cells of one tensor are no repetition
  CHECK(e.state().document.edits.size() == 2);
}

TEST_CASE("an unavailable language is reported with those available, and the reader's own stays") {
  Explorer e = small();
  must(e, SetLanguage{"de"});
  const auto notes = e.open_link("lesson=small&lang=fr");
  REQUIRE(notes.size() == 1);
  CHECK_MESSAGE(notes[0].contains("“fr”"), notes[0]);
  CHECK_MESSAGE(notes[0].contains("de, en"), notes[0]);
  CHECK(e.state().language == "de");
  REQUIRE(e.load_language("fr", "{}").has_value());
  CHECK(e.open_link("lesson=small&lang=fr").empty());
  CHECK(e.open_link("lesson=small&lang=fr-CA").empty());
  CHECK(e.state().language == "fr-CA");
}

TEST_CASE("a link of another lesson opens this one at its start") {
  Explorer e = small();
  const auto notes = e.open_link("lesson=other&step=guess&e.x=0,0:9");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].contains("other"));
  CHECK(e.state().step == "start");
  CHECK(e.state().document == Document{});
}

TEST_CASE("of a link of more than 160 kB only the step is used, quickly") {
  Explorer e = small();
  std::string link = "lesson=small&step=guess&p.way=soft&e.x=";
  while (link.size() < 170'000) link += "0,0:1;";
  const auto notes = e.open_link(link);
  REQUIRE(notes.size() == 1);
  CHECK_MESSAGE(notes[0].contains("only its step was taken"), notes[0]);
  CHECK(e.state().step == "guess");
  CHECK(e.state().document == Document{});

  link = "lesson=small&e.x=";
  while (link.size() < 1'000'000) link += "0,0:1;";
  const auto without_step = e.open_link(link);
  REQUIRE(without_step.size() == 1);
  CHECK_MESSAGE(without_step[0].contains("opens the lesson's start"), without_step[0]);
  CHECK_FALSE(without_step[0].contains("step was taken"));
  CHECK(e.state().step == "start");
}

TEST_CASE("the longest text of a reader comes through a link, in any script") {
  Explorer e = open_page("letters");
  std::string text;
  while (text.size() + 20 < 40'000) text += "Der Weg, путь, 道. ";
  must(e, SetParameter{"text", text});
  Explorer other = open_page("letters");
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().document.parameters == e.state().document.parameters);
}

TEST_CASE("of a link with a million edits only the step is used, quickly") {
  Explorer e = small();
  std::string link = "#lesson=small&step=guess&e.x=";
  for (int i = 0; i < 1'000'000; ++i) link += "0,0:" + std::to_string(i % 10) + ";";
  const auto before = std::chrono::steady_clock::now();
  CHECK(e.open_link(link).size() == 1);
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(1));
  CHECK(e.state().step == "guess");
  CHECK(e.state().document == Document{});

  // 160 kB can hold more than 10,000 edits as well.
  std::string dense = "lesson=small&step=guess&e.x=";
  while (dense.size() < 160'000) dense += "0:1;";
  CHECK(e.open_link(dense).size() == 1);
  CHECK(e.state().step == "guess");
  CHECK(e.state().document == Document{});
}

TEST_CASE("random bytes as a link never cause a failure") {
  std::uint32_t seed = 1;
  const std::string alphabet = "lesson=small&step=p.way=softe.x=0,0:1;%C3%A9at=pin,;:&=.#-9eNaN\xFF\x80";
  for (int round = 0; round < 500; ++round) {
    Explorer e = small();
    std::string link;
    for (int i = 0; i < 120; ++i) {
      seed = seed * 1664525u + 1013904223u;
      link += alphabet[(seed >> 16) % alphabet.size()];
    }
    (void)e.open_link(link);
    CHECK(e.view().steps.size() == 3);
    (void)parse(e.reading_json());
  }
}

TEST_CASE("a link that does not set theme and language leaves the reader's own") {
  Explorer e = small();
  must(e, SetTheme{Theme::dark});
  must(e, SetLanguage{"de"});
  CHECK(e.open_link("lesson=small&step=guess").empty());
  CHECK(e.state().theme == Theme::dark);
  CHECK(e.state().language == "de");
  CHECK(e.open_link("lesson=small&theme=light&lang=en").empty());
  CHECK(e.state().theme == Theme::light);
  CHECK(e.state().language == "en");
}

TEST_CASE("the link that a page starts with cannot be undone, a later one can") {
  Explorer e = small();
  CHECK(e.open_link("lesson=small&e.x=0,0:5").empty());
  CHECK_FALSE(e.can_undo());
  CHECK(e.open_link("lesson=small&e.x=0,0:6").empty());
  CHECK(e.can_undo());
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 5);
}

TEST_CASE("every step of every bundled lesson is restored from its link") {
  for (const std::string& path : bundled_lessons()) {
    CAPTURE(path);
    const std::string text = read_file(path);
    Explorer e = open_text(text), again = open_text(text);
    for (const lesson::Step& step : std::vector(e.lesson().steps)) {
      must(e, GoToStep{step.id});
      CHECK(again.open_link(e.link()).empty());
      CHECK(again.state().step == step.id);
      CHECK(again.state().focused == e.state().focused);
    }
  }
}

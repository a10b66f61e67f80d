// Predict, then reveal: each kind of question answered wrong and right, hints, tries, changed numbers, variants, links,
// and that no answer is revealed too early.
#include "explorer/lesson/answers.hpp"

#include "explorer/questions.hpp"
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

using Outcome = PartView::Outcome;

Explorer at_step(const std::string& step) {
  Explorer e = open_text(question_lesson);
  must(e, GoToStep{step});
  return e;
}

const PartView& part(const Explorer& e, std::size_t which = 0) { return e.view().question->parts.at(which); }

struct Reply {
  Outcome outcome;
  std::string said;
};

Reply answer(Explorer& e, const std::string& value, std::size_t which = 0) {
  must(e, Answer{e.view().question->id, which, value});
  return {part(e, which).outcome, plain(part(e, which).feedback)};
}

}  // namespace

TEST_CASE("a number is right within its tolerance, and a misconception is named") {
  Explorer e = at_step("number");
  CHECK(answer(e, "4").said == "That is x.");
  CHECK(answer(e, "16").said == "Not squared.");
  CHECK(answer(e, "9").said == e.text("question.wrong"));
  CHECK(answer(e, "8.02").outcome == Outcome::wrong);
  CHECK(answer(e, "8.005").outcome == Outcome::right);
  CHECK(e.view().question->solved);
  CHECK(plain(e.view().question->answer) == "It is 8.");
}

TEST_CASE("a number may be a fraction or in brackets; anything else is reported and does not count as a try") {
  Explorer e = at_step("number");
  CHECK(answer(e, "eight").said.contains("not a number"));
  for (const char* none : {"8/0", "e^x", "√-1", "e^1000"}) CHECK(answer(e, none).said.contains("not a number"));
  CHECK(part(e).tries == 0);
  CHECK(answer(e, " (16/2) ").outcome == Outcome::right);
  CHECK(part(e).tries == 1);
  for (const char* same : {"√64", "sqrt(64)", "16/√4", "8 / e^0", "exp(0)/0.125"}) {
    CAPTURE(same);
    CHECK(answer(e, same).outcome == Outcome::right);
  }
}

TEST_CASE("a comma may group the digits of a whole number from 1,000 on, in English; any other comma is reported") {
  Explorer e = open_page("letters");
  must(e, GoToStep{"text"});
  CHECK(answer(e, "1,02").said.contains("Write a point"));
  CHECK(answer(e, "1,0240").said.contains("Write a point"));
  CHECK(answer(e, "0,024").said.contains("Write a point"));
  CHECK(part(e).tries == 0);
  CHECK(answer(e, "1,008").outcome == Outcome::wrong);
  CHECK(answer(e, " 1,024 ").outcome == Outcome::right);  // 16 windows of 64 letters
  Explorer small = at_step("number");
  CHECK(answer(small, "8,000").said.contains("Write a point"));  // the answer is 8
  lesson::Part asked;
  asked.answer.kind = lesson::Quantity::Kind::cells;
  asked.answer.from = {"asked", {{}}};
  const auto german = read_answer(asked, "1,024", e.graph(), "de");
  REQUIRE(german.has_value());
  CHECK(german->numbers.at(0) == doctest::Approx(1.024));
}

TEST_CASE("a shape is read with ×, x, *, by, commas and brackets") {
  for (const char* typed : {"2×2", "2 x 2", "2*2", "2 by 2", "(2, 2)", "2X2"}) {
    CAPTURE(typed);
    Explorer e = at_step("shape");
    CHECK(answer(e, typed).outcome == Outcome::right);
  }
  Explorer e = at_step("shape");
  CHECK(answer(e, "4").said == "Those are all cells.");
  CHECK(answer(e, "two").said.contains("2 × 5"));
  CHECK(part(e).tries == 1);
  CHECK(answer(e, "2x-2").outcome == Outcome::open);
}

TEST_CASE("a choice is right when its condition holds in the graph") {
  Explorer e = at_step("choice");
  CHECK(answer(e, "a").said == "1 is less than 4.");
  CHECK(part(e).options.at(0).wrong);
  CHECK(answer(e, "b").outcome == Outcome::right);
  CHECK_FALSE(e.view().question->solved);  // the second part is open
  CHECK(part(e, 1).options.at(0).label == "one");
  CHECK(answer(e, "0", 1).said == "1 is less than 3.");
  CHECK(answer(e, "1", 1).outcome == Outcome::right);
  CHECK(e.view().question->solved);
}

TEST_CASE("labels of options and parts have the graph's numbers and typeset formulas, and are names in plain text") {
  Explorer e = open_page("slopes");
  must(e, GoToStep{"loss"});
  const std::string first = graph::format_float(value(e, "output_1", {0, 0}), 3);
  CHECK(part(e).options.at(0).label == "the first, " + first);
  CHECK(plain(part(e).options.at(0).label_text) == "the first, " + first);
  must(e, GoToStep{"nudge"});
  CHECK(part(e, 1).label == "L after raising Wq[2, 1]");
  CHECK(part(e, 1).label_text.at(0).runs.at(0).kind == lesson::Run::Kind::tex);
}

TEST_CASE("several choices are right when all right options are chosen and no wrong one") {
  Explorer e = at_step("several");
  CHECK(answer(e, "one,two").said == "1 is odd.");
  CHECK(part(e).options.at(0).wrong);
  CHECK_FALSE(part(e).options.at(1).wrong);
  CHECK(answer(e, "two").said == e.text("question.missing"));
  CHECK(answer(e, "").said == e.text("question.choose"));
  CHECK(part(e).tries == 2);
  CHECK(answer(e, "two,four").outcome == Outcome::right);
}

TEST_CASE("an order is right when it sorts the numbers") {
  Explorer e = at_step("order");
  CHECK(answer(e, "0,1").said == "That is the smallest first.");
  CHECK(answer(e, "1,0").outcome == Outcome::right);
  CHECK(part(e).options.at(0).label == "two");
  Explorer tie = at_step("order");
  edit(tie, "x", {1, 0}, "1");
  CHECK(answer(tie, "0,1").outcome == Outcome::right);
  Explorer other = at_step("order");
  CHECK(answer(other, "0,0").outcome == Outcome::open);  // no order
  CHECK(part(other).tries == 0);
}

TEST_CASE("a cell is answered by selecting it on stage") {
  Explorer e = at_step("cell");
  CHECK(part(e).picked.empty());
  must(e, Focus{at(e, "y", {0, 0})});
  CHECK(part(e).picked == "y,0,0");
  CHECK(part(e).picked_name == "Y[1, 1]");
  CHECK(answer(e, part(e).picked).said == "That is the smallest.");
  CHECK(answer(e, "x,1,1").said == "Choose a cell of Y, then check it.");  // another matrix: no try
  CHECK(part(e).tries == 1);
  CHECK(answer(e, "y,1,1").outcome == Outcome::right);
}

TEST_CASE("a truth also needs its reason") {
  Explorer e = at_step("truth");
  CHECK(answer(e, "yes.because").said == "Compare 2 with 3.");
  CHECK(answer(e, "no").said == e.text("question.reason"));
  CHECK(answer(e, "no.odd").said == "True, but no reason.");
  CHECK(answer(e, ".because").said == e.text("question.yes_or_no"));
  CHECK(answer(e, "no.because").outcome == Outcome::right);
  CHECK(part(e).yes_no == "no");
}

TEST_CASE("tries are counted, repeating an answer is not a new try, and looking the answer up adds none") {
  Explorer e = at_step("number");
  answer(e, "1");
  answer(e, "1");
  CHECK(part(e).tries == 1);
  CHECK(e.view().question->tries.empty());
  answer(e, "2");
  CHECK(e.view().question->tries == "2 tries");
  must(e, Reveal{"q-number"});
  CHECK(e.view().question->revealed);
  CHECK_FALSE(e.view().question->solved);
  answer(e, "8");
  CHECK(part(e).tries == 2);
}

TEST_CASE("once the answer is shown, the reader's wrong one stays beside the right one, which nothing tells before") {
  struct Case {
    std::string step, wrong, mistaken, right;
  };
  const Case cases[] = {{"number", "4", "4", "8"},
                        {"shape", "4", "4", "2 × 2"},
                        {"choice", "a", "the first", "the last"},
                        {"several", "one,two", "1, 2", "2, 4"},
                        {"order", "0,1", "one, two", "two, one"},
                        {"cell", "y,0,0", "Y[1, 1]", "Y[2, 2]"},
                        {"truth", "yes.because", "Yes, 2 is not 3", "No, 2 is not 3"}};
  for (const Case& one : cases) {
    CAPTURE(one.step);
    Explorer e = at_step(one.step);
    CHECK(answer(e, one.wrong).outcome == Outcome::wrong);
    CHECK(part(e).mistaken.empty());
    CHECK(part(e).right.empty());
    must(e, Reveal{e.view().question->id});
    CHECK(plain(part(e).mistaken) == one.mistaken);
    CHECK(plain(part(e).right) == one.right);
  }
  Explorer looked_up = at_step("choice");
  must(looked_up, Reveal{"q-choice"});
  CHECK(part(looked_up).mistaken.empty());
}

TEST_CASE("a right first try is praised, and a hint is shown on request") {
  Explorer e = at_step("number");
  CHECK(e.view().question->has_hint);
  CHECK(e.view().question->hint.empty());
  must(e, ShowHint{"q-number"});
  CHECK(plain(e.view().question->hint) == "Twice x.");
  CHECK(answer(e, "8").said == e.text("question.right.first"));
}

TEST_CASE("an answer that is only stored is neither judged nor counted") {
  Explorer e = at_step("several");
  must(e, Answer{"q-several", 0, "one", false});
  CHECK(part(e).options.at(0).chosen);
  CHECK(part(e).outcome == Outcome::open);
  CHECK(part(e).tries == 0);
}

TEST_CASE("the right answer follows from the graph with the reader's changes") {
  Explorer e = at_step("number");
  CHECK(e.view().question->edited.empty());
  edit(e, "x", {1, 1}, "10");
  CHECK(e.view().question->edited == e.text("question.edited"));
  CHECK(answer(e, "8").outcome == Outcome::wrong);
  CHECK(answer(e, "10").said == "That is x.");
  CHECK(answer(e, "20").outcome == Outcome::right);
  edit(e, "x", {1, 1}, "4");
  CHECK(part(e).outcome == Outcome::right);  // and remains right
}

TEST_CASE("undo does not affect answers") {
  Explorer e = at_step("number");
  edit(e, "x", {0, 0}, "5");
  answer(e, "8");
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 1);
  CHECK(e.view().question->solved);
  CHECK_FALSE(e.can_undo());
}

TEST_CASE("hidden cells are shown once the question is solved") {
  Explorer e = at_step("number");
  const graph::CellRef cell = at(e, "y", {1, 1});
  CHECK(e.cell(cell).status == CellView::Status::hidden);
  CHECK_FALSE(e.reading_json().contains("It is"));
  answer(e, "4");
  CHECK(e.cell(cell).status == CellView::Status::hidden);
  answer(e, "8");
  CHECK(e.cell(cell).text == "8");
}

TEST_CASE("exported code contains no hidden number") {
  Explorer e = at_step("number");
  edit(e, "x", {1, 1}, "615.5");
  for (const graph::Language language : {graph::Language::pytorch, graph::Language::numpy, graph::Language::tex})
    CHECK_FALSE(e.code(language).contains("1231"));
  answer(e, "1231");
  CHECK(e.code(graph::Language::tex).contains("1231"));
}

TEST_CASE("a student's seed selects the variant, which hides the cells that it asks about") {
  Explorer e = at_step("varied");
  CHECK(plain(e.view().question->prompt) == "y[1, 1]?");
  std::string other;
  for (int seed = 1; seed < 20 && other.empty(); ++seed) {
    Explorer tried = open_text(question_lesson);
    tried.open_link("lesson=asked&step=varied&student=" + std::to_string(seed));
    if (plain(tried.view().question->prompt) == "y[1, 2]?") other = tried.link();
  }
  REQUIRE_FALSE(other.empty());
  CHECK(other.contains("student="));
  Explorer opened = open_text(question_lesson);
  CHECK(opened.open_link(other).empty());
  CHECK(opened.cell(at(opened, "y", {0, 0})).status == CellView::Status::shown);
  CHECK(opened.cell(at(opened, "y", {0, 1})).status == CellView::Status::hidden);
  CHECK(answer(opened, "2").outcome == Outcome::wrong);
  CHECK(answer(opened, "4").outcome == Outcome::right);
}

TEST_CASE("a link contains answers and tries, and cannot claim that one was right") {
  Explorer e = at_step("choice");
  answer(e, "a");
  answer(e, "b");
  answer(e, "0", 1);
  const std::string link = e.link();
  CHECK(link.contains("a.q-choice="));
  Explorer opened = open_text(question_lesson);
  CHECK(opened.open_link(link).empty());
  CHECK(part(opened).outcome == Outcome::right);
  CHECK(part(opened).tries == 2);
  CHECK(part(opened, 1).outcome == Outcome::wrong);
  CHECK(opened.link() == link);

  Explorer forged = open_text(question_lesson);
  CHECK(forged.open_link("lesson=asked&step=number&a.q-number=1:7").empty());
  CHECK(part(forged).outcome == Outcome::wrong);
  CHECK(forged.cell(at(forged, "y", {1, 1})).status == CellView::Status::hidden);
}

TEST_CASE("an answer that was incomplete when it was given keeps its tries in a link, even if edits make it wrong") {
  Explorer e = at_step("truth");
  CHECK(answer(e, "no").said == e.text("question.reason"));
  CHECK(part(e).tries == 0);
  edit(e, "x", {0, 1}, "3");
  const std::string link = e.link();
  Explorer opened = open_text(question_lesson);
  CHECK(opened.open_link(link).empty());
  CHECK(part(opened).outcome == Outcome::wrong);
  CHECK(part(opened).tries == 0);
  CHECK(opened.link() == link);
}

TEST_CASE("an invalid answer in a link is reported and changes nothing else") {
  Explorer e = open_text(question_lesson);
  CHECK(e.open_link("lesson=asked&a.none=1:2").size() == 1);
  CHECK(e.open_link("lesson=asked&student=x").size() == 1);
  CHECK(e.open_link("lesson=asked&step=order&a.q-order=1:9,9,9|||2:z").empty());
  CHECK(part(e).tries <= 1);
  CHECK(e.open_link("lesson=asked&step=cell&a.q-cell=1:y,99,99").empty());
  CHECK(part(e).outcome == Outcome::open);
}

TEST_CASE("answers stay when a reader goes back to an older link of their own") {
  Explorer e = at_step("number");
  const std::string before = e.link();
  answer(e, "8");
  e.open_link(before);
  CHECK(e.view().question->solved);
}

TEST_CASE("answers can be given as JSON commands") {
  Explorer e = at_step("number");
  REQUIRE(e.apply_json(R"({"type": "Answer", "question": "q-number", "part": 0, "value": "4"})").has_value());
  CHECK(part(e).outcome == Outcome::wrong);
  REQUIRE(e.apply_json(R"({"type": "ShowHint", "question": "q-number"})").has_value());
  CHECK_FALSE(e.view().question->hint.empty());
  REQUIRE(e.apply_json(R"({"type": "Answer", "question": "q-number", "value": 8})").has_value());
  CHECK(part(e).outcome == Outcome::right);
  CHECK_FALSE(e.apply_json(R"({"type": "Answer", "question": "q-number", "part": 5, "value": "1"})").has_value());
  CHECK_FALSE(e.apply_json(R"({"type": "Answer", "question": "none", "value": "1"})").has_value());
  CHECK_FALSE(e.apply_json(R"({"type": "Answer", "question": "q-number", "value": "1", "check": 3})").has_value());
}

TEST_CASE("the reading view gets the whole question") {
  Explorer e = at_step("truth");
  answer(e, "no.odd");
  const json::Document reading = parse(e.reading_json());
  const json::Value question = reading.root()["step"]["question"];
  const json::Value first = question["parts"].items().at(0);
  CHECK(first["kind"].text() == "truth");
  CHECK(first["outcome"].text() == "wrong");
  CHECK(first["yesNo"].text() == "no");
  CHECK(first["options"].items().at(1)["chosen"].boolean() == true);
  CHECK(first["options"].items().at(1)["wrong"].boolean() == true);
  CHECK(question["solved"].boolean() == false);
}

TEST_CASE("the example of each kind of part in web/lessons/README.md is answered rightly in its lesson") {
  const std::string readme = read_file(std::string(AE_SOURCE_DIR) + "/web/lessons/README.md");
  const auto block = [&](std::string_view begins) {
    const std::size_t from = readme.find("```json\n" + std::string(begins)) + 8;
    return readme.substr(from, readme.find("\n```", from) - from);
  };
  std::string text = block("{\n  \"format\"");
  const std::string question = R"("question": { "id": "kinds", "prompt": { "en": "?" }, "answer": { "en": "!" }, )";
  text.insert(text.find("\"stage\""), question + block("\"parts\"") + "},\n");
  Explorer e = open_text(text);
  // q = (1, 0, 2) with (0, 1, 1) and (4, 4, 0): the scores 2 and 4.
  const std::vector<std::pair<lesson::Part::Kind, std::string>> right{{lesson::Part::Kind::number, "4"},
                                                                      {lesson::Part::Kind::shape, "2 x 3"},
                                                                      {lesson::Part::Kind::cell, "s,0,1"},
                                                                      {lesson::Part::Kind::choice, "longer"},
                                                                      {lesson::Part::Kind::several, "entries,queries"},
                                                                      {lesson::Part::Kind::order, "1,0"},
                                                                      {lesson::Part::Kind::truth, "yes.linear"}};
  REQUIRE(e.view().question->parts.size() == right.size());
  for (std::size_t i = 0; i < right.size(); ++i) {
    CAPTURE(i);
    CHECK(part(e, i).kind == right[i].first);
    CHECK(answer(e, right[i].second, i).outcome == Outcome::right);
  }
  CHECK(e.view().question->solved);
}

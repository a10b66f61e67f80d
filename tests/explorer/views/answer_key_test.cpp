// The answer key for teachers: its right answers are judged right, its expected mistakes wrong, with the same message.
#include <algorithm>

#include "explorer/support.hpp"
#include "sanitized.hpp"

using namespace explorer;
using namespace explorers;

namespace {

std::string words_of(json::Value paragraphs) {
  std::string words;
  for (const json::Value paragraph : paragraphs.items())
    for (const json::Value run : paragraph["runs"].items()) words += *run["text"].text();
  return words;
}

// Gives a part's answer to a new explorer at the same step.
PartView answered(const std::string& path, const std::string& step, std::size_t part, const std::string& given) {
  Explorer e = open_text(read_file(path));
  must(e, GoToStep{step});
  must(e, Answer{e.view().question->id, part, given});
  return e.view().question->parts.at(part);
}

bool typed(const PartView& part) {
  return part.kind == lesson::Part::Kind::number || part.kind == lesson::Part::Kind::shape;
}

// Lists are separated in several ways, and a label may hold such a sign itself.
std::string evenly(std::string words) {
  for (const char* sign : {", ", ": "})
    for (std::size_t at = 0; (at = words.find(sign, at)) != std::string::npos;) words.replace(at, 2, "; ");
  return "; " + words + "; ";
}

// The ids of options whose labels the key lists.
std::string chosen(const PartView& part, const std::string& labels) {
  std::string ids;
  for (const OptionView& option : part.options)
    if (evenly(labels).contains(evenly(option.label))) ids += (ids.empty() ? "" : ",") + option.id;
  return ids;
}

std::string as_given(const PartView& part, const std::string& words) {
  using Kind = lesson::Part::Kind;
  if (typed(part)) return words;
  if (part.kind != Kind::truth) return chosen(part, words);
  const std::string reason = chosen(part, words);
  return (words.starts_with("Yes") ? "yes" : "no") + (reason.empty() ? "" : "." + reason);
}

}  // namespace

TEST_CASE(
    "in every lesson the key's right answers are judged right and the wrong answers it lists are judged wrong with its "
    "feedback" *
    doctest::skip(sanitized)) {
  std::size_t parts = 0, notes = 0;
  for (const std::string& path : bundled_lessons()) {
    Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : e.lesson().steps) {
      if (!step.question) continue;
      CAPTURE(path + " " + step.id);
      must(e, GoToStep{step.id});
      const auto key = parse(e.answer_key_json());
      CHECK(key.root()["question"].text() == step.question->id);
      const auto asked = e.view().question->parts;
      REQUIRE(key.root()["parts"].items().size() == asked.size());
      for (std::size_t i = 0; i < asked.size(); ++i) {
        const json::Value one = key.root()["parts"].items()[i];
        const std::string right(*one["right"].text());
        CAPTURE(right);
        CHECK_FALSE(right.empty());
        using Kind = lesson::Part::Kind;
        if (asked[i].kind == Kind::cell || asked[i].kind == Kind::order || asked[i].kind == Kind::goal) continue;
        CHECK(answered(path, step.id, i, as_given(asked[i], right)).outcome == PartView::Outcome::right);
        ++parts;
        for (const json::Value note : one["notes"].items()) {
          const std::string given(*note["given"].text());
          CAPTURE(given);
          CHECK_FALSE(words_of(note["say"]).empty());
          if (!typed(asked[i])) continue;
          const PartView view = answered(path, step.id, i, given);
          CHECK(view.outcome == PartView::Outcome::wrong);
          CHECK(plain(view.feedback) == words_of(note["say"]));
          ++notes;
        }
      }
    }
  }
  CHECK(parts > 60);
  CHECK(notes > 60);
}

TEST_CASE("the right answer for a cell has the page's name for it, and an order lists labels") {
  Explorer columns = open_page("column-vectors");
  must(columns, GoToStep{"all-at-once"});
  const auto cells = parse(columns.answer_key_json());
  CHECK(cells.root()["parts"].items()[0]["right"].text()->contains("["));
  Explorer sentence = open_page("sentence");
  must(sentence, GoToStep{"why"});
  const auto order = parse(sentence.answer_key_json());
  const std::string right(*order.root()["parts"].items()[0]["right"].text());
  CHECK(std::ranges::count(right, ',') + 1 ==
        static_cast<std::ptrdiff_t>(sentence.view().question->parts[0].options.size()));
}

TEST_CASE("a step without a question and the closing page have no key") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"end"});
  CHECK(e.answer_key_json() == "null");
}

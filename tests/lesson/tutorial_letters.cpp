// The tutorial's letters on a lesson: what is replaced, what a file may list, and that no letter of the page is left in any
// text of any language.
#include <algorithm>

#include "lesson/read/json.hpp"
#include "lesson/read/letters.hpp"
#include "lesson/read/markup.hpp"
#include "lesson/support.hpp"
#include "support/languages.hpp"
#include "support/tex_letters.hpp"

namespace {

using lesson::LetterPair;
using lesson::symbol_with_letters;
using lesson::text_with_letters;
using lesson::with_letters;

const std::vector<std::string> with_choice = {"basic-self-attention", "sentence", "causal-ladder", "multi-head"};

// Every string of a document, in its order.
void strings_of(const lesson::Json& value, std::vector<std::string>& out) {
  if (const auto* text = value.as<std::string>()) out.push_back(*text);
  if (const auto* list = value.as<lesson::JsonList>())
    for (const lesson::Json& item : *list) strings_of(item, out);
  if (const auto* object = value.as<lesson::JsonObject>())
    for (const auto& [key, item] : *object) strings_of(item, out);
}

std::vector<LetterPair> pairs_of(const lesson::Cursor& place) {
  std::vector<LetterPair> pairs;
  for (const auto& [page, tutorial] : place.entries()) pairs.emplace_back(page, tutorial.string());
  return pairs;
}

lesson::Json document_of(const std::string& id) {
  auto read = lesson::read_json(lessons::page_lesson(id));
  REQUIRE(read.has_value());
  return std::move(*read);
}

lesson::JsonObject& letters_of(lesson::Json& document) {
  auto& members = std::get<lesson::JsonObject>(document.value);
  return std::get<lesson::JsonObject>(
      std::ranges::find(members, std::string("letters"), &lesson::JsonMember::first)->second.value);
}

// The document with the tutorial's letters, but for the list of them.
std::vector<std::string> shown(lesson::Json document) {
  lesson::put_letters(document);
  letters_of(document).clear();
  std::vector<std::string> out;
  strings_of(document, out);
  return out;
}

// The TeX of a text's formulae, and its words.
void check_text(const files::PageLetters& page, const std::string& text) {
  CAPTURE(text);
  const auto paragraphs = lesson::parse_markup(text);
  REQUIRE(paragraphs.has_value());
  for (const lesson::Paragraph& paragraph : *paragraphs)
    for (const lesson::Run& run : paragraph.runs)
      if (run.kind == lesson::Run::Kind::tex) CHECK(page.left_in_tex(run.text) == "");
}

void check_refused(const std::string& pairs, const std::string& words) {
  const auto parsed = lesson::parse(lessons::changed("\"steps\": [", "\"letters\": " + pairs + ", \"steps\": ["));
  REQUIRE_FALSE(parsed.has_value());
  CAPTURE(parsed.error().message);
  CHECK(parsed.error().message.contains(words));
}

}  // namespace

TEST_SUITE("the tutorial's letters") {
  TEST_CASE(
      "a letter of a role is replaced with its indices, others where they stand alone, the longest first and all at "
      "once") {
    const auto file = lesson::read_json(lessons::read_file(std::string(AE_TEST_DATA) + "/lessons/letters.json"));
    REQUIRE(file.has_value());
    lesson::Failure failure;
    std::size_t checked = 0;
    for (const lesson::Cursor& one : lesson::Cursor(&*file, "", failure)["cases"].items()) {
      const std::vector<LetterPair> pairs = pairs_of(one["letters"]);
      for (const lesson::Cursor& tex : one["tex"].items()) {
        const std::vector<lesson::Cursor> both = tex.items();
        CHECK(with_letters(both[0].string(), pairs) == both[1].string());
        ++checked;
      }
    }
    CHECK(checked > 10);
    CHECK_FALSE(failure);
  }

  TEST_CASE("in running text only pairs of several signs hold, and in code none") {
    const std::vector<LetterPair> pairs{{"D", "k"}, {"(B, T, D)", "(b, t, k)"}, {"√D", "√k"}};
    CHECK(text_with_letters("A D of $D$ in `√D`, (B, T, D), \\$D, √D", pairs) ==
          "A D of $k$ in `√D`, (b, t, k), \\$D, √k");
  }

  TEST_CASE("symbols of tensors have the letters of all roles, spelt as symbols are") {
    const std::vector<LetterPair> pairs{{"\\scores{S}", "\\scores{w'}"},
                                        {"\\weights{A}", "\\weights{\\alpha}"},
                                        {"\\val{V}", "\\val{\\,\\text{p_v}}"},
                                        {"\\scores{S_{\\text{scaled}}}", "\\scores{d}"}};
    CHECK(symbol_with_letters("S_{causal}", pairs) == "w′_{causal}");
    CHECK(symbol_with_letters("e^S", pairs) == "e^{w′}");
    CHECK(symbol_with_letters("S_{scaled}", pairs) == "d");
    CHECK(symbol_with_letters("A V_{·1}", pairs) == "α p\\_v_{·1}");
    CHECK(symbol_with_letters("SA", pairs) == "SA");
  }

  TEST_CASE("a file lists pairs of TeX, each within one role") {
    check_refused(R"({ "\\scores{S}": "w" })", "the same role");
    check_refused(R"({ "D": "D" })", "another one of the tutorial's");
    check_refused(R"({ "D": "" })", "another one of the tutorial's");
    check_refused(R"({ "D": "{" })", "never closed");
    check_refused(R"({ "D": "\\href{a}{b}" })", "can't be used here");
    check_refused(R"({ "D": "k", "D": "d" })", "D");
    check_refused(R"({ "D": 3 })", "number");
    check_refused("{ \"D\": \"" + std::string(61, 'k') + "\" }", "at most 60 bytes");
  }

  TEST_CASE(
      "every lesson with letters of a tutorial has a table of names and a pair for nothing that it does not show") {
    for (const std::string& id : with_choice) {
      CAPTURE(id);
      const lesson::Lesson opened = lessons::open(id);
      CHECK_FALSE(opened.names.empty());
      REQUIRE_FALSE(opened.letters.empty());
      const std::vector<std::string> all = shown(document_of(id));
      for (const auto& [page, tutorial] : opened.letters) {
        lesson::Json without = document_of(id);
        std::erase_if(letters_of(without), [&](const lesson::JsonMember& one) { return one.first == page; });
        CHECK_MESSAGE(shown(std::move(without)) != all, page);
      }
    }
  }

  TEST_CASE("no text in any language has a letter of the page left in a formula") {
    std::size_t checked = 0;
    for (const std::string& id : with_choice) {
      CAPTURE(id);
      const auto pairs = lessons::open(id).letters;
      const files::PageLetters page(pairs);
      for (const std::string& language : languages::translations()) {
        CAPTURE(language);
        const auto words = lesson::read_json(
            lessons::read_file(std::string(AE_SOURCE_DIR) + "/web/words/" + language + "/" + id + ".json"));
        REQUIRE(words.has_value());
        for (const auto& [key, entry] : *words->as<lesson::JsonObject>()) {
          // The corrections name the tutorial's letters as they are.
          if (key.starts_with("$") || key.starts_with("corrections") || key.starts_with("names")) continue;
          std::vector<std::string> texts;
          strings_of(entry, texts);
          for (const std::string& text : texts) {
            if (text.contains('$')) check_text(page, text_with_letters(text, pairs));
            ++checked;
          }
        }
      }
    }
    CHECK(checked > 1000);
  }

  TEST_CASE("numbers do not depend on the letters") {
    for (const std::string& id : with_choice) {
      CAPTURE(id);
      const auto tutorial = lesson::parse(lessons::page_lesson(id), lesson::Letters::tutorial);
      REQUIRE(tutorial.has_value());
      CHECK(tutorial->shown == lesson::Letters::tutorial);
      const graph::Graph one = lessons::run(lessons::open(id)), other = lessons::run(*tutorial);
      REQUIRE(one.size() == other.size());
      std::size_t changed = 0;
      for (graph::NodeId node = 0; node < one.size(); ++node) {
        CHECK(one.node(node).name == other.node(node).name);
        changed += one.node(node).symbol != other.node(node).symbol;
        const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
        CHECK(std::ranges::equal(lessons::all_cells(one, one.node(node).name),
                                 lessons::all_cells(other, one.node(node).name), same));
      }
      CHECK(changed > 5);
    }
  }
}

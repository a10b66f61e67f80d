// The light markup of texts: what each mark produces, and the errors.
#include <doctest/doctest.h>

#include "lesson/read/markup.hpp"

using lesson::Paragraph;
using lesson::parse_markup;
using lesson::Run;
using Kind = Run::Kind;

namespace {

std::vector<Paragraph> parsed(std::string_view text) {
  auto result = parse_markup(text);
  REQUIRE_MESSAGE(result.has_value(), result.error().message);
  return *result;
}

std::string refused(std::string_view text) {
  const auto result = parse_markup(text);
  REQUIRE(!result.has_value());
  CHECK(result.error().code == "markup");
  CHECK(result.error().path.empty());
  return result.error().message;
}

}  // namespace

TEST_SUITE("markup") {
  TEST_CASE("plain words form one run") {
    const auto text = parsed("A row is one input.");
    REQUIRE(text.size() == 1);
    REQUIRE(text[0].runs.size() == 1);
    CHECK(text[0].runs[0].kind == Kind::text);
    CHECK(text[0].runs[0].text == "A row is one input.");
  }

  TEST_CASE("strong, emphasis, code and TeX become runs of their own") {
    const auto runs = parsed("**a** *b* `c_1` $\\query{Q}\\$_2$")[0].runs;
    REQUIRE(runs.size() == 7);
    CHECK(runs[0].kind == Kind::strong);
    CHECK(runs[2].kind == Kind::emphasis);
    CHECK(runs[4].kind == Kind::code);
    CHECK(runs[4].text == "c_1");
    CHECK(runs[6].kind == Kind::tex);
    CHECK(runs[6].text == "\\query{Q}\\$_2");
  }

  TEST_CASE("words in brackets get the colour of a role; other brackets are kept") {
    const auto runs = parsed("each [query](query) of S[1, 2]")[0].runs;
    REQUIRE(runs.size() == 3);
    CHECK(runs[1].kind == Kind::role);
    CHECK(runs[1].role == graph::Role::query);
    CHECK(runs[2].text == " of S[1, 2]");
  }

  TEST_CASE("a number of the graph has a tensor, an index from 0 and a maximum of decimals") {
    const auto runs = parsed("{=attn_scores[0,12]|4} and {=loss}")[0].runs;
    REQUIRE(runs.size() == 3);
    CHECK(runs[0].kind == Kind::number);
    CHECK(runs[0].tensor == "attn_scores");
    CHECK(runs[0].index == graph::Index{0, 12});
    CHECK(runs[0].decimals == 4);
    CHECK(runs[2].tensor == "loss");
    CHECK(runs[2].index.empty());
  }

  TEST_CASE("a blank line starts a paragraph, a line break does not, a dash starts an item") {
    const auto text = parsed("one\ntwo\n\n- first\n- second\n\nlast");
    REQUIRE(text.size() == 4);
    CHECK(text[0].runs[0].text == "one two");
    CHECK(text[1].item);
    CHECK(text[2].item);
    CHECK(text[2].runs[0].text == "second");
    CHECK_FALSE(text[3].item);
  }

  TEST_CASE("a backslash keeps the next character literally") {
    CHECK(parsed("2 \\* 3 costs 5 \\$")[0].runs[0].text == "2 * 3 costs 5 $");
  }

  TEST_CASE("HTML is treated as plain text") { CHECK(parsed("<b>x</b> & y")[0].runs[0].text == "<b>x</b> & y"); }

  TEST_CASE("an empty text has no paragraphs") { CHECK(parsed("").empty()); }

  TEST_CASE("unclosed marks are reported with their position") {
    CHECK(refused("before **after").find("**after") != std::string::npos);
    CHECK(refused("before $x").find("$x") != std::string::npos);
    CHECK(refused("`x").find("`x") != std::string::npos);
    CHECK(refused("*x").find("\\*") != std::string::npos);
  }

  TEST_CASE("an unknown role lists the known ones") {
    CHECK(refused("[x](querry)").find("query") != std::string::npos);
  }

  TEST_CASE("a formula with unbalanced braces is refused") { refused("$\\query{Q$"); }
  TEST_CASE("a TeX command that affects the page is refused, with its position in the text") {
    CHECK(refused("so $x$ and $\\style{color: red}{x}$").starts_with("At “$\\style{color: red}{x}$”"));
  }

  TEST_CASE("a malformed number is refused with the right syntax") {
    for (const char* text : {"{=}", "{=1}", "{=x[}", "{=x[0}", "{=x[0]", "{=x[0]|}", "{=x[0]|12}", "{=x[-1]}"}) {
      CAPTURE(text);
      CHECK(refused(text).find("{=tensor[0,1]|4}") != std::string::npos);
    }
  }
}

// Texts and formulae of a lesson file that are wrong: languages, markup, numbers from tensors, TeX.
#include "lesson/support.hpp"

using lessons::changed;
using lessons::error_of;
using lessons::says;

TEST_SUITE("a text that is wrong") {
  TEST_CASE("a text in a language that the title lacks is refused") {
    const auto error = error_of(changed("\"label\": { \"en\": \"Size\" }", "\"label\": { \"fr\": \"Taille\" }"));
    CHECK(error.code == "language");
    CHECK(error.path == "/parameters/0/label/fr");
  }

  TEST_CASE("unclosed markup is reported with its position in the text") {
    const auto error = error_of(changed("See [X](input).", "See **X."));
    CHECK(error.code == "markup");
    CHECK(error.path == "/steps/0/text/en");
    CHECK(says(error, "never closes"));
  }

  TEST_CASE("a text with a number from an unknown tensor is refused") {
    const auto error = error_of(changed("{=x[0,1]|2}", "{=xx[0,1]|2}"));
    CHECK(error.code == "unknown_tensor");
    CHECK(error.path == "/steps/0/text/en");
  }

  TEST_CASE("a formula with unbalanced braces is refused") {
    const auto error = error_of(changed("\\\\inputs{X}", "\\\\inputs{X"));
    CHECK(error.code == "tex");
    CHECK(error.path == "/steps/0/formula/tex");
  }

  TEST_CASE("a formula that is too long to typeset is refused, with its length and how to fix it") {
    const auto of_length = [](std::size_t bytes) { return changed("\\\\inputs{X}", std::string(bytes, 'x')); };
    CHECK(lesson::parse(of_length(1000)));
    for (const std::size_t bytes : {1001u, 40'000u}) {
      const auto error = error_of(of_length(bytes));
      CHECK(error.code == "tex");
      CHECK(error.path == "/steps/0/formula/tex");
      CHECK(says(error, std::to_string(bytes)));
      CHECK(says(error, "Divide it"));
    }
    const auto in_text = error_of(changed("See [X](input).", "$" + std::string(40'000, 'x') + "$"));
    CHECK(in_text.path == "/steps/0/text/en");
    CHECK(says(in_text, "Divide it"));
  }

  TEST_CASE("a formula whose braces nest deeper than 32 levels is refused") {
    const auto of_depth = [](std::size_t levels) {
      std::string tex = "x";
      for (std::size_t i = 0; i < levels; ++i) tex = "{" + tex + "}";
      return changed("\\\\inputs{X}", tex);
    };
    CHECK(lesson::parse(of_depth(32)));
    const auto error = error_of(of_depth(33));
    CHECK(error.code == "tex");
    CHECK(error.path == "/steps/0/formula/tex");
    CHECK(says(error, "32 levels"));
  }

  TEST_CASE("TeX commands that set styles, names, classes or links of page elements are refused by name") {
    for (const std::string command :
         {"style", "cssId", "class", "href", "data", "mmlToken", "label", "ref", "eqref", "tag"}) {
      const auto error = error_of(changed("\\\\inputs{X}", "x \\\\" + command + "{a}{b}"));
      CHECK(error.code == "tex");
      CHECK(error.path == "/steps/0/formula/tex");
      CHECK(says(error, "“\\" + command + "”"));
    }
    // Longer names that begin alike, and text that is no command, are allowed.
    CHECK(lesson::parse(changed("\\\\inputs{X}", "\\\\tagged \\\\\\\\style \\\\{ \\\\displaystyle x")));
  }

  TEST_CASE("a control character in a text is refused") {
    CHECK(error_of(changed("\"Klein\"", "\"Kl\\u0000ein\"")).code == "text");
  }
}

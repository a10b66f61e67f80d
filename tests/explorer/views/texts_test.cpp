// Texts, formulae, code and labels as shown: numbers and choices filled in, and what follows a parameter.
#include "explorer/language/numbers.hpp"
#include "explorer/support.hpp"
#include "lesson/read/tex.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("a number in a text is the graph's, or a dash when its cell does not exist") {
  Explorer e = small();
  CHECK(plain(e.view().text) == "The first cell is 4, after queries.");
  edit(e, "x", {0, 0}, "0.125");
  CHECK(plain(e.view().text).contains("is 3.12,"));
}

TEST_CASE("a large whole number in an English text has its digits in groups, one with decimals has not") {
  Explorer e = small();
  edit(e, "x", {0, 0}, "61629");
  CHECK(plain(e.view().text) == "The first cell is 61,632, after queries.");
  edit(e, "x", {0, 0}, "1020.5");
  CHECK(plain(e.view().text) == "The first cell is 1023.50, after queries.");
  edit(e, "x", {0, 0}, "996");
  CHECK(plain(e.view().text) == "The first cell is 999, after queries.");
}

TEST_CASE("a text that a lesson lacks in the reader's language is shown in English and says so") {
  Explorer e = small();
  must(e, SetLanguage{"de"});
  CHECK(plain(e.view().text) == "Die erste Zelle: 4.");
  CHECK(e.view().text.back().language.empty());
  must(e, GoToStep{"guess"});
  CHECK(plain(e.view().text) == "y holds ? and 10. EN");
  CHECK(e.view().text.back().language == "en");
  CHECK(e.view().text.back().runs.back().kind == lesson::Run::Kind::code);
}

TEST_CASE("a lesson that is in English alone says its language, but not at every text") {
  Explorer e = open_text(R"json({
    "format": 1, "id": "plain", "version": "1.0.0", "title": { "en": "Plain" },
    "tensors": [{ "name": "x", "symbol": "X", "role": "input", "values": [[10]] }],
    "steps": [{ "id": "only", "title": { "en": "Only" }, "text": { "en": "x holds {=x[0,0]}." },
                "stage": [{ "tensors": ["x"] }] }]
  })json");
  must(e, SetLanguage{"de"});
  CHECK(plain(e.view().text) == "x holds 10.");
  CHECK(e.view().text.back().language == "en");
}

TEST_CASE("the questions of all lessons show no markup: numbers are filled in and formulas stand for themselves") {
  const auto clean = [](const std::string& words) {
    CAPTURE(words);
    for (const char* mark : {"{=", "$", "_", "\\", "**"}) CHECK_FALSE(words.contains(mark));
  };
  // Of what is drawn: formulas apart, which are typeset, and code, which has underscores of its own.
  const auto drawn = [&](const Paragraphs& paragraphs) {
    for (const lesson::Paragraph& paragraph : paragraphs)
      for (const lesson::Run& run : paragraph.runs) {
        if (run.kind != lesson::Run::Kind::tex && run.kind != lesson::Run::Kind::code) clean(run.text);
      }
  };
  std::size_t options = 0;
  for (const std::string& path : bundled_lessons()) {
    CAPTURE(path);
    Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : e.lesson().steps) {
      if (!step.question) continue;
      CAPTURE(step.id);
      must(e, GoToStep{step.id});
      while (e.view().question->has_hint) must(e, ShowHint{e.view().question->id});
      const QuestionView asked = *e.view().question;
      drawn(asked.prompt);
      drawn(asked.hint);
      for (std::size_t i = 0; i < asked.parts.size(); ++i) {
        clean(asked.parts[i].label);
        drawn(asked.parts[i].label_text);
        for (const OptionView& option : asked.parts[i].options) {
          ++options;
          clean(option.label);
          drawn(option.label_text);
          if (asked.parts[i].kind != lesson::Part::Kind::choice) continue;
          must(e, Answer{asked.id, i, option.id});
          drawn(e.view().question->parts[i].feedback);
          drawn(e.view().question->parts[i].given);
        }
      }
    }
  }
  CHECK(options > 100);
  std::size_t translated = 0;
  for (const std::string& path : files_in("web/words/de", ".json")) {
    const auto words = parse(read_file(path));
    for (const auto& [key, entry] : words.root().members()) {
      if (!std::string_view(key).contains("/question/")) continue;
      CAPTURE(key);
      ++translated;
      const auto text = entry["text"].text();
      if (!text) continue;  // a list of paragraphs
      const auto parsed = lesson::parse_markup(*text);
      REQUIRE(parsed.has_value());
      drawn(*parsed);
    }
  }
  CHECK(translated > 100);
}

TEST_CASE("each step's text begins with at most 45 words, in each language: what comes before the fold") {
  constexpr std::size_t before_fold = 45;
  const auto first = [](const std::string& text) {
    const auto parsed = lesson::parse_markup(text);
    REQUIRE(parsed.has_value());
    return parsed->empty() ? 0 : lesson::count_words(parsed->front());
  };
  CHECK(first("The score of $q$ and $k$, **4**, is {=s[0, 0]|1}: large.") == 10);
  std::size_t texts = 0;
  for (const std::string& path : bundled_lessons()) {
    Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : e.lesson().steps) {
      CAPTURE(step.id);
      must(e, GoToStep{step.id});
      if (e.view().text.empty()) continue;
      ++texts;
      CHECK(lesson::count_words(e.view().text.front()) <= before_fold);
    }
  }
  CHECK(texts > 100);
  for (const std::string& path : files_in("web/words/de", ".json")) {
    const auto words = parse(read_file(path));
    for (const auto& [key, entry] : words.root().members()) {
      if (!std::string_view(key).starts_with("steps/") || !std::string_view(key).ends_with("/text")) continue;
      CAPTURE(key);
      std::string text(entry["text"].text().value_or(""));
      if (entry["text"].is_array()) text = *entry["text"].items().front().text();
      CHECK(first(text) <= before_fold);
    }
  }
}

TEST_CASE("a formula as plain text: indices as Unicode has them, commands as their sign or not at all") {
  CHECK(lesson::tex_words("\\query{W_q}[2, 1]") == "Wq[2, 1]");
  CHECK(lesson::tex_words("H_2") == "H₂");
  CHECK(lesson::tex_words("x_{12}^2") == "x₁₂²");
  CHECK(lesson::tex_words("\\frac{\\partial L}{\\partial W}") == "∂L/∂W");
  CHECK(lesson::tex_words("\\tfrac{1}{2} \\cdot \\text{rate}") == "1/2 · rate");
}

TEST_CASE("rows set by hand are never called a softmax; the formula names the scores that go in") {
  Explorer e = open_page("worked-example");
  for (const char* step : {"softmax", "what-if"}) {
    INFO(step);
    must(e, GoToStep{step});
    CHECK(e.view().formula_tex.contains("softmax"));
    CHECK(e.view().code.contains(std::string(step) == "softmax" ? "softmax(" : "querys @ keys.T"));
    must(e, SetParameter{"score", std::string("additive"), false});
    CHECK(e.view().formula_tex.contains("additive"));
    CHECK(e.view().formula_element_tex.contains("tanh"));
    must(e, SetParameter{"softmax", std::string("hand_set"), false});
    CHECK(e.view().formula_tex.contains("\\ne \\operatorname{softmax}"));
    CHECK(e.view().code.contains("typed in by hand"));
    CHECK_FALSE(e.view().code.contains("0.5"));  // of a row that may be hidden
    must(e, RestoreLesson{});
  }
}

TEST_CASE("a formula contains mask, dropout and positions only while they are on; controls without effect say so") {
  struct Case {
    const char *lesson, *step, *parameter;
    lesson::ParameterValue on, off;
    const char* word;
  };
  const std::string train = "train", evaluate = "evaluate";
  for (const Case& at : {Case{"causal-ladder", "look-ahead", "causal", true, false, "j > i"},
                         {"causal-ladder", "head", "mode", train, evaluate, "dropout"},
                         {"multi-head", "mask-flag", "mask", true, false, "mask"},
                         {"basic-self-attention", "order", "positions", true, false, "positions"}}) {
    INFO(at.lesson << ", " << at.step);
    Explorer e = open_page(at.lesson);
    must(e, GoToStep{at.step});
    must(e, SetParameter{at.parameter, at.on, false});
    CHECK(e.view().formula_tex.contains(at.word));
    must(e, SetParameter{at.parameter, at.off, false});
    CHECK_FALSE(e.view().formula_tex.contains(at.word));
    for (const ControlView& control : e.view().controls)
      if (control.name == "p") CHECK(plain(control.off).contains("nothing is dropped"));
  }
}

TEST_CASE("formula, text and code follow the parameter that they belong to") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"what-if"});
  CHECK_FALSE(e.view().formula_tex.contains("d_k"));
  CHECK(e.view().code.contains("querys @ keys.T"));
  must(e, SetParameter{"score", std::string("scaled")});
  CHECK(e.view().formula_tex.contains("d_k"));
  CHECK(e.view().code.contains("** 0.5"));
  must(e, SetParameter{"score", std::string("additive")});
  CHECK(e.view().formula_element_tex.contains("tanh"));
  CHECK_FALSE(e.view().formula_tex.contains("d_k"));

  must(e, GoToStep{"projections"});
  CHECK(plain(e.view().text).contains("set by hand"));
  for (const std::string drawn : {"gaussian", "xavier", "kaiming"}) {
    must(e, SetParameter{"initialisation", drawn});
    CHECK_FALSE(plain(e.view().text).contains("set by hand"));
    CHECK(plain(e.view().text).contains("not trained"));
  }
}

TEST_CASE("a text quotes the reader's choice, and returns to its original wording where only that is true") {
  Explorer e = open_page("sentence");
  must(e, GoToStep{"one-score"});
  CHECK(plain(e.view().text).contains("query of in and the fifth key"));
  CHECK(plain(e.view().text).contains("negative"));
  CHECK(e.view().formula_tex.contains("2,5"));
  must(e, SetParameter{"followed", std::string("4")});
  CHECK(plain(e.view().text).contains("query of intelligent and the fifth key"));
  CHECK_FALSE(plain(e.view().text).contains("negative"));  // this score is positive
  CHECK(e.view().formula_tex.contains("5,5"));
  must(e, GoToStep{"follow-in"});
  CHECK(e.view().code.contains("embedded_sentence[4]"));
}

TEST_CASE("a number with more values than can be listed has cases of its own and one for the rest") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"softmax"});
  CHECK_FALSE(e.view().formula_tex.contains("T}"));
  must(e, SetParameter{"temperature", 2.5});
  CHECK(e.view().formula_tex.contains("T}"));
  CHECK(e.view().code.contains("attn_scores / T"));
  must(e, SetParameter{"temperature", 1.0});
  CHECK_FALSE(e.view().code.contains("/ T"));
}

TEST_CASE("labels contain symbols, and are plain words for names and speech") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"keys-values-queries"});
  const ControlView& control = e.view().controls.at(0);
  CHECK(control.label == "Entries of a value, dv");
  bool symbol = false;
  for (const lesson::Run& run : control.label_text.at(0).runs) symbol |= run.kind == lesson::Run::Kind::tex;
  CHECK(symbol);
  must(e, Focus{at(e, "keys", {0, 0}), true});
  CHECK(e.explanation()->rule == "Row 1 of X × column 1 of W_k");
  REQUIRE(e.explanation()->rule_words.size() == 4);
  CHECK(e.explanation()->rule_words.back().symbol == graph::Symbol{"W", "k", ""});
}

TEST_CASE("whole numbers stand in groups of three digits, with no sign that a language reads as a decimal one") {
  CHECK(grouped("61632", "en") == "61,632");
  CHECK(grouped("61632", "de") == "61\u00a0632");
  CHECK(grouped("−1234567", "en") == "−1,234,567");
  CHECK(grouped("999", "en") == "999");
  CHECK(grouped("1234.5", "en") == "1234.5");
  CHECK(grouped("–", "de") == "–");
}

// Texts, formulae, code and labels as shown: numbers and choices filled in, and what follows a parameter.
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("a number in a text is the graph's, or a dash when its cell does not exist") {
  Explorer e = small();
  CHECK(plain(e.view().text) == "The first cell is 4, after queries.");
  edit(e, "x", {0, 0}, "0.125");
  CHECK(plain(e.view().text).contains("is 3.12,"));
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
  CHECK(control.label == "Length of a value, d_v");
  bool symbol = false;
  for (const lesson::Run& run : control.label_text.at(0).runs) symbol |= run.kind == lesson::Run::Kind::tex;
  CHECK(symbol);
  must(e, Focus{at(e, "keys", {0, 0}), true});
  CHECK(e.explanation()->rule == "Row 1 of X × column 1 of W_k");
  REQUIRE(e.explanation()->rule_words.size() == 4);
  CHECK(e.explanation()->rule_words.back().symbol == graph::Symbol{"W", "k", ""});
}

// The written lesson plan names the answer to every question of the lessons. Typed in as the plan prints it, each must
// be right; and each likely wrong answer of a lesson file must be wrong and get its own sentence.
#include <algorithm>
#include <set>

#include "explorer/lesson/answers.hpp"
#include "explorer/support.hpp"
#include "sanitized.hpp"

using namespace explorer;
using namespace explorers;

namespace {

struct Planned {
  const char* lesson;
  const char* step;
  std::size_t part;
  const char* value;
};

const Planned plan[] = {
    {"why", "one-word", 0, "no"},
    {"why", "one-word", 1, "3"},
    {"why", "one-average", 0, "(.5, 1)"},
    {"why", "one-average", 1, "1"},
    {"why", "one-average", 2, "no"},
    {"why", "each-chooses", 0, "0"},  // sang
    {"why", "dot-product", 0, "3"},
    {"why", "dot-product", 1, "1"},
    {"why", "dot-product", 2, ".032"},
    {"why", "drag", 0, "no.itself"},
    {"roles", "no-speed", 0, "quick"},
    {"roles", "asks", 0, "(3, 0, 2)"},
    {"roles", "offers", 0, "(3, 5)"},
    {"roles", "gives", 0, ".2"},
    {"roles", "gives", 1, "yes"},
    {"roles", "who-whom", 0, ".487"},
    {"roles", "who-whom", 1, "no"},
    {"roles", "names", 0, "no.other-question"},
    {"worked-example", "inputs", 0, "4×3"},
    {"worked-example", "projections", 0, "36"},
    {"worked-example", "one-key", 0, "(4, 4, 0)"},
    {"worked-example", "keys-values-queries", 0, "(2, 2, 0)"},
    {"worked-example", "scores-1", 0, "0"},  // input 1
    {"worked-example", "scores", 0, "no.other-vectors"},
    {"worked-example", "softmax", 0, "no.difference"},
    {"worked-example", "softmax", 1, ".135"},
    {"worked-example", "output", 0, "1.9366"},
    {"worked-example", "geometry", 1, "beyond"},
    {"worked-example", "what-if", 0, "flatter"},
    {"basic-self-attention", "words", 0, "5"},
    {"basic-self-attention", "raw-weights", 0, "4"},
    {"basic-self-attention", "raw-weights", 1, "−3"},
    {"basic-self-attention", "softmax", 0, "no.row-sums"},
    {"basic-self-attention", "average", 0, "5"},  // street
    {"basic-self-attention", "geometry", 0, "2"},
    {"basic-self-attention", "geometry", 1, "no.zero"},
    {"basic-self-attention", "why-divide", 0, "20"},
    {"basic-self-attention", "why-divide", 1, "no"},
    {"basic-self-attention", "one-line", 0, "(2, 6, 6)"},
    {"basic-self-attention", "no-parameters", 0, "no.random"},
    {"basic-self-attention", "a-set", 0, "unchanged"},
    {"basic-self-attention", "positions", 0, "2"},  // walks, before on
    {"basic-self-attention", "positions", 1, "5"},  // street: cos 6 = 0.96
    {"basic-self-attention", "order", 0, "(−1, −1, 0)"},
    {"basic-self-attention", "order", 1, "no.sees-more"},
    {"sentence", "words-to-ids", 0, "1"},
    {"sentence", "ids-to-vectors", 0, "2"},
    {"sentence", "projections", 0, "28×5"},
    {"sentence", "projections", 1, "28"},
    {"sentence", "follow-in", 0, "3"},
    {"sentence", "all-keys", 0, "3×5"},
    {"sentence", "one-score", 0, "4"},   // intelligent
    {"sentence", "all-scores", 0, "3"},  // look
    {"sentence", "scale-softmax", 0, "rise"},
    {"sentence", "scale-softmax", 1, ".107"},
    {"sentence", "context", 0, "3"},  // look
    {"sentence", "filter", 0, "2"},
    {"sentence", "three-claims", 0, "3"},
    {"sentence", "three-claims", 1, "2"},  // doubt
    {"sentence", "three-claims", 2, "1"},  // in
    {"sentence", "your-sentence", 0, "one-three"},
    {"column-vectors", "four-columns", 0, "3×4"},
    {"column-vectors", "two-ways", 0, "additive"},
    {"column-vectors", "q1", 0, "(3, 3, 2)"},
    {"column-vectors", "keys", 0, "(4, 5, 5)"},
    {"column-vectors", "scores", 0, "0"},  // k₁
    {"column-vectors", "softmax", 0, "54.6"},
    {"column-vectors", "b1", 0, "2"},               // v₃
    {"column-vectors", "all-at-once", 0, "A,2,1"},  // row 3, column 2
    {"column-vectors", "all-at-once", 1, "71"},
    {"column-vectors", "all-at-once", 2, "columns"},
    {"column-vectors", "in-rows", 0, "71"},
    {"column-vectors", "no-position", 0, "same"},
    {"column-vectors", "no-position", 1, "52"},
    {"column-vectors", "receptive-field", 0, "(.0180, .9820, 0, 0)"},
    {"tasks-2", "point", 1, "no"},
    {"slopes", "loss", 0, "third"},
    {"slopes", "nudge", 0, "3.61"},
    {"slopes", "nudge", 1, "1.2222"},
    {"slopes", "slope", 0, "falls"},
    {"slopes", "sum", 0, "-2.9119"},
    {"slopes", "softmax", 0, "-1.1448"},
    {"slopes", "softmax", 1, "no.values"},
    {"slopes", "product", 0, "six"},
    {"slopes", "product", 1, "as-one"},
    {"slopes", "downhill", 0, "no.squares"},
    {"slopes", "downhill", 1, "no.too-far"},
    {"learning", "task", 0, "176"},
    {"learning", "guessing", 0, "2.303"},
    {"learning", "guessing", 1, "leans"},
    {"learning", "one-step", 0, ".0658"},
    {"learning", "one-step", 1, "w-u"},
    {"learning", "hundred", 0, "rate"},
    {"learning", "hundred", 1, "head-3"},
    {"learning", "no-positions", 0, "two"},
    {"learning", "no-positions", 1, ".55"},
    {"learning", "no-positions", 2, "no.one-of-few"},
    {"learning", "no-mask", 0, "later"},
    {"learning", "no-mask", 1, "no.looked"},
    {"learning", "rates", 0, "breaks"},
    {"learning", "rates", 1, "no.again"},
    {"learning", "reverse", 0, "6"},
    {"learning", "reverse", 1, "1.151"},
    {"learning", "induction", 0, "yes.first"},
    {"letters", "text", 0, "1024"},
    {"letters", "entropy", 0, "8.8"},
    {"letters", "model", 0, "forward"},
    {"letters", "train", 0, "pairs"},
    {"letters", "writes", 0, "cold"},
    {"letters", "writes", 1, "likely"},
    {"letters", "no-attention", 0, "pairs"},
    {"letters", "no-attention", 1, "no.sees"},
    {"letters", "held-out", 0, "no.new"},
    {"tiles", "memory", 0, "4"},
    {"tiles", "memory", 1, "1024"},
    {"tiles", "whole-row", 0, "7.389"},
    {"tiles", "whole-row", 1, "no.cancels"},
    {"tiles", "halves", 0, ".1353"},
    {"tiles", "halves", 1, "1.7159"},
    {"tiles", "tile-by-tile", 0, "three"},
    {"tiles", "tile-by-tile", 1, ".1353"},
    {"tiles", "causal", 0, "6"},
    {"tiles", "causal", 1, "half"},
    {"tiles", "last-bits", 0, "no.order"},
    {"tiles", "last-bits", 1, "million"},
    {"tiles", "cost", 0, "no.every-score"},
    {"tiles", "cost", 1, ".5"},
    {"tiles", "one-more", 0, "1.6312"},
    {"tiles", "one-more", 1, "9"},
    {"attention-today", "rotate", 0, ".540"},
    {"attention-today", "rotate", 1, "same"},
    {"attention-today", "distance", 0, "same"},
    {"attention-today", "distance", 1, ".584"},
    {"attention-today", "near-far", 0, "slow"},
    {"attention-today", "near-far", 1, ".802"},
    {"attention-today", "shared", 0, ".333"},
    {"attention-today", "shared", 1, "at"},
    {"attention-today", "kept", 0, "16.8"},
    {"attention-today", "kept", 1, "67.1"},
    {"attention-today", "window", 0, "three"},
    {"attention-today", "sink", 0, ".948"},
    {"attention-today", "sink", 1, ".052"},
    {"attention-today", "two-sentences", 0, "3 x 4"},
    {"attention-today", "two-sentences", 1, "2"},  // sie
    {"letters", "your-text", 0, "apart"},
    {"causal-ladder", "batch", 0, "64"},
    {"causal-ladder", "mean-loop", 0, "1.4138"},
    {"causal-ladder", "product-adds", 0, "(14, 16)"},
    {"causal-ladder", "divide", 0, ".125"},
    {"causal-ladder", "divide", 1, "no.rounding"},
    {"causal-ladder", "masked-softmax", 0, ".25 .25 .25 .25 0 0 0 0"},
    {"causal-ladder", "data-decides", 0, "27"},
    {"causal-ladder", "data-decides", 1, "4×8×8"},
    {"causal-ladder", "mask-then-softmax", 0, "1"},
    {"causal-ladder", "mask-then-softmax", 1, ".185"},
    {"causal-ladder", "mix-values", 0, "(.370, −.352, −.567)"},
    {"causal-ladder", "look-ahead", 0, "last"},
    {"causal-ladder", "head", 0, "18"},
    {"causal-ladder", "head", 1, ".661"},
    {"causal-ladder", "pictures", 0, "16"},
    {"causal-ladder", "pictures", 1, "192"},
    {"pictures", "cut", 0, "9 x 4"},
    {"pictures", "cut", 1, "196"},
    {"pictures", "project", 0, "4 0 0"},
    {"pictures", "places", 0, "10 x 6"},
    {"pictures", "places", 1, "-1"},
    {"pictures", "class-row", 0, "4"},
    {"pictures", "class-row", 1, "5"},
    {"pictures", "far", 0, ".470"},
    {"pictures", "window", 0, "4"},
    {"pictures", "window", 1, "two"},
    {"pictures", "shuffled", 0, "same"},
    {"pictures", "shuffled", 1, "other"},
    {"pictures", "trained-far", 0, ".933"},
    {"pictures", "neighbours", 0, "window_share,0,3"},
    {"pictures", "neighbours", 1, "no.outside"},
    {"multi-head", "three-roles", 0, "no.two-maps"},
    {"multi-head", "why-scale", 0, "4"},
    {"multi-head", "why-scale", 1, "(.9975, .0025)"},
    {"multi-head", "why-scale", 2, "(.818, .182)"},
    {"multi-head", "turn-the-query", 0, ".5905"},
    {"multi-head", "turn-the-query", 1, "short"},
    {"multi-head", "one-head", 0, ".426"},
    {"multi-head", "one-head", 1, ".715"},
    {"multi-head", "full-copies", 0, "768"},
    {"multi-head", "full-copies", 1, "192"},
    {"multi-head", "thin-heads", 0, "196608"},
    {"multi-head", "slice", 0, "head-3-second"},
    {"multi-head", "fold", 0, "seventh"},
    {"multi-head", "scores-per-head", 0, "(8,5,5)"},
    {"multi-head", "which-root", 0, "8"},
    {"multi-head", "which-root", 1, "k"},
    {"multi-head", "mask-flag", 0, "1 0 0 0 0"},
    {"multi-head", "unfold-join-mix", 0, "65792"},
    {"multi-head", "unfold-join-mix", 1, "262400"},
};

const lesson::Step& step_of(const Explorer& e, const std::string& id) {
  for (const lesson::Step& step : e.lesson().steps)
    if (step.id == id) return step;
  FAIL("no step ", id);
  return e.lesson().steps.front();
}

// A lesson that also has numbers by hand, with those of its tutorial, which are the plan's.
Explorer open_planned(const char* id) {
  Explorer e = open_page(id);
  if (std::ranges::contains(e.lesson().parameters, std::string("numbers"), &lesson::Parameter::name))
    must(e, SetParameter{"numbers", std::string("tutorial")});
  return e;
}

// The answer that the graph has, as the plan prints it: so many digits after the point.
std::string to_digits(const std::vector<double>& numbers, int decimals) {
  std::string out;
  for (const double number : numbers) out += (out.empty() ? "" : " ") + graph::format_number(number, decimals, false);
  return out;
}

std::vector<double> answer_of(const char* lesson, const char* step, std::size_t part) {
  const Explorer e = open_planned(lesson);
  const auto numbers = lesson::numbers_of(step_of(e, step).question->parts.at(part).answer, e.graph());
  REQUIRE(numbers.has_value());
  return *numbers;
}

}  // namespace

TEST_CASE("every question of the lesson plan has an answer, and every answer is right" * doctest::skip(sanitized)) {
  std::map<std::string, std::set<std::string>> answered;
  for (const Planned& one : plan) {
    CAPTURE(std::string(one.lesson));
    CAPTURE(std::string(one.step));
    CAPTURE(one.part);
    Explorer e = open_planned(one.lesson);
    const lesson::Question question = *step_of(e, one.step).question;
    must(e, GoToStep{one.step});
    must(e, Answer{question.id, one.part, one.value});
    const PartView& part = e.view().question->parts.at(one.part);
    CHECK_MESSAGE(part.outcome == PartView::Outcome::right, one.value, ": ", plain(part.feedback));
    answered[one.lesson].insert(std::string(one.step) + ":" + std::to_string(one.part));
  }
  for (const std::string& path : bundled_lessons()) {
    const Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : e.lesson().steps) {
      if (!step.question) continue;
      for (std::size_t part = 0; part < step.question->parts.size(); ++part) {
        const lesson::Part::Kind kind = step.question->parts[part].kind;
        if (kind == lesson::Part::Kind::order) continue;  // has a case of its own below
        if (kind == lesson::Part::Kind::goal) continue;   // reached by numbers, see tests/lesson/tasks.cpp
        CHECK_MESSAGE(answered[e.lesson().id].contains(step.id + ":" + std::to_string(part)), e.lesson().id, "/",
                      step.id, " part ", part);
      }
    }
  }
}

TEST_CASE("answers agree with the digits printed in the plan") {
  CHECK(to_digits(answer_of("worked-example", "softmax", 1), 3) == "0.135");
  CHECK(to_digits(answer_of("worked-example", "output", 0), 4) == "1.9366");
  CHECK(to_digits(answer_of("sentence", "scale-softmax", 1), 3) == "0.107");
  CHECK(to_digits(answer_of("column-vectors", "softmax", 0), 1) == "54.6");
  CHECK(to_digits(answer_of("column-vectors", "receptive-field", 0), 4) == "0.0180 0.9820 0.0000 0.0000");
  CHECK(to_digits(answer_of("causal-ladder", "mean-loop", 0), 4) == "1.4138");
  CHECK(to_digits(answer_of("causal-ladder", "mask-then-softmax", 1), 3) == "0.185");
  CHECK(to_digits(answer_of("causal-ladder", "mix-values", 0), 3) == "0.370 −0.352 −0.567");
  CHECK(to_digits(answer_of("causal-ladder", "head", 1), 3) == "0.661");
  CHECK(to_digits(answer_of("multi-head", "why-scale", 1), 4) == "0.9975 0.0025");
  CHECK(to_digits(answer_of("multi-head", "why-scale", 2), 3) == "0.818 0.182");
  CHECK(to_digits(answer_of("multi-head", "one-head", 0), 3) == "0.426");
  CHECK(to_digits(answer_of("multi-head", "one-head", 1), 3) == "0.715");
}

TEST_CASE("the numbers printed in the plan beside the answers are in the answers' texts") {
  const auto told = [](const char* id, const char* step) {
    Explorer e = open_page(id);
    const std::string question = step_of(e, step).question->id;
    must(e, GoToStep{step});
    must(e, Reveal{question});
    return plain(e.view().question->answer);
  };
  CHECK(told("roles", "gives").contains("−1.443"));
  CHECK(told("roles", "who-whom").contains("0.487"));
  CHECK(told("roles", "names").contains("0.416"));
  CHECK(told("why", "each-chooses").contains("0.644"));
  CHECK(told("why", "each-chooses").contains("(0.183, 0.324, 2.169)"));
  CHECK(told("why", "each-chooses").contains("(2.169, 0.324, 0.183)"));
  CHECK(told("why", "dot-product").contains("31.193"));
  CHECK(told("why", "drag").contains("0.119"));
  CHECK(told("why", "drag").contains("0.879"));
  CHECK(told("worked-example", "scores-1").contains("0.632"));
  CHECK(told("worked-example", "scores").contains("becomes 8"));
  CHECK(told("worked-example", "softmax").contains("0.0634"));
  CHECK(told("worked-example", "softmax").contains("0.4683"));
  CHECK(told("worked-example", "what-if").contains("0.9820"));
  CHECK(told("worked-example", "what-if").contains("0.9088"));
  CHECK(told("basic-self-attention", "softmax").contains("0.2581"));
  CHECK(told("basic-self-attention", "softmax").contains("0.2640"));
  CHECK(told("basic-self-attention", "average").contains("0.524"));
  CHECK(told("basic-self-attention", "average").contains("(0.595, 0.071, 1.240)"));
  CHECK(told("basic-self-attention", "no-parameters").contains("0.036"));
  CHECK(told("basic-self-attention", "no-parameters").contains("0.345"));
  CHECK(told("basic-self-attention", "a-set").contains("(1.696, 1.218, 0.075)"));
  CHECK(told("basic-self-attention", "order").contains("(−0.921, −0.921, 0.063)"));
  CHECK(told("sentence", "one-score").contains("−18.12"));
  CHECK(told("sentence", "all-scores").contains("13.33"));
  CHECK(told("sentence", "scale-softmax").contains("0.8933"));
  CHECK(told("sentence", "context").contains("0.893"));
  CHECK(told("sentence", "three-claims").contains("0.209"));
  CHECK(told("sentence", "three-claims").contains("0.774"));
  CHECK(told("sentence", "three-claims").contains("0.101"));
  CHECK(told("column-vectors", "scores").contains("0.985"));
  CHECK(told("column-vectors", "b1").contains("(5.018, 1"));
  CHECK(told("column-vectors", "no-position").contains("0.9975"));
  CHECK(told("column-vectors", "receptive-field").contains("(1.036, 1.964)"));
  CHECK(told("multi-head", "which-root").contains("0.2519"));
  CHECK(told("multi-head", "which-root").contains("0.3046"));
}

TEST_CASE("the scores of row in are ordered as the products of sums, those of row When exactly the other way") {
  Explorer e = open_page("sentence");
  const lesson::Question question = *step_of(e, "why").question;
  // The places of the words by a row of a matrix, largest first.
  const auto order = [&](const char* tensor, std::size_t row) {
    const graph::NodeId node = *e.graph().find(tensor);
    std::vector<std::pair<float, std::size_t>> words;
    for (std::size_t word = 0; word < 5; ++word) words.emplace_back(-e.graph().at(node, graph::Index{row, word}), word);
    std::ranges::sort(words);
    std::string value;
    for (const auto& [score, word] : words) value += (value.empty() ? "" : ",") + std::to_string(word);
    return value;
  };
  const std::string by_sums = order("products_of_sums", 1);
  CHECK(order("omega", 1) == by_sums);
  CHECK(order("products_of_sums", 0) == by_sums);
  std::string reversed = by_sums;
  std::ranges::reverse(reversed);  // places have one digit
  CHECK(order("omega", 0) == reversed);
  must(e, GoToStep{"why"});
  must(e, Answer{question.id, 0, by_sums});
  CHECK(e.view().question->solved);
}

TEST_CASE("every question of the page has a kind, a hint, and a sentence for at least one likely wrong answer") {
  for (const std::string& path : bundled_lessons()) {
    const Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : e.lesson().steps) {
      CAPTURE(e.lesson().id);
      CAPTURE(step.id);
      REQUIRE(step.question.has_value());
      CHECK_FALSE(step.question->parts.empty());
      CHECK_FALSE(step.question->hints.empty());
      for (const lesson::Part& part : step.question->parts) {
        if (part.kind == lesson::Part::Kind::goal) continue;  // says how far off it is
        std::size_t sentences = part.wrong.size() + (part.say.empty() ? 0 : 1);
        for (const lesson::AnswerOption& option : part.options) sentences += option.say.empty() ? 0 : 1;
        CHECK(sentences > 0);
      }
    }
  }
}

TEST_CASE("each likely wrong answer is judged wrong and gets its own feedback") {
  for (const std::string& path : bundled_lessons()) {
    const Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : e.lesson().steps) {
      for (const lesson::Part& part : step.question->parts) {
        CAPTURE(e.lesson().id);
        CAPTURE(step.id);
        for (std::size_t i = 0; i < part.wrong.size(); ++i) {
          CAPTURE(i);
          lesson::Given given;
          if (part.kind == lesson::Part::Kind::cell) {
            given.cell = graph::CellRef{*e.graph().find(part.tensor), part.wrong[i].cells.at(0)};
          } else {
            const auto numbers = lesson::numbers_of(part.wrong[i].value, e.graph());
            REQUIRE(numbers.has_value());
            given.numbers = *numbers;
          }
          const lesson::Verdict verdict = lesson::judge(part, given, e.graph());
          CHECK(verdict.outcome == lesson::Verdict::Outcome::wrong);
          CHECK(verdict.say == &part.wrong[i].say);
        }
        for (const lesson::AnswerOption& option : part.options) {
          lesson::Given given;
          given.options = {option.id};
          given.yes = lesson::holds(part.truth, e.graph()).value_or(false);
          const lesson::Verdict verdict = lesson::judge(part, given, e.graph());
          const bool right = lesson::holds(option.right, e.graph()).value_or(false);
          CAPTURE(option.id);
          CHECK((verdict.outcome == lesson::Verdict::Outcome::right) == right);
          if (!right) CHECK_FALSE(option.say.empty());
        }
      }
    }
  }
}

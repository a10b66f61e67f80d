// Goals: reached by themselves when the reader's numbers make them true, with how far they are in words; what is locked
// meanwhile, the two hints, the solution as one change, and that no link can claim one.
#include "explorer/goals/goals.hpp"

#include "explorer/lesson/answers.hpp"
#include "explorer/support.hpp"
#include "explorer/views/answer_key.hpp"

using namespace explorer;
using namespace explorers;

namespace {

using Outcome = PartView::Outcome;

// y = 2x. First goal: y[1, 1] at least 10, with row 1 of x free; second: m's last cell and the switch.
const std::string goal_lesson = R"json({
  "format": 1, "id": "goals", "version": "1.0.0", "title": { "en": "Goals" }, "decimals": 2,
  "parameters": [
    { "name": "on", "control": "toggle", "label": { "en": "On" }, "start": false },
    { "name": "other", "control": "toggle", "label": { "en": "Other" }, "start": false }
  ],
  "tensors": [
    { "name": "x", "symbol": "X", "role": "input", "editable": true,
      "axes": [{ "name": "token" }, { "name": "feature" }], "values": [[1, 2], [3, 4]] },
    { "name": "w", "symbol": "W", "role": "input", "editable": true,
      "axes": [{ "name": "token" }, { "name": "feature" }], "values": [[1, 1], [1, 1]] },
    { "name": "m", "symbol": "M", "role": "mask", "editable": true, "toggle": true,
      "axes": [{ "name": "token" }, { "name": "feature" }], "values": [[1, 1], [1, 1]] },
    { "name": "y", "symbol": "Y", "role": "output", "operation": "scale", "inputs": ["x"], "options": { "factor": 2 } },
    { "name": "z", "symbol": "Z", "role": "output",
      "choose": { "parameter": "on", "cases": {
        "false": { "operation": "scale", "inputs": ["m"], "options": { "factor": 1 } },
        "true": { "operation": "scale", "inputs": ["m"], "options": { "factor": 2 } } } } }
  ],
  "steps": [
    { "id": "plain", "title": { "en": "Plain" }, "text": { "en": "-" }, "stage": [{ "tensors": ["x", "w", "m"] }], "controls": ["on"] },
    { "id": "ten", "title": { "en": "Ten" }, "text": { "en": "-" }, "stage": [{ "operation": "y" }, { "tensors": ["w"] }],
      "controls": ["on"],
      "question": { "id": "ten", "prompt": { "en": "Ten?" }, "answer": { "en": "Five is enough." },
        "hints": [{ "en": "First hint." }, { "en": "Second hint." }],
        "parts": [{ "kind": "goal", "answer": { "atLeast": [{ "cell": { "tensor": "y", "index": [0, 0] } }, 10] },
          "free": [{ "tensor": "x", "cells": [[0, 0], [0, 1]] }],
          "solution": [{ "tensor": "x", "cells": [[0, 0]], "values": [5] }] }] } },
    { "id": "mask", "title": { "en": "Mask" }, "text": { "en": "-" }, "stage": [{ "tensors": ["m", "z"] }],
      "controls": ["on", "other"],
      "question": { "id": "mask", "prompt": { "en": "Mask?" }, "answer": { "en": "Both." },
        "parts": [{ "kind": "goal",
          "answer": [{ "zero": { "cell": { "tensor": "z", "index": [1, 1] } } },
                     { "equal": [{ "cells": { "tensor": "z", "cells": [[0, 0], [0, 1]] } }, 2], "tolerance": 0.1 }],
          "free": [{ "tensor": "m" }, { "parameter": "on" }],
          "solution": [{ "parameter": "on", "is": "true" }, { "tensor": "m", "values": [[1, 1], [1, 0]] }] }] } }
  ]
})json";

Explorer at_goal(const std::string& step) {
  Explorer e = open_text(goal_lesson);
  must(e, GoToStep{step});
  return e;
}

const PartView& goal(const Explorer& e) { return e.view().question->parts.at(0); }

}  // namespace

TEST_CASE("a goal says how far off it is, and is reached by itself after the change that makes it true") {
  Explorer e = at_goal("ten");
  CHECK(e.view().question->goal);
  CHECK(goal(e).outcome == Outcome::open);
  CHECK(goal(e).distance == "Y[1, 1] is 2; needed: at least 10");
  edit(e, "x", {0, 0}, "4.9999");
  CHECK(goal(e).distance == "Y[1, 1] is 9.9998; needed: at least 10");  // never "10; needed: at least 10"
  CHECK_FALSE(e.view().question->solved);
  CHECK(e.view().question->next.empty());
  edit(e, "x", {0, 0}, "5");
  CHECK(goal(e).outcome == Outcome::right);
  CHECK(goal(e).reached);
  CHECK(e.view().question->solved);
  CHECK(plain(e.view().question->answer) == "Five is enough.");
  CHECK(e.view().question->next == "Next goal");
}

TEST_CASE("a reached goal stays reached, and tells that the numbers have left it") {
  Explorer e = at_goal("ten");
  edit(e, "x", {0, 0}, "7");
  must(e, Undo{});
  CHECK(goal(e).outcome == Outcome::right);
  CHECK_FALSE(goal(e).reached);
  CHECK(goal(e).distance == "Y[1, 1] is 2; needed: at least 10");
}

TEST_CASE("only a change with the goal open counts") {
  Explorer e = open_text(goal_lesson);
  edit(e, "x", {0, 0}, "5");
  must(e, GoToStep{"ten"});
  CHECK(goal(e).reached);
  CHECK(goal(e).outcome == Outcome::open);  // nothing was done for it here
  edit(e, "x", {0, 1}, "3");
  CHECK(goal(e).outcome == Outcome::right);
}

TEST_CASE("what the goal does not leave free is locked while it is open, with the reason") {
  Explorer e = at_goal("ten");
  CHECK(refusal(e, EditCell{at(e, "w", {0, 0}), "2"}) == "W is locked in this goal. You can change X.");
  CHECK(refusal(e, EditCell{at(e, "x", {1, 0}), "2"}) == "X[2, 1] is locked in this goal.");
  CHECK(refusal(e, PasteCells{at(e, "x", {0, 0}), "1\t2\n3\t5"}) == "X[2, 1] is locked in this goal.");
  CHECK(refusal(e, SetParameter{"on", true}) == e.text("control.goal_locked"));
  CHECK_FALSE(e.view().controls.at(0).off.empty());
  CHECK(on_stage(e, "x")->editable);
  CHECK_FALSE(on_stage(e, "w")->editable);
  must(e, GoToStep{"plain"});
  CHECK(on_stage(e, "w")->editable);
  CHECK(refusal(e, EditCell{at(e, "w", {0, 0}), "2"}).empty());
  CHECK(refusal(e, SetParameter{"on", true}).empty());
}

TEST_CASE("two hints, one after the other") {
  Explorer e = at_goal("ten");
  CHECK(e.view().question->has_hint);
  must(e, ShowHint{"ten"});
  CHECK(plain(e.view().question->hint) == "First hint.");
  CHECK(e.view().question->has_hint);
  must(e, ShowHint{"ten"});
  CHECK(plain(e.view().question->hint) == "First hint.Second hint.");
  CHECK_FALSE(e.view().question->has_hint);
  must(e, ShowHint{"ten"});
  CHECK(plain(e.view().question->hint) == "First hint.Second hint.");
}

TEST_CASE("the solution is one undoable change, puts back what else was changed there, and does not count as reached") {
  Explorer e = at_goal("ten");
  edit(e, "x", {0, 1}, "9");
  must(e, Reveal{"ten"});
  CHECK(value(e, "x", {0, 0}) == 5);
  CHECK(value(e, "x", {0, 1}) == 2);
  CHECK(goal(e).reached);
  CHECK(goal(e).outcome == Outcome::open);
  CHECK_FALSE(e.view().question->solved);
  CHECK(plain(e.view().question->answer) == "Five is enough.");
  CHECK(e.view().question->next == "Next goal");
  must(e, Undo{});
  CHECK(value(e, "x", {0, 0}) == 1);
  CHECK(value(e, "x", {0, 1}) == 9);
  must(e, Reveal{"ten"});  // set again
  CHECK(value(e, "x", {0, 0}) == 5);
}

TEST_CASE("several conditions: the farthest is told; a mask's cells are 0 or 1; a solution may set a switch") {
  Explorer e = at_goal("mask");
  CHECK(goal(e).distance == "Z[2, 2] is 1; needed: exactly 0");
  CHECK(refusal(e, EditCell{at(e, "m", {1, 1}), "0.5"}) == "M[2, 2] can be 1 or 0.");
  CHECK(refusal(e, SetParameter{"other", true}) == e.text("control.goal_locked"));
  edit(e, "m", {1, 1}, "0");
  CHECK(goal(e).distance == "Z[1, 1] is 1; needed: 2 ± 0.1");
  must(e, SetParameter{"on", true});
  CHECK(goal(e).outcome == Outcome::right);
  Explorer shown = at_goal("mask");
  must(shown, Reveal{"mask"});
  CHECK(goal(shown).reached);
  CHECK(shown.state().document.parameters.contains("on"));
  must(shown, Undo{});
  CHECK(shown.state().document == Document{});
}

TEST_CASE("a reached goal is an answer of the link: computed again there, so a link cannot claim it") {
  Explorer e = at_goal("ten");
  edit(e, "x", {0, 0}, "6");
  must(e, Undo{});
  const std::string link = e.link();
  CHECK(link.contains("a.ten=1:x:6,2,3,4"));
  Explorer again = open_text(goal_lesson);
  CHECK(again.open_link(link).empty());
  CHECK(goal(again).outcome == Outcome::right);
  CHECK_FALSE(goal(again).reached);
  for (const char* claim : {"1:x:4,2,3,4", "1:", "1:x:6,2,3", "1:x:6,2,3,4,5", "1:y:20,2,3,4", "1:x:six", "1:x:6,2,3,5",
                            "1:nothing:1", "1:w:1,1,1,1", "1:on:1", "1:x:6,2,3,4;w:9,9,9,9"}) {
    CAPTURE(claim);
    Explorer forged = open_text(goal_lesson);
    std::ignore = forged.open_link(std::string("#lesson=goals&step=ten&a.ten=") + claim);
    CHECK(goal(forged).outcome == Outcome::open);
  }
  Explorer mask = at_goal("mask");
  edit(mask, "m", {1, 1}, "0");
  must(mask, SetParameter{"on", true});
  Explorer other = open_text(goal_lesson);
  std::ignore = other.open_link(mask.link());
  CHECK(goal(other).outcome == Outcome::right);
}

TEST_CASE("an author's lock keeps the solution away, and a typed answer is refused") {
  Explorer e = at_goal("ten");
  REQUIRE(e.lock("").has_value());
  must(e, Reveal{"ten"});
  CHECK(value(e, "x", {0, 0}) == 1);
  CHECK(plain(e.view().question->answer) == "Five is enough.");
  CHECK(refusal(e, Answer{"ten", 0, "x:6,2,3,4"}) == e.text("refuse.goal_answer"));
}

TEST_CASE("the answer key gives the solution in words") {
  const auto right = [](const std::string& step) {
    Explorer e = at_goal(step);
    const json::Document key = parse(e.answer_key_json());
    return std::string(key.root()["parts"].items().front()["right"].text().value_or(""));
  };
  CHECK(right("ten") == "X[1, 1] = 5");
  CHECK(right("mask") == "On: Yes; M = (1, 1), (1, 0)");
}

TEST_CASE("every distance of the ten goals is a sentence with a number of the graph") {
  Explorer first = open_page("tasks"), second = open_page("tasks-2"), third = open_page("tasks-3");
  struct Told {
    Explorer& in;
    const char *step, *words;
  };
  const Told told[] = {
      {first, "even", "A[1, 1] is 0.534; needed: 0.25 ± 0.005"},
      {first, "copy", "A[2, 1] is 0.250; needed: at least 0.99"},
      {first, "listen", "A[1, 3] is 0.072; needed: at least 0.98"},
      {first, "twice", "A[1, 1] ÷ A[1, 2] is 1; needed: 2 ± 0.05"},
      {second, "never", "A[4, 2] is 0.297; needed: exactly 0"},
      {third, "both", "With these settings one of the numbers that the goal is about does not exist."},
  };
  for (const auto& [in, step, words] : told) {
    must(in, GoToStep{step});
    CAPTURE(step);
    CHECK(goal(in).distance == std::string(words));
  }
  must(second, GoToStep{"point"});  // from (2, 2) both numbers of (3, 1) are 1 away
  const std::string distance = goal(second).distance;
  CHECK((distance == "Z[3, 1] is 2; needed: 3 ± 0.02" || distance == "Z[3, 2] is 2; needed: 1 ± 0.02"));
  must(third, GoToStep{"back"});
  CHECK(goal(third).distance.contains("(a"));  // the word in which it is farthest off
}

TEST_CASE("a goal that compares two cells tells both numbers, since the second moves with the first") {
  // softmax(2, 4, 4), the tutorial's first row of weights: 0.0634, 0.4683, 0.4683
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"geometry"});
  const std::string distance = goal(e).distance;
  CAPTURE(distance);
  CHECK(distance.contains(" is 0.063, "));
  CHECK(distance.ends_with(" is 0.468; needed: the same, ± 0.01"));
}

// Every command, one after the other: nothing cached before it is drawn after it. This file does not compile until a new
// command has an example here.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/model/support.hpp"
#include "sanitized.hpp"
#include "ui/support/fresh.hpp"

using ui_test::check_fresh;
using ui_test::Harness;

namespace {

// On one stage: two heads of attention, their weights as matrices, a matrix with a parameter in it, and a question.
const std::string everything = R"json({
  "format": 1, "id": "everything", "version": "1.0.0", "title": { "en": "Everything" },
  "parameters": [{ "name": "causal", "control": "toggle", "label": { "en": "Causal mask" }, "start": true }],
  "tensors": [
    { "name": "x", "symbol": "X", "role": "input", "editable": true, "values": [[0.5, 0.25], [1, 2]] },
    { "name": "twice", "symbol": "Y", "role": "value", "operation": "matmul", "inputs": ["x", "x"] },
    { "name": "s", "symbol": "S", "role": "scores", "editable": true,
      "axes": [{ "name": "head" }, { "name": "query", "labels": ["one", "two"] }, { "name": "key", "labels": ["one", "two"] }],
      "values": [[[0, 1], [2, 0]], [[0, 3], [1, 0]]] },
    { "name": "a", "symbol": "A", "role": "weights", "operation": "softmax", "inputs": ["s"], "options": { "axis": -1 } },
    { "name": "v", "symbol": "V", "role": "value", "axes": [{ "name": "head" }, { "name": "token" }, { "name": "feature" }],
      "values": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] },
    { "name": "o", "symbol": "O", "role": "output", "operation": "matmul", "inputs": ["a", "v"] },
    { "name": "all", "symbol": "Z", "role": "output", "operation": "sum", "inputs": ["o"], "options": { "axis": 0 } },
    { "name": "loss", "symbol": "L", "operation": "sum", "inputs": ["all"], "options": { "all": true } }
  ],
  "letters": { "\\val{V}": "\\val{W}", "\\weights{A}": "\\weights{attention}" },
  "training": { "loss": "loss", "parameters": ["v"], "optimiser": { "name": "sgd", "lr": 0.1 }, "steps": 20 },
  "steps": [
    { "id": "one", "title": { "en": "One" }, "text": { "en": "The first." }, "controls": ["causal"],
      "stage": [{ "attention": "a", "scores": "s" }, { "operation": "a" }, { "operation": "twice" }] },
    { "id": "two", "title": { "en": "Two" }, "text": { "en": "The second." }, "controls": ["causal"],
      "stage": [{ "attention": "a", "scores": "s" }, { "operation": "a" }, { "operation": "twice" }],
      "question": { "id": "q", "prompt": { "en": "How much?" }, "hint": { "en": "Look." }, "answer": { "en": "So much." },
                    "parts": [{ "kind": "number", "answer": { "cell": { "tensor": "twice", "index": [1, 1] } }, "tolerance": 0.01 }],
                    "hides": [{ "tensor": "twice", "cells": [[1, 1]] }] } },
    { "id": "three", "title": { "en": "Three" }, "text": { "en": "The last." }, "training": { "maps": "a" },
      "stage": [{ "operation": "twice" }] }
  ]
})json";

graph::CellRef cell_of(const explorer::Explorer& explorer, std::string_view tensor, graph::Index index) {
  return {*explorer.graph().find(tensor), std::move(index)};
}

// Possible actions; the page is at step "two" afterwards.
template <class C>
std::vector<explorer::Command> examples(const explorer::Explorer& e) {
  using namespace explorer;
  const auto x = [&] { return cell_of(e, "x", {0, 1}); };
  const auto y = [&] { return cell_of(e, "twice", {0, 0}); };
  if constexpr (std::is_same_v<C, GoToStep>) return {GoToStep{"three"}, GoToStep{"two"}};
  else if constexpr (std::is_same_v<C, MarkSeen>) return {MarkSeen{"two"}};
  else if constexpr (std::is_same_v<C, NextStep>) return {NextStep{}};
  else if constexpr (std::is_same_v<C, PreviousStep>) return {PreviousStep{}};
  else if constexpr (std::is_same_v<C, GoToBeat>) return {GoToBeat{1}};
  else if constexpr (std::is_same_v<C, ShowBeside>) return {SetReading{true}, ShowBeside{1, 1}};
  else if constexpr (std::is_same_v<C, FollowText>) return {SetReading{true}, FollowText{1}};
  else if constexpr (std::is_same_v<C, SetParameter>) return {SetParameter{"causal", false}};
  else if constexpr (std::is_same_v<C, EditCell>) return {EditCell{x(), "7.125"}};
  else if constexpr (std::is_same_v<C, BeginEdit>) return {BeginEdit{{.cell = x()}}};
  else if constexpr (std::is_same_v<C, TypeEdit>) return {BeginEdit{{.cell = x()}}, TypeEdit{"7.125"}};
  else if constexpr (std::is_same_v<C, EndEdit>)
    return {BeginEdit{{.cell = x()}}, TypeEdit{"7"}, EndEdit{.keep = false}};
  else if constexpr (std::is_same_v<C, PasteCells>) return {PasteCells{x(), "1\t2\n3\t4"}};
  else if constexpr (std::is_same_v<C, RestoreLesson>) return {EditCell{x(), "9"}, RestoreLesson{}};
  else if constexpr (std::is_same_v<C, Undo>) return {EditCell{x(), "9"}, Undo{}};
  else if constexpr (std::is_same_v<C, Redo>) return {EditCell{x(), "9"}, Undo{}, Redo{}};
  else if constexpr (std::is_same_v<C, Hover>) return {Hover{y()}, Hover{x()}, Hover{}};
  else if constexpr (std::is_same_v<C, Focus>) return {Focus{y(), true}, Focus{x()}, Focus{}};
  else if constexpr (std::is_same_v<C, MoveFocus>) return {Focus{y()}, MoveFocus{.rows = 0, .columns = 1}};
  else if constexpr (std::is_same_v<C, SetDecimals>) return {SetDecimals{4}, SetDecimals{0}};
  else if constexpr (std::is_same_v<C, SetLetters>) return {SetLetters{lesson::Letters::tutorial}};
  else if constexpr (std::is_same_v<C, SetColorSteps>) return {SetColorSteps{ColorSteps::logarithmic}};
  else if constexpr (std::is_same_v<C, SetTheme>)
    return {SetTheme{explorer::Theme::light}, SetTheme{explorer::Theme::dark}};
  else if constexpr (std::is_same_v<C, SetLanguage>) return {SetLanguage{"de"}, SetLanguage{"en"}};
  else if constexpr (std::is_same_v<C, SetReading>) return {SetReading{true}, SetReading{false}};
  else if constexpr (std::is_same_v<C, ShowContents>) return {ShowContents{true}, ShowContents{false}};
  else if constexpr (std::is_same_v<C, Reveal>) return {Reveal{"q"}};
  else if constexpr (std::is_same_v<C, Answer>) return {Answer{"q", 0, "1"}, Answer{"q", 0, "4.25"}};
  else if constexpr (std::is_same_v<C, ShowHint>) return {ShowHint{"q"}};
  else if constexpr (std::is_same_v<C, SetLeading>) return {SetLeading{"head", 1}};
  else if constexpr (std::is_same_v<C, SelectHeads>) return {SelectHeads{{0, 1}}, SelectHeads{{1}}};
  else if constexpr (std::is_same_v<C, FollowQueries>) return {FollowQueries{{1}}, FollowQueries{{0, 1}}};
  else if constexpr (std::is_same_v<C, CompareHead>) return {CompareHead{1}, CompareHead{{}}};
  else if constexpr (std::is_same_v<C, SwitchHeadsOff>) return {SwitchHeadsOff{{1}}, SwitchHeadsOff{{}}};
  else if constexpr (std::is_same_v<C, ShowAttention>)
    return {ShowAttention{.matrices = true, .scores = {}, .shared = {}, .threshold = {}},
            ShowAttention{.matrices = {}, .scores = true, .shared = {}, .threshold = 0.2},
            ShowAttention{.matrices = false, .scores = {}, .shared = {}, .threshold = {}}};
  else if constexpr (std::is_same_v<C, ZoomAttention>) return {ZoomAttention{2, 0.25, 0.75}};
  else if constexpr (std::is_same_v<C, AskWhatMoves>) return {AskWhatMoves{y()}, AskWhatMoves{}};
  else if constexpr (std::is_same_v<C, Nudge>) return {AskWhatMoves{y()}, Nudge{x()}, Nudge{x(), true}, Nudge{x()}};
  else if constexpr (std::is_same_v<C, MovePoint>) return {MovePoint{x(), cell_of(e, "x", {1, 0}), 7.125, -2}};
  else if constexpr (std::is_same_v<C, RunTraining>) return {GoToStep{"three"}, RunTraining{true}, RunTraining{false}};
  else if constexpr (std::is_same_v<C, SeekTraining>) return {GoToStep{"three"}, SeekTraining{5}};
  else if constexpr (std::is_same_v<C, ResetTraining>) return {GoToStep{"three"}, SeekTraining{5}, ResetTraining{}};
  else if constexpr (std::is_same_v<C, LookTraining>)
    return {GoToStep{"three"}, LookTraining{explorer::RunPart::weight, std::nullopt}};
  else if constexpr (std::is_same_v<C, PlayLesson>)  // at rest: while it plays, what is shown depends on the time, too
    return {PlayLesson{.on = true, .paused = true, .speed = {}}, PlayLesson{.on = {}, .paused = {}, .speed = 2}};
  else if constexpr (std::is_same_v<C, ReportTiming>)
    return {ReportTiming{{.state = explorer::Timing::State::done, .tokens = 64, .plain = 2, .tiles = 1, .why = {}}}};
  else if constexpr (std::is_same_v<C, ShowLarge>) return {ShowLarge{true}, ShowLarge{false}};
  else if constexpr (std::is_same_v<C, SetLarge>) {
    SetLarge fewer{e.state().large.setup};
    fewer.setup.tokens = 64;
    return {ShowLarge{true}, fewer};
  } else if constexpr (std::is_same_v<C, SetSentence>) return {ShowContents{true}, SetSentence{"a river"}};
  else if constexpr (std::is_same_v<C, FollowWord>) return {ShowContents{true}, FollowWord{2}, FollowWord{0}};
  else if constexpr (std::is_same_v<C, LookHero>) return {ShowContents{true}, LookHero{"s", {0, 1}}, LookHero{}};
  else if constexpr (std::is_same_v<C, ShowModel>) return {ShowModel{true}, ShowModel{false}};
  else if constexpr (std::is_same_v<C, SetModelText>) return {ShowModel{true}, SetModelText{"the dog saw the cat"}};
  else if constexpr (std::is_same_v<C, SetModelOther>) return {ShowModel{true}, SetModelOther{"the cat saw the dog"}};
  else if constexpr (std::is_same_v<C, SetModelPart>) return {ShowModel{true}, SetModelPart{0, 1, false}};
  else if constexpr (std::is_same_v<C, SetModelWeight>)
    return {ShowModel{true}, SetModelWeight{0, 1, 3, 1, 0.5}, SetModelWeight{0, 1, 3, 1, {}}};
  else if constexpr (std::is_same_v<C, SetModelTemperature>)
    return {ShowModel{true}, SetModelTemperature{0, 1, 2}, SetModelTemperature{0, 1, 1}};
  else if constexpr (std::is_same_v<C, LookModel>)
    return {ShowModel{true}, LookModel{.head = 1}, LookModel{.unpin = true}};
  else if constexpr (std::is_same_v<C, SeekModelWord>)
    return {ShowModel{true}, LookModel{.why = true}, SeekModelWord{"man"}};
  else if constexpr (std::is_same_v<C, StepModel>) return {StepModel{1}, StepModel{}};
  else {
    static_assert(std::is_same_v<C, LookLarge>, "a command without an example");
    return {ShowLarge{true}, LookLarge{.head = 2}};
  }
}

// With the attention figure shown, and with the matrices.
template <class C>
void check_command(bool matrices) {
  auto opened = explorer::Explorer::open(everything, {});
  REQUIRE_MESSAGE(opened.has_value(), opened.error().path, ": ", opened.error().message);
  Harness page(std::move(*opened), 1440, 900);
  REQUIRE(page.explorer.model().open_json(models_told::about).has_value());
  models_told::answer_all(page.explorer);
  page.around.reduced_motion = true;  // what has been played leaves its scrubber
  page.step_to("two");
  const explorer::ShowAttention shown{.matrices = matrices, .scores = {}, .shared = {}, .threshold = {}};
  REQUIRE(page.explorer.apply(shown).has_value());
  const std::vector<explorer::Command> commands = examples<C>(page.explorer);
  CHECK(std::holds_alternative<C>(commands.back()));
  for (const explorer::Command& command : commands) {
    page.settle();  // fills the caches
    const auto applied = page.explorer.apply(command);
    REQUIRE_MESSAGE(applied.has_value(), "command ", command.index());
    check_fresh(page, "command " + std::to_string(command.index()));
  }
}

}  // namespace

TEST_CASE("after every command, nothing stale is drawn from the caches") {
  const auto check = []<std::size_t index>(std::integral_constant<std::size_t, index>) {
    if (sanitized && index % 3 != 0) return;
    check_command<std::variant_alternative_t<index, explorer::Command>>(false);
    if (!sampled) check_command<std::variant_alternative_t<index, explorer::Command>>(true);
  };
  [&]<std::size_t... index>(std::index_sequence<index...>) {
    (check(std::integral_constant<std::size_t, index>()), ...);
  }(std::make_index_sequence<std::variant_size_v<explorer::Command>>{});
}

// A refused command changes nothing: numbers, view, link and undo history stay the same. The table names every kind of
// command, with each way in which it can be refused, or as never refused.
#include <set>

#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

namespace {

// Ids choose rows of a table, which a parameter shortens to one that they do not have; a question; fixed numbers.
const std::string ids_lesson = R"json({
  "format": 1, "id": "ids", "version": "1.0.0", "title": { "en": "Ids" },
  "parameters": [
    { "name": "rows", "control": "number", "label": { "en": "Rows" }, "least": 1, "most": 3, "step": 1, "start": 3 },
    { "name": "on", "control": "toggle", "label": { "en": "On" }, "start": false },
    { "name": "kept", "control": "toggle", "label": { "en": "Kept" }, "start": false }
  ],
  "tensors": [
    { "name": "ids", "symbol": "i", "role": "none", "editable": true, "values": [0, 1] },
    { "name": "many", "symbol": "m", "role": "none", "editable": true, "values": [0, 1, 0, 1, 0, 1, 0, 1, 0, 1] },
    { "name": "table", "symbol": "E", "role": "none", "editable": true, "values": [[1, 2], [3, 4], [5, 6]],
      "shape": [{ "parameter": "rows" }, 2] },
    { "name": "locked", "symbol": "L", "role": "none", "editable": true, "values": [1, 2] },
    { "name": "secret", "symbol": "S", "role": "none", "editable": true, "values": [[1, 2], [3, 4]] },
    { "name": "fixed", "symbol": "F", "role": "none", "values": [[1, 2], [3, 4]] },
    { "name": "x", "symbol": "X", "role": "input", "operation": "embedding", "inputs": ["ids", "table"] },
    { "name": "y", "symbol": "Y", "role": "input", "operation": "embedding", "inputs": ["many", "table"] },
    { "name": "scores", "symbol": "s", "role": "scores", "operation": "matmul", "inputs": ["x", "x"],
      "options": { "transpose": "second" } },
    { "name": "weights", "symbol": "w", "role": "weights", "operation": "softmax", "inputs": ["scores"],
      "options": { "axis": -1 } }
  ],
  "steps": [
    { "id": "one", "title": { "en": "One" }, "text": { "en": "t" },
      "stage": [{ "attention": "weights" }, { "tensors": ["ids", "many", "table", "secret", "fixed"] }],
      "controls": ["rows", "on", "kept"],
      "question": { "id": "q", "prompt": { "en": "?" }, "answer": { "en": "!" },
                    "hides": [{ "tensor": "secret", "cells": [[1, 1]] }] } },
    { "id": "two", "title": { "en": "Two" }, "text": { "en": "t" }, "stage": [{ "operation": "x" }] }
  ]
})json";

// Everything that a reader can see, copy or undo to.
std::vector<std::string> everything(const Explorer& e) {
  std::vector<std::string> all{e.reading_json(), e.explanation_json(), e.link(), e.code(graph::Language::numpy)};
  for (graph::NodeId node = 0; node < e.graph().size(); ++node) {
    std::string values = e.graph().node(node).name + ":";
    const graph::Shape& shape = e.graph().node(node).shape;
    const std::size_t columns = shape.back(), rows = shape.size() == 2 ? shape[0] : 1;
    std::vector<float> block(rows * columns);
    e.graph().block(node, {}, 0, rows, 0, columns, block);
    for (const float value : block) values += " " + std::to_string(value);
    for (const auto& [index, value] : e.graph().edits(node)) values += ", edited to " + std::to_string(value);
    all.push_back(std::move(values));
  }
  for (const graph::CellRef& cell : e.changed_cells()) all.push_back("changed in " + e.graph().node(cell.node).name);
  for (const unsigned count : {e.version(), e.changes(), unsigned{e.can_undo()}, unsigned{e.can_redo()},
                               unsigned{e.large_map().can_undo()}, unsigned{e.large_map().can_redo()}})
    all.push_back(std::to_string(count));
  return all;
}

// The states that undo restores, entry by entry, and then redo; afterwards the explorer is in its first state again.
std::vector<std::string> ways_back(Explorer& e) {
  std::vector<std::string> links;
  std::size_t undone = 0, redone = 0;
  for (; e.can_undo(); ++undone) must(e, Undo{}), links.push_back(e.link());
  for (; e.can_redo(); ++redone) must(e, Redo{}), links.push_back(e.link());
  for (; redone > undone; --redone) must(e, Undo{});
  return links;
}

// Edited twice and undone once, so that both undo and redo are possible.
Explorer changed_before() {
  Explorer e = open_text(ids_lesson);
  REQUIRE(e.lock("locked kept"));
  edit(e, "table", {0, 0}, "7");
  edit(e, "ids", {1}, "0");
  edit(e, "ids", {1}, "2");
  must(e, SetParameter{"on", true});
  must(e, Undo{});
  must(e, Undo{});
  must(e, Focus{at(e, "table", {1, 0}), true});
  return e;
}

SetLarge large(std::size_t tokens, std::size_t heads, large_map::Tokens of = large_map::Tokens::words) {
  SetLarge command;
  command.setup.tokens = tokens;
  command.setup.heads = heads;
  command.setup.of = of;
  return command;
}

SetLarge with_no_picture_of_the_readers_own() {
  SetLarge command = large(16, 2, large_map::Tokens::patches);
  command.setup.own = std::make_shared<const large_map::Pixels>();
  return command;
}

std::vector<std::pair<std::string, Command>> all_that_is_refused(const Explorer& e) {
  const graph::CellRef ids = at(e, "ids", {0}), many = at(e, "many", {0}), table = at(e, "table", {0, 0}),
                       secret = at(e, "secret", {0, 0}), hidden = at(e, "secret", {1, 1}),
                       fixed = at(e, "fixed", {0, 0}), computed = at(e, "x", {0, 0}), locked = at(e, "locked", {0}),
                       nowhere{table.node, {9, 9}}, no_node{999, {0}};
  return {
      {"a step that is not there", GoToStep{"three"}},
      {"a parameter that is not there", SetParameter{"other", 1.0}},
      {"a number below the least", SetParameter{"rows", 0.0}},
      {"a word for a number", SetParameter{"rows", std::string("two")}},
      {"a number that the lesson cannot run with", SetParameter{"rows", 1.0}},
      {"the same in a drag", SetParameter{"rows", 1.0, true}},
      {"a locked parameter", SetParameter{"kept", true}},
      {"an id that names no row", EditCell{ids, "99"}},
      {"an id between two rows", EditCell{ids, "0.5"}},
      {"the same while typing", EditCell{ids, "3", true}},
      {"a word in a cell", EditCell{table, "seven"}},
      {"nothing in a cell", EditCell{table, ""}},
      {"more than a float32 holds", EditCell{table, "1e39"}},
      {"a cell that is not there", EditCell{nowhere, "1"}},
      {"a tensor that is not there", EditCell{no_node, "1"}},
      {"a computed cell", EditCell{computed, "1"}},
      {"a fixed cell", EditCell{fixed, "1"}},
      {"a locked cell", EditCell{locked, "1"}},
      {"a hidden cell", EditCell{hidden, "1"}},
      {"a field for a computed cell", BeginEdit{{.cell = computed}}},
      {"a field for a locked cell", BeginEdit{{.cell = locked}}},
      {"a field for a hidden cell", BeginEdit{{.cell = hidden}}},
      {"a field for a parameter that is not typed", BeginEdit{{.kind = Typed::parameter, .name = "rows"}}},
      {"a field for an answer to no question", BeginEdit{{.kind = Typed::answer, .name = "none"}}},
      {"ids of which the second names no row", PasteCells{ids, "1\t99"}},
      {"ids of which the first names no row, the second edited before", PasteCells{ids, "99\t1"}},
      {"more ids than are set one by one", PasteCells{many, "1\t0\t1\t0\t1\t0\t1\t0\t1\t99"}},
      {"a paste with a word", PasteCells{table, "8\t9\n8\tnine\n8\t9"}},
      {"a paste with a number too large", PasteCells{table, "8\t9\n8\t9\n8\t1e39"}},
      {"a paste of nothing", PasteCells{table, "\n"}},
      {"a ragged paste", PasteCells{table, "8\t9\n8"}},
      {"a paste over the edge", PasteCells{table, "8\t9\t10"}},
      {"a paste over what is hidden", PasteCells{secret, "8\t9\n8\t9"}},
      {"a paste into a computed tensor", PasteCells{computed, "8\t9"}},
      {"a paste into a locked tensor", PasteCells{locked, "8\t9"}},
      {"a paste nowhere", PasteCells{nowhere, "8"}},
      {"a move of a computed point", MovePoint{computed, table, 8, 9}},
      {"a move of a point that is half locked", MovePoint{table, locked, 8, 9}},
      {"a move by more than a float32 holds", MovePoint{table, at(e, "table", {0, 1}), 8, 1e39}},
      {"a look at no cell", Hover{nowhere}},
      {"a choice of no cell", Focus{no_node, true}},
      {"more decimals than are shown", SetDecimals{7}},
      {"fewer decimals than none", SetDecimals{-1}},
      {"no language", SetLanguage{"not a language"}},
      {"the answer to no question", Reveal{"none"}},
      {"an answer to no question", Answer{"none", 0, "1"}},
      {"an answer to a part that is not there", Answer{"q", 5, "1"}},
      {"a hint to no question", ShowHint{"none"}},
      {"a place of no axis", SetLeading{"head", 1}},
      {"heads that are not there", SelectHeads{{0, 7}}},
      {"no heads", SelectHeads{{}}},
      {"queries that are not there", FollowQueries{{0, 7}}},
      {"a comparison with a head that is not there", CompareHead{7}},
      {"a head switched off that is not there", SwitchHeadsOff{{7}}},
      {"a threshold over 1", ShowAttention{.matrices = false, .scores = true, .shared = false, .threshold = 1.5}},
      {"a zoom below 1", ZoomAttention{0.5, 0.5, 0.5}},
      {"a zoom beside the map", ZoomAttention{2, 1.5, 0.5}},
      {"a run in a step without one", RunTraining{true}},
      {"a step of a run in a step without one", SeekTraining{3}},
      {"a speed that there is not", PlayLesson{.on = true, .paused = {}, .speed = 3}},
      {"a time of no tokens", ReportTiming{}},
      {"a measurement of no time",
       ReportTiming{{.state = Timing::State::done, .tokens = 64, .plain = 0, .tiles = 1, .why = {}}}},
      {"a weight of a run in a step without one", LookTraining{RunPart::weight, std::nullopt}},
      {"a reset of a run in a step without one", ResetTraining{}},
      {"what moves no cell", AskWhatMoves{nowhere}},
      {"what moves a number that is computed from none", AskWhatMoves{table}},
      {"what moves a hidden number", AskWhatMoves{hidden}},
      {"a nudge while nothing is asked", Nudge{table}},
      {"one token", large(1, 2)},
      {"more heads than there are", large(64, 99)},
      {"patches that fill no square", large(20, 2, large_map::Tokens::patches)},
      {"a picture that was not opened", with_no_picture_of_the_readers_own()},
      {"a head that is not there", LookLarge{.head = 9999, .mean = true}},
      {"a cell beside the large map",
       LookLarge{.follow = false, .cell = std::pair<std::size_t, std::size_t>{99999, 0}}},
      {"rows beside the large map", LookLarge{.mean = true, .brush = std::pair<std::size_t, std::size_t>{0, 99999}}},
      {"a sentence without a word", SetSentence{"?!"}},
      {"a word that no sentence has", FollowWord{99}},
      {"no sentence for a model", SetModelText{""}},
      {"another sentence that is too long", SetModelOther{std::string(longest_model_text + 1, 'a')}},
      {"a weight without a model", SetModelWeight{0, 0, 0, 0, 0.5}},
      {"a head without a model", SetModelPart{0, 0, false}},
      {"a temperature without a model", SetModelTemperature{0, 0, 2}},
      {"letters of a tutorial that there is not", SetLetters{lesson::Letters::tutorial}},
      {"a step that the tour does not have", StepModel{99}},
      {"a word without a model", SeekModelWord{"cat"}},
      {"a look at a head without a model", LookModel{.layer = 1, .hide_first = true}},
      {"a window out of the large map", LookLarge{.mean = true, .window = LookLarge::Window{2, -1, 0}}},
  };
}

const std::vector<Command> never_refused{MarkSeen{},      NextStep{},      PreviousStep{}, GoToBeat{},     ShowBeside{},
                                         FollowText{},    RestoreLesson{}, Undo{},         Redo{},         MoveFocus{},
                                         SetColorSteps{}, SetTheme{},      SetReading{},   ShowContents{}, ShowLarge{},
                                         LookHero{},      ShowModel{},     TypeEdit{},     EndEdit{}};

}  // namespace

TEST_CASE("a refused command leaves numbers, view, link, undo and redo as they were") {
  Explorer e = changed_before();
  const std::vector<std::string> before = everything(e);
  const std::vector<std::string> ways = ways_back(e);
  REQUIRE(ways.size() == 6);  // two entries back, then all four forward
  REQUIRE(e.link() == before[2]);
  for (const auto& [what, command] : all_that_is_refused(e)) {
    CAPTURE(what);
    Explorer tried = changed_before();
    const std::vector<std::string> at_first = everything(tried);
    CHECK_FALSE(refusal(tried, command).empty());
    CHECK(everything(tried) == at_first);
    CHECK(ways_back(tried) == ways);
    CHECK(everything(tried)[2] == before[2]);
  }
}

TEST_CASE("every kind of command is in the table of refused commands or in the list of those never refused") {
  const Explorer e = changed_before();
  std::set<std::size_t> kinds;
  for (const auto& [what, command] : all_that_is_refused(e)) kinds.insert(command.index());
  for (const Command& command : never_refused) {
    CHECK_FALSE(kinds.contains(command.index()));
    Explorer tried = changed_before();
    CHECK(refusal(tried, command) == "");
    kinds.insert(command.index());
  }
  CHECK(kinds.size() == std::variant_size_v<Command>);
}

TEST_CASE("edits of a link that an operation refuses are left out and reported, the others are applied") {
  Explorer e = open_text(ids_lesson);
  const std::vector<std::string> notes = e.open_link("lesson=ids&e.ids=0:1;1:99&e.table=0,0:7&e.many=3:-1");
  CHECK(notes == std::vector<std::string>{
                     "2 changed numbers of the link do not fit. They were left out, the first is “ids 1”."});
  CHECK(value(e, "ids", {0}) == 1);
  CHECK(value(e, "ids", {1}) == 1);
  CHECK(value(e, "table", {0, 0}) == 7);
  CHECK(value(e, "x", {0, 0}) == 3);
  CHECK(e.link() == "lesson=ids&e.ids=0:1&e.table=0,0:7");
}

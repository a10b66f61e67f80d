// The attention view: heads and their average, followed rows, entropy, masks, links, JSON, hidden numbers.
#include "explorer/support.hpp"

#include <cmath>

using namespace explorers;
using explorer::AttentionView;
using explorer::CellView;
using explorer::FollowQueries;
using explorer::SelectHeads;
using explorer::ShowAttention;
using explorer::ZoomAttention;

namespace {

// Two heads of two queries and two keys, written out; query 2 of head 2 may see nothing.
const std::string two_heads = R"json({
  "format": 1, "id": "heads", "version": "1.0.0", "title": { "en": "Heads" },
  "tensors": [
    { "name": "s", "symbol": "S", "role": "scores", "editable": true,
      "axes": [{ "name": "head" }, { "name": "query", "labels": ["one", "two"] }, { "name": "key", "labels": ["one", "two"] }],
      "values": [[[0, 0], [0, 0]], [[0, 1000], [0, 0]]] },
    { "name": "open", "symbol": "M", "role": "mask", "values": [[[1, 1], [1, 1]], [[1, 1], [0, 0]]] },
    { "name": "masked", "symbol": "S", "role": "scores", "operation": "mask", "inputs": ["s", "open"] },
    { "name": "a", "symbol": "A", "role": "weights", "operation": "softmax", "inputs": ["masked"], "options": { "axis": -1 } }
  ],
  "steps": [
    { "id": "both", "title": { "en": "Both" }, "text": { "en": "t" },
      "stage": [{ "attention": "a", "scores": "masked" }, { "operation": "a" }] },
    { "id": "later", "title": { "en": "Later" }, "text": { "en": "t" },
      "stage": [{ "operation": "a" }, { "attention": "a", "scores": "masked" }] },
    { "id": "none", "title": { "en": "None" }, "text": { "en": "t" }, "stage": [{ "operation": "a" }],
      "question": { "id": "q", "prompt": { "en": "?" }, "answer": { "en": "!" }, "hides": [{ "tensor": "s" }] } },
    { "id": "asked", "title": { "en": "Asked" }, "text": { "en": "t" }, "stage": [{ "attention": "a" }],
      "question": { "id": "r", "prompt": { "en": "?" }, "answer": { "en": "!" },
                    "hides": [{ "tensor": "a", "cells": [[0, 0, 1]] }] } }
  ]
})json";

Explorer heads() { return open_text(two_heads); }
const AttentionView& looked_at(const Explorer& e) {
  REQUIRE(e.view().attention.has_value());
  return *e.view().attention;
}

}  // namespace

TEST_CASE("the first figure of a stage is shown first; the switch shows the others") {
  Explorer e = heads();
  CHECK(looked_at(e).is_shown);
  CHECK(e.view().stage.size() == 1);
  CHECK(e.view().aside.size() == 1);
  must(e, ShowAttention{.matrices = true, .scores = {}, .shared = {}, .threshold = {}});
  CHECK_FALSE(looked_at(e).is_shown);
  CHECK(e.view().stage.front().has_result);
  must(e, explorer::GoToStep{"later"});
  CHECK_FALSE(looked_at(e).is_shown);
  must(e, explorer::GoToStep{"none"});
  CHECK_FALSE(e.view().attention.has_value());
}

TEST_CASE("several heads are shown as their average, with an explanation of the average") {
  Explorer e = heads();
  CHECK(looked_at(e).title == "head 1");
  must(e, SelectHeads{{1, 0, 1}});
  CHECK(looked_at(e).selected == std::vector<std::size_t>{0, 1});
  CHECK(looked_at(e).title == "Average of head 1, head 2");
  CHECK(looked_at(e).map.values[0] == doctest::Approx((0.5 + 0) / 2));
  CHECK(looked_at(e).map.values[1] == doctest::Approx((0.5 + 1) / 2));
  must(e, explorer::Focus{at(e, "a", {0, 0, 1}), true});
  REQUIRE(e.explanation() != nullptr);
  CHECK(e.explanation()->rule == "Average of head 1, head 2");
  CHECK(e.explanation()->lines.front().pieces.back().text == "0.75");
  must(e, SelectHeads{{1}});
  CHECK(looked_at(e).map.values[1] == 1);
}

TEST_CASE("selecting an index of the head axis elsewhere selects the head that is shown") {
  Explorer e = heads();
  must(e, SelectHeads{{0, 1}});
  must(e, explorer::SetLeading{"head", 1});
  CHECK(looked_at(e).selected == std::vector<std::size_t>{0, 1});
  must(e, SelectHeads{{0}});
  must(e, explorer::Focus{at(e, "a", {1, 0, 0}), true});
  CHECK(looked_at(e).selected == std::vector<std::size_t>{1});
}

TEST_CASE("the followed row is the average of its queries, and changes with the selected cell") {
  Explorer e = heads();
  CHECK(looked_at(e).followed == std::vector<std::size_t>{0});
  must(e, FollowQueries{{0, 1}});
  CHECK(looked_at(e).row.values[0] == doctest::Approx(0.5));
  CHECK(looked_at(e).sum == "1.00");
  must(e, explorer::Focus{at(e, "a", {0, 1, 0}), true});
  CHECK(looked_at(e).followed == std::vector<std::size_t>{0, 1});  // the cell's row is one of them
  must(e, FollowQueries{{0}});
  CHECK(e.state().focused->index == graph::Index{0, 0, 0});
}

TEST_CASE("entropy is stated together with that of uniform weights over the visible keys") {
  Explorer e = heads();
  CHECK(looked_at(e).entropy ==
        "The row of “one” has an entropy of 1.00 bits: 0 means all weight on one token, "
        "1.00 the same weight on all 2.");
  must(e, SelectHeads{{1}});
  CHECK(looked_at(e).entropy ==
        "The row of “one” has an entropy of 0.00 bits: 0 means all weight on one token, "
        "1.00 the same weight on all 2.");
}

TEST_CASE("a token that begins with @ is shown literally") {
  std::string text = two_heads;
  for (std::size_t at = 0; (at = text.find("\"one\"", at)) != std::string::npos; at += 6)
    text.replace(at, 5, "\"@one\"");
  Explorer e = open_text(text);
  CHECK(looked_at(e).entropy.starts_with("The row of “@one” has an entropy"));
}

TEST_CASE("the rank of a cell counts the larger ones of its row, and is omitted for a row with a hidden cell") {
  Explorer e = heads();
  must(e, SelectHeads{{1}});
  CHECK(e.rank_words(at(e, "a", {1, 0, 1})) == "“two” is number 1 of the 2 tokens that “one” may attend to.");
  CHECK(e.rank_words(at(e, "a", {1, 0, 0})) == "“one” is number 2 of the 2 tokens that “one” may attend to.");
  CHECK_MESSAGE(e.rank_words(at(e, "masked", {1, 0, 0})).empty(), "scores are not on the map");
  must(e, ShowAttention{.matrices = {}, .scores = true, .shared = {}, .threshold = {}});
  CHECK(e.rank_words(at(e, "masked", {1, 0, 0})) == e.rank_words(at(e, "a", {1, 0, 0})));
  CHECK(e.rank_words(at(e, "a", {1, 1, 0})).empty());
  CHECK(e.rank_words(at(e, "s", {0, 0, 0})).empty());
  CHECK(e.rank_words({}).empty());
  must(e, explorer::GoToStep{"asked"});
  must(e, SelectHeads{{0}});
  CHECK(e.rank_words(at(e, "a", {0, 0, 0})).empty());
  CHECK(e.rank_words(at(e, "a", {0, 0, 1})).empty());
  CHECK_FALSE(e.rank_words(at(e, "a", {0, 1, 1})).empty());
}

TEST_CASE("a row whose scores are all −∞ attends to nothing, and no weight of it is shown") {
  Explorer e = heads();
  must(e, SelectHeads{{1}});
  must(e, FollowQueries{{1}});
  CHECK(looked_at(e).entropy == "“two” attends to nothing: all of its scores are −∞.");
  for (const CellView::Status status : looked_at(e).row_weights.status) CHECK(status != CellView::Status::shown);
}

TEST_CASE("colour scales: 0 to 1 for weights, the largest of all heads for scores, or one scale per map") {
  Explorer e = heads();
  CHECK(looked_at(e).end == 1);
  must(e, ShowAttention{.matrices = {}, .scores = {}, .shared = false, .threshold = {}});
  CHECK(looked_at(e).end == 0.5f);
  CHECK(looked_at(e).scale_title == "weight, scale of this map");
  must(e, ShowAttention{.matrices = {}, .scores = true, .shared = true, .threshold = {}});
  CHECK(looked_at(e).end == 1000);
  CHECK(looked_at(e).map_weights.values[0] == 0.5f);  // curves stay those of the weights
}

TEST_CASE("hidden cells are excluded from every average, sum and description") {
  Explorer e = heads();
  must(e, explorer::GoToStep{"asked"});
  CHECK(looked_at(e).map.status[1] == CellView::Status::hidden);
  CHECK(looked_at(e).map.values[1] == 0);
  CHECK(looked_at(e).sum == "?");
  CHECK(looked_at(e).entropy == "Hidden until the answer is shown");
  must(e, SelectHeads{{0, 1}});
  CHECK(looked_at(e).map.status[1] == CellView::Status::hidden);
  CHECK(looked_at(e).texts[1] == "?");
}

TEST_CASE("invalid heads and queries are refused, and nothing changes") {
  Explorer e = heads();
  const unsigned version = e.version();
  CHECK(refusal(e, SelectHeads{{2}}).contains("the last one here is 1"));  // of two
  CHECK_FALSE(refusal(e, SelectHeads{{}}).empty());
  CHECK(refusal(e, FollowQueries{{0, 2}}).contains("the last one here is 1"));
  CHECK_FALSE(refusal(e, ShowAttention{.matrices = {}, .scores = {}, .shared = {}, .threshold = 1.5}).empty());
  CHECK_FALSE(refusal(e, ZoomAttention{0.5, 0.5, 0.5}).empty());
  CHECK(e.version() == version);
  must(e, explorer::GoToStep{"none"});
  CHECK(refusal(e, SelectHeads{{0}}) == "This step has no attention figure.");
}

TEST_CASE("a link opens the same heads, queries, values, colours, curves and zoom") {
  Explorer e = heads();
  CHECK(e.link() == "lesson=heads");
  must(e, SelectHeads{{0, 1}});
  must(e, FollowQueries{{0, 1}});
  must(e, ShowAttention{.matrices = true, .scores = true, .shared = false, .threshold = 0.1});
  must(e, ZoomAttention{2, 0.25, 0.75});
  Explorer other = heads();
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().attention == e.state().attention);
  CHECK(other.link() == e.link());
}

TEST_CASE("invalid heads, queries or zoom in a link are reported and the rest opens") {
  Explorer e = heads();
  CHECK(e.open_link("lesson=heads&heads=0,7&below=0.2").size() == 1);
  CHECK(looked_at(e).selected == std::vector<std::size_t>{0});
  CHECK(e.state().attention.threshold == 0.2);
  CHECK(e.open_link("lesson=heads&zoom=0,0,0").size() == 1);
  CHECK(e.open_link("lesson=heads&below=2").size() == 1);
}

TEST_CASE("every attention command works as JSON") {
  Explorer e = heads();
  CHECK(e.apply_json(R"({"type": "SelectHeads", "heads": [0, 1]})").has_value());
  CHECK(e.apply_json(R"({"type": "FollowQueries", "queries": [1]})").has_value());
  CHECK(e.apply_json(R"({"type": "ShowAttention", "scores": true, "threshold": 0.25})").has_value());
  CHECK(e.apply_json(R"({"type": "ZoomAttention", "zoom": 4, "x": 0.2, "y": 0.3})").has_value());
  CHECK(looked_at(e).selected.size() == 2);
  CHECK(looked_at(e).followed == std::vector<std::size_t>{1});
  CHECK(e.state().attention.threshold == 0.25);
  CHECK(e.state().attention.zoom == 4);
  CHECK_FALSE(e.apply_json(R"({"type": "SelectHeads", "heads": "all"})").has_value());
}

TEST_CASE("the reading view has the heads, the followed weights largest first, and their sum") {
  Explorer e = heads();
  must(e, SelectHeads{{1}});
  const auto document = parse(e.reading_json());
  const auto node = document.root()["attention"];
  CHECK(node["heads"].items().size() == 2);
  CHECK(node["heads"].items()[1]["selected"].boolean() == true);
  CHECK(node["weights"].items()[0]["label"].text() == "two");
  CHECK(node["weights"].items()[0]["value"].number() == 1);
  CHECK(node["sum"].text() == "1.00");
  CHECK(document.root()["tensors"].items().size() == 2);  // the weights and the scores, whatever the switch shows
}

TEST_CASE("under a causal mask the first token can attend only to itself, and the words say so") {
  Explorer e = open_page("causal-ladder");
  must(e, explorer::GoToStep{"look-ahead"});
  REQUIRE(e.apply_json(R"({"type": "FollowQueries", "queries": [0]})").has_value());
  CHECK(looked_at(e).entropy.find("may attend to one token only") != std::string::npos);
  must(e, FollowQueries{{1}});
  CHECK(looked_at(e).entropy.find("1.00 the same weight on all 2") != std::string::npos);
}

namespace {

// Two heads of one feature each, V = (1, 2) and (10, 20), with even weights: their outputs are 1.5 and 15 for both tokens.
// W mixes them: (1, 2) of head 1 and (3, −1) of head 2.
const std::string combined = R"json({
  "format": 1, "id": "combined", "version": "1.0.0", "title": { "en": "Combined" },
  "tensors": [
    { "name": "s", "symbol": "S", "role": "scores", "editable": true,
      "axes": [{ "name": "head" }, { "name": "query", "labels": ["one", "two"] }, { "name": "key", "labels": ["one", "two"] }],
      "values": [[[0, 0], [0, 0]], [[0, 0], [0, 0]]] },
    { "name": "a", "symbol": "A", "role": "weights", "operation": "softmax", "inputs": ["s"], "options": { "axis": -1 } },
    { "name": "v", "role": "value", "axes": [{ "name": "head" }, { "name": "token" }, { "name": "feature" }],
      "values": [[[1], [2]], [[10], [20]]] },
    { "name": "o", "role": "output", "operation": "matmul", "inputs": ["a", "v"] },
    { "name": "tokens", "role": "output", "operation": "permute", "inputs": ["o"], "options": { "axes": [1, 0, 2] } },
    { "name": "joined", "role": "output", "axes": [{ "name": "token" }, { "name": "feature" }], "operation": "reshape",
      "inputs": ["tokens"], "options": { "shape": [2, 2] } },
    { "name": "w", "role": "output_projection", "values": [[1, 3], [2, -1]] },
    { "name": "y", "symbol": "Y", "role": "output", "operation": "linear", "inputs": ["joined", "w"] }
  ],
  "steps": [
    { "id": "one", "title": { "en": "One" }, "text": { "en": "t" }, "stage": [{ "attention": "a", "scores": "s" }, { "operation": "y" }] },
    { "id": "asked", "title": { "en": "Asked" }, "text": { "en": "t" }, "stage": [{ "attention": "a", "scores": "s" }, { "operation": "y" }],
      "question": { "id": "q", "prompt": { "en": "?" }, "answer": { "en": "!" }, "hides": [{ "tensor": "y", "cells": [[0, 1], [1, 1]] }] } }
  ]
})json";

}  // namespace

TEST_CASE("a head that is switched off adds nothing to the output; the lesson's own numbers and code stay") {
  Explorer e = open_text(combined);
  REQUIRE(looked_at(e).can_switch);
  CHECK_FALSE(looked_at(e).heads_off.has_value());
  const std::string code = e.code(graph::Language::pytorch);
  must(e, explorer::SwitchHeadsOff{{1}});
  REQUIRE(looked_at(e).heads_off.has_value());
  const explorer::HeadsOff& off = *looked_at(e).heads_off;
  CHECK(off.rows[0].values == std::vector<float>{1.5f + 45, 3.0f - 15});  // 1.5 · (1, 2) + 15 · (3, −1)
  CHECK(off.rows[1].values == std::vector<float>{1.5f, 3});
  CHECK(off.rows[2].values == std::vector<float>{-45, 15});
  CHECK(off.rows[1].name == "without head 2");
  CHECK(off.words.starts_with("Without head 2, "));
  CHECK(off.words.contains(off.features[0] + " changes most: from 46.5"));
  CHECK(e.graph().at(*e.graph().find("y"), graph::Index{0, 0}) == 46.5f);
  CHECK(e.code(graph::Language::pytorch) == code);
  CHECK_FALSE(e.can_undo());
  must(e, explorer::SwitchHeadsOff{{0, 1}});
  CHECK(looked_at(e).heads_off->rows[1].values == std::vector<float>{0, 0});
  must(e, explorer::SwitchHeadsOff{});
  CHECK_FALSE(looked_at(e).heads_off.has_value());
}

TEST_CASE("the output without a head follows the query, and an edit") {
  Explorer e = open_text(combined);
  must(e, explorer::SwitchHeadsOff{{0}});
  must(e, FollowQueries{{1}});
  CHECK(looked_at(e).heads_off->place == "two");
  CHECK(looked_at(e).heads_off->rows[1].values == std::vector<float>{45, -15});
  // Token 2 of head 2 attends to key 2 only: its output is 20.
  must(e, explorer::EditCell{at(e, "s", {1, 1, 1}), "1000"});
  CHECK(looked_at(e).heads_off->rows[1].values == std::vector<float>{60, -20});
}

TEST_CASE("a question that asks for the output hides it without a head as well") {
  Explorer e = open_text(combined);
  must(e, explorer::GoToStep{"asked"});
  must(e, explorer::SwitchHeadsOff{{1}});
  const explorer::HeadsOff& off = *looked_at(e).heads_off;
  CHECK(off.hidden);
  for (const auto& row : off.rows)
    for (std::size_t i = 0; i < row.texts.size(); ++i) {
      CHECK(row.texts[i] == "?");
      CHECK(row.values[i] == 0);
    }
  CHECK_FALSE(e.reading_json().contains("−12"));
}

TEST_CASE("of heads of several sequences on one axis, the row is of the sequence that the head belongs to") {
  Explorer e = open_page("multi-head");
  must(e, explorer::GoToStep{"mask-flag"});
  REQUIRE(looked_at(e).can_switch);
  const graph::Graph& g = e.graph();
  const graph::NodeId y = *g.find("y"), out = *g.find("out"), w = *g.find("unifyheads");
  for (const std::size_t head : {1u, 6u}) {  // of 4 heads each: head 2 of sequence 1, head 3 of sequence 2
    must(e, explorer::SwitchHeadsOff{{head}});
    const explorer::HeadsOff& off = *looked_at(e).heads_off;
    for (std::size_t f = 0; f < 8; ++f) {
      CHECK(off.rows[0].values[f] == g.at(y, graph::Index{head / 4, 0, f}));
      double part = 0;  // what the two features of the head add to feature f
      for (std::size_t i = 0; i < 2; ++i)
        part += double(g.at(out, graph::Index{head, 0, i})) * g.at(w, graph::Index{f, head % 4 * 2 + i});
      CHECK(off.rows[2].values[f] == doctest::Approx(-part).epsilon(1e-4));
    }
  }
}

TEST_CASE("heads that nothing combines cannot be switched off, and one head cannot be compared") {
  Explorer e = heads();
  CHECK_FALSE(looked_at(e).can_switch);
  CHECK(refusal(e, explorer::SwitchHeadsOff{{0}}).contains("not combined"));
  Explorer one = open_page("sentence");
  must(one, explorer::GoToStep{"filter"});
  CHECK_FALSE(looked_at(one).can_switch);
  CHECK(refusal(one, explorer::CompareHead{0}).contains("only one head"));
}

TEST_CASE("a second head is shown with its row, and in words where the two differ") {
  Explorer e = heads();
  must(e, explorer::CompareHead{1});
  REQUIRE(looked_at(e).compared.has_value());
  CHECK(looked_at(e).compared->map.values[1] == 1);
  CHECK(looked_at(e).compared->row_texts == std::vector<std::string>{"0.00", "1.00"});
  CHECK(looked_at(e).compared->words == "“one” attends most to “one” in head 1, but to “two” in head 2.");
  must(e, explorer::Focus{at(e, "a", {1, 0, 1}), true});
  CHECK(looked_at(e).selected == std::vector<std::size_t>{0});
  CHECK(looked_at(e).compared->head == 1);
  must(e, explorer::CompareHead{});
  CHECK_FALSE(looked_at(e).compared.has_value());
}

TEST_CASE("a link keeps the compared head and those that are off, and drops heads that are not there") {
  Explorer e = open_text(combined);
  must(e, explorer::CompareHead{1});
  must(e, explorer::SwitchHeadsOff{{0}});
  const std::string link = e.link();
  CHECK(link.contains("compare=1"));
  CHECK(link.contains("off=0"));
  Explorer again = open_text(combined);
  CHECK(again.open_link(link).empty());
  CHECK(looked_at(again).compared->head == 1);
  CHECK(looked_at(again).off == std::vector<std::size_t>{0});
  Explorer strange = open_text(combined);
  CHECK(strange.open_link("lesson=combined&step=one&compare=7&off=9").size() == 1);
  CHECK_FALSE(looked_at(strange).compared.has_value());
  CHECK(looked_at(strange).off.empty());
}

TEST_CASE("the step for a reader's own sentence opens on the map, and shows matrices while the sentence is empty") {
  Explorer e = open_page("sentence");
  must(e, GoToStep{"your-sentence"});
  REQUIRE(e.view().attention);
  CHECK(e.view().attention->is_shown);
  CHECK(e.view().attention->queries == 3);  // "the cat the"
  must(e, SetParameter{"your_sentence", std::string(), false});
  CHECK_FALSE(e.view().attention);
  CHECK_FALSE(e.view().stage.empty());
  must(e, SetParameter{"your_sentence", std::string("an empty page"), false});
  REQUIRE(e.view().attention);
  CHECK(e.view().attention->is_shown);
}

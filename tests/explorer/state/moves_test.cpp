// What moves a number: the slopes that a stage shows are those of the headless module and of central differences in
// float64; a nudge shows how the number really changes; links hold both, and nothing hidden is given away.
#include <cmath>

#include "explorer/support.hpp"
#include "lesson/run/gradients.hpp"
#include "sanitized.hpp"

using namespace explorer;
using namespace explorers;

namespace {

// Y = XW and P = softmax(Y), computed in float64, so that differences of it are slopes.
const std::string moved_lesson = R"json({
  "format": 1, "id": "moved", "version": "1.0.0", "title": { "en": "Moved", "de": "Bewegt" },
  "parameters": [{ "name": "longer", "control": "toggle", "label": { "en": "Longer" }, "start": false }],
  "tensors": [
    { "name": "x", "symbol": "X", "role": "input", "editable": true, "values": [[0.5, -0.25, 1], [0, 2, -1]] },
    { "name": "w", "symbol": "W", "role": "query_projection", "editable": true,
      "values": [[1, 0.5], [-0.5, 0.25], [0.75, -1]] },
    { "name": "y", "symbol": "Y", "role": "scores", "operation": "matmul", "inputs": ["x", "w"] },
    { "name": "p", "symbol": "P", "role": "weights", "operation": "softmax", "inputs": ["y"], "options": { "axis": -1 } },
    { "name": "best", "symbol": "b", "role": "none", "operation": "argmax", "inputs": ["p"], "options": { "axis": -1 } },
    { "name": "apart", "symbol": "A", "role": "none", "values": [1, 2] }
  ],
  "steps": [
    { "id": "one", "title": { "en": "One" }, "text": { "en": "t" },
      "stage": [{ "operation": "y" }, { "operation": "p" }, { "tensors": ["best", "apart"] }] },
    { "id": "asks", "title": { "en": "Asks" }, "text": { "en": "t" }, "stage": [{ "operation": "y" }, { "operation": "p" }],
      "question": { "id": "q", "prompt": { "en": "?" }, "answer": { "en": "!" },
                    "hides": [{ "tensor": "p", "cells": [[1, 0]] }] } }
  ]
})json";

using Rows = std::vector<std::vector<double>>;

Rows rows_of_node(const Explorer& e, const std::string& name) {
  const graph::Shape& shape = e.graph().node(at(e, name, {0, 0}).node).shape;
  Rows rows(shape[0], std::vector<double>(shape[1]));
  for (std::size_t i = 0; i < shape[0]; ++i)
    for (std::size_t j = 0; j < shape[1]; ++j) rows[i][j] = value(e, name, {i, j});
  return rows;
}

// One cell of softmax(XW).
double share(const Rows& x, const Rows& w, std::size_t row, std::size_t column) {
  std::vector<double> exponentials;
  double sum = 0;
  for (std::size_t j = 0; j < w[0].size(); ++j) {
    double score = 0;
    for (std::size_t f = 0; f < w.size(); ++f) score += x[row][f] * w[f][j];
    exponentials.push_back(std::exp(score));
    sum += exponentials.back();
  }
  return exponentials[column] / sum;
}

double central(const Explorer& e, bool of_x, std::size_t i, std::size_t j) {
  constexpr double h = 1e-5;
  const auto there = [&](double by) {
    Rows x = rows_of_node(e, "x"), w = rows_of_node(e, "w");
    (of_x ? x : w)[i][j] += by;
    return share(x, w, 0, 1);
  };
  return (there(h) - there(-h)) / (2 * h);
}

Explorer asked(const std::string& tensor, graph::Index index) {
  Explorer e = open_text(moved_lesson);
  must(e, AskWhatMoves{at(e, tensor, std::move(index))});
  return e;
}

}  // namespace

TEST_CASE("the slopes on stage are those of central differences in float64") {
  Explorer e = asked("p", {0, 1});
  edit(e, "x", {0, 1}, "0.75");  // and follow the numbers
  for (const bool of_x : {true, false}) {
    const std::string name = of_x ? "x" : "w";
    const graph::Shape shape = e.graph().node(at(e, name, {0, 0}).node).shape;
    for (std::size_t i = 0; i < shape[0]; ++i)
      for (std::size_t j = 0; j < shape[1]; ++j) {
        CAPTURE(name);
        CAPTURE(i);
        CAPTURE(j);
        CHECK(e.cell(at(e, name, {i, j})).value == doctest::Approx(central(e, of_x, i, j)).epsilon(1e-5));
      }
  }
}

TEST_CASE("the slopes on stage are the numbers of the headless module") {
  const Explorer e = asked("p", {0, 1});
  graph::Graph graph = std::move(*lesson::run(e.lesson(), {}));
  const auto nodes = lesson::add_gradients(graph, {"p", graph::Index{0, 1}, {"x", "w", "y"}});
  REQUIRE(nodes.has_value());
  for (std::size_t t = 0; t < nodes->size(); ++t)
    for (std::size_t j = 0; j < 2; ++j) {
      const std::string name = std::vector<std::string>{"x", "w", "y"}[t];
      CHECK(e.cell(at(e, name, {0, j})).value == graph.at((*nodes)[t], std::vector<std::size_t>{0, j}));
    }
}

TEST_CASE("only the tensors that the number depends on show slopes, coloured by sign and named as slopes") {
  const Explorer e = asked("p", {0, 1});
  for (const FigureView& figure : e.view().stage)
    for (const TensorView& tensor : figure.tensors) {
      CAPTURE(tensor.name);
      const bool moves = tensor.name == "x" || tensor.name == "w" || tensor.name == "y";
      CHECK(tensor.slopes == moves);
      CHECK(tensor.symbol.base.starts_with("∂/∂") == moves);
      CHECK_FALSE((moves && tensor.editable));
      if (moves) CHECK(tensor.caption.find("P[1, 2]") != std::string::npos);
    }
  CHECK(e.cell(at(e, "p", {0, 1})).value == value(e, "p", {0, 1}));
  REQUIRE(e.view().moves.has_value());
  CHECK(e.view().moves->name == "P[1, 2]");
}

TEST_CASE("the line of a slope holds the terms of its chain, and they add up to it") {
  Explorer e = asked("y", {0, 1});
  must(e, Focus{at(e, "w", {2, 1}), true});
  const ExplanationView* line = e.explanation();
  REQUIRE(line != nullptr);
  CHECK(line->cell == at(e, "w", {2, 1}));
  const graph::Line& first = line->lines.front();
  std::string said;
  for (const graph::Piece& piece : first.pieces) said += graph::plain(piece.symbol) + piece.text;
  CHECK(said.find("∂Y[1, 2]/∂W") != std::string::npos);
  CHECK(e.cell(line->cell).value == value(e, "x", {0, 2}));  // ∂Y[i, j]/∂W[f, j] = X[i, f]
  for (const graph::Line& each : line->lines)
    for (const graph::Piece& piece : each.pieces)
      if (piece.cell) CHECK(piece.cell->node < e.graph().size());
}

TEST_CASE("a nudge shows what the number really did beside what its slope said") {
  Explorer e = asked("p", {0, 1});
  const graph::CellRef cell = at(e, "x", {0, 2});
  must(e, Nudge{cell});
  must(e, Nudge{cell});
  Rows x = rows_of_node(e, "x"), w = rows_of_node(e, "w");
  const double before = share(x, w, 0, 1), slope = central(e, true, 0, 2);
  x[0][2] += 0.2;  // two steps of a tenth of the power of ten below the largest, 2
  const double real = share(x, w, 0, 1) - before;
  const auto printed = [](double number) { return graph::format_float(number, 4); };  // three digits of the larger
  CHECK(e.view().moves->compared == "X[1, 3] moved by +0.2: P[1, 2] really went from " + printed(before) + " to " +
                                        printed(before + real) + ", by " + printed(real) + ". The slope " +
                                        printed(slope) + " said " + printed(slope * 0.2) + ".");
  CHECK(std::abs(real - slope * 0.2) > 1e-3);  // they differ: the number bends
  CHECK(value(e, "x", {0, 2}) == 1);           // the lesson's numbers stay
  CHECK_FALSE(e.can_undo());
  must(e, Nudge{cell, true});
  must(e, Nudge{cell, true});
  CHECK(e.view().moves->compared.empty());
}

TEST_CASE("when the beat shows nothing that moves a number, the words name the matrices that do") {
  Explorer e = open_page("learning");
  must(e, GoToStep{"one-step"});
  must(e, GoToBeat{0, 2});
  must(e, AskWhatMoves{graph::CellRef{*e.graph().find("drop"), {}}});
  const std::string& words = e.view().moves->words;
  CHECK(words.ends_with(
      "No matrix in this part moves real drop. These, in other parts of this step, do: ∂L/∂W_u, ∂L/∂W_q."));
  must(e, GoToBeat{0, 0});
  must(e, AskWhatMoves{graph::CellRef{*e.graph().find("drop"), {}}});
  CHECK_FALSE(e.view().moves->words.contains("other beats"));
}

TEST_CASE("a number on the way is nudged, too") {
  Explorer e = asked("p", {0, 1});
  must(e, Nudge{at(e, "y", {0, 0}), true});
  const double a = value(e, "y", {0, 0}), b = value(e, "y", {0, 1});
  const auto second = [&](double first) { return std::exp(b) / (std::exp(first) + std::exp(b)); };
  const double by = -0.1, real = second(a + by) - second(a);
  CHECK(e.view().moves->compared.find("by +" + graph::format_float(real, 3)) != std::string::npos);
}

TEST_CASE("a link holds what is asked and nudged") {
  Explorer e = asked("p", {0, 1});
  const graph::CellRef cell = at(e, "w", {1, 0});
  for (int i = 0; i < 3; ++i) must(e, Nudge{cell, true});
  CHECK(e.link().find("&moves=p,0,1&nudge=w,1,0:-3") != std::string::npos);
  Explorer other = open_text(moved_lesson);
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().asked == e.state().asked);
  CHECK(other.view().moves->compared == e.view().moves->compared);
  CHECK(other.link() == e.link());
  for (const char* const broken : {"moves=p,9,9", "moves=none", "moves=apart,0", "moves=p,0,1&nudge=apart,0:1",
                                   "moves=p,0,1&nudge=x,0,0:0", "moves=p,0,1&nudge=x,0,0:999", "moves=p,0,1&nudge=x"}) {
    CAPTURE(broken);
    CHECK(other.open_link("lesson=moved&" + std::string(broken)).size() == 1);
  }
}

TEST_CASE("what moves a number is left by asking nothing and by another step") {
  Explorer e = asked("p", {0, 1});
  must(e, AskWhatMoves{});
  CHECK_FALSE(e.view().moves.has_value());
  CHECK(e.cell(at(e, "x", {0, 0})).value == 0.5f);
  must(e, AskWhatMoves{at(e, "p", {0, 1})});
  must(e, NextStep{});
  CHECK_FALSE(e.state().asked.has_value());
}

TEST_CASE("a number without slope says which operation has none") {
  Explorer e = open_text(moved_lesson);
  CHECK(refusal(e, AskWhatMoves{at(e, "best", {0})}).find("“argmax” has no slope") != std::string::npos);
  CHECK(refusal(e, AskWhatMoves{at(e, "apart", {0})}) == "No other number that is shown here moves A[1].");
}

TEST_CASE("slopes that would give away a hidden number are refused until the answer is shown") {
  Explorer e = open_text(moved_lesson);
  must(e, GoToStep{"asks"});
  const graph::CellRef seen = at(e, "p", {1, 1}), score = at(e, "y", {1, 1});
  CHECK(refusal(e, AskWhatMoves{seen}).find("give away") != std::string::npos);  // P (1 − P) holds the other share
  CHECK(refusal(e, AskWhatMoves{score}) == "");                                  // the numbers of X and W are shown
  must(e, AskWhatMoves{});
  must(e, Reveal{"q"});
  CHECK(refusal(e, AskWhatMoves{seen}) == "");
}

TEST_CASE("the reading view gets the slopes as tables, and the sentence") {
  Explorer e = asked("p", {0, 1});
  must(e, Nudge{at(e, "x", {0, 0})});
  const std::string json = e.reading_json();
  CHECK(json.find("\"moves\":{\"of\":{") != std::string::npos);
  CHECK(json.find("slopes of P[1, 2]") != std::string::npos);
  CHECK(json.find("X[1, 1] moved by +0.1") != std::string::npos);
}

TEST_CASE("a step with an attention figure shows its matrices during “What moves this?”") {
  Explorer e = open_page("multi-head");
  must(e, GoToStep{"mask-flag"});
  if (e.view().question) must(e, Reveal{e.view().question->id});
  REQUIRE(e.view().attention->is_shown);
  const TensorView weights = e.view().attention->weights;
  const graph::CellRef cell{weights.node, graph::Index(weights.shape.size())};
  must(e, AskWhatMoves{cell});
  CHECK_FALSE(e.view().attention->is_shown);
  REQUIRE(e.view().moves.has_value());
  CHECK_FALSE(e.view().moves->nodes.empty());
  must(e, AskWhatMoves{});
  CHECK(e.view().attention->is_shown);
  must(e, AskWhatMoves{cell});
  must(e, ShowAttention{.matrices = false, .scores = {}, .shared = {}, .threshold = {}});
  CHECK_FALSE(e.view().moves.has_value());
}

TEST_CASE("in every step of the page's lessons each number on stage tells what moves it, or why nothing does") {
  for (const std::string& id : bundled_lessons()) {
    Explorer e = open_text(read_file(id));
    std::size_t told = 0;
    for (const lesson::Step& step : std::vector(e.lesson().steps)) {
      must(e, GoToStep{step.id});
      if (e.view().question) must(e, Reveal{e.view().question->id});
      std::vector<graph::CellRef> cells;
      for (const FigureView& figure : e.view().stage)
        for (const TensorView& tensor : figure.tensors) {
          if (std::ranges::contains(tensor.shape, std::size_t{0})) continue;
          cells.push_back({tensor.node, graph::Index(tensor.shape.size())});
        }
      if (sanitized && cells.size() > 2) cells.resize(2);
      for (const graph::CellRef& cell : cells) {
        CAPTURE(id);
        CAPTURE(step.id);
        CAPTURE(e.graph().node(cell.node).name);
        const auto done = e.apply(AskWhatMoves{cell});
        if (!done) {
          CHECK((done.error().code == "gradient" || done.error().code == "slope" || done.error().code == "figure"));
          continue;
        }
        ++told;
        REQUIRE(e.view().moves.has_value());
        for (const graph::NodeId node : std::vector(e.view().moves->nodes)) {  // the view is made anew
          const graph::CellRef source{node, graph::Index(e.graph().node(node).shape.size())};
          must(e, Focus{source, true});
          CHECK(e.explanation() != nullptr);
          must(e, Nudge{source});
          CHECK_FALSE(e.view().moves->compared.empty());
        }
        must(e, AskWhatMoves{});
      }
    }
    CAPTURE(id);
    CHECK(told > 0);
  }
}

// Shared by the tests of the explorer: a small lesson with every kind of control, a question, a batch and a large
// tensor; opening it or a lesson of the page; and cells by the lesson's names.
#pragma once

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "explorer/hero/screen.hpp"
#include "explorer/json/json.hpp"
#include "explorer/large_map/screen.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/state/explorer.hpp"
#include "support/files.hpp"

namespace explorers {

using explorer::Explorer;

using files::bundled_lessons;
using files::files_in;
using files::page_lesson;
using files::read_file;

inline Explorer open_text(const std::string& json, explorer::Catalogue catalogue = {}) {
  auto opened = Explorer::open(json, std::move(catalogue));
  REQUIRE_MESSAGE(opened.has_value(), opened.error().path, ": ", opened.error().message);
  return std::move(*opened);
}

inline Explorer open_page(const std::string& id) { return open_text(page_lesson(id)); }

// x (2 × 3) times w (3 × 2) is y; "way" adds soft; n sets w's columns; the question of step "guess" hides y[0, *].
inline const std::string small_lesson = R"json({
  "format": 1, "id": "small", "version": "1.0.0",
  "title": { "en": "Small", "de": "Klein" },
  "summary": { "en": "For tests." },
  "convention": { "vectors": "rows", "projections": "in_out" },
  "decimals": 2,
  "parameters": [
    { "name": "n", "control": "number", "label": { "en": "Columns" }, "least": 1, "most": 3, "step": 1, "start": 2 },
    { "name": "doubled", "control": "toggle", "label": { "en": "Doubled" }, "start": false },
    { "name": "way", "control": "choice", "label": { "en": "Way", "de": "Weg" }, "start": "plain",
      "choices": [{ "value": "plain", "label": { "en": "Plain" } }, { "value": "soft", "label": { "en": "Soft" } }] }
  ],
  "generators": [{ "name": "g", "seed": 7 }],
  "tensors": [
    { "name": "x", "symbol": "X", "role": "input", "editable": true,
      "axes": [{ "name": "token", "labels": ["one", { "en": "two", "de": "zwei" }] }, { "name": "feature" }],
      "values": [[1, 2, 3], [4, 5, 6]] },
    { "name": "w", "symbol": "W", "role": "query_projection", "editable": true,
      "axes": [{ "name": "feature" }, { "name": "hidden" }],
      "values": [[1, 0, 1], [0, 1, 1], [1, 1, 1]], "shape": [3, { "parameter": "n" }] },
    { "name": "fixed", "symbol": "F", "role": "none", "axes": [{ "name": "token" }, { "name": "feature" }],
      "values": [[0.001, 0.002], [0.003, 0.004]] },
    { "name": "y", "symbol": "Y", "role": "query", "operation": "matmul", "inputs": ["x", "w"] },
    { "name": "z", "symbol": "Z", "role": "output",
      "choose": { "parameter": "way", "cases": {
        "plain": { "operation": "scale", "inputs": ["y"], "options": { "factor": 0.5 } },
        "soft": { "operation": "softmax", "inputs": ["y"], "options": { "axis": -1 } } } } },
    { "name": "y_1", "symbol": "y_1", "role": "query",
      "operation": "slice", "inputs": ["y"], "options": { "axis": 0, "start": 0, "stop": 1 } },
    { "name": "batch", "symbol": "B", "role": "input",
      "axes": [{ "name": "batch" }, { "name": "token" }, { "name": "feature" }],
      "random": { "generator": "g", "draw": "randn", "shape": [3, 4, 2] } },
    { "name": "large", "symbol": "L", "role": "scores", "axes": [{ "name": "query" }, { "name": "key" }],
      "random": { "generator": "g", "draw": "rand", "shape": [30, 20] } }
  ],
  "map": ["x", "w", "y", "z"],
  "steps": [
    { "id": "start", "title": { "en": "Start", "de": "Anfang" },
      "text": { "en": "The first cell is {=y[0,0]|2}, after [queries](query).", "de": "Die erste Zelle: {=y[0,0]|2}." },
      "formula": { "tex": "Y = XW", "element": "Y_{ij}" },
      "code": { "line": "y = x @ w", "printed": "y" },
      "stage": [{ "operation": "y" }], "focus": { "tensor": "y", "cells": [[0, 1]] },
      "controls": ["n", "doubled", "way"] },
    { "id": "guess", "title": { "en": "Guess" }, "text": { "en": "y holds {=y[0,0]|2} and {=y[1,0]|2}." },
      "code": { "line": "y = x @ w", "printed": "y" },
      "stage": [{ "operation": "z" }, { "tensors": ["y_1"] }], "focus": { "tensor": "y", "cells": [[0, 0]] },
      "question": { "id": "row-1", "prompt": { "en": "What is row 1?" }, "answer": { "en": "({=y[0,0]|2}, {=y[0,1]|2})" },
                    "hides": [{ "tensor": "y", "cells": [[0, 0], [0, 1]] }] } },
    { "id": "many", "title": { "en": "Many" }, "text": { "en": "Random." },
      "stage": [{ "tensors": ["batch", "large", "fixed"] }],
      "question": { "id": "all", "prompt": { "en": "?" }, "answer": { "en": "!" }, "hides": [{ "tensor": "fixed" }] } }
  ]
})json";

inline Explorer small() { return open_text(small_lesson); }

inline graph::CellRef at(const Explorer& e, const std::string& tensor, graph::Index index) {
  const auto node = e.graph().find(tensor);
  REQUIRE_MESSAGE(node.has_value(), "no tensor ", tensor);
  return {*node, std::move(index)};
}

inline float value(const Explorer& e, const std::string& tensor, const graph::Index& index) {
  const graph::CellRef cell = at(e, tensor, index);
  return e.graph().at(cell.node, cell.index);
}

inline void must(Explorer& e, const explorer::Command& command) {
  const auto done = e.apply(command);
  REQUIRE_MESSAGE(done.has_value(), done.error().path, ": ", done.error().message);
}

// The sentence that refuses the command; "" when it was carried out.
inline std::string refusal(Explorer& e, const explorer::Command& command) {
  const auto done = e.apply(command);
  return done ? "" : done.error().message;
}

inline void edit(Explorer& e, const std::string& tensor, graph::Index index, const std::string& text) {
  must(e, explorer::EditCell{at(e, tensor, std::move(index)), text});
}

inline std::string plain(const explorer::Paragraphs& paragraphs) {
  std::string out;
  for (const auto& paragraph : paragraphs)
    for (const auto& run : paragraph.runs) out += run.text;
  return out;
}

inline explorer::json::Document parse(const std::string& text) {
  auto document = explorer::json::read(text);
  REQUIRE_MESSAGE(document.has_value(), document.error().message, " in ", text.substr(0, 200));
  return std::move(*document);
}

inline const explorer::TensorView* on_stage(const Explorer& e, const std::string& name) {
  for (const auto& figure : e.view().stage)
    for (const auto& tensor : figure.tensors)
      if (tensor.name == name) return &tensor;
  return nullptr;
}

}  // namespace explorers

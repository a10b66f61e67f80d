// Shared by the tests of lessons: a small lesson to be changed in one place, the page's lesson files, and cells by name.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "lesson/lesson.hpp"
#include "lesson/run/run.hpp"
#include "support/files.hpp"

namespace lessons {

using files::page_lesson;
using files::read_file;

// A lesson of the page, parsed; a failure shows the error's place and message.
inline lesson::Lesson open(const std::string& id) {
  auto parsed = lesson::parse(page_lesson(id));
  REQUIRE_MESSAGE(parsed.has_value(), id, ": ", parsed.error().path, ": ", parsed.error().message);
  return std::move(*parsed);
}

inline graph::Graph run(const lesson::Lesson& opened, const lesson::Overrides& overrides = {}) {
  auto result = lesson::run(opened, overrides);
  REQUIRE_MESSAGE(result.has_value(), opened.id, ": ", result.error().path, ": ", result.error().message);
  return std::move(*result);
}

inline graph::NodeId node(const graph::Graph& graph, const std::string& name) {
  const auto id = graph.find(name);
  REQUIRE_MESSAGE(id.has_value(), "no tensor ", name);
  return *id;
}

inline double cell(const graph::Graph& graph, const std::string& name, std::initializer_list<std::size_t> index) {
  const std::vector<std::size_t> place(index);
  return static_cast<double>(graph.at(node(graph, name), place));
}

inline std::vector<double> all_cells(const graph::Graph& graph, const std::string& name) {
  const graph::NodeId id = node(graph, name);
  const graph::Shape& shape = graph.node(id).shape;
  std::vector<double> values;
  std::vector<std::size_t> index(shape.size(), 0);
  std::size_t count = 1;
  for (std::size_t size : shape) count *= size;
  for (std::size_t flat = 0; flat < count; ++flat) {
    values.push_back(static_cast<double>(graph.at(id, index)));
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
  return values;
}

// The cells of one row of a matrix.
inline std::vector<double> row(const graph::Graph& graph, const std::string& name, std::size_t which) {
  const std::size_t columns = graph.node(node(graph, name)).shape.at(1);
  std::vector<double> values;
  for (std::size_t column = 0; column < columns; ++column) values.push_back(cell(graph, name, {which, column}));
  return values;
}

// The name of an index of an axis: its label in the lesson, or its number from 1.
inline std::string label(const graph::Graph& graph, const std::string& name, std::size_t axis, std::size_t place) {
  const graph::Axis& known = graph.node(node(graph, name)).axes.at(axis);
  return place < known.labels.size() ? known.labels[place] : std::to_string(place + 1);
}

inline std::size_t largest(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

inline std::size_t smallest(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
}

// The index of the second largest.
inline std::size_t second(std::vector<double> values) {
  values[largest(values)] = -HUGE_VAL;
  return largest(values);
}

inline bool near(const std::vector<double>& got, const std::vector<double>& wanted, double tolerance) {
  if (got.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(got[i] - wanted[i] <= tolerance && wanted[i] - got[i] <= tolerance)) return false;
  return true;
}

inline std::string show(const std::vector<double>& values) {
  std::string text;
  for (double value : values) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.6g ", value);
    text += buffer;
  }
  return text;
}

// "row 2 of A is (.0009, .9088, .0903)", to as many digits as are given.
#define CHECK_NEAR(got, wanted, tolerance)                                                          \
  do {                                                                                              \
    const std::vector<double> got_values = (got);                                                   \
    CHECK_MESSAGE(lessons::near(got_values, std::vector<double> wanted, (tolerance)), #got, " is ", \
                  lessons::show(got_values));                                                       \
  } while (false)

// ---- one small lesson, and changes to its text ---------------------------------------------------------------------
inline const std::string small = R"({
  "format": 1,
  "id": "small",
  "version": "1.0.0",
  "title": { "en": "Small", "de": "Klein" },
  "parameters": [
    { "name": "size", "control": "number", "label": { "en": "Size" }, "least": 1, "most": 4, "start": 2 },
    { "name": "masked", "control": "toggle", "label": { "en": "Mask" }, "start": false },
    { "name": "way", "control": "choice", "label": { "en": "Way" }, "start": "dot",
      "choices": [{ "value": "dot", "label": { "en": "Dot" } }, { "value": "soft", "label": { "en": "Soft" } }] }
  ],
  "generators": [{ "name": "g", "seed": 42 }],
  "tensors": [
    { "name": "x", "symbol": "X", "role": "input", "editable": true,
      "axes": [{ "name": "token", "labels": ["one", { "en": "two", "de": "zwei" }] }, { "name": "feature" }],
      "values": [[1, 2, 3], [4, 5, 6]] },
    { "name": "w", "random": { "generator": "g", "draw": "rand", "shape": [3, { "parameter": "size" }] } },
    { "name": "y", "role": "scores", "operation": "matmul", "inputs": ["x", "w"], "options": { "transpose": "none" } },
    { "name": "z", "role": "weights",
      "choose": { "parameter": "way", "cases": {
        "dot": { "operation": "matmul", "inputs": ["x", "x"], "options": { "transpose": "second" } },
        "soft": { "operation": "softmax", "inputs": ["x"], "options": { "axis": -1 } } } } }
  ],
  "map": ["x", "y"],
  "steps": [
    { "id": "first", "title": { "en": "First" }, "text": { "en": ["See [X](input).", "Cell {=x[0,1]|2}."] },
      "formula": { "tex": "\\inputs{X}" },
      "code": { "line": "x", "printed": "x" },
      "stage": [{ "operation": "y" }, { "tensors": ["x", "w"] }],
      "focus": { "tensor": "y", "cells": [[0, 0]] },
      "controls": ["size"],
      "question": { "id": "q", "prompt": { "en": "?" }, "answer": { "en": "!" }, "hides": [{ "tensor": "y" }] } }
  ]
})";

inline std::string changed(const std::string& from, const std::string& to, std::string text = small) {
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, "the small lesson has no ", from);
  return text.replace(at, from.size(), to);
}

inline lesson::Error error_of(const std::string& text) {
  const auto parsed = lesson::parse(text);
  REQUIRE_MESSAGE(!parsed.has_value(), "this should have been refused");
  return parsed.error();
}

inline bool says(const lesson::Error& error, const std::string& words) {
  const bool found = error.message.find(words) != std::string::npos;
  if (!found) MESSAGE("the message is: ", error.message);
  return found;
}

}  // namespace lessons

// A figure of a step, as its kind reads it from the lesson file. Each kind has a folder in src/figures and is listed in
// src/figures/kinds.cmake; nothing here names one.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/graph.hpp"

namespace lesson {

class Cursor;
class Schema;
struct Known;
struct Lesson;

// Every kind derives a type from it with a constant `key`, the name of its folder and its key in lesson files.
struct StepFigure {
  std::string_view key;
  std::string pointer;  // JSON pointer of its definition
  virtual ~StepFigure() = default;
  // An Error if a tensor that it names does not have the shape that it needs.
  virtual graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const = 0;
  // The tensors whose cells are on the stage while it is shown. Of a figure on the stage: all that it shows.
  virtual std::vector<std::string> cells() const { return {}; }
  // A step that has it shows the weights of the lesson's run; all other steps show the lesson's own.
  virtual bool shows_trained() const { return false; }
};

using StepFigures = std::vector<std::shared_ptr<const StepFigure>>;

// The figure of this kind, if there is one.
template <class Kind>
const Kind* figure_of(const StepFigures& figures) {
  for (const std::shared_ptr<const StepFigure>& figure : figures)
    if (figure->key == Kind::key) return static_cast<const Kind*>(figure.get());
  return nullptr;
}

// How a kind is written in lesson files, by its table: each instantiates it. Failures are recorded in the cursor.
template <class Figure>
struct FigureOf {
  static std::shared_ptr<StepFigure> read(const Cursor& place, const Known& known);
  static std::string schema(Schema& schema);
};

struct FigureReader {
  std::string_view key;
  std::shared_ptr<StepFigure> (*read)(const Cursor& place, const Known& known);
};
// Apart from the reader, so that the page's program has no schema.
struct FigureSchema {
  std::string_view key;
  std::string (*write)(Schema& schema);
};

// For checks: the shape of a tensor of the lesson; none if there is no such tensor.
inline graph::Shape shape_of(const graph::Graph& graph, std::string_view name) {
  const std::optional<graph::NodeId> node = graph.find(name);
  return node ? graph.node(*node).shape : graph::Shape{};
}
inline bool has_one_cell(const graph::Graph& graph, std::string_view name) {
  const graph::Shape shape = shape_of(graph, name);
  return std::ranges::all_of(shape, [](std::size_t length) { return length == 1; });
}

}  // namespace lesson

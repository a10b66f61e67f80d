// Reads the steps: texts, formula, code line, figures, controls and the question. Everything that a step names must
// exist; whether a cell lies inside its tensor depends on parameters and is checked when it is drawn.
#include "figures/readers.hpp"
#include "lesson/read/reader.hpp"

namespace lesson {
namespace {

When read_when(const Cursor& place, const Known& known) {
  When when;
  if (!place.exists() || !place.object({"parameter", "is"})) return when;
  when.parameter = read_parameter_name(place.required("parameter"), known);
  when.is = place.required("is").string();
  if (const Parameter* parameter = known.parameter(when.parameter)) check_value(place["is"], *parameter, when.is);
  return when;
}

// The "tensor" and "cells" of an object that may have other keys too.
CellSpec cells_of(const Cursor& place, const Known& known) {
  CellSpec cells;
  cells.tensor = read_tensor_name(place.required("tensor"), known);
  if (!place["cells"].exists()) return cells;
  for (const Cursor& cell : place["cells"].items()) {
    graph::Index index;
    for (const Cursor& entry : cell.items())
      index.push_back(static_cast<std::size_t>(entry.integer(0, static_cast<std::int64_t>(max_values))));
    cells.cells.push_back(std::move(index));
  }
  return cells;
}

std::shared_ptr<const StepFigure> read_by(const FigureReader& kind, const Cursor& place, const Known& known) {
  std::shared_ptr<StepFigure> figure = kind.read(place, known);
  figure->key = kind.key;
  figure->pointer = place.pointer();
  return figure;
}

Figure read_figure(const Cursor& place, const Known& known) {
  Figure figure;
  figure.pointer = place.pointer();
  std::vector<std::string_view> kinds{"operation", "tensors", "attention"}, instead{"attention"};
  for (const FigureReader& kind : figures_on_stage) {
    kinds.push_back(kind.key);
    instead.push_back(kind.key);
  }
  std::vector<std::string_view> keys{"scores", "outline", "when", "newBeat"};
  keys.insert(keys.end(), kinds.begin(), kinds.end());
  if (!place.object(keys)) return figure;
  if (std::ranges::count_if(kinds, [&](std::string_view kind) { return place[kind].exists(); }) != 1) {
    std::string others;
    for (const FigureReader& kind : figures_on_stage) others += joined({", “", kind.key, "”"});
    place.fail("figure", {"A figure shows one “operation” (the name of its result), some “tensors”, “attention” (the "
                          "name of the weights)",
                          others, ". Give one of them."});
    return figure;
  }
  if (place["scores"].exists() && !place["attention"].exists()) {
    place["scores"].fail("figure", "Only an “attention” figure has “scores”. Leave them out, or name the weights.");
    return figure;
  }
  for (const std::string_view key : {"outline", "when", "newBeat"})
    for (const std::string_view kind : instead)
      if (place[key].exists() && place[kind].exists()) {
        place[key].fail("figure", {"A figure of the kind “", kind, "” has no “", key, "”. Take it out."});
        return figure;
      }
  if (place["outline"].exists()) figure.outline = read_tensor_name(place["outline"], known);
  figure.when = read_when(place["when"], known);
  figure.new_beat = place["newBeat"].boolean_or(false);
  if (place["attention"].exists()) {
    figure.kind = Figure::Kind::attention;
    figure.tensors.push_back(read_tensor_name(place["attention"], known));
    if (place["scores"].exists()) figure.scores = read_tensor_name(place["scores"], known);
    return figure;
  }
  for (const FigureReader& kind : figures_on_stage) {
    if (!place[kind.key].exists()) continue;
    figure.kind = Figure::Kind::own;
    figure.own = read_by(kind, place[kind.key], known);
    figure.tensors = figure.own->cells();
    return figure;
  }
  if (place["operation"].exists()) {
    figure.tensors.push_back(read_tensor_name(place["operation"], known));
    return figure;
  }
  figure.kind = Figure::Kind::tensors;
  figure.tensors = read_tensor_names(place["tensors"], known);
  if (figure.tensors.empty()) place["tensors"].fail("figure", "This figure shows nothing. Name at least one tensor.");
  return figure;
}

// Every combination of settings leaves at least one figure on the stage.
bool never_empty(const std::vector<Figure>& stage, const Known& known) {
  for (const Figure& figure : stage) {
    if (figure.when.parameter.empty()) return true;
    const Parameter* parameter = known.parameter(figure.when.parameter);
    if (!parameter) return true;  // already reported
    const auto shown = [&](const std::string& value) {
      return std::ranges::any_of(stage, [&](const Figure& other) {
        return other.when.parameter == figure.when.parameter && other.when.is == value;
      });
    };
    if (std::ranges::all_of(spelt_values(*parameter), shown)) return true;
  }
  return stage.empty();
}

}  // namespace

std::vector<std::string> read_tensor_names(const Cursor& place, const Known& known) {
  std::vector<std::string> names;
  if (!place.exists()) return names;
  for (const Cursor& item : place.items()) names.push_back(read_tensor_name(item, known));
  return names;
}

CellSpec read_cells(const Cursor& place, const Known& known) {
  if (!place.object({"tensor", "cells"})) return {};
  return cells_of(place, known);
}

HiddenCells read_hidden(const Cursor& place, const Known& known) {
  if (!place.object({"tensor", "cells", "when"})) return {};
  return {cells_of(place, known), read_when(place["when"], known)};
}

// A parameter, or some of the choices of one.
void read_control(const Cursor& place, const Known& known, Step& step) {
  if (!place.is_object()) {
    step.controls.push_back(read_parameter_name(place, known));
    return;
  }
  if (!place.object({"parameter", "choices"})) return;
  const std::string name = read_parameter_name(place.required("parameter"), known);
  step.controls.push_back(name);
  const Parameter* parameter = known.parameter(name);
  if (!parameter) return;
  for (const Cursor& choice : place.required("choices").items()) {
    std::string value = choice.string();
    check_value(choice, *parameter, value);
    step.offered[name].push_back(std::move(value));
  }
}

Varied<Formula> read_formula(const Cursor& place, const Known& known) {
  return read_varied(place, known, [](const Cursor& formula) {
    if (!formula.object({"tex", "element"})) return Formula{};
    return Formula{read_tex(formula.required("tex")),
                   formula["element"].exists() ? read_tex(formula["element"]) : std::string()};
  });
}

Step read_step(const Cursor& place, const Known& known) {
  Step step;
  step.pointer = place.pointer();
  std::vector<std::string_view> keys{"id",    "title", "text",  "tryIt",    "watchOut", "formula", "code",
                                     "stage", "map",   "focus", "controls", "question", "set"};
  for (const FigureReader& kind : figures_above) keys.push_back(kind.key);
  if (!place.object(keys)) return step;
  step.id = place.required("id").name();
  if (step.id == closing_id)
    place["id"].fail("repeated_name", "“end” is the page after the last step. Give this step another id.");
  step.title = read_text(place.required("title"), known, Markup::none);
  const auto light = [&](const Cursor& text) { return read_text(text, known, Markup::light); };
  step.text = read_varied(place.required("text"), known, light);
  step.try_it = read_varied(place["tryIt"], known, light);
  step.watch_out = read_varied(place["watchOut"], known, light);
  step.formula = read_formula(place["formula"], known);
  step.code = read_varied(place["code"], known, [&](const Cursor& code) {
    if (!code.object({"line", "printed"})) return CodeLine{};
    return CodeLine{read_lines(code.required("line"), "\n"),
                    code["printed"].exists() ? read_tensor_name(code["printed"], known) : std::string()};
  });
  for (const FigureReader& kind : figures_above)
    if (place[kind.key].exists()) step.figures.push_back(read_by(kind, place[kind.key], known));
  const auto figures = place.required("stage").items();
  bool alone = false;
  for (const Cursor& item : figures) {
    step.stage.push_back(read_figure(item, known));
    if (is_matrices(step.stage.back())) continue;
    if (alone)
      item.fail("figure", "A stage has room for one figure instead of matrices. Give the other a step of its own.");
    alone = true;
  }
  if (!never_empty(step.stage, known))
    place["stage"].fail(
        "figure",
        "For some values of its parameter nothing is on this stage. Add a figure without “when”, or one "
        "for each value.");
  if (figures.empty())
    place["stage"].fail("figure", "The stage of this step is empty. Name an operation or some tensors.");
  step.map = read_tensor_names(place["map"], known);
  if (const Cursor focus = place["focus"]; focus.exists()) {
    step.focus = read_cells(focus, known);
    if (step.focus->cells.size() != 1)
      focus.fail("focus", "The focus is one cell. Write {\"tensor\": …, \"cells\": [[0, 0]]}.");
  }
  if (place["controls"].exists())
    for (const Cursor& item : place["controls"].items()) read_control(item, known, step);
  step.sets = read_settings(place["set"], known);
  if (place["question"].exists()) step.question = read_question(place["question"], known);
  return step;
}

}  // namespace lesson

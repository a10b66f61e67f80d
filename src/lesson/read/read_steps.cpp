// Reads the steps: texts, formula, code line, figures, controls and the question. Everything that a step names must
// exist; whether a cell lies inside its tensor depends on parameters and is checked when it is drawn.
#include "lesson/read/nearest.hpp"
#include "lesson/read/reader.hpp"

namespace lesson {
namespace {

std::vector<std::string> read_tensor_names(const Cursor& place, const Known& known) {
  std::vector<std::string> names;
  if (!place.exists()) return names;
  for (const Cursor& item : place.items()) names.push_back(read_tensor_name(item, known));
  return names;
}

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

std::array<std::size_t, 2> read_pair(const Cursor& place) {
  std::array<std::size_t, 2> pair{0, 1};
  if (!place.exists()) return pair;
  const auto items = place.items();
  if (items.size() != 2) {
    place.fail("figure", "A plane has two features. Name two places, counted from 0, such as [0, 1].");
    return pair;
  }
  for (std::size_t i = 0; i < 2; ++i)
    pair[i] = static_cast<std::size_t>(items[i].integer(0, static_cast<std::int64_t>(max_values)));
  if (pair[0] == pair[1])
    place.fail("figure", "Both are the same feature, which makes no plane. Name two different places.");
  return pair;
}

Plane read_plane(const Cursor& place, const Known& known) {
  Plane plane;
  static constexpr std::string_view keys[] = {"query",  "keys",   "row",       "scores",   "weights",
                                              "values", "output", "undivided", "features", "valueFeatures"};
  if (!place.object(keys)) return plane;
  const auto optional = [&](std::string_view key) {
    return place[key].exists() ? read_tensor_name(place[key], known) : std::string();
  };
  plane.query = read_tensor_name(place.required("query"), known);
  plane.keys = read_tensor_name(place.required("keys"), known);
  plane.scores = read_tensor_name(place.required("scores"), known);
  plane.weights = read_tensor_name(place.required("weights"), known);
  plane.values = optional("values");
  plane.output = optional("output");
  plane.undivided = optional("undivided");
  if (place["row"].exists())
    plane.row = static_cast<std::size_t>(place["row"].integer(0, static_cast<std::int64_t>(max_values)));
  plane.features = read_pair(place["features"]);
  plane.value_features = read_pair(place["valueFeatures"]);
  if (place["values"].exists() != place["output"].exists())
    place.fail("figure", "“values” and their mixture, “output”, belong together. Name both or none.");
  return plane;
}

Figure read_figure(const Cursor& place, const Known& known) {
  Figure figure;
  figure.pointer = place.pointer();
  if (!place.object({"operation", "tensors", "attention", "plane", "scores", "outline", "when", "newBeat"}))
    return figure;
  const int kinds = static_cast<int>(place["operation"].exists()) + static_cast<int>(place["tensors"].exists()) +
                    static_cast<int>(place["attention"].exists()) + static_cast<int>(place["plane"].exists());
  if (kinds != 1) {
    place.fail("figure",
               "A figure shows either one “operation” (the name of its result), some “tensors”, “attention” (the name "
               "of the weights), or a “plane”. Give one of them.");
    return figure;
  }
  if (place["scores"].exists() && !place["attention"].exists()) {
    place["scores"].fail("figure", "Only an “attention” figure has “scores”. Leave them out, or name the weights.");
    return figure;
  }
  for (const std::string_view key : {"outline", "when", "newBeat"})
    for (const std::string_view kind : {"attention", "plane"})
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
  if (place["plane"].exists()) {
    figure.kind = Figure::Kind::plane;
    figure.plane = read_plane(place["plane"], known);
    const Plane& plane = *figure.plane;
    for (const std::string* name :
         {&plane.query, &plane.keys, &plane.values, &plane.scores, &plane.weights, &plane.output})
      if (!name->empty() && !std::ranges::contains(figure.tensors, *name)) figure.tensors.push_back(*name);
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

// {"mask": false, "rate": 4}
std::vector<std::pair<std::string, ParameterValue>> read_sets(const Cursor& place, const Known& known) {
  std::vector<std::pair<std::string, ParameterValue>> sets;
  if (!place.exists() || !place.open_object()) return sets;
  for (const auto& [name, item] : place.entries()) {
    const Parameter* parameter = known.parameter(name);
    if (!parameter) {
      std::vector<std::string_view> names;
      for (const Parameter& other : known.lesson.parameters) names.push_back(other.name);
      item.fail("unknown_parameter", {"This lesson has no parameter “", name, "”.", suggestion(name, names)});
      return sets;
    }
    if (parameter->control == Parameter::Control::picture) {
      item.fail("parameter", {"The picture “", name, "” is the reader's choice. A step cannot set it; take it out."});
      return sets;
    }
    sets.emplace_back(name, read_parameter_value(item, *parameter));
  }
  return sets;
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

CellSpec read_cells(const Cursor& place, const Known& known) {
  if (!place.object({"tensor", "cells"})) return {};
  return cells_of(place, known);
}

HiddenCells read_hidden(const Cursor& place, const Known& known) {
  if (!place.object({"tensor", "cells", "when"})) return {};
  return {cells_of(place, known), read_when(place["when"], known)};
}

TrainingFigure read_training_figure(const Cursor& place, const Known& known) {
  TrainingFigure figure;
  figure.pointer = place.pointer();
  if (!place.object({"lines", "maps", "even", "shares", "wanted", "heads", "without", "accuracy", "sequence"}))
    return figure;
  figure.lines = read_tensor_names(place["lines"], known);
  if (place["maps"].exists()) figure.maps = read_tensor_name(place["maps"], known);
  figure.right = read_tensor_names(place["accuracy"], known);
  for (const auto& [key, heights] : {std::pair("lines", &figure.lines), std::pair("accuracy", &figure.right)})
    if (heights->size() > TrainingFigure::most_heights)
      place[key].fail(
          "figure", {"There is room for ", std::to_string(TrainingFigure::most_heights), " heights. Leave some out."});
  if (place["sequence"].exists()) figure.sequence = read_tensor_name(place["sequence"], known);
  for (const auto& [key, name] :
       {std::pair("even", &figure.even), std::pair("shares", &figure.shares), std::pair("wanted", &figure.wanted),
        std::pair("heads", &figure.heads), std::pair("without", &figure.without)}) {
    if (!place[key].exists()) continue;
    *name = read_tensor_name(place[key], known);
    if (figure.maps.empty()) place[key].fail("figure", {"“", key, "” is drawn beside the maps. Name “maps”, too."});
  }
  return figure;
}

WrittenFigure read_written(const Cursor& place, const Known& known) {
  WrittenFigure figure;
  figure.pointer = place.pointer();
  if (!place.object({"line", "letters", "weights"})) return figure;
  figure.line = read_tensor_name(place.required("line"), known);
  figure.letters = read_tensor_name(place.required("letters"), known);
  figure.weights = read_tensor_name(place.required("weights"), known);
  return figure;
}

CurveFigure read_curve(const Cursor& place, const Known& known) {
  CurveFigure curve;
  curve.pointer = place.pointer();
  if (!place.object({"over", "lines", "point", "marks"})) return curve;
  curve.over = read_tensor_name(place.required("over"), known);
  curve.lines = read_tensor_names(place.required("lines"), known);
  if (curve.lines.empty()) place["lines"].fail("figure", "This curve has no line. Name a vector of heights.");
  if (place["point"].exists()) {
    const std::vector<std::string> point = read_tensor_names(place["point"], known);
    if (point.size() == 2) curve.point = {point[0], point[1]};
    else
      place["point"].fail("figure",
                          "A point has two numbers. Name the tensor of its place along the axis, then that of "
                          "its height.");
  }
  curve.marks = read_tensor_names(place["marks"], known);
  return curve;
}

Step read_step(const Cursor& place, const Known& known) {
  Step step;
  step.pointer = place.pointer();
  static constexpr std::string_view keys[] = {"id",    "title", "text",     "tryIt",    "watchOut", "formula", "code",
                                              "stage", "map",   "focus",    "controls", "question", "picture", "bars",
                                              "words", "curve", "training", "written",  "set"};
  if (!place.object(keys)) return step;
  step.id = place.required("id").name();
  if (step.id == closing_id)
    place["id"].fail("repeated_name", "“end” is the page after the last step. Give this step another id.");
  step.title = read_text(place.required("title"), known, Markup::none);
  const auto light = [&](const Cursor& text) { return read_text(text, known, Markup::light); };
  step.text = read_varied(place.required("text"), known, light);
  step.try_it = read_varied(place["tryIt"], known, light);
  step.watch_out = read_varied(place["watchOut"], known, light);
  step.formula = read_varied(place["formula"], known, [](const Cursor& formula) {
    if (!formula.object({"tex", "element"})) return Formula{};
    return Formula{read_tex(formula.required("tex")),
                   formula["element"].exists() ? read_tex(formula["element"]) : std::string()};
  });
  step.code = read_varied(place["code"], known, [&](const Cursor& code) {
    if (!code.object({"line", "printed"})) return CodeLine{};
    return CodeLine{read_lines(code.required("line"), "\n"),
                    code["printed"].exists() ? read_tensor_name(code["printed"], known) : std::string()};
  });
  if (const Cursor picture = place["picture"]; picture.exists() && picture.object({"image", "weights", "mixed"})) {
    step.picture = PictureFigure{
        read_tensor_name(picture.required("image"), known), read_tensor_name(picture.required("weights"), known),
        picture["mixed"].exists() ? read_tensor_name(picture["mixed"], known) : std::string(), picture.pointer()};
  }
  if (place["words"].exists()) step.words = read_tensor_name(place["words"], known);
  step.bars = read_tensor_names(place["bars"], known);
  if (place["curve"].exists()) step.curve = read_curve(place["curve"], known);
  if (place["written"].exists()) step.written = read_written(place["written"], known);
  if (place["training"].exists()) step.training = read_training_figure(place["training"], known);
  const auto figures = place.required("stage").items();
  bool alone = false;
  for (const Cursor& item : figures) {
    step.stage.push_back(read_figure(item, known));
    if (step.stage.back().kind != Figure::Kind::attention && step.stage.back().kind != Figure::Kind::plane) continue;
    if (alone)
      item.fail("figure", "A stage has room for one “attention” figure or “plane”. Give the other a step of its own.");
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
    for (const Cursor& item : place["controls"].items()) step.controls.push_back(read_parameter_name(item, known));
  step.sets = read_sets(place["set"], known);
  if (place["question"].exists()) step.question = read_question(place["question"], known);
  return step;
}

}  // namespace lesson

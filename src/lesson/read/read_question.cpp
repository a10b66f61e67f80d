// Reads questions: their parts, the quantities of the graph that answer them, likely wrong answers, and variants.
// Whether a cell lies inside its tensor depends on parameters and is checked when an answer is judged.
#include <algorithm>
#include <array>

#include "lesson/read/reader.hpp"

namespace lesson {
namespace {

constexpr auto part_kinds =
    std::to_array<std::string_view>({"cell", "number", "shape", "choice", "several", "order", "truth", "goal"});
constexpr auto quantity_keys =
    std::to_array<std::string_view>({"cell", "cells", "largest", "smallest", "place", "order", "shape", "axis", "size",
                                     "different", "sum", "ratio", "difference", "length"});
constexpr auto condition_keys =
    std::to_array<std::string_view>({"equal", "less", "not", "atMost", "atLeast", "zero", "all", "any"});

Quantity read_quantity(const Cursor& place, const Known& known, bool may_be_given);

graph::Index read_cell_index(const Cursor& place) {
  graph::Index index;
  for (const Cursor& entry : place.items())
    index.push_back(static_cast<std::size_t>(entry.integer(0, static_cast<std::int64_t>(max_values))));
  return index;
}

CellSpec read_one_cell(const Cursor& place, const Known& known) {
  CellSpec cell;
  if (!place.object({"tensor", "index"})) return cell;
  cell.tensor = read_tensor_name(place.required("tensor"), known);
  cell.cells.push_back(read_cell_index(place.required("index")));
  return cell;
}

// {"tensor", "cells", "rank", "smallest"}: cells to rank.
void read_ranked(const Cursor& place, const Known& known, Quantity& quantity, bool with_rank) {
  static constexpr std::string_view all[] = {"tensor", "cells", "rank", "smallest"};
  static constexpr std::string_view unranked[] = {"tensor", "cells", "smallest"};
  if (!place.object(with_rank ? std::span<const std::string_view>(all) : unranked)) return;
  quantity.from.tensor = read_tensor_name(place.required("tensor"), known);
  if (place["cells"].exists())
    for (const Cursor& cell : place["cells"].items()) quantity.from.cells.push_back(read_cell_index(cell));
  if (place["rank"].exists()) quantity.rank = static_cast<std::size_t>(place["rank"].integer(1, 10'000));
  quantity.smallest_first = quantity.smallest_first || place["smallest"].boolean_or(false);
}

void fill_quantity(std::string_view key, const Cursor& at, const Known& known, Quantity& quantity) {
  using Of = Quantity::Kind;
  if (key == "cell") {
    quantity.kind = Of::cells;
    quantity.from = read_one_cell(at, known);
  } else if (key == "cells" || key == "sum" || key == "length") {
    quantity.kind = key == "sum" ? Of::sum : key == "length" ? Of::length : Of::cells;
    quantity.from = read_cells(at, known);
  } else if (key == "largest" || key == "smallest" || key == "place" || key == "order") {
    quantity.kind = key == "place" ? Of::place : key == "order" ? Of::order : Of::largest;
    quantity.smallest_first = key == "smallest";
    read_ranked(at, known, quantity, key != "order");
  } else if (key == "shape" || key == "different") {
    quantity.kind = key == "shape" ? Of::shape : Of::different;
    quantity.from.tensor = read_tensor_name(at, known);
  } else if (key == "axis") {
    quantity.kind = Of::axis;
    if (!at.object({"tensor", "axis"})) return;
    quantity.from.tensor = read_tensor_name(at.required("tensor"), known);
    quantity.axis = static_cast<std::size_t>(at.required("axis").integer(0, max_axes - 1));
  } else if (key == "size") {
    quantity.kind = Of::size;
    for (const Cursor& item : at.items()) quantity.tensors.push_back(read_tensor_name(item, known));
    if (quantity.tensors.empty()) at.fail("answer", "Nothing is counted here. Name at least one tensor.");
  } else {
    quantity.kind = key == "ratio" ? Of::ratio : Of::difference;
    for (const Cursor& item : at.items()) quantity.of.push_back(read_quantity(item, known, false));
    if (quantity.of.size() != 2) at.fail("answer", {"A ", key, " is of two quantities. Write them as a list of two."});
  }
}

Quantity read_quantity(const Cursor& place, const Known& known, bool may_be_given) {
  Quantity quantity;
  if (place.is_number() || place.is_array()) {
    if (!may_be_given) {
      place.fail("answer",
                 "A right answer is computed from the graph, not written down. Name what it is, such as "
                 "{\"cell\": {\"tensor\": …, \"index\": [0, 0]}}.");
      return quantity;
    }
    if (place.is_number()) quantity.numbers.push_back(place.number());
    else
      for (const Cursor& item : place.items()) quantity.numbers.push_back(item.number());
    return quantity;
  }
  if (!place.object(quantity_keys)) return quantity;
  const auto entries = place.entries();
  if (entries.size() != 1) {
    place.fail("answer", "A quantity has exactly one key, such as “cell”, “shape” or “size”. Keep one.");
    return quantity;
  }
  fill_quantity(entries.front().first, entries.front().second, known, quantity);
  return quantity;
}

Condition read_condition(const Cursor& place, const Known& known) {
  Condition condition;
  if (place.is_boolean()) {
    condition.value = place.boolean();
    return condition;
  }
  static constexpr std::string_view keys[] = {"equal", "less", "not", "atMost",   "atLeast",
                                              "zero",  "all",  "any", "tolerance"};
  if (!place.object(keys)) return condition;
  const auto named = [&](std::string_view key) { return place[key].exists(); };
  if (std::ranges::count_if(condition_keys, named) != 1) {
    place.fail("condition",
               "A condition has one of “equal”, “less”, “atMost”, “atLeast”, “zero”, “all”, “any” and “not”, or is "
               "true or false. Keep one.");
    return condition;
  }
  using Is = Condition::Kind;
  static constexpr Is kinds[] = {Is::equal,    Is::less, Is::negated, Is::at_most,
                                 Is::at_least, Is::zero, Is::all,     Is::any};
  const auto found = static_cast<std::size_t>(std::ranges::find_if(condition_keys, named) - condition_keys.begin());
  const Cursor at = place[condition_keys[found]];
  condition.kind = kinds[found];
  if (place["tolerance"].exists()) condition.tolerance = place["tolerance"].number(0, 1e30);
  if (condition.kind == Is::negated) {
    condition.of.push_back(read_condition(at, known));
  } else if (condition.kind == Is::all || condition.kind == Is::any) {
    for (const Cursor& item : at.items()) condition.of.push_back(read_condition(item, known));
    if (condition.of.empty()) at.fail("condition", "This list is empty. Write at least one condition.");
  } else if (condition.kind == Is::zero) {
    condition.sides.push_back(read_quantity(at, known, false));
  } else {
    for (const Cursor& side : at.items()) condition.sides.push_back(read_quantity(side, known, true));
    if (condition.sides.size() != 2) at.fail("condition", "A comparison has two sides. Write a list of two.");
  }
  return condition;
}

// A goal: a condition, or a list of which all must hold.
Condition read_goal(const Cursor& place, const Known& known) {
  if (!place.is_array()) return read_condition(place, known);
  Condition all;
  all.kind = Condition::Kind::all;
  for (const Cursor& item : place.items()) all.of.push_back(read_condition(item, known));
  if (all.of.empty()) place.fail("condition", "This list is empty. Write at least one condition.");
  return all;
}

Freedom read_freedom(const Cursor& place, const Known& known) {
  Freedom free;
  if (!place.exists()) return free;
  for (const Cursor& item : place.items()) {
    if (!item.object({"tensor", "cells", "parameter"})) return free;
    if (item["parameter"].exists()) free.parameters.push_back(read_parameter_name(item["parameter"], known));
    else free.cells.push_back(read_cells(item, known));
  }
  if (free.empty()) place.fail("question", "Nothing is free here, so the goal cannot be reached. Name a tensor.");
  return free;
}

std::vector<Change> read_solution(const Cursor& place, const Known& known) {
  std::vector<Change> changes;
  if (!place.exists()) return changes;
  for (const Cursor& item : place.items()) {
    Change change;
    change.pointer = item.pointer();
    if (!item.object({"tensor", "cells", "values", "parameter", "is"})) return changes;
    if (item["parameter"].exists()) {
      change.parameter = read_parameter_name(item["parameter"], known);
      change.value = item.required("is").string();
      if (const Parameter* parameter = known.parameter(change.parameter))
        check_value(item["is"], *parameter, change.value);
    } else {
      change.cells.tensor = read_tensor_name(item.required("tensor"), known);
      if (item["cells"].exists())
        for (const Cursor& cell : item["cells"].items()) change.cells.cells.push_back(read_cell_index(cell));
      change.values = read_values(item.required("values")).data;
      if (!change.cells.cells.empty() && change.cells.cells.size() != change.values.size())
        item["values"].fail("question", "There are not as many values as cells. Write one for each.");
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

std::vector<AnswerOption> read_answer_options(const Cursor& place, const Known& known) {
  std::vector<AnswerOption> options;
  bool can_be_right = false;
  for (const Cursor& item : place.items()) {
    AnswerOption option;
    if (!item.object({"id", "label", "right", "say"})) return options;
    option.id = item.required("id").name();
    option.label = read_text(item.required("label"), known, Markup::light);
    if (item["right"].exists()) option.right = read_condition(item["right"], known);
    option.say = read_text_or_empty(item["say"], known, Markup::light);
    can_be_right = can_be_right || option.right.kind != Condition::Kind::plain || option.right.value;
    if (std::ranges::any_of(options, [&](const AnswerOption& other) { return other.id == option.id; }))
      item["id"].fail("repeated_name", {"Two options are called “", option.id, "”. Give each its own id."});
    options.push_back(std::move(option));
  }
  if (options.size() < 2) place.fail("options", "There is nothing to choose here. Write at least two options.");
  else if (!can_be_right)
    place.fail("options", "None of these options can be right. Give one “right”: true, or a condition.");
  return options;
}

std::vector<WrongAnswer> read_wrong(const Cursor& place, const Known& known, bool cells) {
  std::vector<WrongAnswer> all;
  if (!place.exists()) return all;
  for (const Cursor& item : place.items()) {
    WrongAnswer wrong;
    static constexpr std::string_view of_cells[] = {"cells", "say"};
    static constexpr std::string_view of_values[] = {"value", "tolerance", "say"};
    if (!item.object(cells ? std::span<const std::string_view>(of_cells) : of_values)) return all;
    if (cells)
      for (const Cursor& cell : item.required("cells").items()) wrong.cells.push_back(read_cell_index(cell));
    else wrong.value = read_quantity(item.required("value"), known, true);
    if (item["tolerance"].exists()) wrong.tolerance = item["tolerance"].number(0, 1e30);
    wrong.say = read_text(item.required("say"), known, Markup::light);
    all.push_back(std::move(wrong));
  }
  return all;
}

void read_labels(const Cursor& place, const Known& known, Part& part) {
  if (!place.object({"tensor", "axis"})) return;
  part.tensor = read_tensor_name(place.required("tensor"), known);
  part.axis = static_cast<std::size_t>(place.required("axis").integer(0, max_axes - 1));
}

Part read_part(const Cursor& place, const Known& known) {
  Part part;
  part.pointer = place.pointer();
  static constexpr std::string_view keys[] = {"kind",    "label", "answer", "tolerance", "tensor",  "labels",
                                              "options", "wrong", "say",    "free",      "solution"};
  if (!place.object(keys)) return part;
  const std::string kind = read_word(place.required("kind"), part_kinds, "kind of question");
  const auto found = std::ranges::find(part_kinds, kind);
  if (found == part_kinds.end()) return part;
  part.kind = static_cast<Part::Kind>(found - part_kinds.begin());
  using Is = Part::Kind;
  const auto refuse = [&](std::string_view key, std::string_view instead) {
    if (place[key].exists())
      place[key].fail("question", {"“", key, "” has no meaning for a question of kind “", kind, "”. ", instead});
  };
  part.label = read_text_or_empty(place["label"], known, Markup::light);
  part.say = read_text_or_empty(place["say"], known, Markup::light);
  const bool by_options =
      part.kind == Is::truth || ((part.kind == Is::choice || part.kind == Is::several) && place["options"].exists());
  if (part.kind == Is::goal) {
    part.truth = read_goal(place.required("answer"), known);
    part.free = read_freedom(place["free"], known);
    part.solution = read_solution(place["solution"], known);
    for (const std::string_view key : {"options", "tensor", "labels", "tolerance", "wrong"})
      refuse(key, "Its conditions say everything.");
    return part;
  }
  for (const std::string_view key : {"free", "solution"}) refuse(key, "Only a goal has it.");
  if (part.kind == Is::truth) {
    part.truth = read_condition(place.required("answer"), known);
    if (place["options"].exists()) part.options = read_answer_options(place["options"], known);
  } else if (by_options) {
    part.options = read_answer_options(place["options"], known);
    refuse("answer", "Its options say themselves whether they are right.");
    refuse("labels", "It has options of its own. Keep one of the two.");
  } else {
    part.answer = read_quantity(place.required("answer"), known, false);
    refuse("options", "Leave it out.");
  }
  if (part.kind == Is::cell) part.tensor = read_tensor_name(place.required("tensor"), known);
  else refuse("tensor", "Leave it out.");
  const bool by_labels =
      part.kind == Is::order || ((part.kind == Is::choice || part.kind == Is::several) && !by_options);
  if (by_labels) read_labels(place.required("labels"), known, part);
  else if (!by_options) refuse("labels", "Leave it out.");
  if (place["tolerance"].exists()) {
    if (part.kind != Is::number && part.kind != Is::cell) refuse("tolerance", "Leave it out.");
    part.tolerance = place["tolerance"].number(0, 1e30);
  }
  if (by_options) refuse("wrong", "Write “say” into its options.");
  else part.wrong = read_wrong(place["wrong"], known, part.kind == Is::cell);
  return part;
}

void read_asked(const Cursor& place, const Known& known, Asked& asked) {
  asked.prompt = read_text(place.required("prompt"), known, Markup::light);
  asked.answer = read_text(place.required("answer"), known, Markup::light);
  if (place["hint"].exists()) asked.hints.push_back(read_text(place["hint"], known, Markup::light));
  if (const Cursor hints = place["hints"]; hints.exists()) {
    if (!asked.hints.empty()) hints.fail("question", "A question has either “hint” or “hints”. Keep one.");
    for (const Cursor& hint : hints.items()) asked.hints.push_back(read_text(hint, known, Markup::light));
  }
  if (place["parts"].exists()) {
    for (const Cursor& part : place["parts"].items()) asked.parts.push_back(read_part(part, known));
    if (asked.parts.empty())
      place["parts"].fail("question", "There is nothing to answer here. Write at least one part.");
  }
  if (place["hides"].exists())
    for (const Cursor& item : place["hides"].items()) asked.hides.push_back(read_hidden(item, known));
}

}  // namespace

Question read_question(const Cursor& place, const Known& known) {
  Question question;
  if (!place.object({"id", "prompt", "answer", "hint", "hints", "parts", "hides", "hidesRun", "variants"}))
    return question;
  question.id = place.required("id").name();
  if (place["hidesRun"].exists()) question.hides_run = place["hidesRun"].boolean();
  read_asked(place, known, question);
  if (!place["variants"].exists()) return question;
  for (const Cursor& item : place["variants"].items()) {
    Asked variant;
    if (!item.object({"prompt", "answer", "hint", "hints", "parts", "hides"})) return question;
    read_asked(item, known, variant);
    if (variant.parts.size() != question.parts.size())
      item.fail("question", "A variant has as many parts as the question itself.");
    question.variants.push_back(std::move(variant));
  }
  return question;
}

}  // namespace lesson

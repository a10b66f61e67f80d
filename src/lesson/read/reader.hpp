// The parts of the parser, each reading one kind of thing from a Cursor into the structs of lesson.hpp. Private to
// src/lesson. Errors are recorded in the cursor's Failure; the return value is then meaningless.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.hpp"
#include "lesson/read/cursor.hpp"

namespace lesson {

// What is known of the lesson when a part is read: languages, parameters and generators come first.
struct Known {
  const Lesson& lesson;
  std::vector<std::string_view> tensor_names;  // all of them, collected before the first tensor is read
  const Parameter* parameter(std::string_view name) const;
};

// ---- texts (read_text.cpp) ---------------------------------------------------------------------------------------------
enum class Markup : std::uint8_t { none, light };
Text read_text(const Cursor& place, const Known& known, Markup markup);
Text read_text_or_empty(const Cursor& place, const Known& known, Markup markup);
std::string read_lines(const Cursor& place, std::string_view joined_by);  // a string, or a list of strings that are
                                                                          // joined
std::string read_tex(const Cursor& place);                                // with balanced braces

// ---- names that must be known --------------------------------------------------------------------------------------------
std::string read_tensor_name(const Cursor& place, const Known& known);
std::vector<std::string> read_tensor_names(const Cursor& place, const Known& known);  // none if it does not exist
std::string read_parameter_name(const Cursor& place, const Known& known);
std::string read_word(const Cursor& place, std::span<const std::string_view> words, std::string_view what);

// ---- parameters (read_parameters.cpp) ------------------------------------------------------------------------------------
Parameter read_parameter(const Cursor& place, const Known& known);
Settings read_settings(const Cursor& place,
                       const Known& known);  // {"mask": false, "rate": 4}; none if it does not exist
void check_off(const Cursor& place, const Parameter& parameter, const Known& known);  // called once all are read
// Checks that the value is one of the parameter's, spelt as in a "choose".
void check_value(const Cursor& place, const Parameter& parameter, std::string_view value);
// Every value that a parameter can take, spelt as in a "choose": "3" for a number, "true" for a toggle. Empty if there
// are too many to list.
std::vector<std::string> spelt_values(const Parameter& parameter);

// ---- options and sizes that may be bound to a parameter (read_options.cpp) -----------------------------------------------
std::map<std::string, Bound, std::less<>> read_options(const Cursor& object, const Known& known,
                                                       std::span<const graph::OptionSpec> specs,
                                                       std::span<const std::string_view> other_keys,
                                                       std::string_view whose);
std::vector<BoundSize> read_shape(const Cursor& place, const Known& known);

// ---- what may follow a parameter -----------------------------------------------------------------------------------------
// The parameter and the cases of a "choose", one for each of its values and no other.
struct Cases {
  std::string parameter;
  std::vector<std::pair<std::string, Cursor>> items;
};
Cases read_cases(const Cursor& place, const Known& known);  // read_tensors.cpp

constexpr int deepest_choice = 4;

template <class Read>
auto read_varied(const Cursor& place, const Known& known, Read read, int depth = 0) {
  Varied<decltype(read(place))> varied;
  if (!place.exists()) return varied;
  if (!place.is_object() || !place["choose"].exists()) {
    varied.plain = read(place);
    return varied;
  }
  if (!place.object({"choose"})) return varied;
  if (depth >= deepest_choice) return place["choose"].fail("nesting", "Choices are nested too deeply here."), varied;
  const Cases cases = read_cases(place["choose"], known);
  varied.parameter = cases.parameter;
  for (const auto& [value, item] : cases.items) {
    varied.values.push_back(value);
    varied.cases.push_back(read_varied(item, known, read, depth + 1));
  }
  return varied;
}

// ---- tensors (read_tensors.cpp) --------------------------------------------------------------------------------------------
Generator read_generator(const Cursor& place, const Known& known);
Tensor read_tensor(const Cursor& place, const Known& known);
ValuesSource read_values(const Cursor& place);  // nested lists

// ---- training (read_training.cpp) ------------------------------------------------------------------------------------------
Training read_training(const Cursor& place, const Known& known);

// ---- steps (read_steps.cpp) ----------------------------------------------------------------------------------------------
Step read_step(const Cursor& place, const Known& known);
Varied<Formula> read_formula(const Cursor& place, const Known& known);
CellSpec read_cells(const Cursor& place, const Known& known);      // {"tensor", "cells"}, and no other keys
HiddenCells read_hidden(const Cursor& place, const Known& known);  // the same, plus {"when"}

// ---- questions (read_question.cpp) -----------------------------------------------------------------------------------------
Question read_question(const Cursor& place, const Known& known);

// ---- what closes the lesson (read_closing.cpp) -----------------------------------------------------------------------------
void read_closing(const Cursor& root, const Known& known, Lesson& lesson);

// ---- checks over the whole lesson (order.cpp)
// ------------------------------------------------------------------------------ Sorts the tensors into a valid order
// of computation, whatever the order in the file. A cycle is a failure.
void put_in_order(Lesson& lesson, Failure& failure);

}  // namespace lesson

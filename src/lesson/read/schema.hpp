// The JSON Schema of lesson files, for editors, as it grows: the tables of the format say of each kind of value what it may
// be (format.hpp). A fragment is the inside of a JSON object, such as "type": "string".
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "graph/core/options.hpp"
#include "lesson/step_figure.hpp"

namespace lesson {

class Schema {
 public:
  // A reference to a definition, which is made when it is first named: so it may refer to itself.
  template <class Make>
  std::string reference(std::string_view name, Make make) {
    if (const auto [at, is_new] = definitions_.try_emplace(std::string(name)); is_new) at->second = make();
    return "\"$ref\": \"#/$defs/" + std::string(name) + "\"";
  }
  const std::map<std::string, std::string>& definitions() const { return definitions_; }

 private:
  std::map<std::string, std::string> definitions_;  // each a fragment
};

std::string quoted(std::string_view text);
std::string one_of(std::span<const std::string_view> words);  // "enum": […]
// "anyOf": [{ … }, { … }]
std::string any_of(std::initializer_list<std::string> fragments);
// "key": { "description": note, … }; a note may be empty.
std::string property(std::string_view key, std::string_view note, std::string_view fragment);
// An object of these properties and no other.
std::string object_of(std::string_view note, std::string_view properties, std::span<const std::string_view> needed,
                      std::string_view rules);
// Options, which may be bound to a parameter: their properties, and the names of those that are needed.
std::string properties_of(Schema& schema, std::span<const graph::OptionSpec> options);
std::vector<std::string_view> needed_of(std::span<const graph::OptionSpec> options);

// {"parameter": …, "cases": {…}}, with what each case is.
std::string choose_schema(Schema& schema, std::string_view name, std::string_view note, std::string_view of_case);
// From the program's lists: operations, their options by the operation's name, draws, kinds of figures.
std::string operations_schema(Schema& schema);
std::string options_of_operations(Schema& schema);
std::string draws_schema(Schema& schema, std::string_view sizes);
std::string properties_of_figures(Schema& schema, std::span<const FigureReader> kinds);

// The whole schema, as a file.
std::string lesson_schema();

}  // namespace lesson

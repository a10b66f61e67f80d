// Writes the JSON Schema of lesson files: from the tables of the format, and from the program's lists of operations with their
// options, draws and kinds of figures.
#include "lesson/read/schema.hpp"

#include <algorithm>

#include "figures/schemas.hpp"
#include "graph/core/operation.hpp"
#include "lesson/read/format.hpp"
#include "lesson/run/draws.hpp"

namespace lesson {
namespace {

using graph::OptionSpec;

template <class Items, class Write>
std::string listed(const Items& items, std::string_view between, Write write) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : std::string(between)) + write(item);
  return out;
}

std::string type_of(const OptionSpec& option) {
  using Kind = OptionSpec::Kind;
  switch (option.kind) {
    case Kind::boolean: return R"("type": "boolean")";
    case Kind::integer: return R"("type": "integer")";
    case Kind::number: return R"("type": "number")";
    case Kind::text: return R"("type": "string")";
    case Kind::choice: return one_of(option.choice_list());
    case Kind::integers: return R"("type": "array", "items": { "type": "integer" })";
    case Kind::numbers: return R"("type": "array", "items": { "type": "number" })";
    case Kind::texts: return R"("type": "array", "items": { "type": "string" })";
  }
  return "";
}

std::string constant(std::string_view word, std::string_view note) {
  return "{ \"const\": " + quoted(word) + ", \"description\": " + quoted(note) + " }";
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string one_of(std::span<const std::string_view> words) {
  return "\"enum\": [" + listed(words, ", ", quoted) + "]";
}

std::string any_of(std::initializer_list<std::string> fragments) {
  return "\"anyOf\": [" + listed(fragments, ", ", [](const std::string& one) { return "{ " + one + " }"; }) + "]";
}

std::string property(std::string_view key, std::string_view note, std::string_view fragment) {
  const std::string about = note.empty() ? "" : "\"description\": " + quoted(note) + ", ";
  return quoted(key) + ": { " + about + std::string(fragment) + " }";
}

std::string object_of(std::string_view note, std::string_view properties, std::span<const std::string_view> needed,
                      std::string_view rules) {
  return (note.empty() ? "" : "\"description\": " + quoted(note) + ", ") +
         R"("type": "object", "additionalProperties": false, )" +
         (needed.empty() ? "" : "\"required\": [" + listed(needed, ", ", quoted) + "], ") + "\"properties\": { " +
         std::string(properties) + " }" + std::string(rules);
}

std::string properties_of(Schema& schema, std::span<const OptionSpec> options) {
  return listed(options, ", ", [&](const OptionSpec& option) {
    return property(option.name, option.doc, any_of({type_of(option), Of<ParameterRef>::schema(schema)}));
  });
}

std::vector<std::string_view> needed_of(std::span<const OptionSpec> options) {
  std::vector<std::string_view> names;
  for (const OptionSpec& option : options)
    if (option.needed) names.push_back(option.name);
  return names;
}

std::string choose_schema(Schema& schema, std::string_view name, std::string_view note, std::string_view of_case) {
  return schema.reference(name, [&] {
    constexpr std::string_view needed[] = {"parameter", "cases"};
    return object_of(
        std::string(note) + "; \"else\" stands for all that have no case",
        property("parameter", "", Name::schema(schema)) + ", " +
            property("cases", "", R"("type": "object", "additionalProperties": { )" + std::string(of_case) + " }"),
        needed, "");
  });
}

std::string varied_schema(Schema& schema, std::string_view name, std::string_view plain) {
  return schema.reference(name, [&] {
    constexpr std::string_view needed[] = {"choose"};
    const std::string itself = "\"$ref\": \"#/$defs/" + std::string(name) + "\"";
    const std::string choose =
        choose_schema(schema, "choose" + std::string(name.substr(6)), "One for each value of a parameter", itself);
    return R"("description": "One, or one for each value of a parameter, which may be a choice again", )" +
           any_of({object_of("", property("choose", "", choose), needed, ""), std::string(plain)});
  });
}

std::string operations_schema(Schema& schema) {
  return schema.reference("operation", [] {
    return "\"oneOf\": [\n" +
           listed(graph::all_operations(), ",\n",
                  [](const graph::Operation* operation) { return constant(operation->name(), operation->doc()); }) +
           "\n]";
  });
}

std::string options_of_operations(Schema& schema) {
  const auto of_one = [&](const graph::Operation* operation) {
    const auto options = operation->options();
    return R"({ "if": { "required": ["operation"], "properties": { "operation": { "const": )" +
           quoted(operation->name()) + R"( } } }, "then": { "properties": { "options": { )" +
           object_of("", properties_of(schema, options), needed_of(options), "") + " } } } }";
  };
  return schema.reference("optionsOfOperations",
                          [&] { return "\"allOf\": [\n" + listed(graph::all_operations(), ",\n", of_one) + "\n]"; });
}

std::string draws_schema(Schema& schema, std::string_view sizes) {
  return "\"oneOf\": [\n" +
         listed(all_draws(), ",\n",
                [&](const DrawSpec& draw) {
                  std::vector<std::string_view> needed = needed_of(draw.options);
                  needed.insert(needed.begin(), {"draw", "shape"});
                  const std::string options = properties_of(schema, draw.options);
                  return "{ " +
                         object_of(draw.doc,
                                   R"("generator": { "type": "string" }, "draw": { "const": )" + quoted(draw.name) +
                                       " }, " + property("shape", "", sizes) + (options.empty() ? "" : ", ") + options,
                                   needed, "") +
                         " }";
                }) +
         "\n]";
}

std::string properties_of_figures(Schema& schema, std::span<const FigureReader> kinds) {
  return listed(kinds, ", ", [&](const FigureReader& kind) {
    std::string fragment;
    for (const std::span<const FigureSchema> list : {std::span<const FigureSchema>(schemas::figures_above),
                                                     std::span<const FigureSchema>(schemas::figures_on_stage)})
      for (const FigureSchema& one : list)
        if (one.key == kind.key) fragment = one.write(schema);
    return fragment;
  });
}

std::string lesson_schema() {
  Schema schema;
  (void)Of<Lesson>::schema(schema);
  std::map<std::string, std::string> definitions = schema.definitions();
  const std::string lesson = std::move(definitions.extract("lesson").mapped());
  return R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Lesson of Attention Explorer, format 1",
  )" + lesson +
         ",\n  \"$defs\": {\n    " +
         listed(definitions, ",\n    ",
                [](const auto& one) { return quoted(one.first) + ": { " + one.second + " }"; }) +
         "\n  }\n}\n";
}

}  // namespace lesson

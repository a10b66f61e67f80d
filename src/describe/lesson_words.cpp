// The words of lesson files as a JSON Schema: operations with their options, draws, roles, axes.
#include <algorithm>

#include "describe/describe.hpp"
#include "figures/readers.hpp"
#include "figures/schemas.hpp"
#include "graph/core/operation.hpp"
#include "lesson/lesson.hpp"
#include "lesson/read/words.hpp"
#include "lesson/run/draws.hpp"

namespace describe {
namespace {

using graph::OptionSpec;
using Kind = OptionSpec::Kind;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

template <class Items, class Write>
std::string joined(const Items& items, std::string_view between, Write write) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : std::string(between)) + write(item);
  return out;
}

std::string type_of(const OptionSpec& spec) {
  switch (spec.kind) {
    case Kind::boolean: return "\"type\": \"boolean\"";
    case Kind::integer: return "\"type\": \"integer\"";
    case Kind::number: return "\"type\": \"number\"";
    case Kind::text: return "\"type\": \"string\"";
    case Kind::choice: return "\"enum\": [" + joined(spec.choice_list(), ", ", quoted) + "]";
    case Kind::integers: return "\"type\": \"array\", \"items\": { \"type\": \"integer\" }";
    case Kind::numbers: return "\"type\": \"array\", \"items\": { \"type\": \"number\" }";
    case Kind::texts: return "\"type\": \"array\", \"items\": { \"type\": \"string\" }";
  }
  return "";
}

std::string option(const OptionSpec& spec) {
  return quoted(spec.name) + ": { \"description\": " + quoted(spec.doc) + ", \"anyOf\": [{ " + type_of(spec) +
         " }, { \"$ref\": \"#/$defs/bound\" }] }";
}

std::string required(std::span<const OptionSpec> options) {
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : options)
    if (spec.needed) names.push_back(spec.name);
  return names.empty() ? "" : ", \"required\": [" + joined(names, ", ", quoted) + "]";
}

std::string operation_case(const graph::Operation* operation) {
  const auto options = operation->options();
  return "      { \"if\": { \"properties\": { \"operation\": { \"const\": " + quoted(operation->name()) +
         " } }, \"required\": [\"operation\"] },\n        \"then\": { \"properties\": { \"options\": { \"type\": "
         "\"object\", "
         "\"additionalProperties\": false" +
         required(options) + ", \"properties\": {" +
         (options.empty() ? "" : "\n          " + joined(options, ",\n          ", option) + "\n        ") +
         "} } } } }";
}

std::string draw_case(const lesson::DrawSpec& draw) {
  return "      { \"description\": " + quoted(draw.doc) +
         ", \"type\": \"object\", \"additionalProperties\": false,\n        \"required\": [\"draw\", \"shape\"" +
         joined(draw.options, "",
                [](const OptionSpec& spec) { return !spec.needed ? std::string() : ", " + quoted(spec.name); }) +
         "],\n        \"properties\": {\n          \"generator\": { \"type\": \"string\" },\n          \"draw\": { "
         "\"const\": " +
         quoted(draw.name) + " },\n          \"shape\": { \"$ref\": \"#/$defs/shape\" }" +
         (draw.options.empty() ? "" : ",\n          " + joined(draw.options, ",\n          ", option)) +
         "\n        } }";
}

std::string options(std::string_view name, std::span<const OptionSpec> specs) {
  return quoted(name) + ": { \"type\": \"object\", \"additionalProperties\": false" + required(specs) +
         ", \"properties\": {\n      " + joined(specs, ",\n      ", option) + "\n    } }";
}

std::string named(std::string_view name, std::string_view doc) {
  return "      { \"const\": " + quoted(name) + ", \"description\": " + quoted(doc) + " }";
}

}  // namespace

std::string lesson_words() {
  const auto operations = graph::all_operations();
  const auto required_key = [](const lesson::FigureReader& kind) {
    return "{ \"required\": [" + quoted(kind.key) + "] }";
  };
  return R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Words of Attention Explorer's lesson files",
  "description": "Made from the program's own tables by the build.",
  "$defs": {
    "name": { "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]{0,63}$" },
    "names": { "type": "array", "items": { "$ref": "#/$defs/name" } },
    "bound": { "description": "Taken from a parameter", "type": "object", "additionalProperties": false,
      "required": ["parameter"], "properties": { "parameter": { "type": "string" } } },
    "shape": { "description": "Sizes of the axes", "type": "array",
      "items": { "anyOf": [{ "type": "integer", "minimum": 0 }, { "$ref": "#/$defs/bound" }] } },
    "role": { "description": "What a tensor is for: decides its colour and place", "enum": [)" +
         joined(lesson::role_names(), ", ", quoted) +
         "] },\n    \"axis\": { \"description\": \"What the places of an axis are\", \"enum\": [" +
         joined(lesson::axis_names(), ", ", quoted) + "] },\n    \"operation\": { \"oneOf\": [\n" +
         joined(operations, ",\n", [](const graph::Operation* o) { return named(o->name(), o->doc()); }) +
         "\n    ] },\n    \"optionsOfOperations\": { \"allOf\": [\n" + joined(operations, ",\n", operation_case) +
         "\n    ] },\n    \"random\": { \"oneOf\": [\n" + joined(lesson::all_draws(), ",\n", draw_case) +
         "\n    ] },\n    " + options("optimiser", lesson::optimiser_options()) + ",\n    " +
         options("training", lesson::training_options()) + ",\n    " + options("heldOut", lesson::held_out_options()) +
         ",\n    " + options("writes", lesson::writing_options()) + ",\n    \"figuresAbove\": { \"properties\": {\n" +
         std::string(schemas_above) + "\n    } },\n    \"figuresOnStage\": { \"properties\": {\n" +
         std::string(schemas_on_stage) + "\n    } },\n    \"oneOnStage\": { \"oneOf\": [" +
         joined(lesson::figures_on_stage, ", ", required_key) + "] }\n  }\n}\n";
}

}  // namespace describe

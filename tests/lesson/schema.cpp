// The JSON Schema that editors check lesson files with. Its list of words (operations with their options, draws, roles,
// axes) is made from the program's own tables: run this test with AE_UPDATE_SCHEMA=1 to write the file anew.
#include <algorithm>
#include <cstdlib>

#include "lesson/read/cursor.hpp"
#include "lesson/read/json.hpp"
#include "lesson/read/words.hpp"
#include "lesson/run/draws.hpp"
#include "lesson/support.hpp"

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

std::string named(std::string_view name, std::string_view doc) {
  return "      { \"const\": " + quoted(name) + ", \"description\": " + quoted(doc) + " }";
}

std::string words_schema() {
  const auto operations = graph::all_operations();
  return R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Words of Attention Explorer's lesson files",
  "description": "Made from the program's own tables by the test of the schema; do not edit by hand.",
  "$defs": {
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
         "\n    ] }\n  }\n}\n";
}

std::string schema_path(const std::string& name) { return std::string(AE_TEST_DATA) + "/../web/lessons/" + name; }

}  // namespace

TEST_SUITE("the JSON Schema") {
  TEST_CASE("the schema's words are the program's") {
    const std::string path = schema_path("words.schema.json");
    const std::string wanted = words_schema();
    if (std::getenv("AE_UPDATE_SCHEMA") != nullptr) {
      std::FILE* file = std::fopen(path.c_str(), "wb");
      REQUIRE(file != nullptr);
      std::fwrite(wanted.data(), 1, wanted.size(), file);
      std::fclose(file);
    }
    const bool same = lessons::read_file(path) == wanted;
    CHECK_MESSAGE(same, "web/lessons/words.schema.json is out of date: run test_lesson with AE_UPDATE_SCHEMA=1");
  }

  TEST_CASE("both files are JSON") {
    for (const char* name : {"words.schema.json", "lesson.schema.json"}) {
      const auto json = lesson::read_json(lessons::read_file(schema_path(name)));
      CHECK_MESSAGE(json.has_value(), name, ": ", json.has_value() ? "" : json.error().message);
    }
  }

  TEST_CASE("the schema has each key that the parser knows, and no other") {
    const auto json = lesson::read_json(lessons::read_file(schema_path("lesson.schema.json")));
    REQUIRE(json.has_value());
    lesson::Failure failure;
    const lesson::Cursor schema(&*json, "", failure);
    // For a key unlike any other the parser lists all known ones.
    const std::pair<const char*, const char*> places[] = {
        {"", "\"format\": 1,"},           {"parameter", "{ \"name\": \"size\","}, {"generator", "{ \"name\": \"g\","},
        {"tensor", "{ \"name\": \"x\","}, {"step", "{ \"id\": \"first\","},       {"question", "{ \"id\": \"q\","}};
    for (const auto& [definition, anchor] : places) {
      CAPTURE(std::string(definition));
      const lesson::Cursor object = *definition ? schema["$defs"][definition] : schema;
      std::vector<std::string> keys;
      for (const auto& [key, value] : object["properties"].entries()) keys.push_back(key);
      const auto error =
          lessons::error_of(lessons::changed(anchor, std::string(anchor) + " \"qqqqqqqqqqqqqqqqqqqqqqqq\": 1,"));
      CHECK(error.code == "unknown_key");
      std::vector<std::string> known;
      const std::string list = error.message.substr(error.message.find("Known are: ") + 11);
      for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(", ", at), list.size() - 1);
        known.push_back(list.substr(at, end - at));
        at = end + 2;
      }
      std::sort(keys.begin(), keys.end());
      std::sort(known.begin(), known.end());
      CHECK(keys == known);
    }
  }
}

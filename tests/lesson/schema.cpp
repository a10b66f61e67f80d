// The JSON Schema that editors check lesson files with: made from the tables that the parser reads them by.
#include <algorithm>

#include "graph/core/operation.hpp"
#include "lesson/read/cursor.hpp"
#include "lesson/read/json.hpp"
#include "lesson/read/schema.hpp"
#include "lesson/support.hpp"

namespace {

// Each definition that a part of the schema refers to.
void add_references(const lesson::Cursor& part, std::vector<std::string>& names) {
  constexpr std::string_view prefix = "#/$defs/";
  if (part.is_array())
    for (const lesson::Cursor& item : part.items()) add_references(item, names);
  for (const auto& [key, value] : part.entries()) {
    if (key == "$ref" && value.is_string()) names.push_back(value.string().substr(prefix.size()));
    else add_references(value, names);
  }
}

}  // namespace

TEST_SUITE("the JSON Schema") {
  TEST_CASE("it is JSON, refers to its own definitions only, and holds every operation once") {
    const auto json = lesson::read_json(lesson::lesson_schema());
    REQUIRE_MESSAGE(json.has_value(), json.error().path);
    lesson::Failure failure;
    const lesson::Cursor schema(&*json, "", failure);
    std::vector<std::string> referred;
    add_references(schema, referred);
    CHECK(!referred.empty());
    for (const std::string& name : referred) CHECK_MESSAGE(schema["$defs"][name].is_object(), name);
    std::vector<std::string> names;
    for (const lesson::Cursor& operation : schema["$defs"]["operation"]["oneOf"].items())
      names.push_back(operation["const"].string());
    for (const graph::Operation* operation : graph::all_operations())
      CHECK(std::ranges::count(names, operation->name()) == 1);
    CHECK(names.size() == graph::all_operations().size());
  }
}

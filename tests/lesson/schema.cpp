// The JSON Schema that editors check lesson files with, and its list of words, which the build makes.
#include <algorithm>

#include "describe/describe.hpp"
#include "graph/core/operation.hpp"
#include "lesson/read/cursor.hpp"
#include "lesson/read/json.hpp"
#include "lesson/support.hpp"

namespace {

std::string schema_path(const std::string& name) { return std::string(AE_TEST_DATA) + "/../web/lessons/" + name; }

}  // namespace

TEST_SUITE("the JSON Schema") {
  TEST_CASE("both schemas are JSON, and the words hold every operation") {
    CHECK(lesson::read_json(lessons::read_file(schema_path("lesson.schema.json"))).has_value());
    const auto json = lesson::read_json(describe::lesson_words());
    REQUIRE(json.has_value());
    lesson::Failure failure;
    const lesson::Cursor words(&*json, "", failure);
    std::vector<std::string> names;
    for (const lesson::Cursor& operation : words["$defs"]["operation"]["oneOf"].items())
      names.push_back(operation["const"].string());
    for (const graph::Operation* operation : graph::all_operations())
      CHECK(std::ranges::count(names, operation->name()) == 1);
    CHECK(names.size() == graph::all_operations().size());
  }

  TEST_CASE("the schema has each key that the parser knows, and no other") {
    const auto json = lesson::read_json(lessons::read_file(schema_path("lesson.schema.json")));
    REQUIRE(json.has_value());
    lesson::Failure failure;
    const lesson::Cursor schema(&*json, "", failure);
    const auto made = lesson::read_json(describe::lesson_words());
    REQUIRE(made.has_value());
    const lesson::Cursor words(&*made, "", failure);
    // For a key unlike any other the parser lists all known ones.
    const std::pair<const char*, const char*> places[] = {
        {"", "\"format\": 1,"},           {"parameter", "{ \"name\": \"size\","}, {"generator", "{ \"name\": \"g\","},
        {"tensor", "{ \"name\": \"x\","}, {"step", "{ \"id\": \"first\","},       {"figure", "\"stage\": [{"},
        {"question", "{ \"id\": \"q\","}, {"training", "\"training\": {"},        {"origin", "\"file\": {"},
        {"orderedCells", "\"order\": {"}, {"rankedCells", "\"place\": {"}};
    std::string small = lessons::changed("\"map\": [", R"("training": { "loss": "y", "parameters": ["w"], "steps": 1,
                                                           "optimiser": { "name": "sgd", "lr": 1 } }, "map": [)");
    small = lessons::changed("\"tensors\": [", R"("tensors": [{ "name": "of_a_file", "values": {
                             "shape": [1, 1, 1], "float32": "AAAAAA==", "file": { "name": "a.npy", "tensor": "",
                             "heads": 1, "part": 0, "shared": 1, "first": 0 } } },)",
                             small);
    small = lessons::changed("\"hides\": [", R"("parts": [
                             { "kind": "order", "labels": { "tensor": "x", "axis": 0 },
                               "answer": { "order": { "tensor": "x", "cells": [[0, 0], [1, 0]] } } },
                             { "kind": "number", "answer": { "place": { "tensor": "x" } } }], "hides": [)",
                             small);
    for (const auto& [definition, anchor] : places) {
      CAPTURE(std::string(definition));
      const lesson::Cursor object = *definition ? schema["$defs"][definition] : schema;
      std::vector<std::string> keys;
      for (const auto& [key, value] : object["properties"].entries()) keys.push_back(key);
      // Kinds of figures bring their own.
      const std::pair<std::string_view, std::string_view> brought[] = {{"step", "figuresAbove"},
                                                                       {"figure", "figuresOnStage"}};
      for (const auto& [of, kinds] : brought)
        if (of == definition)
          for (const auto& [key, value] : words["$defs"][kinds]["properties"].entries()) keys.push_back(key);
      const auto error =
          lessons::error_of(lessons::changed(anchor, std::string(anchor) + " \"qqqqqqqqqqqqqqqqqqqqqqqq\": 1,", small));
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

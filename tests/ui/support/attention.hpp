// Lessons of random attention, for tests of its figure.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "ui/support/harness.hpp"

namespace ui_test {

// Random weights: heads × tokens × tokens, with a causal mask.
inline std::string lesson_of(std::size_t heads, std::size_t tokens, const std::string& labels = "") {
  const std::string axes =
      R"([{ "name": "head" }, { "name": "query")" + labels + R"( }, { "name": "key")" + labels + " }]";
  return R"({ "format": 1, "id": "many", "version": "1.0.0", "title": { "en": "Many" },
    "generators": [{ "name": "g", "seed": 1 }],
    "tensors": [
      { "name": "s", "symbol": "S", "role": "scores", "axes": )" +
         axes + R"(, "random": { "generator": "g", "draw": "randn", "shape": [)" + std::to_string(heads) + ", " +
         std::to_string(tokens) + ", " + std::to_string(tokens) + R"(] } },
      { "name": "a", "symbol": "A", "role": "weights", "operation": "softmax", "inputs": ["s"], "options": { "axis": -1 } }],
    "steps": [{ "id": "one", "title": { "en": "One" }, "text": { "en": "t" }, "stage": [{ "attention": "a", "scores": "s" }] }] })";
}

inline explorer::Explorer open_text(const std::string& json) {
  auto opened = explorer::Explorer::open(json);
  REQUIRE_MESSAGE(opened.has_value(), opened.error().path, ": ", opened.error().message);
  return std::move(*opened);
}

inline const explorer::AttentionView& looked_at(const Harness& page) { return *page.explorer.view().attention; }

}  // namespace ui_test

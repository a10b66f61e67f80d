// An explorer with the worked example, opened once and reset between inputs, since opening takes longest.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "explorer/state/explorer.hpp"
#include "fuzz.hpp"

inline explorer::Explorer open_worked_example() {
  std::ifstream file(AE_SOURCE_DIR "/web/lessons/worked-example.json", std::ios::binary);
  const std::string json{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  auto opened = explorer::Explorer::open(json);
  claim(opened.has_value());
  return *std::move(opened);
}

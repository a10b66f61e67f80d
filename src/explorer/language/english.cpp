// The table behind english.hpp: the sentences of web/words/interface.json, except those of explanations, which are in
// the graph. Written by CMake (see scripts/cmake/words.cmake).
#include "explorer/language/english.hpp"

#include <array>

namespace explorer {
namespace {

constexpr auto table = std::to_array<graph::MessageText>({
#include "explorer/language/english.inc"
});

}  // namespace

std::span<const graph::MessageText> english_sentences() { return table; }

}  // namespace explorer

// The interface's own sentences in English, by id. What explanations say stands beside the graph (graph/messages.hpp);
// both together are the catalogue's English, which every other language translates and falls back to.
#pragma once

#include <span>

#include "graph/messages.hpp"

namespace explorer {

std::span<const graph::MessageText> english_sentences();

}  // namespace explorer

// The interface's own sentences in English, by id. The sentences of explanations are in graph/core/messages.hpp; both
// together are the English catalogue, which every other language translates and falls back to.
#pragma once

#include <span>

#include "graph/core/messages.hpp"

namespace explorer {

std::span<const graph::MessageText> english_sentences();

}  // namespace explorer

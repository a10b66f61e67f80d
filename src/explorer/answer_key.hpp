// The key to a question, for who teaches: the right answer to each part as the graph has it now, and what the lesson
// says to each answer that it foresees as wrong. Tells everything, so no student's view is made from it.
#pragma once

#include <functional>

#include "explorer/json.hpp"
#include "explorer/sight.hpp"

namespace explorer {

// {"question": id, "parts": [{"right": "4 × 3", "notes": [{"given": "3 × 4", "say": [paragraph]}], "say": [..]}]};
// "say" of a part answers every other wrong answer. Right is empty where the graph has no answer.
json::Node answer_key_node(const json::Writer& out, const Sight& sight, const lesson::Question& question,
                           const std::function<json::Node(const Paragraphs&)>& paragraphs_node);

}  // namespace explorer

// The key to a question, for teachers: the right answer to each part, computed from the current graph, and the lesson's
// response to each wrong answer that it expects. It reveals everything, so no student's view is built from it.
#pragma once

#include <functional>

#include "explorer/json/json.hpp"
#include "explorer/views/view_context.hpp"

namespace explorer {

// {"question": id, "parts": [{"right": "4 × 3", "notes": [{"given": "3 × 4", "say": [paragraph]}], "say": [..]}]};
// "say" of a part is the response to every other wrong answer. "right" is empty where the graph has no answer.
json::Node answer_key_node(const json::Writer& out, const ViewContext& context, const lesson::Question& question,
                           const std::function<json::Node(const Paragraphs&)>& paragraphs_node);

}  // namespace explorer

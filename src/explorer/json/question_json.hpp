// A question as JSON for the reading view.
#pragma once

#include <functional>
#include <optional>

#include "explorer/json/json.hpp"
#include "explorer/views/view.hpp"

namespace explorer {

// {"id", "prompt": [paragraph], "answer": [..], "revealed", "solved", "hasHint", "hint": [..], "tries", "edited",
//  "parts": [{"kind", "label", "value", "example", "yesNo", "picked", "pickedName", "outcome": "open" | "wrong" | "right",
//             "feedback": [..], "tries", "options": [{"id", "label", "chosen", "wrong"}]}]} | null
json::Node question_node(const json::Writer& out, const std::optional<QuestionView>& view,
                         const std::function<json::Node(const Paragraphs&)>& paragraphs);

}  // namespace explorer

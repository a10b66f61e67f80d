// The table of names and the page after the last step, as JSON for the reading view.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "explorer/json/json.hpp"
#include "explorer/views/closing_view.hpp"

namespace explorer {

using ParagraphsNode = std::function<json::Node(const Paragraphs&)>;

// [{"role", "what": [paragraph], "here": [..], "usual": [..], "pytorch": [..]}]
json::Node names_node(const json::Writer& out, const std::vector<NameRowView>& names, const ParagraphsNode& paragraphs);
// {"canSay": [paragraph], "corrections": [..], "references": [{"text": [..], "url"}], "licence": [..], "cite": [..],
//  "minutes", "objectives": [..], "prerequisites": [..]} | null
json::Node closing_node(const json::Writer& out, const std::optional<ClosingView>& closing,
                        const ParagraphsNode& paragraphs);

}  // namespace explorer

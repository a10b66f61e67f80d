// Written straight from the views: exactly what the canvas shows.
#include "explorer/json/closing_json.hpp"

namespace explorer {

json::Node names_node(const json::Writer& out, const std::vector<NameRowView>& names,
                      const ParagraphsNode& paragraphs) {
  return out.array(names, [&](const NameRowView& row) {
    return out.object({{"role", out.text(graph::role_name(row.role))},
                       {"what", paragraphs(row.what)},
                       {"here", paragraphs(row.here)},
                       {"usual", paragraphs(row.usual)},
                       {"pytorch", paragraphs(row.pytorch)}});
  });
}

json::Node closing_node(const json::Writer& out, const std::optional<ClosingView>& closing,
                        const ParagraphsNode& paragraphs) {
  if (!closing) return out.null();
  const json::Node references = out.array(closing->references, [&](const ReferenceView& reference) {
    return out.object({{"text", paragraphs(reference.text)}, {"url", out.text(reference.url)}});
  });
  return out.object({{"canSay", paragraphs(closing->can_say)},
                     {"corrections", paragraphs(closing->corrections)},
                     {"references", references},
                     {"licence", paragraphs(closing->licence)},
                     {"cite", paragraphs(closing->cite)},
                     {"minutes", out.count(closing->minutes)},
                     {"objectives", paragraphs(closing->objectives)},
                     {"prerequisites", paragraphs(closing->prerequisites)}});
}

}  // namespace explorer

// One object for the question, one for each part and option.
#include "explorer/json/question_json.hpp"

namespace explorer {
namespace {

std::string_view outcome_word(PartView::Outcome outcome) {
  return outcome == PartView::Outcome::right ? "right" : outcome == PartView::Outcome::wrong ? "wrong" : "open";
}

}  // namespace

json::Node question_node(const json::Writer& out, const std::optional<QuestionView>& view,
                         const std::function<json::Node(const Paragraphs&)>& paragraphs) {
  if (!view) return out.null();
  const auto option = [&](const OptionView& one) {
    return out.object({{"id", out.text(one.id)},
                       {"label", out.text(one.label)},
                       {"chosen", out.boolean(one.chosen)},
                       {"wrong", out.boolean(one.wrong)}});
  };
  const auto part = [&](const PartView& one) {
    return out.object({{"kind", out.text(lesson::part_kind_name(one.kind))},
                       {"label", out.text(one.label)},
                       {"value", out.text(one.value)},
                       {"example", out.text(one.example)},
                       {"yesNo", out.text(one.yes_no)},
                       {"picked", out.text(one.picked)},
                       {"pickedName", out.text(one.picked_name)},
                       {"outcome", out.text(outcome_word(one.outcome))},
                       {"feedback", paragraphs(one.feedback)},
                       {"tries", out.count(one.tries)},
                       {"options", out.array(one.options, option)}});
  };
  return out.object({{"id", out.text(view->id)},
                     {"prompt", paragraphs(view->prompt)},
                     {"answer", paragraphs(view->answer)},
                     {"revealed", out.boolean(view->revealed)},
                     {"solved", out.boolean(view->solved)},
                     {"hasHint", out.boolean(view->has_hint)},
                     {"hint", paragraphs(view->hint)},
                     {"tries", out.text(view->tries)},
                     {"edited", out.text(view->edited)},
                     {"parts", out.array(view->parts, part)}});
}

}  // namespace explorer

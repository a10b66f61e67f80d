// The end of a lesson as JSON: its table of names, and the page after the last step.
#pragma once

#include "explorer/json/text_json.hpp"
#include "explorer/views/closing_view.hpp"

namespace explorer::json {

// One thing, and its name in the tutorial, in most texts and in PyTorch; an empty name: it has none.
template <>
struct Described<NameRowView>
    : Object<"NameRow", Member<"role", role_of>, Member<"what", &NameRowView::what>, Member<"here", &NameRowView::here>,
             Member<"usual", &NameRowView::usual>, Member<"pytorch", &NameRowView::pytorch>> {};

template <>
struct Described<ReferenceView>
    : Object<"Reference", Member<"text", &ReferenceView::text>, Member<"url", &ReferenceView::url>> {};

// poster: the formula of the picture of the reader's numbers; empty: none is offered.
template <>
struct Described<ClosingView>
    : Object<"Closing", Member<"canSay", &ClosingView::can_say>, Member<"corrections", &ClosingView::corrections>,
             Member<"references", &ClosingView::references>, Member<"licence", &ClosingView::licence>,
             Member<"cite", &ClosingView::cite>, Member<"layer", &ClosingView::layer>,
             Member<"minutes", &ClosingView::minutes>, Member<"objectives", &ClosingView::objectives>,
             Member<"prerequisites", &ClosingView::prerequisites>, Member<"next", &ClosingView::next>,
             Member<"nextButton", &ClosingView::next_button>, Member<"poster", &ClosingView::poster_tex>> {};

}  // namespace explorer::json

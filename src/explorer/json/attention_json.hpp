// The attention figure in the step model: null, or {"shown", "hasMatrices", "hasScores", "scores", "shared", "threshold",
// "headAxis", "headWord", "heads": [{"label", "selected"}], "queries": [{"label", "followed"}], "title", "followed",
// "weights": [{"label", "text", "value"}] largest first, "leftOut": keys below the threshold that are not drawn as curves,
// "sum", "entropy", "scale": {"title", "end"}}.
#pragma once

#include "explorer/json/json.hpp"
#include "explorer/state/state.hpp"
#include "explorer/views/view.hpp"

namespace explorer {

json::Node attention_node(const json::Writer& out, const std::optional<AttentionView>& view, const AttentionLook& look);

}  // namespace explorer

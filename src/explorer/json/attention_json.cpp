// Writes the weights of the followed row as a list. Masked weights are marked, and hidden ones keep their place in the
// order of the keys.
#include "explorer/json/attention_json.hpp"

#include <algorithm>
#include <numeric>

namespace explorer {
namespace {

json::Node chosen_node(const json::Writer& out, const std::vector<std::string>& labels,
                       const std::vector<std::size_t>& places, const char* word) {
  std::vector<json::Node> nodes;
  for (std::size_t place = 0; place < labels.size(); ++place)
    nodes.push_back(
        out.object({{"label", out.text(labels[place])}, {word, out.boolean(std::ranges::contains(places, place))}}));
  return out.array(nodes);
}

}  // namespace

json::Node attention_node(const json::Writer& out, const std::optional<AttentionView>& view,
                          const AttentionLook& look) {
  if (!view) return out.null();
  const AttentionView& v = *view;
  const std::size_t rank = v.weights.shape.size();
  const std::vector<std::string>& keys = v.weights.labels[rank - 1];
  std::vector<std::size_t> order(v.keys);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const bool known_a = v.row_weights.status[a] == CellView::Status::shown;
    const bool known_b = v.row_weights.status[b] == CellView::Status::shown;
    if (!known_a || !known_b) return known_a && !known_b;
    return v.row_weights.values[a] > v.row_weights.values[b];
  });
  std::vector<json::Node> weights;
  std::size_t left_out = 0;
  for (const std::size_t key : order) {
    const CellView::Status status = v.row_weights.status[key];
    const bool shown = status == CellView::Status::shown;
    left_out += shown && v.row_weights.values[key] < static_cast<float>(look.threshold);
    weights.push_back(out.object({{"label", out.text(keys[key])},
                                  {"text", out.text(v.row_weight_texts[key])},
                                  {"masked", out.boolean(status == CellView::Status::masked)},
                                  {"value", shown ? out.number(v.row_weights.values[key]) : out.null()}}));
  }
  return out.object({{"shown", out.boolean(v.is_shown)},
                     {"hasMatrices", out.boolean(v.has_matrices)},
                     {"hasScores", out.boolean(v.has_scores)},
                     {"scores", out.boolean(v.scores)},
                     {"shared", out.boolean(look.shared)},
                     {"threshold", out.number(look.threshold)},
                     {"headAxis", out.text(v.head_axis)},
                     {"headWord", out.text(v.head_word)},
                     {"heads", chosen_node(out, v.heads, v.selected, "selected")},
                     {"queries", chosen_node(out, v.weights.labels[rank - 2], v.followed, "followed")},
                     {"title", out.text(v.title)},
                     {"followed", out.text(v.followed_name)},
                     {"weights", out.array(weights)},
                     {"leftOut", out.count(left_out)},
                     {"sum", out.text(v.sum)},
                     {"entropy", out.text(v.entropy)},
                     {"scale", out.object({{"title", out.text(v.scale_title)}, {"end", out.number(v.end)}})}});
}

}  // namespace explorer

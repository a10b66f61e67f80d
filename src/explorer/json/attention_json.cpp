// The weights of the followed row as a list. Masked weights are marked, and hidden ones keep their place in the order of
// the keys.
#include "explorer/json/attention_json.hpp"

#include <algorithm>
#include <numeric>

namespace explorer {

std::optional<AttentionJson> attention_json(const std::optional<AttentionView>& view, const AttentionLook& look) {
  if (!view) return std::nullopt;
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
  AttentionJson out{&v, &look, {}, {}, {}, 0, {v.scale_title, v.end}, {}, {}};
  for (std::size_t head = 0; head < v.heads.size(); ++head)
    out.heads.push_back({v.heads[head], std::ranges::contains(v.selected, head), std::ranges::contains(v.off, head)});
  const std::vector<std::string>& queries = v.weights.labels[rank - 2];
  for (std::size_t query = 0; query < queries.size(); ++query)
    out.queries.push_back({queries[query], std::ranges::contains(v.followed, query)});
  for (const std::size_t key : order) {
    const CellView::Status status = v.row_weights.status[key];
    const bool shown = status == CellView::Status::shown;
    const float value = v.row_weights.values[key];
    out.left_out += shown && value < static_cast<float>(look.threshold);
    out.weights.push_back({keys[key], v.row_weight_texts[key], status == CellView::Status::masked,
                           shown ? std::optional(value) : std::nullopt});
  }
  if (v.compared) {
    AttentionJson::Compared& other =
        out.compared.emplace(v.compared->head, v.heads[v.compared->head], v.compared->words);
    for (std::size_t key = 0; key < v.keys; ++key)
      other.keys.push_back({keys[key], v.row_texts[key], v.compared->row_texts[key]});
  }
  if (v.heads_off) {
    const HeadsOff& off = *v.heads_off;
    AttentionJson::Off& told = out.off.emplace(graph::plain(off.symbol), off.place, off.words, off.features);
    for (const HeadsOff::Row& row : off.rows) told.rows.push_back({row.name, row.texts});
  }
  return out;
}

}  // namespace explorer

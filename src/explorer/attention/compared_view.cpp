// A head beside the selected ones: its map and followed row, and in words where the two rows differ.
#include <algorithm>

#include "explorer/attention/attention_cells.hpp"

namespace explorer {
namespace {

using Status = CellView::Status;

// The key of the largest weight; none if the row shows none, or hides one.
std::optional<std::size_t> largest_of(const AttentionCells& row) {
  if (std::ranges::contains(row.status, Status::hidden)) return std::nullopt;
  std::optional<std::size_t> best;
  for (std::size_t key = 0; key < row.values.size(); ++key)
    if (row.status[key] == Status::shown && (!best || row.values[key] > row.values[*best])) best = key;
  return best;
}

}  // namespace

std::optional<ComparedHead> compared_view(const ViewContext& context, const AttentionView& attention) {
  const std::optional<std::size_t> head = context.state.attention.compared;
  if (!head || *head >= attention.of_head.size() || attention.head_axis.empty()) return std::nullopt;
  if (attention.selected == std::vector{*head}) return std::nullopt;
  ComparedHead out;
  out.head = *head;
  out.map = attention.of_head[*head];
  out.row = mean_row(out.map, attention.keys, attention.followed);
  if (out.map.values.size() <= most_texts) out.texts = texts_of(context, attention.shown.node, out.map);
  out.row_texts = texts_of(context, attention.shown.node, out.row);
  const std::optional<std::size_t> here = largest_of(attention.row), there = largest_of(out.row);
  if (!here || !there) return out;
  const std::vector<std::string>& keys = attention.weights.labels.back();
  const std::string& other = attention.heads[*head];
  if (*here == *there)
    out.words = context.say("attention.compare.same", {attention.followed_name, keys[*here], attention.title, other,
                                                       attention.row_texts[*here], out.row_texts[*there]});
  else
    out.words = context.say("attention.compare.other",
                            {attention.followed_name, keys[*here], attention.title, keys[*there], other});
  return out;
}

}  // namespace explorer

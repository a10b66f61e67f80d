// Attention on the kernels: goes through the heads of a batch, and divides their rows among threads.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "attention/fast/batch.hpp"
#include "attention/fast/fast.hpp"
#include "attention/fast/scratch.hpp"
#include "attention/scores.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention::fast {

namespace {

using kernels::Head;

// Rows of the output from `first` to before `last`, counted over all heads.
struct Span {
  std::size_t first = 0, last = 0;
};

// Restricts the head to `count` queries starting at `from`.
void cut(Head& h, std::size_t from, std::size_t count) {
  h.query.data += from * h.query.step;
  h.queries = count;
  h.past += from;
  if (h.may) h.may += from * h.mask_row;
  if (h.added) h.added += from * h.mask_row;
}

// Writes the rows of the span to `to`; false if a kernel declines.
bool attend_rows(const Batch& b, const AttentionOptions& options, const Heads& output, const Span& span, float* to) {
  const kernels::Kernels& fastest = kernels::best();
  const FloatSpace space(fastest.attend_space(b.head));
  const std::size_t queries = b.head.queries, heads = b.query.places.size();
  std::optional<Head> before;
  for (std::size_t n = 0; n < heads; ++n) {
    const std::size_t first = std::max(span.first, n * queries), last = std::min(span.last, (n + 1) * queries);
    if (first >= last) continue;
    Head h = head_at(b, options, n);
    cut(h, first - n * queries, last - first);
    const std::size_t place = output.place(n) + (first - n * queries) * output.token_step();
    h.output = to + (place - span.first * output.token_step());
    h.output_step = output.token_step();
    // The first head has none before it, even if both have no keys and so null addresses.
    const bool same =
        before && h.key.data == before->key.data && h.value.data == before->value.data && h.keys == before->keys;
    if (!fastest.attend(h, same, space.begin())) return false;
    before = h;
  }
  return true;
}

// The row at which share `index` of `count` begins: all heads cost the same, and a block of queries costs as many keys
// as it sees.
std::size_t share_begins(const Batch& b, std::size_t index, std::size_t count) {
  const std::size_t block = kernels::best().query_block, queries = b.head.queries, heads = b.query.places.size();
  const auto cost = [&](std::size_t row) {
    const std::size_t end = std::min(row + block, queries);
    return static_cast<double>(b.head.causal ? std::min(b.head.keys, b.head.past + end) : b.head.keys);
  };
  double each = 0;
  for (std::size_t row = 0; row < queries; row += block) each += cost(row);
  if (index >= count || !(each > 0)) return index >= count ? heads * queries : 0;
  const double wanted = each * static_cast<double>(heads) * static_cast<double>(index) / static_cast<double>(count);
  const auto head = static_cast<std::size_t>(wanted / each);
  double left = wanted - static_cast<double>(head) * each;
  std::size_t row = 0;
  for (; row < queries && left > cost(row) / 2; row += block) left -= cost(row);
  return head * queries + std::min(row, queries);
}

// Added numbers may block (−∞), but must not overflow a score or be NaN.
bool small(const Mask& mask) {
  const Tensor* added = std::get_if<Tensor>(&mask);
  return !added || std::ranges::all_of(*added, [](float x) { return x < 1e30f; });
}

std::optional<Shape> output_shape(const Batch& b, bool side_by_side) {
  Shape shape = b.batch;
  if (side_by_side) {
    shape = {b.batch[0], b.head.queries, b.batch[1] * b.head.value_width};
  } else {
    shape.insert(shape.end(), {b.head.queries, b.head.value_width});
  }
  return element_count(shape, "output") ? std::optional(shape) : std::nullopt;
}

// Past tokens and new ones; nothing if they do not fit together.
std::optional<Tensor> joined(const std::optional<Tensor>& past, const TensorView& now, std::size_t heads) {
  if (heads > 0) return std::nullopt;  // their layouts differ: left to the plain path
  Result<Tensor> all = attention::concat({*past, Tensor(now)}, -2);
  return all ? std::optional(std::move(*all)) : std::nullopt;
}

bool alike(const TensorView& a, const TensorView& b, std::size_t axes) {
  return a.dimension() == b.dimension() && std::equal(a.shape().begin(), a.shape().begin() + axes, b.shape().begin());
}

// The common case: the same number of heads in each of the three, contiguous, and no mask but the causal one. For small
// calls the general preparation would take longer than the computation. `declined` if a kernel refused it.
std::optional<Tensor> attend_in_order(const TensorView& query, const TensorView& key, const TensorView& value,
                                      const AttentionOptions& options, bool& declined) {
  const std::size_t rank = query.dimension();
  const bool ordinary = rank >= 2 && alike(query, key, rank - 2) && alike(key, value, rank - 1) &&
                        query.shape()[rank - 1] == key.shape()[rank - 1] && options.attn_mask.index() == 0 &&
                        !options.enable_gqa && !options.past_key && !options.past_value && !options.key_lengths &&
                        options.q_num_heads + options.kv_num_heads == 0;
  if (!ordinary) return std::nullopt;
  Head h;
  h.queries = query.shape()[rank - 2];
  h.keys = key.shape()[rank - 2];
  h.width = key.shape()[rank - 1];
  h.value_width = value.shape()[rank - 1];
  h.query = {query.data(), h.width};
  h.key = {key.data(), h.width};
  h.value = {value.data(), h.value_width};
  h.output_step = h.value_width;
  h.scale = options.scale.value_or(inverse_sqrt(h.width));
  h.softcap = options.softcap;
  h.causal = options.is_causal;
  if (!std::isfinite(h.scale)) return std::nullopt;
  Shape shape = shape_of(query);
  shape.back() = h.value_width;
  if (!element_count(shape, "output")) return std::nullopt;
  Tensor output = Tensor::from_shape(shape);
  h.output = output.data();
  const kernels::Kernels& fastest = kernels::best();
  const FloatSpace space(fastest.attend_space(h));
  std::size_t heads = 1;
  for (std::size_t axis = 0; axis + 2 < rank; ++axis) heads *= shape[axis];
  for (; heads > 0 && !declined; --heads) {
    declined = !fastest.attend(h, false, space.begin());
    h.query.data += h.queries * h.width;
    h.key.data += h.keys * h.width;
    h.value.data += h.keys * h.value_width;
    h.output += h.queries * h.value_width;
  }
  return output;
}

}  // namespace

std::optional<AttentionResult> attend(const TensorView& query, const TensorView& key, const TensorView& value,
                                      const AttentionOptions& options) {
  bool declined = false;
  AttentionResult result;
  if (std::optional<Tensor> output = attend_in_order(query, key, value, options, declined)) {
    if (declined) return std::nullopt;
    result.output = *std::move(output);
    return result;
  }
  if (options.past_key) {
    result.present_key = joined(options.past_key, key, options.kv_num_heads);
    result.present_value = joined(options.past_value, value, options.kv_num_heads);
    if (!result.present_key || !result.present_value) return std::nullopt;
  }
  std::optional<Batch> b = arrange(query, result.present_key ? TensorView(*result.present_key) : key,
                                   result.present_value ? TensorView(*result.present_value) : value, options);
  if (!b || !small(options.attn_mask)) return std::nullopt;
  if (options.past_key) b->head.past = options.past_key->shape()[options.past_key->dimension() - 2];

  const std::optional<Shape> shape = output_shape(*b, options.q_num_heads > 0);
  if (!shape) return std::nullopt;
  result.output = Tensor::from_shape(*shape);
  const std::optional<Heads> places = heads_of(result.output, options.q_num_heads);
  const Span all{0, b->query.places.size() * b->head.queries};
  if (!places || !attend_rows(*b, options, *places, all, result.output.data())) return std::nullopt;
  return result;
}

std::optional<OutputRows> attend_share(const TensorView& query, const TensorView& key, const TensorView& value,
                                       const AttentionOptions& options, const Share& share) {
  if (share.count == 1 && options.softcap >= 0.0f && std::isfinite(options.softcap)) {
    std::optional<AttentionResult> all = attend(query, key, value, options);
    if (!all || all->present_key) return std::nullopt;
    OutputRows whole{shape_of(all->output), 0, std::move(all->output)};
    std::size_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < whole.shape.size(); ++axis) rows *= whole.shape[axis];
    whole.rows.reshape(Shape{rows, whole.shape.back()});
    return whole;
  }
  if (options.past_key || options.past_value || options.q_num_heads > 0 || options.kv_num_heads > 0)
    return std::nullopt;
  if (!(options.softcap >= 0.0f) || !std::isfinite(options.softcap)) return std::nullopt;
  const std::optional<Batch> b = small(options.attn_mask) ? arrange(query, key, value, options) : std::nullopt;
  const std::optional<Shape> shape = b ? output_shape(*b, false) : std::nullopt;
  if (!shape) return std::nullopt;
  const std::size_t width = b->head.value_width;
  const Heads places{nullptr, b->batch, 1, b->head.queries, width};
  const Span rows{share_begins(*b, share.index, share.count), share_begins(*b, share.index + 1, share.count)};
  OutputRows part{*shape, rows.first, Tensor::from_shape(Shape{rows.last - rows.first, width})};
  if (!attend_rows(*b, options, places, rows, part.rows.data())) return std::nullopt;
  return part;
}

}  // namespace attention::fast

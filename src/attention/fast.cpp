// Tensors to the kernels: which matrices of a batch meet, where each lies, and the scratch space that they share.
#include "attention/fast.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "attention/kernels/kernels.hpp"
#include "attention/loops.hpp"
#include "attention/matmul.hpp"
#include "attention/scores.hpp"
#include "attention/tensor_functions.hpp"

namespace attention::fast {

namespace {

using kernels::Head;
using kernels::Product;
using kernels::Rows;

// Scratch space of the kernels, from a whole cache line on.
class FloatSpace {
 public:
  explicit FloatSpace(std::size_t floats) : memory_(std::make_unique_for_overwrite<float[]>(floats + line)) {}
  float* begin() const {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(memory_.get()), bytes = line * sizeof(float);
    return memory_.get() + ((bytes - at % bytes) % bytes) / sizeof(float);
  }

 private:
  static constexpr std::size_t line = 16;
  std::unique_ptr<float[]> memory_;
};

void run(const Product& product) {
  const kernels::Kernels& fastest = kernels::best();
  const FloatSpace space(fastest.gemm_space(product));
  fastest.gemm(product, space.begin());
}

}  // namespace

Result<Tensor> matmul(const Tensor& a, const Tensor& b) {
  const std::size_t rank_a = a.dimension(), rank_b = b.dimension();
  if (rank_a < 2 || rank_b < 2 || a.shape()[rank_a - 1] != b.shape()[rank_b - 2]) return attention::matmul(a, b);
  const Shape batch_a = detail::leading(shape_of(a), 2), batch_b = detail::leading(shape_of(b), 2);
  const Result<Shape> batch = broadcast_shape(batch_a, batch_b, "the batch of a", "the batch of b");
  if (!batch) return attention::matmul(a, b);
  Product product;
  product.m = a.shape()[rank_a - 2];
  product.k = a.shape()[rank_a - 1];
  product.n = b.shape()[rank_b - 1];
  Shape shape = *batch;
  shape.insert(shape.end(), {product.m, product.n});
  if (auto count = element_count(shape, "a @ b"); !count) return std::unexpected(count.error());
  Tensor result = Tensor::from_shape(shape);
  product.c = result.data();
  product.c_step = product.n;
  detail::walk<2>(*batch, {broadcast_steps(batch_a, *batch), broadcast_steps(batch_b, *batch)},
                  [&](const detail::Offsets<2>& at) {
                    product.a = {a.data() + at[0] * product.m * product.k, product.k};
                    product.b = {b.data() + at[1] * product.k * product.n, product.n};
                    run(product);
                    product.c += product.m * product.n;
                  });
  return result;
}

Result<Tensor> linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
  const bool fits = x.dimension() > 0 && weight.dimension() == 2 && x.shape()[x.dimension() - 1] == weight.shape()[1] &&
                    (!bias || shape_of(*bias) == Shape{weight.shape()[0]});
  if (!fits) return attention::linear(x, weight, bias);
  Shape shape = shape_of(x);
  shape.back() = weight.shape()[0];
  if (auto count = element_count(shape, "the result"); !count) return std::unexpected(count.error());
  Tensor result = Tensor::from_shape(shape);
  Product product;
  product.m = detail::product(detail::leading(shape, 1));
  product.k = weight.shape()[1];
  product.n = weight.shape()[0];
  product.a = {x.data(), product.k};
  product.b = {weight.data(), product.k};
  product.b_transposed = true;
  product.bias = bias ? bias->data() : nullptr;
  product.c = result.data();
  product.c_step = product.n;
  run(product);
  return result;
}

Result<Tensor> softmax(const Tensor& x, int axis, const SoftmaxOptions& options) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  const bool rows = place && *place + 1 == x.dimension() && x.size() > 0;
  if (!rows || options.empty_row != EmptyRow::zeros || !(options.temperature > 0.0f) ||
      !std::isfinite(1.0f / options.temperature)) {
    return attention::softmax(x, axis, options);
  }
  Tensor result = Tensor::from_shape(shape_of(x));
  const std::size_t columns = x.shape()[*place], lines = x.size() / columns;
  const bool done = kernels::best().softmax(x.data(), result.data(), lines, columns, 1.0f / options.temperature);
  return done ? Result<Tensor>(std::move(result)) : attention::softmax(x, axis, options);  // which says what is wrong
}

namespace {

// A batch of matrices (tokens, width), seen through the steps from one to the next along each axis of the batch.
struct Heads {
  const float* data = nullptr;
  Shape batch;
  std::vector<std::size_t> steps;
  std::size_t tokens = 0, width = 0, token_step = 0;
};

std::vector<std::size_t> steps_of(const Shape& batch, std::size_t innermost) {
  std::vector<std::size_t> steps(batch.size());
  for (std::size_t axis = batch.size(); axis-- > 0; innermost *= batch[axis]) steps[axis] = innermost;
  return steps;
}

// (…, T, D), or (B, T, H·D) with `heads` of them side by side.
std::optional<Heads> heads_of(const Tensor& x, std::size_t heads) {
  const Shape shape = shape_of(x);
  if (heads == 0) {
    if (shape.size() < 2) return std::nullopt;
    Heads h{x.data(), detail::leading(shape, 2), {}, shape[shape.size() - 2], shape.back(), shape.back()};
    h.steps = steps_of(h.batch, h.tokens * h.width);
    return h;
  }
  if (shape.size() != 3 || shape[2] % heads != 0) return std::nullopt;
  const std::size_t width = shape[2] / heads;
  return Heads{x.data(), {shape[0], heads}, {shape[1] * shape[2], width}, shape[1], width, shape[2]};
}

// Each head of the last axis serves `times` neighbouring ones: the step to the next is taken every `times` heads.
struct Operand {
  Heads heads;
  std::size_t shared = 1;

  std::size_t at(const Shape& batch, const Shape& index) const {
    std::size_t offset = 0;
    const std::size_t missing = batch.size() - heads.batch.size();
    for (std::size_t axis = 0; axis < heads.batch.size(); ++axis) {
      const bool last = axis + 1 == heads.batch.size();
      const std::size_t place = index[missing + axis] / (last ? shared : 1);
      if (heads.batch[axis] != 1) offset += place * heads.steps[axis];
    }
    return offset;
  }
};

// A mask laid over scores (batch…, T_q, T_k): where the cells of one matrix begin, and the steps within.
struct LaidMask {
  const std::uint8_t* may = nullptr;
  const float* added = nullptr;
  std::size_t keys = 0;  // those behind it are blocked
  std::vector<std::size_t> steps;
};

std::optional<LaidMask> lay(const Mask& mask, const Shape& batch, std::size_t queries, std::size_t keys) {
  LaidMask laid;
  laid.keys = keys;
  Shape shape;
  if (const BoolTensor* may = std::get_if<BoolTensor>(&mask)) {
    shape = shape_of(*may);
    laid.may = may->data();
  } else if (const Tensor* added = std::get_if<Tensor>(&mask)) {
    shape = shape_of(*added);
    laid.added = added->data();
    // Numbers that are added may block (−∞), but not overflow a score, and not be NaN.
    for (const float x : *added)
      if (!(x < 1e30f)) return std::nullopt;
  } else {
    return laid;
  }
  if (!shape.empty() && shape.back() != 1) laid.keys = std::min(keys, shape.back());
  Shape scores = batch;
  scores.insert(scores.end(), {queries, laid.keys});
  const Result<Shape> together = broadcast_shape(scores, shape, "scores", "mask");
  if (!together || *together != scores) return std::nullopt;
  laid.steps = broadcast_steps(shape, scores);
  return laid;
}

struct Batch {
  Operand query, key, value;
  Shape batch;
  LaidMask mask;
  Head head;  // all that is the same for every head
};

// The next index of `shape` in reading order.
void advance(Shape& index, const Shape& shape) {
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return;
    index[axis] = 0;
  }
}

// Key and value heads that are shared count as often as they serve.
bool share(Operand& operand, std::size_t heads) {
  if (operand.heads.batch.empty()) return false;
  const std::size_t own = operand.heads.batch.back();
  if (own == 0 || heads % own != 0) return false;
  operand.shared = heads / own;
  return true;
}

Shape batch_of(const Operand& operand) {
  Shape batch = operand.heads.batch;
  if (!batch.empty()) batch.back() *= operand.shared;
  return batch;
}

bool lengths_fit(const AttentionOptions& options, const Shape& batch, std::size_t keys) {
  if (!options.key_lengths) return true;
  if (options.key_lengths->size() != (batch.empty() ? 1 : batch[0])) return false;
  return std::ranges::all_of(*options.key_lengths, [keys](std::size_t length) { return length <= keys; });
}

std::optional<Batch> arrange(const Tensor& query, const Tensor& key, const Tensor& value,
                             const AttentionOptions& options) {
  const std::optional<Heads> q = heads_of(query, options.q_num_heads), k = heads_of(key, options.kv_num_heads),
                             v = heads_of(value, options.kv_num_heads);
  if (!q || !k || !v || q->width != k->width || k->tokens != v->tokens) return std::nullopt;
  Batch b{{*q}, {*k}, {*v}, {}, {}, {}};
  if (options.enable_gqa || options.q_num_heads > 0) {
    if (q->batch.empty()) return std::nullopt;
    if (!share(b.key, q->batch.back()) || !share(b.value, q->batch.back())) return std::nullopt;
  }
  const Result<Shape> scores = broadcast_shape(q->batch, batch_of(b.key), "query", "key");
  if (!scores) return std::nullopt;
  const Result<Shape> all = broadcast_shape(*scores, batch_of(b.value), "query", "value");
  if (!all || *all != *scores) return std::nullopt;
  b.batch = *scores;
  const std::optional<LaidMask> mask = lay(options.attn_mask, b.batch, q->tokens, k->tokens);
  if (!mask) return std::nullopt;
  b.mask = *mask;

  b.head.queries = q->tokens;
  b.head.keys = mask->keys;
  b.head.width = q->width;
  b.head.value_width = v->width;
  b.head.scale = options.scale.value_or(inverse_sqrt(q->width));
  b.head.softcap = options.softcap;
  b.head.causal = options.is_causal;
  b.head.mask_row = mask->steps.empty() ? 0 : mask->steps[mask->steps.size() - 2];
  b.head.mask_column = mask->steps.empty() ? 0 : mask->steps.back();
  if (!std::isfinite(b.head.scale) || !lengths_fit(options, b.batch, k->tokens)) return std::nullopt;
  return b;
}

// Rows of the output from `first` to before `last`, counted over all heads.
struct Span {
  std::size_t first = 0, last = 0;
};

// The head at `index` of the batch, all its queries.
Head head_at(const Batch& b, const AttentionOptions& options, const Shape& index) {
  Head h = b.head;
  h.query = {b.query.heads.data + b.query.at(b.batch, index), b.query.heads.token_step};
  h.key = {b.key.heads.data + b.key.at(b.batch, index), b.key.heads.token_step};
  h.value = {b.value.heads.data + b.value.at(b.batch, index), b.value.heads.token_step};
  std::size_t cell = 0;
  for (std::size_t axis = 0; axis < index.size() && !b.mask.steps.empty(); ++axis)
    cell += index[axis] * b.mask.steps[axis];
  if (b.mask.may) h.may = b.mask.may + cell;
  if (b.mask.added) h.added = b.mask.added + cell;
  if (options.key_lengths) h.keys = std::min(h.keys, (*options.key_lengths)[index.empty() ? 0 : index[0]]);
  return h;
}

// Leaves the head the queries from `from` on, `count` of them.
void cut(Head& h, std::size_t from, std::size_t count) {
  h.query.data += from * h.query.step;
  h.queries = count;
  h.past += from;
  if (h.may) h.may += from * h.mask_row;
  if (h.added) h.added += from * h.mask_row;
}

// The rows of the span into `to`, where the first of them lies; false if a kernel declines.
bool attend_rows(const Batch& b, const AttentionOptions& options, const Heads& output, const Span& span, float* to) {
  const kernels::Kernels& fastest = kernels::best();
  const FloatSpace space(fastest.attend_space(b.head));
  const std::size_t queries = b.head.queries, heads = detail::product(b.batch);
  Shape index(b.batch.size(), 0);
  std::optional<Head> before;
  for (std::size_t n = 0; n < heads; ++n, advance(index, b.batch)) {
    const std::size_t first = std::max(span.first, n * queries), last = std::min(span.last, (n + 1) * queries);
    if (first >= last) continue;
    Head h = head_at(b, options, index);
    cut(h, first - n * queries, last - first);
    std::size_t place = (first - n * queries) * output.token_step;
    for (std::size_t axis = 0; axis < index.size(); ++axis) place += index[axis] * output.steps[axis];
    h.output = to + (place - span.first * output.token_step);
    h.output_step = output.token_step;
    // The first has no head before it, even where both have no keys and so no address.
    const bool same =
        before && h.key.data == before->key.data && h.value.data == before->value.data && h.keys == before->keys;
    if (!fastest.attend(h, same, space.begin())) return false;
    before = h;
  }
  return true;
}

// The row at which share `index` of `count` begins: heads are alike, and a block of queries costs the keys that it sees.
std::size_t share_begins(const Batch& b, std::size_t index, std::size_t count) {
  const std::size_t block = kernels::best().query_block, queries = b.head.queries, heads = detail::product(b.batch);
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
std::optional<Tensor> joined(const std::optional<Tensor>& past, const Tensor& now, std::size_t heads) {
  if (heads > 0) return std::nullopt;  // they lie differently: left to the plain path
  Result<Tensor> all = attention::concat({*past, now}, -2);
  return all ? std::optional(std::move(*all)) : std::nullopt;
}

bool alike(const Tensor& a, const Tensor& b, std::size_t axes) {
  return a.dimension() == b.dimension() && std::equal(a.shape().begin(), a.shape().begin() + axes, b.shape().begin());
}

// What most calls are: as many heads in each of the three, one after the other, and no key hidden but later ones. A tiny
// call would take longer to be arranged than to be computed. `declined` where a kernel refused it.
std::optional<Tensor> attend_in_order(const Tensor& query, const Tensor& key, const Tensor& value,
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

std::optional<AttentionResult> attend(const Tensor& query, const Tensor& key, const Tensor& value,
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
  std::optional<Batch> b = arrange(query, result.present_key ? *result.present_key : key,
                                   result.present_value ? *result.present_value : value, options);
  if (!b) return std::nullopt;
  if (options.past_key) b->head.past = options.past_key->shape()[options.past_key->dimension() - 2];

  const std::optional<Shape> shape = output_shape(*b, options.q_num_heads > 0);
  if (!shape) return std::nullopt;
  result.output = Tensor::from_shape(*shape);
  const std::optional<Heads> places = heads_of(result.output, options.q_num_heads);
  const Span all{0, detail::product(b->batch) * b->head.queries};
  if (!places || !attend_rows(*b, options, *places, all, result.output.data())) return std::nullopt;
  return result;
}

std::optional<OutputRows> attend_share(const Tensor& query, const Tensor& key, const Tensor& value,
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
  const std::optional<Batch> b = arrange(query, key, value, options);
  const std::optional<Shape> shape = b ? output_shape(*b, false) : std::nullopt;
  if (!shape) return std::nullopt;
  const std::size_t width = b->head.value_width;
  const Heads places{nullptr, b->batch, steps_of(b->batch, b->head.queries * width), b->head.queries, width, width};
  const Span rows{share_begins(*b, share.index, share.count), share_begins(*b, share.index + 1, share.count)};
  OutputRows part{*shape, rows.first, Tensor::from_shape(Shape{rows.last - rows.first, width})};
  if (!attend_rows(*b, options, places, rows, part.rows.data())) return std::nullopt;
  return part;
}

}  // namespace attention::fast

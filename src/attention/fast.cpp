// Passes tensors to the kernels: which matrices of a batch are paired, where each lies, and the scratch space that they
// share.
#include "attention/fast.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "attention/kernels/kernels.hpp"
#include "attention/scores.hpp"
#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention::fast {

namespace {

using kernels::Head;
using kernels::Product;
using kernels::Rows;

// Scratch space of the kernels, aligned to cache lines.
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

Result<Tensor> matmul(const TensorView& a, const TensorView& b) {
  const auto plainly = [&] { return attention::matmul(Tensor(a), Tensor(b)); };  // else the error
  const std::size_t rank_a = a.dimension(), rank_b = b.dimension();
  if (rank_a < 2 || rank_b < 2 || a.shape()[rank_a - 1] != b.shape()[rank_b - 2]) return plainly();
  const Shape batch_a = leading(shape_of(a), 2), batch_b = leading(shape_of(b), 2);
  const Result<Shape> batch = broadcast_shape(batch_a, batch_b, "the batch of a", "the batch of b");
  if (!batch) return plainly();
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
  const std::vector<std::size_t> of_a = stretched(batch_a, *batch), of_b = stretched(batch_b, *batch);
  for (std::size_t n = 0; n < of_a.size(); ++n) {
    product.a = {a.data() + of_a[n] * product.m * product.k, product.k};
    product.b = {b.data() + of_b[n] * product.k * product.n, product.n};
    run(product);
    product.c += product.m * product.n;
  }
  return result;
}

Result<Tensor> linear(const TensorView& x, const TensorView& weight, const std::optional<TensorView>& bias) {
  const bool fits = x.dimension() > 0 && weight.dimension() == 2 && x.shape()[x.dimension() - 1] == weight.shape()[1] &&
                    (!bias || shape_of(*bias) == Shape{weight.shape()[0]});
  if (!fits) return attention::linear(Tensor(x), Tensor(weight), bias ? std::optional<Tensor>(*bias) : std::nullopt);
  Shape shape = shape_of(x);
  shape.back() = weight.shape()[0];
  if (auto count = element_count(shape, "the result"); !count) return std::unexpected(count.error());
  Tensor result = Tensor::from_shape(shape);
  Product product;
  product.m = attention::product(leading(shape, 1));
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

Result<Tensor> softmax(const TensorView& x, int axis, const SoftmaxOptions& options) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  const bool rows = place && *place + 1 == x.dimension() && x.size() > 0;
  if (!rows || options.empty_row != EmptyRow::zeros || !(options.temperature > 0.0f) ||
      !std::isfinite(1.0f / options.temperature)) {
    return attention::softmax(Tensor(x), axis, options);
  }
  Tensor result = Tensor::from_shape(shape_of(x));
  const std::size_t columns = x.shape()[*place], lines = x.size() / columns;
  const bool done = kernels::best().softmax(x.data(), result.data(), lines, columns, 1.0f / options.temperature);
  return done ? Result<Tensor>(std::move(result))
              : attention::softmax(Tensor(x), axis, options);  // it returns the error
}

namespace {

// A batch of matrices (tokens, width), one after the other, or `beside` of them side by side in each row.
struct Heads {
  const float* data = nullptr;
  Shape batch;
  std::size_t beside = 1, tokens = 0, width = 0;

  std::size_t token_step() const { return beside * width; }
  std::size_t place(std::size_t n) const { return n / beside * tokens * token_step() + n % beside * width; }
};

// (…, T, D), or (B, T, H·D) with `heads` of them side by side.
std::optional<Heads> heads_of(const TensorView& x, std::size_t heads) {
  const Shape shape = shape_of(x);
  if (heads == 0) {
    if (shape.size() < 2) return std::nullopt;
    return Heads{x.data(), leading(shape, 2), 1, shape[shape.size() - 2], shape.back()};
  }
  if (shape.size() != 3 || shape[2] % heads != 0) return std::nullopt;
  return Heads{x.data(), {shape[0], heads}, heads, shape[1], shape[2] / heads};
}

// Each head of the last axis serves `shared` neighbouring ones: 0 0 1 1 2 2.
struct Operand {
  Heads heads;
  std::size_t shared = 1;
  std::vector<std::size_t> places;  // where the matrix of each head of the batch begins

  Shape batch() const {
    Shape wide = heads.batch;
    if (!wide.empty()) wide.back() *= shared;
    return wide;
  }
  void lay(const Shape& over) {
    places = stretched(batch(), over);
    for (std::size_t& place : places) place = heads.place(place / shared);
  }
  kernels::Rows at(std::size_t n) const { return {heads.data + places[n], heads.token_step()}; }
};

// A mask broadcast to scores (batch…, T_q, T_k): where the cells of each matrix begin, and the strides within.
struct LaidMask {
  const std::uint8_t* may = nullptr;
  const float* added = nullptr;
  std::size_t keys = 0;  // keys beyond these are blocked
  std::size_t row = 0, column = 0;
  std::vector<std::size_t> places;
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
    // Added numbers may block (−∞), but must not overflow a score or be NaN.
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
  if (shape.size() < 2) shape.insert(shape.begin(), 2 - shape.size(), 1);
  const std::size_t own_rows = shape[shape.size() - 2], own_columns = shape.back();
  laid.row = own_rows == 1 ? 0 : own_columns;
  laid.column = own_columns == 1 ? 0 : 1;
  laid.places = stretched(leading(shape, 2), batch);
  for (std::size_t& place : laid.places) place *= own_rows * own_columns;
  return laid;
}

struct Batch {
  Operand query, key, value;
  Shape batch;
  LaidMask mask;
  Head head;  // all that is the same for every head
};

// Shared key and value heads are counted once per query head that uses them.
bool share(Operand& operand, std::size_t heads) {
  if (operand.heads.batch.empty()) return false;
  const std::size_t own = operand.heads.batch.back();
  if (own == 0 || heads % own != 0) return false;
  operand.shared = heads / own;
  return true;
}

bool lengths_fit(const AttentionOptions& options, const Shape& batch, std::size_t keys) {
  if (!options.key_lengths) return true;
  if (options.key_lengths->size() != (batch.empty() ? 1 : batch[0])) return false;
  return std::ranges::all_of(*options.key_lengths, [keys](std::size_t length) { return length <= keys; });
}

std::optional<Batch> arrange(const TensorView& query, const TensorView& key, const TensorView& value,
                             const AttentionOptions& options) {
  const std::optional<Heads> q = heads_of(query, options.q_num_heads), k = heads_of(key, options.kv_num_heads),
                             v = heads_of(value, options.kv_num_heads);
  if (!q || !k || !v || q->width != k->width || k->tokens != v->tokens) return std::nullopt;
  Batch b{{.heads = *q, .places = {}}, {.heads = *k, .places = {}}, {.heads = *v, .places = {}}, {}, {}, {}};
  if (options.enable_gqa || options.q_num_heads > 0) {
    if (q->batch.empty()) return std::nullopt;
    if (!share(b.key, q->batch.back()) || !share(b.value, q->batch.back())) return std::nullopt;
  }
  const Result<Shape> scores = broadcast_shape(q->batch, b.key.batch(), "query", "key");
  if (!scores) return std::nullopt;
  const Result<Shape> all = broadcast_shape(*scores, b.value.batch(), "query", "value");
  if (!all || *all != *scores) return std::nullopt;
  b.batch = *scores;
  for (Operand* operand : {&b.query, &b.key, &b.value}) operand->lay(b.batch);
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
  b.head.mask_row = mask->row;
  b.head.mask_column = mask->column;
  if (!std::isfinite(b.head.scale) || !lengths_fit(options, b.batch, k->tokens)) return std::nullopt;
  return b;
}

// Rows of the output from `first` to before `last`, counted over all heads.
struct Span {
  std::size_t first = 0, last = 0;
};

// Head n of the batch, all its queries.
Head head_at(const Batch& b, const AttentionOptions& options, std::size_t n) {
  Head h = b.head;
  h.query = b.query.at(n);
  h.key = b.key.at(n);
  h.value = b.value.at(n);
  if (b.mask.may) h.may = b.mask.may + b.mask.places[n];
  if (b.mask.added) h.added = b.mask.added + b.mask.places[n];
  if (options.key_lengths) {
    const std::vector<std::size_t>& lengths = *options.key_lengths;  // one for each entry of the batch's first axis
    h.keys = std::min(h.keys, lengths[n / (b.query.places.size() / lengths.size())]);
  }
  return h;
}

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
  if (!b) return std::nullopt;
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
  const std::optional<Batch> b = arrange(query, key, value, options);
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

// See batch.hpp.
#include "attention/fast/batch.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "attention/scores.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention::fast {

std::optional<Heads> heads_of(const TensorView& x, std::size_t heads) {
  const Shape shape = shape_of(x);
  if (heads == 0) {
    if (shape.size() < 2) return std::nullopt;
    return Heads{x.data(), leading(shape, 2), 1, shape[shape.size() - 2], shape.back()};
  }
  if (shape.size() != 3 || shape[2] % heads != 0) return std::nullopt;
  return Heads{x.data(), {shape[0], heads}, heads, shape[1], shape[2] / heads};
}

Shape Operand::batch() const {
  Shape wide = heads.batch;
  if (!wide.empty()) wide.back() *= shared;
  return wide;
}

void Operand::lay(const Shape& over) {
  places = stretched(batch(), over);
  for (std::size_t& place : places) place = heads.place(place / shared);
}

namespace {

// `own` is the batch of the scores: that of the values may be larger.
std::optional<LaidMask> lay(const Mask& mask, const Shape& own, const Shape& batch, std::size_t queries,
                            std::size_t keys) {
  LaidMask laid;
  laid.keys = keys;
  Shape shape;
  if (const BoolTensor* may = std::get_if<BoolTensor>(&mask)) {
    shape = shape_of(*may);
    laid.may = may->data();
  } else if (const Tensor* added = std::get_if<Tensor>(&mask)) {
    shape = shape_of(*added);
    laid.added = added->data();
  } else {
    return laid;
  }
  if (!shape.empty() && shape.back() != 1) laid.keys = std::min(keys, shape.back());
  Shape scores = own;
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

}  // namespace

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
  if (!all) return std::nullopt;
  b.batch = *all;
  for (Operand* operand : {&b.query, &b.key, &b.value}) operand->lay(b.batch);
  const std::optional<LaidMask> mask = lay(options.attn_mask, *scores, b.batch, q->tokens, k->tokens);
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

kernels::Head head_at(const Batch& b, const AttentionOptions& options, std::size_t n) {
  kernels::Head h = b.head;
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

}  // namespace attention::fast

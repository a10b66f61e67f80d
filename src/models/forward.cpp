// The forward pass of a run, half a layer at a time: Radford et al. 2019 (GPT-2), Touvron et al. 2023 (Llama), Devlin et al.
// 2019 (BERT) and Black et al. 2022 (GPT-NeoX), as transformers computes them.
#include <algorithm>
#include <limits>
#include <numeric>

#include "models/loops.hpp"
#include "models/resample.hpp"
#include "models/row_products.hpp"
#include "models/run.hpp"
#include "models/window.hpp"

namespace models {

namespace kernels = attention::kernels;

// Embeddings of the tokens, and of their positions where these are learned; rotations are prepared where they are not.
void Run::embed() {
  if (config_.picture) return embed_picture();
  const Layout& layout = model_.layout();
  const std::size_t width = config_.width, half = config_.frequencies.size();
  for (std::size_t row = 0; row < here(); ++row) {
    const std::size_t position = (done_ + row) % text_tokens();
    float* x = blocks_.x + row * width;
    const auto add_row = [&](const Matrix& matrix, std::size_t of) {
      model_.read_row(matrix, of, blocks_.row);
      loops::add(blocks_.row, x, width);
    };
    embed_token(position, x);
    if (embed_position(position, blocks_.row)) loops::add(blocks_.row, x, width);
    if (layout.token_types.rows > 0) add_row(layout.token_types, types_[position]);
    model_.rotation(position, text_tokens(), false, blocks_.cosines + row * half, blocks_.sines + row * half);
    if (config_.window_frequencies.empty()) continue;
    const std::size_t own = (size_.rows + row) * half;
    model_.rotation(position, text_tokens(), true, blocks_.cosines + own, blocks_.sines + own);
  }
  if (layout.embedding_norm.weight != no_vector) model_.norm(layout.embedding_norm, blocks_.x, blocks_.x, here());
}

// A token that is no patch.
void Run::embed_special(std::size_t position, float* to) const {
  const Layout& layout = model_.layout();
  const PictureConfig& picture = *config_.picture;
  if (position == 0) return model_.read_row(layout.class_token, 0, to);
  if (position < picture.placed_before()) return model_.read_row(layout.distillation_token, 0, to);
  model_.read_row(layout.registers, position - picture.placed_before(), to);
}

// The numbers of a patch, (channel, row, column).
void Run::copy_patch(std::size_t patch, float* to) const {
  const std::size_t side = config_.picture->patch, columns = grid_.columns, wide = columns * side;
  const float* const corner = pixels_.data() + patch / columns * side * wide + patch % columns * side;
  for (std::size_t channel = 0; channel < config_.picture->channels; ++channel)
    for (std::size_t row = 0; row < side; ++row, to += side)
      std::copy_n(corner + (channel * grid_.rows * side + row) * wide, side, to);
}

// All patches in one product.
void Run::embed_picture() {
  if (done_ < branched_) return;  // the stream comes from the other run
  const Linear& linear = model_.layout().patches;
  const std::size_t before = config_.picture->before(), patches = here() - before, width = config_.width;
  for (std::size_t position = 0; position < before; ++position) embed_special(position, blocks_.x + position * width);
  std::vector<float> numbers(patches * linear.inputs());
  for (std::size_t patch = 0; patch < patches; ++patch) copy_patch(patch, numbers.data() + patch * linear.inputs());
  Model::Projection task;
  task.x = {numbers.data(), linear.inputs()};
  task.rows = patches;
  task.y = blocks_.x + before * width;
  task.y_step = width;
  model_.project(linear, task, blocks_.space);
  for (std::size_t position = 0; position < here(); ++position)
    if (embed_position(position, blocks_.row)) loops::add(blocks_.row, blocks_.x + position * width, width);
}

void Run::embed_token(std::size_t position, float* to) const {
  if (!config_.picture) return model_.embed(ids_[position], to);
  const std::size_t before = config_.picture->before();
  if (position < before) return embed_special(position, to);
  std::vector<float> numbers(model_.layout().patches.inputs());
  copy_patch(position - before, numbers.data());
  Model::Projection task;
  task.x = {numbers.data(), numbers.size()};
  task.rows = 1;
  task.y = to;
  task.y_step = config_.width;
  model_.project(model_.layout().patches, task, blocks_.space);
}

bool Run::embed_position(std::size_t position, float* to) const {
  const Matrix& positions = model_.layout().positions;
  if (positions.rows == 0) return false;
  if (!config_.picture) {
    model_.read_row(positions, position_row(position), to);
    return true;
  }
  const PictureConfig& picture = *config_.picture;
  if (position >= picture.placed_before() && position < picture.before()) return false;  // registers have none
  const std::size_t row = position < picture.before() ? position : position - picture.registers;
  if (positions_.empty() || position < picture.before()) model_.read_row(positions, row, to);
  else std::copy_n(positions_.data() + (position - picture.before()) * config_.width, config_.width, to);
  return true;
}

// Positions for another number of patches than the model has (Dosovitskiy et al. 2021, section 3.2).
void Run::interpolate_positions() {
  const PictureConfig& picture = *config_.picture;
  const std::size_t own = picture.grid();
  positions_.clear();
  if (grid_.rows == own && grid_.columns == own) return;
  std::vector<float> stored(own * own * config_.width);
  for (std::size_t i = 0; i < own * own; ++i)
    model_.read_row(model_.layout().positions, picture.placed_before() + i, stored.data() + i * config_.width);
  positions_ = resampled(stored.data(), own, own, config_.width,
                         resampling(Filter::bicubic, picture.antialiased, own, grid_.rows),
                         resampling(Filter::bicubic, picture.antialiased, own, grid_.columns));
}

std::size_t Run::position_row(std::size_t position) const {
  if (!config_.padding) return config_.first_position + position;
  const auto upto = ids_.begin() + static_cast<std::ptrdiff_t>(position);
  if (*upto == *config_.padding) return *config_.padding;
  return config_.first_position + position - static_cast<std::size_t>(std::count(ids_.begin(), upto, *config_.padding));
}

// Overwrites what a part of the model computed for the tokens that go through now: `rows` are `step` numbers apart.
void Run::replace(Patch::Where where, std::size_t layer, std::size_t head, float* rows, std::size_t step) const {
  const std::size_t width = where == Patch::Where::head ? config_.head_width : config_.width;
  for (std::size_t row = 0; row < here(); ++row) {
    if (const Patch* const patch = patch_at(where, layer, head, done_ + row))
      patch->copy(done_ + row, width, rows + row * step);
  }
}

// The weights that are set in a query's row, (keys), in the order in which they were set.
void Run::overwrite(std::size_t layer, std::size_t head, std::size_t query, std::span<float> row) const {
  for (const SetWeight& set : set_) {
    if (set.layer != layer || set.head != head || set.query != query || set.key >= row.size()) continue;
    row[set.key] = 0.0f;
    const float others = std::reduce(row.begin(), row.end());
    if (set.rescaled && others > 0.0f) {
      for (float& weight : row) weight *= (1.0f - set.weight) / others;
    }
    row[set.key] = set.weight;
  }
}

bool Run::overwritten(std::size_t layer, std::size_t head, std::size_t query) const {
  return std::ranges::any_of(
      set_, [&](const SetWeight& set) { return set.layer == layer && set.head == head && set.query == query; });
}

// The output of head `n` for one token. Its keys and values are read once, where they lie: packed, as for many tokens, they
// would be read twice. False if a number is not finite.
bool Run::attend_row(std::size_t layer, std::size_t n, const kernels::Head& head, std::size_t row) {
  const std::size_t query = head.past + row, keys = config_.causal() ? query + 1 : head.keys;
  const auto rows = [keys](const kernels::Rows& from) {
    return row_products::Rows{row_products::Stored::float32, from.data, keys, from.step};
  };
  std::vector<float> weights(keys);
  row_products::add_dots(rows(head.key), head.query.row(row), weights.data(), head.width);
  for (float& score : weights) score *= head.scale;
  if (loops::first_not_finite(weights.data(), keys) < keys) return false;
  for (std::size_t key = 0; key < keys; ++key)
    weights[key] = sees(layer, query, key) ? capped(weights[key]) : -std::numeric_limits<float>::infinity();
  const float factor = config_.score_cap > 0.0 ? 1.0f / temperature(layer, n) : 1.0f;  // else it is part of head.scale
  if (!kernels::best().softmax(weights.data(), weights.data(), 1, keys, factor)) return false;
  overwrite(layer, n, query, weights);
  float* const output = head.output + row * head.output_step;
  std::fill_n(output, head.value_width, 0.0f);
  row_products::add_rows(rows(head.value), weights.data(), output, head.value_width);
  return loops::first_not_finite(output, head.value_width) == head.value_width;
}

// The output of head `n` for all of head.queries; false if a number is not finite, or a score too large.
bool Run::attend_head(std::size_t layer, std::size_t n, const kernels::Head& head) {
  if (head.queries == 1) return attend_row(layer, n, head, 0);
  const bool capped = config_.score_cap > 0.0, again = n % (config_.heads / config_.key_heads) != 0 && copies_ == 1;
  if (!capped && windowed(layer) && head.keys > config_.window) {
    if (!attend_in_window(head, config_.window, blocks_.mask, blocks_.space)) return false;
  } else if (!capped && !kernels::best().attend(head, again, blocks_.space)) {
    return false;
  }
  for (std::size_t row = 0; row < head.queries; ++row) {
    if ((capped || overwritten(layer, n, head.past + row)) && !attend_row(layer, n, head, row)) return false;
  }
  return true;
}

// The output of every head for the tokens that go through now, of each copy by itself; false likewise.
bool Run::attend(std::size_t layer) {
  const std::size_t width = config_.head_width, shared = config_.heads / config_.key_heads;
  const std::size_t query_step = config_.query_width(), key_step = config_.key_width();
  const float* keys = blocks_.keys + layer * size_.tokens * key_step;
  const float* values = blocks_.values + layer * size_.tokens * key_step;
  const float* queries = blocks_.queries + (layer * size_.tokens + done_) * query_step;
  const std::size_t rows = here() / copies_;
  for (std::size_t n = 0; n < config_.heads; ++n) {
    kernels::Head head;
    head.output_step = query_step;
    head.queries = rows;
    head.keys = until_ / copies_;
    head.width = head.value_width = width;
    head.scale = config_.score_cap > 0.0 ? scale(layer) : scale(layer) / temperature(layer, n);
    head.causal = config_.causal();
    head.past = done_;
    for (std::size_t copy = 0; copy < copies_; ++copy) {
      const std::size_t first = copy * rows;
      head.query = {queries + first * query_step + n * width, query_step};
      head.key = {keys + first * key_step + n / shared * width, key_step};
      head.value = {values + first * key_step + n / shared * width, key_step};
      head.output = blocks_.context + first * query_step + n * width;
      if (!attend_head(layer, n, head)) return false;
    }
    replace(Patch::Where::head, layer, n, blocks_.context + n * width, query_step);
  }
  return true;
}

Result<void> Run::attention_half(std::size_t layer) {
  const Layer& l = model_.layout().layers[layer];
  const bool before = !config_.post_norm;
  if (before) model_.norm(l.attention_norm, blocks_.x, blocks_.normed, here());
  const std::size_t from = layer * size_.tokens + done_;
  const auto project = [&](const Linear& linear, float* all) {
    Model::Projection task;
    task.x = {before ? blocks_.normed : blocks_.x, config_.width};
    task.rows = here();
    task.y_step = linear.outputs();
    task.y = all + from * task.y_step;
    model_.project(linear, task, blocks_.space);
    return task.y;
  };
  float* queries = project(l.query, blocks_.queries);
  float* keys = project(l.key, blocks_.keys);
  project(l.value, blocks_.values);
  const std::size_t half = config_.frequencies.size(), width = config_.head_width;
  if (config_.head_norms) {
    model_.norm(l.query_norm, queries, queries, here() * config_.heads, width);
    model_.norm(l.key_norm, keys, keys, here() * config_.key_heads, width);
  }
  const std::size_t turns = windowed(layer) && !config_.window_frequencies.empty() ? size_.rows : 0;
  for (std::size_t row = 0; half > 0 && row < here(); ++row) {
    const float *cosines = blocks_.cosines + (turns + row) * half, *sines = blocks_.sines + (turns + row) * half;
    for (std::size_t n = 0; n < config_.heads; ++n, queries += width) loops::rotate(queries, cosines, sines, half);
    for (std::size_t n = 0; n < config_.key_heads; ++n, keys += width) loops::rotate(keys, cosines, sines, half);
  }
  if (!attend(layer)) {
    failed_ = true;
    return attention::fail("overflow", attention::joined({"layer ", layer}),
                           {"A number in layer ", layer, " is too large for float32. The checkpoint may be damaged."});
  }
  Model::Projection task;
  task.x = {blocks_.context, config_.query_width()};
  task.rows = here();
  task.add = !config_.has_after();
  task.y = config_.has_after() ? blocks_.normed : blocks_.x;
  task.y_step = config_.width;
  model_.project(l.output, task, blocks_.space);
  if (config_.has_after()) {
    model_.after_half(l.attention_after, l.attention_scale, blocks_.normed, here());
    loops::add(blocks_.normed, blocks_.x, here() * config_.width);
  }
  if (!before) model_.norm(l.attention_norm, blocks_.x, blocks_.x, here());
  return {};
}

void Run::inner_half(std::size_t layer) {
  const Layer& l = model_.layout().layers[layer];
  const bool before = !config_.post_norm;
  const float* const from = config_.parallel ? stream(layer, done_) : blocks_.x;
  if (before) model_.norm(l.inner_norm, from, blocks_.normed, here());
  model_.neurons(l, before ? blocks_.normed : blocks_.x, here(), blocks_.inner, blocks_.gate, blocks_.space);
  const bool replaced = std::ranges::any_of(
      patches_, [&](const Patch& patch) { return patch.where == Patch::Where::inner && patch.layer == layer; });
  const bool apart = replaced || config_.has_after();
  Model::Projection task;
  task.rows = here();
  task.x = {blocks_.inner, config_.inner};
  task.add = !apart;
  task.y = apart ? blocks_.normed : blocks_.x;
  task.y_step = config_.width;
  model_.project(l.down, task, blocks_.space);
  if (config_.has_after()) model_.after_half(l.inner_after, l.inner_scale, blocks_.normed, here());
  if (apart) {
    replace(Patch::Where::inner, layer, 0, blocks_.normed, config_.width);
    loops::add(blocks_.normed, blocks_.x, here() * config_.width);
  }
  if (!before) model_.norm(l.inner_norm, blocks_.x, blocks_.x, here());
}

// What the logits are made of: the stream of some tokens, (rows, E), after the final norm or bert's transform.
void Run::to_last(const float* x, std::size_t rows, float* last) const {
  const Layout& layout = model_.layout();
  if (!config_.post_norm) return model_.norm(layout.final_norm, x, last, rows);
  if (!layout.has_head) return;
  Model::Projection task;
  task.x = {x, config_.width};
  task.rows = rows;
  task.y = last;
  task.y_step = config_.width;
  model_.project(layout.transform, task, blocks_.space);
  model_.activate(config_.transform_activation, last, rows * config_.width);
  model_.norm(layout.transform_norm, last, last, rows);
}

// What goes into a layer, or comes out of the last one, is kept.
void Run::keep_stream(std::size_t layer) {
  std::copy_n(blocks_.x, here() * config_.width, blocks_.streams + (layer * size_.tokens + done_) * config_.width);
}

Result<void> Run::advance() {
  if (failed_ || parts() == 0) return {};
  if (part_ == 0) {
    until_ = std::min(done_ + size_.rows, done_ < branched_ ? branched_ : ids_.size());
    embed();
    if (done_ < branched_) {
      std::copy_n(stream(from_, done_), here() * config_.width, blocks_.x);
      part_ = 2 * from_;
    }
    if (part_ < 2 * config_.layers) keep_stream(part_ / 2);
  }
  const std::size_t layer = part_ / 2;
  if (part_ % 2 == 0) {
    if (Result<void> fine = attention_half(layer); !fine) return fine;
  } else {
    inner_half(layer);
    replace(Patch::Where::stream, layer, 0, blocks_.x, config_.width);
    keep_stream(layer + 1);
  }
  if (++part_ == 2 * config_.layers) {
    to_last(blocks_.x, here(), blocks_.last + done_ * config_.width);
    done_ = until_;
    part_ = 0;
  }
  return {};
}

}  // namespace models

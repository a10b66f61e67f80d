// The forward pass of a run, half a layer at a time: Radford et al. 2019 (GPT-2), Touvron et al. 2023 (Llama) and Devlin et
// al. 2019 (BERT), as transformers computes them.
#include <algorithm>

#include "models/loops.hpp"
#include "models/run.hpp"
#include "models/window.hpp"

namespace models {

namespace kernels = attention::kernels;

// Embeddings of the tokens, and of their positions where these are learned; rotations are prepared where they are not.
void Run::embed() {
  const Layout& layout = model_.layout();
  const std::size_t width = config_.width, half = config_.frequencies.size();
  for (std::size_t row = 0; row < here(); ++row) {
    const std::size_t position = done_ + row;
    float* x = blocks_.x + row * width;
    const auto add_row = [&](const Matrix& matrix, std::size_t of) {
      model_.read_row(matrix, of, blocks_.row);
      loops::add(blocks_.row, x, width);
    };
    model_.read_row(layout.tokens, ids_[position], x);
    if (layout.positions.rows > 0) add_row(layout.positions, position);
    if (layout.token_types.rows > 0) add_row(layout.token_types, types_[position]);
    model_.rotation(position, blocks_.cosines + row * half, blocks_.sines + row * half);
  }
  if (layout.embedding_norm.weight != no_vector) model_.norm(layout.embedding_norm, blocks_.x, blocks_.x, here());
}

// Overwrites what a part of the model computed for the tokens that go through now: `rows` are `step` numbers apart.
void Run::replace(Patch::Where where, std::size_t layer, std::size_t head, float* rows, std::size_t step) const {
  const std::size_t width = where == Patch::Where::head ? config_.head_width : config_.width;
  for (std::size_t row = 0; row < here(); ++row) {
    if (const Patch* const patch = patch_at(where, layer, head, done_ + row))
      patch->copy(done_ + row, width, rows + row * step);
  }
}

// The output of every head for the tokens that go through now; false if a number is not finite, or a score too large.
bool Run::attend(std::size_t layer) {
  const std::size_t width = config_.head_width, shared = config_.heads / config_.key_heads;
  const std::size_t query_step = config_.query_width(), key_step = config_.key_width();
  const float* keys = blocks_.keys + layer * size_.tokens * key_step;
  const float* values = blocks_.values + layer * size_.tokens * key_step;
  const float* queries = blocks_.queries + (layer * size_.tokens + done_) * query_step;
  for (std::size_t n = 0; n < config_.heads; ++n) {
    kernels::Head head;
    head.query = {queries + n * width, query_step};
    head.key = {keys + n / shared * width, key_step};
    head.value = {values + n / shared * width, key_step};
    head.output = blocks_.context + n * width;
    head.output_step = query_step;
    head.queries = here();
    head.keys = until_;
    head.width = head.value_width = width;
    head.scale = scale(layer);
    head.causal = config_.causal();
    head.past = done_;
    if (windowed(layer) && until_ > config_.window) {
      if (!attend_in_window(head, config_.window, blocks_.mask, blocks_.space)) return false;
    } else if (!kernels::best().attend(head, n % shared != 0, blocks_.space)) {
      return false;
    }
    replace(Patch::Where::head, layer, n, head.output, query_step);
  }
  return true;
}

Result<void> Run::attention_half(std::size_t layer) {
  const Layer& l = model_.layout().layers[layer];
  const bool before = config_.family != Family::bert;  // where the norm is
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
  const std::size_t half = config_.frequencies.size();
  for (std::size_t row = 0; half > 0 && row < here(); ++row) {
    const float *cosines = blocks_.cosines + row * half, *sines = blocks_.sines + row * half;
    for (std::size_t n = 0; n < config_.heads; ++n, queries += 2 * half) loops::rotate(queries, cosines, sines, half);
    for (std::size_t n = 0; n < config_.key_heads; ++n, keys += 2 * half) loops::rotate(keys, cosines, sines, half);
  }
  if (!attend(layer)) {
    failed_ = true;
    return attention::fail("overflow", attention::joined({"layer ", layer}),
                           {"A number in layer ", layer, " is too large for float32. The checkpoint may be damaged."});
  }
  Model::Projection task;
  task.x = {blocks_.context, config_.query_width()};
  task.rows = here();
  task.add = true;
  task.y = blocks_.x;
  task.y_step = config_.width;
  model_.project(l.output, task, blocks_.space);
  if (!before) model_.norm(l.attention_norm, blocks_.x, blocks_.x, here());
  return {};
}

void Run::inner_half(std::size_t layer) {
  const Layer& l = model_.layout().layers[layer];
  const bool before = config_.family != Family::bert;
  if (before) model_.norm(l.inner_norm, blocks_.x, blocks_.normed, here());
  model_.neurons(l, before ? blocks_.normed : blocks_.x, here(), blocks_.inner, blocks_.gate, blocks_.space);
  const bool replaced = std::ranges::any_of(
      patches_, [&](const Patch& patch) { return patch.where == Patch::Where::inner && patch.layer == layer; });
  Model::Projection task;
  task.rows = here();
  task.x = {blocks_.inner, config_.inner};
  task.add = !replaced;
  task.y = replaced ? blocks_.normed : blocks_.x;
  task.y_step = config_.width;
  model_.project(l.down, task, blocks_.space);
  if (replaced) {
    replace(Patch::Where::inner, layer, 0, blocks_.normed, config_.width);
    loops::add(blocks_.normed, blocks_.x, here() * config_.width);
  }
  if (!before) model_.norm(l.inner_norm, blocks_.x, blocks_.x, here());
}

// What the logits are made of: the stream of some tokens, (rows, E), after the final norm or bert's transform.
void Run::to_last(const float* x, std::size_t rows, float* last) const {
  const Layout& layout = model_.layout();
  if (config_.family != Family::bert) return model_.norm(layout.final_norm, x, last, rows);
  if (!layout.has_head) return;
  Model::Projection task;
  task.x = {x, config_.width};
  task.rows = rows;
  task.y = last;
  task.y_step = config_.width;
  model_.project(layout.transform, task, blocks_.space);
  model_.activate(last, rows * config_.width);
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

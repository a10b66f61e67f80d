// The forward pass of a run, half a layer at a time: Radford et al. 2019 (GPT-2), Touvron et al. 2023 (Llama) and Devlin et
// al. 2019 (BERT), as transformers computes them.
#include <algorithm>
#include <cmath>

#include "models/loops.hpp"
#include "models/run.hpp"
#include "models/window.hpp"

namespace models {

namespace {

namespace kernels = attention::kernels;

void activate(Activation activation, float* x, std::size_t count) {
  switch (activation) {
    case Activation::gelu_tanh: return loops::gelu_tanh(x, count);
    case Activation::gelu: return loops::gelu(x, count);
    case Activation::relu: return loops::relu(x, count);
    case Activation::silu: return loops::silu(x, count);
    case Activation::tanh: return loops::tanh(x, count);
    case Activation::mish: return loops::mish(x, count);
    case Activation::quick_gelu: return loops::quick_gelu(x, count);
    case Activation::relu2: return loops::relu2(x, count);
  }
}

}  // namespace

void Run::norm(const Norm& norm, const float* from, float* to, std::size_t rows) const {
  const std::size_t width = config_.width;
  const float *weight = model_.vector(norm.weight), *bias = model_.vector(norm.bias);
  for (std::size_t row = 0; row < rows; ++row, from += width, to += width) {
    if (bias) {
      loops::layer_norm(from, weight, bias, config_.epsilon, to, width);
    } else {
      loops::rms_norm(from, weight, config_.epsilon, to, width);
    }
  }
}

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
    for (std::size_t i = 0; i < half; ++i) {
      const double angle = static_cast<double>(position) * config_.frequencies[i];
      blocks_.cosines[row * half + i] = static_cast<float>(std::cos(angle));
      blocks_.sines[row * half + i] = static_cast<float>(std::sin(angle));
    }
  }
  if (layout.embedding_norm.weight != no_vector) norm(layout.embedding_norm, blocks_.x, blocks_.x, here());
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
    if (off_[layer * config_.heads + n] == 0) continue;
    for (std::size_t row = 0; row < here(); ++row) std::fill_n(head.output + row * query_step, width, 0.0f);
  }
  return true;
}

Result<void> Run::attention_half(std::size_t layer) {
  const Layer& l = model_.layout().layers[layer];
  const bool before = config_.family != Family::bert;  // where the norm is
  if (before) norm(l.attention_norm, blocks_.x, blocks_.normed, here());
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
  if (!before) norm(l.attention_norm, blocks_.x, blocks_.x, here());
  return {};
}

void Run::inner_half(std::size_t layer) {
  const Layer& l = model_.layout().layers[layer];
  const bool before = config_.family != Family::bert;
  const std::size_t count = here() * config_.inner;
  if (before) norm(l.inner_norm, blocks_.x, blocks_.normed, here());
  Model::Projection task;
  task.x = {before ? blocks_.normed : blocks_.x, config_.width};
  task.rows = here();
  task.y = blocks_.inner;
  task.y_step = config_.inner;
  model_.project(l.up, task, blocks_.space);
  if (config_.family == Family::llama) {
    task.y = blocks_.gate;
    model_.project(l.gate, task, blocks_.space);
    activate(config_.activation, blocks_.gate, count);
    loops::multiply(blocks_.gate, blocks_.inner, count);
  } else {
    activate(config_.activation, blocks_.inner, count);
  }
  task.x = {blocks_.inner, config_.inner};
  task.add = true;
  task.y = blocks_.x;
  task.y_step = config_.width;
  model_.project(l.down, task, blocks_.space);
  if (!before) norm(l.inner_norm, blocks_.x, blocks_.x, here());
}

// After the last layer: what the logits are made of.
void Run::finish() {
  const Layout& layout = model_.layout();
  float* last = blocks_.last + done_ * config_.width;
  if (config_.family != Family::bert) {
    norm(layout.final_norm, blocks_.x, last, here());
  } else if (layout.has_head) {
    Model::Projection task;
    task.x = {blocks_.x, config_.width};
    task.rows = here();
    task.y = last;
    task.y_step = config_.width;
    model_.project(layout.transform, task, blocks_.space);
    activate(config_.activation, last, here() * config_.width);
    norm(layout.transform_norm, last, last, here());
  }
  done_ = until_;
  part_ = 0;
}

Result<void> Run::advance() {
  if (failed_ || parts() == 0) return {};
  if (part_ == 0) {
    until_ = std::min(done_ + size_.rows, ids_.size());
    embed();
  }
  const std::size_t layer = part_ / 2;
  if (part_ % 2 == 0) {
    if (Result<void> fine = attention_half(layer); !fine) return fine;
  } else {
    inner_half(layer);
  }
  if (++part_ == 2 * config_.layers) finish();
  return {};
}

}  // namespace models

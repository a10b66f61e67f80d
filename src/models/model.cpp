// See model.hpp.
#include "models/model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "models/loops.hpp"
#include "models/numbers.hpp"
#include "models/row_products.hpp"

namespace models {

namespace {

namespace kernels = attention::kernels;

constexpr std::size_t widened = std::size_t{1} << 20;  // numbers that are widened together; a row has fewer
constexpr std::size_t inner_block = 256;               // of the kernels: sums are added up block by block
constexpr std::size_t wide =
    widened / inner_block;  // of rows with more numbers, fewer than a block are widened together

// Puts the rows of each head in the order that this core rotates: the first rows of all pairs, then the second ones.
void part_pairs(const Placed& tensor, std::byte* rows) {
  const std::size_t width = tensor.paired, half = width / 2,
                    bytes = static_cast<std::size_t>(tensor.bytes) / tensor.rows;
  std::vector<std::byte> head(width * bytes);
  for (std::size_t first = 0; first + width <= tensor.rows; first += width) {
    std::byte* const to = rows + first * bytes;
    std::copy_n(to, head.size(), head.begin());
    for (std::size_t row = 0; row < width; ++row) {
      const std::size_t place = row % half * 2 + row / half;
      std::copy_n(head.begin() + static_cast<std::ptrdiff_t>(place * bytes), bytes, to + row * bytes);
    }
  }
}

// Whole blocks of the inner axis where a matrix has as many rows; so many rows are widened together.
std::size_t rows_together(const Matrix& matrix) {
  const std::size_t fit = std::clamp<std::size_t>(widened / std::max<std::size_t>(matrix.columns, 1), 1, matrix.rows);
  return fit > inner_block ? fit / inner_block * inner_block : fit;
}

// The first number of a tensor that is not finite, or how many it has.
std::size_t first_bad(const Placed& tensor, const std::byte* from) {
  if (tensor.type == Number::f32) return loops::first_not_finite(reinterpret_cast<const float*>(from), tensor.count);
  constexpr std::size_t block = 4096;
  float numbers[block];
  for (std::size_t first = 0; first < tensor.count; first += block) {
    const std::size_t count = std::min(block, tensor.count - first);
    widen(tensor.type, from, first, numbers, count);
    if (const std::size_t bad = loops::first_not_finite(numbers, count); bad < count) return first + bad;
  }
  return tensor.count;
}

Result<void> check_numbers(const Layout& layout, const std::byte* block) {
  for (const Placed& tensor : layout.placed) {
    if (const std::size_t bad = first_bad(tensor, block + tensor.at); bad < tensor.count) {
      return attention::fail("value", tensor.name,
                             {tensor.name, " holds NaN or an infinite number, first as its number ", bad,
                              " (counted from 0). The checkpoint is damaged: save or load it again."});
    }
  }
  return {};
}

// The types whose rows are multiplied as they are stored.
std::optional<row_products::Stored> stored_of(Number type) {
  switch (type) {
    case Number::f32: return row_products::Stored::float32;
    case Number::f16: return row_products::Stored::float16;
    case Number::bf16: return row_products::Stored::bfloat16;
    default: return std::nullopt;
  }
}

std::vector<float> gathered(const Gathered& from, const Placed& tensor, const std::byte* block) {
  std::vector<float> numbers(tensor.count), to;
  widen(tensor.type, block + tensor.at, 0, numbers.data(), tensor.count);
  for (std::size_t first = from.first; from.group > 0 && first < tensor.count; first += from.apart)
    to.insert(to.end(), numbers.begin() + static_cast<std::ptrdiff_t>(first),
              numbers.begin() + static_cast<std::ptrdiff_t>(first + from.group));
  if (from.group == 0) to = std::move(numbers);
  for (float& number : to) number += from.plus;
  return to;
}

}  // namespace

Result<Model> Model::bind(Config config, Layout layout, std::byte* block) {
  Model model;
  for (const Placed& tensor : layout.placed)
    if (tensor.paired > 0) part_pairs(tensor, block + tensor.at);
  if (Result<void> fine = check_numbers(layout, block); !fine) return std::unexpected(std::move(fine).error());
  for (const Gathered& from : layout.vectors)
    model.vectors_.push_back(gathered(from, layout.placed[from.placed], block));
  for (const Placed& tensor : layout.placed) {
    if (tensor.kept == tensor.type) continue;
    if (!quantise(tensor, block + tensor.at, block + layout.spare))
      return attention::fail("value", tensor.name,
                             {tensor.name, " holds numbers that are too large for ", files::name_of(tensor.kept),
                              ", whose factors are float16. Load the model as it is stored."});
  }
  for (std::size_t i = 0; layout.slower != no_vector && i < config.frequencies.size(); ++i) {
    const float by = model.vectors_[static_cast<std::size_t>(layout.slower)][i];
    if (!(by > 0.0f))
      return attention::fail(
          "value", "rope_freqs.weight",
          {"rope_freqs.weight divides a frequency by a number that is not above 0. Download the file ",
           "again, or convert the model again."});
    config.frequencies[i] /= static_cast<double>(by);
  }
  model.config_ = std::move(config);
  model.layout_ = std::move(layout);
  model.block_ = block;
  return model;
}

const float* Model::row(const Matrix& matrix, std::size_t row, float* space) const {
  const std::byte* from = block_ + matrix.at;
  const auto first = static_cast<std::size_t>(matrix.from + matrix.place(row) * matrix.step);
  if (matrix.type == Number::f32) return reinterpret_cast<const float*>(from) + first;
  widen(matrix.type, from, first, space, matrix.columns);
  return space;
}

// Where a row of a matrix begins, whose numbers are not in blocks.
const void* Model::number_at(const Matrix& matrix, std::size_t row) const {
  const auto first = static_cast<std::size_t>(matrix.from + matrix.place(row) * matrix.step);
  return block_ + matrix.at + first * static_cast<std::size_t>(files::size_of(matrix.type));
}

void Model::read_row(const Matrix& matrix, std::size_t row, float* to) const {
  const auto first = static_cast<std::size_t>(matrix.from + matrix.place(row) * matrix.step);
  widen(matrix.type, block_ + matrix.at, first, to, matrix.columns);
}

Result<void> Model::head_weights(std::size_t layer, std::size_t head, HeadMatrix which, float* to) const {
  const Config& c = config_;
  if (layer >= c.layers || head >= c.heads)
    return attention::fail("range", layer < c.layers ? "head" : "layer",
                           {"There is no head ", head, " of layer ", layer, ": the model has ", c.layers,
                            " layers with ", c.heads, " heads, counted from 0."});
  const Layer& l = layout_.layers[layer];
  const std::size_t shared = head / (c.heads / c.key_heads);
  const auto part = [&](const Linear& all, std::size_t n) { return outputs_of(all, n * c.head_width, c.head_width); };
  const Linear linear = which == HeadMatrix::query   ? part(l.query, head)
                        : which == HeadMatrix::key   ? part(l.key, shared)
                        : which == HeadMatrix::value ? part(l.value, shared)
                                                     : inputs_of(l.output, head * c.head_width, c.head_width);
  const Matrix& w = linear.weight;
  std::vector<float> row(linear.out_in ? 0 : w.columns);
  for (std::size_t i = 0; i < w.rows; ++i) {
    if (linear.out_in) {
      read_row(w, i, to + i * w.columns);
    } else {
      read_row(w, i, row.data());
      for (std::size_t o = 0; o < w.columns; ++o) to[o * w.rows + i] = row[o];
    }
  }
  return {};
}

std::size_t Model::project_space(const Layout& layout) {
  kernels::Product largest;
  largest.m = largest.n = largest.k = std::size_t{1} << 20;  // beyond the blocks in which a product is cut
  const auto half = [](const Placed& tensor) { return tensor.kept != Number::f32; };
  const bool any = std::ranges::any_of(layout.placed, half);
  return kernels::best().gemm_space(largest) + (any ? widened : 0) + (layout.whole ? widened : 0);
}

// Whether a projection is computed from whole numbers: where its rows are made of whole blocks of Q8_0.
bool Model::whole(const Linear& linear) const {
  const Matrix& w = linear.weight;
  const std::size_t block = row_products::whole_block;
  return layout_.whole && linear.out_in && w.type == Number::q8_0 && w.step == w.columns && w.columns % block == 0 &&
         w.from % block == 0;
}

// One row of whole numbers, which are rounded to `space`.
void Model::project_whole(const Linear& linear, const float* x, float* y, float* space) const {
  const Matrix& w = linear.weight;
  const std::size_t blocks = w.columns / row_products::whole_block;
  float *const d = space, *const factors = d + blocks;
  auto* const q = reinterpret_cast<std::int16_t*>(factors + 2 * blocks);
  row_products::round_whole(x, d, q, blocks);
  const std::size_t together = w.group > 0 ? w.group : w.rows;
  for (std::size_t first = 0; first < w.rows; first += together) {
    const auto number = static_cast<std::size_t>(w.from + w.place(first) * w.step);
    const std::byte* const from = block_ + w.at + number / row_products::whole_block * row_products::whole_block_bytes;
    row_products::add_whole_dots(reinterpret_cast<const std::uint8_t*>(from), d, q, blocks, y + first, together,
                                 factors);
  }
}

// One row: every number of W is read once and used once, so packing it would take longer than the product.
void Model::project_row(const Linear& linear, const Projection& task, float* space) const {
  const Matrix& w = linear.weight;
  const float* x = task.x.data;
  float* y = task.y;
  const float* bias = vector(linear.bias);
  const std::size_t outputs = linear.outputs();
  if (!task.add) std::fill_n(y, outputs, 0.0f);
  if (bias) loops::add(bias + linear.bias_from, y, outputs);
  if (whole(linear)) {
    project_whole(linear, x, y, space);
  } else if (const auto type = stored_of(w.type)) {
    const std::size_t together = w.group > 0 ? w.group : w.rows;
    for (std::size_t first = 0; first < w.rows; first += together) {
      const row_products::Rows rows{*type, number_at(w, first), together, w.step};
      if (linear.out_in) row_products::add_dots(rows, x, y + first, w.columns);
      else row_products::add_rows(rows, x + first, y, outputs);
    }
  } else if (linear.out_in) {
    for (std::size_t o = 0; o < outputs; ++o) y[o] += loops::dot(x, row(w, o, space), w.columns);
  } else {
    for (std::size_t i = 0; i < w.rows; ++i) loops::add_scaled(row(w, i, space), x[i], y, outputs);
  }
}

void Model::project(const Linear& linear, const Projection& task, float* space) const {
  if (helpers_ && helpers_->project(*this, linear, task, space)) return;
  project_alone(linear, task, space);
}

void Model::project_alone(const Linear& linear, const Projection& task, float* space) const {
  if (task.rows == 1) return project_row(linear, task, space);
  const Matrix& w = linear.weight;
  // Some outputs at a time: a group, or as many as let whole blocks of each sum be widened together.
  const std::size_t some = w.group > 0 ? w.group : linear.out_in ? w.rows : wide;
  if (some < linear.outputs()) {
    Projection part = task;
    for (std::size_t first = 0; first < linear.outputs(); first += some, part.y += some)
      project_alone(outputs_of(linear, first, std::min(some, linear.outputs() - first)), part, space);
    return;
  }
  if (!whole(linear)) return project_rows(linear, task, space);
  // The rows that are multiplied are rounded first: the sums are those of whole numbers but for float32's own rounding.
  const std::size_t together = std::max<std::size_t>(widened / w.columns, 1);
  Projection part = task;
  part.x = {space, w.columns};
  for (std::size_t first = 0; first < task.rows; first += together, part.y += together * task.y_step) {
    part.rows = std::min(together, task.rows - first);
    for (std::size_t r = 0; r < part.rows; ++r)
      row_products::round_floats(task.x.row(first + r), space + r * w.columns, w.columns / row_products::whole_block);
    project_rows(linear, part, space + widened);
  }
}

void Model::project_rows(const Linear& linear, const Projection& task, float* space) const {
  const Matrix& w = linear.weight;
  const float* bias = linear.bias == no_vector ? nullptr : vector(linear.bias) + linear.bias_from;
  if (task.add && bias)
    for (std::size_t r = 0; r < task.rows; ++r) loops::add(bias, task.y + r * task.y_step, linear.outputs());
  kernels::Product product;
  product.a = task.x;
  product.b_transposed = linear.out_in;
  product.add = task.add;
  product.bias = task.add ? nullptr : bias;
  product.c = task.y;
  product.c_step = task.y_step;
  product.m = task.rows;
  product.n = linear.outputs();
  product.k = linear.inputs();
  if (w.type == Number::f32) {
    product.b = {reinterpret_cast<const float*>(block_ + w.at) + w.from, w.step};
    kernels::best().gemm(product, space);
    return;
  }
  // Some rows of W at a time: some outputs, or a part of each sum.
  float* rows = space;
  const std::size_t together = rows_together(w);
  space += widened;
  product.b = {rows, w.columns};
  for (std::size_t first = 0; first < w.rows; first += together) {
    const std::size_t count = std::min(together, w.rows - first);
    for (std::size_t r = 0; r < count; ++r) read_row(w, first + r, rows + r * w.columns);
    if (linear.out_in) {
      product.n = count;
      kernels::best().gemm(product, space);
      product.c += count;
      if (product.bias) product.bias += count;
    } else {
      product.k = count;
      kernels::best().gemm(product, space);
      product.a.data += count;
      product.add = true;
      product.bias = nullptr;
    }
  }
}

void Model::project_back(const Linear& linear, const float* d, float* to, float* space) const {
  const Matrix& w = linear.weight;
  if (!linear.out_in) {
    for (std::size_t i = 0; i < w.rows; ++i) to[i] = loops::dot(row(w, i, space), d, w.columns);
    return;
  }
  std::fill_n(to, w.columns, 0.0f);
  for (std::size_t o = 0; o < w.rows; ++o) loops::add_scaled(row(w, o, space), d[o], to, w.columns);
}

void Model::rotation(std::size_t position, std::size_t tokens, bool windowed, float* cosines, float* sines) const {
  const bool own = windowed && !config_.window_frequencies.empty();
  const std::vector<double>& frequencies = own                            ? config_.window_frequencies
                                           : config_.turns_slowly(tokens) ? config_.long_frequencies
                                                                          : config_.frequencies;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double angle = static_cast<double>(position) * frequencies[i];
    cosines[i] = static_cast<float>(std::cos(angle) * config_.rotation_scale);
    sines[i] = static_cast<float>(std::sin(angle) * config_.rotation_scale);
  }
}

void Model::norm(const Norm& norm, const float* from, float* to, std::size_t rows) const {
  this->norm(norm, from, to, rows, config_.width);
}

void Model::norm(const Norm& norm, const float* from, float* to, std::size_t rows, std::size_t width) const {
  const float *weight = vector(norm.weight), *bias = vector(norm.bias);
  for (std::size_t row = 0; row < rows; ++row, from += width, to += width) {
    if (bias) {
      loops::layer_norm(from, weight, bias, config_.epsilon, to, width);
    } else {
      loops::rms_norm(from, weight, config_.epsilon, to, width);
    }
  }
}

void Model::after_half(const Norm& norm, VectorId scale, float* x, std::size_t rows) const {
  if (config_.sandwich) this->norm(norm, x, x, rows);
  if (!config_.layer_scale) return;
  for (std::size_t row = 0; row < rows; ++row) loops::multiply(vector(scale), x + row * config_.width, config_.width);
}

void Model::activate(Activation activation, float* x, std::size_t count) const {
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

void Model::cap_logits(float* logits, std::size_t count) const {
  if (config_.logit_cap == 0.0) return;
  for (std::size_t i = 0; i < count; ++i)
    logits[i] = static_cast<float>(config_.logit_cap * std::tanh(logits[i] / config_.logit_cap));
}

void Model::embed(std::size_t id, float* to) const {
  read_row(layout_.tokens, id, to);
  if (config_.embedding_scale == 1.0) return;
  const auto scale = static_cast<float>(config_.embedding_scale);
  for (std::size_t i = 0; i < config_.width; ++i) to[i] *= scale;
}

void Model::neurons(const Layer& layer, const float* x, std::size_t rows, float* inner, float* gate,
                    float* space) const {
  Projection task;
  task.x = {x, config_.width};
  task.rows = rows;
  task.y = inner;
  task.y_step = config_.inner;
  project(layer.up, task, space);
  if (!config_.gated) return activate(config_.activation, inner, rows * config_.inner);
  task.y = gate;
  project(layer.gate, task, space);
  activate(config_.activation, gate, rows * config_.inner);
  loops::multiply(gate, inner, rows * config_.inner);
}

}  // namespace models

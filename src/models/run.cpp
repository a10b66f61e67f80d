// See run.hpp: memory, tokens, and what can be read from a run. The forward pass is in forward.cpp.
#include "models/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/scores.hpp"
#include "models/window.hpp"

namespace models {

namespace {

namespace kernels = attention::kernels;
using attention::fail;

constexpr std::size_t most_rows = 512;  // a longer text goes through the layers in pieces, if it may
constexpr std::size_t line = 16;        // floats to which the parts of a block are aligned

std::size_t aligned(std::size_t floats) { return (floats + line - 1) / line * line; }

}  // namespace

Result<RunSize> Run::size(const Config& c, std::size_t first, std::size_t tokens) {
  if (first == 0) return fail("size", "ids", "There are no tokens. A run begins with at least one.");
  if (first > c.positions || tokens > c.positions) {
    return fail("size", "ids",
                {std::max(first, tokens), " tokens are more than the ", c.positions,
                 " positions of the model. Shorten the text."});
  }
  const RunSize size{std::max(first, tokens), c.causal() ? std::min(first, most_rows) : first};
  const std::uint64_t for_token = std::uint64_t{c.layers} * (c.query_width() + 2 * c.key_width()) + c.width;
  const std::uint64_t for_row = 2 * c.width + c.query_width() + 2 * std::uint64_t{c.inner} + c.head_width;
  const std::uint64_t most = std::numeric_limits<std::size_t>::max() / sizeof(float) / 4 * 3;
  if (for_token * size.tokens + for_row * size.rows > most / 2) {
    return fail("memory", "ids",
                {"The queries, keys and values of ", size.tokens, " tokens do not fit into memory. Shorten the text."});
  }
  return size;
}

std::size_t Run::share_out(const Config& c, const Layout& layout, const RunSize& size, float* block, Blocks& b) {
  kernels::Head head;
  head.queries = size.rows;
  head.keys = size.tokens;
  head.width = head.value_width = c.head_width;
  const std::size_t space = std::max(kernels::best().attend_space(head), Model::project_space(layout));
  const std::size_t all = c.layers * size.tokens;
  const struct {
    float** part;
    std::size_t floats;
  } parts[] = {{&b.queries, all * c.query_width()},
               {&b.keys, all * c.key_width()},
               {&b.values, all * c.key_width()},
               {&b.last, size.tokens * c.width},
               {&b.x, size.rows * c.width},
               {&b.normed, size.rows * c.width},
               {&b.context, size.rows * c.query_width()},
               {&b.inner, size.rows * c.inner},
               {&b.gate, c.family == Family::llama ? size.rows * c.inner : 0},
               {&b.cosines, size.rows * c.frequencies.size()},
               {&b.sines, size.rows * c.frequencies.size()},
               {&b.row, std::max(c.vocabulary, c.width)},
               {&b.mask, c.window > 0 && size.tokens > c.window ? window_mask_floats(c.window) : 0},
               {&b.space, space}};
  std::size_t used = 0;
  for (const auto& [part, floats] : parts) {
    if (block) *part = block + used;
    used += aligned(floats);
  }
  return used;
}

std::size_t Run::floats(const Config& config, const Layout& layout, const RunSize& size) {
  Blocks none;
  return share_out(config, layout, size, nullptr, none);
}

Run::Run(const Model& model, const RunSize& size, float* block) : model_(model), config_(model.config()), size_(size) {
  share_out(config_, model.layout(), size, block, blocks_);
  off_.assign(config_.layers * config_.heads, 0);
}

Run::Run(const Run& run, const RunSize& size, float* block) : Run(run.model_, size, block) {
  ids_ = run.ids_;
  types_ = run.types_;
  off_ = run.off_;
  done_ = until_ = run.done_;
  failed_ = run.failed_;
  ids_.resize(done_);
  if (!types_.empty()) types_.resize(done_);
  const auto copy_layers = [&](const float* from, float* to, std::size_t width) {
    for (std::size_t layer = 0; layer < config_.layers; ++layer)
      std::copy_n(from + layer * run.size_.tokens * width, done_ * width, to + layer * size_.tokens * width);
  };
  copy_layers(run.blocks_.queries, blocks_.queries, config_.query_width());
  copy_layers(run.blocks_.keys, blocks_.keys, config_.key_width());
  copy_layers(run.blocks_.values, blocks_.values, config_.key_width());
  std::copy_n(run.blocks_.last, done_ * config_.width, blocks_.last);
}

Result<void> Run::switch_off(std::size_t layer, std::size_t head) {
  if (layer >= config_.layers || head >= config_.heads) {
    return fail("range", "without",
                {"There is no head ", head, " of layer ", layer, ": the model has ", config_.layers, " layers with ",
                 config_.heads, " heads, counted from 0."});
  }
  off_[layer * config_.heads + head] = 1;
  return {};
}

Result<void> Run::give(std::span<const std::size_t> ids, std::span<const std::size_t> types) {
  if (failed_) return fail("overflow", "ids", "This run ended with numbers too large for float32. Run the text anew.");
  if (!config_.causal() && !ids_.empty())
    return fail("model", "ids", "A model that looks both ways takes no more tokens: run the longer text anew.");
  if (ids.size() > size_.tokens - ids_.size()) {
    return fail("size", "ids",
                {"This run has room for ", size_.tokens, " tokens, ", ids_.size(), " of them taken; ", ids.size(),
                 " more do not fit."});
  }
  if (!types.empty() && types.size() != ids.size()) {
    return fail("type", "tokenTypes", {"There are ", types.size(), " token types for ", ids.size(), " tokens."});
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= config_.vocabulary) {
      return fail("id", attention::joined({"ids[", i, "]"}),
                  {"Id ", ids[i], " is not in the vocabulary: ids are 0 to ", config_.vocabulary - 1,
                   ". Use the tokenizer that lies beside the weights."});
    }
    if (!types.empty() && types[i] >= config_.token_types) {
      return fail("type", attention::joined({"tokenTypes[", i, "]"}),
                  {"The model has ", config_.token_types, " token types, counted from 0; this is ", types[i], "."});
    }
  }
  ids_.insert(ids_.end(), ids.begin(), ids.end());
  if (config_.token_types > 0) {
    types_.resize(ids_.size() - ids.size(), 0);
    types_.insert(types_.end(), types.begin(), types.end());
    types_.resize(ids_.size(), 0);
  }
  return {};
}

std::size_t Run::parts() const {
  const std::size_t left = ids_.size() - done_, pieces = (left + size_.rows - 1) / size_.rows;
  return pieces * 2 * config_.layers - part_;
}

bool Run::windowed(std::size_t layer) const { return config_.window > 0 && config_.windowed[layer]; }

float Run::scale(std::size_t layer) const {
  const float scale = config_.scaled ? attention::inverse_sqrt(config_.head_width) : 1.0f;
  return config_.scaled_by_layer ? scale / static_cast<float>(layer + 1) : scale;
}

Result<void> Run::check(std::size_t layer, std::size_t first, std::size_t count) const {
  if (layer >= config_.layers)
    return fail("range", "layer", {"There is no layer ", layer, ": there are ", config_.layers, ", counted from 0."});
  if (first > done_ || count > done_ - first) {
    return fail("range", "rows",
                {"Rows ", first, " to ", first + count, " are not within the ", done_, " tokens of this run."});
  }
  return {};
}

void Run::copy(const float* from, std::size_t heads, float* to) const {
  const std::size_t width = config_.head_width;
  for (std::size_t head = 0; head < heads; ++head)
    for (std::size_t token = 0; token < done_; ++token, to += width)
      std::copy_n(from + (token * heads + head) * width, width, to);
}

Result<void> Run::copy_queries(std::size_t layer, float* to) const {
  if (Result<void> fine = check(layer, 0, 0); !fine) return fine;
  copy(blocks_.queries + layer * size_.tokens * config_.query_width(), config_.heads, to);
  return {};
}
Result<void> Run::copy_keys(std::size_t layer, float* to) const {
  if (Result<void> fine = check(layer, 0, 0); !fine) return fine;
  copy(blocks_.keys + layer * size_.tokens * config_.key_width(), config_.key_heads, to);
  return {};
}
Result<void> Run::copy_values(std::size_t layer, float* to) const {
  if (Result<void> fine = check(layer, 0, 0); !fine) return fine;
  copy(blocks_.values + layer * size_.tokens * config_.key_width(), config_.key_heads, to);
  return {};
}

Result<void> Run::weights(std::size_t layer, std::size_t head, std::size_t first, std::size_t count, float* to) const {
  if (Result<void> fine = check(layer, first, count); !fine) return fine;
  if (head >= config_.heads)
    return fail("range", "head", {"There is no head ", head, ": there are ", config_.heads, ", counted from 0."});
  const std::size_t width = config_.head_width, key_head = head / (config_.heads / config_.key_heads);
  const float* queries = blocks_.queries + layer * size_.tokens * config_.query_width() + head * width;
  const float* keys = blocks_.keys + layer * size_.tokens * config_.key_width() + key_head * width;
  kernels::Product scores;
  scores.a = {queries + first * config_.query_width(), config_.query_width()};
  scores.b = {keys, config_.key_width()};
  scores.b_transposed = true;
  scores.c = to;
  scores.c_step = done_;
  scores.m = count;
  scores.n = done_;
  scores.k = width;
  kernels::best().gemm(scores, blocks_.space);
  constexpr float blocked = -std::numeric_limits<float>::infinity();
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t query = first + row;
    if (config_.causal()) std::fill(to + row * done_ + query + 1, to + (row + 1) * done_, blocked);
    if (windowed(layer) && query >= config_.window) std::fill_n(to + row * done_, query - config_.window + 1, blocked);
  }
  if (!kernels::best().softmax(to, to, count, done_, scale(layer)))
    return fail("overflow", "head", {"The scores of head ", head, " of layer ", layer, " are too large for float32."});
  return {};
}

Result<void> Run::logits(std::size_t first, std::size_t count, float* to) const {
  if (Result<void> fine = check(0, first, count); !fine) return fine;
  const Layout& layout = model_.layout();
  if (!layout.has_head) {
    return fail("head", "logits",
                "This checkpoint has no layer that makes logits (cls.predictions). Its attention can be read; for the "
                "likeliest tokens choose a checkpoint of BertForMaskedLM.");
  }
  Model::Projection task;
  task.x = {blocks_.last + first * config_.width, config_.width};
  task.rows = count;
  task.y = to;
  task.y_step = config_.vocabulary;
  if (count > 0) model_.project(layout.head, task, blocks_.space);
  return {};
}

Result<std::vector<NextToken>> Run::next(std::size_t position, std::size_t count) const {
  float* row = blocks_.row;
  if (Result<void> fine = logits(position, 1, row); !fine) return std::unexpected(std::move(fine).error());
  const std::size_t all = config_.vocabulary;
  count = std::min(count, all);
  std::vector<std::size_t> order(all);
  for (std::size_t id = 0; id < all; ++id) order[id] = id;
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [row](std::size_t a, std::size_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
  const double most = *std::max_element(row, row + all);
  double total = 0.0;
  for (std::size_t id = 0; id < all; ++id) total += std::exp(row[id] - most);
  std::vector<NextToken> found;
  for (std::size_t i = 0; i < count; ++i)
    found.push_back({order[i], row[order[i]], std::exp(row[order[i]] - most) / total});
  return found;
}

}  // namespace models

// See run.hpp: memory, tokens, and what can be read from a run. The forward pass is in forward.cpp.
#include "models/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/scores.hpp"
#include "models/loops.hpp"
#include "models/window.hpp"

namespace models {

namespace {

namespace kernels = attention::kernels;
using attention::fail;

constexpr std::size_t most_rows = 512;  // a longer text goes through the layers in pieces, if it may
constexpr std::size_t line = 16;        // floats to which the parts of a block are aligned

constexpr std::size_t lens_rows = 64;  // whose logits are computed together

// The `count` largest of a row of logits, largest first; among equals that with the smaller id. The row becomes its softmax.
void add_largest(float* row, std::size_t all, std::size_t count, std::vector<NextToken>& to) {
  count = std::min(count, all);
  if (count == 0) return;
  std::vector<std::size_t> found;
  found.reserve(count + 1);
  for (std::size_t id = 0; id < all; ++id) {
    if (found.size() == count && row[id] <= row[found.back()]) continue;
    const auto smaller = [row](float logit, std::size_t other) { return logit > row[other]; };
    found.insert(std::upper_bound(found.begin(), found.end(), row[id], smaller), id);
    if (found.size() > count) found.pop_back();
  }
  const std::size_t first = to.size();
  for (const std::size_t id : found) to.push_back({id, row[id], 0.0});
  kernels::best().softmax(row, row, 1, all, 1.0f);
  for (std::size_t i = 0; i < found.size(); ++i) to[first + i].probability = row[found[i]];
}

std::size_t aligned(std::size_t floats) { return (floats + line - 1) / line * line; }

}  // namespace

Result<RunSize> Run::size(const Config& c, std::size_t first, std::size_t tokens, std::size_t copies) {
  if (first == 0) return fail("size", "ids", "There are no tokens. A run begins with at least one.");
  if (first > c.positions || tokens > c.positions) {
    return fail("size", "ids",
                {std::max(first, tokens), " tokens are more than the ", c.positions,
                 " positions of the model. Shorten the text."});
  }
  RunSize size{std::max(first, tokens), c.causal() ? std::min(first, most_rows) : first};
  if (copies > 1) size.tokens = size.rows = first * copies;
  const std::uint64_t for_token =
      std::uint64_t{c.layers} * (c.query_width() + 2 * c.key_width() + c.width) + 2 * std::uint64_t{c.width};
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
               {&b.streams, (c.layers + 1) * size.tokens * c.width},
               {&b.last, size.tokens * c.width},
               {&b.x, size.rows * c.width},
               {&b.normed, size.rows * c.width},
               {&b.context, size.rows * c.query_width()},
               {&b.inner, size.rows * c.inner},
               {&b.gate, c.gated ? size.rows * c.inner : 0},
               {&b.cosines, size.rows * (c.frequencies.size() + c.window_frequencies.size())},
               {&b.sines, size.rows * (c.frequencies.size() + c.window_frequencies.size())},
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
}

Run::Run(const Run& run, const RunSize& size, float* block) : Run(run.model_, size, block) {
  ids_ = run.ids_;
  types_ = run.types_;
  grid_ = run.grid_;
  pixels_ = run.pixels_;
  positions_ = run.positions_;
  patches_ = run.patches_;
  set_ = run.set_;
  temperatures_ = run.temperatures_;
  done_ = until_ = run.done_;
  failed_ = run.failed_;
  ids_.resize(done_);
  if (!types_.empty()) types_.resize(done_);
  copy_layers(run, config_.layers);
  std::copy_n(run.blocks_.last, done_ * config_.width, blocks_.last);
}

// What the first `layers` layers of a run kept, and the stream behind them.
void Run::copy_layers(const Run& run, std::size_t layers) {
  const auto copy = [&](const float* from, float* to, std::size_t count, std::size_t width) {
    for (std::size_t layer = 0; layer < count; ++layer)
      std::copy_n(from + layer * run.size_.tokens * width, run.done_ * width, to + layer * size_.tokens * width);
  };
  copy(run.blocks_.queries, blocks_.queries, layers, config_.query_width());
  copy(run.blocks_.keys, blocks_.keys, layers, config_.key_width());
  copy(run.blocks_.values, blocks_.values, layers, config_.key_width());
  copy(run.blocks_.streams, blocks_.streams, layers + 1, config_.width);
}

void Patch::copy(std::size_t position, std::size_t width, float* to) const {
  if (values.empty()) std::fill_n(to, width, 0.0f);
  else std::copy_n(values.data() + (position - first) * width, width, to);
}

const Patch* Run::patch_at(Patch::Where where, std::size_t layer, std::size_t head, std::size_t position) const {
  for (auto patch = patches_.rbegin(); patch != patches_.rend(); ++patch) {
    if (patch->where != where || patch->layer != layer || patch->head != head) continue;
    if (position >= patch->first && position - patch->first < patch->count) return &*patch;
  }
  return nullptr;
}

Result<void> Run::check_part(std::string_view path, std::size_t layer, std::optional<std::size_t> head) const {
  if (layer < config_.layers && head.value_or(0) < config_.heads) return {};
  return fail("range", path,
              {"There is no ", head ? attention::joined({"head ", *head, " of "}) : std::string(), "layer ", layer,
               ": the model has ", config_.layers, " layers with ", config_.heads, " heads, counted from 0."});
}

Result<void> Run::set(const SetWeight& set) {
  if (Result<void> fine = check_part("weights", set.layer, set.head); !fine) return fine;
  const bool is_share = set.weight >= 0.0f && set.weight <= 1.0f;
  if (!is_share) return fail("range", "weights", "A weight is a number from 0 to 1, as softmax makes them.");
  if (!sees(set.layer, set.query, set.key)) {
    return fail("mask", "weights",
                {"Token ", set.query, " does not see token ", set.key, " in this layer: its weight stays 0."});
  }
  std::erase_if(set_, [&](const SetWeight& other) {
    return other.layer == set.layer && other.head == set.head && other.query == set.query && other.key == set.key;
  });
  set_.push_back(set);
  return {};
}

Result<void> Run::set_temperature(std::size_t layer, std::size_t head, float temperature) {
  if (Result<void> fine = check_part("temperatures", layer, head); !fine) return fine;
  if (!(temperature > 0.0f) || !std::isfinite(temperature))
    return fail("range", "temperatures", "A temperature is a positive number: scores are divided by it.");
  temperatures_[{layer, head}] = temperature;
  return {};
}

float Run::temperature(std::size_t layer, std::size_t head) const {
  const auto found = temperatures_.find({layer, head});
  return found == temperatures_.end() ? 1.0f : found->second;
}

Result<void> Run::put(Patch patch) {
  const bool head = patch.where == Patch::Where::head;
  if (Result<void> fine = check_part("patch", patch.layer, head ? std::optional(patch.head) : std::nullopt); !fine)
    return fine;
  if (!patch.values.empty() && patch.values.size() != patch.count * (head ? config_.head_width : config_.width)) {
    return fail("size", "patch",
                {"A patch of ", patch.count, " tokens has ", patch.values.size(), " numbers; ",
                 head ? config_.head_width : config_.width, " belong to each token."});
  }
  patches_.push_back(std::move(patch));
  return {};
}

Result<void> Run::branch(const Run& run, std::size_t layer) {
  if (layer > config_.layers || !ids_.empty() || &run.model_ != &model_)
    return fail("range", "layer",
                {"A run can branch off at the layers 0 to ", config_.layers, ", before it has tokens."});
  if (run.done_ > size_.tokens) {
    return fail("size", "ids", {"This run has room for ", size_.tokens, " tokens; the other one has ", run.done_, "."});
  }
  ids_.assign(run.ids_.begin(), run.ids_.begin() + static_cast<std::ptrdiff_t>(run.done_));
  types_ = run.types_;
  grid_ = run.grid_;
  pixels_ = run.pixels_;
  positions_ = run.positions_;
  patches_.insert(patches_.begin(), run.patches_.begin(), run.patches_.end());
  set_.insert(set_.begin(), run.set_.begin(), run.set_.end());
  temperatures_.insert(run.temperatures_.begin(), run.temperatures_.end());
  copy_layers(run, layer);
  branched_ = run.done_;
  from_ = layer;
  return {};
}

Result<void> Run::repeat(const Run& run, std::size_t layer, std::size_t copies) {
  if (run.copies_ > 1 || run.done_ * copies != size_.tokens || size_.rows != size_.tokens)
    return fail("size", "copies", "The room of such a run is for its copies, all at once.");
  if (Result<void> fine = branch(run, layer); !fine) return fine;
  const std::size_t tokens = run.done_, width = config_.width;
  for (std::size_t copy = 1; copy < copies; ++copy) {
    ids_.insert(ids_.end(), run.ids_.begin(), run.ids_.begin() + static_cast<std::ptrdiff_t>(tokens));
    types_.insert(types_.end(), run.types_.begin(), run.types_.end());
    std::copy_n(run.stream(layer, 0), tokens * width, blocks_.streams + (layer * size_.tokens + copy * tokens) * width);
    for (Patch patch : run.patches_) {
      if (patch.count > tokens) continue;  // it holds for all tokens
      patch.first += copy * tokens;
      patches_.push_back(std::move(patch));
    }
  }
  branched_ = tokens * copies;
  copies_ = copies;
  return {};
}

Result<void> Run::give(std::span<const std::size_t> ids, std::span<const std::size_t> types) {
  if (failed_) return fail("overflow", "ids", "This run ended with numbers too large for float32. Run the text anew.");
  if (config_.picture) return fail("model", "ids", "This model reads pictures, not words. Give it pixels.");
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
  // A text that becomes a long one is computed anew: keys that are there turned faster.
  if (config_.turns_slowly(ids_.size() + ids.size()) && !config_.turns_slowly(ids_.size()))
    done_ = until_ = part_ = branched_ = from_ = 0;
  ids_.insert(ids_.end(), ids.begin(), ids.end());
  if (config_.token_types > 0) {
    types_.resize(ids_.size() - ids.size(), 0);
    types_.insert(types_.end(), types.begin(), types.end());
    types_.resize(ids_.size(), 0);
  }
  return {};
}

Result<std::size_t> Run::tokens_of_picture(const Config& c, std::size_t height, std::size_t width) {
  if (!c.picture) return fail("model", "pixels", "This model reads words, not pictures. Give it a text or ids.");
  const PictureConfig& picture = *c.picture;
  const bool whole = height > 0 && width > 0 && height % picture.patch == 0 && width % picture.patch == 0;
  if (!picture.any_size && (height != picture.size || width != picture.size)) {
    return fail("size", "pixels",
                {"The model reads pictures of ", picture.size, " × ", picture.size, " pixels; this one has ", width,
                 " × ", height, ". Use the preprocessor_config.json that lies beside the weights."});
  }
  if (!whole) {
    return fail("size", "pixels",
                {"A picture of ", width, " × ", height, " pixels is not cut into whole patches of ", picture.patch,
                 " × ", picture.patch, "."});
  }
  const std::size_t tokens = picture.before() + height / picture.patch * (width / picture.patch);
  if (tokens > c.positions)
    return fail("size", "pixels",
                {"A picture of ", width, " × ", height, " pixels has ", tokens, " tokens; at most ", c.positions,
                 " are computed."});
  return tokens;
}

Result<void> Run::give_picture(std::span<const float> pixels, std::size_t height, std::size_t width) {
  const Result<std::size_t> tokens = tokens_of_picture(config_, height, width);
  if (!tokens) return std::unexpected(tokens.error());
  if (!ids_.empty()) return fail("model", "pixels", "A run has one picture. Run the other one anew.");
  if (pixels.size() != config_.picture->channels * height * width) {
    return fail("size", "pixels",
                {"There are ", pixels.size(), " numbers; ", config_.picture->channels, " channels of ", width, " × ",
                 height, " pixels have ", config_.picture->channels * height * width, "."});
  }
  if (*tokens > size_.tokens)
    return fail("size", "pixels", {"This run has room for ", size_.tokens, " tokens; the picture has ", *tokens, "."});
  if (const std::size_t bad = loops::first_not_finite(pixels.data(), pixels.size()); bad < pixels.size())
    return fail("value", "pixels", {"Number ", bad, " of the picture is NaN or infinite."});
  pixels_.assign(pixels.begin(), pixels.end());
  grid_ = {height / config_.picture->patch, width / config_.picture->patch};
  interpolate_positions();
  for (std::size_t i = 0; i < *tokens; ++i) ids_.push_back(i);
  return {};
}

std::size_t Run::parts() const {
  const auto pieces = [this](std::size_t tokens) { return (tokens + size_.rows - 1) / size_.rows; };
  const std::size_t taken = branched_ > done_ ? branched_ - done_ : 0, given = ids_.size() - done_ - taken;
  const std::size_t all = pieces(taken) * 2 * (config_.layers - from_) + pieces(given) * 2 * config_.layers;
  return all - (part_ > 0 && taken > 0 ? part_ - 2 * from_ : part_);
}

bool Run::windowed(std::size_t layer) const { return config_.window > 0 && config_.windowed[layer]; }

float Run::scale(std::size_t layer) const {
  if (config_.score_divisor) return static_cast<float>(1.0 / std::sqrt(*config_.score_divisor));
  const float scale = config_.scaled ? attention::inverse_sqrt(config_.head_width) : 1.0f;
  return config_.scaled_by_layer ? scale / static_cast<float>(layer + 1) : scale;
}

float Run::capped(float score) const {
  const double cap = config_.score_cap;
  return cap > 0.0 ? static_cast<float>(cap * std::tanh(score / cap)) : score;
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
  const bool caps = config_.score_cap > 0.0;
  for (std::size_t i = 0; caps && i < count * done_; ++i) to[i] = capped(to[i] * scale(layer));
  const float factor = (caps ? 1.0f : scale(layer)) / temperature(layer, head);
  constexpr float blocked = -std::numeric_limits<float>::infinity();
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t query = first + row;
    if (config_.causal()) std::fill(to + row * done_ + query + 1, to + (row + 1) * done_, blocked);
    if (windowed(layer) && query >= config_.window) std::fill_n(to + row * done_, query - config_.window + 1, blocked);
  }
  if (!kernels::best().softmax(to, to, count, done_, factor))
    return fail("overflow", "head", {"The scores of head ", head, " of layer ", layer, " are too large for float32."});
  for (std::size_t row = 0; row < count; ++row) overwrite(layer, head, first + row, {to + row * done_, done_});
  return {};
}

Result<void> Run::check_head() const {
  if (model_.layout().has_head) return {};
  if (config_.picture)
    return fail(
        "head", "logits",
        "This checkpoint has no layer that makes labels (classifier). Its attention can be read; for labels choose a "
        "checkpoint for image classification.");
  return fail("head", "logits",
              "This checkpoint has no layer that makes logits (cls.predictions). Its attention can be read; for the "
              "likeliest tokens choose a checkpoint of BertForMaskedLM.");
}

Result<void> Run::logits(std::size_t first, std::size_t count, float* to) const {
  if (Result<void> fine = check(0, first, count); !fine) return fine;
  if (Result<void> fine = check_head(); !fine) return fine;
  Model::Projection task;
  task.x = {blocks_.last + first * config_.width, config_.width};
  task.rows = count;
  task.y = to;
  task.y_step = config_.vocabulary;
  if (count > 0) model_.project(model_.layout().head, task, blocks_.space);
  if (first == 0 && count > 0) read_labels(config_.layers, to);
  model_.cap_logits(to, count * config_.vocabulary);
  return {};
}

Result<std::vector<NextToken>> Run::next(std::size_t position, std::size_t count) const {
  if (Result<void> fine = logits(position, 1, blocks_.row); !fine) return std::unexpected(std::move(fine).error());
  std::vector<NextToken> found;
  add_largest(blocks_.row, config_.vocabulary, count, found);
  return found;
}

Result<std::vector<NextToken>> Run::lens(std::size_t layers, std::size_t first, std::size_t rows,
                                         std::size_t count) const {
  if (Result<void> fine = check_lens(layers, first, rows); !fine) return std::unexpected(std::move(fine).error());
  const std::size_t width = config_.width, together = std::min<std::size_t>(rows, lens_rows);
  std::vector<float> last(together * width), logits(together * config_.vocabulary);
  std::vector<NextToken> found;
  for (std::size_t done = 0; done < rows; done += together) {
    const std::size_t now = std::min(together, rows - done);
    to_last(stream(layers, first + done), now, last.data());
    Model::Projection task;
    task.x = {last.data(), width};
    task.rows = now;
    task.y = logits.data();
    task.y_step = config_.vocabulary;
    model_.project(model_.layout().head, task, blocks_.space);
    if (first + done == 0) read_labels(layers, logits.data());
    model_.cap_logits(logits.data(), now * config_.vocabulary);
    for (std::size_t row = 0; row < now; ++row)
      add_largest(logits.data() + row * config_.vocabulary, config_.vocabulary, count, found);
  }
  return found;
}

std::vector<Run::Reading> Run::readings(std::size_t position) const {
  const Layout& layout = model_.layout();
  const std::size_t copied = position % text_tokens(), begin = position - copied;  // of its copy of the text
  if (copied != 0 || layout.second_head.outputs() == 0) return {{position, &layout.head}};
  std::vector<Reading> all = {{position, &layout.head, layout.share, layout.share}};
  if (config_.picture->distilled) {
    all.push_back({begin + 1, &layout.second_head, layout.share, layout.share});
    return all;
  }
  const std::size_t first = config_.picture->before(), patches = text_tokens() - first;
  for (std::size_t i = 0; i < patches; ++i)
    all.push_back({begin + first + i, &layout.second_head, layout.share / static_cast<float>(patches), 0.0f});
  return all;
}

// Row 0 of the logits after `layers` layers, where labels are read from more than [CLS]: what the other tokens add.
void Run::read_labels(std::size_t layers, float* logits) const {
  const std::vector<Reading> all = readings(0);
  if (all.size() < 2) return;
  std::vector<float> last(config_.width), mean(config_.width);
  for (const Reading& reading : std::span(all).subspan(1)) {
    to_last(stream(layers, reading.position), 1, last.data());
    loops::add_scaled(last.data(), reading.factor / model_.layout().share, mean.data(), config_.width);
  }
  Model::Projection task;
  task.x = {mean.data(), config_.width};
  task.rows = 1;
  task.add = true;
  task.y = logits;
  task.y_step = config_.vocabulary;
  model_.project(model_.layout().second_head, task, blocks_.space);
  for (std::size_t i = 0; i < config_.vocabulary; ++i) logits[i] *= model_.layout().share;
}

Result<float> Run::lens_logit(std::size_t layers, std::size_t position, std::size_t id) const {
  if (Result<void> fine = check_lens(layers, position, 1); !fine) return std::unexpected(std::move(fine).error());
  if (id >= config_.vocabulary) {
    return fail("id", "id", {"Id ", id, " is not in the vocabulary: ids are 0 to ", config_.vocabulary - 1, "."});
  }
  std::vector<float> last(config_.width);
  float logit = 0.0f;
  for (const Reading& reading : readings(position)) {
    to_last(stream(layers, reading.position), 1, last.data());
    model_.read_row(reading.linear->weight, id, blocks_.row);
    logit += reading.factor * loops::dot(last.data(), blocks_.row, config_.width);
    const float* bias = model_.vector(reading.linear->bias);
    if (bias) logit += reading.bias * bias[reading.linear->bias_from + id];
  }
  model_.cap_logits(&logit, 1);
  return logit;
}

Result<void> Run::check_lens(std::size_t layers, std::size_t first, std::size_t rows) const {
  if (Result<void> fine = check(0, first, rows); !fine) return fine;
  if (layers > config_.layers)
    return fail("range", "layers", {"The model has ", config_.layers, " layers; ", layers, " are asked for."});
  return check_head();
}

Result<void> Run::head_output(std::size_t layer, std::size_t head, std::size_t position, float* to,
                              float* space) const {
  if (Result<void> fine = weights(layer, head, position, 1, space); !fine) return fine;
  const std::size_t width = config_.head_width, shared = config_.heads / config_.key_heads;
  std::fill_n(to, width, 0.0f);
  for (std::size_t token = 0; token < done_; ++token) {
    if (space[token] != 0.0f) loops::add_scaled(value(layer, head / shared, token), space[token], to, width);
  }
  if (const Patch* const patch = patch_at(Patch::Where::head, layer, head, position)) patch->copy(position, width, to);
  return {};
}

}  // namespace models

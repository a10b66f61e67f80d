// One text in a model: its tokens, and the queries, keys and values of every layer, so that any weight of any head can be
// computed at once; tokens can be added. All memory is one block of the caller's, whose size is known before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/model.hpp"

namespace models {

// Room for `tokens` tokens, of which up to `rows` go through a layer together.
struct RunSize {
  std::size_t tokens = 0, rows = 0;
};

struct NextToken {
  std::size_t id = 0;
  float logit = 0.0f;
  double probability = 0.0;
};

// What is put in the place of what a part of the model computes: a head's output (D), an inner layer's or the stream after a
// layer (E), for some tokens.
struct Patch {
  enum class Where : std::uint8_t { head, inner, stream };
  // A head's output as zeros, or without a head that of the layer's inner part, for all tokens.
  static Patch zeros(std::size_t layer, std::optional<std::size_t> head) {
    Patch patch;
    patch.where = head ? Where::head : Where::inner;
    patch.layer = layer;
    patch.head = head.value_or(0);
    return patch;
  }

  Where where = Where::head;
  std::size_t layer = 0, head = 0;
  std::size_t first = 0,
              count = std::numeric_limits<std::size_t>::max();  // tokens; those beyond the text count for more of it
  // What it puts at a position that it holds for.
  void copy(std::size_t position, std::size_t width, float* to) const;

  std::vector<float> values;  // (count, D or E); empty: zeros
};

// A weight that a head is made to give: of a query for a key. `rescaled`: the others of its row are multiplied so that the
// row still adds up to 1; where they are all 0 they stay 0.
struct SetWeight {
  std::size_t layer = 0, head = 0, query = 0, key = 0;
  float weight = 0.0f;
  bool rescaled = true;
};

class Run {
 public:
  // The size of a run that begins with `first` tokens and has room for `tokens` in all. Errors "size" for more tokens than
  // the model has positions, or none, and "memory" if the block would not fit into the addresses of this machine.
  // copies: of such a text, as repeat() makes them.
  static Result<RunSize> size(const Config& config, std::size_t first, std::size_t tokens, std::size_t copies = 1);
  // Of the block; known before the weights are in memory.
  static std::size_t floats(const Config& config, const Layout& layout, const RunSize& size);

  // The model and the block must outlive it.
  Run(const Model& model, const RunSize& size, float* block);
  // The same run with more room.
  Run(const Run& run, const RunSize& size, float* block);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // Holds for all tokens that are computed from now on. Errors: "range" for a layer or head that does not exist, "size" for
  // values of another number than count · D (or E).
  Result<void> put(Patch patch);
  // Likewise. A weight that is set twice is what it was set to last. Errors: "range" for a layer or head that does not exist or
  // a weight that is not between 0 and 1; "mask" for a key that the query never sees.
  Result<void> set(const SetWeight& set);
  // What the scores of a head are divided by before softmax, 1 if nothing is said: more makes its weights more alike. Errors
  // "range" for a layer or head that does not exist, and for a temperature that is not a positive number.
  Result<void> set_temperature(std::size_t layer, std::size_t head, float temperature);
  // Takes over the tokens and patches of a run of the same model, and what its layers before `layer` computed: only the rest
  // is computed.
  // This run has no tokens yet. Errors "range"; "size" if they are more than the room.
  Result<void> branch(const Run& run, std::size_t layer);
  // Like branch(), for several copies of the other run's text, which do not see each other and go through the layers together:
  // so each matrix of weights is read once for all. Token t of copy c has position c · T + t in patches and in logits; nothing
  // else may be asked. Patches of the other run hold in each copy. Errors as branch(), and "size" unless the room is for just
  // these tokens.
  Result<void> repeat(const Run& run, std::size_t layer, std::size_t copies);

  // Gives tokens, which advance() then computes: those of the text, or more of it. `types`: bert's kind of segment of each;
  // none: all 0. Errors: "id" and "type" with the place in the list; "size" for tokens beyond the room; "model" if the
  // model looks both ways and has tokens already.
  Result<void> give(std::span<const std::size_t> ids, std::span<const std::size_t> types = {});

  // Gives the model a picture instead: (3, height, width), normalised as the model wants it. Its tokens are those that are no
  // patches, then the patches row by row; their ids count them. Errors: "model" if it reads words, or has a picture already;
  // "size" for another size than it takes, another count of numbers, or more tokens than the room; "value" for one that is not
  // finite.
  Result<void> give_picture(std::span<const float> pixels, std::size_t height, std::size_t width);
  // How many tokens a picture of this size has; errors "model" and "size" likewise.
  static Result<std::size_t> tokens_of_picture(const Config& config, std::size_t height, std::size_t width);

  // Computes the next part: half a layer of some tokens. Error "overflow" for numbers that are too large for float32: the
  // run then takes no more tokens.
  Result<void> advance();
  std::size_t parts() const;  // to be computed until all given tokens are done

  const Model& model() const { return model_; }
  std::size_t copies() const { return copies_; }
  std::size_t text_tokens() const { return ids_.size() / copies_; }  // of one copy
  std::size_t tokens() const { return done_; }                       // T: those computed
  std::span<const std::size_t> ids() const { return ids_; }
  std::span<const std::size_t> types() const { return types_; }
  const RunSize& room() const { return size_; }

  // Copies of what each layer computed, (H, T, D), queries and keys as the scores take them: after the rotation.
  Result<void> copy_queries(std::size_t layer, float* to) const;
  Result<void> copy_keys(std::size_t layer, float* to) const;
  Result<void> copy_values(std::size_t layer, float* to) const;

  // Rows first … first + count − 1 of the weights of a head, (count, T): softmax of the scores, 0 where a query may not look,
  // or what they were set to.
  Result<void> weights(std::size_t layer, std::size_t head, std::size_t first, std::size_t count, float* to) const;

  // Rows of the logits, (count, V). Error "head" if the checkpoint has no layer that makes them.
  Result<void> logits(std::size_t first, std::size_t count, float* to) const;

  // The `count` largest logits at a position, largest first, with their shares in the softmax over all of the vocabulary.
  Result<std::vector<NextToken>> next(std::size_t position, std::size_t count) const;
  // The same of the stream after `layers` layers, as if these were all (nostalgebraist 2020): of positions first … first +
  // rows − 1, one list after the other.
  Result<std::vector<NextToken>> lens(std::size_t layers, std::size_t first, std::size_t rows, std::size_t count) const;
  // One logit of it.
  Result<float> lens_logit(std::size_t layers, std::size_t position, std::size_t id) const;

  // What goes into layer `layer` at a position, or comes out of the last: (E).
  const float* stream(std::size_t layer, std::size_t position) const {
    return blocks_.streams + (layer * size_.tokens + position) * config_.width;
  }
  // Of a head at a position: (D). `head` counts heads of keys for the latter two.
  const float* query(std::size_t layer, std::size_t head, std::size_t position) const {
    return blocks_.queries + (layer * size_.tokens + position) * config_.query_width() + head * config_.head_width;
  }
  const float* key(std::size_t layer, std::size_t head, std::size_t position) const {
    return blocks_.keys + (layer * size_.tokens + position) * config_.key_width() + head * config_.head_width;
  }
  const float* value(std::size_t layer, std::size_t head, std::size_t position) const {
    return blocks_.values + (layer * size_.tokens + position) * config_.key_width() + head * config_.head_width;
  }
  // What a head gives at a position before the output projection, (D), as it was computed, patches included. `space`: T.
  Result<void> head_output(std::size_t layer, std::size_t head, std::size_t position, float* to, float* space) const;
  // The patch that holds for a part of the model at a position, the latest one; null if there is none.
  const Patch* patch_at(Patch::Where where, std::size_t layer, std::size_t head, std::size_t position) const;
  float scale(std::size_t layer) const;  // of the scores
  float capped(float score) const;       // a scaled score as softmax takes it, at temperature 1
  float temperature(std::size_t layer, std::size_t head) const;
  bool windowed(std::size_t layer) const;
  std::size_t position_row(std::size_t position) const;  // of the embedding of positions, for words
  // What stands for a token at the beginning, (E): its word, or its patch.
  void embed_token(std::size_t position, float* to) const;
  // What is added for its place, (E); false if nothing is.
  bool embed_position(std::size_t position, float* to) const;
  // A logit is read from one token, or for the labels of some pictures from several: `factor` times what `linear` makes of each,
  // and `bias` times its bias.
  struct Reading {
    std::size_t position = 0;
    const Linear* linear = nullptr;
    float factor = 1.0f, bias = 1.0f;
  };
  std::vector<Reading> readings(std::size_t position) const;
  bool sees(std::size_t layer, std::size_t query, std::size_t key) const {
    if (config_.causal() && key > query) return false;
    return !windowed(layer) || key + config_.window > query;
  }
  // Error "range".
  Result<void> check(std::size_t layer, std::size_t first, std::size_t count) const;

 private:
  struct Blocks {
    float *queries = nullptr, *keys = nullptr, *values = nullptr;  // (layers, room, H·D)
    float* streams = nullptr;                                      // (layers + 1, room, E)
    float* last = nullptr;                                         // (room, E): what logits are made of
    float *x = nullptr, *normed = nullptr, *context = nullptr;     // (rows, …)
    float *inner = nullptr, *gate = nullptr;
    float *cosines = nullptr, *sines = nullptr;  // (rows, pairs); behind them those of layers with the window
    float *row = nullptr, *mask = nullptr, *space = nullptr;
  };
  static std::size_t share_out(const Config& c, const Layout& layout, const RunSize& size, float* block, Blocks& b);
  void embed();
  bool attend(std::size_t layer);
  bool attend_head(std::size_t layer, std::size_t n, const attention::kernels::Head& head);
  bool attend_row(std::size_t layer, std::size_t n, const attention::kernels::Head& head, std::size_t row);
  void overwrite(std::size_t layer, std::size_t head, std::size_t query, std::span<float> row) const;
  bool overwritten(std::size_t layer, std::size_t head, std::size_t query) const;
  Result<void> attention_half(std::size_t layer);
  void inner_half(std::size_t layer);
  void keep_stream(std::size_t layer);
  void interpolate_positions();
  void embed_special(std::size_t position, float* to) const;
  void copy_patch(std::size_t patch, float* to) const;
  void embed_picture();
  void read_labels(std::size_t layers, float* logits) const;
  void to_last(const float* x, std::size_t rows, float* last) const;
  void replace(Patch::Where where, std::size_t layer, std::size_t head, float* rows, std::size_t step) const;
  Result<void> check_head() const;
  Result<void> check_part(std::string_view path, std::size_t layer, std::optional<std::size_t> head) const;
  Result<void> check_lens(std::size_t layers, std::size_t first, std::size_t rows) const;
  void copy_layers(const Run& run, std::size_t layers);
  void copy(const float* from, std::size_t heads, float* to) const;
  std::size_t here() const { return until_ - done_; }  // tokens that go through the layers now

  const Model& model_;
  const Config& config_;
  RunSize size_;
  Blocks blocks_;
  struct Grid {
    std::size_t rows = 0, columns = 0;  // of patches
  };
  Grid grid_;
  std::vector<float> pixels_;     // (3, height, width) of a picture
  std::vector<float> positions_;  // (patches, E), where they are interpolated
  std::vector<std::size_t> ids_, types_;
  std::vector<Patch> patches_;
  std::vector<SetWeight> set_;
  std::map<std::pair<std::size_t, std::size_t>, float> temperatures_;  // by layer and head
  std::size_t copies_ = 1;
  std::size_t branched_ = 0,
              from_ = 0;  // tokens that come from another run, and the layer from which they are computed
  std::size_t done_ = 0, until_ = 0;
  std::size_t part_ = 0;  // half layers of these tokens that are done
  bool failed_ = false;
};

}  // namespace models

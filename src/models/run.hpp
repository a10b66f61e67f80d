// One text in a model: its tokens, and the queries, keys and values of every layer, so that any weight of any head can be
// computed at once; tokens can be added. All memory is one block of the caller's, whose size is known before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

class Run {
 public:
  // The size of a run that begins with `first` tokens and has room for `tokens` in all. Errors "size" for more tokens than
  // the model has positions, or none, and "memory" if the block would not fit into the addresses of this machine.
  static Result<RunSize> size(const Config& config, std::size_t first, std::size_t tokens);
  // Of the block; known before the weights are in memory.
  static std::size_t floats(const Config& config, const Layout& layout, const RunSize& size);

  // The model and the block must outlive it.
  Run(const Model& model, const RunSize& size, float* block);
  // The same run with more room.
  Run(const Run& run, const RunSize& size, float* block);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // The output of this head counts as zeros from now on. Error "range".
  Result<void> switch_off(std::size_t layer, std::size_t head);

  // Gives tokens, which advance() then computes: those of the text, or more of it. `types`: bert's kind of segment of each;
  // none: all 0. Errors: "id" and "type" with the place in the list; "size" for tokens beyond the room; "model" if the
  // model looks both ways and has tokens already.
  Result<void> give(std::span<const std::size_t> ids, std::span<const std::size_t> types = {});

  // Computes the next part: half a layer of some tokens. Error "overflow" for numbers that are too large for float32: the
  // run then takes no more tokens.
  Result<void> advance();
  std::size_t parts() const;  // to be computed until all given tokens are done

  std::size_t tokens() const { return done_; }  // T: those computed
  const RunSize& room() const { return size_; }

  // Copies of what each layer computed, (H, T, D), queries and keys as the scores take them: after the rotation.
  Result<void> copy_queries(std::size_t layer, float* to) const;
  Result<void> copy_keys(std::size_t layer, float* to) const;
  Result<void> copy_values(std::size_t layer, float* to) const;

  // Rows first … first + count − 1 of the weights of a head, (count, T): softmax of the scores, 0 where a query may not look.
  Result<void> weights(std::size_t layer, std::size_t head, std::size_t first, std::size_t count, float* to) const;

  // Rows of the logits, (count, V). Error "head" if the checkpoint has no layer that makes them.
  Result<void> logits(std::size_t first, std::size_t count, float* to) const;

  // The `count` largest logits at a position, largest first, with their shares in the softmax over all of the vocabulary.
  Result<std::vector<NextToken>> next(std::size_t position, std::size_t count) const;

 private:
  struct Blocks {
    float *queries = nullptr, *keys = nullptr, *values = nullptr;  // (layers, room, H·D)
    float* last = nullptr;                                         // (room, E): what logits are made of
    float *x = nullptr, *normed = nullptr, *context = nullptr;     // (rows, …)
    float *inner = nullptr, *gate = nullptr;
    float *cosines = nullptr, *sines = nullptr;  // (rows, D / 2)
    float *row = nullptr, *mask = nullptr, *space = nullptr;
  };
  static std::size_t share_out(const Config& c, const Layout& layout, const RunSize& size, float* block, Blocks& b);
  Result<void> check(std::size_t layer, std::size_t first, std::size_t count) const;
  void embed();
  bool attend(std::size_t layer);
  Result<void> attention_half(std::size_t layer);
  void inner_half(std::size_t layer);
  void finish();
  void norm(const Norm& norm, const float* from, float* to, std::size_t rows) const;
  void copy(const float* from, std::size_t heads, float* to) const;
  bool windowed(std::size_t layer) const;
  float scale(std::size_t layer) const;
  std::size_t here() const { return until_ - done_; }  // tokens that go through the layers now

  const Model& model_;
  const Config& config_;
  RunSize size_;
  Blocks blocks_;
  std::vector<std::size_t> ids_, types_;
  std::vector<std::uint8_t> off_;  // (layers, H)
  std::size_t done_ = 0, until_ = 0;
  std::size_t part_ = 0;  // half layers of these tokens that are done
  bool failed_ = false;
};

}  // namespace models

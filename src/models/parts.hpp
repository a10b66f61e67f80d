// The parts of a number: a logit or a score of attention as an exact sum of what the embeddings, heads, inner layers and
// biases of a model gave to it (Elhage et al. 2021). The model is linear from part to number once the divisors of its norms
// and bert's activation before the logits are held at this run's; that is what "held" means here. Reads a run and changes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/run.hpp"

namespace models {

struct Part {
  enum class Kind : std::uint8_t {
    token,                // its embedding
    position,             // and that of its place
    token_type,           // bert's segment
    embedding_norm_bias,  // bert
    head,                 // its output times its rows of the output projection
    attention_bias,       // of the output projection
    attention_norm_bias,
    inner,  // an inner layer (MLP) with its bias
    inner_norm_bias,
    final_norm_bias,
    transform_bias,  // bert, before the logits
    transform_norm_bias,
    logit_bias,       // bert: of each word
    projection_bias,  // of a query or a key
    patch,            // what was put in the place of the stream after a layer
  };
  Kind kind = Kind::token;
  std::size_t layer = 0, head = 0;
  bool operator==(const Part&) const = default;
};

// Which number: the logit of `id` at a position after `layers` layers, or by how much it is larger than that of `against`.
struct LogitAsked {
  std::size_t position = 0, id = 0;
  std::optional<std::size_t> against;
  std::size_t layers = 0;
};

struct Ledger {
  std::vector<Part> parts;
  std::vector<double> values;  // of each part
  double sum = 0.0;            // of the values
  double logit = 0.0;          // what the model itself computed
};

// Errors: "range" for a position or layers that do not exist; "id"; "head" for a checkpoint without logits.
Result<Ledger> ledger(const Run& run, const LogitAsked& asked);

// A head's value in the ledger by the token that it looked at, (T): weight times what that token's value gives. Error
// "patched" where the run has another output in its place.
Result<std::vector<double>> head_by_token(const Run& run, const LogitAsked& asked, std::size_t layer, std::size_t head);

// An inner layer's value by neuron, and its bias last: (inner + 1). Error "patched" likewise.
Result<std::vector<double>> inner_by_neuron(const Run& run, const LogitAsked& asked, std::size_t layer);

// The neurons of an inner layer at a position, (inner): after the activation, and times the gate where there is one. Each one's
// value in the ledger is this times what its row of the projection back gives. Error "patched" likewise.
Result<std::vector<float>> neurons(const Run& run, std::size_t layer, std::size_t position);

// What an inner layer added at a position, (E), its bias included; what was put in its place, if the run has a patch there.
Result<std::vector<float>> inner_output(const Run& run, std::size_t layer, std::size_t position);

// The score of a head, before softmax, as the sum over what wrote the query and what wrote the key.
struct ScoreParts {
  std::vector<Part> query_parts, key_parts;
  std::vector<double> values;  // (query parts, key parts)
  double sum = 0.0;
  double score = 0.0;  // what the model itself computed, scaled
};
// Errors "range"; "mask" for a key that the query does not see.
Result<ScoreParts> score_parts(const Run& run, std::size_t layer, std::size_t head, std::size_t query, std::size_t key);

}  // namespace models

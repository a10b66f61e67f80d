// How a language model goes on: one token drawn from the softmax over its logits. Knows runs and the generator.
#pragma once

#include <cstddef>
#include <optional>

#include "attention/random/generator.hpp"
#include "models/run.hpp"

namespace models {

struct SampleOptions {
  double temperature = 1.0;          // logits are divided by it; 0: the likeliest token, without a draw
  std::optional<std::size_t> top_k;  // only tokens whose logit is at least the k-th largest
};

// The token that torch.multinomial(softmax(logits / temperature), 1) draws with the same generator: the largest p / q, where
// each q is drawn from an exponential distribution, for every token of the vocabulary in order. `probability` is the one that
// it was drawn with. Errors: those of Run::logits; "range" for a temperature that is negative or not finite, or a top_k of 0.
Result<NextToken> sample(const Run& run, std::size_t position, const SampleOptions& options,
                         attention::Generator& generator);

}  // namespace models

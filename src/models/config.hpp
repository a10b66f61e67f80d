// What config.json of a checkpoint says: the family of the model, its sizes, and how its layers compute. Knows nothing of
// weights.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"

namespace models {

using attention::Result;

// gpt2: LayerNorm before each half of a layer, learned positions, weights (in, out). llama, with qwen2 and mistral: RMSNorm,
// rotary positions, heads that share keys, a gated inner layer. bert: LayerNorm after each half, both directions.
enum class Family { gpt2, llama, bert };

// torch.nn.functional's gelu(approximate="tanh"), gelu, relu, silu, tanh and mish; x · σ(1.702 x); relu(x)².
enum class Activation { gelu_tanh, gelu, relu, silu, tanh, mish, quick_gelu, relu2 };

struct Config {
  Family family = Family::gpt2;
  std::size_t vocabulary = 0, positions = 0;                // V, and the most tokens
  std::size_t width = 0, layers = 0, heads = 0, inner = 0;  // E, layers, H, the width between the two inner projections
  std::size_t key_heads = 0, head_width = 0;                // heads of keys and values, of which H is a multiple; D
  std::size_t token_types = 0;                              // bert: kinds of segments
  float epsilon = 0.0f;                                     // of the norms
  Activation activation = Activation::gelu_tanh;
  bool tied = true;                                               // the embedding of the tokens also makes the logits
  bool input_bias = true, output_bias = true, inner_bias = true;  // of q, k and v; of their output; of the inner layer
  bool scaled = true, scaled_by_layer = false;  // scores times 1/√D; also divided by the layer's number
  std::size_t window = 0;                       // query i sees keys i − window + 1 … i in some layers; 0: all
  std::vector<bool> windowed;                   // of each layer: whether it has the window
  bool makes_logits = false;        // its architecture has a head, so that one that is missing was forgotten
  std::vector<double> frequencies;  // (D / 2): radians per position, of rotary positions

  bool operator==(const Config&) const = default;
  bool causal() const { return family != Family::bert; }
  std::size_t query_width() const { return heads * head_width; }
  std::size_t key_width() const { return key_heads * head_width; }
};

// Reads the JSON of a config.json, with the keys, other names of keys and defaults of Hugging Face's transformers. What would
// compute other numbers than these families do (other architectures, code of its own, quantised weights) is refused. Sizes are limited so that
// products of two of them fit in 64 bits. Errors: "json"; "model" for a model_type or an option that is not computed here;
// "config" for a key that is missing or does not fit; their paths are the keys.
Result<Config> read_config(std::string_view json);

}  // namespace models

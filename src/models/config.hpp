// What config.json of a checkpoint says: the family of the model, its sizes, and how its layers compute. Knows nothing of
// weights.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"

namespace models {

using attention::Result;

// Which tensors there are under which names. gpt2: LayerNorm before each half of a layer, learned positions, weights (in, out).
// llama, with qwen2, qwen3, mistral and gemma 1 to 3: RMSNorm, rotary positions, heads that share keys, a gated inner layer. bert: LayerNorm
// after each half, both directions; distilbert without segments; roberta, with xlm-roberta, with positions that begin behind
// the padding's. gpt_neox: rotary positions for a part of each head, both halves of a layer read the same stream. opt: as gpt2,
// with relu. vit, with deit, and dinov2, with registers or without, read pictures instead of words: each patch is a token.
enum class Family { gpt2, llama, bert, distilbert, roberta, gpt_neox, opt, vit, dinov2 };

// torch.nn.functional's gelu(approximate="tanh"), gelu, relu, silu, tanh and mish; x · σ(1.702 x); relu(x)².
enum class Activation { gelu_tanh, gelu, relu, silu, tanh, mish, quick_gelu, relu2 };

// How a picture becomes tokens: [CLS], deit's second one, dinov2's registers, then the patches row by row.
struct PictureConfig {
  std::size_t size = 0, patch = 0, channels = 3;  // pixels of a side
  bool distilled = false;                         // a second token like [CLS]
  std::size_t registers = 0;
  bool any_size = false;     // positions are interpolated to other numbers of patches
  bool antialiased = false;  // in that

  bool operator==(const PictureConfig&) const = default;
  std::size_t grid() const { return size / patch; }                // patches of a side at the model's own size
  std::size_t placed_before() const { return distilled ? 2 : 1; }  // tokens with a position before the patches
  std::size_t before() const { return placed_before() + registers; }
};

struct Config {
  Family family = Family::gpt2;
  std::size_t vocabulary = 0, positions = 0;                // V, and the most tokens
  std::size_t width = 0, layers = 0, heads = 0, inner = 0;  // E, layers, H, the width between the two inner projections
  std::size_t key_heads = 0, head_width = 0;                // heads of keys and values, of which H is a multiple; D
  std::size_t token_types = 0;                              // bert: kinds of segments
  std::size_t first_position = 0;      // row of the embedding of positions that the first token has
  std::optional<std::size_t> padding;  // roberta: this id has the row before that, and does not count
  bool post_norm = false;      // bert's kind: the norm comes after each half of a layer, and tokens look both ways
  bool gated = false;          // the inner layer has a gate
  bool parallel = false;       // the inner layer reads what goes into the layer, not what attention left
  bool sandwich = false;       // gemma2 and 3: a norm before and one after each half of a layer
  bool norms_add_one = false;  // gemma: a norm's weight w counts as 1 + w
  bool layer_scale = false;    // dinov2: what each half adds is multiplied by a vector
  bool head_norms = false;     // RMSNorm of each head's queries and keys, before the rotation
  float epsilon = 0.0f;        // of the norms
  Activation activation = Activation::gelu_tanh;
  Activation transform_activation = Activation::gelu_tanh;        // bert and its kind, before the logits
  bool tied = true;                                               // the embedding of the tokens also makes the logits
  bool input_bias = true, output_bias = true, inner_bias = true;  // of q, k and v; of their output; of the inner layer
  bool scaled = true, scaled_by_layer = false;  // scores times 1/√D; also divided by the layer's number
  std::optional<double> score_divisor;          // of which the root is taken instead of D's
  double score_cap = 0.0, logit_cap = 0.0;      // s becomes cap · tanh(s / cap); 0: it stays
  double embedding_scale = 1.0;                 // of the tokens
  std::size_t window = 0;                       // query i sees keys i − window + 1 … i in some layers; 0: all
  std::vector<bool> windowed;                   // of each layer: whether it has the window
  bool makes_logits = false;  // its architecture has a head, so that one that is missing was forgotten
  std::vector<double>
      frequencies;              // radians per position, of rotary positions: of half of the numbers that are rotated
  double rotation_scale = 1.0;  // of cosines and sines (YaRN, LongRoPE)
  std::size_t longer_than = 0;  // a text with more tokens has the next frequencies (LongRoPE)
  std::vector<double> long_frequencies;    // empty: the same
  std::vector<double> window_frequencies;  // those of layers with the window; empty: the same

  std::optional<PictureConfig> picture;  // tokens are patches, which look both ways, and the vocabulary is the labels

  bool operator==(const Config&) const = default;
  bool causal() const { return !post_norm && !picture; }
  // Whether a text of so many tokens has the frequencies of long ones.
  bool turns_slowly(std::size_t tokens) const { return !long_frequencies.empty() && tokens > longer_than; }
  bool has_after() const { return sandwich || layer_scale; }  // something stands behind each half of a layer
  std::size_t query_width() const { return heads * head_width; }
  std::size_t key_width() const { return key_heads * head_width; }
};

// Reads the JSON of a config.json, with the keys, other names of keys and defaults of Hugging Face's transformers. What would
// compute other numbers than these families do (other architectures, code of its own, quantised weights) is refused. Sizes are limited so that
// products of two of them fit in 64 bits. Errors: "json"; "model" for a model_type or an option that is not computed here;
// "config" for a key that is missing or does not fit; their paths are the keys.
Result<Config> read_config(std::string_view json);

}  // namespace models

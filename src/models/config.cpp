// See config.hpp. Keys and defaults are those of transformers' configuration_gpt2.py, configuration_llama.py,
// configuration_qwen2.py, configuration_qwen3.py, configuration_mistral.py, configuration_bert.py, configuration_distilbert.py,
// configuration_roberta.py, configuration_gpt_neox.py, configuration_opt.py, configuration_gemma.py, configuration_gemma2.py,
// configuration_gemma3.py, configuration_vit.py, configuration_deit.py, configuration_dinov2.py and
// configuration_dinov2_with_registers.py.
#include "models/config.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "models/fields.hpp"

namespace models {

namespace {

using attention::fail;

constexpr std::size_t most_width = std::size_t{1} << 17, most_layers = 1024, most_positions = std::size_t{1} << 20;
constexpr std::size_t most_vocabulary = std::size_t{1} << 24;
constexpr double two_pi = 6.283185307179586;

std::optional<Activation> activation_named(std::string_view name) {
  for (const std::string_view tanh :
       {"gelu_new", "gelu_pytorch_tanh", "gelu_fast", "gelu_python_tanh", "gelu_accurate"})
    if (name == tanh) return Activation::gelu_tanh;
  if (name == "gelu" || name == "gelu_python") return Activation::gelu;
  if (name == "tanh") return Activation::tanh;
  if (name == "mish") return Activation::mish;
  if (name == "quick_gelu") return Activation::quick_gelu;
  if (name == "relu2") return Activation::relu2;
  if (name == "relu") return Activation::relu;
  if (name == "silu" || name == "swish") return Activation::silu;
  return std::nullopt;
}

void read_activation(Fields& in, const char* key, std::string_view usual, Config& config) {
  const std::string_view name = in.word(key, usual);
  if (const std::optional<Activation> found = activation_named(name)) {
    config.activation = *found;
  } else {
    in.refuse(
        "model", key,
        {key, " \"", name,
         "\" is not computed here; gelu, gelu_new, quick_gelu, relu, relu2, silu, tanh and mish are. Use a checkpoint ",
         "with one of these."});
  }
}

void refuse_unless(Fields& in, bool fine, const char* key, std::string_view what) {
  if (!fine) in.refuse("model", key, {what, " (", key, ") is not computed here. Use a checkpoint without it."});
}

// A size under either of its names; both must say the same.
std::size_t whole_of(Fields& in, const char* key, const char* other, std::size_t most, std::size_t usual) {
  const std::size_t value = in.whole(in.given(key) ? key : other, most, usual);
  if (in.given(key) && in.given(other) && in.whole(other, most) != value)
    in.refuse("config", key, {key, " and ", other, " are two names of one size, and differ. Remove the wrong one."});
  return value;
}

// Each head gets an equal part of the width.
void share_width(Fields& in, const char* width, const char* heads, Config& c) {
  c.key_heads = c.heads;
  if (c.heads > 0 && c.width % c.heads != 0)
    in.refuse("config", heads, {width, " ", c.width, " cannot be divided among ", heads, " ", c.heads, " heads."});
  else if (c.heads > 0) c.head_width = c.width / c.heads;
}

// Of a config that leaves them out.
struct UsualSizes {
  std::size_t vocabulary, positions, width, layers, heads, inner;
};

void read_sizes(Fields& in, const char* inner, const UsualSizes& usual, Config& c) {
  c.vocabulary = in.whole("vocab_size", most_vocabulary, usual.vocabulary);
  c.positions = in.whole("max_position_embeddings", most_positions, usual.positions);
  c.width = in.whole("hidden_size", most_width, usual.width);
  c.layers = in.whole("num_hidden_layers", most_layers, usual.layers);
  c.heads = in.whole("num_attention_heads", most_width, usual.heads);
  c.inner = in.whole(inner, most_width, usual.inner);
}

Config gpt2(Fields& in) {
  Config c;
  c.family = Family::gpt2;
  c.vocabulary = in.whole("vocab_size", most_vocabulary, 50257);
  const char* positions = in.given("n_positions") || in.given("max_position_embeddings") ? "n_positions" : "n_ctx";
  c.positions = whole_of(in, positions, "max_position_embeddings", most_positions, 1024);
  c.width = whole_of(in, "n_embd", "hidden_size", most_width, 768);
  c.layers = whole_of(in, "n_layer", "num_hidden_layers", most_layers, 12);
  c.heads = whole_of(in, "n_head", "num_attention_heads", most_width, 12);
  c.inner = in.whole("n_inner", most_width, 4 * c.width);
  c.epsilon = static_cast<float>(in.number("layer_norm_epsilon", 1e-5));
  c.scaled = in.flag("scale_attn_weights", true);
  c.scaled_by_layer = in.flag("scale_attn_by_inverse_layer_idx", false);
  c.tied = in.flag("tie_word_embeddings", true);
  read_activation(in, "activation_function", "gelu_new", c);
  refuse_unless(in, !in.flag("add_cross_attention", false), "add_cross_attention", "Attention to a second text");
  share_width(in, "n_embd", "n_head", c);
  return c;
}

// Low frequencies are divided by `factor`, high ones kept, those between blended (transformers, modeling_rope_utils.py).
double scaled_as_llama3(double frequency, Fields& in) {
  const double factor = in.number("factor", 1.0), low = in.number("low_freq_factor", 1.0);
  const double high = in.number("high_freq_factor", 4.0);
  const double original = in.number("original_max_position_embeddings", 8192.0);
  const double wavelength = two_pi / frequency;
  if (wavelength < original / high) return frequency;
  if (wavelength > original / low) return frequency / factor;
  const double smooth = (original / wavelength - low) / (high - low);
  return (1.0 - smooth) * frequency / factor + smooth * frequency;
}

// Peng et al. 2023: pairs that turn often over the first length are kept, those that turn seldom are slowed by `factor`, and
// those between are blended; queries and keys become longer (transformers, modeling_rope_utils.py).
void scale_as_yarn(Fields& in, Config& c, double theta, std::size_t rotated) {
  const double factor = in.number("factor", 1.0), fast = in.number("beta_fast", 32.0),
               slow = in.number("beta_slow", 1.0);
  const double original = in.number("original_max_position_embeddings", static_cast<double>(c.positions));
  const double width = static_cast<double>(rotated);
  // The pair that turns so often over the first length.
  const auto pair = [&](double turns) {
    return width * std::log(original / (turns * two_pi)) / (2.0 * std::log(theta));
  };
  const bool whole = in.flag("truncate", true);
  const double low = std::max(whole ? std::floor(pair(fast)) : pair(fast), 0.0);
  const double high = std::min(whole ? std::ceil(pair(slow)) : pair(slow), width - 1.0);
  const double between = high == low ? 0.001 : high - low;
  for (std::size_t i = 0; i < c.frequencies.size(); ++i) {
    const double slowed = std::clamp((static_cast<double>(i) - low) / between, 0.0, 1.0);
    c.frequencies[i] *= 1.0 - slowed + slowed / factor;
  }
  const auto magnitude = [factor](double by) { return factor <= 1.0 ? 1.0 : 0.1 * by * std::log(factor) + 1.0; };
  const double one = in.number("mscale", 0.0), all = in.number("mscale_all_dim", 0.0);
  c.rotation_scale =
      in.number("attention_factor", one != 0.0 && all != 0.0 ? magnitude(one) / magnitude(all) : magnitude(1.0));
  if (!(original > 0.0) || !(fast > 0.0) || !(slow > 0.0) || !(theta > 1.0) || !std::isfinite(c.rotation_scale))
    in.refuse("config", "rope_type", {"The numbers of rope_type \"yarn\" should be above 0, and the base above 1."});
}

// Ding et al. 2024: each pair is slowed by a factor of its own, of one list up to the length that the model was first trained
// with and of another for longer texts; queries and keys become longer (transformers, modeling_rope_utils.py).
void slow_each_pair(Fields& in, Fields& scaling, Config& c) {
  constexpr const char* first_length = "original_max_position_embeddings";
  const auto positions = static_cast<double>(c.positions);
  const double original = scaling.number(first_length, in.number(first_length, positions));
  // A length beside rope_scaling counts for more than a factor within it.
  const bool given = scaling.given("factor") && !in.given(first_length);
  const double factor = given ? scaling.number("factor", 1.0) : positions / original;
  c.rotation_scale =
      scaling.number("attention_factor", factor <= 1.0 ? 1.0 : std::sqrt(1.0 + std::log(factor) / std::log(original)));
  if (!(original > 1.0) || !(original <= static_cast<double>(most_positions)) || !std::isfinite(c.rotation_scale)) {
    scaling.refuse("config", first_length, {"The first length and the factor of rope_type \"longrope\" do not fit."});
    return;
  }
  c.longer_than = static_cast<std::size_t>(original);
  const std::size_t pairs = c.frequencies.size();
  const auto slowed = [&](const char* key) {
    std::vector<double> all = scaling.numbers(key);
    const bool fits = all.size() == pairs && std::ranges::all_of(all, [](double by) { return by > 0.0; });
    if (!fits) {
      scaling.refuse(
          "config", key,
          {"rope_type \"longrope\" needs ", key, ": ", pairs, " numbers above 0, one for each pair of a head."});
      return c.frequencies;
    }
    for (std::size_t i = 0; i < pairs; ++i) all[i] = c.frequencies[i] / all[i];
    return all;
  };
  c.long_frequencies = slowed("long_factor");
  c.frequencies = slowed("short_factor");
}

// Under which keys the base and the part of a head that is rotated stand beside rope_parameters.
struct RotaryKeys {
  const char *theta = "rope_theta", *partial = "partial_rotary_factor";
  double usual = 1.0;  // part
  double usual_theta = 10000.0;
  bool by_kind = false;  // rope_parameters may hold an object for each kind of layer
};

void read_rotary(Fields& in, Config& c, const RotaryKeys& keys = {}) {
  const char* const key = in.given("rope_parameters") ? "rope_parameters" : "rope_scaling";
  if (in.given("rope_parameters") && in.given("rope_scaling")) {
    in.refuse("config", "rope_scaling",
              {"rope_parameters and rope_scaling say the same in two ways. Remove one of them."});
    return;
  }
  Fields scaling = in.object(key);
  if (keys.by_kind && scaling.given("full_attention")) {
    scaling = scaling.object("full_attention");
  } else {
    for (const char* kind : {"full_attention", "sliding_attention"})
      if (scaling.given(kind)) in.refuse("model", key, {key, " of each kind of layer are not computed here."});
  }
  // In transformers 5 it stands in rope_parameters, and what may stand beside them does not count.
  const double theta = scaling.number("rope_theta", in.number(keys.theta, keys.usual_theta));
  const std::string_view kind = scaling.word("rope_type", scaling.word("type", "default"));
  const double partial = scaling.number("partial_rotary_factor", in.number(keys.partial, keys.usual));
  if (keys.usual == 1.0) refuse_unless(in, partial == 1.0, "partial_rotary_factor", "A partial rotation");
  const auto rotated = static_cast<std::size_t>(static_cast<double>(c.head_width) * partial);
  if (!(partial > 0.0) || rotated > c.head_width || rotated % 2 != 0) {
    in.refuse("config", keys.partial,
              {"A rotation of ", rotated, " of the ", c.head_width, " numbers of a head has no pairs that fit."});
    return;
  }
  if (kind == "dynamic") {
    in.refuse("model", key,
              {key,
               " \"dynamic\" is not computed here; default, linear, llama3, yarn and longrope are. Up to the length "
               "that the ",
               "model was first trained with it changes nothing: remove the key to use the model so."});
    return;
  }
  if (kind != "default" && kind != "linear" && kind != "llama3" && kind != "yarn" && kind != "longrope") {
    in.refuse("model", key,
              {key, " \"", kind,
               "\" is not computed here; default, linear, llama3, yarn and longrope are. It changes the numbers ",
               "at every length, so removing the key would not help. Use a checkpoint without it."});
    return;
  }
  const double factor = scaling.number("factor", 1.0);
  if (!(theta > 0.0) || !(factor > 0.0)) {
    in.refuse("config", keys.theta, {keys.theta, " and the factor of rope_scaling should be above 0."});
    return;
  }
  for (std::size_t i = 0; i < rotated / 2; ++i) {
    const double power = 2.0 * static_cast<double>(i) / static_cast<double>(rotated);
    const double frequency = std::pow(theta, -power);
    c.frequencies.push_back(kind == "llama3"   ? scaled_as_llama3(frequency, scaling)
                            : kind == "linear" ? frequency / factor
                                               : frequency);
  }
  if (kind == "yarn") scale_as_yarn(scaling, c, theta, rotated);
  if (kind == "longrope") slow_each_pair(in, scaling, c);
  in.take_problem(scaling, key);
}

// Which layers have the sliding window: layer_types says it layer by layer, or all from one on.
void read_windows(Fields& in, std::size_t from, Config& c) {
  const std::vector<std::string_view> types = in.words("layer_types");
  for (std::size_t i = 0; i < c.layers; ++i) c.windowed.push_back(types.empty() && c.window > 0 && i >= from);
  if (types.empty()) return;
  if (types.size() != c.layers) {
    in.refuse("config", "layer_types",
              {"layer_types names ", types.size(), " layers, and num_hidden_layers is ", c.layers, "."});
    return;
  }
  for (std::size_t i = 0; i < c.layers; ++i) {
    const bool sliding = types[i] == "sliding_attention";
    if (!sliding && types[i] != "full_attention") {
      in.refuse("model", "layer_types",
                {"A layer of the type \"", types[i], "\" is not computed here; full_attention and ",
                 "sliding_attention are."});
    } else if (sliding && c.window == 0) {
      in.refuse("config", "layer_types",
                {"layer_types gives layer ", i, " a sliding window, and config says that there is none. ",
                 "Set sliding_window and use_sliding_window."});
    }
    c.windowed[i] = sliding;
  }
}

Config llama(Fields& in, std::string_view type) {
  const bool qwen3 = type == "qwen3", qwen = qwen3 || type == "qwen2", mistral = type == "mistral";
  Config c;
  c.family = Family::llama;
  c.gated = true;
  c.head_norms = qwen3;
  c.vocabulary = in.whole("vocab_size", most_vocabulary);
  c.positions = in.whole("max_position_embeddings", most_positions);
  c.width = in.whole("hidden_size", most_width);
  c.layers = in.whole("num_hidden_layers", most_layers);
  c.heads = in.whole("num_attention_heads", most_width);
  // null stands for as many as there are heads, a missing key for the number of the first model.
  const bool usual = !in.null("num_key_value_heads");
  c.key_heads = in.whole("num_key_value_heads", most_width,
                         usual && mistral ? std::size_t{8}
                         : usual && qwen3 ? std::size_t{32}
                                          : c.heads);
  c.inner = in.whole("intermediate_size", most_width);
  c.epsilon = static_cast<float>(in.number("rms_norm_eps", 1e-6));
  c.tied = in.flag("tie_word_embeddings", false);
  c.input_bias = type == "qwen2" || (!mistral && in.flag("attention_bias", false));
  c.output_bias = type != "qwen2" && c.input_bias;
  c.inner_bias = !qwen && !mistral && in.flag("mlp_bias", false);
  read_activation(in, "hidden_act", "silu", c);
  if (in.problem) return c;
  const bool shares = !in.given("head_dim") && (!qwen3 || in.null("head_dim"));  // the width among the heads
  if (shares && c.width % c.heads != 0) {
    in.refuse(
        "config", "num_attention_heads",
        {"hidden_size ", c.width, " cannot be divided among num_attention_heads ", c.heads, "; head_dim is missing."});
    return c;
  }
  c.head_width = in.whole("head_dim", most_width, qwen3 && !in.null("head_dim") ? 128 : c.width / c.heads);
  if (c.heads % c.key_heads != 0) {
    in.refuse("config", "num_key_value_heads",
              {"num_attention_heads ", c.heads, " should be a multiple of num_key_value_heads ", c.key_heads, "."});
  }
  if (c.head_width % 2 != 0)
    in.refuse("config", "head_dim", {"Heads of ", c.head_width, " numbers cannot be rotated in pairs."});
  // null stands for no window, a missing key for the window of the first model.
  const bool may = mistral || (qwen && in.flag("use_sliding_window", false));
  if (may && !in.null("sliding_window")) c.window = in.whole("sliding_window", most_positions, 4096);
  read_windows(in, qwen ? in.whole("max_window_layers", most_layers, 28, 0) : 0, c);
  read_rotary(in, c);
  return c;
}

// A number that null switches off; a missing key stands for the usual one.
double cap(Fields& in, const char* key, double usual) {
  const double value = in.null(key) ? 0.0 : in.number(key, usual);
  if (!(value >= 0.0)) in.refuse("config", key, {key, " should be above 0, or null."});
  return value;
}

std::vector<double> frequencies_of(double theta, std::size_t rotated) {
  std::vector<double> all;
  for (std::size_t i = 0; i < rotated / 2; ++i)
    all.push_back(std::pow(theta, -2.0 * static_cast<double>(i) / static_cast<double>(rotated)));
  return all;
}

// gemma, gemma2 and gemma3_text: llama with embeddings scaled by √E, and norms of their own.
Config gemma(Fields& in, std::string_view type) {
  const bool second = type == "gemma2", third = type == "gemma3_text";
  Config c;
  c.family = Family::llama;
  c.gated = c.norms_add_one = true;
  c.sandwich = second || third;
  c.head_norms = third;
  c.vocabulary = in.whole("vocab_size", most_vocabulary, third ? 262208 : 256000);
  c.positions = in.whole("max_position_embeddings", most_positions, third ? 131072 : 8192);
  c.width = in.whole("hidden_size", most_width, type == "gemma" ? 3072 : 2304);
  c.layers = in.whole("num_hidden_layers", most_layers, type == "gemma" ? 28 : 26);
  c.heads = in.whole("num_attention_heads", most_width, type == "gemma" ? 16 : 8);
  c.key_heads = in.whole("num_key_value_heads", most_width, type == "gemma" ? 16 : 4);
  c.head_width = in.whole("head_dim", most_width, 256);
  c.inner = in.whole("intermediate_size", most_width, type == "gemma" ? 24576 : 9216);
  c.epsilon = static_cast<float>(in.number("rms_norm_eps", 1e-6));
  c.tied = in.flag("tie_word_embeddings", true);
  c.input_bias = c.output_bias = in.flag("attention_bias", false);
  c.inner_bias = false;
  read_activation(in, in.given("hidden_activation") ? "hidden_activation" : "hidden_act", "gelu_pytorch_tanh", c);
  // hidden_act "gelu" of the first files stood for the approximation.
  if (!in.given("hidden_activation") && c.activation == Activation::gelu) c.activation = Activation::gelu_tanh;
  refuse_unless(in, !in.flag("use_bidirectional_attention", false), "use_bidirectional_attention",
                "Attention in both directions");
  if (in.problem) return c;
  c.embedding_scale = std::sqrt(static_cast<double>(c.width));
  if (c.heads % c.key_heads != 0) {
    in.refuse("config", "num_key_value_heads",
              {"num_attention_heads ", c.heads, " should be a multiple of num_key_value_heads ", c.key_heads, "."});
  }
  if (c.head_width % 2 != 0)
    in.refuse("config", "head_dim", {"Heads of ", c.head_width, " numbers cannot be rotated in pairs."});
  if (c.sandwich) {
    c.score_divisor = in.number("query_pre_attn_scalar", 256.0);
    if (!(*c.score_divisor > 0.0))
      in.refuse("config", "query_pre_attn_scalar", {"query_pre_attn_scalar should be above 0."});
    c.score_cap = cap(in, "attn_logit_softcapping", second ? 50.0 : 0.0);
    c.logit_cap = cap(in, "final_logit_softcapping", second ? 30.0 : 0.0);
    if (!in.null("sliding_window")) c.window = in.whole("sliding_window", most_positions, 4096);
    read_windows(in, 0, c);
    if (in.words("layer_types").empty()) {
      const std::size_t pattern = in.whole("sliding_window_pattern", most_layers, second ? 2 : 6);
      for (std::size_t i = 0; i < c.layers; ++i) c.windowed[i] = c.window > 0 && (i + 1) % pattern != 0;
    }
  } else {
    c.windowed.assign(c.layers, false);
  }
  if (!in.problem) read_rotary(in, c, {.usual_theta = third ? 1e6 : 1e4, .by_kind = third});
  if (third) {
    const double local = in.object("rope_parameters").object("sliding_attention").number("rope_theta", 10000.0);
    c.window_frequencies = frequencies_of(in.number("rope_local_base_freq", local), c.head_width);
  }
  return c;
}

Config bert(Fields& in) {
  Config c;
  c.family = Family::bert;
  c.post_norm = true;
  read_sizes(in, "intermediate_size", {30522, 512, 768, 12, 12, 3072}, c);
  c.token_types = in.whole("type_vocab_size", most_width, 2);
  c.epsilon = static_cast<float>(in.number("layer_norm_eps", 1e-12));
  c.tied = in.flag("tie_word_embeddings", true);
  read_activation(in, "hidden_act", "gelu", c);
  c.transform_activation = c.activation;
  refuse_unless(in, in.word("position_embedding_type", "absolute") == "absolute", "position_embedding_type",
                "A position that is relative");
  refuse_unless(in, !in.flag("is_decoder", false), "is_decoder", "BERT as a decoder");
  share_width(in, "hidden_size", "num_attention_heads", c);
  return c;
}

// The positions of tokens begin behind that of the padding.
Config roberta(Fields& in) {
  Config c = bert(in);
  c.family = Family::roberta;
  c.vocabulary = in.whole("vocab_size", most_vocabulary, 50265);
  c.transform_activation = Activation::gelu;
  c.padding = in.whole("pad_token_id", most_vocabulary, 1, 0);
  c.first_position = *c.padding + 1;
  if (in.problem) return c;
  if (c.positions <= c.first_position) {
    in.refuse(
        "config", "max_position_embeddings",
        {"max_position_embeddings ", c.positions, " leaves no position behind that of pad_token_id ", *c.padding, "."});
  } else {
    c.positions -= c.first_position;
  }
  return c;
}

Config distilbert(Fields& in) {
  Config c;
  c.family = Family::distilbert;
  c.post_norm = true;
  c.vocabulary = in.whole("vocab_size", most_vocabulary, 30522);
  c.positions = in.whole("max_position_embeddings", most_positions, 512);
  c.width = whole_of(in, "dim", "hidden_size", most_width, 768);
  c.layers = whole_of(in, "n_layers", "num_hidden_layers", most_layers, 6);
  c.heads = whole_of(in, "n_heads", "num_attention_heads", most_width, 12);
  c.inner = in.whole("hidden_dim", most_width, 3072);
  c.epsilon = 1e-12f;
  c.tied = in.flag("tie_weights_", true) && in.flag("tie_word_embeddings", true);
  read_activation(in, "activation", "gelu", c);
  c.transform_activation = c.activation;
  share_width(in, "dim", "n_heads", c);
  return c;
}

Config opt(Fields& in) {
  Config c;
  c.family = Family::opt;
  read_sizes(in, "ffn_dim", {50272, 2048, 768, 12, 12, 3072}, c);
  c.first_position = 2;
  c.epsilon = 1e-5f;
  c.tied = in.flag("tie_word_embeddings", true);
  c.input_bias = c.output_bias = c.inner_bias = in.flag("enable_bias", true);
  read_activation(in, "activation_function", "relu", c);
  refuse_unless(in, in.whole("word_embed_proj_dim", most_width, c.width) == c.width, "word_embed_proj_dim",
                "An embedding of another width than the layers");
  refuse_unless(in, in.flag("do_layer_norm_before", true), "do_layer_norm_before", "A norm after each half of a layer");
  refuse_unless(in, !in.flag("_remove_final_layer_norm", false), "_remove_final_layer_norm",
                "A model without its last norm");
  refuse_unless(in, in.flag("layer_norm_elementwise_affine", true), "layer_norm_elementwise_affine",
                "A norm without weights");
  share_width(in, "hidden_size", "num_attention_heads", c);
  return c;
}

Config gpt_neox(Fields& in) {
  Config c;
  c.family = Family::gpt_neox;
  read_sizes(in, "intermediate_size", {50432, 2048, 6144, 44, 64, 24576}, c);
  c.epsilon = static_cast<float>(in.number("layer_norm_eps", 1e-5));
  c.tied = in.flag("tie_word_embeddings", false);
  c.parallel = in.flag("use_parallel_residual", true);
  c.input_bias = c.output_bias = in.flag("attention_bias", true);
  read_activation(in, "hidden_act", "gelu", c);
  share_width(in, "hidden_size", "num_attention_heads", c);
  if (!in.problem) read_rotary(in, c, {.theta = "rotary_emb_base", .partial = "rotary_pct", .usual = 0.25});
  return c;
}

// vit, deit, dinov2 and dinov2_with_registers.
Config of_pictures(Fields& in, std::string_view type) {
  const bool registers = type == "dinov2_with_registers", dinov2 = registers || type == "dinov2";
  constexpr std::size_t most_side = 4096, most_interpolated = 4096;  // pixels; patches
  Config c;
  c.family = dinov2 ? Family::dinov2 : Family::vit;
  PictureConfig& picture = c.picture.emplace();
  picture.size = in.whole("image_size", most_side, 224);
  picture.patch = in.whole("patch_size", most_side, dinov2 && !registers ? 14 : 16);
  picture.channels = in.whole("num_channels", 4, 3);
  picture.distilled = type == "deit";
  picture.any_size = dinov2;
  picture.antialiased = registers;
  if (registers) picture.registers = in.whole("num_register_tokens", most_width, 4, 0);
  c.width = in.whole("hidden_size", most_width, 768);
  c.layers = in.whole("num_hidden_layers", most_layers, 12);
  c.heads = in.whole("num_attention_heads", most_width, 12);
  c.inner = dinov2 ? c.width * in.whole("mlp_ratio", 64, 4) : in.whole("intermediate_size", most_width, 3072);
  c.epsilon = static_cast<float>(in.number("layer_norm_eps", dinov2 ? 1e-6 : 1e-12));
  c.tied = false;
  c.input_bias = in.flag("qkv_bias", true);
  c.layer_scale = dinov2;
  read_activation(in, "hidden_act", "gelu", c);
  if (dinov2 && in.flag("use_swiglu_ffn", false)) {  // transformers, Dinov2SwiGLUFFN
    c.gated = true;
    c.activation = Activation::silu;
    c.inner = (c.inner * 2 / 3 + 7) / 8 * 8;
  }
  c.vocabulary = in.object("id2label").keys().size();
  if (c.vocabulary == 0) c.vocabulary = in.whole("num_labels", most_vocabulary, 2);
  share_width(in, "hidden_size", "num_attention_heads", c);
  if (in.problem) return c;
  if (picture.size % picture.patch != 0 || picture.channels != 3) {
    in.refuse("model", picture.channels != 3 ? "num_channels" : "patch_size",
              {"Pictures of ", picture.size, " × ", picture.size, " pixels in ", picture.channels,
               " channels with patches of ", picture.patch,
               " are not computed here: three channels, and a side of whole patches."});
    return c;
  }
  const std::size_t patches = picture.grid() * picture.grid();
  c.positions = picture.before() + (picture.any_size ? std::max(patches, most_interpolated) : patches);
  return c;
}

// ---- which model it is ----

constexpr std::array<std::pair<std::string_view, std::string_view>, 18> types_of_classes = {
    {{"GPT2", "gpt2"},
     {"Llama", "llama"},
     {"Qwen2", "qwen2"},
     {"Qwen3", "qwen3"},
     {"Mistral", "mistral"},
     {"Gemma", "gemma"},
     {"Gemma2", "gemma2"},
     {"Gemma3", "gemma3_text"},
     {"Bert", "bert"},
     {"DistilBert", "distilbert"},
     {"Roberta", "roberta"},
     {"XLMRoberta", "xlm-roberta"},
     {"GPTNeoX", "gpt_neox"},
     {"OPT", "opt"},
     {"ViT", "vit"},
     {"DeiT", "deit"},
     {"Dinov2", "dinov2"},
     {"Dinov2WithRegisters", "dinov2_with_registers"}}};

// The model_type of a class of transformers, such as LlamaForCausalLM; empty if it is none that is computed.
std::string_view type_of_class(std::string_view name) {
  constexpr std::array<std::string_view, 16> endings = {"Model",
                                                        "LMHeadModel",
                                                        "DoubleHeadsModel",
                                                        "ForCausalLM",
                                                        "ForMaskedLM",
                                                        "ForPreTraining",
                                                        "ForSequenceClassification",
                                                        "ForTokenClassification",
                                                        "ForQuestionAnswering",
                                                        "ForMultipleChoice",
                                                        "ForNextSentencePrediction",
                                                        "ForRewardModel",
                                                        "ForTextEncoding",
                                                        "ForImageClassification",
                                                        "ForImageClassificationWithTeacher",
                                                        "Backbone"};
  for (const auto& [begin, type] : types_of_classes)
    if (name.starts_with(begin))
      for (const std::string_view ending : endings)
        if (name.substr(begin.size()) == ending) return type;
  return {};
}

bool same_family(std::string_view a, std::string_view b) {
  const auto llama = [](std::string_view type) { return type == "llama" || type == "qwen2" || type == "mistral"; };
  const auto roberta = [](std::string_view type) { return type == "roberta" || type == "xlm-roberta"; };
  return a == b || (llama(a) && llama(b)) || (roberta(a) && roberta(b));
}

// The model_type, or that of the architectures. Refuses what is computed by other code than transformers' own.
std::string_view read_type(Fields& in) {
  std::string_view type = in.word("model_type", "");
  for (const std::string_view name : in.words("architectures")) {
    const std::string_view of_class = type_of_class(name);
    if (type.empty()) type = of_class;
    if (of_class.empty() || !same_family(type, of_class))
      in.refuse("model", "architectures",
                {"The architecture \"", name, "\" is not computed here, or is none of a \"", type,
                 "\". Its layers may differ: use a checkpoint of the plain model."});
  }
  for (const std::string_view key : in.object("auto_map").keys())
    if (key.starts_with("AutoModel"))
      in.refuse("model", "auto_map",
                {"This checkpoint is computed by code of its own (auto_map), which is not run here. Use one that ",
                 "transformers computes without trust_remote_code."});
  if (in.given("quantization_config"))
    in.refuse("model", "quantization_config",
              {"Quantised weights (quantization_config) are not computed with here. Use the ",
               "checkpoint from which it was made."});
  return type;
}

}  // namespace

Result<Config> read_config(std::string_view json) {
  Document document;
  if (const std::optional<std::string> wrong = document.parse(json)) {
    return fail("json", "config", {"config is not the JSON of a config.json: ", *wrong, "."});
  }
  Fields in = document.fields();
  const std::string_view type = read_type(in);
  if (in.problem) return std::unexpected(*std::move(in.problem));
  Config config;
  if (type == "gpt2") {
    config = gpt2(in);
  } else if (type == "llama" || type == "qwen2" || type == "qwen3" || type == "mistral") {
    config = llama(in, type);
  } else if (type == "gemma" || type == "gemma2" || type == "gemma3_text") {
    config = gemma(in, type);
  } else if (type == "bert") {
    config = bert(in);
  } else if (type == "distilbert") {
    config = distilbert(in);
  } else if (type == "roberta" || type == "xlm-roberta") {
    config = roberta(in);
  } else if (type == "gpt_neox") {
    config = gpt_neox(in);
  } else if (type == "opt") {
    config = opt(in);
  } else if (type == "vit" || type == "deit" || type == "dinov2" || type == "dinov2_with_registers") {
    config = of_pictures(in, type);
  } else if (type.empty()) {
    return fail(
        "config", "model_type",
        {"config has no model_type, such as \"gpt2\", and no architectures. Pass the config.json that lies beside ",
         "the weights."});
  } else {
    return fail(
        "model", "model_type",
        {"model_type \"", type, "\" is not computed here; gpt2, gpt_neox, opt, llama, qwen2, qwen3, mistral, bert, ",
         "distilbert, roberta and xlm-roberta are, and for pictures vit, deit, dinov2 and dinov2_with_registers. "
         "Choose a ",
         "checkpoint of one of these."});
  }
  for (const std::string_view name : in.words("architectures"))
    config.makes_logits = config.makes_logits || name.ends_with("ForCausalLM") || name.ends_with("LMHeadModel");
  if (in.problem) return std::unexpected(*std::move(in.problem));
  if (std::uint64_t{config.heads} * config.head_width > most_width) {
    return fail("config", "head_dim",
                {config.heads, " heads of ", config.head_width, " numbers are more than the ", most_width,
                 " that are computed with."});
  }
  if (!(config.epsilon >= 0.0f) || !std::isfinite(config.epsilon))
    return fail("config", "epsilon", {"The epsilon of the norms should be a small number from 0."});
  return config;
}

}  // namespace models

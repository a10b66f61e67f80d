// See gguf.hpp. Keys are those of gguf-py/gguf/constants.py (github.com/ggml-org/llama.cpp), what they stand for is what
// convert_hf_to_gguf.py there reads from each config.json.
#include "models/gguf.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace models {

namespace {

using attention::fail;
using attention::joined;
using files::GgufValue;
using Pairs = std::array<std::pair<std::string_view, std::string_view>, 14>;

constexpr std::size_t most_size = std::size_t{1} << 24, most_listed = 1024;  // layers

// ---- names of tensors ----

constexpr Pairs llama_others = {
    {{"token_embd", "model.embed_tokens"}, {"output_norm", "model.norm"}, {"output", "lm_head"}}};
constexpr Pairs llama_parts = {{{"attn_norm", "input_layernorm"},
                                {"attn_q", "self_attn.q_proj"},
                                {"attn_k", "self_attn.k_proj"},
                                {"attn_v", "self_attn.v_proj"},
                                {"attn_output", "self_attn.o_proj"},
                                {"attn_q_norm", "self_attn.q_norm"},
                                {"attn_k_norm", "self_attn.k_norm"},
                                {"ffn_norm", "post_attention_layernorm"},
                                {"ffn_gate", "mlp.gate_proj"},
                                {"ffn_up", "mlp.up_proj"},
                                {"ffn_down", "mlp.down_proj"}}};
// With norms behind each half of a layer.
constexpr Pairs gemma_parts = {{{"attn_norm", "input_layernorm"},
                                {"attn_q", "self_attn.q_proj"},
                                {"attn_k", "self_attn.k_proj"},
                                {"attn_v", "self_attn.v_proj"},
                                {"attn_output", "self_attn.o_proj"},
                                {"attn_q_norm", "self_attn.q_norm"},
                                {"attn_k_norm", "self_attn.k_norm"},
                                {"post_attention_norm", "post_attention_layernorm"},
                                {"ffn_norm", "pre_feedforward_layernorm"},
                                {"post_ffw_norm", "post_feedforward_layernorm"},
                                {"ffn_gate", "mlp.gate_proj"},
                                {"ffn_up", "mlp.up_proj"},
                                {"ffn_down", "mlp.down_proj"}}};
constexpr Pairs gpt2_others = {{{"token_embd", "transformer.wte"},
                                {"position_embd", "transformer.wpe"},
                                {"output_norm", "transformer.ln_f"},
                                {"output", "lm_head"}}};
constexpr Pairs gpt2_parts = {{{"attn_norm", "ln_1"},
                               {"attn_qkv", "attn.c_attn"},
                               {"attn_output", "attn.c_proj"},
                               {"ffn_norm", "ln_2"},
                               {"ffn_up", "mlp.c_fc"},
                               {"ffn_down", "mlp.c_proj"}}};
constexpr Pairs neox_others = {
    {{"token_embd", "gpt_neox.embed_in"}, {"output_norm", "gpt_neox.final_layer_norm"}, {"output", "embed_out"}}};
constexpr Pairs neox_parts = {{{"attn_norm", "input_layernorm"},
                               {"attn_qkv", "attention.query_key_value"},
                               {"attn_output", "attention.dense"},
                               {"ffn_norm", "post_attention_layernorm"},
                               {"ffn_up", "mlp.dense_h_to_4h"},
                               {"ffn_down", "mlp.dense_4h_to_h"}}};
constexpr Pairs bert_others = {{{"token_embd", "bert.embeddings.word_embeddings"},
                                {"position_embd", "bert.embeddings.position_embeddings"},
                                {"token_types", "bert.embeddings.token_type_embeddings"},
                                {"token_embd_norm", "bert.embeddings.LayerNorm"}}};
constexpr Pairs bert_parts = {{{"attn_q", "attention.self.query"},
                               {"attn_k", "attention.self.key"},
                               {"attn_v", "attention.self.value"},
                               {"attn_output", "attention.output.dense"},
                               {"attn_output_norm", "attention.output.LayerNorm"},
                               {"ffn_up", "intermediate.dense"},
                               {"ffn_down", "output.dense"},
                               {"layer_output_norm", "output.LayerNorm"}}};

constexpr Pairs distilbert_others = {{{"token_embd", "distilbert.embeddings.word_embeddings"},
                                      {"position_embd", "distilbert.embeddings.position_embeddings"},
                                      {"token_embd_norm", "distilbert.embeddings.LayerNorm"}}};
constexpr Pairs distilbert_parts = {{{"attn_q", "attention.q_lin"},
                                     {"attn_k", "attention.k_lin"},
                                     {"attn_v", "attention.v_lin"},
                                     {"attn_output", "attention.out_lin"},
                                     {"attn_output_norm", "sa_layer_norm"},
                                     {"ffn_up", "ffn.lin1"},
                                     {"ffn_down", "ffn.lin2"},
                                     {"layer_output_norm", "output_layer_norm"}}};

constexpr Naming llama_naming = {llama_others, llama_parts, "model.layers.", false};
constexpr Naming paired_naming = {llama_others, llama_parts, "model.layers.", true};
constexpr Naming gemma_naming = {llama_others, gemma_parts, "model.layers.", false};
constexpr Naming gpt2_naming = {gpt2_others, gpt2_parts, "transformer.h.", false};
constexpr Naming neox_naming = {neox_others, neox_parts, "gpt_neox.layers.", false};
constexpr Naming bert_naming = {bert_others, bert_parts, "bert.encoder.layer.", false};
constexpr Naming distilbert_naming = {distilbert_others, distilbert_parts, "distilbert.transformer.layer.", false};

// ---- settings ----

// Reads the keys of an architecture until the first problem.
class Settings {
 public:
  Settings(const files::Gguf& file, std::string_view architecture) : file_(file), architecture_(architecture) {}

  std::optional<attention::Error> problem;

  void refuse(std::string_view code, std::string_view path, std::initializer_list<attention::Part> message) {
    if (!problem) problem.emplace(code, path, joined(message));
  }
  std::string full(std::string_view key) const { return joined({architecture_, ".", key}); }
  const GgufValue* find(std::string_view key) const { return file_.find(full(key)); }
  bool given(std::string_view key) const { return find(key) != nullptr; }

  // A number, or a list with the same number for each layer.
  std::optional<double> number(std::string_view key) {
    const GgufValue* const value = find(key);
    if (value == nullptr) return std::nullopt;
    const bool few = value->count <= most_listed;
    if (const std::optional<std::vector<double>> all = few ? value->numbers() : std::nullopt; all && !all->empty()) {
      if (std::ranges::count(*all, all->front()) == static_cast<std::ptrdiff_t>(all->size())) return all->front();
      refuse("model", full(key), {full(key), " differs from layer to layer, which is not computed here."});
      return std::nullopt;
    }
    const std::optional<double> number = value->number();
    if (!number || !std::isfinite(*number)) {
      refuse("config", full(key),
             {full(key), " should be a number. Download the file again, or convert the model again."});
      return std::nullopt;
    }
    return number;
  }
  double number(std::string_view key, double otherwise) { return number(key).value_or(otherwise); }

  // A whole number from 1; without `otherwise` it must be given. 0 after an error.
  std::size_t whole(std::string_view key, std::optional<std::size_t> otherwise = std::nullopt) {
    const std::optional<double> value = number(key);
    if (problem) return 0;
    if (!value && otherwise) return *otherwise;
    if (!value) {
      refuse("config", full(key),
             {"The file has no ", full(key), ". Take another file of the model: this one is not complete."});
    } else if (*value >= 1.0 && *value <= static_cast<double>(most_size) && *value == std::floor(*value)) {
      return static_cast<std::size_t>(*value);
    } else {
      refuse("config", full(key), {full(key), " should be a whole number from 1 to ", most_size, "."});
    }
    return 0;
  }

  bool flag(std::string_view key, bool otherwise) {
    const GgufValue* const value = find(key);
    if (value == nullptr) return otherwise;
    const std::optional<bool> flag = value->flag();
    if (!flag) refuse("config", full(key), {full(key), " should be true or false."});
    return flag.value_or(otherwise);
  }
  std::string_view word(std::string_view key, std::string_view otherwise) {
    const GgufValue* const value = find(key);
    if (value == nullptr) return otherwise;
    const std::optional<std::string_view> word = value->text();
    if (!word) refuse("config", full(key), {full(key), " should be a text."});
    return word.value_or(otherwise);
  }

  // Rows of a matrix: the words of an embedding, or the kinds of segments.
  std::size_t rows(std::string_view tensor) {
    const auto found = std::ranges::find(file_.tensors, tensor, &files::Tensor::name);
    if (found != file_.tensors.end() && found->shape.size() == 2 && found->shape[0] <= most_size)
      return static_cast<std::size_t>(found->shape[0]);
    refuse("missing", tensor,
           {"The file has no matrix ", tensor, " that could be read. Take another file of the model."});
    return 0;
  }
  bool has(std::string_view tensor) const {
    return std::ranges::find(file_.tensors, tensor, &files::Tensor::name) != file_.tensors.end();
  }

 private:
  const files::Gguf& file_;
  std::string_view architecture_;
};

// ---- config.json ----

class Json {
 public:
  Json() { writer_.StartObject(); }
  void add(const char* key, std::string_view word) {
    writer_.Key(key);
    writer_.String(word.data(), static_cast<rapidjson::SizeType>(word.size()));
  }
  void add(const char* key, const char* word) { add(key, std::string_view(word)); }
  void add(const char* key, std::size_t whole) {
    writer_.Key(key);
    writer_.Uint64(whole);
  }
  void add(const char* key, double number) {
    writer_.Key(key);
    writer_.Double(number);
  }
  void none(const char* key) {
    writer_.Key(key);
    writer_.Null();
  }
  void add(const char* key, bool flag) {
    writer_.Key(key);
    writer_.Bool(flag);
  }
  void add(const char* key, const std::vector<std::string_view>& words) {
    writer_.Key(key);
    writer_.StartArray();
    for (const std::string_view word : words)
      writer_.String(word.data(), static_cast<rapidjson::SizeType>(word.size()));
    writer_.EndArray();
  }
  void begin(const char* key) {
    writer_.Key(key);
    writer_.StartObject();
  }
  void end() { writer_.EndObject(); }
  std::string done() {
    writer_.EndObject();
    return buffer_.GetString();
  }

 private:
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

struct Sizes {
  std::size_t width = 0, layers = 0, heads = 0, key_heads = 0, head = 0, inner = 0, positions = 0, vocabulary = 0;
};

Sizes read_sizes(Settings& in) {
  Sizes s;
  s.width = in.whole("embedding_length");
  s.layers = in.whole("block_count");
  s.heads = in.whole("attention.head_count");
  s.key_heads = in.whole("attention.head_count_kv", s.heads);
  s.inner = in.whole("feed_forward_length");
  s.positions = in.whole("context_length");
  s.vocabulary = in.rows("token_embd.weight");
  if (in.problem) return s;
  const std::string heads = in.full("attention.head_count");
  if (in.given("attention.key_length")) {
    s.head = in.whole("attention.key_length");
  } else if (s.width % s.heads != 0) {
    in.refuse("config", heads,
              {in.full("embedding_length"), " ", s.width, " cannot be divided among ", heads, " ", s.heads, " heads."});
  } else {
    s.head = s.width / s.heads;
  }
  if (!in.problem && in.whole("attention.value_length", s.head) != s.head)
    in.refuse("model", in.full("attention.value_length"),
              {"Values of another length than keys are not computed here."});
  if (!in.problem && s.heads % s.key_heads != 0)
    in.refuse(
        "config", in.full("attention.head_count_kv"),
        {heads, " ", s.heads, " should be a multiple of ", in.full("attention.head_count_kv"), " ", s.key_heads, "."});
  for (const std::string_view scale : {"embedding_scale", "residual_scale", "logit_scale"})
    if (in.number(scale, 1.0) != 1.0)
      in.refuse("model", in.full(scale), {in.full(scale), " is not computed here. Choose a model without it."});
  if (const double experts = in.number("expert_count", 0.0); experts > 0.0)
    in.refuse("model", in.full("expert_count"),
              {"Layers of several experts are not computed here. Choose a model without them."});
  return s;
}

void write_usual_sizes(const Sizes& s, Json& out) {
  out.add("vocab_size", s.vocabulary);
  out.add("max_position_embeddings", s.positions);
  out.add("hidden_size", s.width);
  out.add("num_hidden_layers", s.layers);
  out.add("num_attention_heads", s.heads);
  out.add("intermediate_size", s.inner);
}

// linear and yarn; the third version of Llama has a tensor with a divisor for each frequency instead.
void write_scaling(Settings& in, Json& out) {
  const double old = in.number("rope.scale_linear", 1.0);
  const std::string_view kind = in.word("rope.scaling.type", old != 1.0 ? "linear" : "none");
  const double factor = in.number("rope.scaling.factor", old);
  if (kind == "none" || (kind == "linear" && factor == 1.0)) return;
  const std::string key = in.full("rope.scaling.type");
  if (kind != "linear" && kind != "yarn")
    return in.refuse("model", key,
                     {key, " \"", files::shown(kind), "\" is not computed here; none, linear and yarn are."});
  if (in.number("rope.scaling.attn_factor", 1.0) != 1.0)
    return in.refuse("model", in.full("rope.scaling.attn_factor"),
                     {"Attention that is scaled with the rotation is not computed here."});
  out.begin("rope_scaling");
  out.add("rope_type", kind);
  out.add("factor", factor);
  if (kind == "yarn") {
    const std::size_t original = in.whole("rope.scaling.original_context_length");
    out.add("original_max_position_embeddings", original);
    out.add("beta_fast", in.number("rope.scaling.yarn_beta_fast", 32.0));
    out.add("beta_slow", in.number("rope.scaling.yarn_beta_slow", 1.0));
  }
  out.end();
}

bool is_distilbert(const Settings& in) { return in.has("position_embd.weight") && !in.has("token_types.weight"); }

// Of architectures that rotate whole heads.
void check_rotation(Settings& in, const Sizes& s) {
  if (in.problem) return;
  const std::string key = in.full("rope.dimension_count");
  if (in.whole("rope.dimension_count", s.head) != s.head)
    in.refuse("model", key, {"A rotation of a part of each head is not computed here for this architecture."});
  else if (s.head % 2 != 0)
    in.refuse("config", in.full("attention.key_length"), {"Heads of ", s.head, " numbers cannot be rotated in pairs."});
}

// llama (with mistral), qwen2 and qwen3.
void write_llama(Settings& in, std::string_view type, Json& out) {
  const Sizes s = read_sizes(in);
  check_rotation(in, s);
  const bool window = type == "llama" && in.number("attention.sliding_window", 0.0) > 0.0;
  out.add("model_type", window ? "mistral" : type);
  out.add("architectures", std::vector<std::string_view>{type == "qwen2"   ? "Qwen2ForCausalLM"
                                                         : type == "qwen3" ? "Qwen3ForCausalLM"
                                                         : window          ? "MistralForCausalLM"
                                                                           : "LlamaForCausalLM"});
  write_usual_sizes(s, out);
  out.add("num_key_value_heads", s.key_heads);
  out.add("head_dim", s.head);
  out.add("rms_norm_eps", in.number("attention.layer_norm_rms_epsilon", 1e-5));
  out.add("rope_theta", in.number("rope.freq_base", 10000.0));
  out.add("hidden_act", "silu");
  out.add("tie_word_embeddings", !in.has("output.weight"));
  out.add("attention_bias", in.has("blk.0.attn_q.bias"));
  out.add("mlp_bias", in.has("blk.0.ffn_gate.bias"));
  if (window) out.add("sliding_window", in.whole("attention.sliding_window"));
  write_scaling(in, out);
}

// Which layers see a window: every one but each so manieth, or as a list says.
void write_windows(Settings& in, const Sizes& s, Json& out) {
  const GgufValue* const pattern = in.find("attention.sliding_window_pattern");
  const bool few = pattern != nullptr && pattern->count <= most_listed;
  const std::optional<std::vector<bool>> flags = few ? pattern->flags() : std::nullopt;
  if (!flags) {
    if (pattern != nullptr) out.add("sliding_window_pattern", in.whole("attention.sliding_window_pattern"));
    return;
  }
  std::vector<std::string_view> types;
  for (std::size_t i = 0; i < s.layers; ++i)
    types.push_back(i < flags->size() && (*flags)[i] ? "sliding_attention" : "full_attention");
  out.add("layer_types", types);
}

void write_gemma(Settings& in, std::string_view type, Json& out) {
  const Sizes s = read_sizes(in);
  check_rotation(in, s);
  const bool third = type == "gemma3", second = type == "gemma2";
  out.add("model_type", third ? "gemma3_text" : type);
  out.add("architectures", std::vector<std::string_view>{third    ? "Gemma3ForCausalLM"
                                                         : second ? "Gemma2ForCausalLM"
                                                                  : "GemmaForCausalLM"});
  write_usual_sizes(s, out);
  out.add("num_key_value_heads", s.key_heads);
  out.add("head_dim", s.head);
  out.add("rms_norm_eps", in.number("attention.layer_norm_rms_epsilon", 1e-6));
  out.add("rope_theta", in.number("rope.freq_base", third ? 1e6 : 1e4));
  out.add("hidden_activation", "gelu_pytorch_tanh");
  out.add("tie_word_embeddings", !in.has("output.weight"));
  if (third) out.add("rope_local_base_freq", in.number("rope.freq_base_swa", 10000.0));
  if (second || third) {
    // The file does not say by what scores are divided: by √D, but in the largest models (46 and 62 layers) by √(E/H).
    const bool largest = s.layers == (third ? 62 : 46);
    const double usual = static_cast<double>(largest && s.heads > 0 ? s.width / s.heads : s.head);
    const double scale = in.number("attention.scale", 0.0);
    out.add("query_pre_attn_scalar", scale > 0.0 ? 1.0 / (scale * scale) : usual);
    if (third && !in.given("attention.sliding_window")) out.none("sliding_window");  // as conversions leave it out
    else out.add("sliding_window", in.whole("attention.sliding_window", 4096));
    if (in.given("attn_logit_softcapping")) out.add("attn_logit_softcapping", in.number("attn_logit_softcapping", 0.0));
    if (in.given("final_logit_softcapping"))
      out.add("final_logit_softcapping", in.number("final_logit_softcapping", 0.0));
    write_windows(in, s, out);
  }
  write_scaling(in, out);
}

void write_gpt2(Settings& in, Json& out) {
  const Sizes s = read_sizes(in);
  out.add("model_type", "gpt2");
  out.add("architectures", std::vector<std::string_view>{"GPT2LMHeadModel"});
  out.add("vocab_size", s.vocabulary);
  out.add("n_positions", s.positions);
  out.add("n_embd", s.width);
  out.add("n_layer", s.layers);
  out.add("n_head", s.heads);
  out.add("n_inner", s.inner);
  out.add("layer_norm_epsilon", in.number("attention.layer_norm_epsilon", 1e-5));
  out.add("activation_function", "gelu_new");
  out.add("tie_word_embeddings", !in.has("output.weight"));
}

void write_neox(Settings& in, Json& out) {
  const Sizes s = read_sizes(in);
  out.add("model_type", "gpt_neox");
  out.add("architectures", std::vector<std::string_view>{"GPTNeoXForCausalLM"});
  write_usual_sizes(s, out);
  out.add("layer_norm_eps", in.number("attention.layer_norm_epsilon", 1e-5));
  out.add("hidden_act", "gelu");
  out.add("use_parallel_residual", in.flag("use_parallel_residual", true));
  out.add("tie_word_embeddings", !in.has("output.weight"));
  out.add("rotary_emb_base", in.number("rope.freq_base", 10000.0));
  // Half a number more, as the part is rounded down when it is multiplied again.
  const std::size_t rotated = in.whole("rope.dimension_count", s.head);
  out.add("rotary_pct",
          rotated == s.head || s.head == 0 ? 1.0 : (static_cast<double>(rotated) + 0.5) / static_cast<double>(s.head));
  write_scaling(in, out);
}

// bert, also for roberta, whose first positions a conversion cuts off; distilbert is the one without kinds of segments.
void write_bert(Settings& in, Json& out) {
  const Sizes s = read_sizes(in);
  if (in.flag("attention.causal", false))
    in.refuse("model", in.full("attention.causal"), {"BERT as a decoder is not computed here."});
  if (is_distilbert(in)) {
    out.add("model_type", "distilbert");
    out.add("vocab_size", s.vocabulary);
    out.add("max_position_embeddings", s.positions);
    out.add("dim", s.width);
    out.add("n_layers", s.layers);
    out.add("n_heads", s.heads);
    out.add("hidden_dim", s.inner);
    return;
  }
  out.add("model_type", "bert");
  write_usual_sizes(s, out);
  out.add("type_vocab_size", in.rows("token_types.weight"));
  out.add("layer_norm_eps", in.number("attention.layer_norm_epsilon", 1e-12));
  out.add("hidden_act", "gelu");
}

// ---- which model it is ----

const Naming* naming_of(std::string_view type, bool distilbert) {
  if (type == "llama") return &paired_naming;
  if (type == "qwen2" || type == "qwen3" || type == "gemma") return &llama_naming;
  if (type == "gemma2" || type == "gemma3") return &gemma_naming;
  if (type == "gpt2") return &gpt2_naming;
  if (type == "gptneox") return &neox_naming;
  if (type == "bert") return distilbert ? &distilbert_naming : &bert_naming;
  return nullptr;
}

// The word under a key that is not of an architecture; nothing if it is missing or no text.
std::string_view word_of(const files::Gguf& file, std::string_view key) {
  const GgufValue* const value = file.find(key);
  return value == nullptr ? std::string_view() : value->text().value_or(std::string_view());
}

// What is no whole model.
std::optional<attention::Error> not_whole(const files::Gguf& file) {
  const GgufValue* const parts = file.find("split.count");
  if (parts != nullptr && parts->number().value_or(2.0) > 1.0)
    return attention::Error("model", "split.count",
                            "This is a part of a model in several GGUF files. Join them: llama-gguf-split --merge.");
  if (const std::string_view kind = word_of(file, "general.type"); kind == "adapter" || kind == "mmproj")
    return attention::Error(
        "model", "general.type",
        joined({"This GGUF file holds no model of language but “", kind, "”. Choose the file of the whole model."}));
  return std::nullopt;
}

}  // namespace

Result<GgufModel> read_gguf_model(files::Gguf file) {
  if (std::optional<attention::Error> wrong = not_whole(file)) return std::unexpected(*std::move(wrong));
  const std::string_view type = word_of(file, "general.architecture");
  if (type.empty())
    return fail("config", "general.architecture",
                "The file has no general.architecture. Take another file of the model: this one is not complete.");
  Settings in(file, type);
  const Naming* const naming = naming_of(type, is_distilbert(in));
  if (naming == nullptr)
    return fail("model", "general.architecture",
                {"general.architecture \"", files::shown(type),
                 "\" is not computed here; llama (with mistral), qwen2, qwen3, gemma, ",
                 "gemma2, gemma3, gpt2, gptneox and bert are. Choose a model of one of these."});
  Json out;
  if (type == "gpt2") write_gpt2(in, out);
  else if (type == "gptneox") write_neox(in, out);
  else if (type == "bert") write_bert(in, out);
  else if (type.starts_with("gemma")) write_gemma(in, type, out);
  else write_llama(in, type, out);
  if (in.problem) return std::unexpected(*std::move(in.problem));
  GgufModel model;
  model.config = out.done();
  model.checkpoint.take(std::move(file.tensors), *naming);
  return model;
}

}  // namespace models

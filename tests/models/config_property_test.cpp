// Generated config.json files: keys in any order, left out where they say the default, null, under their other names, with
// keys beside them that say nothing about numbers. They are read as the config that says all; what would change numbers is
// read or refused, never ignored. AE_ROUNDS=100000 runs longer; the seed of a failure is shown.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "models/config.hpp"
#include "support/expect.hpp"

namespace {

using models::Config;

struct Key {
  std::string name, value;  // as JSON
  bool is_default = false;  // transformers' own value, so that leaving it out or null changes nothing
  std::string alias{};      // another name of the key
};
using Keys = std::vector<Key>;

struct Family {
  std::string type, architecture;
  Keys keys;
};

// transformers 4.5x: configuration_gpt2.py, configuration_llama.py, configuration_qwen2.py, configuration_mistral.py,
// configuration_bert.py, configuration_qwen3.py, configuration_gpt_neox.py, configuration_opt.py, configuration_distilbert.py,
// configuration_roberta.py, configuration_gemma3.py.
const std::vector<Family>& families() {
  static const Keys rotary = {{"vocab_size", "100"},
                              {"max_position_embeddings", "64"},
                              {"hidden_size", "32"},
                              {"num_hidden_layers", "3"},
                              {"num_attention_heads", "4"},
                              {"intermediate_size", "40"},
                              {"hidden_act", "\"silu\"", true},
                              {"rms_norm_eps", "1e-06", true},
                              {"rope_theta", "10000.0", true},
                              {"tie_word_embeddings", "false", true},
                              {"rope_scaling", "null", true},
                              {"head_dim", "8", true}};
  Keys with_head_dim = rotary;
  with_head_dim.back() = {"head_dim", "8"};
  const auto with = [](Keys all, const Keys& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  static const std::vector<Family> all = {
      {"gpt2",
       "GPT2LMHeadModel",
       {{"vocab_size", "50257", true},
        {"n_positions", "64", false, "max_position_embeddings"},
        {"n_embd", "24", false, "hidden_size"},
        {"n_layer", "3", false, "num_hidden_layers"},
        {"n_head", "4", false, "num_attention_heads"},
        {"n_inner", "96", true},
        {"activation_function", "\"gelu_new\"", true},
        {"layer_norm_epsilon", "1e-05", true},
        {"scale_attn_weights", "true", true},
        {"scale_attn_by_inverse_layer_idx", "false", true},
        {"add_cross_attention", "false", true},
        {"tie_word_embeddings", "true", true}}},
      {"llama", "LlamaForCausalLM",
       with(rotary,
            {{"num_key_value_heads", "4", true}, {"attention_bias", "false", true}, {"mlp_bias", "false", true}})},
      {"qwen2", "Qwen2ForCausalLM",
       with(rotary,
            {{"num_key_value_heads", "2"}, {"use_sliding_window", "false", true}, {"max_window_layers", "28", true}})},
      {"mistral", "MistralForCausalLM", with(rotary, {{"num_key_value_heads", "2"}, {"sliding_window", "16"}})},
      {"bert",
       "BertForMaskedLM",
       {{"vocab_size", "30522", true},
        {"max_position_embeddings", "512", true},
        {"hidden_size", "48"},
        {"num_hidden_layers", "2"},
        {"num_attention_heads", "4"},
        {"intermediate_size", "96"},
        {"type_vocab_size", "2", true},
        {"hidden_act", "\"gelu\"", true},
        {"layer_norm_eps", "1e-12", true},
        {"position_embedding_type", "\"absolute\"", true},
        {"is_decoder", "false", true}}},
      {"qwen3", "Qwen3ForCausalLM",
       with(with_head_dim, {{"num_key_value_heads", "2"}, {"attention_bias", "false", true}})},
      {"gpt_neox",
       "GPTNeoXForCausalLM",
       {{"vocab_size", "100"},
        {"max_position_embeddings", "64"},
        {"hidden_size", "32"},
        {"num_hidden_layers", "3"},
        {"num_attention_heads", "4"},
        {"intermediate_size", "40"},
        {"rotary_pct", "0.25", true},
        {"rotary_emb_base", "10000", true},
        {"use_parallel_residual", "true", true},
        {"layer_norm_eps", "1e-05", true}}},
      {"opt",
       "OPTForCausalLM",
       {{"vocab_size", "100"},
        {"max_position_embeddings", "64"},
        {"hidden_size", "32"},
        {"num_hidden_layers", "3"},
        {"num_attention_heads", "4"},
        {"ffn_dim", "40"},
        {"word_embed_proj_dim", "32"},
        {"do_layer_norm_before", "true", true},
        {"activation_function", "\"gelu\""}}},
      {"distilbert",
       "DistilBertForMaskedLM",
       {{"vocab_size", "30522", true},
        {"max_position_embeddings", "512", true},
        {"dim", "48", false, "hidden_size"},
        {"n_layers", "2", false, "num_hidden_layers"},
        {"n_heads", "4", false, "num_attention_heads"},
        {"hidden_dim", "96"},
        {"activation", "\"gelu\"", true}}},
      {"roberta",
       "RobertaForMaskedLM",
       {{"vocab_size", "50265", true},
        {"max_position_embeddings", "514"},
        {"hidden_size", "48"},
        {"num_hidden_layers", "2"},
        {"num_attention_heads", "4"},
        {"intermediate_size", "96"},
        {"type_vocab_size", "1"},
        {"layer_norm_eps", "1e-05"}}},
      {"gemma3_text",
       "Gemma3ForCausalLM",
       {{"vocab_size", "100"},
        {"max_position_embeddings", "64"},
        {"hidden_size", "32"},
        {"num_hidden_layers", "3"},
        {"num_attention_heads", "4"},
        {"num_key_value_heads", "2"},
        {"head_dim", "8"},
        {"intermediate_size", "40"},
        {"hidden_activation", "\"gelu_pytorch_tanh\"", true},
        {"sliding_window", "16"},
        {"rope_local_base_freq", "10000.0", true},
        {"query_pre_attn_scalar", "256", true}}},
  };
  return all;
}

// What configs hold besides, which says nothing about the numbers of a run.
const Keys& beside() {
  static const Keys all = {{"transformers_version", "\"4.57.1\""},
                           {"torch_dtype", "\"bfloat16\""},
                           {"dtype", "\"float32\""},
                           {"use_cache", "true"},
                           {"bos_token_id", "1"},
                           {"eos_token_id", "[2, 3]"},
                           {"pad_token_id", "null"},
                           {"initializer_range", "0.02"},
                           {"attention_dropout", "0.1"},
                           {"resid_pdrop", "0.1"},
                           {"embd_pdrop", "0.1"},
                           {"attn_pdrop", "0.1"},
                           {"hidden_dropout_prob", "0.1"},
                           {"_name_or_path", "\"a/b\""},
                           {"task_specific_params", "{}"},
                           {"summary_type", "\"cls_index\""},
                           {"pretraining_tp", "1"},
                           {"auto_map", "{}"},
                           {"quantization_config", "null"}};
  return all;
}

// Llama's kind, whose configs have no defaults for their sizes.
bool is_rotary(const Family& family) {
  return std::ranges::contains(std::initializer_list<std::string_view>{"llama", "qwen2", "qwen3", "mistral"},
                               family.type);
}

using Random = std::mt19937;
std::size_t below(Random& random, std::size_t count) { return random() % count; }

std::string json_of(Keys keys, Random& random) {
  std::ranges::shuffle(keys, random);
  std::string json;
  for (const Key& key : keys) json += (json.empty() ? "{\"" : ",\n \"") + key.name + "\": " + key.value;
  return json + "}";
}

Keys whole(const Family& family) {
  Keys keys = family.keys;
  keys.push_back({"model_type", "\"" + family.type + "\""});
  keys.push_back({"architectures", "[\"" + family.architecture + "\"]"});
  return keys;
}

std::size_t rounds() {
  const char* asked = std::getenv("AE_ROUNDS");
  return asked != nullptr ? static_cast<std::size_t>(std::strtoull(asked, nullptr, 10)) : 2000;
}

TEST_CASE("config: what is left out, null, renamed, reordered or beside it is read as the config that says all") {
  for (std::size_t seed = 0; seed < rounds(); ++seed) {
    Random random(static_cast<std::uint32_t>(seed));
    const Family& family = families()[below(random, families().size())];
    const Config wanted = expect::value(models::read_config(json_of(whole(family), random)));
    Keys keys;
    for (Key key : whole(family)) {
      const std::size_t fate = below(random, 4);
      if (key.is_default && fate == 0) continue;
      // null is the value of head_dim, n_inner and rope_scaling that stands for the default.
      const bool nullable = (key.name == "head_dim" && is_rotary(family)) || key.name == "n_inner" ||
                            key.name == "rope_scaling" || (key.name == "num_key_value_heads" && key.is_default);
      if (nullable && fate == 1) key.value = "null";
      if (!key.alias.empty() && fate == 2) key.name = key.alias;
      keys.push_back(std::move(key));
    }
    for (const Key& key : beside())
      if (below(random, 3) == 0) keys.push_back(key);
    const std::string json = json_of(keys, random);
    CAPTURE(seed);
    CAPTURE(json);
    const auto read = models::read_config(json);
    REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
    REQUIRE(*read == wanted);
  }
}

TEST_CASE(
    "config: a key that changes numbers is read or refused, and refused where a needed one is missing or no number") {
  const Keys changing = {{"attention_bias", "true"},
                         {"mlp_bias", "true"},
                         {"tie_word_embeddings", "\"other\""},
                         {"rope_theta", "500000.0"},
                         {"rope_parameters", R"({"rope_type": "default", "rope_theta": 5000.0})"},
                         {"rope_scaling", R"({"rope_type": "linear", "factor": 2.0})"},
                         {"rope_scaling", R"({"rope_type": "yarn", "factor": 4.0})"},
                         {"rope_scaling", R"({"type": "longrope", "short_factor": [1.0], "long_factor": [2.0]})"},
                         {"partial_rotary_factor", "0.5"},
                         {"hidden_act", "\"relu\""},
                         {"activation_function", "\"relu\""},
                         {"activation_function", "\"swiglu\""},
                         {"layer_norm_epsilon", "0.1"},
                         {"rms_norm_eps", "0.1"},
                         {"layer_norm_eps", "0.1"},
                         {"scale_attn_weights", "false"},
                         {"scale_attn_by_inverse_layer_idx", "true"},
                         {"add_cross_attention", "true"},
                         {"is_decoder", "true"},
                         {"position_embedding_type", "\"relative_key\""},
                         {"layer_types", R"(["sliding_attention", "full_attention", "full_attention"])"},
                         {"num_key_value_heads", "1"},
                         {"head_dim", "16"},
                         {"quantization_config", R"({"quant_method": "gptq", "bits": 4})"},
                         {"auto_map", R"({"AutoModel": "modeling_own.OwnModel"})"},
                         {"architectures", R"(["LlamaForSequenceClassificationOfMine"])"},
                         {"model_type", "\"mamba\""}};
  const auto concerns = [](const Family& family, const Key& key) {
    const std::vector<std::string> everywhere = {"quantization_config", "auto_map", "architectures", "model_type"};
    if (std::ranges::contains(everywhere, key.name)) return true;
    const bool own = std::ranges::contains(family.keys, key.name, &Key::name);
    const bool rotates = is_rotary(family) || family.type == "gemma3_text";
    if (key.name.starts_with("rope_") || key.name == "partial_rotary_factor") return rotates;
    if (key.name == "layer_types") return family.type == "qwen2";
    return own;
  };
  for (std::size_t seed = 0; seed < rounds(); ++seed) {
    Random random(static_cast<std::uint32_t>(seed));
    const Family& family = families()[below(random, families().size())];
    Keys keys = whole(family);
    const Config before = expect::value(models::read_config(json_of(keys, random)));
    if (below(random, 2) == 0) {
      std::vector<std::size_t> needed;
      for (std::size_t i = 0; i < keys.size(); ++i)
        if (!keys[i].is_default && is_rotary(family) && keys[i].name != "model_type" &&
            keys[i].name != "architectures" && keys[i].name != "num_key_value_heads" &&
            keys[i].name != "sliding_window" && keys[i].name != "head_dim")
          needed.push_back(i);
      if (needed.empty()) continue;
      Key& key = keys[needed[below(random, needed.size())]];
      const std::string name = key.name;
      const std::vector<std::string> wrong = {"null", "\"8\"", "-1", "0", "1.5", "1e30", "[8]", "true"};
      const std::size_t fate = below(random, wrong.size() + 1);
      if (fate < wrong.size()) key.value = wrong[fate];
      else std::erase_if(keys, [&](const Key& one) { return one.name == name; });
      const std::string json = json_of(keys, random);
      CAPTURE(seed);
      CAPTURE(json);
      const auto read = models::read_config(json);
      REQUIRE_FALSE(read.has_value());
      REQUIRE(expect::error(models::read_config(json)).contains(name));
      continue;
    }
    const Key& change = changing[below(random, changing.size())];
    if (!concerns(family, change)) continue;
    std::erase_if(keys, [&](const Key& one) {
      const bool both = change.name == "rope_parameters" && (one.name == "rope_scaling" || one.name == "rope_theta");
      return one.name == change.name || both;
    });
    keys.push_back(change);
    const std::string json = json_of(keys, random);
    CAPTURE(seed);
    CAPTURE(json);
    const auto read = models::read_config(json);
    REQUIRE_FALSE((read.has_value() && *read == before));
  }
}

}  // namespace

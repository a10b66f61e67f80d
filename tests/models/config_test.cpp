// What a config.json may say, and what is refused by name.
#include "models/config.hpp"

#include <cmath>
#include <string>

#include "support/expect.hpp"

namespace {

using models::Config;

std::string refusal(const std::string& json) { return expect::error(models::read_config(json)); }

const std::string llama =
    R"({"model_type": "llama", "vocab_size": 100, "max_position_embeddings": 64, "hidden_size": 16, "num_hidden_layers": 1,
        "num_attention_heads": 4, "intermediate_size": 32)";

TEST_CASE("what config.json leaves out is as in transformers") {
  const Config gpt2 = expect::value(models::read_config(R"({"model_type": "gpt2"})"));
  CHECK(gpt2.vocabulary == 50257);
  CHECK(gpt2.positions == 1024);
  CHECK(gpt2.width == 768);
  CHECK(gpt2.inner == 3072);
  CHECK(gpt2.head_width == 64);
  CHECK(gpt2.activation == models::Activation::gelu_tanh);
  CHECK(gpt2.tied);
  const Config own = expect::value(models::read_config(llama + "}"));
  CHECK(own.key_heads == 4);
  CHECK(own.frequencies.size() == 2);
  CHECK(own.frequencies[1] == doctest::Approx(0.01));  // 10000^(−1/2)
  CHECK_FALSE(own.tied);
  CHECK_FALSE(own.input_bias);
  const std::string mistral = R"({"model_type": "mistral")" + llama.substr(llama.find(','));
  CHECK(expect::value(models::read_config(mistral + R"(, "num_key_value_heads": 2})")).window == 4096);
  CHECK(expect::value(models::read_config(mistral + R"(, "num_key_value_heads": 2, "sliding_window": null})")).window ==
        0);
  const std::string qwen = R"({"model_type": "qwen2")" + llama.substr(llama.find(','));
  CHECK(expect::value(models::read_config(qwen + "}")).input_bias);
  CHECK_FALSE(expect::value(models::read_config(qwen + "}")).output_bias);
  const Config bert = expect::value(models::read_config(R"({"model_type": "bert"})"));
  CHECK_FALSE(bert.causal());
  CHECK(bert.token_types == 2);
}

TEST_CASE("rotary positions may be stretched as by linear or llama3; the base may be in rope_parameters") {
  const Config linear =
      expect::value(models::read_config(llama + R"(, "rope_scaling": {"type": "linear", "factor": 4}})"));
  CHECK(linear.frequencies[0] == doctest::Approx(0.25));
  const Config nested =
      expect::value(models::read_config(llama + R"(, "rope_parameters": {"rope_type": "default", "rope_theta": 16}})"));
  CHECK(nested.frequencies[1] == doctest::Approx(0.25));  // 16^(−1/2)
}

TEST_CASE(
    "longrope slows each pair by a number of its own, from the first length on by another, and scales the rotation") {
  const auto scaled = [](const std::string& more) {
    return llama + R"(, "rope_scaling": {"rope_type": "longrope", "short_factor": [1, 2], "long_factor": [4, 8])" +
           more;
  };
  const Config top = expect::value(models::read_config(scaled(R"(}, "original_max_position_embeddings": 16})")));
  CHECK(top.frequencies[0] == doctest::Approx(1.0));
  CHECK(top.frequencies[1] == doctest::Approx(0.01 / 2));
  CHECK(top.long_frequencies[0] == doctest::Approx(1.0 / 4));
  CHECK(top.long_frequencies[1] == doctest::Approx(0.01 / 8));
  CHECK(top.rotation_scale == doctest::Approx(std::sqrt(1.5)));  // √(1 + ln(64 / 16) / ln 16)
  CHECK_FALSE(top.turns_slowly(16));
  CHECK(top.turns_slowly(17));
  // Within rope_scaling a factor counts, and the length that is left out is the model's own.
  const Config within = expect::value(models::read_config(scaled(R"(, "factor": 8}})")));
  CHECK(within.rotation_scale == doctest::Approx(std::sqrt(1.5)));  // √(1 + ln 8 / ln 64)
  CHECK(within.longer_than == 64);
  CHECK(expect::value(models::read_config(scaled(R"(, "attention_factor": 1.25}})"))).rotation_scale == 1.25);
  const std::string lists = R"(, "rope_scaling": {"rope_type": "longrope", "short_factor": [1, 2], "long_factor": )";
  CHECK(refusal(llama + lists + "[1]}}").starts_with("config at rope_scaling.long_factor"));
  CHECK(refusal(llama + lists + "[1, 0]}}").starts_with("config at rope_scaling.long_factor"));
  CHECK(refusal(llama + R"(, "rope_scaling": {"rope_type": "longrope"}})").find("needs long_factor: 2 numbers") !=
        std::string::npos);
  CHECK(refusal(scaled(R"(}, "original_max_position_embeddings": 1})")).find("do not fit") != std::string::npos);
}

TEST_CASE("newer families have the sizes and the defaults of transformers") {
  const std::string qwen3 = R"({"model_type": "qwen3")" + llama.substr(llama.find(','));
  CHECK(expect::value(models::read_config(qwen3 + R"(, "num_key_value_heads": 2})")).head_width == 128);
  CHECK(expect::value(models::read_config(qwen3 + R"(, "num_key_value_heads": 2, "head_dim": null})")).head_width == 4);
  CHECK_FALSE(expect::value(models::read_config(qwen3 + R"(, "num_key_value_heads": 2})")).input_bias);
  const std::string neox = R"({"model_type": "gpt_neox", "hidden_size": 32, "num_attention_heads": 2)";
  CHECK(expect::value(models::read_config(neox + "}")).frequencies.size() == 2);  // a quarter of 16 numbers, in pairs
  CHECK(expect::value(models::read_config(neox + R"(, "rotary_pct": 1})")).frequencies.size() == 8);
  CHECK(expect::value(
            models::read_config(neox + R"(, "rope_parameters": {"partial_rotary_factor": 0.5, "rope_theta": 16}})"))
            .frequencies[1] == doctest::Approx(0.5));  // 16^(−1/4)
  CHECK(refusal(neox + R"(, "rotary_pct": 0.2})").starts_with("config at rotary_pct"));
  const Config roberta =
      expect::value(models::read_config(R"({"model_type": "xlm-roberta", "max_position_embeddings": 514})"));
  CHECK(roberta.positions == 512);
  CHECK(roberta.first_position == 2);
  CHECK_FALSE(roberta.causal());
  CHECK(refusal(R"({"model_type": "roberta", "max_position_embeddings": 2})").starts_with("config at max_position"));
  const Config distilbert = expect::value(models::read_config(R"({"model_type": "distilbert"})"));
  CHECK(distilbert.layers == 6);
  CHECK(distilbert.token_types == 0);
  CHECK(refusal(R"({"model_type": "opt", "hidden_size": 1024, "num_attention_heads": 16, "word_embed_proj_dim": 512,
                    "do_layer_norm_before": false})")
            .starts_with("model at word_embed_proj_dim"));
  const Config gemma = expect::value(models::read_config(R"({"model_type": "gemma3_text"})"));
  CHECK(gemma.windowed[4]);
  CHECK_FALSE(gemma.windowed[5]);  // each sixth layer sees everything
  CHECK(gemma.frequencies[127] == doctest::Approx(std::pow(1e6, -254.0 / 256)));
  CHECK(gemma.window_frequencies[127] == doctest::Approx(std::pow(1e4, -254.0 / 256)));
  CHECK(gemma.logit_cap == 0.0);
  const Config second =
      expect::value(models::read_config(R"({"model_type": "gemma2", "attn_logit_softcapping": null})"));
  CHECK(second.windowed[0]);
  CHECK_FALSE(second.windowed[1]);
  CHECK(second.score_cap == 0.0);
  CHECK(second.logit_cap == 30.0);
}

TEST_CASE("layer_types say which layers have the window, and max_window_layers where they are missing") {
  const std::string qwen =
      R"({"model_type": "qwen2", "use_sliding_window": true, "sliding_window": 4)" + llama.substr(llama.find(','));
  const auto windows = [&](const std::string& more) {
    std::string json = qwen + more + "}";
    json.replace(json.find("\"num_hidden_layers\": 1"), 22, "\"num_hidden_layers\": 3");
    const auto config = models::read_config(json);
    return config ? config->windowed : std::vector<bool>{};
  };
  using Windows = std::vector<bool>;
  CHECK(windows("") == Windows{false, false, false});
  CHECK(windows(R"(, "max_window_layers": 0)") == Windows{true, true, true});
  CHECK(windows(R"(, "max_window_layers": 2)") == Windows{false, false, true});
  CHECK(windows(R"(, "max_window_layers": 3,
                "layer_types": ["sliding_attention", "full_attention", "sliding_attention"])") ==
        Windows{true, false, true});
  CHECK(refusal(qwen + R"(, "layer_types": ["chunked_attention"]})").starts_with("model at layer_types"));
  CHECK(refusal(qwen + R"(, "layer_types": []})") == "");
  CHECK(
      refusal(qwen + R"(, "layer_types": ["full_attention", "full_attention"]})").starts_with("config at layer_types"));
  CHECK(refusal(llama + R"(, "layer_types": ["sliding_attention"]})").starts_with("config at layer_types"));
}

TEST_CASE("other names of keys, null and architectures are read as transformers reads them") {
  const Config gpt2 = expect::value(models::read_config(
      R"({"model_type": "gpt2", "hidden_size": 24, "num_hidden_layers": 3, "num_attention_heads": 4})"));
  CHECK(gpt2.width == 24);
  CHECK(gpt2.layers == 3);
  CHECK(gpt2.head_width == 6);
  CHECK(refusal(R"({"model_type": "gpt2", "n_head": 12, "num_attention_heads": 4})").starts_with("config at n_head"));
  const std::string mistral = R"({"model_type": "mistral")" + llama.substr(llama.find(','));
  CHECK(expect::value(models::read_config(mistral + R"(, "num_key_value_heads": null})")).key_heads == 4);
  CHECK(expect::value(models::read_config(R"({"architectures": ["GPT2LMHeadModel"]})")).family == models::Family::gpt2);
  const Config both =
      expect::value(models::read_config(llama + R"(, "rope_theta": 4, "rope_parameters": {"rope_theta": 16}})"));
  CHECK(both.frequencies[1] == doctest::Approx(0.25));  // 16^(−1/2)
}

TEST_CASE("what other code computes is refused by name") {
  CHECK(refusal(llama + R"(, "architectures": ["BitnetForCausalLM"]})").starts_with("model at architectures"));
  CHECK(refusal(R"({"model_type": "gpt2", "architectures": ["LlamaForCausalLM"]})").starts_with("model at arch"));
  CHECK(refusal(llama + R"(, "auto_map": {"AutoModelForCausalLM": "own.Own"}})").starts_with("model at auto_map"));
  CHECK(refusal(llama + R"(, "auto_map": {"AutoTokenizer": ["own.Own", null]}})") == "");
  CHECK(refusal(llama + R"(, "quantization_config": {"bits": 4}})").starts_with("model at quantization_config"));
  CHECK(refusal(llama + R"(, "rope_scaling": {"type": "su"}})").find("would not help") != std::string::npos);
  CHECK(refusal(llama + R"(, "rope_scaling": {"type": "dynamic"}})").find("remove the key") != std::string::npos);
}

TEST_CASE("other models and options are refused by name") {
  CHECK(refusal(R"({"model_type": "t5"})")
            .starts_with("model at model_type: model_type \"t5\" is not computed here; gpt2"));
  CHECK(refusal("{}").starts_with("config at model_type: config has no model_type"));
  CHECK(
      refusal(R"({"model_type": "gpt2", "activation_function": "prelu"})").starts_with("model at activation_function"));
  CHECK(refusal(R"({"model_type": "gpt2", "add_cross_attention": true})").starts_with("model at add_cross_attention"));
  CHECK(
      refusal(llama + R"(, "rope_scaling": {"rope_type": "own", "factor": 4}})").starts_with("model at rope_scaling"));
  CHECK(refusal(llama + R"(, "partial_rotary_factor": 0.5})").starts_with("model at partial_rotary_factor"));
  CHECK(refusal(R"({"model_type": "bert", "position_embedding_type": "relative_key"})")
            .starts_with("model at position_embedding_type"));
  CHECK(refusal(R"({"model_type": "bert", "is_decoder": true})").starts_with("model at is_decoder"));
}

TEST_CASE("sizes that do not fit, or are none, are refused by name") {
  CHECK(refusal("[1]").starts_with("json at config"));
  CHECK(refusal("{").starts_with("json at config"));
  CHECK(refusal(std::string(200'000, '[')).starts_with("json at config"));
  CHECK(refusal(R"({"model_type": "llama"})").starts_with("config at vocab_size: config has no vocab_size"));
  CHECK(refusal(R"({"model_type": "gpt2", "n_embd": 1e30})")
            .starts_with("config at n_embd: n_embd should be a whole number from 1 to 131072"));
  for (const char* wrong : {"0", "-1", "1.5", "\"12\"", "[]", "NaN"})
    CHECK(refusal(R"({"model_type": "gpt2", "n_layer": )" + std::string(wrong) + "}").starts_with("config at n_layer"));
  CHECK(
      refusal(R"({"model_type": "gpt2", "n_head": 7})").starts_with("config at n_head: n_embd 768 cannot be divided"));
  CHECK(refusal(R"({"model_type": "bert", "num_attention_heads": 7})").starts_with("config at num_attention_heads"));
  CHECK(refusal(llama + R"(, "num_key_value_heads": 3})").starts_with("config at num_key_value_heads"));
  CHECK(refusal(llama + R"(, "head_dim": 7})").starts_with("config at head_dim"));
  CHECK(refusal(llama + R"(, "head_dim": 131072})").starts_with("config at head_dim: 4 heads of 131072 numbers"));
  CHECK(refusal(llama + R"(, "rope_theta": -1})").starts_with("config at rope_theta"));
  CHECK(refusal(llama + R"(, "rope_scaling": 3})").starts_with("config at rope_scaling"));
  CHECK(refusal(llama + R"(, "rope_scaling": {"factor": "4"}})").starts_with("config at rope_scaling.factor"));
  CHECK(refusal(R"({"model_type": "gpt2", "layer_norm_epsilon": -1})").starts_with("config at epsilon"));
}

}  // namespace

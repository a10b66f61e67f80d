// Models in .gguf files: what numpy computed from one with every quantised type (golden/models/gguf.py); the checkpoints of
// golden/models as llama.cpp's conversion would write them; and what is refused.
#include "models/gguf.hpp"

#include <rapidjson/document.h>

#include <algorithm>

#include "files/convert.hpp"
#include "models/blocks.hpp"
#include "support.hpp"
#include "support/gguf.hpp"

namespace models_support {
namespace {

using gguf_support::Writer;

models::Result<models::GgufModel> read_gguf(const std::string& file) {
  auto header = files::gguf_header(bytes_of(file), file.size());
  if (!header) return std::unexpected(header.error());
  auto read = files::read_gguf(bytes_of(file).first(static_cast<std::size_t>(*header)), file.size());
  if (!read) return std::unexpected(read.error());
  return models::read_gguf_model(*std::move(read));
}

models::GgufTokenizer tokenizer_in(const std::string& file) {
  const auto header = expect::value(files::gguf_header(bytes_of(file), file.size()));
  return models::read_gguf_tokenizer(
      expect::value(files::read_gguf(bytes_of(file).first(static_cast<std::size_t>(header)), file.size())));
}

models::Result<std::unique_ptr<Loaded>> load_gguf(const std::string& file, Quantised quantised = {}) {
  const auto read = read_gguf(file);
  if (!read) return std::unexpected(read.error());
  return load(read->config, read->checkpoint, file, quantised);
}

// ---- a checkpoint of transformers as a .gguf file ----

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Of the family of Llama; `sandwich`: with norms behind each half of a layer.
Pairs llama_names(bool sandwich) {
  Pairs names = {{"model.embed_tokens", "token_embd"},
                 {"model.norm", "output_norm"},
                 {"lm_head", "output"},
                 {"model.layers.", "blk."},
                 {"input_layernorm", "attn_norm"},
                 {"self_attn.q_proj", "attn_q"},
                 {"self_attn.k_proj", "attn_k"},
                 {"self_attn.v_proj", "attn_v"},
                 {"self_attn.o_proj", "attn_output"},
                 {"self_attn.q_norm", "attn_q_norm"},
                 {"self_attn.k_norm", "attn_k_norm"},
                 {"mlp.gate_proj", "ffn_gate"},
                 {"mlp.up_proj", "ffn_up"},
                 {"mlp.down_proj", "ffn_down"},
                 {"post_attention_layernorm", sandwich ? "post_attention_norm" : "ffn_norm"},
                 {"pre_feedforward_layernorm", "ffn_norm"},
                 {"post_feedforward_layernorm", "post_ffw_norm"}};
  return names;
}

// The names of a family, transformers' first.
Pairs names_of(const std::string& type) {
  if (type == "gpt2")
    return {{"transformer.wte", "token_embd"},
            {"transformer.wpe", "position_embd"},
            {"transformer.ln_f", "output_norm"},
            {"lm_head", "output"},
            {"transformer.h.", "blk."},
            {"ln_1", "attn_norm"},
            {"attn.c_attn", "attn_qkv"},
            {"attn.c_proj", "attn_output"},
            {"ln_2", "ffn_norm"},
            {"mlp.c_fc", "ffn_up"},
            {"mlp.c_proj", "ffn_down"}};
  if (type == "gpt_neox")
    return {{"gpt_neox.embed_in", "token_embd"},
            {"gpt_neox.final_layer_norm", "output_norm"},
            {"embed_out", "output"},
            {"gpt_neox.layers.", "blk."},
            {"input_layernorm", "attn_norm"},
            {"attention.query_key_value", "attn_qkv"},
            {"attention.dense", "attn_output"},
            {"post_attention_layernorm", "ffn_norm"},
            {"mlp.dense_h_to_4h", "ffn_up"},
            {"mlp.dense_4h_to_h", "ffn_down"}};
  if (type == "distilbert")
    return {{"distilbert.embeddings.word_embeddings", "token_embd"},
            {"distilbert.embeddings.position_embeddings", "position_embd"},
            {"distilbert.embeddings.LayerNorm", "token_embd_norm"},
            {"distilbert.transformer.layer.", "blk."},
            {"attention.q_lin", "attn_q"},
            {"attention.k_lin", "attn_k"},
            {"attention.v_lin", "attn_v"},
            {"attention.out_lin", "attn_output"},
            {"sa_layer_norm", "attn_output_norm"},
            {"ffn.lin1", "ffn_up"},
            {"ffn.lin2", "ffn_down"},
            {"output_layer_norm", "layer_output_norm"}};
  if (type == "bert")
    return {{"bert.embeddings.word_embeddings", "token_embd"},
            {"bert.embeddings.position_embeddings", "position_embd"},
            {"bert.embeddings.token_type_embeddings", "token_types"},
            {"bert.embeddings.LayerNorm", "token_embd_norm"},
            {"bert.encoder.layer.", "blk."},
            {"attention.self.query", "attn_q"},
            {"attention.self.key", "attn_k"},
            {"attention.self.value", "attn_v"},
            {"attention.output.dense", "attn_output"},
            {"attention.output.LayerNorm", "attn_output_norm"},
            {"intermediate.dense", "ffn_up"},
            {"output.dense", "ffn_down"},
            {"output.LayerNorm", "layer_output_norm"}};
  return llama_names(type == "gemma2" || type == "gemma3_text");
}

// Moves rows: row i of the result is row from(i).
template <class From>
std::vector<float> rows_from(const std::vector<float>& x, std::size_t rows, From from) {
  const std::size_t width = x.size() / rows;
  std::vector<float> moved(x.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < width; ++j) moved[i * width + j] = x[from(i) * width + j];
  return moved;
}

// What the conversion does to the numbers of a tensor; `name`: transformers'.
void convert(const std::string& type, const std::string& name, const models::Config& c, files::Shape& shape,
             std::vector<float>& x) {
  const std::size_t rows = static_cast<std::size_t>(shape[0]), head = c.head_width;
  const bool weight = name.ends_with(".weight");
  if (type == "gpt2" && weight && (name.find("c_") != std::string::npos)) {
    const std::size_t inputs = rows, outputs = static_cast<std::size_t>(shape[1]);
    const std::vector<float> old = x;
    for (std::size_t i = 0; i < inputs; ++i)
      for (std::size_t o = 0; o < outputs; ++o) x[o * inputs + i] = old[i * outputs + o];
    std::swap(shape[0], shape[1]);
  }
  if (type == "gpt_neox" && name.find("query_key_value") != std::string::npos)
    x = rows_from(x, rows, [&](std::size_t i) {
      const std::size_t part = i / c.width, within = i % c.width;
      return within / head * 3 * head + part * head + within % head;
    });
  if ((type == "llama" || type == "mistral") &&
      (name.find("q_proj") != std::string::npos || name.find("k_proj") != std::string::npos))
    x = rows_from(x, rows, [&](std::size_t i) { return i / head * head + i % head % 2 * (head / 2) + i % head / 2; });
  if (type.starts_with("gemma") && name.ends_with("norm.weight"))
    for (float& one : x) one += 1.0f;
}

void write_sizes(const std::string& type, const models::Config& c, const rapidjson::Value& json, Writer& out) {
  const std::string name = type == "mistral"       ? "llama"
                           : type == "distilbert"  ? "bert"
                           : type == "gpt_neox"    ? "gptneox"
                           : type == "gemma3_text" ? "gemma3"
                                                   : type;
  const auto key = [&](const char* words) { return name + "." + words; };
  out.word("general.architecture", name);
  out.whole(key("context_length"), c.positions);
  out.whole(key("embedding_length"), c.width);
  out.whole(key("block_count"), c.layers);
  out.whole(key("feed_forward_length"), c.inner);
  out.whole(key("attention.head_count"), c.heads);
  out.whole(key("attention.head_count_kv"), c.key_heads);
  const bool rms = c.family == models::Family::llama;
  out.number(key(rms ? "attention.layer_norm_rms_epsilon" : "attention.layer_norm_epsilon"), c.epsilon);
  if (rms) out.whole(key("attention.key_length"), c.head_width);
  const auto number = [&](const char* from, const char* to) {
    if (json.HasMember(from)) out.number(key(to), json[from].GetFloat());
  };
  number("rope_theta", "rope.freq_base");
  number("rotary_emb_base", "rope.freq_base");
  number("rope_local_base_freq", "rope.freq_base_swa");
  number("attn_logit_softcapping", "attn_logit_softcapping");
  number("final_logit_softcapping", "final_logit_softcapping");
  if (json.HasMember("sliding_window")) out.whole(key("attention.sliding_window"), json["sliding_window"].GetUint());
  if (json.HasMember("sliding_window_pattern"))
    out.whole(key("attention.sliding_window_pattern"), json["sliding_window_pattern"].GetUint());
  if (json.HasMember("query_pre_attn_scalar"))
    out.number(key("attention.scale"), static_cast<float>(1.0 / std::sqrt(json["query_pre_attn_scalar"].GetDouble())));
  if (json.HasMember("rotary_pct")) out.whole(key("rope.dimension_count"), 2 * c.frequencies.size());
  if (json.HasMember("use_parallel_residual")) out.flag(key("use_parallel_residual"), c.parallel);
  if (!json.HasMember("rope_scaling") || json["rope_scaling"]["rope_type"] != "yarn") return;
  out.word(key("rope.scaling.type"), "yarn");
  out.number(key("rope.scaling.factor"), json["rope_scaling"]["factor"].GetFloat());
  out.whole(key("rope.scaling.original_context_length"),
            json["rope_scaling"]["original_max_position_embeddings"].GetUint());
  out.number(key("rope.scaling.yarn_beta_fast"), json["rope_scaling"]["beta_fast"].GetFloat());
}

std::string bytes_of(const std::vector<float>& x) {
  return std::string(reinterpret_cast<const char*>(x.data()), x.size() * sizeof(float));
}

// The bytes of numbers in blocks of Q8_0 or Q4_0.
std::string blocks_of(models::Number type, const std::vector<float>& x) {
  const std::size_t blocks = x.size() / 32;
  std::string bytes(blocks * static_cast<std::size_t>(files::size_of(type)), '\0');
  auto* const to = reinterpret_cast<std::uint8_t*>(bytes.data());
  REQUIRE((type == models::Number::q8_0 ? models::blocks::narrow_q8_0(x.data(), to, blocks)
                                        : models::blocks::narrow_q4_0(x.data(), to, blocks)));
  return bytes;
}

// Of a golden checkpoint, as F32; `quantised`: rows of whole blocks so, as llama-quantize does it.
Writer converted(const golden::File& golden, Quantised quantised = {}) {
  const std::string file = from_base64(golden.text("/weights"));
  const rapidjson::Value& json = golden.at("/config");
  const std::string type = json["model_type"].GetString();
  const models::Config config = expect::value(models::read_config(json_of(json)));
  const models::Checkpoint checkpoint = expect::value(read(file));
  Writer out;
  write_sizes(type, config, json, out);
  for (const auto& [stored, one] : checkpoint.all()) {
    if (stored.starts_with("cls.") || stored.starts_with("vocab_")) continue;
    std::string name = stored;
    for (const auto& [from, to] : names_of(type))
      if (const std::size_t at = name.find(from); at != std::string::npos && (at == 0 || name[at - 1] == '.'))
        name.replace(at, from.size(), to);
    files::Shape shape = one.tensor.shape;
    std::vector<float> numbers(static_cast<std::size_t>(one.tensor.bytes / files::size_of(one.tensor.type)));
    files::to_floats(one.tensor.type, false,
                     files::part(models_support::bytes_of(file), one.tensor.offset, one.tensor.bytes), numbers);
    convert(type, stored, config, shape, numbers);
    const bool rows = shape.size() == 2 && shape[1] % 32 == 0 && name.find("position") == std::string::npos &&
                      name.find("token_types") == std::string::npos;
    if (!quantised || !rows) out.tensor(name, 0, shape, bytes_of(numbers));
    else out.tensor(name, *quantised == models::Number::q8_0 ? 8 : 2, shape, blocks_of(*quantised, numbers));
  }
  // Llama's third way of scaling is a tensor: what the frequencies are divided by.
  if (json.HasMember("rope_scaling") && json["rope_scaling"]["rope_type"] == "llama3") {
    std::vector<float> slower;
    for (std::size_t i = 0; i < config.frequencies.size(); ++i) {
      const double power = 2.0 * static_cast<double>(i) / static_cast<double>(config.head_width);
      slower.push_back(static_cast<float>(std::pow(json["rope_theta"].GetDouble(), -power) / config.frequencies[i]));
    }
    out.tensor("rope_freqs.weight", 0, {slower.size()}, bytes_of(slower));
  }
  return out;
}

TEST_CASE("gguf: blocks of every quantised type have numpy's numbers, to the bit") {
  const golden::File golden("models/gguf");
  using Widen = void (*)(const std::uint8_t*, float*, std::size_t);
  const std::vector<std::pair<std::string, Widen>> types = {
      {"Q4_0", models::blocks::widen_q4_0}, {"Q4_1", models::blocks::widen_q4_1}, {"Q5_0", models::blocks::widen_q5_0},
      {"Q5_1", models::blocks::widen_q5_1}, {"Q8_0", models::blocks::widen_q8_0}, {"Q4_K", models::blocks::widen_q4_k},
      {"Q5_K", models::blocks::widen_q5_k}, {"Q6_K", models::blocks::widen_q6_k}};
  for (const auto& [name, widen] : types) {
    CAPTURE(name);
    const std::string bytes = from_base64(golden.text("/blocks/" + name + "/bytes"));
    const std::vector<double> wanted = golden::numbers(golden.at("/blocks/" + name + "/numbers"));
    std::vector<float> numbers(wanted.size());
    widen(reinterpret_cast<const std::uint8_t*>(bytes.data()), numbers.data(), name.ends_with("K") ? 2 : 4);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      CAPTURE(i);
      CHECK(numbers[i] == static_cast<float>(wanted[i]));
    }
  }
}

TEST_CASE("gguf: numbers become those of numpy's blocks, to the bit") {
  const golden::File golden("models/gguf");
  const std::vector<double> given = golden::numbers(golden.at("/rounded/numbers"));
  const std::vector<float> numbers(given.begin(), given.end());
  std::vector<float> own(numbers.size());
  const auto same_as = [&](const std::string& name) {
    const std::vector<double> wanted = golden::numbers(golden.at("/rounded/" + name));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      CAPTURE(i);
      CHECK(own[i] == static_cast<float>(wanted[i]));
    }
  };
  const std::string eights = blocks_of(models::Number::q8_0, numbers), fours = blocks_of(models::Number::q4_0, numbers);
  models::blocks::widen_q8_0(reinterpret_cast<const std::uint8_t*>(eights.data()), own.data(), own.size() / 32);
  same_as("Q8_0");
  models::blocks::widen_q4_0(reinterpret_cast<const std::uint8_t*>(fours.data()), own.data(), own.size() / 32);
  same_as("Q4_0");
}

TEST_CASE("gguf: a checkpoint that is rounded is the model of the file with its quantised tensors, to the bit") {
  for (const models::Number type : {models::Number::q8_0, models::Number::q4_0})
    for (const char* const name : {"gpt2", "llama", "gpt_neox", "bert"}) {
      CAPTURE(name);
      CAPTURE(files::name_of(type));
      const golden::File golden(std::string("models/quantised/") + name);
      const auto rounded = load(golden, type);
      const auto file = expect::value(load_gguf(converted(golden, type).file()));
      CHECK(std::ranges::any_of(file->model.layout().placed, [&](const auto& one) { return one.type == type; }));
      const auto wanted = run_of(file->model, golden), got = run_of(rounded->model, golden);
      const models::Config& c = rounded->model.config();
      const std::size_t tokens = got->run.tokens();
      std::vector<float> one(tokens * tokens), two(tokens * tokens);
      // The divisors of llama3's frequencies are float32 in the file.
      const double close = std::string(name) == "llama" ? 1e-5 : 0.0;
      for (std::size_t head = 0; head < c.heads; ++head) {
        REQUIRE(expect::error(wanted->run.weights(c.layers - 1, head, 0, tokens, one.data())) == "");
        REQUIRE(expect::error(got->run.weights(c.layers - 1, head, 0, tokens, two.data())) == "");
        for (std::size_t i = 0; i < one.size(); ++i) CHECK(std::abs(one[i] - two[i]) <= close);
      }
      if (file->model.layout().has_head)
        CHECK(expect::difference(logits(got->run, rounded->model), logits(wanted->run, file->model), 0.0, close) == "");
    }
}

TEST_CASE("gguf: the matrices of a head are those of the checkpoint, whose rows do not lie in pairs") {
  const golden::File golden("models/llama");
  const auto loaded = expect::value(load_gguf(converted(golden).file()));
  const auto other = load(golden);
  const models::Config& c = loaded->model.config();
  std::vector<float> own(c.head_width * c.width), wanted(own.size());
  for (const auto which : {models::HeadMatrix::query, models::HeadMatrix::key}) {
    REQUIRE(expect::error(loaded->model.head_weights(1, 3, which, own.data())) == "");
    REQUIRE(expect::error(other->model.head_weights(1, 3, which, wanted.data())) == "");
    CHECK(own == wanted);
  }
}

TEST_CASE("gguf: a file of any types is rounded in its place") {
  const golden::File golden("models/gguf");
  const std::string file = from_base64(golden.text("/file"));
  const auto plain = expect::value(load_gguf(file));
  for (const models::Number type : {models::Number::q8_0, models::Number::q4_0}) {
    const auto loaded = expect::value(load_gguf(file, type));
    const auto numbers_of = [](const models::Model& model, const models::Matrix& matrix) {
      std::vector<float> all(matrix.rows * matrix.columns);
      for (std::size_t row = 0; row < matrix.rows; ++row)
        model.read_row(matrix, row, all.data() + row * matrix.columns);
      return all;
    };
    const auto check = [&](const models::Matrix& was, const models::Matrix& is) {
      CHECK(is.type == type);
      std::vector<float> wanted = numbers_of(plain->model, was);
      const std::string blocks = blocks_of(type, wanted);
      const auto* const from = reinterpret_cast<const std::uint8_t*>(blocks.data());
      const auto widen = type == models::Number::q8_0 ? models::blocks::widen_q8_0 : models::blocks::widen_q4_0;
      if (was.type != type) widen(from, wanted.data(), wanted.size() / 32);
      CHECK(numbers_of(loaded->model, is) == wanted);
    };
    const models::Layout &was = plain->model.layout(), &is = loaded->model.layout();
    check(was.tokens, is.tokens);
    check(was.head.weight, is.head.weight);
    for (std::size_t i = 0; i < was.layers.size(); ++i)
      for (const auto part : {&models::Layer::query, &models::Layer::key, &models::Layer::value, &models::Layer::output,
                              &models::Layer::up, &models::Layer::gate, &models::Layer::down})
        check((was.layers[i].*part).weight, (is.layers[i].*part).weight);
  }
}

TEST_CASE("gguf: a model with numbers of every type has the logits and weights that numpy computes from them") {
  const golden::File golden("models/gguf");
  const std::string file = from_base64(golden.text("/file"));
  const auto loaded = expect::value(load_gguf(file));
  const models::Config& c = loaded->model.config();
  CHECK(loaded->model.layout().notes.empty());
  CHECK(loaded->model.layout().bytes < 3 * file.size() / 2);  // quantised in memory, too
  const auto started = run_of(loaded->model, golden);
  const models::Run& run = started->run;
  CHECK(expect::difference(logits(run, loaded->model), golden.tensor("/logits"), 0.0, 1e-4) == "");
  attention::Tensor all = attention::Tensor::from_shape({c.layers, c.heads, run.tokens(), run.tokens()});
  float* to = all.data();
  for (std::size_t layer = 0; layer < c.layers; ++layer)
    for (std::size_t head = 0; head < c.heads; ++head, to += run.tokens() * run.tokens())
      REQUIRE(expect::error(run.weights(layer, head, 0, run.tokens(), to)) == "");
  CHECK(expect::difference(all, golden.tensor("/attention"), 0.0, 1e-5) == "");
}

TEST_CASE("gguf: a checkpoint of each family has the same logits as its safetensors") {
  for (const std::string name : {"llama", "llama-yarn", "qwen2", "qwen3", "mistral", "gemma", "gemma2", "gemma3",
                                 "gpt2", "gpt_neox", "gpt_neox-sequential"}) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto other = load(golden);
    const auto wanted = run_of(other->model, golden);
    const auto loaded = expect::value(load_gguf(converted(golden).file()));
    const auto got = run_of(loaded->model, golden);
    CHECK(loaded->model.layout().notes.empty());
    // Float32 rounds the divisors of frequencies, weights with one added, and the scale of scores.
    const bool exact = name != "llama" && !name.starts_with("gemma");
    const attention::Tensor logits_wanted = logits(wanted->run, other->model);
    CHECK(expect::difference(logits(got->run, loaded->model), logits_wanted, 0.0, exact ? 1e-6 : 1e-5) == "");
    CHECK(expect::difference(logits(got->run, loaded->model), golden.tensor("/logits"), 0.0, 1e-4) == "");
  }
}

TEST_CASE("gguf: BERT and DistilBERT, which have no logits there, have the same attention") {
  for (const char* const name : {"models/bert", "models/distilbert"}) {
    CAPTURE(name);
    const golden::File golden(name);
    const auto other = load(golden);
    const auto loaded = expect::value(load_gguf(converted(golden).file()));
    CHECK(!loaded->model.layout().has_head);
    const auto wanted = run_of(other->model, golden), got = run_of(loaded->model, golden);
    const std::size_t tokens = got->run.tokens();
    std::vector<float> one(tokens * tokens), two(tokens * tokens);
    REQUIRE(expect::error(wanted->run.weights(1, 2, 0, tokens, one.data())) == "");
    REQUIRE(expect::error(got->run.weights(1, 2, 0, tokens, two.data())) == "");
    CHECK(one == two);
  }
}

TEST_CASE("gguf: layers of Gemma have the window that the file says, and none where Gemma 3 says nothing") {
  const auto config_of = [](const char* type, const auto& change) {
    Writer made;
    made.word("general.architecture", type);
    const auto whole = [&](const char* key, std::uint64_t value) { made.whole(std::string(type) + "." + key, value); };
    whole("context_length", 64);
    whole("embedding_length", 8);
    whole("block_count", 4);
    whole("feed_forward_length", 8);
    whole("attention.head_count", 2);
    made.tensor("token_embd.weight", 0, {3, 8}, std::string(96, '\0'));
    change(made);
    return expect::value(models::read_config(expect::value(read_gguf(made.file())).config));
  };
  using Flags = std::vector<bool>;
  const auto nothing = [](Writer&) {};
  CHECK(config_of("gemma3", nothing).windowed == Flags{false, false, false, false});
  CHECK(config_of("gemma2", nothing).windowed == Flags{true, false, true, false});
  const auto given = config_of("gemma3", [](Writer& w) {
    w.whole("gemma3.attention.sliding_window", 5);
    w.raw("gemma3.attention.sliding_window_pattern", gguf_support::little(9, 4) + gguf_support::little(7, 4) +
                                                         gguf_support::little(4, 8) + std::string("\1\0\0\1", 4));
  });
  CHECK(given.windowed == Flags{true, false, false, true});
  CHECK(given.window == 5);
  CHECK(given.score_divisor == 4.0);
}

std::string refusal(const Writer& writer) { return expect::error(load_gguf(writer.file())); }

TEST_CASE("gguf: what is not computed, is missing or does not fit is named by its key or tensor") {
  const golden::File golden("models/qwen2");
  const Writer fine = converted(golden);
  CHECK(refusal(fine) == "");
  const auto with = [&](const auto& change) {
    Writer made = fine;
    change(made);
    return refusal(made);
  };
  const auto of = [](const char* architecture) {
    Writer made;
    made.word("general.architecture", architecture);
    return refusal(made);
  };
  CHECK(of("phi3").starts_with(
      "model at general.architecture: general.architecture \"phi3\" is not computed here; llama"));
  CHECK(of("").starts_with("config at general.architecture: The file has no general.architecture."));
  CHECK(of("llama").starts_with("config at llama.embedding_length: The file has no llama.embedding_length."));
  CHECK(with([](Writer& w) {
          w.whole("split.count", 3);
        }).starts_with("model at split.count: This is a part of a model in several"));
  CHECK(with([](Writer& w) { w.word("general.type", "adapter"); }).starts_with("model at general.type"));
  CHECK(with([](Writer& w) { w.number("qwen2.logit_scale", 2.0f); }).starts_with("model at qwen2.logit_scale"));
  CHECK(with([](Writer& w) { w.whole("qwen2.expert_count", 8); }).starts_with("model at qwen2.expert_count"));
  CHECK(with([](Writer& w) {
          w.word("qwen2.rope.scaling.type", "longrope");
        }).starts_with("model at qwen2.rope.scaling.type: qwen2.rope.scaling.type \"longrope\" is not computed here"));
  CHECK(with([](Writer& w) {
          w.whole("qwen2.attention.value_length", 6);
        }).starts_with("model at qwen2.attention.value_length"));
  CHECK(with([](Writer& w) {
          w.whole("qwen2.rope.dimension_count", 4);
        }).starts_with("model at qwen2.rope.dimension_count"));
  CHECK(with([](Writer& w) {
          w.word("qwen2.attention.value_length", "8");
        }).starts_with("config at qwen2.attention.value_length: qwen2.attention.value_length should be a number."));
  CHECK(with([](Writer& w) {
          w.tensor("blk.0.attn_q.lora_a", 0, {1}, "1234");
        }).starts_with("model at blk.0.attn_q.lora_a"));
  CHECK(with([](Writer& w) { w.tensor("model.norm.weight", 0, {1}, "1234"); }) == "");
}

TEST_CASE("gguf: a tensor that is missing, of another shape or type, or not finite is named as the file names it") {
  const golden::File golden("models/llama");
  const std::string file = converted(golden).file();
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string made = file;
    const std::size_t at = made.find(from);
    REQUIRE(at != std::string::npos);
    return expect::error(load_gguf(made.replace(at, from.size(), to)));
  };
  CHECK(replaced("blk.1.ffn_up.weight", "blk.1.ffn_ab.weight")
            .starts_with("missing at blk.1.ffn_up.weight: The weights have no blk.1.ffn_up.weight, which the file's "
                         "metadata demands."));
  const std::string key = "llama.feed_forward_length";
  CHECK(replaced(key + gguf_support::little(4, 4) + gguf_support::little(36, 4),
                 key + gguf_support::little(4, 4) + gguf_support::little(35, 4))
            .starts_with("shape at blk.0.ffn_gate.weight: blk.0.ffn_gate.weight is (36, 24), but the file's metadata "
                         "demands (35, 24)."));
  const std::string two_axes =
      "blk.0.attn_v.weight" + gguf_support::little(2, 4) + gguf_support::little(24, 8) + gguf_support::little(16, 8);
  CHECK(replaced(two_axes + gguf_support::little(0, 4), two_axes + gguf_support::little(26, 4))
            .starts_with("type at blk.0.attn_v.weight: blk.0.attn_v.weight holds numbers of I32"));
  CHECK(replaced(two_axes + gguf_support::little(0, 4), two_axes + gguf_support::little(16, 4))
            .starts_with("type at blk.0.attn_v.weight: blk.0.attn_v.weight: Numbers of the type IQ2_XXS are not read"));
  std::string spoiled = file;
  const auto read = expect::value(read_gguf(file));
  const std::uint64_t at = read.checkpoint.find("model.layers.1.mlp.down_proj.weight")->tensor.offset;
  spoiled.replace(static_cast<std::size_t>(at) + 8, 4, gguf_support::little(0x7fc00000, 4));
  CHECK(expect::error(load_gguf(spoiled))
            .starts_with("value at blk.1.ffn_down.weight: blk.1.ffn_down.weight holds NaN or an infinite number, first "
                         "as its number 2"));
}

// ---- tokenizers ----

TEST_CASE("gguf: a SentencePiece tokenizer becomes merges by score, with bytes for what has no piece") {
  const golden::File golden("models/gguf");
  const models::GgufTokenizer made = tokenizer_in(from_base64(golden.text("/file")));
  CHECK(made.refused == "");
  rapidjson::Document json;
  json.Parse(made.json.data(), made.json.size());
  REQUIRE(!json.HasParseError());
  const auto& model = json["model"];
  CHECK(model["byte_fallback"].GetBool());
  CHECK(model["vocab"]["▁the"].GetUint() == 274);
  CHECK(std::string(model["merges"][0].GetString()) == "▁ t");
  CHECK(json["added_tokens"].Size() == 4);  // <unk>, <s>, </s> and <turn>
  CHECK(json["post_processor"]["special_tokens"]["<s>"]["ids"][0].GetUint() == 1);
}

TEST_CASE("gguf: a tokenizer that cannot be right is refused by name") {
  const auto refused = [](const auto& change) {
    Writer made;
    change(made);
    return tokenizer_in(made.file()).refused;
  };
  const auto begins = [](const std::string& text, const std::string& words) {
    CAPTURE(text);
    CHECK(text.starts_with("The file's tokenizer cannot be used here: " + words));
  };
  const auto bpe = [](Writer& w, const char* pre, const std::vector<std::string>& tokens,
                      const std::vector<std::string>& merges) {
    w.word("tokenizer.ggml.model", "gpt2");
    w.word("tokenizer.ggml.pre", pre);
    w.words("tokenizer.ggml.tokens", tokens);
    w.words("tokenizer.ggml.merges", merges);
  };
  begins(refused([](Writer&) {}), "the file has none (tokenizer.ggml.model)");
  begins(refused([](Writer& w) { w.word("tokenizer.ggml.model", "t5"); }), "tokenizer.ggml.model “t5” is not read");
  begins(refused([](Writer& w) { w.word("tokenizer.ggml.model", "gpt2"); }), "tokenizer.ggml.tokens is missing");
  begins(refused([&](Writer& w) { bpe(w, "chatglm-bpe", {"a"}, {}); }), "tokenizer.ggml.pre “chatglm-bpe” is a rule");
  begins(refused([&](Writer& w) { bpe(w, "default", {"a"}, {}); }), "tokenizer.ggml.pre does not say");
  begins(refused([&](Writer& w) { bpe(w, "qwen2", {"a", "b", "a"}, {}); }), "Tokens 0 and 2 in tokenizer.ggml.tokens");
  begins(refused([&](Writer& w) { bpe(w, "qwen2", {"a", "b"}, {"a b"}); }), "Merge 0 in tokenizer.ggml.merges");
  begins(refused([&](Writer& w) { bpe(w, "qwen2", {"a", "b"}, {"ab"}); }), "Merge 0 in tokenizer.ggml.merges");
  begins(refused([&](Writer& w) { bpe(w, "qwen2", {"a", "\xff"}, {}); }),
         "Token 1 in tokenizer.ggml.tokens is not UTF-8");
  begins(refused([&](Writer& w) {
           bpe(w, "qwen2", {"a", "b"}, {});
           w.wholes("tokenizer.ggml.token_type", {1});
         }),
         "tokenizer.ggml.token_type should have a number for each of the 2 tokens");
  begins(refused([&](Writer& w) { bpe(w, "llama-bpe", {"a", "b"}, {}); }), "tokenizer.ggml.add_bos_token is true");
  begins(refused([](Writer& w) {
           w.word("tokenizer.ggml.model", "llama");
           w.words("tokenizer.ggml.tokens", {"<unk>", "a", "b"});
         }),
         "tokenizer.ggml.scores does not say which pieces are merged first");
  CHECK(refused([&](Writer& w) { bpe(w, "qwen2", {"a", "b", "ab"}, {"a b"}); }) == "");
}

}  // namespace
}  // namespace models_support

// See layout.hpp. Names are those of transformers' modeling_gpt2.py, modeling_llama.py and modeling_bert.py.
#include "models/layout.hpp"

#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace models {

namespace {

using attention::Error;
using attention::joined;

constexpr std::uint64_t tensor_line = 64;  // bytes to which tensors are aligned

std::optional<Number> number_of(const files::Tensor& tensor) {
  if (!tensor.refused.empty()) return std::nullopt;
  switch (tensor.type) {
    case files::Type::f32: return Number::float32;
    case files::Type::f16: return Number::float16;
    case files::Type::bf16: return Number::bfloat16;
    default: return std::nullopt;
  }
}

using Names = std::initializer_list<std::string_view>;

// Looks tensors up and places them, until the first problem.
class Finder {
 public:
  Finder(const Checkpoint& checkpoint, Layout& layout) : checkpoint_(checkpoint), layout_(layout) {}

  std::string prefix;  // of every name, as "transformer."
  std::string within;  // of the names of a layer, as "h.3."
  std::optional<Error> problem;

  bool has(std::string_view name) const { return checkpoint_.find(joined({prefix, within, name})) != nullptr; }

  Matrix matrix(Names names, std::size_t rows, std::size_t columns) {
    const std::size_t place = find(names, {rows, columns});
    if (problem) return {};
    return {layout_.placed[place].at, layout_.placed[place].type, rows, columns, columns};
  }

  // The first of the names that is there.
  VectorId vector(Names names, std::size_t count) {
    const std::size_t place = find(names, {count});
    if (problem) return no_vector;
    layout_.vectors.push_back(place);
    return static_cast<VectorId>(layout_.vectors.size() - 1);
  }

  Linear linear(std::string_view name, std::size_t inputs, std::size_t outputs, bool bias) {
    Linear all;
    all.weight = matrix({joined({name, ".weight"})}, outputs, inputs);
    if (bias) all.bias = vector({joined({name, ".bias"})}, outputs);
    return all;
  }

  // GPT-2's Conv1D.
  Linear in_out(std::string_view name, std::size_t inputs, std::size_t outputs) {
    Linear all;
    all.out_in = false;
    all.weight = matrix({joined({name, ".weight"})}, inputs, outputs);
    all.bias = vector({joined({name, ".bias"})}, outputs);
    return all;
  }

  Norm norm(std::string_view name, std::size_t count, bool bias) {
    Norm all;
    // gamma and beta: as the first checkpoints of BERT have it.
    all.weight = vector({joined({name, ".weight"}), joined({name, ".gamma"})}, count);
    if (bias) all.bias = vector({joined({name, ".bias"}), joined({name, ".beta"})}, count);
    return all;
  }

 private:
  std::size_t find(Names names, const files::Shape& shape) {
    if (problem) return 0;
    const std::string first = joined({prefix, within, *names.begin()});
    const Stored* stored = nullptr;
    std::string name;
    for (const std::string_view one : names) {
      if (stored != nullptr) break;
      name = joined({prefix, within, one});
      stored = checkpoint_.find(name);
    }
    if (stored == nullptr) {
      problem.emplace("missing", first,
                      joined({"The weights have no ", first, ", which config.json demands. Pass all files of the ",
                              "checkpoint, and the config.json that lies beside them."}));
      return 0;
    }
    const files::Tensor& tensor = stored->tensor;
    const std::optional<Number> type = number_of(tensor);
    if (!type) {
      const std::string kind = tensor.refused.empty() ? std::string(files::name_of(tensor.type)) : "another type";
      problem.emplace("type", name,
                      joined({name, " holds numbers of ", kind, "; F32, F16 and BF16 are computed with. Save the ",
                              "checkpoint as one of these, such as after model.float()."}));
      return 0;
    }
    if (tensor.shape != shape) {
      problem.emplace("shape", name,
                      joined({name, " is ", files::describe(tensor.shape), ", but config.json demands ",
                              files::describe(shape), ". Pass the config.json that lies beside the weights."}));
      return 0;
    }
    return place(std::move(name), *stored, *type);
  }

  std::size_t place(std::string name, const Stored& stored, Number type) {
    Placed one;
    one.name = std::move(name);
    one.file = stored.file;
    one.begin = stored.tensor.offset;
    one.bytes = stored.tensor.bytes;
    one.at = layout_.bytes;
    one.type = type;
    one.count = static_cast<std::size_t>(one.bytes / bytes_of(type));
    layout_.bytes += (one.bytes + tensor_line - 1) / tensor_line * tensor_line;
    if (layout_.bytes > std::numeric_limits<std::size_t>::max() / 4 * 3) {
      problem.emplace("memory", one.name,
                      joined({"The weights of this model do not fit into memory: ", one.name, " is beyond ",
                              layout_.bytes >> 20, " MB. Choose a smaller model, or one in half precision."}));
      return 0;
    }
    layout_.placed.push_back(std::move(one));
    return layout_.placed.size() - 1;
  }

  const Checkpoint& checkpoint_;
  Layout& layout_;
};

// Some neighbouring columns of a matrix (in, out).
Linear columns_of(Linear all, std::size_t from, std::size_t count) {
  all.weight.at += std::uint64_t{from} * bytes_of(all.weight.type);
  all.weight.columns = count;
  all.bias_from = from;
  return all;
}

void gpt2(const Config& c, Finder& f, Layout& l) {
  if (f.prefix = "transformer."; !f.has("wte.weight")) f.prefix = "";
  l.tokens = f.matrix({"wte.weight"}, c.vocabulary, c.width);
  l.positions = f.matrix({"wpe.weight"}, c.positions, c.width);
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({"h.", i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.attention_norm = f.norm("ln_1", c.width, true);
    const Linear all = f.in_out("attn.c_attn", c.width, 3 * c.width);
    layer.query = columns_of(all, 0, c.width);
    layer.key = columns_of(all, c.width, c.width);
    layer.value = columns_of(all, 2 * c.width, c.width);
    layer.output = f.in_out("attn.c_proj", c.width, c.width);
    layer.inner_norm = f.norm("ln_2", c.width, true);
    layer.up = f.in_out("mlp.c_fc", c.width, c.inner);
    layer.down = f.in_out("mlp.c_proj", c.inner, c.width);
  }
  f.within = "";
  l.final_norm = f.norm("ln_f", c.width, true);
}

void llama(const Config& c, Finder& f, Layout& l) {
  if (f.prefix = "model."; !f.has("embed_tokens.weight")) f.prefix = "";
  l.tokens = f.matrix({"embed_tokens.weight"}, c.vocabulary, c.width);
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({"layers.", i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.attention_norm = f.norm("input_layernorm", c.width, false);
    layer.query = f.linear("self_attn.q_proj", c.width, c.query_width(), c.input_bias);
    layer.key = f.linear("self_attn.k_proj", c.width, c.key_width(), c.input_bias);
    layer.value = f.linear("self_attn.v_proj", c.width, c.key_width(), c.input_bias);
    layer.output = f.linear("self_attn.o_proj", c.query_width(), c.width, c.output_bias);
    layer.inner_norm = f.norm("post_attention_layernorm", c.width, false);
    layer.gate = f.linear("mlp.gate_proj", c.width, c.inner, c.inner_bias);
    layer.up = f.linear("mlp.up_proj", c.width, c.inner, c.inner_bias);
    layer.down = f.linear("mlp.down_proj", c.inner, c.width, c.inner_bias);
  }
  f.within = "";
  l.final_norm = f.norm("norm", c.width, false);
}

void bert(const Config& c, Finder& f, Layout& l) {
  if (f.prefix = "bert."; !f.has("embeddings.word_embeddings.weight")) f.prefix = "";
  f.within = "embeddings.";
  l.tokens = f.matrix({"word_embeddings.weight"}, c.vocabulary, c.width);
  l.positions = f.matrix({"position_embeddings.weight"}, c.positions, c.width);
  l.token_types = f.matrix({"token_type_embeddings.weight"}, c.token_types, c.width);
  l.embedding_norm = f.norm("LayerNorm", c.width, true);
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({"encoder.layer.", i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.query = f.linear("attention.self.query", c.width, c.width, true);
    layer.key = f.linear("attention.self.key", c.width, c.width, true);
    layer.value = f.linear("attention.self.value", c.width, c.width, true);
    layer.output = f.linear("attention.output.dense", c.width, c.width, true);
    layer.attention_norm = f.norm("attention.output.LayerNorm", c.width, true);
    layer.up = f.linear("intermediate.dense", c.width, c.inner, true);
    layer.down = f.linear("output.dense", c.inner, c.width, true);
    layer.inner_norm = f.norm("output.LayerNorm", c.width, true);
  }
  f.within = "";
}

// What makes logits; a bare BERT has nothing.
void head(const Config& c, Finder& f, Layout& l) {
  f.prefix = "";
  if (c.family != Family::bert) {
    l.head.weight = c.tied ? l.tokens : f.matrix({"lm_head.weight"}, c.vocabulary, c.width);
    return;
  }
  f.within = "cls.predictions.";
  l.has_head = f.has("transform.dense.weight");
  if (!l.has_head) return;
  l.transform = f.linear("transform.dense", c.width, c.width, true);
  l.transform_norm = f.norm("transform.LayerNorm", c.width, true);
  l.head.weight = c.tied ? l.tokens : f.matrix({"decoder.weight"}, c.vocabulary, c.width);
  l.head.bias = f.vector({"bias", "decoder.bias"}, c.vocabulary);
}

}  // namespace

Result<Layout> lay_out(const Config& config, const Checkpoint& checkpoint) {
  Layout layout;
  Finder finder(checkpoint, layout);
  switch (config.family) {
    case Family::gpt2: gpt2(config, finder, layout); break;
    case Family::llama: llama(config, finder, layout); break;
    case Family::bert: bert(config, finder, layout); break;
  }
  head(config, finder, layout);
  if (finder.problem) return std::unexpected(*std::move(finder.problem));
  return layout;
}

}  // namespace models

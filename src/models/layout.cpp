// See layout.hpp. Names are those of transformers' modeling_gpt2.py, modeling_llama.py, modeling_bert.py, modeling_vit.py,
// modeling_deit.py and modeling_dinov2.py.
#include "models/layout.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace models {

namespace {

using attention::Error;
using attention::joined;

constexpr std::uint64_t tensor_line = 64;  // bytes to which tensors are aligned
constexpr std::uint64_t lines(std::uint64_t bytes) { return (bytes + tensor_line - 1) / tensor_line * tensor_line; }

// Along which axis the numbers of a tensor are quantised, if they are.
enum class Blocks : std::uint8_t { none, rows, columns };

std::optional<Number> number_of(const files::Tensor& tensor) {
  if (!tensor.refused.empty()) return std::nullopt;
  switch (tensor.type) {
    case files::Type::i64:
    case files::Type::i32:
    case files::Type::u8:
    case files::Type::boolean: return std::nullopt;
    default: return tensor.type;
  }
}

using Names = std::initializer_list<std::string_view>;

// Looks tensors up and places them, until the first problem.
class Finder {
 public:
  Finder(const Checkpoint& checkpoint, std::optional<Number> quantised, Layout& layout)
      : checkpoint_(checkpoint), quantised_(quantised), layout_(layout) {}

  std::string outer;        // of every name, as "_orig_mod."
  std::string prefix;       // of the names of all but the head, as "transformer."
  std::string within;       // of the names of a layer, as "h.3."
  float norms_plus = 0.0f;  // added to the weights of norms
  std::size_t head_width = 0;
  std::optional<Error> problem;

  bool has(std::string_view name) const { return checkpoint_.find(joined({prefix, within, name})) != nullptr; }
  // Whether the tensors have the forms that llama.cpp's conversion gives them.
  bool converted() const { return checkpoint_.naming() != nullptr; }

  // Finds what stands before the name of a tensor that every model of the family has. `usual`: the family's own prefix.
  void find_prefix(std::string_view name, std::string_view usual) {
    if (converted()) {
      prefix = usual;
      return;
    }
    std::vector<std::string> found;
    for (const auto& [stored, tensor] : checkpoint_.all()) {
      const std::string_view all = stored;
      if (all == name || (all.ends_with(name) && all[all.size() - name.size() - 1] == '.'))
        found.emplace_back(all.substr(0, all.size() - name.size()));
    }
    const auto plain = std::ranges::find_if(found, [&](const std::string& one) { return one.empty() || one == usual; });
    if (found.empty()) prefix = usual;
    else prefix = plain == found.end() ? found.front() : *plain;
    if (found.size() > 1 && plain == found.end())
      problem.emplace(
          "names", joined({found[1], name}),
          joined({"The files hold two models, as “", found[0], name, "” and “", found[1], name, "”. Pass one alone."}));
    outer = prefix.ends_with(usual) ? prefix.substr(0, prefix.size() - usual.size()) : prefix;
  }

  // Tells tensors that nothing used: those within layers make other numbers, buffers and heads of other tasks do not.
  // `layers`: what stands before a layer's number.
  void tell_unused(std::string_view layers, std::size_t count) {
    std::size_t beyond = 0, others = 0;
    std::string other;
    for (const auto& [name, stored] : checkpoint_.all()) {
      if (used_.contains(stored.tensor.name) || is_buffer(name)) continue;
      const std::string begin = prefix + std::string(layers);
      if (!name.starts_with(begin)) {
        if (others++ == 0) other = stored.tensor.name;
        continue;
      }
      std::size_t layer = 0;
      const char* const digits = name.data() + begin.size();
      const auto [end, wrong] = std::from_chars(digits, name.data() + name.size(), layer);
      if (wrong == std::errc() && layer >= count) {
        beyond = std::max(beyond, layer + 1);
      } else if (!problem) {
        problem.emplace("model", stored.tensor.name,
                        joined({"The weights have “", stored.tensor.name,
                                "”, which a model of this type does not have: with it, other ",
                                "numbers are computed than here. Merge adapters (LoRA) first, or use a checkpoint of ",
                                "the plain model."}));
      }
    }
    if (beyond > 0)
      layout_.notes.push_back(joined({"The weights have ", beyond, " layers, and ", settings(), " says ", count,
                                      ": the others are not computed."}));
    if (others > 0)
      layout_.notes.push_back(others == 1 ? joined({"“", other, "” is not used."})
                                          : joined({"“", other, "” and ", others - 1, " more tensors are not used."}));
  }

  Matrix matrix(Names names, std::size_t rows, std::size_t columns, Blocks blocks = Blocks::none) {
    const std::size_t place = find(names, {rows, columns}, blocks);
    if (problem) return {};
    const Placed& placed = layout_.placed[place];
    if (placed.turned) std::swap(rows, columns);
    return {placed.at, 0, placed.kept, rows, columns, columns, 0, 0};
  }

  // A tensor of more axes, whose last ones are one row.
  Matrix rows_of(std::string_view name, const files::Shape& shape, std::size_t rows, std::size_t columns) {
    const std::size_t place = find({name}, shape);
    if (problem) return {};
    return {layout_.placed[place].at, 0, layout_.placed[place].kept, rows, columns, columns, 0, 0};
  }

  // The first of the names that is there.
  VectorId vector(Names names, std::size_t count) {
    const std::size_t place = find(names, {count});
    if (problem) return no_vector;
    layout_.vectors.push_back({place});
    return static_cast<VectorId>(layout_.vectors.size() - 1);
  }

  // The embedding of the tokens; where it is tied to the head, it may lie under the head's name alone.
  Matrix embedding(const Config& c, std::string_view name, std::string_view head) {
    const std::string of_head = outer + std::string(head);
    if (has(name) || !c.tied || checkpoint_.find(of_head) == nullptr) return of_tokens(c, name);
    const std::string kept = std::exchange(prefix, outer);
    const Matrix found = of_tokens(c, head);
    prefix = kept;
    return found;
  }

  // A row for each token: their embedding, or what makes their logits.
  Matrix of_tokens(const Config& c, std::string_view name) {
    return matrix({name}, c.vocabulary, c.width, Blocks::rows);
  }

  Linear linear(std::string_view name, std::size_t inputs, std::size_t outputs, bool bias) {
    Linear all;
    all.weight = matrix({joined({name, ".weight"})}, outputs, inputs, Blocks::rows);
    if (bias) all.bias = vector({joined({name, ".bias"})}, outputs);
    return all;
  }

  // Queries, keys and values of one projection, whose outputs are, head by head, these three.
  // llama.cpp's conversion puts all queries first, then all keys.
  void by_head(std::string_view name, const Config& c, Linear& query, Linear& key, Linear& value) {
    const std::size_t width = c.head_width, all = 3 * c.width;
    if (converted()) {
      const Linear fused = linear(name, c.width, all, c.input_bias);
      query = outputs_of(fused, 0, c.width);
      key = outputs_of(fused, c.width, c.width);
      value = outputs_of(fused, 2 * c.width, c.width);
      return;
    }
    const Matrix weight = matrix({joined({name, ".weight"})}, all, c.width, Blocks::rows);
    const std::size_t bias = c.input_bias ? find({joined({name, ".bias"})}, {all}) : 0;
    if (problem) return;
    for (std::size_t i = 0; Linear* const to : {&query, &key, &value}) {
      to->weight = weight;
      to->weight.from += i * width * c.width;
      to->weight.rows = c.width;
      to->weight.group = width;
      to->weight.apart = 3 * width;
      if (c.input_bias) {
        layout_.vectors.push_back({bias, i * width, width, 3 * width});
        to->bias = static_cast<VectorId>(layout_.vectors.size() - 1);
      }
      ++i;
    }
  }

  // GPT-2's Conv1D, which llama.cpp's conversion turns into torch.nn.Linear's form, as rounding here does.
  Linear in_out(std::string_view name, std::size_t inputs, std::size_t outputs) {
    if (converted()) return linear(name, inputs, outputs, true);
    Linear all;
    all.weight = matrix({joined({name, ".weight"})}, inputs, outputs, Blocks::columns);
    all.out_in = !problem && layout_.placed.back().turned;
    all.bias = vector({joined({name, ".bias"})}, outputs);
    return all;
  }

  Norm norm(std::string_view name, std::size_t count, bool bias) {
    Norm all;
    // gamma and beta: as the first checkpoints of BERT have it.
    all.weight = vector({joined({name, ".weight"}), joined({name, ".gamma"})}, count);
    if (all.weight != no_vector) layout_.vectors.back().plus = norms_plus;
    if (bias) all.bias = vector({joined({name, ".bias"}), joined({name, ".beta"})}, count);
    return all;
  }

  // Room behind all tensors, in which one is turned.
  void place_spare() {
    layout_.spare = layout_.bytes;
    layout_.bytes += turned_;
  }

  // Where the sizes stand that the tensors must have.
  std::string_view settings() const { return converted() ? "the file's metadata" : "config.json"; }

 private:
  std::size_t find(Names names, const files::Shape& shape, Blocks blocks = Blocks::none) {
    if (problem) return 0;
    const std::string first = joined({prefix, within, *names.begin()});
    const Stored* stored = nullptr;
    std::string name;
    for (const std::string_view one : names) {
      if (stored != nullptr) break;
      name = joined({prefix, within, one});
      stored = checkpoint_.find(name);
    }
    if (stored != nullptr) used_.insert(stored->tensor.name);
    if (stored == nullptr) {
      const std::string missing = converted() ? checkpoint_.naming()->stored(first) : first;
      problem.emplace(
          "missing", missing,
          joined({"The weights have no ", missing, ", which ", settings(), " demands. ",
                  converted() ? "Take another file of the model: this one was converted otherwise."
                              : "Pass all files of the checkpoint, and the config.json that lies beside them."}));
      return 0;
    }
    const files::Tensor& tensor = stored->tensor;
    if (converted()) name = tensor.name;
    const std::optional<Number> type = number_of(tensor);
    if (!type) {
      const std::string kind = tensor.refused.empty() ? std::string(files::name_of(tensor.type)) : "another type";
      problem.emplace(
          "type", name,
          converted() && !tensor.refused.empty()
              ? joined({name, ": ", tensor.refused})
              : joined({name, " holds numbers of ", kind, "; F32, F16, BF16 and F64 are computed with. Save ",
                        "the checkpoint as one of these, such as after model.float()."}));
      return 0;
    }
    if (tensor.shape != shape) {
      problem.emplace("shape", name,
                      joined({name, " is ", files::describe(tensor.shape), ", but ", settings(), " demands ",
                              files::describe(shape), ". ",
                              converted() ? "Take another file of the model: this one is damaged, or of another model."
                                          : "Pass the config.json that lies beside the weights."}));
      return 0;
    }
    return place(std::move(name), *stored, *type, blocks);
  }

  std::size_t place(std::string name, const Stored& stored, Number type, Blocks blocks) {
    Placed one;
    one.name = std::move(name);
    one.file = stored.file;
    one.begin = stored.tensor.offset;
    one.bytes = stored.tensor.bytes;
    one.at = layout_.bytes;
    one.type = type;
    one.count = static_cast<std::size_t>(one.bytes / files::size_of(type) * files::block_of(type));
    one.rows = stored.tensor.shape.empty() ? 1 : static_cast<std::size_t>(stored.tensor.shape[0]);
    one.paired = stored.paired ? head_width : 0;
    one.kept = type;
    const bool columns = blocks == Blocks::columns;
    if (quantised_ && blocks != Blocks::none &&
        stored.tensor.shape[columns ? 0 : 1] % files::block_of(*quantised_) == 0) {
      one.kept = *quantised_;
      one.turned = columns;
      if (columns) turned_ = std::max(turned_, lines(one.kept_bytes()));
    }
    layout_.bytes += lines(std::max(one.bytes, one.kept_bytes()));
    if (layout_.bytes + turned_ > std::numeric_limits<std::size_t>::max() / 4 * 3) {
      problem.emplace("memory", one.name,
                      joined({"The weights of this model do not fit into memory: ", one.name, " is beyond ",
                              layout_.bytes >> 20, " MB. Choose a smaller model, or one in half precision."}));
      return 0;
    }
    layout_.placed.push_back(std::move(one));
    return layout_.placed.size() - 1;
  }

  // What files hold beside a model's parameters without changing its numbers: masks, frequencies and positions that are
  // computed, and heads of other tasks.
  static bool is_buffer(std::string_view name) {
    constexpr std::array<std::string_view, 9> endings = {
        ".attn.bias",      ".attn.masked_bias",      "rotary_emb.inv_freq",
        "position_ids",    "token_type_ids",         "rotary_pos_emb.inv_freq",
        ".attention.bias", ".attention.masked_bias", "embeddings.mask_token"};
    constexpr std::array<std::string_view, 9> parts = {"pooler.",     "cls.",     "classifier.",           "score.",
                                                       "qa_outputs.", "lm_head.", "multiple_choice_head.", "v_head.",
                                                       "summary."};
    const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
    const auto holds = [&](std::string_view part) {
      const std::size_t at = name.find(part);
      return at == 0 || (at != std::string_view::npos && name[at - 1] == '.');
    };
    return std::ranges::any_of(endings, ends) || std::ranges::any_of(parts, holds);
  }

  const Checkpoint& checkpoint_;
  std::optional<Number> quantised_;
  Layout& layout_;
  std::uint64_t turned_ = 0;                 // bytes of the largest tensor that is turned
  std::set<std::string, std::less<>> used_;  // names of stored tensors
};

void gpt2(const Config& c, Finder& f, Layout& l) {
  f.find_prefix("wpe.weight", "transformer.");
  l.tokens = f.embedding(c, "wte.weight", "lm_head.weight");
  l.positions = f.matrix({"wpe.weight"}, c.positions, c.width);
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({"h.", i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.attention_norm = f.norm("ln_1", c.width, true);
    const Linear all = f.in_out("attn.c_attn", c.width, 3 * c.width);
    layer.query = outputs_of(all, 0, c.width);
    layer.key = outputs_of(all, c.width, c.width);
    layer.value = outputs_of(all, 2 * c.width, c.width);
    layer.output = f.in_out("attn.c_proj", c.width, c.width);
    layer.inner_norm = f.norm("ln_2", c.width, true);
    layer.up = f.in_out("mlp.c_fc", c.width, c.inner);
    layer.down = f.in_out("mlp.c_proj", c.inner, c.width);
  }
  f.within = "";
  l.final_norm = f.norm("ln_f", c.width, true);
}

void llama(const Config& c, Finder& f, Layout& l) {
  f.find_prefix("layers.0.input_layernorm.weight", "model.");
  l.tokens = f.embedding(c, "embed_tokens.weight", "lm_head.weight");
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({"layers.", i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.attention_norm = f.norm("input_layernorm", c.width, false);
    layer.query = f.linear("self_attn.q_proj", c.width, c.query_width(), c.input_bias);
    layer.key = f.linear("self_attn.k_proj", c.width, c.key_width(), c.input_bias);
    layer.value = f.linear("self_attn.v_proj", c.width, c.key_width(), c.input_bias);
    layer.output = f.linear("self_attn.o_proj", c.query_width(), c.width, c.output_bias);
    if (c.head_norms) {
      layer.query_norm = f.norm("self_attn.q_norm", c.head_width, false);
      layer.key_norm = f.norm("self_attn.k_norm", c.head_width, false);
    }
    if (c.sandwich) {
      layer.attention_after = f.norm("post_attention_layernorm", c.width, false);
      layer.inner_norm = f.norm("pre_feedforward_layernorm", c.width, false);
      layer.inner_after = f.norm("post_feedforward_layernorm", c.width, false);
    } else {
      layer.inner_norm = f.norm("post_attention_layernorm", c.width, false);
    }
    layer.gate = f.linear("mlp.gate_proj", c.width, c.inner, c.inner_bias);
    layer.up = f.linear("mlp.up_proj", c.width, c.inner, c.inner_bias);
    layer.down = f.linear("mlp.down_proj", c.inner, c.width, c.inner_bias);
  }
  f.within = "";
  l.final_norm = f.norm("norm", c.width, false);
  if (!f.converted()) return;
  const std::string prefix = std::exchange(f.prefix, "");
  if (f.has("rope_freqs.weight")) l.slower = f.vector({"rope_freqs.weight"}, c.head_width / 2);
  f.prefix = prefix;
}

void gpt_neox(const Config& c, Finder& f, Layout& l) {
  f.find_prefix("layers.0.input_layernorm.weight", "gpt_neox.");
  l.tokens = f.embedding(c, "embed_in.weight", "embed_out.weight");
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({"layers.", i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.attention_norm = f.norm("input_layernorm", c.width, true);
    f.by_head("attention.query_key_value", c, layer.query, layer.key, layer.value);
    layer.output = f.linear("attention.dense", c.width, c.width, c.output_bias);
    layer.inner_norm = f.norm("post_attention_layernorm", c.width, true);
    layer.up = f.linear("mlp.dense_h_to_4h", c.width, c.inner, true);
    layer.down = f.linear("mlp.dense_4h_to_h", c.inner, c.width, true);
  }
  f.within = "";
  l.final_norm = f.norm("final_layer_norm", c.width, true);
}

void opt(const Config& c, Finder& f, Layout& l) {
  f.find_prefix("embed_positions.weight", "model.decoder.");
  l.tokens = f.embedding(c, "embed_tokens.weight", "lm_head.weight");
  l.positions = f.matrix({"embed_positions.weight"}, c.positions + c.first_position, c.width);
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({"layers.", i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.attention_norm = f.norm("self_attn_layer_norm", c.width, true);
    layer.query = f.linear("self_attn.q_proj", c.width, c.width, c.input_bias);
    layer.key = f.linear("self_attn.k_proj", c.width, c.width, c.input_bias);
    layer.value = f.linear("self_attn.v_proj", c.width, c.width, c.input_bias);
    layer.output = f.linear("self_attn.out_proj", c.width, c.width, c.output_bias);
    layer.inner_norm = f.norm("final_layer_norm", c.width, true);
    layer.up = f.linear("fc1", c.width, c.inner, c.inner_bias);
    layer.down = f.linear("fc2", c.inner, c.width, c.inner_bias);
  }
  f.within = "";
  l.final_norm = f.norm("final_layer_norm", c.width, true);
}

// What the tensors of a layer are called in models whose tokens look both ways.
struct LayerNames {
  std::string_view layers, query, key, value, output, attention_norm, up, down, inner_norm;
  std::string_view attention_scale = {}, inner_scale = {};
};
constexpr LayerNames bert_layer = {"encoder.layer.",       "attention.self.query",   "attention.self.key",
                                   "attention.self.value", "attention.output.dense", "attention.output.LayerNorm",
                                   "intermediate.dense",   "output.dense",           "output.LayerNorm"};
constexpr LayerNames distilbert_layer = {"transformer.layer.", "attention.q_lin",   "attention.k_lin",
                                         "attention.v_lin",    "attention.out_lin", "sa_layer_norm",
                                         "ffn.lin1",           "ffn.lin2",          "output_layer_norm"};
constexpr LayerNames vit_layer = {
    "encoder.layer.",         "attention.attention.query", "attention.attention.key", "attention.attention.value",
    "attention.output.dense", "layernorm_before",          "intermediate.dense",      "output.dense",
    "layernorm_after"};
constexpr LayerNames dinov2_layer = {"encoder.layer.",
                                     "attention.attention.query",
                                     "attention.attention.key",
                                     "attention.attention.value",
                                     "attention.output.dense",
                                     "norm1",
                                     "mlp.fc1",
                                     "mlp.fc2",
                                     "norm2",
                                     "layer_scale1.lambda1",
                                     "layer_scale2.lambda1"};

void both_ways(const Config& c, Finder& f, Layout& l, const LayerNames& names) {
  for (std::size_t i = 0; i < c.layers && !f.problem; ++i) {
    f.within = joined({names.layers, i, "."});
    Layer& layer = l.layers.emplace_back();
    layer.query = f.linear(names.query, c.width, c.width, c.input_bias);
    layer.key = f.linear(names.key, c.width, c.width, c.input_bias);
    layer.value = f.linear(names.value, c.width, c.width, c.input_bias);
    layer.output = f.linear(names.output, c.width, c.width, true);
    layer.attention_norm = f.norm(names.attention_norm, c.width, true);
    if (c.gated) {
      const Linear both = f.linear("mlp.weights_in", c.width, 2 * c.inner, true);
      layer.gate = outputs_of(both, 0, c.inner);
      layer.up = outputs_of(both, c.inner, c.inner);
      layer.down = f.linear("mlp.weights_out", c.inner, c.width, true);
    } else {
      layer.up = f.linear(names.up, c.width, c.inner, true);
      layer.down = f.linear(names.down, c.inner, c.width, true);
    }
    layer.inner_norm = f.norm(names.inner_norm, c.width, true);
    if (!c.layer_scale) continue;
    layer.attention_scale = f.vector({names.attention_scale}, c.width);
    layer.inner_scale = f.vector({names.inner_scale}, c.width);
  }
  f.within = "";
}

// bert and roberta.
void bert(const Config& c, Finder& f, Layout& l) {
  const bool roberta = c.family == Family::roberta;
  f.find_prefix("embeddings.position_embeddings.weight", roberta ? "roberta." : "bert.");
  l.tokens = f.embedding(c, "embeddings.word_embeddings.weight",
                         roberta ? "lm_head.decoder.weight" : "cls.predictions.decoder.weight");
  f.within = "embeddings.";
  l.positions = f.matrix({"position_embeddings.weight"}, c.positions + c.first_position, c.width);
  l.token_types = f.matrix({"token_type_embeddings.weight"}, c.token_types, c.width);
  l.embedding_norm = f.norm("LayerNorm", c.width, true);
  both_ways(c, f, l, bert_layer);
}

void distilbert(const Config& c, Finder& f, Layout& l) {
  f.find_prefix("embeddings.position_embeddings.weight", "distilbert.");
  l.tokens = f.embedding(c, "embeddings.word_embeddings.weight", "vocab_projector.weight");
  f.within = "embeddings.";
  l.positions = f.matrix({"position_embeddings.weight"}, c.positions, c.width);
  l.embedding_norm = f.norm("LayerNorm", c.width, true);
  both_ways(c, f, l, distilbert_layer);
}

// vit, deit and dinov2.
void of_pictures(const Config& c, Finder& f, Layout& l) {
  const PictureConfig& picture = *c.picture;
  const std::size_t grid = picture.grid(), positions = picture.placed_before() + grid * grid;
  const bool dinov2 = c.family == Family::dinov2;
  f.find_prefix("embeddings.position_embeddings", picture.antialiased ? "dinov2_with_registers."
                                                  : dinov2            ? "dinov2."
                                                  : picture.distilled ? "deit."
                                                                      : "vit.");
  f.within = "embeddings.";
  l.positions = f.rows_of("position_embeddings", {1, positions, c.width}, positions, c.width);
  l.class_token = f.rows_of("cls_token", {1, 1, c.width}, 1, c.width);
  if (picture.distilled) l.distillation_token = f.rows_of("distillation_token", {1, 1, c.width}, 1, c.width);
  if (picture.registers > 0)
    l.registers = f.rows_of("register_tokens", {1, picture.registers, c.width}, picture.registers, c.width);
  const std::size_t side = picture.patch, numbers = picture.channels * side * side;
  l.patches.weight =
      f.rows_of("patch_embeddings.projection.weight", {c.width, picture.channels, side, side}, c.width, numbers);
  l.patches.bias = f.vector({"patch_embeddings.projection.bias"}, c.width);
  both_ways(c, f, l, dinov2 ? dinov2_layer : vit_layer);
  l.final_norm = f.norm("layernorm", c.width, true);
}

// What makes the labels of a picture; a bare model has none.
void labels(const Config& c, Finder& f, Layout& l) {
  const bool two = f.has("cls_classifier.weight");  // deit's, trained with a teacher
  l.has_head = two || f.has("classifier.weight");
  if (!l.has_head) return;
  if (c.family == Family::dinov2) {
    const Linear both = f.linear("classifier", 2 * c.width, c.vocabulary, true);
    l.head = inputs_of(both, 0, c.width);
    l.head.bias = both.bias;
    l.second_head = inputs_of(both, c.width, c.width);
  } else {
    l.head = f.linear(two ? "cls_classifier" : "classifier", c.width, c.vocabulary, true);
    if (!two) return;
    l.second_head = f.linear("distillation_classifier", c.width, c.vocabulary, true);
    l.share = 0.5f;
  }
}

// What makes logits of tokens that look both ways: a transform, its norm and a matrix; a bare model has none.
struct MaskedHead {
  std::string_view within, transform, norm, decoder, bias;
};
MaskedHead masked_head(Family family) {
  if (family == Family::roberta) return {"lm_head.", "dense", "layer_norm", "decoder.weight", "bias"};
  if (family == Family::distilbert)
    return {"", "vocab_transform", "vocab_layer_norm", "vocab_projector.weight", "vocab_projector.bias"};
  return {"cls.predictions.", "transform.dense", "transform.LayerNorm", "decoder.weight", "bias"};
}

// What makes logits.
void head(const Config& c, Finder& f, Layout& l) {
  f.prefix = f.outer;
  if (c.picture) return labels(c, f, l);
  if (!c.post_norm) {
    const std::string_view name = c.family == Family::gpt_neox ? "embed_out.weight" : "lm_head.weight";
    l.has_head = c.tied || c.makes_logits || f.has(name);
    if (l.has_head) l.head.weight = c.tied ? l.tokens : f.of_tokens(c, name);
    return;
  }
  const MaskedHead names = masked_head(c.family);
  f.within = names.within;
  l.has_head = f.has(joined({names.transform, ".weight"}));
  if (!l.has_head) return;
  l.transform = f.linear(names.transform, c.width, c.width, true);
  l.transform_norm = f.norm(names.norm, c.width, true);
  l.head.weight = c.tied ? l.tokens : f.of_tokens(c, names.decoder);
  l.head.bias = f.vector({names.bias, "decoder.bias"}, c.vocabulary);
}

// What stands before the number of a layer in the names of a family's tensors.
std::string_view layers_of(Family family) {
  switch (family) {
    case Family::gpt2: return "h.";
    case Family::bert:
    case Family::roberta:
    case Family::vit:
    case Family::dinov2: return "encoder.layer.";
    case Family::distilbert: return "transformer.layer.";
    case Family::llama:
    case Family::gpt_neox:
    case Family::opt: break;
  }
  return "layers.";
}

}  // namespace

Result<Layout> lay_out(const Config& config, const Checkpoint& checkpoint, std::optional<Number> quantised,
                       bool whole) {
  Layout layout;
  Finder finder(checkpoint, quantised, layout);
  finder.norms_plus = config.norms_add_one && !finder.converted() ? 1.0f : 0.0f;
  finder.head_width = config.head_width;
  switch (config.family) {
    case Family::gpt2: gpt2(config, finder, layout); break;
    case Family::llama: llama(config, finder, layout); break;
    case Family::bert:
    case Family::roberta: bert(config, finder, layout); break;
    case Family::distilbert: distilbert(config, finder, layout); break;
    case Family::gpt_neox: gpt_neox(config, finder, layout); break;
    case Family::opt: opt(config, finder, layout); break;
    case Family::vit:
    case Family::dinov2: of_pictures(config, finder, layout); break;
  }
  const std::string prefix = finder.prefix;
  if (!finder.problem) head(config, finder, layout);
  finder.prefix = prefix;
  if (!finder.problem) finder.tell_unused(layers_of(config.family), config.layers);
  if (finder.problem) return std::unexpected(*std::move(finder.problem));
  finder.place_spare();
  layout.whole = whole;
  return layout;
}

Linear outputs_of(Linear linear, std::size_t first, std::size_t count) {
  Matrix& w = linear.weight;
  w.from += linear.out_in ? w.place(first) * w.step : std::uint64_t{first};
  if (count <= w.group) w.group = 0;
  (linear.out_in ? w.rows : w.columns) = count;
  linear.bias_from += first;
  return linear;
}

Linear inputs_of(Linear linear, std::size_t first, std::size_t count) {
  Matrix& w = linear.weight;
  w.from += linear.out_in ? std::uint64_t{first} : first * w.step;
  (linear.out_in ? w.columns : w.rows) = count;
  linear.bias = no_vector;
  return linear;
}

}  // namespace models

// The options that no tutorial uses, against PyTorch's results (golden/options.json): nn.MultiheadAttention with extra
// keys and other key and value widths, shared key heads, softcap, ALiBi and rotary positions.
#include <algorithm>

#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::MultiheadAttention;
using attention::Tensor;
using expect::difference;
using expect::value;

namespace {

struct Options {
  golden::File file{"options"};

  Tensor tensor(const std::string& path) const { return file.tensor(path); }
  bool holds(const std::string& path, const std::string& key) const {
    return std::ranges::contains(file.keys(path), key);
  }
  attention::BoolTensor mask(const std::string& path) const {
    return value(attention::mask_from_matrix(file.tensor(path)));
  }

  MultiheadAttention parameters(const std::string& at, bool add_zero_attn) const {
    MultiheadAttention p;
    p.embed_dim = 6;
    p.num_heads = 2;
    p.add_zero_attn = add_zero_attn;
    const auto maybe = [&](const char* name) {
      return holds(at, name) ? std::optional(tensor(at + "/" + name)) : std::nullopt;
    };
    p.in_proj_weight = maybe("in_proj_weight");
    p.q_proj_weight = maybe("q_proj_weight");
    p.k_proj_weight = maybe("k_proj_weight");
    p.v_proj_weight = maybe("v_proj_weight");
    p.in_proj_bias = maybe("in_proj_bias");
    p.bias_k = maybe("bias_k");
    p.bias_v = maybe("bias_v");
    p.out_proj_weight = tensor(at + "/out_proj.weight");
    p.out_proj_bias = tensor(at + "/out_proj.bias");
    return p;
  }

  // The output, the weights averaged over the heads, and those of each head.
  void check_module(const std::string& name) const {
    const std::string at = "/multihead/" + name;
    const MultiheadAttention p = parameters(at + "/parameters", holds(at, "add_zero_attn"));
    attention::MultiheadOptions options;
    if (holds(at, "attn_mask")) {
      options.attn_mask = mask(at + "/attn_mask");
      options.key_padding_mask = mask(at + "/key_padding_mask");
    }
    const Tensor query = tensor(at + "/query"), key = tensor(at + "/key"), values = tensor(at + "/value");
    const attention::MultiheadResult averaged = value(attention::multihead_attention(query, key, values, p, options));
    CHECK(difference(averaged.output, tensor(at + "/output")) == "");
    CHECK(difference(*averaged.weights, tensor(at + "/weights")) == "");
    options.average_attn_weights = false;
    const attention::MultiheadResult each = value(attention::multihead_attention(query, key, values, p, options));
    CHECK(difference(*each.weights, tensor(at + "/weights_of_heads")) == "");
  }
};

attention::AttentionResult attend(const Options& golden, const std::string& at, attention::AttentionOptions options) {
  options.need_weights = true;
  options.need_scores = attention::Scores::softcapped;
  return value(attention::scaled_dot_product_attention(golden.tensor(at + "/query"), golden.tensor(at + "/key"),
                                                       golden.tensor(at + "/value"), options));
}

}  // namespace

TEST_CASE_FIXTURE(Options, "MultiheadAttention as PyTorch has it: bias_k and bias_v") { check_module("bias_kv"); }

TEST_CASE_FIXTURE(Options, "MultiheadAttention as PyTorch has it: add_zero_attn") { check_module("zero_attn"); }

TEST_CASE_FIXTURE(Options, "MultiheadAttention as PyTorch has it: kdim and vdim") { check_module("own_widths"); }

TEST_CASE_FIXTURE(Options, "MultiheadAttention as PyTorch has it: all of these together, with both masks") {
  check_module("all");
}

TEST_CASE_FIXTURE(Options, "fresh parameters of these modules are drawn as PyTorch draws them") {
  for (const std::string& name : file.keys("/multihead")) {
    CAPTURE(name);
    const std::string at = "/multihead/" + name;
    attention::Generator generator(static_cast<std::uint64_t>(file.number(at + "/seed")));
    attention::MultiheadShape shape{.embed_dim = 6, .num_heads = 2};
    shape.add_bias_kv = holds(at, "add_bias_kv");
    shape.add_zero_attn = holds(at, "add_zero_attn");
    if (file.number(at + "/kdim") != 6) {
      shape.kdim = static_cast<std::size_t>(file.number(at + "/kdim"));
      shape.vdim = static_cast<std::size_t>(file.number(at + "/vdim"));
    }
    const MultiheadAttention ours = value(attention::init_multihead_attention(shape, generator));
    const MultiheadAttention theirs = parameters(at + "/fresh", shape.add_zero_attn);
    CHECK(difference(ours.out_proj_weight, theirs.out_proj_weight) == "");
    CHECK(difference(*ours.out_proj_bias, *theirs.out_proj_bias) == "");
    CHECK(difference(*ours.in_proj_bias, *theirs.in_proj_bias) == "");
    const auto same_part = [](const std::optional<Tensor>& a, const std::optional<Tensor>& b) {
      return a.has_value() != b.has_value() ? "there in one only" : a ? difference(*a, *b) : "";
    };
    CHECK(same_part(ours.in_proj_weight, theirs.in_proj_weight) == "");
    CHECK(same_part(ours.q_proj_weight, theirs.q_proj_weight) == "");
    CHECK(same_part(ours.k_proj_weight, theirs.k_proj_weight) == "");
    CHECK(same_part(ours.v_proj_weight, theirs.v_proj_weight) == "");
    CHECK(same_part(ours.bias_k, theirs.bias_k) == "");
    CHECK(same_part(ours.bias_v, theirs.bias_v) == "");
  }
}

TEST_CASE_FIXTURE(Options, "enable_gqa as PyTorch has it: plain, masked and causal") {
  for (const std::string& name : file.keys("/gqa")) {
    CAPTURE(name);
    const std::string at = "/gqa/" + name;
    CHECK(difference(attend(*this, at, {.enable_gqa = true}).output, tensor(at + "/output")) == "");
    CHECK(difference(attend(*this, at, {.attn_mask = mask(at + "/attn_mask"), .enable_gqa = true}).output,
                     tensor(at + "/output_masked")) == "");
    CHECK(difference(attend(*this, at, {.is_causal = true, .enable_gqa = true}).output,
                     tensor(at + "/output_causal")) == "");
  }
}

TEST_CASE_FIXTURE(Options, "softcap is c · tanh(score / c), after scaling and before the mask") {
  for (const std::string& name : file.keys("/softcap")) {
    CAPTURE(name);
    const std::string at = "/softcap/" + name;
    const auto cap = static_cast<float>(file.number(at + "/softcap"));
    const attention::AttentionResult open = attend(*this, at, {.softcap = cap});
    CHECK(difference(*open.scores, tensor(at + "/scores")) == "");
    CHECK(difference(*open.weights, tensor(at + "/weights")) == "");
    CHECK(difference(open.output, tensor(at + "/output")) == "");
    const attention::AttentionResult causal = attend(*this, at, {.is_causal = true, .softcap = cap});
    CHECK(difference(*causal.weights, tensor(at + "/weights_causal")) == "");
    CHECK(difference(causal.output, tensor(at + "/output_causal")) == "");
  }
}

TEST_CASE_FIXTURE(Options, "ALiBi: slopes, distances, and attention with them, for 8 heads and for 6") {
  for (const std::string& name : file.keys("/alibi")) {
    CAPTURE(name);
    const std::string at = "/alibi/" + name;
    const auto heads = static_cast<std::size_t>(file.number(at + "/heads"));
    const auto offset = static_cast<std::size_t>(file.number(at + "/offset"));
    CHECK(difference(value(attention::alibi_slopes(heads)), tensor(at + "/slopes")) == "");
    const Tensor bias = value(attention::alibi_bias(heads, 4, 6, offset));
    CHECK(difference(bias, tensor(at + "/bias")) == "");
    CHECK(difference(attend(*this, at, {.attn_mask = bias}).output, tensor(at + "/output")) == "");
  }
}

TEST_CASE_FIXTURE(Options, "rotary positions, interleaved as in the paper and half-split as in Llama's code") {
  for (const std::string& name : file.keys("/rotary")) {
    CAPTURE(name);
    const std::string at = "/rotary/" + name;
    attention::RotaryOptions options{.base = file.number(at + "/base"),
                                     .offset = static_cast<std::size_t>(file.number(at + "/offset"))};
    const Tensor x = tensor(at + "/x");
    CHECK(difference(value(attention::rotary(x, options)), tensor(at + "/interleaved")) == "");
    options.interleaved = false;
    CHECK(difference(value(attention::rotary(x, options)), tensor(at + "/half_split")) == "");
  }
}

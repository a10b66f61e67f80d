// At least one case of every operation, with random inputs: for the properties that all operations share. Cases with
// particular shapes, options or numbers are listed; an operation that is not listed gets the first case that fits.
#pragma once

#include <algorithm>
#include <functional>

#include "graph/build.hpp"

namespace build {

// The range of an input's numbers: between -2 and 2, between 0 and 1, ids below 3, zeros and ones, or one number.
enum class Fill { random, draws, ids, bits, positive };

struct Input {
  Shape shape;
  Fill fill = Fill::random;
};

struct Case {
  std::string operation;
  std::vector<Input> inputs;
  Options options;
};

inline std::vector<float> filled_with(const Input& input, unsigned seed) {
  std::size_t n = 1;
  for (const std::size_t length : input.shape) n *= length;
  std::vector<float> data = random_numbers(n, seed);
  for (float& v : data) {
    if (input.fill == Fill::draws) v = (v + 2) / 4;
    if (input.fill == Fill::positive) v = v + 2.5f;
    if (input.fill == Fill::ids) v = static_cast<float>(static_cast<int>((v + 2) * 100) % 3);
    if (input.fill == Fill::bits) v = v > -1 ? 1.0f : 0.0f;
  }
  return data;
}

struct Built {
  Graph graph;
  std::vector<NodeId> inputs;
  NodeId result = 0;
};

inline Built built(const Case& c, const std::vector<std::vector<float>>& data) {
  Built b;
  for (std::size_t i = 0; i < c.inputs.size(); ++i) {
    std::vector<std::string> names(c.inputs[i].shape.size(), "feature");
    if (names.size() >= 2) names[names.size() - 2] = "token";
    b.inputs.push_back(
        source(b.graph, std::string(1, static_cast<char>('a' + i)), c.inputs[i].shape, data[i], Role::none, names));
  }
  b.result = apply(b.graph, "result", c.operation, b.inputs, c.options);
  return b;
}

inline std::vector<std::vector<float>> data_of(const Case& c, unsigned seed) {
  std::vector<std::vector<float>> data;
  for (std::size_t i = 0; i < c.inputs.size(); ++i)
    data.push_back(filled_with(c.inputs[i], seed + 77 * static_cast<unsigned>(i)));
  return data;
}

inline std::vector<double> list(std::initializer_list<double> values) { return values; }

inline std::vector<Case> listed_cases() {
  const Options text{{"text", word("When in doubt, look intelligent")}};
  return {
      {"matmul", {{{3, 4}}, {{4, 2}}}, {}},
      {"matmul", {{{3, 4}}, {{2, 4}}}, {{"transpose", word("second")}}},
      {"matmul", {{{4, 3}}, {{4, 2}}}, {{"transpose", word("first")}}},
      {"matmul", {{{4, 3}}, {{2, 4}}}, {{"transpose", word("both")}}},
      {"matmul", {{{4}}, {{4, 2}}}, {}},
      {"matmul", {{{3, 4}}, {{4}}}, {}},
      {"matmul", {{{4}}, {{4}}}, {}},
      {"matmul", {{{2, 1, 3, 4}}, {{5, 4, 2}}}, {}},
      {"matmul", {{{2, 3, 9}}, {{2, 3, 9}}}, {{"transpose", word("second")}}},
      {"matmul", {{{2, 9}}, {{9, 2}}}, {}},
      {"transpose", {{{3, 4}}}, {}},
      {"transpose", {{{2, 3, 4}}}, {{"first", 0.0}, {"second", 1.0}}},
      {"softmax", {{{3, 4}}}, {}},
      {"softmax", {{{3, 4}}}, {{"axis", 0.0}}},
      {"softmax", {{{2, 3, 9}}}, {{"temperature", 0.5}}},
      {"softmax", {{{5}}}, {{"empty", word("zeros")}}},
      {"add", {{{3, 4}}, {{4}}}, {}},
      {"subtract", {{{2, 3, 4}}, {{3, 1}}}, {}},
      {"multiply", {{{3, 4}}, {{3, 4}}}, {}},
      {"divide", {{{3, 4}}, {{3, 1}, Fill::positive}}, {}},
      {"eq", {{{3, 4}}, {{4}}}, {}},
      {"slope", {{{3, 4}}}, {{"of", word("abs")}}},
      {"slope", {{{3, 4}}}, {{"of", word("gelu")}}},
      {"slope", {{{3, 4}}}, {{"of", word("silu")}}},
      {"log_softmax", {{{3, 4}}}, {}},
      {"log_softmax", {{{2, 9, 3}}}, {{"axis", 1.0}}},
      {"cross_entropy", {{{4, 3}}, {{4}, Fill::ids}}, {}},
      {"cross_entropy", {{{2, 4, 5}}, {{2, 4}, Fill::ids}}, {{"ignore_index", 1.0}}},
      {"cross_entropy", {{{3}}, {{}, Fill::ids}}, {}},
      {"sum_to_size", {{{2, 3, 4}}, {{3, 1}}}, {}},
      {"sum_to_size", {{{3, 4}}}, {{"shape", list({4})}}},
      {"expand_as", {{{3, 1}}, {{2, 3, 4}}}, {}},
      {"index_add", {{{4, 2}}, {{3, 2}}, {{4}, Fill::ids}}, {}},
      {"index_add", {{{2, 3}}, {{2, 5}}}, {{"axis", 1.0}, {"places", list({4, 0, 4})}}},
      {"one_cell", {{{3, 4}}}, {{"cell", list({2, 1})}}},
      {"rms", {{{3, 4}}}, {{"keepdim", true}, {"eps", 0.5}}},
      {"rms", {{{2, 3}}}, {{"all", true}}},
      {"rms_norm", {{{3, 4}}, {{4}}}, {}},
      {"rms_norm", {{{2, 3, 4}}}, {{"eps", 0.25}}},
      {"log", {{{3, 4}, Fill::positive}}, {}},
      {"sqrt", {{{3, 4}, Fill::positive}}, {}},
      {"sum", {{{3, 4}}}, {}},
      {"sum", {{{2, 9, 3}}}, {{"axis", 1.0}, {"keepdim", true}}},
      {"sum", {{{3, 4}}}, {{"all", true}}},
      {"mean", {{{3, 4}}}, {}},
      {"mean", {{{9, 2}}}, {{"axis", 0.0}}},
      {"max", {{{3, 4}}}, {{"keepdim", true}}},
      {"min", {{{3, 4}}}, {{"axis", 0.0}}},
      {"norm", {{{3, 4}}}, {}},
      {"std", {{{3, 4}}}, {{"axis", 0.0}}},
      {"argmax", {{{3, 4}}}, {}},
      {"argsort", {{{3, 4}}}, {{"descending", true}}},
      {"cumulative_sum", {{{3, 4}}}, {}},
      {"cumulative_sum", {{{3, 4}}}, {{"axis", 1.0}, {"reverse", true}}},
      {"cumulative_max", {{{3, 4}}}, {}},
      {"cumulative_max", {{{2, 3, 2}}}, {{"axis", 1.0}}},
      {"maximum", {{{3, 4}}, {{3, 1}}}, {}},
      {"merge_sums", {{{3, 2}}, {{3, 1}}, {{3, 2}}, {{3, 1}}}, {}},
      {"merge_sums", {{{2, 3, 2}}, {{2, 3, 1}}, {{2, 3, 2}}, {{2, 3, 1}}}, {}},
      {"running_merge", {{{4, 2}}, {{4, 1}}}, {}},
      {"running_merge", {{{2, 3, 2}}, {{2, 3, 1}}}, {{"axis", 1.0}}},
      {"scale", {{{3, 4}}}, {{"factor", 0.75}}},
      {"scale", {{{3, 4}}, {{2, 3}}}, {{"by", word("inverse_sqrt")}}},
      {"scale", {{{3, 4}}}, {{"by", word("inverse_sqrt")}, {"length", 3.0}}},
      {"scale", {{{3, 4}}}, {{"by", word("none")}}},
      {"temperature", {{{3, 4}}}, {{"temperature", 2.0}}},
      {"softcap", {{{3, 4}}}, {{"cap", 1.5}}},
      {"additive_scores", {{{2, 3}}, {{4, 2}}, {{5, 3}}, {{5, 2}}, {{5}}}, {}},
      {"additive_scores", {{{2, 3}}, {{2, 3}}, {{8, 3}}, {{8, 3}}, {{8}}}, {}},
      {"cosine_scores", {{{2, 3}}, {{4, 3}}}, {}},
      {"cosine_scores", {{{2, 9}}, {{3, 9}}}, {}},
      {"round", {{{3, 4}}}, {{"decimals", 1.0}}},
      {"slice", {{{3, 4}}}, {{"index", 1.0}}},
      {"slice", {{{3, 4}}}, {{"axis", -1.0}, {"index", -1.0}, {"keep", true}}},
      {"slice", {{{3, 4, 2}}}, {{"axis", 1.0}, {"start", 1.0}, {"stop", 3.0}}},
      {"select", {{{2, 2}}, {{2, 2}}}, {{"flag", true}}},
      {"select", {{{2, 2}}, {{3}}}, {{"value", word("b")}, {"names", std::vector<std::string>{"a", "b"}}}},
      {"weighted_values", {{{3, 4}}, {{4, 2}}}, {}},
      {"weighted_values", {{{2, 3, 4}}, {{2, 4, 2}}}, {}},
      {"weighted_sum", {{{4}}, {{4, 2}}}, {}},
      {"weighted_sum", {{{3, 9}}, {{9, 2}}}, {}},
      {"causal_mask", {{{3, 4}}}, {}},
      {"causal_mask", {{{2, 3, 3}}}, {{"offset", 1.0}}},
      {"causal_mask", {{{3, 3}}}, {{"columns", true}}},
      {"causal_mask", {{{3, 3}}}, {{"enabled", false}}},
      {"causal_mask", {{{3, 3}}}, {{"fill", word("zero")}}},
      {"sliding_window_mask", {{{4, 4}}}, {{"before", 1.0}, {"after", 0.0}}},
      {"sliding_window_mask", {{{4, 4}}}, {{"before", 1.0}, {"after", 0.0}, {"columns", true}}},
      {"padding_mask", {{{2, 3, 3}}}, {{"lengths", list({2, 3})}}},
      {"mask", {{{3, 3}}, {{3, 3}, Fill::bits}}, {}},
      {"mask", {{{2, 3, 3}}, {{3, 3}, Fill::bits}}, {{"blocked", word("nonzero")}}},
      {"mask", {{{3, 3}}, {{3, 3}}}, {{"blocked", word("added")}}},
      {"mean_so_far", {{{4, 2}}}, {}},
      {"mean_so_far", {{{2, 4, 2}}}, {{"way", word("triangle")}}},
      {"mean_so_far", {{{4, 2}}}, {{"way", word("softmax")}}},
      {"reshape", {{{3, 4}}}, {{"shape", list({2, -1})}}},
      {"permute", {{{2, 3, 4}}}, {{"axes", list({2, 0, 1})}}},
      {"split_heads", {{{2, 3, 4}}}, {{"heads", 2.0}}},
      {"merge_heads", {{{2, 3, 2}}}, {}},
      {"fold_heads", {{{2, 3, 2, 2}}}, {}},
      {"unfold_heads", {{{6, 2, 2}}}, {{"heads", 3.0}}},
      {"reorder", {{{3, 2}}}, {{"order", list({2, 0, 1})}}},
      {"reorder", {{{3, 2}}}, {}},
      {"concat", {{{2, 3}}, {{2, 1}}}, {}},
      {"stack", {{{2, 3}}, {{2, 3}}}, {}},
      {"patches", {{{2, 4, 4}}}, {{"size", 2.0}}},
      {"patches", {{{1, 4, 5}}}, {{"size", 3.0}, {"stride", 1.0}}},
      {"unpatch", {{{6, 9}}}, {{"channels", 1.0}, {"height", 4.0}, {"width", 5.0}, {"size", 3.0}, {"stride", 1.0}}},
      {"unpatch",
       {{{6, 9}}},
       {{"channels", 1.0}, {"height", 4.0}, {"width", 5.0}, {"size", 3.0}, {"stride", 1.0}, {"overlap", word("sum")}}},
      {"linear", {{{3, 4}}, {{2, 4}}, {{2}}}, {}},
      {"linear", {{{2, 3, 4}}, {{2, 4}}}, {}},
      {"linear", {{{4}}, {{2, 4}}}, {}},
      {"embedding", {{{4}, Fill::ids}, {{3, 2}}}, {}},
      {"one_hot", {{{4}, Fill::ids}}, {{"size", 3.0}}},
      {"one_hot", {{{4}, Fill::ids}}, {{"size", 3.0}, {"ignore_index", 1.0}}},
      {"tokenize_words", {}, text},
      {"tokenize_words",
       {},
       {{"text", word("as it was")}, {"way", word("characters")}, {"kinds", 3.0}, {"from", 0.25}, {"to", 0.8}}},
      {"vocabulary", {}, text},
      {"windows", {{{6}, Fill::ids}, {{2}, Fill::ids}}, {{"length", 3.0}}},
      {"conditional_entropy", {{{9}, Fill::ids}}, {{"given", 1.0}}},
      {"conditional_entropy", {{{9}, Fill::ids}}, {}},
      {"searchsorted", {{{2, 3}}, {{2}}}, {}},
      {"dropout", {{{3, 4}}, {{3, 4}, Fill::draws}}, {{"p", 0.25}}},
      {"dropout", {{{3, 4}}, {{3, 4}, Fill::draws}}, {{"training", false}}},
      {"scaled_dot_product_attention", {{{3, 4}}, {{5, 4}}, {{5, 2}}}, {}},
      {"scaled_dot_product_attention", {{{2, 3, 4}}, {{2, 3, 4}}, {{2, 3, 2}}}, {{"causal", true}}},
      {"scaled_dot_product_attention", {{{3, 4}}, {{3, 4}}, {{3, 2}}, {{3, 3}}}, {{"scale", 0.25}}},
      {"scaled_dot_product_attention",
       {{{3, 4}}, {{3, 4}}, {{3, 2}}, {{3, 3}, Fill::bits}},
       {{"mask", word("allowed")}}},
      {"scaled_dot_product_attention", {{{3, 4}}, {{3, 4}}, {{3, 2}}, {{3, 3}}}, {{"causal", true}}},
      {"scaled_dot_product_attention",
       {{{3, 4}}, {{3, 4}}, {{3, 2}}, {{3, 3}, Fill::bits}},
       {{"mask", word("allowed")}, {"causal", true}}},
      {"multihead_attention", {{{3, 4}}, {{3, 4}}, {{3, 4}}, {{12, 4}}, {{4, 4}}, {{12}}, {{4}}}, {{"heads", 2.0}}},
      {"multihead_attention",
       {{{2, 3, 4}}, {{2, 3, 4}}, {{2, 3, 4}}, {{12, 4}}, {{4, 4}}, {{4}}},
       {{"heads", 2.0}, {"bias", word("out")}, {"causal", true}, {"scale", 0.5}}},
      {"multihead_attention",
       {{{3, 4}}, {{5, 4}}, {{5, 4}}, {{12, 4}}, {{4, 4}}, {{12}}, {{4}}, {{3, 5}}, {{5}}},
       {{"heads", 2.0}, {"masks", word("both")}}},
      {"multihead_attention",
       {{{2, 3, 4}}, {{2, 3, 4}}, {{2, 3, 4}}, {{12, 4}}, {{4, 4}}, {{4, 3, 3}, Fill::bits}, {{2, 3}, Fill::bits}},
       {{"heads", 2.0}, {"masks", word("both")}, {"mask", word("blocked")}, {"causal", true}}},
      {"multihead_attention",
       {{{2, 3, 4}}, {{2, 3, 4}}, {{2, 3, 4}}, {{12, 4}}, {{4, 4}}, {{4}}, {{2, 3}, Fill::bits}},
       {{"heads", 2.0}, {"bias", word("out")}, {"masks", word("key_padding_mask")}, {"mask", word("blocked")}}},
      {"layer_norm", {{{3, 4}}, {{4}}, {{4}}}, {}},
      {"layer_norm", {{{3, 4}}}, {}},
      {"sinusoidal_positions", {}, {{"tokens", 3.0}, {"features", 5.0}}},
      {"sinusoidal_positions", {{{3, 4}}}, {{"offset", 2.0}}},
      {"add_positions", {{{2, 3, 4}}, {{5, 4}}}, {}},
      {"rotary", {{{3, 4}}}, {}},
      {"rotary", {{{3, 4}}}, {{"inverse", true}}},
      {"rotary", {{{2, 3, 4}}}, {{"interleaved", false}, {"offset", 1.0}}},
      {"alibi_bias", {}, {{"heads", 3.0}, {"queries", 2.0}, {"keys", 4.0}}},
      {"alibi_slopes", {}, {{"heads", 6.0}}},
      {"convolution", {{{4, 2}}, {{3, 2, 3}}, {{3}}}, {}},
      {"convolution", {{{4, 2}}, {{1, 2, 1}}}, {}},
      {"ones", {}, {{"shape", list({2, 3})}}},
      {"full", {{{2, 3}}}, {{"value", 0.5}}},
      {"eye", {}, {{"size", 3.0}}},
      {"tril", {{{3, 3}}}, {}},
      {"histogram", {{{3, 4}}}, {{"bins", 4.0}, {"from", -2.0}, {"to", 2.0}}},
      {"correlation", {{{3, 4}}, {{3, 4}}}, {}},
      {"max_abs_difference", {{{3, 4}}, {{3, 4}}}, {}},
      {"count_numbers", {{{3, 4}}, {{2}}}, {}},
  };
}

// A value for an option that has no default.
inline OptionValue some_value(const OptionSpec& spec) {
  switch (spec.kind) {
    case OptionSpec::Kind::boolean: return true;
    case OptionSpec::Kind::integer:
    case OptionSpec::Kind::number: return std::clamp(2.0, spec.least, spec.most);
    case OptionSpec::Kind::text: return word("one two");
    case OptionSpec::Kind::choice: return word(std::string(spec.choice_list().front()).c_str());
    case OptionSpec::Kind::integers:
    case OptionSpec::Kind::numbers: return list({2, 2});
    case OptionSpec::Kind::texts: return std::vector<std::string>{"one", "two"};
  }
  return {};
}

// The first shapes that the operation accepts for its inputs, without the optional ones.
inline std::optional<Case> fitting_case(const Operation& operation) {
  const std::vector<Shape> shapes = {{3, 4}, {4, 2}, {2, 4}, {3, 3}, {4}, {2, 3, 4}, {2, 2, 3, 2}};
  Case found{std::string(operation.name()), {}, {}};
  for (const OptionSpec& spec : operation.options())
    if (spec.needed) found.options.emplace(spec.name, some_value(spec));
  const std::size_t inputs = static_cast<std::size_t>(
      std::ranges::count_if(operation.inputs(), [](const InputSpec& input) { return !input.optional; }));
  std::size_t ways = 1;
  for (std::size_t i = 0; i < inputs; ++i) ways *= shapes.size();
  for (std::size_t way = 0; way < ways; ++way) {
    std::vector<Shape> tried;
    for (std::size_t i = 0, rest = way; i < inputs; ++i, rest /= shapes.size())
      tried.push_back(shapes[rest % shapes.size()]);
    if (!operation.shape(tried, found.options)) continue;
    for (Shape& shape : tried) found.inputs.push_back({std::move(shape)});
    return found;
  }
  return std::nullopt;
}

inline std::vector<Case> every_operation() {
  std::vector<Case> cases = listed_cases();
  for (const Operation* operation : all_operations())  // a gradient is never a node: gradient_test.cpp
    if (!operation->recorded_by_others() && !std::ranges::contains(cases, operation->name(), &Case::operation))
      if (std::optional<Case> found = fitting_case(*operation)) cases.push_back(std::move(*found));
  return cases;
}

inline std::string label(const Case& c) {
  std::string out = c.operation;
  for (const Input& input : c.inputs) {
    out += " [";
    for (const std::size_t length : input.shape) out += std::to_string(length) + " ";
    out += "]";
  }
  for (const auto& [name, value] : c.options) out += " " + name;
  return out;
}

}  // namespace build

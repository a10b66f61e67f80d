// How often numbers occur.
#include <optional>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// How many numbers some tensors have in total: the parameters of a layer.
namespace {

class CountNumbers final : public Basic {
 public:
  std::string_view name() const override { return "count_numbers"; }
  std::string_view doc() const override { return "How many numbers the inputs hold together"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"parts", false, true}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options&) const override { return Shape{}; }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    double total = 0;
    for (const TensorBox* part : in) total += static_cast<double>(part->tensor.size());
    return Evaluated{attention::filled({}, static_cast<float>(total)), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    Writer writer(cell);
    std::vector<Term> terms;
    writer.name().relate();
    for (std::size_t i = 0; i < input_count(cell); ++i) {
      if (i) writer.text("+");
      const auto numbers = static_cast<double>(count(input_shape(cell, i)));
      writer.number(numbers, {"label", {symbol_of(cell.graph, input(cell, i, {}).node)}});
      terms.push_back({numbers, {}});
    }
    writer.relate().result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.count", {}});
  }
  std::string code(const CodeContext& context) const override {
    std::string sum;
    for (const std::string& part : context.inputs)
      sum += (sum.empty() ? "" : " + ") + part + (context.language == Language::pytorch ? ".numel()" : ".size");
    if (context.language == Language::numpy) return assign(context, joined({"np.float32(", sum, ")"}));
    return assign(context, joined({"torch.tensor(float(", sum, "))"}), "\\text{how many numbers}");
  }
};

}  // namespace

const Operation& count_numbers_operation() {
  static const CountNumbers operation;
  return operation;
}

// How many numbers of a tensor lie in each of equally wide bins.
namespace {

class Histogram final : public Basic {
 public:
  std::string_view name() const override { return "histogram"; }
  std::string_view doc() const override { return "How many numbers lie in each of equally wide bins"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("bins", "how many bins", 10, 1, 4096),
                                         number_option("from", "left end of the first bin", 0),
                                         number_option("to", "right end of the last bin, which belongs to it", 1)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    if (!(number(options, "from", 0) < number(options, "to", 1)))
      return fail("range", "options/to",
                  {"The bins go from ", format_number(number(options, "from", 0), 4), " to ",
                   format_number(number(options, "to", 1), 4), ". The right end must be larger than the left one."});
    return Shape{static_cast<std::size_t>(integer(options, "bins", 10))};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options& options,
                         const Shape& result) const override {
    std::vector<std::string> bins;
    for (std::size_t i = 0; i < result[0]; ++i)
      bins.push_back(joined({format_number(edge(options, i), 2), " … ", format_number(edge(options, i + 1), 2)}));
    return {Axis{"bin", std::move(bins)}};
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    return boxed(attention::histc(in[0]->tensor, static_cast<std::size_t>(integer(options, "bins", 10)),
                                  number(options, "from", 0), number(options, "to", 1)));
  }
  Explanation explain(const CellContext& cell) const override {
    const Shape from = input_shape(cell, 0);
    const std::size_t bins = cell.graph.node(cell.node).shape[0];
    std::vector<Term> terms;
    for (std::size_t i = 0; i < count(from); ++i) {
      const CellRef ref = input(cell, 0, index_at(from, i));
      if (bin_of(options_of(cell), cell.graph.at(ref.node, ref.index), bins) == cell.index[0])
        terms.push_back({1, {ref}});
    }
    Writer writer(cell);
    writer.name().relate().result();
    return writer.finish(Combine::sum, std::move(terms),
                         {"rule.bin",
                          {format_number(edge(options_of(cell), cell.index[0]), cell.decimals),
                           format_number(edge(options_of(cell), cell.index[0] + 1), cell.decimals)}});
  }
  std::string code(const CodeContext& context) const override {
    const std::string bins = std::to_string(integer(context.options, "bins", 10));
    const std::string from = code_number(number(context.options, "from", 0));
    const std::string to = code_number(number(context.options, "to", 1));
    if (context.language == Language::tex) return assign(context, "\\operatorname{histogram}({0})");
    if (context.language == Language::pytorch)
      return assign(context, joined({"torch.histc({0}, ", bins, ", ", from, ", ", to, ")"}));
    return assign(context, joined({"np.histogram({0}, ", bins, ", (", from, ", ", to, "))[0].astype(np.float32)"}));
  }

 private:
  static double edge(const Options& options, std::size_t i) {
    const double from = number(options, "from", 0), to = number(options, "to", 1);
    return from + (to - from) * static_cast<double>(i) / static_cast<double>(integer(options, "bins", 10));
  }
  static std::optional<std::size_t> bin_of(const Options& options, double value, std::size_t bins) {
    return attention::histc_bin(value, bins, number(options, "from", 0), number(options, "to", 1));
  }
};

}  // namespace

const Operation& histogram_operation() {
  static const Histogram operation;
  return operation;
}

}  // namespace graph

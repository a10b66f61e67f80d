// Rows added at places of a larger tensor that is 0 elsewhere: the inverse of looking rows up or taking some of them.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class IndexAdd final : public Basic {
 public:
  std::string_view name() const override { return "index_add"; }
  std::string_view doc() const override { return "Rows added at the places that ids name, zeros elsewhere"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"like"}, {"ids", true}};
    return all;
  }
  bool only_shape_counts(std::size_t input) const override { return input == 1; }
  Sign sign() const override { return Sign::either; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis of like along which is added; 0 with ids", 0),
        list_option("places", "without ids: to which place, from 0, each index of x is added", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Shape& like = in[1];
    if (in.size() > 2) {
      Shape rows = in[2];
      if (!like.empty()) rows.push_back(like.back());
      if (like.size() != 2) return shape_error(1, "like must be a matrix, one row for each id.");
      if (in[0] != rows)
        return shape_error(
            0, joined({"x is ", describe(in[0]), ", but must be ", describe(rows), ": a row for each id."}));
      return like;
    }
    const Result<std::size_t> axis = axis_of(options, "axis", 0, like.size());
    if (!axis) return std::unexpected(axis.error());
    const std::vector<double> places = numbers(options, "places");
    const Shape wanted = with(like, *axis, places.size());
    if (in[0] != wanted)
      return shape_error(0, joined({"x is ", describe(in[0]), ", but must be ", describe(wanted),
                                    ": as many along axis ", *axis, " as there are places."}));
    for (const double place : places)
      if (place < 0 || place >= static_cast<double>(like[*axis]))
        return fail("range", "options/places",
                    {"There is no place ", format_number(place, 0), ": axis ", *axis, " has ", like[*axis],
                     " places, counted from 0."});
    return like;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    return in[1];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Shape like = attention::shape_of(in[1]->tensor);
    if (in.size() < 3) {
      std::vector<long long> places;
      for (const double place : numbers(options, "places")) places.push_back(static_cast<long long>(place));
      return boxed(attention::index_add(in[0]->tensor, like, static_cast<int>(integer(options, "axis", 0)), places));
    }
    const attention::Tensor& ids = in[2]->tensor;
    std::vector<long long> places(ids.begin(), ids.end());
    const Result<attention::Tensor> rows =
        attention::reshape(in[0]->tensor, {static_cast<long long>(places.size()), static_cast<long long>(like[1])});
    if (!rows) return std::unexpected(rows.error());
    return boxed(attention::index_add(*rows, like, 0, places));
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (Index& index : sources(0, cell)) products.push_back({{input(cell, 0, std::move(index))}, {}, {}});
    const std::string n = std::to_string(products.size());
    if (products.empty()) return explain_constant(cell, {"rule.index_add.none", {}});
    return explain_sum(cell, std::move(products), {"rule.index_add", {n}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    const bool by_ids = input_count(cell) > 2;
    if (i == 1) return out;
    const Shape ids = by_ids ? input_shape(cell, 2) : Shape{};
    if (!by_ids) {
      const std::size_t axis = axis_known(options_of(cell), "axis", 0, cell.index.size());
      const std::vector<double> places = numbers(options_of(cell), "places");
      for (std::size_t k = 0; k < places.size(); ++k)
        if (places[k] == static_cast<double>(cell.index[axis])) out.push_back(with(cell.index, axis, k));
      return out;
    }
    for (std::size_t k = 0; k < count(ids); ++k) {
      const CellRef id = input(cell, 2, index_at(ids, k));
      if (i == 2) out.push_back(id.index);
      else if (cell.graph.at(id.node, id.index) == static_cast<float>(cell.index[0]))
        out.push_back(inserted(id.index, id.index.size(), cell.index[1]));
    }
    return out;
  }
  Result<void> derivative(Derivative& d) const override {
    if (d.inputs() > 2) {
      if (d.wants(2)) return d.no_slope(2);
      d.add(0, d.apply("embedding", {d.input(2), d.gradient()}));
      return {};
    }
    d.add(0, d.apply("reorder", {d.gradient()},
                     {{"axis", number(d.options(), "axis", 0)}, {"order", numbers(d.options(), "places")}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& like = context.input_shapes[1];
    const bool torch = context.language == Language::pytorch, by_ids = context.inputs.size() > 2;
    if (context.language == Language::tex) return assign(context, "\\sum_{i \\to k} {0}_i");
    const std::string axis = std::to_string(by_ids ? 0 : axis_known(context.options, "axis", 0, like.size()));
    const std::string x = by_ids ? joined({"{0}.reshape(-1, ", like.back(), ")"}) : std::string("{0}");
    const std::string list = code_list(numbers(context.options, "places"));
    if (torch)
      return assign(context, joined({"torch.zeros(", code_tuple(like), ").index_add(", axis, ", ",
                                     by_ids ? std::string("{2}.reshape(-1).long()")
                                            : joined({"torch.tensor(", list, ", dtype=torch.long)"}),
                                     ", ", x, ")"}));
    return assign(context, joined({"index_add(", code_tuple(like), ", ", axis, ", ",
                                   by_ids ? std::string("{2}.reshape(-1).astype(int)") : list, ", ", x, ")"}));
  }
};

}  // namespace

const Operation& index_add_operation() {
  static const IndexAdd operation;
  return operation;
}

}  // namespace graph

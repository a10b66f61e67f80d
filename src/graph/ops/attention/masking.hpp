// Masks applied to scores: masked cells become −∞, the others stay. The base of the four masks.
#pragma once

#include <limits>
#include <utility>

#include "attention/masks.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {

class Masking : public Basic {
 public:
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    if (inputs[0].size() < 2) return shape_error(0, "A mask needs scores with two axes, query × key.");
    return inputs[0];
  }
  Making making() const override { return Making::mask; }
  Explanation explain(const CellContext& cell) const override {
    const CellRef from = input(cell, 0, cell.index);
    if (!flag(options_of(cell), "enabled", true)) return explain_copy(cell, from, {"rule.mask.off", {}});
    if (open(cell)) return explain_copy(cell, from, reason(cell, true));
    Writer writer(cell);
    writer.name().relate().result();
    return writer.finish(Combine::copy, {{blocked_value(options_of(cell)), {from}}}, reason(cell, false));
  }
  // Masked cells move nothing: G with 0 there, which the same mask makes.
  Result<void> derivative(Derivative& d) const override {
    if (!flag(d.options(), "enabled", true)) {
      d.add(0, d.gradient());
      return {};
    }
    if (d.inputs() > 1 && d.wants(1)) return d.no_slope(1);
    Options options = d.options();
    options.insert_or_assign("fill", std::string("zero"));
    if (d.inputs() > 1) d.add(0, d.apply(name(), {d.gradient(), d.input(1)}, std::move(options)));
    else d.add(0, d.apply(name(), {d.gradient()}, std::move(options)));
    return {};
  }

 protected:
  virtual bool open(const CellContext& cell) const = 0;  // whether the pair may attend
  virtual Message reason(const CellContext& cell, bool allowed) const = 0;
  static constexpr OptionSpec enabled_option() { return boolean_option("enabled", "false: nothing is masked", true); }
  static constexpr OptionSpec fill_option() {
    return choice_option("fill", "what a masked cell becomes", "minus_infinity", "minus_infinity|zero");
  }
  static float blocked_value(const Options& options) {
    return text(options, "fill", "minus_infinity") == "zero" ? 0.0f : -std::numeric_limits<float>::infinity();
  }
  static constexpr OptionSpec columns_option() {
    return boolean_option("columns", "queries are columns and keys rows", false);
  }
  static std::size_t query(const CellContext& cell) { return cell.index[cell.index.size() - 2]; }
  static std::size_t key(const CellContext& cell) { return cell.index.back(); }
  // Query and key of a cell, of a mask with columns_option.
  static std::pair<std::size_t, std::size_t> places(const CellContext& cell) {
    if (flag(options_of(cell), "columns", false)) return {key(cell), query(cell)};
    return {query(cell), key(cell)};
  }

  static Result<Evaluated> masked(const attention::Tensor& scores, Result<attention::BoolTensor> mask,
                                  const Options& options) {
    if (!mask) return std::unexpected(mask.error());
    if (blocked_value(options) != 0) return boxed(attention::apply_mask(scores, *mask));
    return boxed(attention::masked_fill(scores, attention::inverted(*mask), 0));
  }
  // Scores with −∞ where the Python expression `blocked` is true.
  static std::string code_masked(const CodeContext& context, const std::string& torch, const std::string& numpy,
                                 std::string_view tex) {
    if (!flag(context.options, "enabled", true)) return assign(context, "{0}");
    const bool zero = blocked_value(context.options) == 0;
    if (context.language == Language::tex)
      return assign(context,
                    zero ? "{0} \\odot [M = 0], \\quad M \\text{ the mask's } 0 \\text{ and } {-\\infty}" : tex);
    if (context.language == Language::pytorch)
      return assign(context, joined({"{0}.masked_fill(", torch, ", ", (zero ? "0.0" : "float(\"-inf\")"), ")"}));
    return assign(context, joined({"np.where(", numpy, ", np.float32(", (zero ? "0" : "-np.inf"), "), {0})"}));
  }
};

}  // namespace graph

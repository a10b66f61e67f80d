// Masks applied to scores: masked cells become −∞, the others stay. The base of the four masks.
#pragma once

#include <limits>
#include <utility>

#include "attention/masks.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {

class Masking : public Basic {
 public:
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    if (inputs[0].size() < 2) return shape_error(0, "Masks lie over scores with two axes, query × key.");
    return inputs[0];
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef from = input(cell, 0, cell.index);
    if (!flag(options_of(cell), "enabled", true)) return explain_copy(cell, from, {"rule.mask.off", {}});
    if (open(cell)) return explain_copy(cell, from, reason(cell, true));
    Writer writer(cell);
    writer.name().relate().result();
    return writer.finish(Combine::copy, {{-std::numeric_limits<double>::infinity(), {from}}}, reason(cell, false));
  }

 protected:
  virtual bool open(const CellContext& cell) const = 0;  // whether the pair may attend
  virtual Message reason(const CellContext& cell, bool allowed) const = 0;
  static constexpr OptionSpec enabled_option() { return boolean_option("enabled", "false: nothing is masked", true); }
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

  static Result<Evaluated> masked(const attention::Tensor& scores, Result<attention::BoolTensor> mask) {
    if (!mask) return std::unexpected(mask.error());
    return boxed(attention::apply_mask(scores, *mask));
  }
  // Scores with −∞ where the Python expression `blocked` is true.
  static std::string code_masked(const CodeContext& context, const std::string& torch, const std::string& numpy,
                                 std::string_view tex) {
    if (!flag(context.options, "enabled", true)) return assign(context, "{0}");
    if (context.language == Language::tex) return assign(context, tex);
    if (context.language == Language::pytorch)
      return assign(context, joined({"{0}.masked_fill(", torch, ", float(\"-inf\"))"}));
    return assign(context, joined({"np.where(", numpy, ", np.float32(-np.inf), {0})"}));
  }
};

}  // namespace graph

// Patches put back into a picture (C, H, W): the mean where they overlap, 0 where none reaches.
#include "attention/inputs/patches.hpp"

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Unpatch final : public Basic {
 public:
  std::string_view name() const override { return "unpatch"; }
  std::string_view doc() const override { return "Patches put back into a picture (C, H, W)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"tokens"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        integer_option("channels", "channels of the picture", std::nullopt, 1, 1e4),
        integer_option("height", "pixels down", std::nullopt, 1, 1e5),
        integer_option("width", "pixels across", std::nullopt, 1, 1e5),
        integer_option("size", "side of a patch in pixels", std::nullopt, 1, 1e5),
        integer_option("stride", "step from patch to patch; 0: the size", 0, 0, 1e5),
        choice_option("overlap", "what patches make where they overlap", "mean", "mean|sum")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<attention::PatchGrid> grid = grid_of(options);
    if (!grid) return shape_error(0, grid.error().message);
    const Shape wanted{grid->rows * grid->columns, grid->channels * grid->size * grid->size};
    if (inputs[0] != wanted)
      return shape_error(0, joined({"tokens are ", describe(inputs[0]), ", but this picture has ", describe(wanted),
                                    ", patch × feature."}));
    return Shape{grid->channels, grid->height, grid->width};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options&, const Shape&) const override {
    return {Axis{"channel", {}}, Axis{"row", {}}, Axis{"column", {}}};
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const Result<attention::PatchGrid> grid = grid_of(options);
    if (!grid) return std::unexpected(grid.error());
    return boxed(attention::unpatch(inputs[0]->tensor, *grid, averaged(options)));
  }
  Explanation explain(const CellContext& cell) const override {
    const Result<attention::PatchGrid> grid = grid_of(options_of(cell));
    if (!grid) return {};
    std::vector<Product> products;
    const std::size_t size = grid->size;
    for (std::size_t n = 0; n < grid->rows * grid->columns; ++n) {
      const std::size_t top = n / grid->columns * grid->stride, left = n % grid->columns * grid->stride;
      const std::size_t row = cell.index[1], column = cell.index[2];
      if (row < top || row >= top + size || column < left || column >= left + size) continue;
      const std::size_t feature = (cell.index[0] * size + row - top) * size + column - left;
      const CellRef ref = input(cell, 0, {n, feature});
      products.push_back({{ref}, {}, place_note(cell.graph, ref.node, 0, n)});
    }
    const std::size_t hits = products.size();
    if (!averaged(options_of(cell)))
      return explain_sum(cell, std::move(products), {"rule.unpatch.sum", {std::to_string(hits)}});
    return explain_sum(cell, std::move(products), {"rule.unpatch", {std::to_string(hits)}},
                       hits ? static_cast<double>(hits) : 1.0);
  }
  Result<void> derivative(Derivative& d) const override {
    Options options;
    for (const std::string_view name : {"size", "stride"})
      if (const auto found = d.options().find(name); found != d.options().end()) options.insert(*found);
    const NodeId rows = d.apply("patches", {d.gradient()}, options);
    if (!averaged(d.options())) {
      d.add(0, rows);
      return {};
    }
    Options summed = d.options();
    summed.insert_or_assign("overlap", std::string("sum"));
    const NodeId how_many = d.apply("unpatch", {d.apply("ones", {d.input(0)})}, std::move(summed));
    d.add(0, d.over(rows, d.apply("patches", {how_many}, options)));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Result<attention::PatchGrid> grid = grid_of(context.options);
    if (!grid) return {};
    std::string sizes;
    for (const std::size_t n : {grid->channels, grid->height, grid->width, grid->size, grid->stride})
      sizes += joined({", ", n});
    if (!averaged(context.options)) sizes += ", mean=False";
    return assign(context, joined({"unpatch({0}", sizes, ")"}), "\\operatorname{unpatch}({0})");
  }
  Layout layout() const override { return Layout::reshape; }

 private:
  static bool averaged(const Options& options) { return text(options, "overlap", "mean") == "mean"; }
  static Result<attention::PatchGrid> grid_of(const Options& options) {
    const auto get = [&](std::string_view name) { return static_cast<std::size_t>(integer(options, name, 0)); };
    const std::size_t stride = get("stride") == 0 ? get("size") : get("stride");
    return attention::patch_grid(get("channels"), get("height"), get("width"), get("size"), stride);
  }
};

}  // namespace

const Operation& unpatch_operation() {
  static const Unpatch operation;
  return operation;
}

}  // namespace graph

// A picture as patches, and patches as a picture.
#include "attention/inputs/patches.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
// A picture (C, H, W) cut into square patches, each laid out as one row: a token is a patch.
namespace {

class Patches final : public Rearrangement {
 public:
  std::string_view name() const override { return "patches"; }
  std::string_view doc() const override { return "A picture (C, H, W) cut into patches, one row each"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"image"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("size", "side of a patch in pixels", std::nullopt, 1, 1e5),
                                         integer_option("stride", "step from patch to patch; 0: the size", 0, 0, 1e5)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Shape& image = inputs[0];
    if (image.size() != 3) return shape_error(0, "image needs three axes, channel × row × column.");
    const Result<attention::PatchGrid> grid = grid_of(image, options);
    if (!grid) return shape_error(0, grid.error().message);
    return Shape{grid->rows * grid->columns, image[0] * grid->size * grid->size};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options&, const Shape&) const override {
    return {Axis{"patch", {}}, Axis{"feature", {}}};
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const auto [size, step] = sizes(options);
    return boxed(attention::patches(inputs[0]->tensor, size, step));
  }
  Result<void> derivative(Derivative& d) const override {
    const Shape& image = d.shape(d.input(0));
    Options options = d.options();
    options.emplace("channels", static_cast<double>(image[0]));
    options.emplace("height", static_cast<double>(image[1]));
    options.emplace("width", static_cast<double>(image[2]));
    options.emplace("overlap", std::string("sum"));
    d.add(0, d.apply("unpatch", {d.gradient()}, std::move(options)));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const auto [size, step] = sizes(context.options);
    return assign(context, joined({"patches({0}, ", size, ", ", step, ")"}), "\\operatorname{patches}({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const Result<attention::PatchGrid> grid = grid_of(input_shape(cell, 0), options_of(cell));
    if (!grid) return input(cell, 0, {0, 0, 0});
    const std::size_t n = cell.index[0], f = cell.index[1], size = grid->size;
    return input(cell, 0,
                 {f / (size * size), n / grid->columns * grid->stride + f / size % size,
                  n % grid->columns * grid->stride + f % size});
  }
  Message rule(const CellContext& cell) const override {
    const Index from = origin(cell).index;
    return {"rule.patch", {one_based(from[0]), one_based(from[1]), one_based(from[2])}};
  }

 private:
  static std::pair<std::size_t, std::size_t> sizes(const Options& options) {
    const auto size = static_cast<std::size_t>(integer(options, "size", 1));
    const auto step = static_cast<std::size_t>(integer(options, "stride", 0));
    return {size, step == 0 ? size : step};
  }
  static Result<attention::PatchGrid> grid_of(const Shape& image, const Options& options) {
    const auto [size, step] = sizes(options);
    return attention::patch_grid(image[0], image[1], image[2], size, step);
  }
};

}  // namespace

const Operation& patches_operation() {
  static const Patches operation;
  return operation;
}

// Patches put back into a picture (C, H, W): the mean where they overlap, 0 where none reaches.
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

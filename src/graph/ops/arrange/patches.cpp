// A picture (C, H, W) cut into square patches, each laid out as one row: a token is a patch.
#include "attention/inputs/patches.hpp"

#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
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

}  // namespace graph

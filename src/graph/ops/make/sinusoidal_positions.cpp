// Position vectors of sines and cosines with growing wavelengths (Vaswani et al. 2017), to be added to the inputs.
#include <cmath>

#include "attention/inputs/positions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class SinusoidalPositions final : public Basic {
 public:
  std::string_view name() const override { return "sinusoidal_positions"; }
  std::string_view doc() const override { return "Position vectors of sines and cosines"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"like", true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        integer_option("tokens", "how many positions, unless there is an input to match", 1, 0, 1e6),
        integer_option("features", "how long each vector is, unless there is an input to match", 2, 1, 1e6),
        number_option("base", "the base of the wavelengths", 10000, 1e-6, 1e12),
        integer_option("offset", "the first position, from 0", 0, 0, 1e9)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    if (in.empty())
      return Shape{static_cast<std::size_t>(integer(options, "tokens", 1)),
                   static_cast<std::size_t>(integer(options, "features", 2))};
    if (in[0].size() < 2) return shape_error(0, "like needs two axes, token × feature.");
    return Shape{in[0][in[0].size() - 2], in[0].back()};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    if (in.empty()) return {Axis{"token", {}}, Axis{"feature", {}}};
    return {in[0][in[0].size() - 2], in[0].back()};
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    std::vector<Shape> shapes;
    for (const TensorBox* box : in) shapes.push_back(attention::shape_of(box->tensor));
    const Result<Shape> size = shape(shapes, options);
    if (!size) return std::unexpected(size.error());
    return boxed(attention::sinusoidal((*size)[0], (*size)[1], number(options, "base", 10000),
                                       static_cast<std::size_t>(integer(options, "offset", 0))));
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t d = cell.index[1], features = cell.graph.node(cell.node).shape[1];
    const auto position =
        static_cast<double>(cell.index[0]) + static_cast<double>(integer(options_of(cell), "offset", 0));
    const double stretch = std::pow(number(options_of(cell), "base", 10000),
                                    static_cast<double>(d - d % 2) / static_cast<double>(features));
    const bool sine = d % 2 == 0;
    const double angle = position / stretch;
    Writer writer(cell);
    writer.name().relate().text(sine ? "sin(" : "cos(").number(position).text("/").number(stretch).text(")");
    if (angle != 0) writer.inexact();
    writer.relate().result();
    return writer.finish(Combine::copy, {{sine ? std::sin(angle) : std::cos(angle), {}}},
                         {sine ? "rule.position.sine" : "rule.position.cosine", {format_number(position, 0)}});
  }
  Result<void> derivative(Derivative& d) const override {
    static_cast<void>(d);  // only the shape of `like` counts
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Result<Shape> size = shape(context.input_shapes, context.options);
    if (!size) return {};
    return assign(
        context,
        joined({"sinusoidal(", (*size)[0], ", ", (*size)[1], ", ", code_number(number(context.options, "base", 10000)),
                ", ", integer(context.options, "offset", 0), ")"}),
        "\\sin\\!\\left(t / 10000^{2i/d}\\right) \\text{ and } \\cos\\!\\left(t / 10000^{2i/d}\\right)");
  }
};

}  // namespace

const Operation& sinusoidal_positions_operation() {
  static const SinusoidalPositions operation;
  return operation;
}

}  // namespace graph

// Windows of a sequence of ids: stretches of one length, each from a start of its own, as batches of a text are cut.
#include <algorithm>
#include <cmath>
#include <optional>

#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Windows final : public Basic {
 public:
  std::string_view name() const override { return "windows"; }
  Meaning meaning() const override { return Meaning::moved; }
  std::string_view doc() const override {
    return "Stretches of a sequence of ids, one for each start; starts beyond the last one begin again from 0";
  }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"starts"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("length", "places of each window", std::nullopt, 1, 65536)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const auto length = static_cast<std::size_t>(integer(options, "length", 1));
    if (in[0].size() != 1) return shape_error(0, "x must be a sequence: a tensor of one axis.");
    if (in[1].size() != 1) return shape_error(1, "starts must be a list of whole numbers, one for each window.");
    if (in[0][0] < length)
      return shape_error(
          0, joined({"A window of ", length, " places does not fit into ", in[0][0], ". Take a longer sequence."}));
    return Shape{in[1][0], length};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options&, const Shape&) const override {
    return {Axis{"batch", {}}, Axis{"token", {}}};
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const auto length = static_cast<std::size_t>(integer(options, "length", 1));
    const attention::Tensor &x = in[0]->tensor, &starts = in[1]->tensor;
    attention::Tensor out = attention::filled({starts.size(), length}, 0);
    for (std::size_t b = 0; b < starts.size(); ++b) {
      const std::optional<std::size_t> from = first(starts.data()[b], x.size(), length);
      if (!from) return fail("range", "inputs/1", "A start is a whole number from 0 on.");
      std::copy_n(x.data() + *from, length, out.data() + b * length);
    }
    return Evaluated{std::move(out), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef start = input(cell, 1, {cell.index[0]});
    const std::size_t all = input_shape(cell, 0)[0];
    const auto length = static_cast<std::size_t>(integer(options_of(cell), "length", 1));
    const std::size_t at = first(cell.graph.at(start.node, start.index), all, length).value_or(0) + cell.index[1];
    Explanation made = explain_copy(cell, input(cell, 0, {at}), {"rule.window", {one_based(at), std::to_string(all)}});
    made.terms.front().factors.push_back(start);
    return made;
  }
  std::string code(const CodeContext& context) const override {
    const std::string length = std::to_string(integer(context.options, "length", 1));
    if (context.language == Language::tex) return assign(context, "\\text{windows of } {0}");
    const std::string starts = joined({"{1} % ({0}.shape[0] - ", length, " + 1)"});
    if (context.language == Language::pytorch)
      return assign(context, joined({"{0}.unfold(0, ", length, ", 1)[(", starts, ").long()]"}));
    return assign(context,
                  joined({"np.lib.stride_tricks.sliding_window_view({0}, ", length, ")[(", starts, ").astype(int)]"}));
  }

 private:
  static std::optional<std::size_t> first(float start, std::size_t all, std::size_t length) {
    const bool is_place = start >= 0 && start <= static_cast<float>(largest_whole_float) && start == std::floor(start);
    if (!is_place) return std::nullopt;  // not a number is none either
    return static_cast<std::size_t>(start) % (all - length + 1);
  }
};

}  // namespace

const Operation& windows_operation() {
  static const Windows operation;
  return operation;
}

}  // namespace graph

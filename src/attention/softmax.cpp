// Softmax over any axis as its formula, in float32 and in the order of PyTorch's plain CPU path, so that both print the
// same last digit.
#include "attention/softmax.hpp"

#include <cmath>
#include <limits>

#include "attention/tensor/map.hpp"
#include "attention/tensor/sums.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

// In a line of only −∞ the largest is −∞, and −∞ − −∞ is NaN: so nothing is subtracted.
double or_zero(double largest) { return std::isinf(largest) ? 0.0 : largest; }
float power(float x, float temperature) { return static_cast<float>(std::exp(double{x} / double{temperature})); }
// e^0 of the largest is 1, so only a line of −∞ has the sum 0; dividing by 1 instead gives 0 everywhere.
double or_one(double total) { return total == 0.0 ? 1.0 : total; }

}  // namespace

Result<Tensor> softmax(const Tensor& x, int axis, const SoftmaxOptions& options) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  if (auto ok = check_scores(x, "x"); !ok) return std::unexpected(ok.error());
  if (!(options.temperature > 0.0f) || !std::isfinite(options.temperature)) {
    return fail("range", "temperature",
                "The temperature divides the scores, so it must be a number above 0: below 1 the weights get sharper, "
                "above 1 flatter.");
  }
  if (x.size() == 0) return x;
  const bool rows = *place + 1 == x.dimension();

  const Tensor largest = map(or_zero, *attention::amax(x, axis, true));        // (…, 1, …)
  const Tensor powers = map(power, x - largest, scalar(options.temperature));  // (…, n, …)
  Tensor total = detail::line_sums(powers, *place, rows ? detail::sum_in_lanes : detail::sum_in_order);
  if (options.empty_row == EmptyRow::zeros) total = map(or_one, total);  // otherwise 0 / 0 = NaN
  // PyTorch multiplies rows by the inverse of their sum, and divides columns by it.
  return rows ? powers * (1.0f / total) : powers / total;
}

Result<Tensor> log_softmax(const Tensor& x, int axis) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  if (x.size() == 0) return x;
  const Tensor less = x - map(or_zero, *attention::amax(x, axis, true));  // (…, n, …)
  const Tensor powers = attention::exp(less);
  const bool rows = *place + 1 == x.dimension();
  const Tensor total = detail::line_sums(powers, *place, rows ? detail::sum_in_lanes : detail::sum_in_order);
  return less - map([](double sum) { return std::log(sum); }, total);
}

Result<Tensor> cross_entropy(const Tensor& logits, const Tensor& targets, long long ignore_index) {
  const Shape shape = shape_of(logits);
  if (shape.empty() || Shape(shape.begin(), shape.end() - 1) != shape_of(targets))
    return fail("shape", "targets",
                {"logits are ", describe(logits), " and targets ", describe(targets),
                 ": there must be one target for each row of logits."});
  const std::size_t classes = shape.back();
  const Result<Tensor> logs = attention::log_softmax(logits, -1);
  if (!logs) return logs;
  float sum = 0.0f, counted = 0.0f;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const float target = targets.data()[i];
    if (target == static_cast<float>(ignore_index)) continue;
    const bool names_a_class = target >= 0.0f && target < static_cast<float>(classes) && target == std::floor(target);
    if (!names_a_class)
      return fail("range", "targets" + describe_index(i, shape_of(targets)),
                  {"A target names no class: there are ", classes, ", counted from 0."});
    sum -= logs->data()[i * classes + static_cast<std::size_t>(target)];
    counted += 1.0f;
  }
  return scalar(sum / counted);
}

}  // namespace attention

// Arithmetic with broadcasting, reductions and masked_fill of tensor_functions.hpp.
#include <cmath>

#include <xtensor/core/xmath.hpp>

#include "attention/masks.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/sums.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

Result<Tensor> combine(const Tensor& a, const Tensor& b, float (*f)(float, float)) {
  const Result<Shape> shape = broadcast_shape(shape_of(a), shape_of(b), "a", "b");
  if (!shape) return std::unexpected(shape.error());
  if (auto count = element_count(*shape, "the result"); !count) return std::unexpected(count.error());
  return map(f, a, b);
}

double larger(double a, double b) { return b > a || std::isnan(b) ? b : a; }  // NaN wins, as in torch.amax

double smaller(double a, double b) { return b < a || std::isnan(b) ? b : a; }

// (…, 1, …) without its axis.
Tensor squeezed(Tensor x, std::size_t axis, bool keep_dim) {
  Shape shape = shape_of(x);
  if (!keep_dim) shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  x.reshape(shape);
  return x;
}

// The position of an axis, which must not be empty.
Result<std::size_t> axis_of_some(const Tensor& x, int axis, const char* what) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place || x.shape()[*place] > 0) return place;
  return fail("empty", joined({"x, axis ", *place}),
              {"There is no ", what, " of nothing: axis ", *place, " of x ", describe(x), " has length 0."});
}

Result<Tensor> extreme(const Tensor& x, int axis, bool keep_dim, const char* what, double (*better)(double, double),
                       double first) {
  const Result<std::size_t> place = axis_of_some(x, axis, what);
  if (!place) return std::unexpected(place.error());
  return squeezed(rounded(reduced(better, first, widened(x), *place)), *place, keep_dim);
}

double squared(double x) { return x * x; }

// (…, n, …) → (…, 1, …)
Doubles wide_means(const Doubles& x, std::size_t axis) {
  const auto length = static_cast<double>(x.shape()[axis]);
  return wide_sums(x, axis) / length;
}

// Each cell minus the mean of its line.
Doubles off_mean(const Tensor& x, std::size_t axis) {
  const Doubles wide = widened(x);
  return wide - wide_means(wide, axis);
}

}  // namespace

Result<Tensor> add(const Tensor& a, const Tensor& b) { return combine(a, b, plus); }
Result<Tensor> subtract(const Tensor& a, const Tensor& b) { return combine(a, b, minus); }
Result<Tensor> multiply(const Tensor& a, const Tensor& b) { return combine(a, b, times); }
Result<Tensor> divide(const Tensor& a, const Tensor& b) { return combine(a, b, over); }

Tensor scale(const Tensor& x, float factor) { return x * factor; }

Tensor exp(const Tensor& x) {
  return map([](double cell) { return std::exp(cell); }, x);
}

Tensor tanh(const Tensor& x) {
  return map([](double cell) { return std::tanh(cell); }, x);
}

Result<Tensor> sum(const Tensor& x, int axis, bool keep_dim) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  return squeezed(detail::line_sums(x, *place, detail::torch_sum), *place, keep_dim);
}

Result<Tensor> mean(const Tensor& x, int axis, bool keep_dim) {
  const Result<std::size_t> place = axis_of_some(x, axis, "mean");
  if (!place) return std::unexpected(place.error());
  const Tensor total = detail::line_sums(x, *place, detail::torch_sum);
  return squeezed(total / static_cast<float>(x.shape()[*place]), *place, keep_dim);
}

Result<Tensor> amax(const Tensor& x, int axis, bool keep_dim) {
  // Not xt::amax: it starts with the lowest finite number, which is larger than −∞.
  return extreme(x, axis, keep_dim, "largest", larger, minus_infinity);
}

Result<Tensor> amin(const Tensor& x, int axis, bool keep_dim) {
  return extreme(x, axis, keep_dim, "smallest", smaller, -minus_infinity);
}

Result<Tensor> argmax(const Tensor& x, int axis, bool keep_dim) {
  const Result<Tensor> largest = attention::amax(x, axis, true);  // (…, 1, …)
  if (!largest) return largest;
  const std::size_t place = *resolve_axis(axis, x.dimension(), "x"), length = x.shape()[place];
  const Tensor position = rounded(column(length, x.dimension() - place - 1));  // (n, 1, …): broadcasts along the axis
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  const BoolTensor best = compare(same, widened(x), widened(*largest));
  const Tensor candidates = attention::where(best, position, scalar(static_cast<float>(length)));
  return attention::amin(candidates, axis, keep_dim);  // the first of equal ones
}

Result<Tensor> norm(const Tensor& x, int axis, bool keep_dim) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  const Tensor squares = detail::line_sums(x, *place, detail::norm_sum);
  return squeezed(map([](double sum) { return std::sqrt(sum); }, squares), *place, keep_dim);
}

Result<Tensor> std_dev(const Tensor& x, int axis, bool keep_dim) {
  const Result<std::size_t> place = axis_of_some(x, axis, "spread");
  if (!place) return std::unexpected(place.error());
  const Doubles squares = wide_sums(map(squared, off_mean(x, *place)), *place);  // (…, 1, …)
  const double others = static_cast<double>(x.shape()[*place]) - 1.0;
  return squeezed(rounded(attention::sqrt(squares / others)), *place, keep_dim);
}

Result<Tensor> cumsum(const Tensor& x, int axis) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  if (x.size() == 0) return x;
  return Tensor(xt::cumsum<double>(x, static_cast<std::ptrdiff_t>(*place)));
}

Result<Tensor> layer_norm(const Tensor& x, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                          double eps) {
  const Result<std::size_t> place = axis_of_some(x, -1, "mean");
  if (!place) return std::unexpected(place.error());
  for (const std::optional<Tensor>* each : {&weight, &bias}) {
    if (!*each) continue;
    const Shape width{x.shape()[*place]};
    if (auto ok = check_shape(**each, width, each == &weight ? "weight" : "bias", "one number for each feature"); !ok)
      return std::unexpected(ok.error());
  }
  const Doubles off = off_mean(x, *place);                         // (…, T, D)
  const Doubles variance = wide_means(map(squared, off), *place);  // (…, T, 1)
  Doubles result = off / attention::sqrt(variance + eps);
  if (weight) result = result * widened(*weight);  // (D)
  if (bias) result = result + widened(*bias);
  return rounded(result);
}

Result<Tensor> root_mean_square(const Tensor& x, int axis, bool keep_dim, double eps) {
  const Result<std::size_t> place = axis_of_some(x, axis, "root mean square");
  if (!place) return std::unexpected(place.error());
  const Doubles means = wide_means(map(squared, widened(x)), *place);
  Tensor out = rounded(attention::sqrt(means + eps));
  Shape shape = shape_of(x);
  if (keep_dim) return out;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*place));
  out.reshape(shape);
  return out;
}

Result<Tensor> rms_norm(const Tensor& x, const std::optional<Tensor>& weight, double eps) {
  const Result<std::size_t> place = axis_of_some(x, -1, "root mean square");
  if (!place) return std::unexpected(place.error());
  const Shape width{x.shape()[*place]};
  if (weight)
    if (auto ok = check_shape(*weight, width, "weight", "one number for each feature"); !ok)
      return std::unexpected(ok.error());
  const Doubles wide = widened(x), means = wide_means(map(squared, wide), *place);  // (…, T, 1)
  Doubles result = wide / attention::sqrt(means + eps);
  if (weight) result = result * widened(*weight);
  return rounded(result);
}

Result<Tensor> max_abs_difference(const Tensor& a, const Tensor& b) {
  if (auto ok = check_shape(b, shape_of(a), "b", "as a has"); !ok) return std::unexpected(ok.error());
  if (a.size() == 0) return scalar(0.0f);
  const auto distance = [](float x, float y) { return std::fabs(x - y); };
  Tensor distances = map(distance, a, b);
  distances.reshape(Shape{distances.size()});
  return attention::amax(distances, 0);
}

Result<Tensor> correlation(const Tensor& a, const Tensor& b) {
  if (auto ok = check_shape(b, shape_of(a), "b", "as a has"); !ok) return std::unexpected(ok.error());
  Tensor x = a, y = b;
  for (Tensor* cells : {&x, &y}) cells->reshape(Shape{a.size()});
  const Doubles off_x = off_mean(x, 0), off_y = off_mean(y, 0);
  const double together = wide_sums(off_x * off_y, 0)(0);
  const double apart = std::sqrt(wide_sums(map(squared, off_x), 0)(0) * wide_sums(map(squared, off_y), 0)(0));
  return scalar(static_cast<float>(together / apart));
}

Result<Tensor> masked_fill(const Tensor& x, const BoolTensor& mask, float value) {
  const Shape shape = shape_of(x);
  const Result<Shape> together = broadcast_shape(shape, shape_of(mask), "x", "mask");
  if (!together || *together != shape) {
    return fail("mask", "mask",
                {"A mask of shape ", describe(shape_of(mask)), " can't be laid over x ", describe(shape),
                 ": counted from the last axis, each length must be the same or 1."});
  }
  return attention::where(mask, scalar(value), x);
}

}  // namespace attention

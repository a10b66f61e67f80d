// Arithmetic with broadcasting, reductions and masked_fill of tensor_functions.hpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/loops.hpp"
#include "attention/sums.hpp"
#include "attention/tensor_functions.hpp"

namespace attention {

namespace {

template <class F>
Result<Tensor> combine(const Tensor& a, const Tensor& b, F f) {
  const Result<Shape> shape = broadcast_shape(shape_of(a), shape_of(b), "a", "b");
  if (!shape) return std::unexpected(shape.error());
  Result<Tensor> result = make_zeros(*shape, "the result");
  if (!result) return result;
  float* to = result->data();
  detail::walk<2>(*shape, {broadcast_steps(shape_of(a), *shape), broadcast_steps(shape_of(b), *shape)},
                  [&](const detail::Offsets<2>& at) {
                    *to++ = static_cast<float>(f(double{a.data()[at[0]]}, double{b.data()[at[1]]}));
                  });
  return result;
}

template <class F>
Tensor each(const Tensor& x, F f) {
  Tensor result = x;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result.data()[i] = static_cast<float>(f(double{result.data()[i]}));
  }
  return result;
}

// f(view, outer, inner) for each line along one axis.
template <class F>
Result<Tensor> reduce(const Tensor& x, int axis, bool keep_dim, F f) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  const detail::AxisView view = detail::along(shape_of(x), *place);
  Shape shape = shape_of(x);
  if (keep_dim) {
    shape[*place] = 1;
  } else {
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*place));
  }
  Tensor result = Tensor::from_shape(shape);
  for (std::size_t outer = 0; outer < view.outer; ++outer) {
    for (std::size_t inner = 0; inner < view.inner; ++inner) {
      result.data()[outer * view.inner + inner] = f(view, outer, inner);
    }
  }
  return result;
}

Result<void> check_not_empty(const Tensor& x, int axis, const char* what) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  if (x.shape()[*place] > 0) return {};
  return fail("empty", joined({"x, axis ", *place}),
              {"There is no ", what, " of nothing: axis ", *place, " of x ", describe(x), " has length 0."});
}

}  // namespace

Result<Tensor> add(const Tensor& a, const Tensor& b) {
  return combine(a, b, [](double x, double y) { return x + y; });
}

Result<Tensor> subtract(const Tensor& a, const Tensor& b) {
  return combine(a, b, [](double x, double y) { return x - y; });
}

Result<Tensor> multiply(const Tensor& a, const Tensor& b) {
  return combine(a, b, [](double x, double y) { return x * y; });
}

Result<Tensor> divide(const Tensor& a, const Tensor& b) {
  return combine(a, b, [](double x, double y) { return x / y; });
}

Tensor scale(const Tensor& x, float factor) {
  return each(x, [factor](double value) { return value * factor; });
}

Tensor exp(const Tensor& x) {
  return each(x, [](double value) { return std::exp(value); });
}

Tensor tanh(const Tensor& x) {
  return each(x, [](double value) { return std::tanh(value); });
}

Result<Tensor> sum(const Tensor& x, int axis, bool keep_dim) {
  return reduce(x, axis, keep_dim, [&](const detail::AxisView& view, std::size_t outer, std::size_t inner) {
    return detail::sum_line(x.data(), view, outer, inner);
  });
}

Result<Tensor> mean(const Tensor& x, int axis, bool keep_dim) {
  if (auto ok = check_not_empty(x, axis, "mean"); !ok) return std::unexpected(ok.error());
  return reduce(x, axis, keep_dim, [&](const detail::AxisView& view, std::size_t outer, std::size_t inner) {
    return detail::sum_line(x.data(), view, outer, inner) / static_cast<float>(view.length);
  });
}

Result<Tensor> amax(const Tensor& x, int axis, bool keep_dim) {
  if (auto ok = check_not_empty(x, axis, "largest"); !ok) return std::unexpected(ok.error());
  return reduce(x, axis, keep_dim, [&](const detail::AxisView& view, std::size_t outer, std::size_t inner) {
    float largest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < view.length; ++i) {
      const float cell = x.data()[(outer * view.length + i) * view.inner + inner];
      if (cell > largest || std::isnan(cell)) largest = cell;  // NaN wins, as in torch.amax
    }
    return largest;
  });
}

Result<Tensor> masked_fill(const Tensor& x, const BoolTensor& mask, float value) {
  const Shape shape = shape_of(x);
  const Result<Shape> together = broadcast_shape(shape, shape_of(mask), "x", "mask");
  if (!together || *together != shape) {
    return fail("mask", "mask",
                {"A mask of shape ", describe(shape_of(mask)), " can't be laid over x ", describe(shape),
                 ": counted from the last axis, each length must be the same or 1."});
  }
  Tensor result = x;
  float* to = result.data();
  detail::walk<1>(shape, {broadcast_steps(shape_of(mask), shape)}, [&](const detail::Offsets<1>& at) {
    if (mask.data()[at[0]] != 0) *to = value;
    ++to;
  });
  return result;
}

}  // namespace attention

// Making, arranging and joining tensors: the part of tensor_functions.hpp that only moves numbers.
#include <algorithm>
#include <cstdlib>

#include "attention/loops.hpp"
#include "attention/tensor_functions.hpp"

namespace attention {

Result<Tensor> from_values(const Shape& shape, const std::vector<float>& values) {
  Result<Tensor> result = make_zeros(shape, "shape");
  if (!result) return result;
  if (result->size() != values.size()) {
    return fail(
        "size", "values",
        {"The shape ", describe(shape), " has ", result->size(), " cells, but there are ", values.size(), " values."});
  }
  std::copy(values.begin(), values.end(), result->data());
  return result;
}

Result<Tensor> zeros(const Shape& shape) { return make_zeros(shape, "shape"); }
Result<Tensor> ones(const Shape& shape) { return attention::full(shape, 1.0f); }

Result<Tensor> full(const Shape& shape, float value) {
  Result<Tensor> result = make_zeros(shape, "shape");
  if (result) std::fill(result->data(), result->data() + result->size(), value);
  return result;
}

Result<Tensor> eye(std::size_t n) {
  Result<Tensor> result = make_zeros({n, n}, "n");
  if (!result) return result;
  for (std::size_t i = 0; i < n; ++i) result->data()[i * n + i] = 1.0f;
  return result;
}

Result<Tensor> permute(const Tensor& x, const std::vector<int>& axes) {
  const Shape shape = shape_of(x);
  if (axes.size() != shape.size()) {
    return fail("axis", "axes", {"x has ", shape.size(), " axes, but the new order names ", axes.size(), "."});
  }
  const std::vector<std::size_t> own = [&] {
    std::vector<std::size_t> steps(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;) steps[i - 1] = steps[i] * shape[i];
    return steps;
  }();
  Shape target;
  std::vector<std::size_t> steps;
  std::vector<bool> used(shape.size(), false);
  for (int axis : axes) {
    const Result<std::size_t> place = resolve_axis(axis, shape.size(), "x");
    if (!place) return std::unexpected(place.error());
    if (used[*place]) {
      return fail("axis", "axes", {"Axis ", axis, " is named twice in the new order."});
    }
    used[*place] = true;
    target.push_back(shape[*place]);
    steps.push_back(own[*place]);
  }
  Tensor result = Tensor::from_shape(target);
  float* to = result.data();
  const float* from = x.data();
  detail::walk<1>(target, {steps}, [&](const detail::Offsets<1>& at) { *to++ = from[at[0]]; });
  return result;
}

Result<Tensor> transpose(const Tensor& x, int axis_a, int axis_b) {
  const Result<std::size_t> a = resolve_axis(axis_a, x.dimension(), "x");
  if (!a) return std::unexpected(a.error());
  const Result<std::size_t> b = resolve_axis(axis_b, x.dimension(), "x");
  if (!b) return std::unexpected(b.error());
  std::vector<int> order(x.dimension());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::swap(order[*a], order[*b]);
  return attention::permute(x, order);
}

Result<Tensor> reshape(const Tensor& x, const std::vector<long long>& shape) {
  Shape target;
  std::size_t known = 1;
  std::ptrdiff_t open = -1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < -1 || (shape[i] == -1 && open >= 0)) {
      return fail("shape", "shape", "A new shape may hold one -1, to be worked out, and no other negative length.");
    }
    if (shape[i] == -1) open = static_cast<std::ptrdiff_t>(i);
    target.push_back(shape[i] == -1 ? 1 : static_cast<std::size_t>(shape[i]));
  }
  const Result<std::size_t> count = element_count(target, "shape");
  if (!count) return std::unexpected(count.error());
  known = *count;
  if (open >= 0 && known > 0 && x.size() % known == 0) target[static_cast<std::size_t>(open)] = x.size() / known;
  if (detail::product(target) != x.size()) {
    return fail("shape", "shape",
                {"x ", describe(x), " holds ", x.size(), " numbers; they can't be laid out as ", describe(target),
                 (open >= 0 ? " with one length left open." : ".")});
  }
  Tensor result = Tensor::from_shape(target);
  std::copy(x.data(), x.data() + x.size(), result.data());
  return result;
}

Result<Tensor> slice(const Tensor& x, int axis, long long start, long long end) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  const detail::AxisView view = detail::along(shape_of(x), *place);
  const long long length = static_cast<long long>(view.length);
  if (start < 0) start += length;
  if (end < 0) end += length;
  if (start < 0 || end > length || start > end) {
    return fail("range", "start, end",
                {"Cells ", start, " up to ", end, " can't be cut from an axis of length ", length, "."});
  }
  Shape shape = shape_of(x);
  shape[*place] = static_cast<std::size_t>(end - start);
  Tensor result = Tensor::from_shape(shape);
  const std::size_t block = shape[*place] * view.inner;
  for (std::size_t outer = 0; outer < view.outer; ++outer) {
    const float* from = x.data() + (outer * view.length + static_cast<std::size_t>(start)) * view.inner;
    std::copy(from, from + block, result.data() + outer * block);
  }
  return result;
}

Result<Tensor> select(const Tensor& x, int axis, long long index) {
  Result<Tensor> chosen = attention::index_select(x, axis, {index});
  if (!chosen) return chosen;
  const std::size_t place = *resolve_axis(axis, x.dimension(), "x");
  std::vector<long long> shape;
  for (std::size_t i = 0; i < x.dimension(); ++i) {
    if (i != place) shape.push_back(static_cast<long long>(x.shape()[i]));
  }
  return attention::reshape(*chosen, shape);
}

Result<Tensor> index_select(const Tensor& x, int axis, const std::vector<long long>& indices) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  const detail::AxisView view = detail::along(shape_of(x), *place);
  Shape shape = shape_of(x);
  shape[*place] = indices.size();
  Result<Tensor> result = make_zeros(shape, "x");
  if (!result) return result;
  const long long length = static_cast<long long>(view.length);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const long long index = indices[i] < 0 ? indices[i] + length : indices[i];
    if (index < 0 || index >= length) {
      return fail("range", "index",
                  {"Index ", indices[i], " is not on an axis of length ", length, "; indices count from 0."});
    }
    for (std::size_t outer = 0; outer < view.outer; ++outer) {
      const float* from = x.data() + (outer * view.length + static_cast<std::size_t>(index)) * view.inner;
      std::copy(from, from + view.inner, result->data() + (outer * indices.size() + i) * view.inner);
    }
  }
  return result;
}

Result<Tensor> concat(const std::vector<Tensor>& parts, int axis) {
  if (parts.empty()) return fail("empty", "parts", "There is nothing to join: give at least one tensor.");
  const Result<std::size_t> place = resolve_axis(axis, parts[0].dimension(), "parts[0]");
  if (!place) return std::unexpected(place.error());
  Shape shape = shape_of(parts[0]);
  for (std::size_t n = 1; n < parts.size(); ++n) {
    Shape other = shape_of(parts[n]);
    const std::size_t length = *place < other.size() ? other[*place] : 0;
    if (*place < other.size()) other[*place] = parts[0].shape()[*place];
    if (other != shape_of(parts[0])) {
      return fail("shape", joined({"parts[", n, "]"}),
                  {"Joined along axis ", *place, ", all other axes must agree: part 0 has the shape ",
                   describe(parts[0]), ", part ", n, " has ", describe(parts[n]), "."});
    }
    shape[*place] += length;
  }
  Result<Tensor> result = make_zeros(shape, "parts");
  if (!result) return result;
  const detail::AxisView whole = detail::along(shape, *place);
  std::size_t start = 0;
  for (const Tensor& part : parts) {
    const std::size_t block = part.shape()[*place] * whole.inner;
    for (std::size_t outer = 0; outer < whole.outer; ++outer) {
      std::copy(part.data() + outer * block, part.data() + (outer + 1) * block,
                result->data() + outer * whole.length * whole.inner + start);
    }
    start += block;
  }
  return result;
}

Result<Tensor> stack(const std::vector<Tensor>& parts, int axis) {
  if (parts.empty()) return fail("empty", "parts", "There is nothing to join: give at least one tensor.");
  const Result<std::size_t> place = resolve_axis(axis, parts[0].dimension() + 1, "the result");
  if (!place) return std::unexpected(place.error());
  std::vector<Tensor> widened;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (auto ok = check_shape(parts[n], shape_of(parts[0]), joined({"parts[", n, "]"}), "as part 0 has"); !ok) {
      return std::unexpected(ok.error());
    }
    std::vector<long long> shape(parts[n].shape().begin(), parts[n].shape().end());
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*place), 1);
    widened.push_back(*attention::reshape(parts[n], shape));
  }
  return attention::concat(widened, static_cast<int>(*place));
}

Result<Tensor> repeat_interleave(const Tensor& x, std::size_t times, int axis) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  Shape shape = shape_of(x);
  const std::size_t length = shape[*place];
  if (times > 0 && length > max_elements / times) return fail("size", "times", "The repeated tensor is too large.");
  std::vector<long long> indices;
  for (std::size_t i = 0; i < length; ++i) indices.insert(indices.end(), times, static_cast<long long>(i));
  return attention::index_select(x, axis, indices);
}

Result<Tensor> tril(const Tensor& x, int diagonal) {
  if (auto ok = check_min_rank(x, 2, "x", "(…, rows, columns)"); !ok) return std::unexpected(ok.error());
  const std::size_t columns = x.shape()[x.dimension() - 1], rows = x.shape()[x.dimension() - 2];
  Tensor result = x;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const long long row = static_cast<long long>(i / columns % rows), column = static_cast<long long>(i % columns);
    if (column > row + diagonal) result.data()[i] = 0.0f;
  }
  return result;
}

}  // namespace attention

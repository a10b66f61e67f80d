// Making, arranging and joining tensors: the part of tensor_functions.hpp that only moves numbers. Every arrangement
// has the same type of strided view, so that xtensor's loops over it are compiled once.
#include <algorithm>
#include <utility>

#include <xtensor/core/xnoalias.hpp>
#include <xtensor/views/xstrided_view.hpp>

#include "attention/masks.hpp"
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

// Where the cells of a tensor, or of a part of it, lie: as torch.as_strided describes them.
struct Places {
  Tensor::shape_type shape;
  Tensor::strides_type strides;  // cells between neighbours along each axis
  std::size_t offset = 0;        // the first cell
};

Places places_of(const Tensor& x) { return {x.shape(), x.strides()}; }

// x[:, …, start:end, …, :] in NumPy's notation.
Places cut(Places of, std::size_t axis, std::size_t start, std::size_t end) {
  of.shape[axis] = end - start;
  of.offset += start * static_cast<std::size_t>(of.strides[axis]);
  return of;
}

Tensor viewed(const Tensor& x, Places at) {
  return xt::strided_view(x, std::move(at.shape), std::move(at.strides), at.offset, xt::layout_type::dynamic);
}

}  // namespace

Result<Tensor> from_values(const Shape& shape, const std::vector<float>& values) {
  Result<Tensor> result = make_zeros(shape, "shape");
  if (!result) return result;
  if (result->size() != values.size()) {
    return fail(
        "size", "values",
        {"The shape ", describe(shape), " has ", result->size(), " cells, but there are ", values.size(), " values."});
  }
  std::ranges::copy(values, result->begin());
  return result;
}

Result<Tensor> zeros(const Shape& shape) { return make_zeros(shape, "shape"); }
Result<Tensor> ones(const Shape& shape) { return attention::full(shape, 1.0f); }

Result<Tensor> full(const Shape& shape, float value) {
  Result<Tensor> result = make_zeros(shape, "shape");
  if (result) result->fill(value);
  return result;
}

Result<Tensor> eye(std::size_t n) {
  if (auto count = element_count({n, n}, "n"); !count) return std::unexpected(count.error());
  const BoolTensor diagonal = compare([](double a, double b) { return a == b; }, column(n), count_up(n));
  return attention::where(diagonal, scalar(1.0f), scalar(0.0f));
}

Result<Tensor> permute(const Tensor& x, const std::vector<int>& axes) {
  if (axes.size() != x.dimension()) {
    return fail("axis", "axes", {"x has ", x.dimension(), " axes, but the new order names ", axes.size(), "."});
  }
  Places view = places_of(x);
  std::vector<std::size_t> order;
  for (const int axis : axes) {
    const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
    if (!place) return std::unexpected(place.error());
    if (std::ranges::contains(order, *place)) {
      return fail("axis", "axes", {"Axis ", axis, " is named twice in the new order."});
    }
    view.shape[order.size()] = x.shape()[*place];
    view.strides[order.size()] = x.strides()[*place];
    order.push_back(*place);
  }
  return viewed(x, std::move(view));
}

Result<Tensor> transpose(const Tensor& x, int axis_a, int axis_b) {
  const Result<std::size_t> a = resolve_axis(axis_a, x.dimension(), "x");
  if (!a) return std::unexpected(a.error());
  const Result<std::size_t> b = resolve_axis(axis_b, x.dimension(), "x");
  if (!b) return std::unexpected(b.error());
  Places view = places_of(x);
  std::swap(view.shape[*a], view.shape[*b]);
  std::swap(view.strides[*a], view.strides[*b]);
  return viewed(x, std::move(view));
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
  if (product(target) != x.size()) {
    return fail("shape", "shape",
                {"x ", describe(x), " holds ", x.size(), " numbers; they can't be laid out as ", describe(target),
                 (open >= 0 ? " with one length left open." : ".")});
  }
  Tensor result = x;
  result.reshape(target);
  return result;
}

Result<Tensor> slice(const Tensor& x, int axis, long long start, long long end) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  const auto length = static_cast<long long>(x.shape()[*place]);
  if (start < 0) start += length;
  if (end < 0) end += length;
  if (start < 0 || end > length || start > end) {
    return fail("range", "start, end",
                {"Cells ", start, " up to ", end, " can't be cut from an axis of length ", length, "."});
  }
  return viewed(x, cut(places_of(x), *place, static_cast<std::size_t>(start), static_cast<std::size_t>(end)));
}

namespace {

Result<std::size_t> resolve_index(long long index, std::size_t length) {
  const auto count = static_cast<long long>(length);
  const long long from_start = index < 0 ? index + count : index;
  if (from_start >= 0 && from_start < count) return static_cast<std::size_t>(from_start);
  return fail("range", "index", {"Index ", index, " is not on an axis of length ", length, "; indices count from 0."});
}

}  // namespace

Result<Tensor> select(const Tensor& x, int axis, long long index) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  const Result<std::size_t> here = resolve_index(index, x.shape()[*place]);
  if (!here) return std::unexpected(here.error());
  Places view = cut(places_of(x), *place, *here, *here + 1);
  view.shape.erase(view.shape.begin() + static_cast<std::ptrdiff_t>(*place));
  view.strides.erase(view.strides.begin() + static_cast<std::ptrdiff_t>(*place));
  return viewed(x, std::move(view));
}

Result<Tensor> index_select(const Tensor& x, int axis, const std::vector<long long>& indices) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  if (!place) return std::unexpected(place.error());
  Shape shape = shape_of(x);
  shape[*place] = indices.size();
  if (auto count = element_count(shape, "x"); !count) return std::unexpected(count.error());
  if (indices.empty()) return attention::slice(x, axis, 0, 0);
  std::vector<Tensor> chosen;
  for (const long long index : indices) {
    const Result<std::size_t> here = resolve_index(index, x.shape()[*place]);
    if (!here) return std::unexpected(here.error());
    chosen.push_back(viewed(x, cut(places_of(x), *place, *here, *here + 1)));  // (…, 1, …)
  }
  return attention::concat(chosen, axis);
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
  if (auto count = element_count(shape, "parts"); !count) return std::unexpected(count.error());
  // Not xt::concatenate or xt::stack: they fix the number of parts in their type, and look up the part of each cell. Where
  // there are always two, positions.cpp uses xt::stack.
  Tensor result = Tensor::from_shape(shape);
  std::size_t first = 0;
  for (const Tensor& part : parts) {
    Places here = cut(places_of(result), *place, first, first + part.shape()[*place]);
    xt::noalias(xt::strided_view(result, std::move(here.shape), std::move(here.strides), here.offset,
                                 xt::layout_type::dynamic)) = part;
    first += part.shape()[*place];
  }
  return result;
}

Result<Tensor> stack(const std::vector<Tensor>& parts, int axis) {
  if (parts.empty()) return fail("empty", "parts", "There is nothing to join: give at least one tensor.");
  const Result<std::size_t> place = resolve_axis(axis, parts[0].dimension() + 1, "the result");
  if (!place) return std::unexpected(place.error());
  Shape wide = shape_of(parts[0]);
  wide.insert(wide.begin() + static_cast<std::ptrdiff_t>(*place), 1);
  std::vector<Tensor> wider = parts;  // (…, 1, …)
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (auto ok = check_shape(parts[n], shape_of(parts[0]), joined({"parts[", n, "]"}), "as part 0 has"); !ok) {
      return std::unexpected(ok.error());
    }
    wider[n].reshape(wide);
  }
  return attention::concat(wider, static_cast<int>(*place));
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
  const std::size_t rows = x.shape()[x.dimension() - 2], columns = x.shape()[x.dimension() - 1];
  // Not xt::tril, which takes the first two axes as rows and columns.
  const Result<BoolTensor> triangle = causal_mask(rows, columns, diagonal);
  if (!triangle) return std::unexpected(triangle.error());
  return attention::where(*triangle, x, scalar(0.0f));
}

Result<Tensor> index_add(const Tensor& x, const Shape& shape, int axis, const std::vector<long long>& places) {
  const Result<std::size_t> place = resolve_axis(axis, shape.size(), "shape");
  if (!place) return std::unexpected(place.error());
  Shape wanted = shape;
  wanted[*place] = places.size();
  if (auto ok = check_shape(x, wanted, "x", "one place for each index of the axis"); !ok)
    return std::unexpected(ok.error());
  Result<Tensor> sum = make_zeros(shape, "shape");
  if (!sum) return sum;
  std::size_t inner = 1, outer = 1;
  for (std::size_t a = 0; a < shape.size(); ++a) (a < *place ? outer : inner) *= a == *place ? 1 : shape[a];
  const std::size_t length = shape[*place];
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] < 0 || places[i] >= static_cast<long long>(length))
      return fail("range", "places",
                  {"There is no place ", places[i], ": the axis has ", length, " places, counted from 0."});
    for (std::size_t o = 0; o < outer; ++o) {
      const float* from = x.data() + (o * places.size() + i) * inner;
      float* to = sum->data() + (o * length + static_cast<std::size_t>(places[i])) * inner;
      for (std::size_t k = 0; k < inner; ++k) to[k] += from[k];
    }
  }
  return sum;
}

Result<Tensor> sum_to_size(const Tensor& x, const Shape& shape) {
  const Result<Shape> whole = broadcast_shape(shape_of(x), shape, "x", "the shape");
  if (!whole || *whole != shape_of(x))
    return fail("shape", "shape", {"x is ", describe(x), ", to which ", describe(shape), " does not broadcast."});
  Tensor sum = x;
  while (sum.dimension() > shape.size()) sum = *attention::sum(sum, 0);
  for (std::size_t a = 0; a < shape.size(); ++a)
    if (sum.shape()[a] != shape[a]) sum = *attention::sum(sum, static_cast<int>(a), true);
  return sum;
}

}  // namespace attention

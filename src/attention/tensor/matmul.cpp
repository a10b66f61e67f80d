// Matrix products as plain loops over rows, columns and the inner axis: xtensor has none. Products are rounded to
// float32 and added in order, as in PyTorch's plain CPU path, so that both print the same last digit.
#include "attention/tensor/matmul.hpp"

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

// Matrices (…, K, M) of a batch, as they are or each read as its transpose (…, M, K).
struct Right {
  const Tensor& cells;
  bool transposed;

  std::size_t length(std::size_t back) const { return cells.shape()[cells.dimension() - back]; }
  std::size_t columns() const { return length(transposed ? 2 : 1); }
};

// a (…, N, K) times b (…, K, M) → (…, N, M), which fits: leading axes broadcast to those of `batch`.
template <class Number>
xt::xarray<Number> products(const Tensor& a, const Right& b, const Shape& batch) {
  const Shape shape_a = shape_of(a);
  const std::size_t rows = shape_a[shape_a.size() - 2], inner = shape_a.back(), columns = b.columns();
  const std::size_t step_k = b.transposed ? 1 : columns, step_j = b.transposed ? inner : 1;
  const std::vector<std::size_t> of_a = stretched(leading(shape_a, 2), batch);
  const std::vector<std::size_t> of_b = stretched(leading(shape_of(b.cells), 2), batch);
  Shape shape = batch;
  shape.insert(shape.end(), {rows, columns});
  xt::xarray<Number> result = xt::xarray<Number>::from_shape(shape);
  Number* c = result.data();
  for (std::size_t n = 0; n < of_a.size(); ++n) {
    const float* const left = a.data() + of_a[n] * rows * inner;
    const float* const right = b.cells.data() + of_b[n] * inner * columns;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        Number total = 0;
        for (std::size_t k = 0; k < inner; ++k)
          total += Number{left[i * inner + k]} * Number{right[k * step_k + j * step_j]};
        *c++ = total;
      }
    }
  }
  return result;
}

Tensor reshaped(Tensor x, const Shape& shape) {
  x.reshape(shape);
  return x;
}

}  // namespace

Doubles dot_products(const Tensor& query, const Tensor& key, const Shape& batch) {
  return products<double>(query, {key, true}, batch);
}

Result<Tensor> matmul(const Tensor& a, const Tensor& b) {
  if (auto ok = check_min_rank(a, 1, "a", "(…, rows, inner)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(b, 1, "b", "(…, inner, columns)"); !ok) return std::unexpected(ok.error());
  if (a.dimension() == 1) {
    Result<Tensor> product = matmul(reshaped(a, {1, a.size()}), b);
    return product ? attention::select(*product, b.dimension() == 1 ? 0 : -2, 0) : product;
  }
  if (b.dimension() == 1) {
    Result<Tensor> product = matmul(a, reshaped(b, {b.size(), 1}));
    return product ? attention::select(*product, -1, 0) : product;
  }

  const Shape shape_a = shape_of(a), shape_b = shape_of(b);
  const std::size_t rows = shape_a[shape_a.size() - 2], inner = shape_a.back(), columns = shape_b.back();
  if (inner != shape_b[shape_b.size() - 2]) {
    return fail("shape", "b, axis -2",
                {"a ", describe(shape_a), " @ b ", describe(shape_b), ": each row of a has ", inner,
                 " numbers, each column of b has ", shape_b[shape_b.size() - 2], ". These must be equal."});
  }
  const Result<Shape> batch =
      broadcast_shape(leading(shape_a, 2), leading(shape_b, 2), "the batch of a", "the batch of b");
  if (!batch) return std::unexpected(batch.error());
  Shape shape = *batch;
  shape.insert(shape.end(), {rows, columns});
  if (auto count = element_count(shape, "a @ b"); !count) return std::unexpected(count.error());
  return products<float>(a, {b, false}, *batch);
}

Result<Tensor> linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
  if (auto ok = check_min_rank(x, 1, "x", "(…, in features)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_rank(weight, 2, "weight", "(out, in)"); !ok) return std::unexpected(ok.error());
  const std::size_t out = weight.shape()[0], in = weight.shape()[1];
  if (x.shape()[x.dimension() - 1] != in) {
    return fail("shape", "weight, axis 1",
                {"weight ", describe(weight), " is (out, in) and takes ", in, " features, but each token of x ",
                 describe(x), " has ", x.shape()[x.dimension() - 1], "."});
  }
  if (bias) {
    if (auto ok = check_shape(*bias, {out}, "bias", "one number for each output feature"); !ok) {
      return std::unexpected(ok.error());
    }
  }
  Shape shape = shape_of(x);
  shape.back() = out;
  if (auto count = element_count(shape, "the result"); !count) return std::unexpected(count.error());
  Tensor result = products<float>(reshaped(x, {product(leading(shape, 1)), in}), {weight, true}, {});
  result.reshape(shape);
  return bias ? result + *bias : result;
}

Result<Tensor> weighted_values(const Tensor& weights, const Tensor& values) {
  if (auto ok = check_min_rank(weights, 2, "weights", "(…, queries, keys)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(values, 2, "values", "(…, keys, features)"); !ok) return std::unexpected(ok.error());
  Shape shape_w = shape_of(weights), shape_v = shape_of(values);
  const std::size_t keys = shape_w.back();
  if (shape_v[shape_v.size() - 2] != keys) {
    return fail("shape", "values, axis -2",
                {"weights ", describe(shape_w), " has ", keys, " weights in a row, but values ", describe(shape_v),
                 " has ", shape_v[shape_v.size() - 2], " rows."});
  }
  const Tensor turned = *attention::transpose(weights, -1, -2);
  shape_w = shape_of(turned);
  shape_w.push_back(1);
  shape_v.insert(shape_v.end() - 1, 1);
  return attention::multiply(reshaped(turned, shape_w),   // (…, T_k, T_q, 1)
                             reshaped(values, shape_v));  // (…, T_k, 1, D_v)
}

}  // namespace attention

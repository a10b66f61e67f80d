// Matrix products as plain loops over rows, columns and the inner axis. Products are rounded to float32 and added from
// the first on, as PyTorch's plain CPU path does it: so both print the same last digit.
#include "attention/matmul.hpp"

#include "attention/loops.hpp"
#include "attention/tensor_functions.hpp"

namespace attention {

namespace {

// c (rows, columns) = a (rows, inner) b (inner, columns).
void multiply_matrices(const float* a, const float* b, float* c, std::size_t rows, std::size_t inner,
                       std::size_t columns) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      float total = 0.0f;
      for (std::size_t k = 0; k < inner; ++k) total += a[i * inner + k] * b[k * columns + j];
      c[i * columns + j] = total;
    }
  }
}

// Reshape that can't fail: the number of cells is the same.
Tensor with_shape(const Tensor& x, const Shape& shape) {
  return *attention::reshape(x, std::vector<long long>(shape.begin(), shape.end()));
}

}  // namespace

Result<Tensor> matmul(const Tensor& a, const Tensor& b) {
  if (auto ok = check_min_rank(a, 1, "a", "(…, rows, inner)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(b, 1, "b", "(…, inner, columns)"); !ok) return std::unexpected(ok.error());
  if (a.dimension() == 1) {
    Result<Tensor> product = matmul(with_shape(a, {1, a.size()}), b);
    return product ? attention::select(*product, b.dimension() == 1 ? 0 : -2, 0) : product;
  }
  if (b.dimension() == 1) {
    Result<Tensor> product = matmul(a, with_shape(b, {b.size(), 1}));
    return product ? attention::select(*product, -1, 0) : product;
  }

  const Shape shape_a = shape_of(a), shape_b = shape_of(b);
  const std::size_t rows = shape_a[shape_a.size() - 2], inner = shape_a.back(), columns = shape_b.back();
  if (inner != shape_b[shape_b.size() - 2]) {
    return fail("shape", "b, axis -2",
                {"a ", describe(shape_a), " @ b ", describe(shape_b), ": each row of a has ", inner,
                 " numbers, each column of b has ", shape_b[shape_b.size() - 2], ". These must be equal."});
  }
  const Shape batch_a = detail::leading(shape_a, 2), batch_b = detail::leading(shape_b, 2);
  const Result<Shape> batch = broadcast_shape(batch_a, batch_b, "the batch of a", "the batch of b");
  if (!batch) return std::unexpected(batch.error());
  Shape shape = *batch;
  shape.push_back(rows);
  shape.push_back(columns);
  Result<Tensor> result = make_zeros(shape, "a @ b");
  if (!result) return result;
  float* c = result->data();
  detail::walk<2>(
      *batch, {broadcast_steps(batch_a, *batch), broadcast_steps(batch_b, *batch)}, [&](const detail::Offsets<2>& at) {
        multiply_matrices(a.data() + at[0] * rows * inner, b.data() + at[1] * inner * columns, c, rows, inner, columns);
        c += rows * columns;
      });
  return result;
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
  Result<Tensor> result = make_zeros(shape, "the result");
  if (!result) return result;
  const std::size_t rows = detail::product(detail::leading(shape, 1));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t o = 0; o < out; ++o) {
      float total = 0.0f;
      for (std::size_t i = 0; i < in; ++i) total += x.data()[row * in + i] * weight.data()[o * in + i];
      result->data()[row * out + o] = bias ? total + bias->data()[o] : total;
    }
  }
  return result;
}

Result<Tensor> weighted_values(const Tensor& weights, const Tensor& values) {
  if (auto ok = check_min_rank(weights, 2, "weights", "(…, queries, keys)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(values, 2, "values", "(…, keys, features)"); !ok) return std::unexpected(ok.error());
  const Shape shape_w = shape_of(weights), shape_v = shape_of(values);
  const std::size_t keys = shape_w.back();
  if (shape_v[shape_v.size() - 2] != keys) {
    return fail("shape", "values, axis -2",
                {"weights ", describe(shape_w), " has ", keys, " weights in a row, but values ", describe(shape_v),
                 " has ", shape_v[shape_v.size() - 2], " rows."});
  }
  // (…, T_k, T_q, 1) times (…, T_k, 1, D_v).
  Shape wide_w = shape_w, wide_v = shape_v;
  std::swap(wide_w[wide_w.size() - 1], wide_w[wide_w.size() - 2]);
  wide_w.push_back(1);
  wide_v.insert(wide_v.end() - 1, 1);
  return attention::multiply(with_shape(*attention::transpose(weights, -1, -2), wide_w), with_shape(values, wide_v));
}

}  // namespace attention

// Passes matrices to the kernels: products, linear layers and the softmax of rows. What a kernel does not take goes to
// the plain functions, which also return the errors.
#include <cmath>
#include <optional>
#include <utility>

#include "attention/fast/fast.hpp"
#include "attention/fast/scratch.hpp"
#include "attention/kernels/kernels.hpp"
#include "attention/tensor/matmul.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention::fast {

namespace {

using kernels::Product;

void run(const Product& product) {
  const kernels::Kernels& fastest = kernels::best();
  const FloatSpace space(fastest.gemm_space(product));
  fastest.gemm(product, space.begin());
}

}  // namespace

Result<Tensor> matmul(const TensorView& a, const TensorView& b) {
  const auto plainly = [&] { return attention::matmul(Tensor(a), Tensor(b)); };  // else the error
  const std::size_t rank_a = a.dimension(), rank_b = b.dimension();
  if (rank_a < 2 || rank_b < 2 || a.shape()[rank_a - 1] != b.shape()[rank_b - 2]) return plainly();
  const Shape batch_a = leading(shape_of(a), 2), batch_b = leading(shape_of(b), 2);
  const Result<Shape> batch = broadcast_shape(batch_a, batch_b, "the batch of a", "the batch of b");
  if (!batch) return plainly();
  Product product;
  product.m = a.shape()[rank_a - 2];
  product.k = a.shape()[rank_a - 1];
  product.n = b.shape()[rank_b - 1];
  Shape shape = *batch;
  shape.insert(shape.end(), {product.m, product.n});
  if (auto count = element_count(shape, "a @ b"); !count) return std::unexpected(count.error());
  Tensor result = Tensor::from_shape(shape);
  product.c = result.data();
  product.c_step = product.n;
  const std::vector<std::size_t> of_a = stretched(batch_a, *batch), of_b = stretched(batch_b, *batch);
  for (std::size_t n = 0; n < of_a.size(); ++n) {
    product.a = {a.data() + of_a[n] * product.m * product.k, product.k};
    product.b = {b.data() + of_b[n] * product.k * product.n, product.n};
    run(product);
    product.c += product.m * product.n;
  }
  return result;
}

Result<Tensor> linear(const TensorView& x, const TensorView& weight, const std::optional<TensorView>& bias) {
  const bool fits = x.dimension() > 0 && weight.dimension() == 2 && x.shape()[x.dimension() - 1] == weight.shape()[1] &&
                    (!bias || shape_of(*bias) == Shape{weight.shape()[0]});
  if (!fits) return attention::linear(Tensor(x), Tensor(weight), bias ? std::optional<Tensor>(*bias) : std::nullopt);
  Shape shape = shape_of(x);
  shape.back() = weight.shape()[0];
  if (auto count = element_count(shape, "the result"); !count) return std::unexpected(count.error());
  Tensor result = Tensor::from_shape(shape);
  Product product;
  product.m = attention::product(leading(shape, 1));
  product.k = weight.shape()[1];
  product.n = weight.shape()[0];
  product.a = {x.data(), product.k};
  product.b = {weight.data(), product.k};
  product.b_transposed = true;
  product.bias = bias ? bias->data() : nullptr;
  product.c = result.data();
  product.c_step = product.n;
  run(product);
  return result;
}

Result<Tensor> softmax(const TensorView& x, int axis, const SoftmaxOptions& options) {
  const Result<std::size_t> place = resolve_axis(axis, x.dimension(), "x");
  const bool rows = place && *place + 1 == x.dimension() && x.size() > 0;
  if (!rows || options.empty_row != EmptyRow::zeros || !(options.temperature > 0.0f) ||
      !std::isfinite(1.0f / options.temperature)) {
    return attention::softmax(Tensor(x), axis, options);
  }
  Tensor result = Tensor::from_shape(shape_of(x));
  const std::size_t columns = x.shape()[*place], lines = x.size() / columns;
  const bool done = kernels::best().softmax(x.data(), result.data(), lines, columns, 1.0f / options.temperature);
  return done ? Result<Tensor>(std::move(result))
              : attention::softmax(Tensor(x), axis, options);  // it returns the error
}

}  // namespace attention::fast

// Matrix products on the fast kernels: batches with broadcasting, either side transposed, and linear layers.
#include <algorithm>

#include "attention/fast/multiply.hpp"
#include "attention/kernels/kernels.hpp"
#include "graph/core/basic.hpp"
#include "training/instructions/instruction.hpp"

namespace training {
namespace {

namespace fast = attention::fast;

// A matrix, or a batch of them, as it lies in memory.
struct Operand {
  Shape batch;
  std::size_t rows = 1, columns = 1;
};
Operand operand(const Shape& shape, bool left) {
  if (shape.size() == 1) return left ? Operand{{}, 1, shape[0]} : Operand{{}, shape[0], 1};
  return {Shape(shape.begin(), shape.end() - 2), shape[shape.size() - 2], shape.back()};
}

// How far apart the matrices of a batch are: one for all, or one after the other. No value if it is neither.
std::optional<std::size_t> step_of(const Operand& own, const Shape& batch) {
  if (graph::count(own.batch) == 1) return 0;
  if (graph::count(own.batch) == graph::count(batch)) return own.rows * own.columns;
  return std::nullopt;
}

Run matmul(const Site& site) {
  const std::string transposed = graph::text(site.options, "transpose", "none");
  const Operand a = operand(site.shapes[0], true), b = operand(site.shapes[1], false);
  const auto batch = graph::broadcast(a.batch, b.batch, "a", "b");
  if (!batch) return nullptr;
  const auto step_a = step_of(a, *batch), step_b = step_of(b, *batch);
  if (!step_a || !step_b) return nullptr;
  fast::Products products;
  products.a_transposed = site.shapes[0].size() > 1 && (transposed == "first" || transposed == "both");
  products.b_transposed = site.shapes[1].size() > 1 && (transposed == "second" || transposed == "both");
  products.batch = graph::count(*batch);
  products.m = products.a_transposed ? a.columns : a.rows;
  products.k = products.a_transposed ? a.rows : a.columns;
  products.n = products.b_transposed ? b.rows : b.columns;
  products.a = {site.in[0], a.columns, *step_a};
  products.b = {site.in[1], b.columns, *step_b};
  products.c = {site.out, products.n, products.m * products.n};
  site.work->reserve(fast::multiply_space(products));
  return [products, work = site.work] { fast::multiply(products, work->begin()); };
}

// x Wᵀ + b
Run linear(const Site& site) {
  attention::kernels::Product product;
  product.k = site.shapes[1][1];
  product.n = site.shapes[1][0];
  product.m = graph::count(site.shape) / std::max<std::size_t>(product.n, 1);
  product.a = {site.in[0], product.k};
  product.b = {site.in[1], product.k};
  product.b_transposed = true;
  product.bias = site.in.size() > 2 ? site.in[2] : nullptr;
  product.c = site.out;
  product.c_step = product.n;
  site.work->reserve(attention::kernels::best().gemm_space(product));
  return [product, work = site.work] { attention::kernels::best().gemm(product, work->begin()); };
}

}  // namespace

Run product(const Site& site) {
  const std::string_view name = site.operation.name();
  if (name == "matmul") return matmul(site);
  if (name == "linear") return linear(site);
  return nullptr;
}

}  // namespace training

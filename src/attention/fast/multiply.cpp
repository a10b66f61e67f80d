// See multiply.hpp. One large product takes less time than many small ones: what can be joined is.
#include "attention/fast/multiply.hpp"

#include "attention/kernels/kernels.hpp"

namespace attention::fast {

namespace {

// Matrices of a batch that lie below each other, without a gap, are one with more rows.
template <class T>
bool stacked(const Matrices<T>& x, std::size_t rows) {
  return x.next == rows * x.step;
}

Products joined(Products p) {
  if (p.batch <= 1) return p;
  std::size_t* longer = nullptr;
  if (p.b.next == 0 && !p.a_transposed && stacked(p.a, p.m) && stacked(p.c, p.m)) longer = &p.m;
  // Σ Aᵀ B over the batch is a product over all their rows.
  if (p.c.next == 0 && p.a_transposed && !p.b_transposed && stacked(p.a, p.k) && stacked(p.b, p.k)) longer = &p.k;
  if (!longer) return p;
  *longer *= p.batch;
  p.batch = 1;
  return p;
}

kernels::Product first_of(const Products& p) {
  return {.a = {p.a.data, p.a.step},
          .b = {p.b.data, p.b.step},
          .a_transposed = p.a_transposed,
          .b_transposed = p.b_transposed,
          .add = p.accumulate,
          .c = p.c.data,
          .c_step = p.c.step,
          .m = p.m,
          .n = p.n,
          .k = p.k};
}

}  // namespace

std::size_t multiply_space(const Products& products) { return kernels::best().gemm_space(first_of(joined(products))); }

void multiply(const Products& products, float* space) {
  const Products p = joined(products);
  const kernels::Kernels& fastest = kernels::best();
  kernels::Product one = first_of(p);
  for (std::size_t i = 0; i < p.batch; ++i) {
    fastest.gemm(one, space);
    one.a.data += p.a.next;
    one.b.data += p.b.next;
    one.c += p.c.next;
    one.add = one.add || p.c.next == 0;
  }
}

}  // namespace attention::fast

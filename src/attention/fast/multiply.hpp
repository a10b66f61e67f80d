// Products of many matrices at once on the fast kernels, for callers that plan their memory once and multiply in it again
// and again, as training does: nothing is allocated or checked.
#pragma once

#include <cstddef>

namespace attention::fast {

// The matrices of a batch, row-major: rows `step` numbers apart, matrices `next` apart; next 0: one for all.
template <class T>
struct Matrices {
  T* data = nullptr;
  std::size_t step = 0, next = 0;
};

// c (…, M, N) = a (…, M, K) · b (…, K, N) for each of `batch` matrices; a may be transposed, as (…, K, M), and b, as
// (…, N, K). With c.next 0 the products of the batch are added up, as in the gradient of a weight that all share.
struct Products {
  Matrices<const float> a = {}, b = {};
  Matrices<float> c = {};
  bool a_transposed = false, b_transposed = false;
  bool accumulate = false;  // add to what is in c
  std::size_t batch = 1, m = 0, n = 0, k = 0;
};

// Floats of scratch space that multiply() needs; the space may be used again afterwards.
std::size_t multiply_space(const Products& products);

// Within 1e-6 of the largest sum of magnitudes; the same bits on every call.
void multiply(const Products& products, float* space);

}  // namespace attention::fast

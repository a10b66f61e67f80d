// The kernels' functions in their plainest form, in float64, for readers and for comparison in tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attention/kernels/kernels.hpp"

namespace attention::kernels::reference {

// (m, n) = a (m, k) · b (k, n) + bias (n).
inline std::vector<double> gemm(const Product& p) {
  std::vector<double> c(p.m * p.n);
  for (std::size_t i = 0; i < p.m; ++i) {
    for (std::size_t j = 0; j < p.n; ++j) {
      double total = p.bias ? p.bias[j] : 0.0;
      for (std::size_t k = 0; k < p.k; ++k) {
        total += double{p.a.row(i)[k]} * (p.b_transposed ? p.b.row(j)[k] : p.b.row(k)[j]);
      }
      c[i * p.n + j] = total;
    }
  }
  return c;
}

// e^x divided by the sum of all e^x; zeros for a row of nothing but −∞.
inline void softmax(std::vector<double>& row) {
  const double most = row.empty() ? 0.0 : *std::max_element(row.begin(), row.end());
  double total = 0.0;
  for (double& x : row) total += x = std::isinf(most) ? 0.0 : std::exp(x - most);
  for (double& x : row) x /= total > 0.0 ? total : 1.0;
}

inline double score(const Head& h, std::size_t i, std::size_t j) {
  double s = 0.0;
  for (std::size_t d = 0; d < h.width; ++d) s += double{h.query.row(i)[d]} * h.key.row(j)[d];
  s *= h.scale;
  if (h.softcap > 0.0f) s = h.softcap * std::tanh(s / h.softcap);
  const std::size_t cell = i * h.mask_row + j * h.mask_column;
  const bool blocked = (h.causal && j > h.past + i) || (h.may && h.may[cell] == 0);
  return blocked ? -std::numeric_limits<double>::infinity() : h.added ? s + h.added[cell] : s;
}

// (T_q, D_v): each query's scores, their softmax, and the weighted sum of the values.
inline std::vector<double> attend(const Head& h) {
  std::vector<double> output(h.queries * h.value_width);
  for (std::size_t i = 0; i < h.queries; ++i) {
    std::vector<double> weights(h.keys);
    for (std::size_t j = 0; j < h.keys; ++j) weights[j] = score(h, i, j);
    softmax(weights);
    for (std::size_t j = 0; j < h.keys; ++j)
      for (std::size_t d = 0; d < h.value_width; ++d) output[i * h.value_width + d] += weights[j] * h.value.row(j)[d];
  }
  return output;
}

}  // namespace attention::kernels::reference

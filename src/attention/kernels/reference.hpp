// The kernels' functions in their plainest form, in float64, for readers and for comparison in tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attention/kernels/kernels.hpp"

namespace attention::kernels::reference {

// (m, n) = a (m, k) · b (k, n) + bias (n); what the product is added to is left out.
inline std::vector<double> gemm(const Product& p) {
  std::vector<double> c(p.m * p.n);
  for (std::size_t i = 0; i < p.m; ++i) {
    for (std::size_t j = 0; j < p.n; ++j) {
      double total = p.bias ? p.bias[j] : 0.0;
      for (std::size_t k = 0; k < p.k; ++k) {
        total +=
            double{p.a_transposed ? p.a.row(k)[i] : p.a.row(i)[k]} * (p.b_transposed ? p.b.row(j)[k] : p.b.row(k)[j]);
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

// (T_k): query i's scores and their softmax.
inline std::vector<double> weights_of(const Head& h, std::size_t i) {
  std::vector<double> weights(h.keys);
  for (std::size_t j = 0; j < h.keys; ++j) weights[j] = score(h, i, j);
  softmax(weights);
  return weights;
}

// (T_q, D_v): each query's weights and the weighted sum of the values.
inline std::vector<double> attend(const Head& h) {
  std::vector<double> output(h.queries * h.value_width);
  for (std::size_t i = 0; i < h.queries; ++i) {
    const std::vector<double> weights = weights_of(h, i);
    for (std::size_t j = 0; j < h.keys; ++j)
      for (std::size_t d = 0; d < h.value_width; ++d) output[i * h.value_width + d] += weights[j] * h.value.row(j)[d];
  }
  return output;
}

struct Gradients {
  std::vector<double> query, key, value;  // (T_q, D), (T_k, D), (T_k, D_v)
};

// Equation by equation: dV = Pᵀ dO, dP = dO Vᵀ, dS = P ⊙ (dP − Σ P ⊙ dP) · scale, dQ = dS K, dK = dSᵀ Q; without softcap.
inline Gradients attend_backward(const Head& h, const Rows& grad_output) {
  Gradients g{std::vector<double>(h.queries * h.width), std::vector<double>(h.keys * h.width),
              std::vector<double>(h.keys * h.value_width)};
  for (std::size_t i = 0; i < h.queries; ++i) {
    const std::vector<double> weights = weights_of(h, i);
    const float* out = grad_output.row(i);
    std::vector<double> slopes(h.keys);
    double mean = 0.0;
    for (std::size_t j = 0; j < h.keys; ++j) {
      for (std::size_t d = 0; d < h.value_width; ++d) {
        g.value[j * h.value_width + d] += weights[j] * out[d];
        slopes[j] += double{out[d]} * h.value.row(j)[d];
      }
      mean += weights[j] * slopes[j];
    }
    for (std::size_t j = 0; j < h.keys; ++j) {
      const double slope = weights[j] * (slopes[j] - mean) * h.scale;
      for (std::size_t d = 0; d < h.width; ++d) {
        g.query[i * h.width + d] += slope * h.key.row(j)[d];
        g.key[j * h.width + d] += slope * h.query.row(i)[d];
      }
    }
  }
  return g;
}

}  // namespace attention::kernels::reference

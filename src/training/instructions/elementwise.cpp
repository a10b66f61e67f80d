// Functions of single cells, and of pairs of cells with broadcasting.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "graph/core/basic.hpp"
#include "training/instructions/instruction.hpp"
#include "training/instructions/walk.hpp"

namespace training {
namespace {

template <class Function>
Run each_cell(const Site& site, Function function) {
  return [x = site.in[0], y = site.out, n = graph::count(site.shape), function] {
    for (std::size_t i = 0; i < n; ++i) y[i] = function(x[i]);
  };
}

// The innermost lines of both are neighbours, or one number for the whole line.
template <class Function>
Run each_pair(const Site& site, Function function) {
  Walk<3> walk(site.shape, {strides_in(site.shape, site.shape), strides_in(site.shape, site.shapes[0]),
                            strides_in(site.shape, site.shapes[1])});
  return [a = site.in[0], b = site.in[1], y = site.out, walk, function]() mutable {
    const std::size_t n = walk.length();
    const bool row_a = walk.step(1) != 0, row_b = walk.step(2) != 0;
    walk.each([&](const std::array<std::size_t, 3>& at) {
      float* const to = y + at[0];
      const float *const one = a + at[1], *const two = b + at[2];
      if (row_a && row_b) {
        for (std::size_t i = 0; i < n; ++i) to[i] = function(one[i], two[i]);
      } else if (row_a) {
        const float other = *two;
        for (std::size_t i = 0; i < n; ++i) to[i] = function(one[i], other);
      } else if (row_b) {
        const float other = *one;
        for (std::size_t i = 0; i < n; ++i) to[i] = function(other, two[i]);
      } else {
        const float both = function(*one, *two);
        for (std::size_t i = 0; i < n; ++i) to[i] = both;
      }
    });
  };
}

Run pairs(const Site& site, std::string_view name) {
  if (name == "add" || name == "add_positions") return each_pair(site, [](float a, float b) { return a + b; });
  if (name == "subtract") return each_pair(site, [](float a, float b) { return a - b; });
  if (name == "multiply") return each_pair(site, [](float a, float b) { return a * b; });
  if (name == "divide") return each_pair(site, [](float a, float b) { return a / b; });
  if (name == "eq") return each_pair(site, [](float a, float b) { return a == b ? 1.0f : 0.0f; });
  return nullptr;
}

float gelu(float x) { return x * 0.5f * (1 + std::erf(x * (std::numbers::sqrt2_v<float> / 2))); }
float slope_of_gelu(float x) {
  constexpr float density = 0.3989422804f;  // 1 / √(2π)
  return 0.5f * (1 + std::erf(x * (std::numbers::sqrt2_v<float> / 2))) + x * density * std::exp(-0.5f * x * x);
}
float share(float x) { return 1 / (1 + std::exp(-x)); }

Run functions(const Site& site, std::string_view name) {
  if (name == "exp") return each_cell(site, [](float x) { return std::exp(x); });
  if (name == "log") return each_cell(site, [](float x) { return std::log(x); });
  if (name == "sqrt") return each_cell(site, [](float x) { return std::sqrt(x); });
  if (name == "square") return each_cell(site, [](float x) { return x * x; });
  if (name == "negate") return each_cell(site, [](float x) { return -x; });
  if (name == "abs") return each_cell(site, [](float x) { return std::fabs(x); });
  if (name == "tanh") return each_cell(site, [](float x) { return std::tanh(x); });
  if (name == "relu") return each_cell(site, [](float x) { return x > 0 || x != x ? x : 0.0f; });
  if (name == "gelu") return each_cell(site, gelu);
  if (name == "silu") return each_cell(site, [](float x) { return x * share(x); });
  if (name != "slope") return nullptr;
  const std::string of = graph::text(site.options, "of", "relu");
  if (of == "relu") return each_cell(site, [](float x) { return x > 0 ? 1.0f : x != x ? x : 0.0f; });
  if (of == "abs") return each_cell(site, [](float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : x; });
  if (of == "gelu") return each_cell(site, slope_of_gelu);
  if (of == "silu") return each_cell(site, [](float x) { return share(x) * (1 + x * (1 - share(x))); });
  return nullptr;
}

Run scale(const Site& site) {
  const auto factor = static_cast<float>(scale_factor(site.options, site.shapes.size() > 1 ? site.shapes[1] : Shape{}));
  return each_cell(site, [factor](float x) { return x * factor; });
}

Run temperature(const Site& site) {
  const auto divisor = static_cast<float>(graph::number(site.options, "temperature", 1));
  return each_cell(site, [divisor](float x) { return x / divisor; });
}

// What a mask puts where it blocks: −∞, or 0 into slopes.
float blocked_of(const Site& site) {
  return graph::text(site.options, "fill", "") == "zero" ? 0.0f : -std::numeric_limits<float>::infinity();
}

// Rows of keys for each query, unless queries are columns.
Run causal_mask(const Site& site) {
  if (graph::flag(site.options, "columns", false)) return nullptr;
  const std::size_t rank = site.shape.size(), keys = site.shape[rank - 1], queries = site.shape[rank - 2];
  const long long offset = graph::integer(site.options, "offset", 0);
  const std::vector<std::size_t> seen = seen_keys(queries, keys, offset);
  return [x = site.in[0], y = site.out, keys, n = graph::count(site.shape), seen, blocked = blocked_of(site)] {
    for (std::size_t at = 0, q = 0; at < n; at += keys, q = q + 1 == seen.size() ? 0 : q + 1) {
      for (std::size_t k = 0; k < seen[q]; ++k) y[at + k] = x[at + k];
      for (std::size_t k = seen[q]; k < keys; ++k) y[at + k] = blocked;
    }
  };
}

Run mask(const Site& site) {
  const std::string how = graph::text(site.options, "blocked", "zero");
  const float blocked = blocked_of(site);
  if (how == "added") return each_pair(site, [](float x, float m) { return x + m; });
  if (how == "zero") return each_pair(site, [blocked](float x, float m) { return m == 0 ? blocked : x; });
  return each_pair(site, [blocked](float x, float m) { return m != 0 ? blocked : x; });
}

}  // namespace

std::vector<std::size_t> seen_keys(std::size_t queries, std::size_t keys, long long offset) {
  std::vector<std::size_t> seen;
  for (std::size_t q = 0; q < queries; ++q)
    seen.push_back(static_cast<std::size_t>(
        std::clamp<long long>(static_cast<long long>(q) + offset + 1, 0, static_cast<long long>(keys))));
  return seen;
}

double scale_factor(const graph::Options& options, const Shape& like) {
  const std::string by = graph::text(options, "by", "factor");
  if (by == "factor") return graph::number(options, "factor", 1);
  if (by == "none") return 1;
  const double length = like.empty() ? graph::number(options, "length", 1)
                                     : static_cast<double>(like[graph::axis_known(options, "axis", -1, like.size())]);
  return 1 / std::sqrt(length);
}

Run elementwise(const Site& site) {
  const std::string_view name = site.operation.name();
  if (name == "scale") return scale(site);
  if (name == "temperature") return temperature(site);
  if (name == "causal_mask") return causal_mask(site);
  if (name == "mask") return mask(site);
  if (site.in.size() == 2) return pairs(site, name);
  return site.in.size() == 1 ? functions(site, name) : nullptr;
}

}  // namespace training

// Along an axis: sums and means, softmax and its logarithm, normalisation, the loss of a classification.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/kernels/kernels.hpp"
#include "graph/core/basic.hpp"
#include "training/instructions/instruction.hpp"
#include "training/instructions/walk.hpp"

namespace training {
namespace {

constexpr std::size_t lanes = 16;  // sums side by side: quicker, and less is lost to rounding than in one

float sum_of(const float* x, std::size_t n) {
  float part[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) part[k] += x[i + k];
  for (std::size_t k = 0; i < n; ++i, ++k) part[k] += x[i];
  for (std::size_t half = lanes / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) part[k] += part[k + half];
  return part[0];
}

// A tensor seen as (outer, length, inner), its axis in the middle.
struct Lines {
  std::size_t outer = 1, length = 1, inner = 1;
};
Lines lines_of(const Shape& shape, const graph::Options& options) {
  if (graph::flag(options, "all", false)) return {1, graph::count(shape), 1};
  const std::size_t axis = graph::axis_known(options, "axis", -1, shape.size());
  Lines lines;
  for (std::size_t a = 0; a < shape.size(); ++a)
    (a < axis ? lines.outer : a == axis ? lines.length : lines.inner) *= shape[a];
  return lines;
}

// Sums, each divided by `divisor`.
Run sums(const Site& site, bool mean) {
  const Lines lines = lines_of(site.shapes[0], site.options);
  const float divisor = mean ? static_cast<float>(lines.length) : 1.0f;
  return [x = site.in[0], y = site.out, lines, divisor] {
    const auto& [outer, length, inner] = lines;
    for (std::size_t o = 0; o < outer; ++o) {
      const float* from = x + o * length * inner;
      float* to = y + o * inner;
      if (inner == 1) {
        *to = sum_of(from, length);
      } else {
        std::fill_n(to, inner, 0.0f);
        for (std::size_t k = 0; k < length; ++k)
          for (std::size_t i = 0; i < inner; ++i) to[i] += from[k * inner + i];
      }
      for (std::size_t i = 0; i < inner; ++i) to[i] /= divisor;
    }
  };
}

Run sum_to_size(const Site& site) {
  const Shape& whole = site.shapes[0];
  Walk<2> walk(whole, {strides_in(whole, whole), strides_in(whole, site.shape)});
  return [x = site.in[0], y = site.out, walk, n = graph::count(site.shape)]() mutable {
    std::fill_n(y, n, 0.0f);
    const bool row = walk.step(1) != 0;
    walk.each([&](const std::array<std::size_t, 2>& at) {
      const float* from = x + at[0];
      float* to = y + at[1];
      if (row)
        for (std::size_t i = 0; i < walk.length(); ++i) to[i] += from[i];
      else *to += sum_of(from, walk.length());
    });
  };
}

// Rows (the last axis), on the kernel. It gives zeros for a row of −∞, where torch.softmax gives NaN.
Run softmax(const Site& site) {
  const Lines lines = lines_of(site.shape, site.options);
  if (lines.inner != 1 || lines.length == 0) return nullptr;
  const auto factor = static_cast<float>(1 / graph::number(site.options, "temperature", 1));
  const bool zeros = graph::text(site.options, "empty", "nan") == "zeros";
  return [x = site.in[0], y = site.out, rows = lines.outer, columns = lines.length, factor, zeros] {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    if (!attention::kernels::best().softmax(x, y, rows, columns, factor))
      return static_cast<void>(std::fill_n(y, rows * columns, nan));
    for (std::size_t r = 0; !zeros && r < rows; ++r) {
      float* const row = y + r * columns;
      if (std::all_of(row, row + columns, [](float weight) { return weight == 0; })) std::fill_n(row, columns, nan);
    }
  };
}

// The logarithm of the sum of e to each number of a row, for all rows: softmax on the kernel gives the largest number the
// weight 1 / Σ e^(x − largest).
class LogSums {
 public:
  LogSums(const float* x, std::size_t rows, std::size_t columns, std::shared_ptr<Workspace> work)
      : x_(x), rows_(rows), columns_(columns), work_(std::move(work)) {
    work_->reserve(rows * columns);
  }
  // visit(row, logarithm); NaN in all rows if a number is NaN or +∞.
  template <class Visit>
  void each(const Visit& visit) const {
    float* const weights = work_->begin();
    const bool fine = attention::kernels::best().softmax(x_, weights, rows_, columns_, 1);
    for (std::size_t r = 0; r < rows_; ++r) {
      const float* const row = x_ + r * columns_;
      const std::size_t largest = static_cast<std::size_t>(std::max_element(row, row + columns_) - row);
      const float log = row[largest] - std::log(weights[r * columns_ + largest]);
      visit(r, fine ? log : std::numeric_limits<float>::quiet_NaN());
    }
  }

 private:
  const float* x_;
  std::size_t rows_, columns_;
  std::shared_ptr<Workspace> work_;
};

Run log_softmax(const Site& site) {
  const Lines lines = lines_of(site.shape, site.options);
  if (lines.inner != 1 || lines.length == 0) return nullptr;
  return [x = site.in[0], y = site.out, columns = lines.length,
          sums = LogSums(site.in[0], lines.outer, lines.length, site.work)] {
    sums.each([&](std::size_t r, float log) {
      for (std::size_t i = r * columns; i < (r + 1) * columns; ++i) y[i] = x[i] - log;
    });
  };
}

Run cross_entropy(const Site& site) {
  const std::size_t classes = site.shapes[0].back();
  const auto ignored = static_cast<float>(graph::number(site.options, "ignore_index", -100));
  return [x = site.in[0], ids = site.in[1], y = site.out, classes, ignored,
          sums = LogSums(site.in[0], graph::count(site.shapes[1]), classes, site.work)] {
    double sum = 0;
    std::size_t counted = 0;
    sums.each([&](std::size_t r, float log) {
      if (ids[r] == ignored) return;
      ++counted;
      const bool known = ids[r] >= 0 && ids[r] < static_cast<float>(classes);
      sum += known ? log - x[r * classes + static_cast<std::size_t>(ids[r])] : NAN;
    });
    *y = static_cast<float>(sum / static_cast<double>(counted));
  };
}

// (x − mean) / √(variance + eps) · weight + bias; without the mean for rms_norm.
Run normalised(const Site& site, bool centred) {
  const std::size_t n = site.shape.back();
  const double fallback = centred ? 1e-5 : 1.1920928955078125e-07;
  const auto eps = static_cast<float>(graph::number(site.options, "eps", fallback));
  const float* const weight = site.in.size() > 1 ? site.in[1] : nullptr;
  const float* const bias = site.in.size() > 2 ? site.in[2] : nullptr;
  return [x = site.in[0], y = site.out, rows = graph::count(site.shape) / n, n, eps, weight, bias, centred] {
    const auto count = static_cast<float>(n);
    for (std::size_t r = 0; r < rows; ++r) {
      const float* const from = x + r * n;
      float* const to = y + r * n;
      const float mean = centred ? sum_of(from, n) / count : 0;
      for (std::size_t i = 0; i < n; ++i) to[i] = (from[i] - mean) * (from[i] - mean);
      const float factor = 1 / std::sqrt(sum_of(to, n) / count + eps);
      for (std::size_t i = 0; i < n; ++i) to[i] = (from[i] - mean) * factor;
      if (weight)
        for (std::size_t i = 0; i < n; ++i) to[i] *= weight[i];
      if (bias)
        for (std::size_t i = 0; i < n; ++i) to[i] += bias[i];
    }
  };
}

// The weights of rows of scores; a row that sees nothing has none. Rows are cut after the last key that they see, at a
// whole number of vectors.
Run weights_of(const Site& site, float factor, const std::vector<std::size_t>& seen, bool zeros) {
  return
      [x = site.in[0], y = site.out, n = graph::count(site.shape), columns = site.shape.back(), factor, seen, zeros] {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        const attention::kernels::Kernels& kernels = attention::kernels::best();
        for (std::size_t at = 0, q = 0; at < n; at += columns, q = q + 1 == seen.size() ? 0 : q + 1) {
          const std::size_t keys = seen[q], cut = std::min((keys + lanes - 1) / lanes * lanes, columns);
          float* const row = y + at;
          std::copy_n(x + at, keys, row);
          std::fill_n(row + keys, cut - keys, -std::numeric_limits<float>::infinity());
          const bool fine = kernels.softmax(row, row, 1, cut, factor);
          const bool empty = !zeros && std::all_of(row, row + keys, [](float one) { return one == 0; });
          if (!fine || empty) std::fill_n(row, keys, nan);
          std::fill_n(row + cut, columns - cut, 0.0f);
        }
      };
}

// Σ a · b
float dot(const float* a, const float* b, std::size_t n) {
  float part[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) part[k] += a[i + k] * b[i + k];
  for (std::size_t k = 0; i < n; ++i, ++k) part[k] += a[i] * b[i];
  for (std::size_t half = lanes / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) part[k] += part[k + half];
  return part[0];
}

// factor · P ⊙ (G − Σ G ⊙ P)
Run slopes_of_scores(const Site& site, float factor, const std::vector<std::size_t>& seen) {
  return [p = site.in[0], g = site.in[1], y = site.out, n = graph::count(site.shape), columns = site.shape.back(),
          factor, seen] {
    for (std::size_t at = 0, q = 0; at < n; at += columns, q = q + 1 == seen.size() ? 0 : q + 1) {
      const std::size_t keys = seen[q];
      const float mean = dot(g + at, p + at, keys);
      for (std::size_t i = at; i < at + keys; ++i) y[i] = p[i] * (g[i] - mean) * factor;
      std::fill_n(y + at + keys, columns - keys, 0.0f);
    }
  };
}

}  // namespace

Run fused_softmax(const Site& site, const FusedSoftmax& fused) {
  const std::size_t rank = site.shape.size(), keys = site.shape.back(), queries = rank > 1 ? site.shape[rank - 2] : 1;
  const std::vector<std::size_t> seen =
      fused.causal ? seen_keys(queries, keys, *fused.causal) : std::vector<std::size_t>(queries, keys);
  const auto factor = static_cast<float>(fused.factor);
  if (fused.back) return slopes_of_scores(site, factor, seen);
  return weights_of(site, factor, seen, graph::text(site.options, "empty", "nan") == "zeros");
}

Run rows(const Site& site) {
  const std::string_view name = site.operation.name();
  if (name == "sum" || name == "mean") return sums(site, name == "mean");
  if (name == "sum_to_size") return sum_to_size(site);
  if (name == "softmax") return softmax(site);
  if (name == "log_softmax") return log_softmax(site);
  if (name == "cross_entropy") return cross_entropy(site);
  if (name == "layer_norm" || name == "rms_norm") return normalised(site, name == "layer_norm");
  return nullptr;
}

}  // namespace training

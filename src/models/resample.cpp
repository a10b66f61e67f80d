// See resample.hpp.
#include "models/resample.hpp"

#include <algorithm>
#include <cmath>

namespace models {
namespace {

double cubic(double x, double a) {
  x = std::abs(x);
  if (x < 1.0) return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0;
  if (x < 2.0) return a * (((x - 5.0) * x + 8.0) * x - 4.0);
  return 0.0;
}

double weight(Filter filter, bool antialiased, double x) {
  if (filter == Filter::bicubic) return cubic(x, antialiased ? -0.5 : -0.75);
  return std::max(0.0, 1.0 - std::abs(x));
}

Taps nearest(std::size_t at, std::size_t from, std::size_t to) {
  // The input whose middle is nearest, as Pillow; exact in whole numbers.
  return {std::min((2 * at + 1) * from / (2 * to), from - 1), {1.0}};
}

// Weights beyond the edges count for the edge.
Taps repeated(Filter filter, double middle, std::size_t from) {
  const double reach = filter == Filter::bicubic ? 2.0 : 1.0;
  const double at = middle - 0.5;  // of an input's middle
  const auto begin = static_cast<std::ptrdiff_t>(std::floor(at)) - static_cast<std::ptrdiff_t>(reach) + 1;
  const auto last = static_cast<std::ptrdiff_t>(from) - 1;
  Taps taps{static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(begin, 0, last)), {}};
  for (std::ptrdiff_t i = begin; i < begin + 2 * static_cast<std::ptrdiff_t>(reach); ++i) {
    const auto place = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, last)) - taps.first;
    taps.weights.resize(std::max(taps.weights.size(), place + 1), 0.0);
    taps.weights[place] += weight(filter, false, at - static_cast<double>(i));
  }
  return taps;
}

Taps shrunk(Filter filter, double middle, double scale, std::size_t from) {
  const double wide = std::max(scale, 1.0), reach = (filter == Filter::bicubic ? 2.0 : 1.0) * wide;
  const auto begin = static_cast<std::size_t>(std::max(0.0, std::floor(middle - reach + 0.5)));
  const auto end = std::min(from, static_cast<std::size_t>(std::max(0.0, std::floor(middle + reach + 0.5))));
  Taps taps{begin, {}};
  double sum = 0.0;
  for (std::size_t i = begin; i < end; ++i) {
    taps.weights.push_back(weight(filter, true, (static_cast<double>(i) + 0.5 - middle) / wide));
    sum += taps.weights.back();
  }
  for (double& one : taps.weights) one /= sum;
  return taps;
}

}  // namespace

std::vector<Taps> resampling(Filter filter, bool antialiased, std::size_t from, std::size_t to) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  std::vector<Taps> all;
  for (std::size_t at = 0; at < to; ++at) {
    const double middle = (static_cast<double>(at) + 0.5) * scale;
    if (filter == Filter::nearest) all.push_back(nearest(at, from, to));
    else all.push_back(antialiased ? shrunk(filter, middle, scale, from) : repeated(filter, middle, from));
  }
  return all;
}

std::vector<float> resampled(const float* x, std::size_t rows, std::size_t columns, std::size_t width,
                             const std::vector<Taps>& down, const std::vector<Taps>& across) {
  std::vector<double> wide(rows * across.size() * width);  // (rows, to_columns, width)
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < across.size(); ++column) {
      double* to = wide.data() + (row * across.size() + column) * width;
      const Taps& taps = across[column];
      for (std::size_t i = 0; i < taps.weights.size(); ++i) {
        const float* from = x + (row * columns + taps.first + i) * width;
        for (std::size_t k = 0; k < width; ++k) to[k] += taps.weights[i] * static_cast<double>(from[k]);
      }
    }
  }
  std::vector<float> found(down.size() * across.size() * width);
  std::vector<double> sum(across.size() * width);
  for (std::size_t row = 0; row < down.size(); ++row) {
    std::ranges::fill(sum, 0.0);
    const Taps& taps = down[row];
    for (std::size_t i = 0; i < taps.weights.size(); ++i) {
      const double* from = wide.data() + (taps.first + i) * sum.size();
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += taps.weights[i] * from[k];
    }
    std::ranges::transform(sum, found.begin() + static_cast<std::ptrdiff_t>(row * sum.size()),
                           [](double number) { return static_cast<float>(number); });
  }
  return found;
}

}  // namespace models

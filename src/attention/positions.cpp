// Position vectors, rotations and distances.
#include "attention/positions.hpp"

#include <cmath>

#include "attention/loops.hpp"
#include "attention/tensor_functions.hpp"

namespace attention {

namespace {

Result<void> check_base(double base) {
  if (base > 0.0 && std::isfinite(base)) return {};
  return fail("range", "base", "The base of the wave lengths must be a finite number above 0 (usually 10000).");
}

// The angle of pair i of a vector of width dim at a position.
double angle(std::size_t position, std::size_t pair, std::size_t dim, double base) {
  return static_cast<double>(position) * std::pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(dim));
}

}  // namespace

Result<Tensor> sinusoidal(std::size_t tokens, std::size_t dim, double base, std::size_t offset) {
  if (auto ok = check_base(base); !ok) return std::unexpected(ok.error());
  Result<Tensor> table = make_zeros({tokens, dim}, "tokens × dim");
  if (!table) return table;
  for (std::size_t t = 0; t < tokens; ++t) {
    for (std::size_t d = 0; d < dim; ++d) {
      const double at = angle(offset + t, d / 2, dim, base);
      table->data()[t * dim + d] = static_cast<float>(d % 2 == 0 ? std::sin(at) : std::cos(at));
    }
  }
  return table;
}

Result<Tensor> add_positions(const Tensor& x, const Tensor& table) {
  if (auto ok = check_min_rank(x, 2, "x", "(…, T, D)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_rank(table, 2, "table", "(positions, D)"); !ok) return std::unexpected(ok.error());
  const std::size_t tokens = x.shape()[x.dimension() - 2], width = x.shape()[x.dimension() - 1];
  if (table.shape()[0] < tokens || table.shape()[1] != width) {
    return fail("shape", "table",
                {"x ", describe(x), " needs ", tokens, " position vectors of ", width, " numbers each; the table is ",
                 describe(table), "."});
  }
  return attention::add(x, *attention::slice(table, 0, 0, static_cast<long long>(tokens)));
}

Result<Tensor> rotary(const Tensor& x, const RotaryOptions& options) {
  if (auto ok = check_base(options.base); !ok) return std::unexpected(ok.error());
  if (auto ok = check_min_rank(x, 2, "x", "(…, T, D)"); !ok) return std::unexpected(ok.error());
  const std::size_t tokens = x.shape()[x.dimension() - 2], dim = x.shape()[x.dimension() - 1];
  if (dim % 2 != 0) {
    return fail(
        "shape", "x, axis -1",
        {"Rotary positions turn pairs of numbers, so the width must be even; x ", describe(x), " has ", dim, "."});
  }
  Tensor result = x;
  const std::size_t pairs = dim / 2, batch = detail::product(detail::leading(shape_of(x), 2));
  for (std::size_t t = 0; t < tokens; ++t) {
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const double turn = angle(options.offset + t, pair, dim, options.base);
      const double cosine = std::cos(turn), sine = std::sin(turn);
      const std::size_t first = options.interleaved ? 2 * pair : pair;
      const std::size_t second = options.interleaved ? first + 1 : pair + pairs;
      for (std::size_t b = 0; b < batch; ++b) {
        float* row = result.data() + (b * tokens + t) * dim;
        const double u = row[first], v = row[second];
        row[first] = static_cast<float>(u * cosine - v * sine);
        row[second] = static_cast<float>(u * sine + v * cosine);
      }
    }
  }
  return result;
}

Result<Tensor> alibi_slopes(std::size_t heads) {
  if (heads == 0) return fail("heads", "heads", "ALiBi gives each head a slope: there must be at least one head.");
  Result<Tensor> slopes = make_zeros({heads}, "heads");
  if (!slopes) return slopes;
  std::size_t power = 1;
  while (power * 2 <= heads) power *= 2;
  for (std::size_t h = 0; h < heads; ++h) {
    const double exponent = h < power ? -8.0 * static_cast<double>(h + 1) / static_cast<double>(power)
                                      : -4.0 * static_cast<double>(2 * (h - power) + 1) / static_cast<double>(power);
    slopes->data()[h] = static_cast<float>(std::exp2(exponent));
  }
  return slopes;
}

Result<Tensor> alibi_bias(std::size_t heads, std::size_t queries, std::size_t keys, std::size_t offset) {
  const Result<Tensor> slopes = alibi_slopes(heads);
  if (!slopes) return slopes;
  Result<Tensor> bias = make_zeros({heads, queries, keys}, "heads × queries × keys");
  if (!bias) return bias;
  float* to = bias->data();
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t i = 0; i < queries; ++i) {
      for (std::size_t j = 0; j < keys; ++j) {
        const double distance = std::abs(static_cast<double>(offset + i) - static_cast<double>(j));
        *to++ = static_cast<float>(-double{slopes->data()[h]} * distance);
      }
    }
  }
  return bias;
}

}  // namespace attention

// Position vectors, rotations and distances.
#include "attention/inputs/positions.hpp"

#include <bit>
#include <cmath>

#include <xtensor/generators/xbuilder.hpp>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

namespace {

Result<void> check_base(double base) {
  if (base > 0.0 && std::isfinite(base)) return {};
  return fail("range", "base", "The base of the wavelengths must be a finite number above 0 (usually 10000).");
}

double exponential(double x) { return std::exp(x); }
double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }

// position / base^(2i/D) for the ⌈D/2⌉ pairs i of a vector of width D, at positions offset … offset + T − 1: (T, ⌈D/2⌉).
Doubles angles(std::size_t tokens, std::size_t dim, double base, std::size_t offset) {
  const Doubles position = column(tokens) + static_cast<double>(offset);  // (T, 1)
  const double slower = -2.0 * std::log(base) / static_cast<double>(dim);
  const Doubles exponent = count_up((dim + 1) / 2) * slower;  // (⌈D/2⌉)
  return position * map(exponential, exponent);
}

// Interleaves the cells of both along the last axis: u0 v0 u1 v1 …
Tensor interleaved(const Tensor& u, const Tensor& v) {
  Shape shape = shape_of(u);
  shape.back() *= 2;
  Tensor both = xt::stack(xt::xtuple(u, v), u.dimension());  // (…, D/2, 2)
  both.reshape(shape);
  return both;
}

}  // namespace

Result<Tensor> sinusoidal(std::size_t tokens, std::size_t dim, double base, std::size_t offset) {
  if (auto ok = check_base(base); !ok) return std::unexpected(ok.error());
  if (auto count = element_count({tokens, dim}, "tokens × dim"); !count) return std::unexpected(count.error());
  const Doubles angle = angles(tokens, dim, base, offset);
  const Tensor waves =
      interleaved(rounded(map(sine, angle)), rounded(map(cosine, angle)));  // (T, D), or one more if D is odd
  return attention::slice(waves, -1, 0, static_cast<long long>(dim));
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
  // Each pair (u, v) is two neighbours, or one from each half.
  Shape in_pairs = shape_of(x);
  in_pairs.back() = options.interleaved ? dim / 2 : 2;
  in_pairs.push_back(options.interleaved ? 2 : dim / 2);
  const int between = options.interleaved ? -1 : -2;
  Tensor pairs = x;
  pairs.reshape(in_pairs);                                           // (…, T, D/2, 2) or (…, T, 2, D/2)
  const Doubles u = widened(*attention::select(pairs, between, 0));  // (…, T, D/2)
  const Doubles v = widened(*attention::select(pairs, between, 1));
  const Doubles angle = angles(tokens, dim, options.base, options.offset);  // (T, D/2)
  const Doubles c = map(cosine, angle), s = map(sine, angle) * (options.inverse ? -1.0 : 1.0);
  const Tensor first = rounded(u * c - v * s);
  const Tensor second = rounded(u * s + v * c);
  return options.interleaved ? interleaved(first, second) : attention::concat({first, second}, -1);
}

Result<Tensor> alibi_slopes(std::size_t heads) {
  if (heads == 0) return fail("heads", "heads", "ALiBi gives each head a slope: there must be at least one head.");
  if (auto count = element_count({heads}, "heads"); !count) return std::unexpected(count.error());
  const auto slope = [](double head, double power) {
    return std::exp2(head < power ? -8.0 * (head + 1.0) / power : -4.0 * (2.0 * (head - power) + 1.0) / power);
  };
  const auto power = static_cast<double>(std::bit_floor(heads));
  return rounded(map(slope, count_up(heads), wide_scalar(power)));  // (H)
}

Result<Tensor> alibi_bias(std::size_t heads, std::size_t queries, std::size_t keys, std::size_t offset) {
  Result<Tensor> slope = alibi_slopes(heads);
  if (!slope) return slope;
  if (auto count = element_count({heads, queries, keys}, "heads × queries × keys"); !count)
    return std::unexpected(count.error());
  slope->reshape(Shape{heads, 1, 1});                                   // (H, 1, 1)
  const Doubles query = column(queries) + static_cast<double>(offset);  // (T_q, 1)
  const auto nearness = [](double i, double j) { return -std::fabs(i - j); };
  return *slope * rounded(map(nearness, query, count_up(keys)));  // (H, T_q, T_k)
}

}  // namespace attention

// See patches.hpp. A bell curve of distances is a product of vectors: −|a − b|² = 2 a · b − |b|² − |a|², with |b|² and a
// 1 among the key's numbers.
#include "large_map/patches.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace large_map {

namespace {

using Rgb = std::array<double, 3>;

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

// B. Ottosson's OKLab of linear red, green and blue.
Rgb lab_of(const Rgb& c) {
  const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
  const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
  const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
  return {0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s};
}

std::size_t pixel_of(std::size_t patch, std::size_t across, std::size_t y, std::size_t x) {
  const std::size_t side = picture_side / across;
  return ((patch / across * side + y) * picture_side + patch % across * side + x) * 3;
}

}  // namespace

PatchPattern patch_pattern_of(std::size_t head, std::size_t across) {
  using Kind = PatchPattern::Kind;
  static constexpr Kind kinds[] = {Kind::same_near, Kind::same,   Kind::near,   Kind::left,  Kind::above, Kind::row,
                                   Kind::column,    Kind::mirror, Kind::bright, Kind::edges, Kind::light, Kind::even};
  constexpr std::size_t count = std::size(kinds);
  const std::size_t round = head / count;
  PatchPattern out;
  out.kind = kinds[head % count];
  // Each further layer compares less strictly.
  const double close = 1 - 0.15 * static_cast<double>(round % 5), sharp = 4 * close;
  const double wide = 48 * close / static_cast<double>(across * across);  // a tenth of the picture's side
  switch (out.kind) {
    case Kind::same_near:
      out.color = 800 * close;
      out.rows = out.columns = wide;
      break;
    case Kind::same: out.color = 800 * close; break;
    case Kind::near: out.rows = out.columns = 2 * wide; break;
    case Kind::left:
    case Kind::above:
      out.offset = 1 + 2 * round;
      out.rows = out.columns = sharp;
      break;
    case Kind::row: out.rows = sharp; break;
    case Kind::column: out.columns = sharp; break;
    case Kind::mirror: out.rows = out.columns = sharp / 2; break;
    case Kind::bright: out.bright = 16 * close; break;
    case Kind::edges: out.rough = 40 * close; break;
    case Kind::light: out.light = 800 * close; break;
    case Kind::even: break;
  }
  return out;
}

void Patches::take(const Pixels& pixels, std::size_t across) {
  across_ = across;
  patches_.assign(across * across, {});
  std::array<double, 256> known{};
  for (std::size_t i = 0; i < known.size(); ++i) known[i] = linear(static_cast<double>(i) / 255);
  const std::size_t side = picture_side / across;
  const auto count = static_cast<double>(side * side);
  const double middle = (static_cast<double>(across) - 1) / 2;
  for (std::size_t i = 0; i < patches_.size(); ++i) {
    Rgb sum{};
    double light = 0, squares = 0;
    for (std::size_t y = 0; y < side; ++y)
      for (std::size_t x = 0; x < side; ++x) {
        const std::uint8_t* p = pixels.data() + pixel_of(i, across, y, x);
        for (std::size_t c = 0; c < 3; ++c) sum[c] += known[p[c]];
        const double grey = (0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]) / 255;
        light += grey;
        squares += grey * grey;
      }
    for (double& part : sum) part /= count;
    const Rgb lab = lab_of(sum);
    const double mean = light / count;
    const std::size_t row = i / across, column = i % across;
    patches_[i] = {static_cast<float>(lab[0]),
                   static_cast<float>(lab[1]),
                   static_cast<float>(lab[2]),
                   static_cast<float>(std::sqrt(std::max(squares / count - mean * mean, 0.0))),
                   static_cast<float>(static_cast<double>(row) - middle),
                   static_cast<float>(static_cast<double>(column) - middle)};
  }
}

void Patches::vectors(const PatchPattern& pattern, std::size_t patch, std::size_t width, float* query,
                      float* key) const {
  const Patch& own = patches_[patch];
  const auto back = static_cast<double>(pattern.offset);
  using Kind = PatchPattern::Kind;
  const double row = double{own.row} - (pattern.kind == Kind::above ? back : 0);
  const double column =
      pattern.kind == Kind::mirror ? -double{own.column} : double{own.column} - (pattern.kind == Kind::left ? back : 0);
  const double l = own.lightness, a = own.a, b = own.b, light = pattern.color + pattern.light;
  const double hues = a * a + b * b;
  const double offered[] = {l,
                            a,
                            b,
                            hues,
                            l * l,
                            1,
                            own.contrast,
                            own.row,
                            double{own.row} * own.row,
                            own.column,
                            double{own.column} * own.column};
  const double wanted[] = {
      2 * light * l + pattern.bright,
      2 * pattern.color * a,
      2 * pattern.color * b,
      -pattern.color,
      -light,
      -light * l * l - pattern.color * hues - pattern.rows * row * row - pattern.columns * column * column,
      pattern.rough,
      2 * pattern.rows * row,
      -pattern.rows,
      2 * pattern.columns * column,
      -pattern.columns};
  const double root = std::sqrt(static_cast<double>(width));
  std::fill_n(query, width, 0.0f);
  std::fill_n(key, width, 0.0f);
  for (std::size_t d = 0; d < std::size(wanted); ++d) {
    query[d] = static_cast<float>(root * wanted[d]);
    key[d] = static_cast<float>(offered[d]);
  }
}

void Patches::project(const Pixels& pixels, std::uint64_t seed, std::size_t width, std::vector<float>& out) const {
  const std::size_t side = picture_side / across_, inputs = side * side * 3;
  std::vector<float> weights(inputs * width);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = hashed((seed << 24) + i);
  out.assign(patches_.size() * width, 0.0f);
  double squares = 0;
  for (std::size_t i = 0; i < patches_.size(); ++i) {
    float* to = out.data() + i * width;
    const float* from = weights.data();
    for (std::size_t y = 0; y < side; ++y) {
      const std::uint8_t* p = pixels.data() + pixel_of(i, across_, y, 0);
      for (std::size_t x = 0; x < 3 * side; ++x, from += width) {
        const float value = static_cast<float>(p[x]) / 127.5f - 1;
        for (std::size_t d = 0; d < width; ++d) to[d] += value * from[d];
      }
    }
    for (std::size_t d = 0; d < width; ++d) squares += double{to[d]} * to[d];
  }
  if (squares == 0) return;
  const auto scale = static_cast<float>(std::sqrt(static_cast<double>(patches_.size()) / squares));
  for (float& value : out) value *= scale;
}

std::string patch_name(std::size_t patch, std::size_t across) {
  return std::to_string(patch / across + 1) + ", " + std::to_string(patch % across + 1);
}

std::optional<std::size_t> patch_named(std::string_view words, std::size_t across) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(words.data() + i, words.data() + words.size(), number);
    if (error == std::errc::result_out_of_range) return std::nullopt;
    if (error == std::errc{}) numbers.push_back(number);
    i = error == std::errc{} ? static_cast<std::size_t>(end - words.data()) : i + 1;
  }
  if (numbers.size() != 2) return std::nullopt;
  for (const std::size_t number : numbers)
    if (number < 1 || number > across) return std::nullopt;
  return (numbers[0] - 1) * across + numbers[1] - 1;
}

}  // namespace large_map

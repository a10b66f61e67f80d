// See large_paint.hpp: each line here corresponds to one of the shader's.
#include "render/large_paint.hpp"

#include <algorithm>
#include <cmath>

namespace render {

namespace {

double colored(double weight, int steps) {
  const double place = std::clamp(weight, 0.0, 1.0);
  if (steps == 1) return std::sqrt(place);
  if (steps == 2) return std::log(1 + 999 * place) / std::log(1000.0);
  return place;
}

// For each pixel along a side: the texel that it shows, or one of these.
constexpr std::ptrdiff_t beyond = -1, between = -2;

std::vector<std::ptrdiff_t> places(std::size_t pixels, double from, double to, float gap, std::size_t first,
                                   std::size_t each, std::size_t count) {
  std::vector<std::ptrdiff_t> out(pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const double at = from + (to - from) * (static_cast<double>(i) + 0.5) / static_cast<double>(pixels);
    const double cell = std::floor(at),
                 place = std::floor((cell - static_cast<double>(first)) / static_cast<double>(each));
    out[i] = gap > 0 && at - cell > 1 - static_cast<double>(gap) ? between
             : place < 0 || place >= static_cast<double>(count)  ? beyond
                                                                 : static_cast<std::ptrdiff_t>(place);
  }
  return out;
}

}  // namespace

void paint(LargeCanvas& onto, const LargeTexels& texels, const LargeLook& look, const LargeMaps::Scale& scale) {
  onto.pixels.assign(onto.width * onto.height, 0);
  const auto columns =
      places(onto.width, look.column0, look.column1, look.gap, texels.column0, texels.column_cells, texels.columns);
  const auto rows = places(onto.height, look.row0, look.row1, look.gap, texels.row0, texels.row_cells, texels.rows);
  for (std::size_t y = 0; y < onto.height; ++y)
    for (std::size_t x = 0; x < onto.width; ++x) {
      std::uint32_t& pixel = onto.pixels[y * onto.width + x];
      if (rows[y] == between || columns[x] == between) {
        pixel = look.behind;
        continue;
      }
      if (rows[y] == beyond || columns[x] == beyond) continue;
      const auto at = static_cast<std::size_t>(rows[y]) * texels.columns + static_cast<std::size_t>(columns[x]);
      const float largest = texels.texels[at * 2];
      if (largest == 0) continue;
      const double place = colored(double{look.mean ? texels.texels[at * 2 + 1] : largest}, look.steps);
      pixel = largest < 0 ? look.masked : scale[static_cast<std::size_t>(std::lround(place * 255))];
    }
}

void LargeCells::compute(const LargeVectors& vectors, const LargeLook& look) {
  const auto first = [](double from) { return static_cast<std::size_t>(std::max(std::floor(from), 0.0)); };
  const auto last = [&](double to) { return std::min(first(std::ceil(to)), vectors.tokens); };
  row0 = first(look.row0);
  column0 = first(look.column0);
  rows = std::max(last(look.row1), row0) - row0;
  columns = std::max(last(look.column1), column0) - column0;
  texels.assign(rows * columns * 2, 0.0f);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t row = row0 + i;
    const float known = vectors.rows[row];
    for (std::size_t j = 0; j < columns; ++j) {
      const std::size_t column = column0 + j;
      float* texel = texels.data() + (i * columns + j) * 2;
      if (vectors.causal && column > row) {
        texel[0] = texel[1] = -1;
        continue;
      }
      if (std::isnan(known)) continue;
      const float *q = vectors.query.data() + row * vectors.width, *k = vectors.key.data() + column * vectors.width;
      float sums[4] = {};
      for (std::size_t d = 0; d < vectors.width; d += 4)
        for (std::size_t part = 0; part < 4; ++part) sums[part] += q[d + part] * k[d + part];
      const float score = sums[0] + sums[1] + sums[2] + sums[3];
      texel[0] = texel[1] = std::max(std::exp(score * vectors.scale - known), 1e-30f);
    }
  }
}

}  // namespace render

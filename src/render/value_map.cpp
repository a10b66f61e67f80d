// A pooled map keeps the blocks at its right and lower edge, even if they are smaller than the others.
#include "render/value_map.hpp"

#include <algorithm>
#include <cmath>

namespace render {
namespace {

int rank_of(Status status) {
  switch (status) {
    case Status::broken: return 3;
    case Status::shown: return 2;
    case Status::hidden: return 1;
    case Status::masked: return 0;
  }
  return 0;
}

}  // namespace

std::size_t pooling(float cell_pixels) {
  if (!(cell_pixels < 1)) return 1;
  return static_cast<std::size_t>(std::ceil(1 / std::max(cell_pixels, 1e-5f)));
}

ValueMap pooled(const ValueMap& map, std::size_t factor) {
  if (factor <= 1) return map;
  ValueMap out;
  out.rows = (map.rows + factor - 1) / factor;
  out.columns = (map.columns + factor - 1) / factor;
  out.values.assign(out.rows * out.columns, 0);
  out.status.assign(out.rows * out.columns, Status::masked);
  for (std::size_t row = 0; row < map.rows; ++row) {
    for (std::size_t column = 0; column < map.columns; ++column) {
      const std::size_t from = row * map.columns + column, to = row / factor * out.columns + column / factor;
      const int now = rank_of(map.status[from]), best = rank_of(out.status[to]);
      if (now < best) continue;
      if (now == best && std::abs(map.values[from]) <= std::abs(out.values[to])) continue;
      out.values[to] = map.values[from];
      out.status[to] = map.status[from];
    }
  }
  return out;
}

std::vector<float> packed(const ValueMap& map, float end) {
  std::vector<float> out;
  out.reserve(map.values.size() * 2);
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    const bool shown = map.status[i] == Status::shown && end > 0;
    out.push_back(shown ? std::clamp(map.values[i] / end, -1.0f, 1.0f) : 0.0f);
    out.push_back(static_cast<float>(map.status[i]));
  }
  return out;
}

}  // namespace render

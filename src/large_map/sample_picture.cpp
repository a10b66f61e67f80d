// The built-in picture of the large map, drawn from formulas: a harbour at evening. It has flat colours, some repeated
// in distant places, slopes and edges, so that heads that compare colours and heads that compare positions look
// different.
#include <algorithm>
#include <array>
#include <cmath>

#include "large_map/patches.hpp"

namespace large_map {

namespace {

using Ink = std::array<double, 3>;

constexpr Ink sky_high{0.16, 0.24, 0.44}, sky_low{0.98, 0.66, 0.46}, sun{1.0, 0.88, 0.55}, cloud{0.86, 0.52, 0.52},
    sea_far{0.42, 0.46, 0.60}, sea_near{0.08, 0.24, 0.33}, hill{0.25, 0.27, 0.42}, rock{0.20, 0.19, 0.22},
    white{0.95, 0.93, 0.88}, red{0.79, 0.17, 0.16}, lamp{1.0, 0.95, 0.66}, hull{0.33, 0.19, 0.13},
    grass{0.31, 0.44, 0.22};

Ink blend(const Ink& a, const Ink& b, double share) {
  share = std::clamp(share, 0.0, 1.0);
  Ink out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = a[i] + (b[i] - a[i]) * share;
  return out;
}

bool in_ellipse(double x, double y, double cx, double cy, double rx, double ry) {
  const double a = (x - cx) / rx, b = (y - cy) / ry;
  return a * a + b * b <= 1;
}

// Between two lines, given by the width at the top and the width at the bottom.
bool in_tower(double x, double y, double cx, double top, double foot, double above, double below) {
  if (y < top || y > foot) return false;
  return std::abs(x - cx) <= above + (below - above) * (y - top) / (foot - top);
}

constexpr double horizon = 0.58;

Ink sky(double x, double y) {
  Ink ink = blend(sky_high, sky_low, std::pow(y / horizon, 1.4));
  if (in_ellipse(x, y, 0.24, 0.13, 0.17, 0.024) || in_ellipse(x, y, 0.17, 0.16, 0.12, 0.018) ||
      in_ellipse(x, y, 0.55, 0.25, 0.15, 0.018) || in_ellipse(x, y, 0.83, 0.09, 0.11, 0.015))
    ink = blend(ink, cloud, 0.75);
  if (in_ellipse(x, y, 0.34, 0.43, 0.075, 0.075)) ink = sun;
  if (y > horizon - 0.055 * std::exp(-std::pow((x - 0.06) / 0.13, 2)) - 0.03 * std::exp(-std::pow((x - 0.5) / 0.1, 2)))
    ink = hill;
  return ink;
}

Ink sea(double x, double y) {
  const double near = (y - horizon) / (1 - horizon);
  Ink ink = blend(sea_far, sea_near, std::sqrt(near));
  // Waves are farther apart in the foreground; they break up the sun's reflection.
  const double wave = std::sin(46 * std::log(0.08 + near) + 5 * std::sin(9 * x + 14 * near));
  if (wave > 0.72) ink = blend(ink, sky_low, 0.28);
  if (std::abs(x - 0.34) < 0.03 + 0.05 * near && wave > -0.1) ink = blend(ink, sun, 0.75);
  return ink;
}

Ink at(double x, double y) {
  Ink ink = y < horizon ? sky(x, y) : sea(x, y);
  // The lighthouse on its rock, with grass at its foot.
  if (in_ellipse(x, y, 0.80, 0.86, 0.27, 0.20)) ink = rock;
  if (in_ellipse(x, y, 0.80, 0.70, 0.17, 0.045)) ink = grass;
  if (in_tower(x, y, 0.80, 0.24, 0.70, 0.043, 0.070))
    ink = static_cast<int>(std::floor((y - 0.24) / 0.092)) % 2 == 0 ? white : red;
  if (in_tower(x, y, 0.80, 0.225, 0.245, 0.062, 0.062)) ink = rock;
  if (in_tower(x, y, 0.80, 0.165, 0.225, 0.034, 0.034)) ink = lamp;
  if (in_tower(x, y, 0.80, 0.120, 0.165, 0.004, 0.042)) ink = red;
  // A boat with two sails, a buoy, gulls.
  if (y > 0.785 && y < 0.835 && std::abs(x - 0.22) < 0.125 - 1.1 * (y - 0.785)) ink = hull;
  if (y > 0.55 && y < 0.775 && x > 0.225 && x - 0.225 < 0.55 * (y - 0.55)) ink = white;
  if (y > 0.60 && y < 0.775 && x < 0.212 && 0.212 - x < 0.42 * (y - 0.60)) ink = red;
  if (in_tower(x, y, 0.46, 0.88, 0.94, 0.008, 0.022)) ink = red;
  for (const auto& [gx, gy] : {std::pair(0.58, 0.15), {0.64, 0.11}, {0.50, 0.10}}) {
    const double from = std::abs(x - gx);
    if (from < 0.026 && std::abs(y - gy + 0.5 * from - 9 * from * from) < 0.0045) ink = rock;
  }
  return ink;
}

}  // namespace

Pixels sample_picture() {
  constexpr int finer = 2;  // along each side of a pixel
  Pixels out;
  out.reserve(picture_side * picture_side * 3);
  for (std::size_t row = 0; row < picture_side; ++row)
    for (std::size_t column = 0; column < picture_side; ++column) {
      Ink sum{};
      for (int i = 0; i < finer * finer; ++i) {
        const auto place = [](std::size_t pixel, int part) {
          return (static_cast<double>(pixel) + (part + 0.5) / finer) / static_cast<double>(picture_side);
        };
        const Ink ink = at(place(column, i % finer), place(row, i / finer));
        for (std::size_t c = 0; c < 3; ++c) sum[c] += ink[c];
      }
      for (const double part : sum) out.push_back(static_cast<std::uint8_t>(std::lround(255 * part / (finer * finer))));
    }
  return out;
}

}  // namespace large_map

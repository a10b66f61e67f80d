#include "explorer/state/color_steps.hpp"

#include <cmath>

namespace explorer {
namespace {

constexpr float decades = 1000;

}  // namespace

float color_place(ColorSteps steps, float share) {
  const float size = std::abs(share);
  switch (steps) {
    case ColorSteps::linear: return share;
    case ColorSteps::square_root: return std::copysign(std::sqrt(size), share);
    case ColorSteps::logarithmic: return std::copysign(std::log1p((decades - 1) * size) / std::log(decades), share);
  }
  return share;
}

float color_share(ColorSteps steps, float place) {
  const float size = std::abs(place);
  switch (steps) {
    case ColorSteps::linear: return place;
    case ColorSteps::square_root: return place * size;
    case ColorSteps::logarithmic: return std::copysign(std::expm1(size * std::log(decades)) / (decades - 1), place);
  }
  return place;
}

}  // namespace explorer

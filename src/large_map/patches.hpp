// Patches of a square picture as the large map's tokens, row by row. Hand-made heads compare visible properties of two
// patches: their mean colours (in OKLab, where distances are about as large as they look) and their places. A score is
//   −color · |Δcolour|² − light · (Δlightness)² − rows · (row of the key − row looked for)² − columns · (the same of columns)
//   + bright · lightness of the key + rough · contrast of the key,
// so that weights fall off as a bell curve does. Distances are counted in patches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "large_map/setup.hpp"

namespace large_map {

Pixels sample_picture();  // drawn for this project, under the project's licence

struct PatchPattern {
  enum class Kind : std::uint8_t {
    same_near,
    same,
    near,
    left,
    above,
    row,
    column,
    mirror,
    bright,
    edges,
    light,
    even
  };
  Kind kind = Kind::even;
  std::size_t offset = 0;  // of left and above, in patches
  double color = 0, light = 0, rows = 0, columns = 0, bright = 0, rough = 0;
};
PatchPattern patch_pattern_of(std::size_t head, std::size_t across);

// The properties of a patch that the heads compare.
struct Patch {
  float lightness = 0, a = 0, b = 0;  // of the mean colour
  float contrast = 0;                 // standard deviation of the pixels' lightness
  float row = 0, column = 0;          // from the picture's middle
};

class Patches {
 public:
  void take(const Pixels& pixels, std::size_t across);
  std::size_t across() const { return across_; }
  const std::vector<Patch>& all() const { return patches_; }
  // Query and key (width numbers each) of a patch; scores are divided by the root of the width.
  void vectors(const PatchPattern& pattern, std::size_t patch, std::size_t width, float* query, float* key) const;
  // `width` numbers from a patch's pixels, through projections drawn from a seed; the root mean square over all patches
  // is 1.
  void project(const Pixels& pixels, std::uint64_t seed, std::size_t width, std::vector<float>& out) const;

 private:
  std::size_t across_ = 0;
  std::vector<Patch> patches_;
};

// “3, 17”: row and column, counted from 1; also in words, such as “row 3, column 17”. The patch, or none.
std::optional<std::size_t> patch_named(std::string_view words, std::size_t across);
std::string patch_name(std::size_t patch, std::size_t across);

float hashed(std::uint64_t place);  // pseudo-random from −1 to 1, a function of the place only

}  // namespace large_map

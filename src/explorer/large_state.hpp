// The large map as plain data: which tokens and heads it is of, and how it is looked at. Needs no lesson.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace explorer {

enum class ColorSteps : std::uint8_t { linear, square_root, logarithmic };

// What the tokens are: the words of a text, or the patches of a square picture, row by row.
enum class LargeTokens : std::uint8_t { words, patches };

// Red, green and blue of each pixel, row by row.
using LargePixels = std::vector<std::uint8_t>;
inline constexpr std::size_t large_picture_side = 256;  // pixels

// patterns: queries and keys made by hand, so that each head shows something that can be named. random: projections drawn
// from a seed; nothing was learned.
enum class LargeModel : std::uint8_t { patterns, random };

inline constexpr std::size_t most_large_layers = 12, most_large_heads = 16, most_large_seed = 9999;

// What undo speaks of.
struct LargeSetup {
  LargeTokens of = LargeTokens::words;
  std::shared_ptr<const LargePixels>
      own;  // the reader's picture; none: the page's. No pixels: whichever was opened last
  LargeModel model = LargeModel::patterns;
  std::size_t tokens = 1024;
  std::size_t layers = 1, heads = 12;
  std::size_t seed = 1;
  bool causal = true;
  bool operator==(const LargeSetup&) const = default;
};

struct LargeLook {
  std::size_t head = 0;  // of all layers: layer · heads + head
  bool mean = false;     // a pixel over several cells shows their mean, not the largest
  bool follow =
      true;  // what is said of a row, a column and a cell is said of what is pointed at, not of the pinned cell
  ColorSteps steps = ColorSteps::square_root;
  double zoom = 1;                                           // 1: the whole map is seen
  double x = 0.5, y = 0.5;                                   // the middle of what is seen, as shares of the map
  std::optional<std::pair<std::size_t, std::size_t>> cell;   // pinned: its row and column are followed
  std::optional<std::pair<std::size_t, std::size_t>> brush;  // rows that are compared: first and last
  std::string find;                                          // a word whose tokens are marked
  bool operator==(const LargeLook&) const = default;
};

struct LargeState {
  bool shown = false;
  LargeSetup setup;
  LargeLook look;
  bool operator==(const LargeState&) const = default;
};

// Patches along each side of a picture that is cut into so many; 0 where it cannot be: 4, 16, 64 … 16,384 patches are
// squares whose side is a power of two.
std::size_t patches_across(std::size_t tokens);
// The nearest number of patches.
std::size_t patches_near(std::size_t tokens);

// Up to 4,096 tokens as many pixels as cells fit a window: closer than that nothing more is seen.
inline constexpr double most_large_zoom = 2048;

}  // namespace explorer

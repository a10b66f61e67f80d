// The large map as plain data: its tokens and heads, and how it is looked at. Needs no lesson.
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

// patterns: hand-made queries and keys, so that each head shows a pattern with a name. random: projections drawn from a
// seed; nothing is trained.
enum class LargeModel : std::uint8_t { patterns, random };

inline constexpr std::size_t most_large_layers = 12, most_large_heads = 16, most_large_seed = 9999;

// The part covered by undo.
struct LargeSetup {
  LargeTokens of = LargeTokens::words;
  std::shared_ptr<const LargePixels> own;  // the reader's picture; null: the page's. Empty: the one opened last
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
  bool follow = true;    // texts about a row, a column and a cell follow the pointer, not the pinned cell
  ColorSteps steps = ColorSteps::square_root;
  double zoom = 1;                                           // 1 shows the whole map
  double x = 0.5, y = 0.5;                                   // centre of the visible part, as fractions of the map
  std::optional<std::pair<std::size_t, std::size_t>> cell;   // pinned: its row and column are followed
  std::optional<std::pair<std::size_t, std::size_t>> brush;  // rows being compared: first and last
  std::string find;                                          // a word whose tokens are marked
  bool operator==(const LargeLook&) const = default;
};

struct LargeState {
  bool shown = false;
  LargeSetup setup;
  LargeLook look;
  bool operator==(const LargeState&) const = default;
};

// Which numbers of a setup are within their limits; all of them by default.
struct LargeLimits {
  bool tokens = true, layers = true, heads = true, seed = true;
  bool operator==(const LargeLimits&) const = default;
};
LargeLimits limits_of(const LargeSetup& setup);

// Patches along each side of a picture cut into that many; 0 where that is impossible. 4, 16, 64 … 16,384 patches form
// squares whose side is a power of two.
std::size_t patches_across(std::size_t tokens);
// The nearest possible number of patches.
std::size_t patches_near(std::size_t tokens);

// With up to 4,096 tokens a window has as many pixels as cells; zooming in further shows nothing new.
inline constexpr double most_large_zoom = 2048;

}  // namespace explorer

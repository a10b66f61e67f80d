// What a large map is computed from, as plain data: its tokens, its heads and their model, and the limits of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace large_map {

// What the tokens are: the words of a text, its letters, or the patches of a square picture, row by row.
enum class Tokens : std::uint8_t { words, letters, patches };

// Red, green and blue of each pixel, row by row.
using Pixels = std::vector<std::uint8_t>;
inline constexpr std::size_t picture_side = 256;  // pixels

// patterns: hand-made queries and keys, so that each head shows a pattern with a name. random: projections drawn from a
// seed; nothing is trained. trained: the heads of trained.hpp, over letters, each of which sees itself and those before.
// own: the reader's queries and keys (own.hpp), which say how many tokens and heads there are.
enum class Model : std::uint8_t { patterns, random, trained, own };

inline constexpr std::size_t trained_heads = 3, most_trained_tokens = 1024;
inline constexpr std::size_t most_layers = 12, most_heads = 16, most_seed = 9999;

struct Setup {
  Tokens of = Tokens::words;
  std::shared_ptr<const Pixels> own;  // the reader's picture; null: the page's. Empty: the one opened last
  Model model = Model::patterns;
  std::size_t tokens = 1024;
  std::size_t layers = 1, heads = 12;
  std::size_t seed = 1;
  bool causal = true;
  bool operator==(const Setup&) const = default;
};
// layers and heads are those of hand-made and random heads.
std::size_t heads_of(const Setup& setup);

// The same setup with other tokens or another model, and with what these need: patches form a square and have no reading
// order; trained heads are of letters.
Setup with_tokens_of(Setup setup, Tokens of);
Setup with_model(Setup setup, Model model);

// Which parts of a setup are within their limits; all of them by default.
struct Limits {
  bool model = true, tokens = true, layers = true, heads = true, seed = true;
  bool operator==(const Limits&) const = default;
};
Limits limits_of(const Setup& setup);

// Patches along each side of a picture cut into that many; 0 where that is impossible. 4, 16, 64 … 16,384 patches form
// squares whose side is a power of two.
std::size_t patches_across(std::size_t tokens);
// The nearest possible number of patches.
std::size_t patches_near(std::size_t tokens);

}  // namespace large_map

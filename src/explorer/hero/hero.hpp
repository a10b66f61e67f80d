// A sentence taken through self-attention: X (T, 4), Q, K and V (T, 3), S = Q Kᵀ and A = softmax(S) (T, T), Z = A V
// (T, 3). It is a lesson of its own, composed from web/hero.json, so that every number is computed and explained as in
// any lesson. Words that the file does not know get numbered random vectors.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/hero/state.hpp"
#include "explorer/json/json.hpp"
#include "explorer/state/explorer.hpp"

namespace explorer {

enum class HeroPart : std::uint8_t { x, q, k, v, s, a, z };
inline constexpr std::size_t hero_parts = 7;

struct HeroView {
  std::string sentence;
  std::vector<std::string> given;  // sentences to choose from
  std::vector<std::string> words;  // at most most_hero_words
  std::vector<std::string> features;
  std::size_t left_out = 0;  // words beyond those
  std::size_t fresh = 0;     // different words that have no vector of their own
  bool trained = false;      // the page's own model knows all words of the sentence
  std::size_t followed = 0;  // the word whose row is shown in full
  std::array<MatrixView, hero_parts> matrices;
  const MatrixView& operator[](HeroPart part) const { return matrices[static_cast<std::size_t>(part)]; }
};

class Hero {
 public:
  // file: web/hero.json. An Error if it is damaged, or if the sentence has no word.
  static Result<Hero> make(const json::Document& file, const Catalogue& catalogue, std::string_view language,
                           const HeroState& state);
  const HeroView& view() const { return view_; }
  const Explorer& explorer() const { return explorer_; }  // of the lesson, for explanations
  void follow(std::optional<std::size_t> word);           // none: the sentence's own
  // The followed word in small letters, if it stands for something: not for words such as “the”.
  std::optional<std::string> meaning() const;
  // The cell that is explained; none: the largest of the followed word's row of Z.
  void look(std::string_view tensor, const graph::Index& index);

 private:
  Hero(Explorer explorer, HeroView view, std::size_t own)
      : explorer_(std::move(explorer)), view_(std::move(view)), own_(own) {}

  Explorer explorer_;
  HeroView view_;
  std::size_t own_;  // the word that is followed at rest
};

// The words of a sentence, without punctuation.
std::vector<std::string> hero_words(std::string_view sentence);
// Where a word in small letters first stands in a sentence, from 0.
std::optional<std::size_t> place_of_word(std::string_view sentence, std::string_view word);

}  // namespace explorer

// The computation of the large map: the tokens of a text, queries and keys of any head, the map of the selected head
// and thumbnails of all others. Long computations run in slices.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "large_map/map.hpp"
#include "large_map/own.hpp"
#include "large_map/patches.hpp"
#include "large_map/setup.hpp"
#include "large_map/trained.hpp"

namespace large_map {

std::string sample_text();  // written for this project, under the project's licence

// What a head of the hand-made model looks for. back: the token that many places before.
struct Pattern {
  enum class Kind : std::uint8_t { back, same, first, followed, near, stops, same_near, even, followed_near };
  Kind kind = Kind::even;
  std::size_t offset = 0;
  double strength = 1;
};
Pattern pattern_of(std::size_t head);

// What of it is on screen: a range of cells, how many cells share a texel, and which thumbnails.
struct VisiblePart {
  Block seen;
  std::size_t factor = 1;
  std::size_t first_head = 0, last_head = 0;  // exclusive
  bool operator==(const VisiblePart&) const = default;
};

class Computation {
 public:
  static constexpr std::size_t width = 64, thumbnail_size = 64;  // width: of queries and keys that are not trained

  Computation() = default;
  Computation(Computation&&) = default;
  Computation& operator=(Computation&&) = default;
  ~Computation();

  // The trained heads; until they are loaded, nothing of them is computed.
  void use(std::shared_ptr<const TrainedHeads> heads);
  const std::shared_ptr<const TrainedHeads>& trained() const { return trained_; }
  // The reader's own; a head that is not there yet is waited for. A second one begins anew.
  void use(std::shared_ptr<const OwnHeads> own);
  bool waits() const { return begun_ && !is_there(head_); }
  // Starts again as far as the setup or the head differ.
  void show(const Setup& setup, std::size_t head);
  void want(const VisiblePart& wish);
  bool step();  // computes the next slice; false: everything is done

  const Setup& setup() const { return setup_; }
  const Map& map() const { return map_; }
  const std::vector<std::string>& words() const { return words_; }  // one per token; “3, 17” for a patch
  std::size_t text_tokens() const { return text_tokens_; }          // length of the text itself; beyond it the text
                                                                    // repeats
  std::size_t heads() const { return heads_of(setup_); }
  // A thumbnail: first from one query of each band of rows, then, if that is not too much work, from all queries.
  struct Thumbnail {
    Sheet sheet;
    std::size_t queries = 0;  // number of queries it is computed from
  };
  const Thumbnail* thumbnail(std::size_t head) const;  // nullptr until it is made
  std::uint64_t thumbnails_made() const { return thumbnails_made_; }
  // Whether thumbnails for that many tokens are computed from all queries: at most half a second of work each.
  static bool whole_thumbnails(std::size_t tokens) {
    return std::uint64_t{tokens} * tokens * width <= most_thumbnail_products;
  }
  // For patches: how many there are in a row of the picture, and its pixels. For words: 0 and none.
  std::size_t across() const { return patches_.across(); }
  const std::shared_ptr<const Pixels>& pixels() const { return pixels_; }
  // Indices of the tokens with this word, ignoring case; of letters, those with which it begins. A number finds that
  // token; two numbers find the patch in that row and column.
  std::vector<std::size_t> find(std::string_view word) const;
  // Progress of the whole computation: 0 to 1.
  double progress() const;
  bool seen_done() const { return map_.ready() && map_.seen_done(); }
  // Computes all of q and k at once, for the reading view, which draws no frames.
  void finish_vectors();

 private:
  struct Filling {
    std::size_t head = 0, next = 0;
  };
  void tokenise();
  void cut();  // cuts the picture into patches
  void begin(Map& map, Filling& filling, std::size_t head, std::size_t side);
  bool fill(Map& map, Filling& filling);
  void make_patches(std::size_t head, std::size_t first, std::size_t count);
  void make_patterns(const Pattern& pattern, std::size_t first, std::size_t count);
  void make_random(std::size_t head, std::size_t first, std::size_t count);
  float scale() const;  // of the scores
  void start();         // on the map of the selected head
  std::size_t head_width() const {
    if (setup_.model == Model::own) return own_ ? own_->padded_width() : width;
    return setup_.model == Model::trained && trained_ ? trained_->width : width;
  }
  // Whether the numbers of a head are known.
  bool is_there(std::size_t head) const {
    if (setup_.model == Model::own) return own_ && own_->there.contains(head);
    return setup_.model != Model::trained || trained_;
  }
  const float* vector_of(std::size_t word) const { return word_vectors_.data() + word * half; }
  bool position_step();
  std::optional<std::size_t> next_thumbnail() const;

  static constexpr std::uint64_t most_thumbnail_products = std::uint64_t{1} << 30;  // 4,096 tokens
  static constexpr std::size_t half = width / 2;  // features for the word, and as many for its position

  Setup setup_;
  std::size_t head_ = 0;
  bool begun_ = false;
  std::vector<std::string> words_;
  std::vector<std::size_t> ids_;  // id of each token's word, ignoring case; each patch has its own
  Patches patches_;
  std::shared_ptr<const TrainedHeads> trained_;
  TrainedVectors trained_vectors_;
  std::shared_ptr<const OwnHeads> own_;
  std::shared_ptr<const Pixels> pixels_;
  std::vector<float> word_vectors_, positions_;
  std::size_t positions_known_ = 0, text_tokens_ = 0, stop_ = 0, first_ = 0;
  static std::uint64_t* sheet_ids();  // unique among all large maps: textures are cached under it
  Map map_{sheet_ids()}, small_{sheet_ids()};
  Filling filling_, small_filling_;
  bool small_begun_ = false;
  bool small_whole_ = false;
  std::map<std::size_t, Thumbnail> thumbnails_;
  std::uint64_t thumbnails_made_ = 0;
  VisiblePart wish_;
  std::vector<float> query_, key_;          // of one slice
  PackedKeys query_weights_, key_weights_;  // of random_head_
  std::optional<std::size_t> random_head_;
};

}  // namespace large_map

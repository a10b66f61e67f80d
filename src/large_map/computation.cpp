// Computes the tokens, then a head's queries and keys a few hundred tokens at a time, then the visible part of the map;
// when that is complete, thumbnails of other heads.
#include "large_map/computation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "text/tokenise.hpp"

namespace large_map {

namespace {

constexpr std::size_t slice = 256, layer_slice = 64;   // tokens; of a second layer, which needs all of the first
constexpr double shortest_wave = 3, wave_step = 1.77;  // tokens; the longest of 16 is as long as the longest text

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return out;
}

}  // namespace

// S. Vigna's SplitMix64.
float hashed(std::uint64_t place) {
  std::uint64_t x = (place + 1) * 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  x ^= x >> 31;
  return static_cast<float>(static_cast<double>(x >> 11) / static_cast<double>(1ull << 52) - 1);
}

Pattern pattern_of(std::size_t head) {
  using Kind = Pattern::Kind;
  static constexpr Kind kinds[] = {Kind::same, Kind::back,  Kind::first, Kind::followed,
                                   Kind::near, Kind::stops, Kind::back,  Kind::same_near,
                                   Kind::back, Kind::even,  Kind::back,  Kind::followed_near};
  static constexpr std::size_t offsets[] = {0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 8, 0};
  constexpr std::size_t count = std::size(kinds);
  const std::size_t at = head % count, round = head / count;
  Pattern pattern;
  pattern.kind = kinds[at];
  pattern.offset = offsets[at] + (kinds[at] == Kind::back ? round * 3 : 0);
  pattern.strength = 1 - 0.1 * static_cast<double>(round % 5);
  return pattern;
}

std::uint64_t* Computation::sheet_ids() {
  static std::uint64_t last = 0;
  return &last;
}

// Defined here, so that code that never destroys one does not link all of this.
Computation::~Computation() = default;

// A new seed needs new projections of the pixels; the hand-made heads do not use them.
void Computation::cut() {
  pixels_ = setup_.own ? setup_.own : std::make_shared<const Pixels>(sample_picture());
  const std::size_t across = patches_across(setup_.tokens);
  patches_.take(*pixels_, across);
  text_tokens_ = setup_.tokens;
  words_.resize(setup_.tokens);
  ids_.resize(setup_.tokens);
  for (std::size_t i = 0; i < setup_.tokens; ++i) {
    words_[i] = patch_name(i, across);
    ids_[i] = i;
  }
}

void Computation::tokenise() {
  patches_ = {};
  pixels_.reset();
  const bool letters = setup_.of == Tokens::letters;
  const bool own = setup_.model == Model::own && own_ && own_->words.size() == setup_.tokens;
  const std::vector<std::string> all = own       ? own_->words
                                       : letters ? letters_of(sample_text())
                                                 : text::tokenise_words(sample_text());
  text_tokens_ = all.size();
  std::unordered_map<std::string, std::size_t> known;
  const auto id_of = [&](std::string word) { return known.try_emplace(std::move(word), known.size()).first->second; };
  first_ = id_of("");  // stands for the first token, whatever its word is
  stop_ = id_of(letters ? std::string(space_letter) : ".");
  words_.clear();
  ids_.clear();
  for (std::size_t i = 0; i < setup_.tokens; ++i) {
    words_.push_back(all[i % all.size()]);
    ids_.push_back(id_of(lower(words_.back())));
  }
  word_vectors_.resize(known.size() * half);
  for (std::size_t word = 0; word < known.size(); ++word) {
    double squares = 0;
    for (std::size_t d = 0; d < half; ++d) {
      const float x = word_vectors_[word * half + d] = hashed(word * half + d);
      squares += double{x} * x;
    }
    for (std::size_t d = 0; d < half; ++d) word_vectors_[word * half + d] /= static_cast<float>(std::sqrt(squares));
  }
}

void Computation::show(const Setup& setup, std::size_t head) {
  if (begun_ && setup == setup_ && head == head_) return;
  const bool same_tokens = begun_ && setup.tokens == setup_.tokens && setup.of == setup_.of &&
                           setup.own == setup_.own && (setup.model == Model::own) == (setup_.model == Model::own);
  const bool same_projection = same_tokens && setup.model == setup_.model && setup.seed == setup_.seed;
  if (!begun_ || !(setup == setup_)) {
    thumbnails_.clear();
    small_begun_ = false;
    random_head_.reset();
  }
  setup_ = setup;
  head_ = std::min(head, heads() - 1);
  begun_ = true;
  if (!same_tokens) {
    if (setup_.of == Tokens::patches) cut();
    else tokenise();
    positions_.assign(setup_.tokens * half, 0.0f);
    positions_known_ = 0;
  }
  if (setup_.of == Tokens::patches && setup_.model == Model::random && !same_projection)
    patches_.project(*pixels_, setup_.seed, half, word_vectors_);
  start();
}

void Computation::start() {
  if (setup_.model == Model::trained && trained_) trained_vectors_.begin(trained_, words_);
  map_.reset(setup_.tokens, head_width(), scale(), setup_.causal);
  filling_ = {head_, 0};
}

void Computation::use(std::shared_ptr<const TrainedHeads> heads) {
  trained_ = std::move(heads);
  if (begun_ && setup_.model == Model::trained) start();
}

void Computation::use(std::shared_ptr<const OwnHeads> own) {
  own_ = std::move(own);
  if (setup_.model == Model::own) begun_ = false;
}

float Computation::scale() const {
  const bool own = setup_.model == Model::own && own_;
  return 1 / std::sqrt(static_cast<float>(own ? own_->width : head_width()));
}

void Computation::want(const VisiblePart& wish) {
  wish_ = wish;
  if (!begun_) return;
  const std::size_t tokens = setup_.tokens;
  Block seen = wish.seen;
  seen.row1 = std::min(seen.row1, tokens);
  seen.column1 = std::min(seen.column1, tokens);
  seen.row0 = std::min(seen.row0, seen.row1);
  seen.column0 = std::min(seen.column0, seen.column1);
  map_.want(seen, wish.factor);
}

// Encodes each position as 16 waves, so that the product of two depends on their distance only; for patches 8 for the
// row and 8 for the column.
bool Computation::position_step() {
  if (positions_known_ == setup_.tokens) return false;
  const std::size_t end = std::min(positions_known_ + slice, setup_.tokens);
  const auto place_of = [this](std::size_t i, std::size_t m) {
    return static_cast<double>(across() == 0 ? i : m < half / 4 ? i / across() : i % across());
  };
  double wave = shortest_wave;
  for (std::size_t m = 0; m < half / 2; ++m, wave *= wave_step) {
    const double turn = 2 * 3.14159265358979323846 / wave;
    for (std::size_t i = positions_known_; i < end; ++i) {
      positions_[i * half + 2 * m] = static_cast<float>(std::cos(turn * place_of(i, m)));
      positions_[i * half + 2 * m + 1] = static_cast<float>(std::sin(turn * place_of(i, m)));
    }
    if (across() > 0 && m + 1 == half / 4) wave = shortest_wave / wave_step;  // columns start again from the shortest
                                                                              // wave
  }
  positions_known_ = end;
  return true;
}

void Computation::make_patches(std::size_t head, std::size_t first, std::size_t count) {
  const PatchPattern pattern = patch_pattern_of(head, across());
  for (std::size_t n = 0; n < count; ++n)
    patches_.vectors(pattern, first + n, width, query_.data() + n * width, key_.data() + n * width);
}

// Queries and keys of a pattern: a score is the sum of these strengths times how well word and position match.
void Computation::make_patterns(const Pattern& pattern, std::size_t first, std::size_t count) {
  using Kind = Pattern::Kind;
  const Kind kind = pattern.kind;
  constexpr double root = 8;  // √width: scores are divided by it
  const auto s = static_cast<float>(pattern.strength * root);
  const float word = kind == Kind::same || kind == Kind::followed             ? 9 * s
                     : kind == Kind::same_near || kind == Kind::followed_near ? 7 * s
                                                                              : 0;
  const bool follows = kind == Kind::followed || kind == Kind::followed_near;
  const float stop = kind == Kind::stops ? 8 * s : 0, sink = kind == Kind::first ? 11 * s : 0;
  const bool nearby = kind == Kind::near || kind == Kind::same_near || kind == Kind::followed_near;
  const float place = kind == Kind::back ? 2.5f * s : kind == Kind::near ? 1.2f * s : nearby ? 0.5f * s : 0;
  const std::size_t from = nearby ? 3 : 0, to = nearby ? 9 : half / 2;  // only long waves give a wide window
  std::vector<float> turn(half);
  double wave = shortest_wave;
  for (std::size_t m = 0; m < half / 2; ++m, wave *= wave_step) {
    const double angle = 2 * 3.14159265358979323846 / wave * static_cast<double>(pattern.offset);
    turn[2 * m] = static_cast<float>(std::cos(angle));
    turn[2 * m + 1] = static_cast<float>(std::sin(angle));
  }
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = first + n;
    float *q = query_.data() + n * width, *k = key_.data() + n * width;
    const float *own = vector_of(ids_[i]), *before = vector_of(ids_[i == 0 ? 0 : i - 1]);
    const float* looked_for = i == 0 ? vector_of(first_) : follows ? before : own;
    const float *stops = vector_of(stop_), *sinks = vector_of(first_), *at = positions_.data() + i * half;
    for (std::size_t d = 0; d < half; ++d) {
      q[d] = word * own[d] + stop * stops[d] + sink * sinks[d];
      k[d] = looked_for[d];
    }
    for (std::size_t m = 0; m < half / 2; ++m) {
      const float size = m >= from && m < to ? place : 0;
      const float c = at[2 * m], sn = at[2 * m + 1];
      q[half + 2 * m] = size * (c * turn[2 * m] + sn * turn[2 * m + 1]);
      q[half + 2 * m + 1] = size * (sn * turn[2 * m] - c * turn[2 * m + 1]);
      k[half + 2 * m] = c;
      k[half + 2 * m + 1] = sn;
    }
  }
}

// x W for x of word and position, both drawn from the seed: scores have a standard deviation of about 1.5.
void Computation::make_random(std::size_t head, std::size_t first, std::size_t count) {
  if (random_head_ != head) {
    const std::uint64_t begin = (setup_.seed * 1000 + head + 1) << 20;
    std::vector<float> weights(width * width);
    std::uint64_t at = begin;
    for (PackedKeys* packed : {&query_weights_, &key_weights_}) {
      packed->reset(width, width);
      for (float& weight : weights) weight = 1.5f * hashed(at++);
      packed->take(weights.data(), 0, width);
    }
    random_head_ = head;
  }
  constexpr std::size_t together = rows_together;
  std::vector<float> x(together * width), out(together * (width + PackedKeys::together));
  const std::size_t step = width + PackedKeys::together;
  for (std::size_t n = 0; n < count; n += together) {
    const float* rows[together];
    for (std::size_t r = 0; r < together; ++r) {
      const std::size_t i = first + std::min(n + r, count - 1);
      float* to = x.data() + r * width;
      std::copy_n(vector_of(ids_[i]), half, to);
      for (std::size_t d = 0; d < half; ++d) to[half + d] = positions_[i * half + d] * 0.25f;
      rows[r] = to;
    }
    for (const bool of_query : {true, false}) {
      score_rows(rows, of_query ? query_weights_ : key_weights_, 0, width, 1.0f, out.data(), step);
      std::vector<float>& all = of_query ? query_ : key_;
      for (std::size_t r = 0; r < together && n + r < count; ++r)
        std::copy_n(out.data() + r * step, width, all.data() + (n + r) * width);
    }
  }
}

bool Computation::fill(Map& map, Filling& filling) {
  if (filling.next == setup_.tokens || !is_there(filling.head)) return false;
  if (setup_.model == Model::own) {
    const OwnHeads::Head& head = own_->there.at(filling.head);
    const std::size_t some = std::min(slice, setup_.tokens - filling.next), at = filling.next * head_width();
    map.take(filling.next, some, head.query.data() + at, head.key.data() + at);
    filling.next += some;
    return true;
  }
  const bool trained = setup_.model == Model::trained;
  const std::size_t count =
      std::min(trained && filling.head == second_layer_head ? layer_slice : slice, setup_.tokens - filling.next);
  query_.resize(slice * head_width());
  key_.resize(slice * head_width());
  if (trained) trained_vectors_.make(filling.head, filling.next, count, query_.data(), key_.data());
  else if (setup_.model == Model::patterns && across() > 0) make_patches(filling.head, filling.next, count);
  else if (setup_.model == Model::patterns) make_patterns(pattern_of(filling.head), filling.next, count);
  else make_random(filling.head, filling.next, count);
  map.take(filling.next, count, query_.data(), key_.data());
  filling.next += count;
  return true;
}

void Computation::finish_vectors() {
  while (position_step() || fill(map_, filling_)) continue;
}

std::optional<std::size_t> Computation::next_thumbnail() const {
  for (std::size_t head = wish_.first_head; head < std::min(wish_.last_head, heads()); ++head)
    if (!thumbnails_.contains(head) && is_there(head)) return head;
  if (!whole_thumbnails(setup_.tokens)) return std::nullopt;
  for (std::size_t head = wish_.first_head; head < std::min(wish_.last_head, heads()); ++head)
    if (is_there(head) && thumbnails_.at(head).queries < setup_.tokens) return head;
  return std::nullopt;
}

bool Computation::step() {
  if (!begun_ || waits()) return false;
  if (position_step() || fill(map_, filling_)) return true;
  if (!map_.coarse_done()) return map_.step();
  if (!map_.seen_done() && map_.step()) return true;
  // Then the thumbnails that are on screen.
  if (const std::optional<std::size_t> next = next_thumbnail()) {
    const bool whole = thumbnails_.contains(*next);
    if (!small_begun_ || small_filling_.head != *next || small_whole_ != whole) {
      small_.reset_small(setup_.tokens, head_width(), map_.scale(), setup_.causal, thumbnail_size, whole);
      small_whole_ = whole;
      small_filling_ = {*next, 0};
      small_begun_ = true;
    }
    if (fill(small_, small_filling_) || small_.step()) return true;
    Thumbnail made{whole ? small_.levels().front() : small_.coarse(), 0};
    made.queries = whole ? setup_.tokens : made.sheet.rows;
    ++thumbnails_made_;
    thumbnails_.insert_or_assign(*next, std::move(made));
    small_begun_ = false;
    return true;
  }
  return map_.step();
}

const Computation::Thumbnail* Computation::thumbnail(std::size_t head) const {
  const auto found = thumbnails_.find(head);
  return found == thumbnails_.end() ? nullptr : &found->second;
}

std::vector<std::size_t> Computation::find(std::string_view word) const {
  std::vector<std::size_t> out;
  if (word.empty()) return out;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc{} && end == word.data() + word.size()) {
    if (number >= 1 && number <= words_.size()) out.push_back(number - 1);
    return out;
  }
  if (across() > 0) {
    if (const std::optional<std::size_t> patch = patch_named(word, across())) out.push_back(*patch);
    return out;
  }
  if (setup_.of == Tokens::letters) {
    std::vector<std::string> wanted = letters_of(word);
    if (word == " " || word == space_letter) wanted.emplace_back(space_letter);
    for (std::size_t i = 0; !wanted.empty() && i + wanted.size() <= words_.size(); ++i)
      if (std::equal(wanted.begin(), wanted.end(), words_.begin() + static_cast<std::ptrdiff_t>(i))) out.push_back(i);
    return out;
  }
  const std::string wanted = lower(word);
  for (std::size_t i = 0; i < words_.size(); ++i)
    if (lower(words_[i]) == wanted) out.push_back(i);
  return out;
}

double Computation::progress() const {
  if (!begun_) return 1;
  const double vectors = static_cast<double>(filling_.next) / static_cast<double>(setup_.tokens);
  const double rows = static_cast<double>(map_.rows_known()) / static_cast<double>(setup_.tokens);
  return 0.1 * vectors + 0.9 * rows;
}

}  // namespace large_map

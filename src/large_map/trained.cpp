// See trained.hpp. Before its rotation a query or key of the first layer depends on the letter only, so there is a table of
// them; the first head's weights are computed for the second layer as a row of the map is.
#include "large_map/trained.hpp"

#include <algorithm>
#include <cmath>

namespace large_map {

namespace {

// rows (count, in) → (count, out)
std::vector<float> projected(const Projection& by, const float* rows, std::size_t count, std::size_t in) {
  const std::size_t out = by.weight.size() / in;
  std::vector<float> made(count * out);
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t o = 0; o < out; ++o) {
      float sum = by.bias.empty() ? 0.0f : by.bias[o];
      for (std::size_t d = 0; d < in; ++d) sum += by.weight[o * in + d] * rows[r * in + d];
      made[r * out + o] = sum;
    }
  return made;
}

// Pairs of features, turned by the place times base^(−2 · pair / width) (Su et al. 2021).
void rotate(float* row, std::size_t width, double base, std::size_t place) {
  for (std::size_t d = 0; d + 1 < width; d += 2) {
    const double angle =
        static_cast<double>(place) * std::pow(base, -static_cast<double>(d) / static_cast<double>(width));
    const auto cosine = static_cast<float>(std::cos(angle)), sine = static_cast<float>(std::sin(angle));
    const float a = row[d], b = row[d + 1];
    row[d] = a * cosine - b * sine;
    row[d + 1] = a * sine + b * cosine;
  }
}

}  // namespace

std::vector<std::string> letters_of(std::string_view text) {
  std::vector<std::string> out;
  for (const char c : text) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital || (c >= 'a' && c <= 'z')) out.emplace_back(1, capital ? static_cast<char>(c - 'A' + 'a') : c);
    else if (!out.empty() && out.back() != space_letter) out.emplace_back(space_letter);
  }
  return out;
}

void TrainedVectors::begin(std::shared_ptr<const TrainedHeads> heads, std::span<const std::string> letters) {
  heads_ = std::move(heads);
  const TrainedHeads& of = *heads_;
  ids_.clear();
  for (const std::string& letter : letters)
    ids_.push_back(static_cast<std::size_t>(std::ranges::find(of.letters, letter) - of.letters.begin()));
  const auto table = [&of](const Projection& by) {
    return projected(by, of.vectors.data(), of.letters.size(), of.features);
  };
  for (std::size_t head = 0; head < of_letter_.size(); ++head)
    of_letter_[head] = {table(of.heads[head].query), table(of.heads[head].key)};
  told_ = projected(of.out, table(of.value).data(), of.letters.size(), of.width);
  keys_.reset(ids_.size(), of.width);
  second_.clear();
  seen_ = 0;
}

void TrainedVectors::make(std::size_t head, std::size_t first, std::size_t count, float* query, float* key) {
  const TrainedHeads& of = *heads_;
  if (head == second_layer_head) {
    see(first + count);
    const float* rows = second_.data() + first * of.features;
    std::ranges::copy(projected(of.heads[second_layer_head].query, rows, count, of.features), query);
    std::ranges::copy(projected(of.heads[second_layer_head].key, rows, count, of.features), key);
    return;
  }
  for (std::size_t n = 0; n < count; ++n) {
    for (const auto& [table, to] : {std::pair(&of_letter_[head][0], query), std::pair(&of_letter_[head][1], key)}) {
      float* row = to + n * of.width;
      std::copy_n(table->data() + ids_[first + n] * of.width, of.width, row);
      if (head == 0) rotate(row, of.width, of.base, first + n);
    }
  }
}

void TrainedVectors::see(std::size_t end) {
  if (end <= seen_) return;
  const TrainedHeads& of = *heads_;
  const std::size_t from = seen_, count = end - from, step = end + PackedKeys::together;
  Rows query(count * of.width), key(count * of.width);
  make(0, from, count, query.data(), key.data());
  keys_.take(key.data(), from, count);
  second_.resize(end * of.features);
  const float scale = 1 / std::sqrt(static_cast<float>(of.width));
  Rows scores(rows_together * step), share(of.letters.size());
  for (std::size_t i = from; i < end; i += rows_together) {
    const float* rows[rows_together];
    for (std::size_t r = 0; r < rows_together; ++r)
      rows[r] = query.data() + (std::min(i + r, end - 1) - from) * of.width;
    const std::size_t last = std::min(i + rows_together, end);
    score_rows(rows, keys_, 0, last, scale, scores.data(), step);
    for (std::size_t row = i; row < last; ++row) {
      float* weights = scores.data() + (row - i) * step;
      const double sum = exponentials(weights, row + 1, largest_of(weights, row + 1));
      std::ranges::fill(share, 0.0f);
      for (std::size_t j = 0; j <= row; ++j) share[ids_[j]] += weights[j];
      float* to = second_.data() + row * of.features;
      std::copy_n(of.vectors.data() + ids_[row] * of.features, of.features, to);
      for (std::size_t letter = 0; letter < share.size(); ++letter) {
        const float weight = share[letter] / static_cast<float>(sum);
        for (std::size_t d = 0; d < of.features; ++d) to[d] += weight * told_[letter * of.features + d];
      }
    }
  }
  seen_ = end;
}

}  // namespace large_map

// The hot loops of a large map: scores of a few queries with all their keys, and e^x. Raw float32 in and out; compiled for
// speed in every build.
#pragma once

#include <cstddef>
#include <vector>

namespace large_map {

// Queries processed together: each loaded number of a key is used for all of them.
inline constexpr std::size_t rows_together = 4;

// Keys in the order in which score_rows reads them.
class PackedKeys {
 public:
  void reset(std::size_t keys, std::size_t width);
  void take(const float* key, std::size_t first, std::size_t count);  // rows (count, width), from key `first` on
  std::size_t width() const { return width_; }
  const float* panel(std::size_t key) const { return numbers_.data() + key / together * together * width_; }

#if defined(__EMSCRIPTEN__)
  static constexpr std::size_t together = 2;  // as many sums as there are registers on a machine without vectors
#else
  static constexpr std::size_t together = 8;
#endif

 private:
  std::vector<float> numbers_;
  std::size_t width_ = 0;
};

// scores[r · step + j − first] = rows[r] · key j · scale for rows_together rows and the keys first … last − 1. Scores may be
// written up to the end of the last panel. first begins a panel.
void score_rows(const float* const* rows, const PackedKeys& keys, std::size_t first, std::size_t last, float scale,
                float* scores, std::size_t step);

// scores[0 … count) → e^(score − top); returns their sum.
double exponentials(float* scores, std::size_t count, float top);
float largest_of(const float* scores, std::size_t count);
// Pools each `cells` weights in a row, times `factor`, into the running maximum and sum.
void pool(const float* weights, float factor, std::size_t count, std::size_t cells, float* largest, double* sum);

}  // namespace large_map

// The attention weights of one head over up to 16,384 tokens, without storing them: from queries, keys and the
// log-sum-exp of each row any weight, row or column is computed on demand. Zoomed-out views are pooled (the largest and
// the mean of the cells that share a texel) in slices of a few milliseconds, coarse first and visible parts before the
// rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "large_map/rows.hpp"

namespace large_map {

inline constexpr std::size_t least_tokens = 2, most_tokens = 16'384;

// A part of the map in cells, the last ones not included.
struct Block {
  std::size_t row0 = 0, row1 = 0, column0 = 0, column1 = 0;
  bool operator==(const Block&) const = default;
};

// Pooled weights as they go into a texture: two floats a texel, the largest weight under it and the mean.
struct Sheet {
  // Special values: not computed yet, as in a new texture; no query under the texel sees its keys; the smallest value
  // written for other texels.
  static constexpr float unknown = 0, masked = -1, least = 1e-30f;

  std::uint64_t id = 0;                         // see Map's constructor
  std::size_t row0 = 0, column0 = 0;            // of the map: where it begins
  std::size_t row_cells = 1, column_cells = 1;  // cells of the map that a texel stands for
  std::size_t rows = 0, columns = 0;            // texels
  std::vector<float> texels;
  std::vector<std::uint32_t> changed;  // for each row of texels: the last change of the sheet that it was part of
  std::uint32_t changes = 0;
};

class Map {
 public:
  // Sheets are numbered from *last_sheet_id on, so that no two sheets of maps that share the counter have the same
  // number; without it, from 1. The counter must outlive the map.
  explicit Map(std::uint64_t* last_sheet_id = nullptr) : ids_(last_sheet_id) {}
  // An empty map. scale: the factor of the scores. causal: query i sees the keys 0 … i.
  void reset(std::size_t tokens, std::size_t width, float scale, bool causal);
  // The same, only for a small picture with this many texels along each side: coarse() from one row of each band, and,
  // once all rows are pooled, one level of the same size.
  void reset_small(std::size_t tokens, std::size_t width, float scale, bool causal, std::size_t side, bool all_rows);
  // Queries and keys (count, width) from token `first` on, in order from token 0.
  void take(std::size_t first, std::size_t count, const float* query, const float* key);
  bool ready() const { return tokens_ > 0 && taken_ == tokens_; }

  std::size_t tokens() const { return tokens_; }
  std::size_t width() const { return width_; }
  bool causal() const { return causal_; }
  float scale() const { return scale_; }
  std::size_t keys_of(std::size_t row) const { return causal_ ? row + 1 : tokens_; }
  const std::vector<float>& query() const { return query_; }  // (tokens, width)
  const std::vector<float>& key() const { return key_; }

  // ---- at once; the map must be ready
  float score(std::size_t row, std::size_t column) const;
  std::vector<float> row(std::size_t row) const;                          // its weights; masked ones are 0
  std::vector<float> column(std::size_t column) const;                    // NaN in rows not known yet
  float log_sum_exp(std::size_t row) const { return log_sum_exp_[row]; }  // NaN: not known yet
  const std::vector<float>& log_sum_exps() const { return log_sum_exp_; }
  std::uint32_t rows_changed() const { return rows_changed_; }  // counts changes of the log-sum-exps

  // ---- in slices
  // The visible part, and how many cells along each side share a texel there (1: each cell has its own).
  void want(const Block& seen, std::size_t factor);
  bool step();  // the next slice; false: nothing left to do
  std::size_t rows_known() const { return rows_known_; }
  bool seen_done() const;  // everything visible is known
  bool coarse_done() const { return coarse_next_ == coarse_.rows; }

  const Sheet& coarse() const { return coarse_; }               // the first picture: one row of each band
  const std::vector<Sheet>& levels() const { return levels_; }  // the whole map, each half as fine as the one before
  std::size_t base_factor() const { return base_; }
  // Between cells and levels: the requested ones, as far as they are computed.
  const std::vector<const Sheet*>& tiles() const { return wanted_sheets_; }
  static constexpr std::size_t tile_size = 256;  // texels along a side
  std::size_t texels_held() const;               // of all sheets: the map's memory besides its vectors

 private:
  struct Tile {
    Sheet sheet;
    std::size_t next_row = 0;  // of the sheet's cells
    std::uint64_t used = 0;
  };
  using TileKey = std::tuple<std::size_t, std::size_t, std::size_t>;  // factor, row and column among its like

  void begin(std::size_t tokens, std::size_t width, float scale, bool causal);
  void begin_coarse(std::size_t rows, std::size_t columns);
  Sheet sheet_of(std::size_t row0, std::size_t column0, std::size_t rows, std::size_t columns, std::size_t row_cells,
                 std::size_t column_cells);
  std::size_t allowed(const Block& cells) const;
  Block cells_of(const Sheet& sheet, std::size_t row, std::size_t column) const;
  // Scores of up to four rows into scores_; rows beyond `count` repeat the last.
  void score(const std::size_t* rows, std::size_t count, std::size_t first, std::size_t last);
  void know(std::size_t row, float value);
  // Adds the weights of a row, now in scores_, to sums of `cells` columns each.
  void pool(const float* weights, float factor, std::size_t count, std::size_t cells);
  void clear_pool(std::size_t texels);
  void write_pool(Sheet& sheet, std::size_t row);
  void raise(std::size_t level, std::size_t row);
  bool coarse_step();
  bool group_step();
  bool tile_step();
  void tile_rows(Tile& tile, std::size_t end);
  bool choose_group();
  std::size_t group_rows() const;

  std::size_t tokens_ = 0, width_ = 0, taken_ = 0, base_ = 1;
  float scale_ = 1;
  bool causal_ = false;
  std::vector<float> query_, key_, log_sum_exp_;
  large_map::PackedKeys packed_;
  std::uint32_t rows_changed_ = 0;
  std::size_t rows_known_ = 0;

  Sheet coarse_;
  std::size_t coarse_next_ = 0;
  std::vector<Sheet> levels_;
  std::vector<std::vector<bool>> final_;  // for each level: complete rows of texels
  std::vector<bool> group_done_;
  std::size_t group_ = 0, group_row_ = 0, groups_left_ = 0;
  bool in_group_ = false;
  std::map<TileKey, std::unique_ptr<Tile>> tiles_;
  std::vector<TileKey> wanted_;
  std::vector<const Sheet*> wanted_sheets_;  // of the same
  Block seen_;
  std::size_t row0_ = 0, row1_ = 0;  // rows needed for the requested part
  std::size_t row_known_ = 0;        // the log-sum-exps of those before it, from row0_ on, are known
  std::size_t factor_ = 1;
  std::uint64_t clock_ = 0;
  std::uint64_t* ids_ = nullptr;
  std::uint64_t own_ids_ = 0;

  std::vector<float> scores_;  // (rows_together, tokens)
  std::vector<float> pool_largest_;
  std::vector<double> pool_sum_;
};

}  // namespace large_map

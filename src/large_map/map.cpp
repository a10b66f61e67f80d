// Rows are computed four at a time: scores, their log-sum-exp, and from the weights in hand the pooled values. This
// fills the finest level; each coarser level is made from the one before.
#include "large_map/map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace large_map {

namespace {

constexpr std::size_t most_base_texels = 1024;   // texels along a side of the finest level
constexpr std::size_t fewest_level_texels = 64;  // of the coarsest
constexpr std::size_t coarse_columns = 256, most_coarse_rows = 128, fewest_coarse_rows = 16;
constexpr std::size_t coarse_products = 16 << 20;  // multiply-adds of the first picture at most
constexpr std::size_t most_tiles = 72;

std::size_t parts(std::size_t all, std::size_t each) { return (all + each - 1) / each; }

}  // namespace

Sheet Map::sheet_of(std::size_t row0, std::size_t column0, std::size_t rows, std::size_t columns, std::size_t row_cells,
                    std::size_t column_cells) {
  Sheet sheet;
  sheet.id = ++(ids_ != nullptr ? *ids_ : own_ids_);
  sheet.row0 = row0;
  sheet.column0 = column0;
  sheet.row_cells = row_cells;
  sheet.column_cells = column_cells;
  sheet.rows = rows;
  sheet.columns = columns;
  sheet.texels.assign(rows * columns * 2, Sheet::unknown);
  sheet.changed.assign(rows, 0);
  return sheet;
}

void Map::begin(std::size_t tokens, std::size_t width, float scale, bool causal) {
  tokens_ = tokens;
  width_ = width;
  scale_ = scale;
  causal_ = causal;
  taken_ = 0;
  query_.assign(tokens * width, 0.0f);
  key_.assign(tokens * width, 0.0f);
  packed_.reset(tokens, width);
  log_sum_exp_.assign(tokens, std::numeric_limits<float>::quiet_NaN());
  ++rows_changed_;
  rows_known_ = 0;
  scores_.assign(large_map::rows_together * (tokens + large_map::PackedKeys::together), 0.0f);
  base_ = 1;
  levels_.clear();
  final_.clear();
  group_done_.clear();
  groups_left_ = 0;
  in_group_ = false;
  tiles_.clear();
  wanted_.clear();
  wanted_sheets_.clear();
  seen_ = {0, tokens, 0, tokens};
  row0_ = 0;
  row1_ = tokens;
  row_known_ = 0;
  factor_ = 1;
}

void Map::begin_coarse(std::size_t rows, std::size_t columns) {
  const std::size_t row_cells = parts(tokens_, rows), column_cells = parts(tokens_, columns);
  coarse_ = sheet_of(0, 0, parts(tokens_, row_cells), parts(tokens_, column_cells), row_cells, column_cells);
  coarse_next_ = 0;
}

void Map::reset_small(std::size_t tokens, std::size_t width, float scale, bool causal, std::size_t side,
                      bool all_rows) {
  begin(tokens, width, scale, causal);
  begin_coarse(side, side);
  if (!all_rows) return;
  base_ = coarse_.row_cells;
  levels_.push_back(sheet_of(0, 0, coarse_.rows, coarse_.columns, base_, base_));
  final_.emplace_back(coarse_.rows, false);
  group_done_.assign(parts(tokens, group_rows()), false);
  groups_left_ = group_done_.size();
  coarse_next_ = coarse_.rows;
}

void Map::reset(std::size_t tokens, std::size_t width, float scale, bool causal) {
  begin(tokens, width, scale, causal);
  while (tokens > base_ * most_base_texels) base_ *= 2;
  for (std::size_t factor = base_;; factor *= 2) {
    const std::size_t side = parts(tokens, factor);
    levels_.push_back(sheet_of(0, 0, side, side, factor, factor));
    final_.emplace_back(side, false);
    if (side <= fewest_level_texels) break;
  }
  const std::size_t affordable = coarse_products / std::max<std::size_t>(tokens * width, 1);
  begin_coarse(std::clamp(affordable, fewest_coarse_rows, most_coarse_rows), coarse_columns);
  group_done_.assign(parts(tokens, group_rows()), false);
  groups_left_ = group_done_.size();
}

void Map::take(std::size_t first, std::size_t count, const float* query, const float* key) {
  std::copy_n(query, count * width_, query_.begin() + static_cast<std::ptrdiff_t>(first * width_));
  std::copy_n(key, count * width_, key_.begin() + static_cast<std::ptrdiff_t>(first * width_));
  packed_.take(key, first, count);
  taken_ = first + count;
}

// ---- at once -------------------------------------------------------------------------------------------------------

float Map::score(std::size_t row, std::size_t column) const {
  const float *q = query_.data() + row * width_, *k = key_.data() + column * width_;
  float sum = 0;
  for (std::size_t d = 0; d < width_; ++d) sum += q[d] * k[d];
  return sum * scale_;
}

std::vector<float> Map::row(std::size_t row) const {
  std::vector<float> weights(tokens_, 0.0f);
  const std::size_t count = keys_of(row);
  for (std::size_t j = 0; j < count; ++j) weights[j] = score(row, j);
  const double total = large_map::exponentials(weights.data(), count, large_map::largest_of(weights.data(), count));
  for (std::size_t j = 0; j < count; ++j) weights[j] = static_cast<float>(weights[j] / total);
  return weights;
}

std::vector<float> Map::column(std::size_t column) const {
  std::vector<float> weights(tokens_, 0.0f);
  for (std::size_t i = causal_ ? column : 0; i < tokens_; ++i) {
    const float known = log_sum_exp_[i];
    weights[i] = std::isnan(known) ? known : std::exp(score(i, column) - known);
  }
  return weights;
}

// ---- in slices -----------------------------------------------------------------------------------------------------

std::size_t Map::allowed(const Block& cells) const {
  const std::size_t width = cells.column1 - cells.column0;
  if (!causal_ || cells.column1 <= cells.row0 + 1) return (cells.row1 - cells.row0) * width;
  std::size_t count = 0;
  for (std::size_t i = std::max(cells.row0, cells.column0); i < cells.row1; ++i)
    count += std::min(i + 1 - cells.column0, width);
  return count;
}

Block Map::cells_of(const Sheet& sheet, std::size_t row, std::size_t column) const {
  const std::size_t row0 = sheet.row0 + row * sheet.row_cells, column0 = sheet.column0 + column * sheet.column_cells;
  return {row0, std::min(row0 + sheet.row_cells, tokens_), column0, std::min(column0 + sheet.column_cells, tokens_)};
}

void Map::score(const std::size_t* rows, std::size_t count, std::size_t first, std::size_t last) {
  const float* queries[large_map::rows_together];
  for (std::size_t r = 0; r < large_map::rows_together; ++r)
    queries[r] = query_.data() + rows[std::min(r, count - 1)] * width_;
  const std::size_t from = first / large_map::PackedKeys::together * large_map::PackedKeys::together;
  large_map::score_rows(queries, packed_, from, last, scale_, scores_.data(),
                        tokens_ + large_map::PackedKeys::together);
}

void Map::know(std::size_t row, float value) {
  if (std::isnan(log_sum_exp_[row])) ++rows_known_;
  log_sum_exp_[row] = value;
  ++rows_changed_;
}

void Map::clear_pool(std::size_t texels) {
  pool_largest_.assign(texels, 0.0f);
  pool_sum_.assign(texels, 0.0);
}

void Map::pool(const float* weights, float factor, std::size_t count, std::size_t cells) {
  large_map::pool(weights, factor, count, cells, pool_largest_.data(), pool_sum_.data());
}

void Map::write_pool(Sheet& sheet, std::size_t row) {
  for (std::size_t column = 0; column < sheet.columns; ++column) {
    const std::size_t count = allowed(cells_of(sheet, row, column));
    float* texel = sheet.texels.data() + (row * sheet.columns + column) * 2;
    texel[0] = count ? std::max(pool_largest_[column], Sheet::least) : Sheet::masked;
    texel[1] = count ? static_cast<float>(pool_sum_[column] / static_cast<double>(count)) : Sheet::masked;
  }
  sheet.changed[row] = ++sheet.changes;
}

bool Map::coarse_step() {
  if (coarse_next_ == coarse_.rows) return false;
  const std::size_t count = std::min(large_map::rows_together, coarse_.rows - coarse_next_);
  std::size_t rows[large_map::rows_together] = {};
  for (std::size_t r = 0; r < count; ++r) {
    const Block band = cells_of(coarse_, coarse_next_ + r, 0);
    rows[r] = (band.row0 + band.row1 - 1) / 2;
  }
  score(rows, count, 0, keys_of(rows[count - 1]));
  for (std::size_t r = 0; r < count; ++r, ++coarse_next_) {
    float* weights = scores_.data() + r * (tokens_ + large_map::PackedKeys::together);
    const std::size_t keys = keys_of(rows[r]);
    const float top = large_map::largest_of(weights, keys);
    const double total = large_map::exponentials(weights, keys, top);
    know(rows[r], top + static_cast<float>(std::log(total)));
    clear_pool(coarse_.columns);
    pool(weights, static_cast<float>(1 / total), keys, coarse_.column_cells);
    for (std::size_t column = 0; column < coarse_.columns; ++column) {  // of the row that represents its band
      const Block cells = cells_of(coarse_, coarse_next_, column);
      const std::size_t seen = allowed({rows[r], rows[r] + 1, cells.column0, cells.column1});
      float* texel = coarse_.texels.data() + (coarse_next_ * coarse_.columns + column) * 2;
      texel[0] = seen ? std::max(pool_largest_[column], Sheet::least) : Sheet::masked;
      texel[1] = seen ? static_cast<float>(pool_sum_[column] / static_cast<double>(seen)) : Sheet::masked;
    }
    coarse_.changed[coarse_next_] = ++coarse_.changes;
  }
  return true;
}

std::size_t Map::group_rows() const { return std::max(base_, large_map::rows_together); }

// Visible rows come first.
bool Map::choose_group() {
  if (groups_left_ == 0) return false;
  const std::size_t each = group_rows();
  const auto take = [&](std::size_t from, std::size_t to) {
    for (group_ = from; group_ < std::min(to, group_done_.size()); ++group_)
      if (!group_done_[group_]) return true;
    return false;
  };
  if (!take(row0_ / each, parts(row1_, each)) && !take(0, group_done_.size())) return false;
  group_row_ = group_ * each;
  in_group_ = true;
  return true;
}

bool Map::group_step() {
  if (!in_group_ && !choose_group()) return false;
  const std::size_t end = std::min((group_ + 1) * group_rows(), tokens_);
  const std::size_t count = std::min(large_map::rows_together, end - group_row_);
  std::size_t rows[large_map::rows_together] = {};
  for (std::size_t r = 0; r < count; ++r) rows[r] = group_row_ + r;
  score(rows, count, 0, keys_of(rows[count - 1]));
  Sheet& base = levels_.front();
  for (std::size_t r = 0; r < count; ++r, ++group_row_) {
    float* weights = scores_.data() + r * (tokens_ + large_map::PackedKeys::together);
    const std::size_t keys = keys_of(group_row_);
    const float top = large_map::largest_of(weights, keys);
    const double total = large_map::exponentials(weights, keys, top);
    know(group_row_, top + static_cast<float>(std::log(total)));
    if (group_row_ % base_ == 0) clear_pool(base.columns);
    pool(weights, static_cast<float>(1 / total), keys, base_);
    if ((group_row_ + 1) % base_ == 0 || group_row_ + 1 == tokens_) {
      write_pool(base, group_row_ / base_);
      raise(0, group_row_ / base_);
    }
  }
  if (group_row_ == end) {
    group_done_[group_] = true;
    --groups_left_;
    in_group_ = false;
  }
  return true;
}

// A row of texels is complete: with its neighbour it makes a row of the next level.
void Map::raise(std::size_t level, std::size_t row) {
  final_[level][row] = true;
  if (level + 1 == levels_.size()) return;
  const Sheet& from = levels_[level];
  Sheet& to = levels_[level + 1];
  const std::size_t first = row / 2 * 2, last = std::min(first + 2, from.rows);
  if (!final_[level][first] || !final_[level][last - 1]) return;
  clear_pool(to.columns);
  for (std::size_t y = first; y < last; ++y)
    for (std::size_t x = 0; x < from.columns; ++x) {
      const float* texel = from.texels.data() + (y * from.columns + x) * 2;
      if (texel[0] < 0) continue;
      pool_largest_[x / 2] = std::max(pool_largest_[x / 2], texel[0]);
      pool_sum_[x / 2] += double{texel[1]} * static_cast<double>(allowed(cells_of(from, y, x)));
    }
  write_pool(to, row / 2);
  raise(level + 1, row / 2);
}

void Map::want(const Block& seen, std::size_t factor) {
  if (seen == seen_ && factor == factor_) return;
  seen_ = seen;
  factor_ = factor;
  row0_ = std::min(seen.row0, tokens_);
  row1_ = std::min(seen.row1, tokens_);
  wanted_.clear();
  wanted_sheets_.clear();
  row_known_ = row0_;
  ++clock_;
  if (factor < 2 || factor >= base_) return;
  const std::size_t side = tile_size * factor;
  for (std::size_t y = seen.row0 / side; y * side < seen.row1; ++y)
    for (std::size_t x = seen.column0 / side; x * side < seen.column1; ++x) {
      const std::size_t row0 = y * side, column0 = x * side, last_row = std::min(row0 + side, tokens_) - 1;
      if (causal_ && column0 > last_row) continue;  // fully masked
      std::unique_ptr<Tile>& tile = tiles_[{factor, y, x}];
      if (!tile) {
        tile = std::make_unique<Tile>();
        tile->sheet = sheet_of(row0, column0, std::min(tile_size, parts(tokens_ - row0, factor)),
                               std::min(tile_size, parts(tokens_ - column0, factor)), factor, factor);
        tile->next_row = row0;
      }
      tile->used = clock_;
      row0_ = row_known_ = std::min(row0_, row0);
      row1_ = std::max(row1_, last_row + 1);
      wanted_.push_back({factor, y, x});
      wanted_sheets_.push_back(&tile->sheet);
    }
  while (tiles_.size() > most_tiles) {
    const auto oldest = std::ranges::min_element(tiles_, {}, [](const auto& entry) { return entry.second->used; });
    if (oldest->second->used == clock_) break;
    tiles_.erase(oldest);
  }
}

// Whole rows of texels, so that the pool is free afterwards.
void Map::tile_rows(Tile& tile, std::size_t end) {
  Sheet& sheet = tile.sheet;
  while (tile.next_row < end) {
    const std::size_t count = std::min(large_map::rows_together, end - tile.next_row);
    std::size_t rows[large_map::rows_together] = {};
    for (std::size_t r = 0; r < count; ++r) rows[r] = tile.next_row + r;
    const std::size_t last = std::min(sheet.column0 + sheet.columns * sheet.column_cells, keys_of(rows[count - 1]));
    if (last > sheet.column0) score(rows, count, sheet.column0, last);
    for (std::size_t r = 0; r < count; ++r, ++tile.next_row) {
      const std::size_t row = tile.next_row;
      if (row % sheet.row_cells == 0) clear_pool(sheet.columns);
      const std::size_t keys = std::min(last, keys_of(row));
      if (keys > sheet.column0) {
        float* weights = scores_.data() + r * (tokens_ + large_map::PackedKeys::together);
        large_map::exponentials(weights, keys - sheet.column0, log_sum_exp_[row]);
        pool(weights, 1.0f, keys - sheet.column0, sheet.column_cells);
      }
      if ((row + 1) % sheet.row_cells == 0 || row + 1 == tokens_)
        write_pool(sheet, (row - sheet.row0) / sheet.row_cells);
    }
  }
}

bool Map::tile_step() {
  for (const TileKey& key : wanted_) {
    Tile& tile = *tiles_.at(key);
    Sheet& sheet = tile.sheet;
    const std::size_t end = std::min(sheet.row0 + sheet.rows * sheet.row_cells, tokens_);
    if (tile.next_row >= end) continue;
    tile_rows(tile, std::min(tile.next_row + std::max(large_map::rows_together, sheet.row_cells), end));
    return true;
  }
  return false;
}

bool Map::step() {
  if (!ready()) return false;
  if (coarse_step()) return true;
  if (levels_.empty()) return false;
  // A row of texels in progress occupies the pool, so it is finished before anything else.
  if (in_group_) return group_step();
  while (row_known_ < row1_ && !std::isnan(log_sum_exp_[row_known_])) ++row_known_;
  if (row_known_ < row1_) return group_step();
  return tile_step() || group_step();
}

bool Map::seen_done() const {
  if (!ready() || !coarse_done()) return false;
  const std::size_t each = group_rows();
  for (std::size_t group = row0_ / each; group < parts(row1_, each); ++group)
    if (!group_done_[group]) return false;
  return std::ranges::all_of(wanted_, [&](const TileKey& key) {
    const Tile& tile = *tiles_.at(key);
    return tile.next_row >= std::min(tile.sheet.row0 + tile.sheet.rows * tile.sheet.row_cells, tokens_);
  });
}

std::size_t Map::texels_held() const {
  std::size_t all = coarse_.rows * coarse_.columns;
  for (const Sheet& level : levels_) all += level.rows * level.columns;
  for (const auto& [key, tile] : tiles_) all += tile->sheet.rows * tile->sheet.columns;
  return all;
}

}  // namespace large_map

// The gradients of attention (Dao 2023, "FlashAttention-2", section 3.1): for each block of queries, the weights of all
// its keys and the gradient of its scores, in tiles. Beside what is packed, only these two rows of tiles are held.
#pragma once

#include "attention/kernels/attend.hpp"

namespace attention::kernels::AE_SET {

// Keys of a tile: whole rows and whole columns of the products' tiles, because a tile is also multiplied transposed.
constexpr std::size_t backward_keys = 96;
static_assert(backward_keys % tile_columns == 0 && backward_keys % tile_rows == 0);

// P stands for the weights, S for the scores, d… for the gradient of the loss with respect to ….
struct BackwardSpace {
  float* keys;           // panels (D, tile_columns)
  float* values;         // panels (D_v, tile_columns)
  float* key_columns;    // for each tile of keys panels (keys, tile_columns)
  float* d_keys;         // (T_k filled up to whole tiles, D filled up to whole panels)
  float* d_values;       // the same with D_v
  float* queries;        // blocks (D, tile_rows), times the scale
  float* outputs;        // dO in blocks (D_v, tile_rows)
  float* query_columns;  // panels (queries, tile_columns)
  float* output_columns;
  float* d_queries;  // (query_block, D filled up to whole panels)
  float* weights;    // P in tiles (query_block, backward_keys)
  float* slopes;     // dP, then dS, likewise
  float* top;        // largest score of each query
  float* total;      // (query_block, width): sum of the exponentials, lane by lane
  float* mean;       // (query_block, width): Σ P ⊙ dP, likewise
};

[[gnu::noinline]] inline std::size_t share_out(const Head& h, float* space, BackwardSpace& s) {
  const std::size_t columns = padded(h.width, tile_columns), value_columns = padded(h.value_width, tile_columns);
  const std::size_t keys = padded(h.keys, backward_keys);
  const struct {
    float** part;
    std::size_t size;
  } parts[] = {{&s.keys, keys * h.width},
               {&s.values, keys * h.value_width},
               {&s.key_columns, h.keys * columns},
               {&s.d_keys, keys * columns},
               {&s.d_values, keys * value_columns},
               {&s.queries, query_block * h.width},
               {&s.outputs, query_block * h.value_width},
               {&s.query_columns, query_block * columns},
               {&s.output_columns, query_block * value_columns},
               {&s.d_queries, query_block * columns},
               {&s.weights, query_block * keys},
               {&s.slopes, query_block * keys},
               {&s.top, query_block},
               {&s.total, query_block * width},
               {&s.mean, query_block * width}};
  std::size_t used = 0;
  for (const auto& [part, size] : parts) {
    if (space) *part = space + used;
    used += padded(size, 16);  // whole cache lines
  }
  return used;
}

inline std::size_t attend_backward_space(const Head& h) {
  BackwardSpace none{};
  return share_out(h, nullptr, none);
}

// A block of queries and one tile of its scores, at key j.
struct BackwardTile {
  const Head& head;
  Block block;
  std::size_t j = 0, keys = 0;

  // How many of the tile's keys query r of the block sees.
  std::size_t count(std::size_t r) const {
    const std::size_t end = visible(head, block.query + r);
    return end > j ? least(keys, end - j) : 0;
  }
  // The same for the rows r … r + tile_rows − 1 together.
  std::size_t seen(std::size_t r) const { return count(r + tile_rows - 1); }
  // The first query of the block that sees the tile's key x.
  std::size_t first(std::size_t x) const {
    const std::size_t before = head.past + block.query;
    return head.causal && j + x > before ? least(block.queries, j + x - before) : 0;
  }
};

// to (queries, backward_keys) = rows · panelsᵀ, where a query sees a key.
[[gnu::noinline]] inline void fill_tile(const BackwardTile& t, const float* rows, const float* panels,
                                        std::size_t inner, float* to) {
  for (std::size_t x = 0; x < t.keys; x += tile_columns)
    for (std::size_t r = 0; r < t.block.queries; r += tile_rows)
      if (x < t.seen(r))
        multiply_tile<1, tile_rows>(rows + r * inner, panels + x * inner, inner, to + r * backward_keys + x,
                                    backward_keys, false);
}

// to (keys, columns) += tileᵀ · panels (queries, tile_columns).
[[gnu::noinline]] inline void add_transposed(const BackwardTile& t, const float* tile, const float* panels,
                                             std::size_t columns, float* to) {
  const std::size_t queries = t.block.queries;
  for (std::size_t x = 0; x < t.keys; x += tile_rows) {
    const std::size_t first = t.first(x);
    if (first == queries) break;
    for (std::size_t c = 0; c < columns; c += tile_columns)
      multiply_tile<1, backward_keys>(tile + first * backward_keys + x, panels + c * queries + first * tile_columns,
                                      queries - first, to + x * columns + c, columns, true);
  }
}

// Scores of a tile, masked; the largest of each row goes into `top`.
inline void score_tile(const BackwardTile& t, const BackwardSpace& s) {
  const Head& h = t.head;
  float* tile = s.weights + t.j * query_block;
  fill_tile(t, s.queries, s.keys + t.j * h.width, h.width, tile);
  for (std::size_t r = 0; r < t.block.queries; ++r) {
    float* scores = tile + r * backward_keys;
    const std::size_t count = t.count(r);
    lay_mask(h, t.block.query + r, t.j, scores, count);
    const float most = row_largest(scores, count);
    s.top[r] = most > s.top[r] ? most : s.top[r];
  }
}

// Scores → exponentials, with zeros up to the tile's end, and dP = dO Vᵀ; adds up each row.
inline void weigh_tile(const BackwardTile& t, const BackwardSpace& s) {
  const Head& h = t.head;
  float* tile = s.slopes + t.j * query_block;
  fill_tile(t, s.outputs, s.values + t.j * h.value_width, h.value_width, tile);
  for (std::size_t r = 0; r < t.block.queries; ++r) {
    float* weights = s.weights + t.j * query_block + r * backward_keys;
    const float* slopes = tile + r * backward_keys;
    // A row that is blocked as a whole has no weights.
    const std::size_t count = s.top[r] == minus_infinity ? 0 : t.count(r);
    float* total = s.total + r * width;
    store(total, load(total) + make_weights<false>(weights, count, backward_keys, s.top[r], log2_e));
    Vec sum = load(s.mean + r * width);
    for (std::size_t x = 0; x < count; x += width) sum = madd(load(weights + x), load(slopes + x), sum);
    store(s.mean + r * width, sum);
  }
}

// P from the exponentials, and dS = P ⊙ (dP − Σ P ⊙ dP) · scale; then what the tile adds to the three gradients.
inline void spread_tile(const BackwardTile& t, const BackwardSpace& s) {
  const Head& h = t.head;
  float* tile = s.weights + t.j * query_block;
  float* slope_tile = s.slopes + t.j * query_block;
  for (std::size_t r = 0; r < t.block.queries; ++r) {
    const Vec inverse = splat(s.total[r * width]), mean = splat(s.mean[r * width]), scale = splat(h.scale);
    float* weights = tile + r * backward_keys;
    float* slopes = slope_tile + r * backward_keys;
    const std::size_t count = t.count(r);
    std::size_t x = 0;
    for (; x < count; x += width) {
      const Vec p = load(weights + x) * inverse;
      store(weights + x, p);
      store(slopes + x, p * (load(slopes + x) - mean) * scale);
    }
    for (; x < backward_keys; x += width) store(slopes + x, Vec{});
  }
  const std::size_t columns = padded(h.width, tile_columns), value_columns = padded(h.value_width, tile_columns);
  add_transposed(t, tile, s.output_columns, value_columns, s.d_values + t.j * value_columns);
  add_transposed(t, slope_tile, s.query_columns, columns, s.d_keys + t.j * columns);
  const float* keys = s.key_columns + t.j * columns;
  for (std::size_t c = 0; c < columns; c += tile_columns)
    for (std::size_t r = 0; r < t.block.queries; r += tile_rows)
      if (const std::size_t count = t.seen(r); count > 0)
        multiply_tile<backward_keys, 1>(slope_tile + r * backward_keys, keys + c * t.keys, count,
                                        s.d_queries + r * columns + c, columns, t.j > 0);
}

// to (rows, columns) += from; false if a number is not finite.
[[gnu::noinline]] inline bool add_rows(const float* from, std::size_t from_step, std::size_t rows, std::size_t columns,
                                       float* to, std::size_t to_step) {
  if (!(largest_magnitude({from, from_step}, rows, columns) < __builtin_inff())) return false;
  for (std::size_t r = 0; r < rows; ++r, from += from_step, to += to_step)
    for (std::size_t c = 0; c < columns; ++c) to[c] += from[c];
  return true;
}

// 1 / Σ into the first lane of `total`, and Σ P ⊙ dP into that of `mean`.
inline void finish_sums(const BackwardSpace& s, std::size_t queries) {
  for (std::size_t r = 0; r < queries; ++r) {
    float *total = s.total + r * width, *mean = s.mean + r * width;
    const float sum_of_row = sum(load(total));
    total[0] = sum_of_row > 0.0f ? 1.0f / sum_of_row : sum_of_row;  // 0 and NaN stay
    mean[0] = sum(load(mean)) * total[0];
  }
}

// Does the work on the tiles that the block sees.
[[gnu::noinline]] inline void each_tile(BackwardTile& t, const BackwardSpace& s,
                                        void (*work)(const BackwardTile&, const BackwardSpace&)) {
  const std::size_t end = visible(t.head, t.block.query + t.block.queries - 1);
  for (t.j = 0; t.j < end; t.j += backward_keys) {
    t.keys = least(backward_keys, t.head.keys - t.j);
    work(t, s);
  }
}

inline bool attend_backward(const Head& h, const HeadGradient& g, float* space) {
  BackwardSpace s{};
  share_out(h, space, s);
  const auto finite = [](const Rows& rows, std::size_t count, std::size_t length) {
    return largest_magnitude(rows, count, length) < __builtin_inff();
  };
  if (!finite(h.query, h.queries, h.width) || !finite(h.key, h.keys, h.width) ||
      !finite(h.value, h.keys, h.value_width) || !finite(g.output, h.queries, h.value_width))
    return false;
  const std::size_t columns = padded(h.width, tile_columns), value_columns = padded(h.value_width, tile_columns);
  pack_rows<tile_columns>(h.key, h.keys, h.width, 1.0f, s.keys);
  pack_rows<tile_columns>(h.value, h.keys, h.value_width, 1.0f, s.values);
  for (std::size_t j = 0; j < h.keys; j += backward_keys) {
    const Rows keys{h.key.row(j), h.key.step};
    pack_columns<tile_columns>(keys, least(backward_keys, h.keys - j), h.width, s.key_columns + j * columns);
  }
  for (std::size_t x = 0; x < h.keys * columns; ++x) s.d_keys[x] = 0.0f;
  for (std::size_t x = 0; x < h.keys * value_columns; ++x) s.d_values[x] = 0.0f;

  BackwardTile t{h, {}, 0, 0};
  for (; t.block.query < h.queries && h.keys > 0; t.block.query += query_block) {
    const std::size_t count = t.block.queries = least(query_block, h.queries - t.block.query);
    const Rows queries{h.query.row(t.block.query), h.query.step}, outputs{g.output.row(t.block.query), g.output.step};
    pack_rows<tile_rows>(queries, count, h.width, h.scale, s.queries);
    pack_rows<tile_rows>(outputs, count, h.value_width, 1.0f, s.outputs);
    pack_columns<tile_columns>(queries, count, h.width, s.query_columns);
    pack_columns<tile_columns>(outputs, count, h.value_width, s.output_columns);
    for (std::size_t r = 0; r < count; ++r) {
      s.top[r] = minus_infinity;
      store(s.total + r * width, Vec{});
      store(s.mean + r * width, Vec{});
    }
    each_tile(t, s, score_tile);
    each_tile(t, s, weigh_tile);
    finish_sums(s, count);
    each_tile(t, s, spread_tile);
    if (!add_rows(s.d_queries, columns, count, h.width, g.query + t.block.query * g.query_step, g.query_step))
      return false;
  }
  return add_rows(s.d_keys, columns, h.keys, h.width, g.key, g.key_step) &&
         add_rows(s.d_values, value_columns, h.keys, h.value_width, g.value, g.value_step);
}

}  // namespace attention::kernels::AE_SET

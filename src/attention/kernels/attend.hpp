// Attention in one pass over tiles: for each block of queries, block after block of keys; the scores of a tile are
// turned into weights in place and applied to the values at once. Only one tile of scores is held at a time.
#pragma once

#include "attention/kernels/rows.hpp"

namespace attention::kernels::AE_SET {

constexpr std::size_t query_block = 48 / tile_rows * tile_rows;  // rows of a tile of scores
constexpr std::size_t key_block = 128;                           // its columns
static_assert(key_block % tile_columns == 0);

// A larger score might overflow in intermediate results: such heads are left to the plain path.
constexpr float largest_number = 1e30f;
// The largest score need not be subtracted if no score exceeds this, and the values are not so small that their
// products with the smallest weights vanish.
constexpr float small_score = 60.0f, small_value = 1e-18f;

// The layout of a call's scratch space.
struct Space {
  float* facts;    // longest key, squared; largest value
  float* keys;     // panels (D, tile_columns)
  float* values;   // for each key_block of keys panels (keys, tile_columns)
  float* queries;  // blocks (D, tile_rows)
  float* scores;   // (query_block, key_block)
  float* output;   // (query_block, D_v filled up to whole panels)
  float* top;      // largest score of each query so far
  float* total;    // (query_block, width): sum of its weights so far, lane by lane
};

inline std::size_t share_out(const Head& h, float* space, Space& s) {
  const std::size_t columns = padded(h.value_width, tile_columns);
  const struct {
    float** part;
    std::size_t size;
  } parts[] = {{&s.facts, 16},
               {&s.keys, padded(h.keys, tile_columns) * h.width},
               {&s.values, h.keys * columns},
               {&s.queries, query_block * h.width},
               {&s.scores, query_block * key_block},
               {&s.output, query_block * columns},
               {&s.top, query_block},
               {&s.total, query_block * width}};
  std::size_t used = 0;
  for (const auto& [part, size] : parts) {
    if (space) *part = space + used;
    used += padded(size, 16);  // whole cache lines
  }
  return used;
}

inline std::size_t attend_space(const Head& h) {
  Space none{};
  return share_out(h, nullptr, none);
}

// Σ x² of the longest row; not finite if any number is not.
[[gnu::noinline]] inline float longest_squared(const Rows& rows, std::size_t count, std::size_t length) {
  float most = 0.0f;
  for (std::size_t r = 0; r < count; ++r) {
    const float* x = rows.row(r);
    Vec squares{};
    std::size_t i = 0;
    for (; i + width <= length; i += width) squares = madd(load(x + i), load(x + i), squares);
    float total = sum(squares);
    for (; i < length; ++i) total += x[i] * x[i];
    if (!(total <= most)) most = total;  // NaN too
    if (!(most < largest_number * largest_number)) return most;
  }
  return most;
}

// max |x|; infinity if any number is not finite.
[[gnu::noinline]] inline float largest_magnitude(const Rows& rows, std::size_t count, std::size_t length) {
  Vec most{};
  float rest = 0.0f, most_of_ends = 0.0f;
  Vec not_finite{};
  for (std::size_t r = 0; r < count; ++r) {
    const float* x = rows.row(r);
    std::size_t i = 0;
    for (; i + width <= length; i += width) {
      const Vec v = load(x + i);
      most = larger(magnitude(v), most);
      not_finite += v - v;
    }
    for (; i < length; ++i) {
      const float v = x[i] < 0.0f ? -x[i] : x[i];
      most_of_ends = v > most_of_ends ? v : most_of_ends;
      rest += v - v;
    }
  }
  if (sum(not_finite) + rest != 0.0f) return __builtin_inff();
  const float in_vectors = largest(most);
  return in_vectors > most_of_ends ? in_vectors : most_of_ends;
}

inline void pack_keys_and_values(const Head& h, const Space& s) {
  s.facts[0] = longest_squared(h.key, h.keys, h.width);
  s.facts[1] = largest_magnitude(h.value, h.keys, h.value_width);
  pack_rows<tile_columns>(h.key, h.keys, h.width, 1.0f, s.keys);
  const std::size_t columns = padded(h.value_width, tile_columns);
  for (std::size_t j = 0; j < h.keys; j += key_block) {
    const std::size_t count = least(key_block, h.keys - j);
    pack_columns<tile_columns>({h.value.row(j), h.value.step}, count, h.value_width, s.values + j * columns);
  }
}

// tanh, within 2e-7: a polynomial near 0 (S. Moshier, Cephes), 1 − 2/(e^2x + 1) elsewhere.
inline Vec tanh(Vec x) {
  const Vec a = magnitude(x), z = x * x;
  Vec p = splat(-5.70498872745e-3f);
  p = madd(p, z, splat(2.06390887954e-2f));
  p = madd(p, z, splat(-5.37397155531e-2f));
  p = madd(p, z, splat(1.33314422036e-1f));
  p = madd(p, z, splat(-3.33332819422e-1f));
  const Vec near = madd(p * z, a, a);
  const Vec capped = where(below(a, splat(10.0f)), a, splat(10.0f));
  const Vec far = splat(1.0f) - splat(2.0f) / (Power().of(capped * splat(2.0f * log2_e)) + splat(1.0f));
  const Vec size = where(below(a, splat(0.625f)), near, far);
  return floats(bits(size) | (bits(x) & ~0x7fffffff));
}

inline void soften(float* scores, std::size_t count, float cap) {  // reads and writes whole vectors
  const float inverse = 1.0f / cap;
  for (std::size_t x = 0; x < count; x += width) {
    store(scores + x, splat(cap) * tanh(load(scores + x) * splat(inverse)));
  }
}

// Adds the mask's row to a row of scores that begins at key j.
[[gnu::noinline]] inline void lay_mask(const Head& h, std::size_t query, std::size_t j, float* scores,
                                       std::size_t count) {
  const std::size_t from = query * h.mask_row + j * h.mask_column;
  if (h.may) {
    for (std::size_t x = 0; x < count; ++x)
      if (h.may[from + x * h.mask_column] == 0) scores[x] = minus_infinity;
  } else if (h.added) {
    for (std::size_t x = 0; x < count; ++x) scores[x] += h.added[from + x * h.mask_column];
  }
}

// scores[0 … count) → 2^((score − top) · factor), then zeros up to `end`; returns their sum, lane by lane. Whole
// vectors are read and written. `bounded`: top is 0, factor 1, and every score small.
template <bool bounded>
[[gnu::noinline]] inline Vec make_weights(float* scores, std::size_t count, std::size_t end, float top, float factor) {
  const Vec shift = splat(top), times = splat(factor);
  const Power power;
  const auto weight = [&](const float* from) {
    if constexpr (bounded) return power.of(load(from));
    return power.or_zero((load(from) - shift) * times);
  };
  Vec a{}, b{};
  std::size_t x = 0;
  for (; x + 2 * width <= count; x += 2 * width) {
    const Vec p = weight(scores + x), q = weight(scores + x + width);
    store(scores + x, p);
    store(scores + x + width, q);
    a += p;
    b += q;
  }
  for (; x < count; x += width) {
    store(scores + x, weight(scores + x));
    for (std::size_t i = count; i < x + width; ++i) scores[i] = 0.0f;
    a += load(scores + x);
  }
  for (; x < end; x += width) store(scores + x, Vec{});
  return a + b;
}

// Turns one row of a tile of scores into weights, and rescales the earlier sums to the new largest score.
inline void weigh_row(const Space& s, std::size_t r, float* scores, std::size_t count, std::size_t end,
                      std::size_t columns, bool first) {
  const float before = s.top[r], now = row_largest(scores, count);
  float* total = s.total + r * width;
  if (now > before) {
    s.top[r] = now;
    const Vec shrink = Power().or_zero(splat((before - now) * log2_e));
    store(total, load(total) * shrink);
    if (!first)
      for (std::size_t c = 0; c < columns; c += width)
        store(s.output + r * columns + c, load(s.output + r * columns + c) * shrink);
  }
  if (s.top[r] == minus_infinity) {
    for (std::size_t x = 0; x < end; x += width) store(scores + x, Vec{});
  } else {
    store(total, load(total) + make_weights<false>(scores, count, end, s.top[r], log2_e));
  }
}

struct Block {
  std::size_t query = 0, queries = 0;  // first query and how many
  bool bounded = false;
};

// How many keys from the first query `query` sees, at most.
inline std::size_t visible(const Head& h, std::size_t query) {
  return h.causal ? least(h.keys, h.past + query + 1) : h.keys;
}

// One tile: scores, weights, and their contribution to the output.
[[gnu::noinline]] inline void attend_tile(const Head& h, const Space& s, const Block& block, std::size_t j) {
  const std::size_t columns = padded(h.value_width, tile_columns), keys = least(key_block, h.keys - j);
  // How many of the tile's keys the rows r … r + tile_rows − 1 see.
  const auto seen = [&](std::size_t r) {
    const std::size_t end = visible(h, block.query + r + tile_rows - 1);
    return end > j ? least(keys, end - j) : 0;
  };
  for (std::size_t x = 0; x < keys; x += tile_columns)
    for (std::size_t r = 0; r < block.queries; r += tile_rows)
      if (x < seen(r))
        multiply_tile<1, tile_rows>(s.queries + r * h.width, s.keys + (j + x) * h.width, h.width,
                                    s.scores + r * key_block + x, key_block, false);

  for (std::size_t r = 0; r < block.queries; ++r) {
    float* scores = s.scores + r * key_block;
    const std::size_t end = seen(r / tile_rows * tile_rows), own = visible(h, block.query + r);
    const std::size_t count = own > j ? least(keys, own - j) : 0;
    if (block.bounded) {
      float* total = s.total + r * width;
      store(total, load(total) + make_weights<true>(scores, count, end, 0.0f, 1.0f));
    } else {
      if (h.softcap > 0.0f) soften(scores, count, h.softcap);
      lay_mask(h, block.query + r, j, scores, count);
      weigh_row(s, r, scores, count, end, columns, j == 0);
    }
  }

  const float* values = s.values + j * columns;
  for (std::size_t c = 0; c < columns; c += tile_columns)
    for (std::size_t r = 0; r < block.queries; r += tile_rows)
      if (const std::size_t count = seen(r); count > 0)
        multiply_tile<key_block, 1>(s.scores + r * key_block, values + c * keys, count, s.output + r * columns + c,
                                    columns, j > 0);
}

inline void finish_block(const Head& h, const Space& s, const Block& block) {
  const std::size_t columns = padded(h.value_width, tile_columns);
  for (std::size_t r = 0; r < block.queries; ++r) {
    const float total = sum(load(s.total + r * width)), inverse = total > 0.0f ? 1.0f / total : 0.0f;
    const float* from = s.output + r * columns;
    float* to = h.output + (block.query + r) * h.output_step;
    std::size_t c = 0;
    for (; c + width <= h.value_width; c += width) store(to + c, load(from + c) * splat(inverse));
    for (; c < h.value_width; ++c) to[c] = from[c] * inverse;
    if (h.log_sum_exp) {
      const float top = block.bounded ? 0.0f : s.top[r];
      h.log_sum_exp[block.query + r] = total > 0.0f ? top + __builtin_logf(total) : minus_infinity;
    }
  }
}

inline bool attend(const Head& h, bool same_keys, float* space) {
  Space s{};
  share_out(h, space, s);
  if (!same_keys) pack_keys_and_values(h, s);
  if (!(s.facts[1] < largest_number)) return false;
  const float scale = h.scale < 0.0f ? -h.scale : h.scale;
  const bool plain = !h.may && !h.added && !(h.softcap > 0.0f);
  Block block;
  for (; block.query < h.queries; block.query += query_block) {
    block.queries = least(query_block, h.queries - block.query);
    const Rows queries{h.query.row(block.query), h.query.step};
    // No score is larger than the longest query times the longest key (Cauchy–Schwarz).
    const float bound =
        scale * __builtin_sqrtf(longest_squared(queries, block.queries, h.width)) * __builtin_sqrtf(s.facts[0]);
    if (!(bound < largest_number)) return false;
    block.bounded = plain && bound * log2_e < small_score && s.facts[1] > small_value;
    pack_rows<tile_rows>(queries, block.queries, h.width, h.scale * (block.bounded ? log2_e : 1.0f), s.queries);
    for (std::size_t r = 0; r < block.queries; ++r) {
      s.top[r] = minus_infinity;
      store(s.total + r * width, Vec{});
    }
    const std::size_t end = visible(h, block.query + block.queries - 1);
    for (std::size_t j = 0; j < end; j += key_block) attend_tile(h, s, block, j);
    if (end == 0)
      for (std::size_t x = 0; x < query_block * padded(h.value_width, tile_columns); ++x) s.output[x] = 0.0f;
    finish_block(h, s, block);
  }
  return true;
}

}  // namespace attention::kernels::AE_SET

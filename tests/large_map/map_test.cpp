// The large map against softmax in float64, cell by cell and pooled; that work comes in slices, visible parts first,
// and that no T × T weights are stored.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "attention/kernels/reference.hpp"
#include "attention/random/generator.hpp"
#include "large_map/map.hpp"
#include "sanitized.hpp"

using large_map::Block;
using large_map::Map;
using large_map::Sheet;

namespace {

struct Case {
  std::size_t tokens, width;
  bool causal;
  std::vector<float> query, key;
  float scale;

  Case(std::size_t tokens_, std::size_t width_, bool causal_, double spread = 2)
      : tokens(tokens_), width(width_), causal(causal_), scale(1 / std::sqrt(static_cast<float>(width_))) {
    attention::Generator generator(7);
    for (std::vector<float>* x : {&query, &key})
      for (const double number : generator.randn_double(tokens * width))
        x->push_back(static_cast<float>(number * spread));
  }

  large_map::Map map() const {
    large_map::Map made;
    made.reset(tokens, width, scale, causal);
    for (std::size_t first = 0; first < tokens; first += 100) {
      const std::size_t count = std::min<std::size_t>(100, tokens - first);
      made.take(first, count, query.data() + first * width, key.data() + first * width);
    }
    REQUIRE(made.ready());
    return made;
  }

  // The plain way: reference.hpp's scores and softmax.
  std::vector<double> weights(std::size_t row) const {
    attention::kernels::Head head;
    head.query = {query.data(), width};
    head.key = {key.data(), width};
    head.queries = head.keys = tokens;
    head.width = width;
    head.scale = scale;
    head.causal = causal;
    std::vector<double> out(tokens);
    for (std::size_t j = 0; j < tokens; ++j) out[j] = attention::kernels::reference::score(head, row, j);
    attention::kernels::reference::softmax(out);
    return out;
  }
};

// Every finished texel of a sheet against the cells under it.
std::size_t compare(const Case& c, const large_map::Sheet& sheet, bool one_row = false) {
  std::size_t compared = 0;
  double worst = 0;
  std::size_t wrong_marks = 0;
  for (std::size_t y = 0; y < sheet.rows; ++y) {
    const std::size_t row0 = sheet.row0 + y * sheet.row_cells, row1 = std::min(row0 + sheet.row_cells, c.tokens);
    std::vector<double> largest(sheet.columns), sum(sheet.columns);
    std::vector<std::size_t> count(sheet.columns);
    for (std::size_t i = one_row ? (row0 + row1 - 1) / 2 : row0; i < (one_row ? (row0 + row1 - 1) / 2 + 1 : row1);
         ++i) {
      const std::vector<double> weights = c.weights(i);
      for (std::size_t x = 0; x < sheet.columns; ++x)
        for (std::size_t j = sheet.column0 + x * sheet.column_cells;
             j < std::min(sheet.column0 + (x + 1) * sheet.column_cells, c.causal ? i + 1 : c.tokens); ++j) {
          largest[x] = std::max(largest[x], weights[j]);
          sum[x] += weights[j];
          ++count[x];
        }
    }
    for (std::size_t x = 0; x < sheet.columns; ++x) {
      const float* texel = sheet.texels.data() + (y * sheet.columns + x) * 2;
      if (texel[0] == large_map::Sheet::unknown) continue;
      ++compared;
      if (count[x] == 0) {
        wrong_marks += texel[0] != large_map::Sheet::masked;
        continue;
      }
      worst = std::max(
          {worst, std::abs(texel[0] - largest[x]), std::abs(texel[1] - sum[x] / static_cast<double>(count[x]))});
    }
  }
  CHECK(wrong_marks == 0);
  CHECK(worst < 2e-6);
  return compared;
}

void finish(large_map::Map& map) {
  while (map.step()) continue;
}

}  // namespace

TEST_CASE("a small picture of all rows is pooled from every cell under its texels, whatever the number of tokens") {
  for (const bool causal : {true, false})
    for (const std::size_t tokens : {3, 17, 64, 131, 200, 449}) {
      const Case c(tokens, 12, causal);
      large_map::Map map;
      map.reset_small(tokens, c.width, c.scale, causal, 64, true);
      map.take(0, tokens, c.query.data(), c.key.data());
      finish(map);
      INFO(tokens);
      REQUIRE(map.levels().size() == 1);
      CHECK(map.levels().front().rows <= 64);
      CHECK(compare(c, map.levels().front()) == map.levels().front().rows * map.levels().front().columns);
    }
}

TEST_CASE("sheets are numbered by the map, or by a count that several maps share") {
  const auto first_id = [](large_map::Map map) {
    map.reset(64, 8, 1, true);
    return map.coarse().id;
  };
  CHECK(first_id(large_map::Map()) == first_id(large_map::Map()));
  std::uint64_t last = 0;
  large_map::Map one(&last), other(&last);
  one.reset(64, 8, 1, true);
  other.reset(64, 8, 1, true);
  CHECK(one.coarse().id != other.coarse().id);
  const std::uint64_t before = one.coarse().id;
  one.reset(64, 8, 1, true);
  CHECK(one.coarse().id != before);
  CHECK(one.coarse().id != other.coarse().id);
}

TEST_CASE("rows, columns and log-sum-exps of a large map are those of softmax") {
  for (const bool causal : {true, false})
    for (const std::size_t tokens : {2, 3, 17, 260}) {
      const Case c(tokens, 12, causal);
      large_map::Map map = c.map();
      finish(map);
      CHECK(map.rows_known() == tokens);
      double worst = 0;
      for (std::size_t i = 0; i < tokens; ++i) {
        const std::vector<double> wanted = c.weights(i);
        const std::vector<float> row = map.row(i);
        for (std::size_t j = 0; j < tokens; ++j) {
          worst = std::max(worst, std::abs(row[j] - wanted[j]));
          const float cell = causal && j > i ? 0 : std::exp(map.score(i, j) - map.log_sum_exp(i));
          worst = std::max(worst, std::abs(cell - wanted[j]));
        }
      }
      const std::vector<float> column = map.column(tokens / 2);
      for (std::size_t i = 0; i < tokens; ++i) worst = std::max(worst, std::abs(column[i] - c.weights(i)[tokens / 2]));
      CHECK(worst < 2e-6);
    }
}

TEST_CASE("zoomed out, each texel is the largest and the mean of the cells under it") {
  for (const bool causal : {true, false}) {
    const Case c(2100, 4, causal, 1.5);  // not a multiple of any block
    large_map::Map map = c.map();
    CHECK(map.base_factor() == 4);
    map.want({100, 900, 0, 800}, 2);
    finish(map);
    CHECK(map.seen_done());
    for (const large_map::Sheet& level : map.levels())
      if (!sanitized || level.rows <= 64) CHECK(compare(c, level) == level.rows * level.columns);
    CHECK(map.levels().back().rows <= 64);
    REQUIRE(map.tiles().size() == (causal ? 3 : 4));  // 512 cells a side: the upper right one is fully masked
    for (const large_map::Sheet* tile : map.tiles()) CHECK(compare(c, *tile) == tile->rows * tile->columns);
  }
}

TEST_CASE("the first picture is one row of each band, and is there after a small part of the work") {
  const Case c(2100, 4, true, 1.5);
  large_map::Map map = c.map();
  std::size_t steps = 0;
  while (map.coarse().changes < map.coarse().rows) {
    REQUIRE(map.step());
    ++steps;
  }
  CHECK(steps <= 32);  // of more than 500
  CHECK(compare(c, map.coarse(), true) == map.coarse().rows * map.coarse().columns);
}

TEST_CASE("visible parts are computed first; parts out of view are left") {
  const Case c(2100, 4, false);
  large_map::Map map = c.map();
  map.want({1500, 1600, 0, 400}, 1);
  while (!map.seen_done()) REQUIRE(map.step());
  CHECK(map.rows_known() < 350);
  for (std::size_t row = 1500; row < 1600; ++row) CHECK_FALSE(std::isnan(map.log_sum_exp(row)));
  map.want({0, 600, 0, 600}, 2);
  const std::vector<const large_map::Sheet*> tiles = map.tiles();
  REQUIRE(map.step());
  map.want({2000, 2100, 2000, 2100}, 1);
  finish(map);
  CHECK(map.tiles().empty());
}

TEST_CASE("16,384 tokens cost their vectors and at most seven million texels, not 268 million weights") {
  const Case c(16384, 2, true);
  large_map::Map map = c.map();
  for (const std::size_t factor : {2, 4, 8})
    for (std::size_t at = 0; at < 16000; at += 700) {
      map.want({at, at + 300 * factor, 0, 300 * factor}, factor);
      map.step();
    }
  CHECK(map.texels_held() < 7'000'000);
}

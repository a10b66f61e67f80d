// The large map painted without a GPU: each pixel is the texel or weight under its centre.
#include <doctest/doctest.h>

#include <cmath>

#include "render/large_paint.hpp"

using render::LargeCanvas;
using render::LargeCells;
using render::LargeLook;
using render::LargeTexels;
using render::LargeVectors;

namespace {

// Place i of the scale is the number i.
render::LargeMaps::Scale numbered() {
  render::LargeMaps::Scale scale{};
  for (std::size_t i = 0; i < scale.size(); ++i) scale[i] = static_cast<std::uint32_t>(i);
  return scale;
}

LargeLook look_at(double cells) {
  LargeLook look;
  look.column1 = look.row1 = cells;
  look.masked = 1000;
  look.behind = 2000;
  return look;
}

}  // namespace

TEST_CASE("a pixel is the texel under it: the largest or the mean, unknown left out, masked in its colour") {
  // Two by two texels of two cells each; largest and mean.
  const std::vector<float> texels{0.5f, 0.25f, 0, 0, 1, 0.04f, -1, -1};
  LargeTexels sheet;
  sheet.row_cells = sheet.column_cells = sheet.rows = sheet.columns = 2;
  sheet.texels = texels;
  LargeCanvas canvas{4, 4, {}};
  LargeLook look = look_at(4);
  paint(canvas, sheet, look, numbered());
  CHECK(canvas.pixels == std::vector<std::uint32_t>{128, 128, 0, 0, 128, 128, 0, 0,  //
                                                    255, 255, 1000, 1000, 255, 255, 1000, 1000});
  look.mean = true;
  look.steps = 1;
  paint(canvas, sheet, look, numbered());
  CHECK(canvas.pixels[0] == 128);  // √0.25 of 255
  CHECK(canvas.pixels[8] == 51);   // √0.04
  look.steps = 2;
  paint(canvas, sheet, look, numbered());
  CHECK(canvas.pixels[8] == std::lround(255 * std::log(1 + 999 * 0.04) / std::log(1000.0)));
}

TEST_CASE("parts outside a sheet are left out, and large cells are separated by gaps") {
  const std::vector<float> texels{1, 1};
  LargeTexels sheet;
  sheet.row0 = sheet.column0 = 1;
  sheet.rows = sheet.columns = 1;
  sheet.texels = texels;
  LargeCanvas canvas{12, 12, {}};
  LargeLook look = look_at(3);
  look.gap = 0.25f;  // the last of four pixels
  paint(canvas, sheet, look, numbered());
  for (std::size_t y = 0; y < 12; ++y)
    for (std::size_t x = 0; x < 12; ++x) {
      const bool gap = x % 4 == 3 || y % 4 == 3, inside = x / 4 == 1 && y / 4 == 1;
      CHECK(canvas.pixels[y * 12 + x] == (gap ? 2000 : inside ? 255 : 0));
    }
}

TEST_CASE("visible cells are e^(score − log-sum-exp of the row); masked and unknown ones are marked") {
  const std::size_t tokens = 5, width = 4;
  std::vector<float> query, key;
  for (std::size_t i = 0; i < tokens * width; ++i) {
    query.push_back(static_cast<float>(std::sin(static_cast<double>(i))));
    key.push_back(static_cast<float>(std::cos(static_cast<double>(2 * i))));
  }
  const std::vector<float> rows{0, 0.5f, std::nanf(""), 1, 2};
  LargeVectors vectors{1, tokens, width, query, key, rows, 1, 0.5f, true};
  LargeLook look = look_at(5);
  look.row0 = look.column0 = 1.5;
  LargeCells cells;
  cells.compute(vectors, look);
  CHECK(cells.row0 == 1);
  CHECK(cells.rows == 4);
  REQUIRE(cells.texels.size() == 32);
  for (std::size_t i = 1; i < tokens; ++i)
    for (std::size_t j = 1; j < tokens; ++j) {
      double score = 0;
      for (std::size_t d = 0; d < width; ++d) score += double{query[i * width + d]} * key[j * width + d];
      const float shown = cells.texels[((i - 1) * 4 + j - 1) * 2];
      if (j > i) CHECK(shown == -1);
      else if (i == 2) CHECK(shown == 0);
      else CHECK(shown == doctest::Approx(std::exp(score * 0.5 - double{rows[i]})).epsilon(1e-5));
    }
}

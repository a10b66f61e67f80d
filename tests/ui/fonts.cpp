// Damaged fonts, made from two real ones in fonts/: a few letters of Inter (some composed of others), and KaTeX's third
// size of brackets as it is published; both under the SIL Open Font License, which they carry in their tables of names.
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "sanitized.hpp"
#include "ui/support/harness.hpp"
#include "ui/type/font_check.hpp"

// ImGui's font reader, compiled again: here it reads from memory that ends with the file, so that the address sanitizer
// reports every read beyond it.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#define STBTT_assert(condition) static_cast<void>(condition)
#if defined(__clang__) || defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif
#include "imstb_truetype.h"
#if defined(__clang__) || defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace font_files {
namespace {

using Font = std::vector<std::uint8_t>;

constexpr std::array<const char*, 2> real{"inter-part.ttf", "KaTeX_Size3-Regular.ttf"};

Font font(const char* file) {
  const std::string bytes = ui_test::read_file(std::string(AE_SOURCE_DIR) + "/tests/ui/fonts/" + file);
  REQUIRE_FALSE(bytes.empty());
  return {bytes.begin(), bytes.end()};
}

std::uint32_t word32(const Font& font, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8 | (at + i < font.size() ? font[at + i] : 0u);
  return out;
}

void write32(Font& font, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4 && at + i < font.size(); ++i)
    font[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

std::uint32_t sum(const Font& font, std::size_t from, std::size_t size) {
  Font table(font.begin() + static_cast<std::ptrdiff_t>(from), font.begin() + static_cast<std::ptrdiff_t>(from + size));
  std::uint32_t out = 0;
  for (std::size_t at = 0; at < table.size(); at += 4) out += word32(table, at);
  return out;
}

// Corrects the checksums, as in a maliciously damaged font.
void sign(Font& font) {
  const std::size_t tables = word32(font, 4) >> 16;
  std::size_t head = 0;
  for (std::size_t i = 0; i < tables && 12 + 16 * (i + 1) <= font.size(); ++i) {
    const std::size_t entry = 12 + 16 * i, from = word32(font, entry + 8), size = word32(font, entry + 12);
    if (from > font.size() || size > font.size() - from) continue;
    if (std::memcmp(&font[entry], "head", 4) == 0 && size >= 12) write32(font, (head = from) + 8, 0);
    write32(font, entry + 4, sum(font, from, size));
  }
  if (head != 0) write32(font, head + 8, 0xB1B0AFBA - sum(font, 0, font.size()));
}

// Draws every character that the font has, as ImGui does.
void draw(const Font& given) {
  const auto bytes = std::make_unique<std::uint8_t[]>(given.size());
  std::copy(given.begin(), given.end(), bytes.get());
  stbtt_fontinfo info;
  REQUIRE(stbtt_InitFont(&info, bytes.get(), stbtt_GetFontOffsetForIndex(bytes.get(), 0)) != 0);
  constexpr float size = 8;
  const float scale = stbtt_ScaleForMappingEmToPixels(&info, size);
  std::vector<unsigned char> pixels;
  for (int code = 0; code < 0x2300; ++code) {
    const int glyph = stbtt_FindGlyphIndex(&info, code);
    if (glyph == 0) continue;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0, advance = 0, bearing = 0;
    stbtt_GetGlyphBitmapBox(&info, glyph, scale, scale, &x0, &y0, &x1, &y1);
    stbtt_GetGlyphHMetrics(&info, glyph, &advance, &bearing);
    const int width = x1 - x0, height = y1 - y0;
    CHECK(width <= 16 * size + 1);
    CHECK(height <= 16 * size + 1);
    if (width <= 0 || height <= 0) continue;
    pixels.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    stbtt_MakeGlyphBitmap(&info, pixels.data(), width, height, width, scale, scale, glyph);
  }
}

}  // namespace

TEST_CASE("real fonts are accepted") {
  for (const char* file : real) {
    CAPTURE(file);
    CHECK(ui::font_fault(font(file)) == std::nullopt);
    draw(font(file));
  }
}

TEST_CASE("a font truncated at any point is refused") {
  for (const char* file : real) {
    const Font whole = font(file);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Font cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      if (!ui::font_fault(cut)) FAIL_CHECK(file, " cut to ", size, " of ", whole.size(), " bytes");
    }
  }
}

TEST_CASE("a font with one wrong byte at any place is refused") {
  for (const char* file : real) {
    Font whole = font(file);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      const std::uint8_t right = whole[at];
      whole[at] = static_cast<std::uint8_t>(right ^ 0x41);
      if (!ui::font_fault(whole)) FAIL_CHECK(file, " with another byte at ", at);
      whole[at] = right;
    }
  }
}

TEST_CASE("data that is not a font is refused") {
  const std::string page = "<!doctype html><title>Sign in</title>" + std::string(100000, ' ');
  CHECK(ui::font_fault(Font(page.begin(), page.end())));
  CHECK(ui::font_fault(Font(50000, 0)));
  CHECK(ui::font_fault(Font(50000, 0xFF)));
  Font openType = font(real[0]);
  std::memcpy(openType.data(), "OTTO", 4);
  sign(openType);
  CHECK(ui::font_fault(openType));
}

TEST_CASE("a font with a wrong byte and right checksums is refused, or drawing stays inside the file") {
  constexpr std::size_t each = sanitized ? 5 : 1;
  std::size_t refused = 0, drawn = 0;
  for (const char* file : real) {
    const Font whole = font(file);
    for (std::size_t at = 0; at < whole.size(); at += 3 * each) {
      const std::array<int, 4> changes{0x00, 0xFF, whole[at] ^ 0x80, whole[at] + 1};
      const auto wrong = static_cast<std::uint8_t>(changes[at / 3 % changes.size()]);
      if (wrong == whole[at]) continue;
      Font damaged = whole;
      damaged[at] = wrong;
      sign(damaged);
      CAPTURE(file);
      CAPTURE(at);
      CAPTURE(wrong);
      if (ui::font_fault(damaged)) {
        ++refused;
      } else {
        ++drawn;
        draw(damaged);
      }
    }
  }
  CHECK(refused > 300 / each);
  CHECK(drawn > 300 / each);
}

TEST_CASE("a glyph composed of itself is refused") {
  Font whole = font(real[0]);
  // Every composed glyph begins with −1 contours; its first part's number stands 12 bytes on.
  const auto table = [&](const char* tag) {
    for (std::size_t entry = 12;; entry += 16)
      if (std::memcmp(&whole[entry], tag, 4) == 0) return static_cast<std::size_t>(word32(whole, entry + 8));
  };
  const std::size_t glyf = table("glyf"), loca = table("loca"), glyphs = word32(whole, table("maxp") + 2) & 0xFFFF;
  std::size_t tried = 0;
  for (std::size_t glyph = 0; glyph < glyphs; ++glyph) {
    const std::size_t from = glyf + 2 * (word32(whole, loca + 2 * glyph) >> 16);
    if (word32(whole, from) >> 16 != 0xFFFF) continue;
    Font circular = whole;
    circular[from + 12] = static_cast<std::uint8_t>(glyph >> 8);
    circular[from + 13] = static_cast<std::uint8_t>(glyph);
    sign(circular);
    CHECK(ui::font_fault(circular));
    ++tried;
  }
  CHECK(tried == 9);  // ä ö ü é Ä ñ ½ − and one of their marks, as fontTools counts them
}

TEST_CASE("a damaged file leaves a face unchanged, and one face with letters is enough to draw") {
  ui_test::Harness page(ui_test::open_lesson("worked-example"), 800, 600);
  Font half = font(real[0]);
  half.resize(half.size() / 2);
  CHECK_FALSE(page.interface.has_letters());
  const auto refused = page.interface.add_font("inter-400", half);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "font");
  CHECK_FALSE(page.interface.has_letters());
  CHECK(page.interface.add_font("size3", font(real[1])));
  CHECK_FALSE(page.interface.has_letters());  // only brackets
  CHECK(page.interface.add_font("main", font(real[0])));
  CHECK(page.interface.has_letters());
  page.settle();
  CHECK_FALSE(page.interface.add_font("main", half));
  CHECK(page.interface.has_letters());
  page.settle();
}

}  // namespace font_files

// See font_check.hpp. `Bytes` returns 0 for reads beyond the end, so reading is safe before sizes are checked.
#include "ui/type/font_check.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>

#include "graph/explain/writer.hpp"
#include "ui/type/font_glyphs.hpp"
#include "ui/type/font_tables.hpp"

namespace ui {
namespace {

using font::Bytes;
using font::Fault;
using font::Tables;
using graph::joined;

constexpr std::uint32_t truetype = 0x00010000;

// The sum of the table's bytes as big-endian words; the last word is padded with zeros.
std::uint32_t sum_of(Bytes table) {
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at < table.size(); at += 4) sum += table.word32(at);
  return sum;
}

Fault read_directory(Bytes file, Tables& tables) {
  constexpr std::size_t header = 12, entry = 16, most = 64;
  if (file.size() < header) return joined({"it has ", file.size(), " bytes"});
  if (file.word32(0) != truetype) return "it does not begin as TrueType does";
  const std::size_t count = file.word(4);
  if (count == 0 || count > most) return joined({"it is said to have ", count, " tables"});
  if (file.size() < header + count * entry) return "its list of tables is cut off";
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = header + i * entry;
    const std::string_view tag = file.text(at, 4);
    const std::size_t from = file.word32(at + 8), size = file.word32(at + 12);
    if (!file.holds(from, size))
      return joined({"the table ", tag, " ends at ", from + size, " of ", file.size(), " bytes"});
    const Bytes table = file.part(from, size);
    // The checksum of head excludes the field that balances the checksum of the whole file.
    const std::uint32_t left_out = tag == "head" ? table.word32(8) : 0;
    if (sum_of(table) - left_out != file.word32(at + 4)) return joined({"the table ", tag, " is damaged"});
    if (!tables.add(tag, table)) return joined({"it has the table ", tag, " twice"});
  }
  return {};
}

// Maps character codes to glyphs. ImGui's reader uses one Unicode subtable; all that it may use are checked.
struct Codes {
  Bytes table;
  std::size_t glyphs;

  Fault bad(std::string_view what) const { return joined({"its table of letters ", what}); }

  Fault format4() const {
    const std::size_t segments = table.word(6) / 2;
    if (segments == 0 || !table.holds(0, 16 + 8 * segments)) return bad("is cut off");
    // The starting values of a binary search, which follow from the number of segments.
    const std::size_t power = std::bit_floor(segments);
    if (table.word(6) != 2 * segments || table.word(8) != 2 * power || table.word(12) != 2 * (segments - power) ||
        table.word(10) != static_cast<std::size_t>(std::countr_zero(power)))
      return bad("cannot be searched");
    const std::size_t ends = 14, starts = 16 + 2 * segments, deltas = starts + 2 * segments,
                      offsets = deltas + 2 * segments;
    std::size_t after = 0;
    for (std::size_t i = 0; i < segments; ++i) {
      const std::size_t first = table.word(starts + 2 * i), last = table.word(ends + 2 * i);
      if (first < after || last < first) return bad("is out of order");
      after = last + 1;
      const std::size_t place = offsets + 2 * i, offset = table.word(place), delta = table.word(deltas + 2 * i);
      if (offset != 0 && !table.holds(place + offset, 2 * (last - first + 1))) return bad("points out of the file");
      for (std::size_t code = first; code <= last; ++code) {
        const std::size_t glyph =
            offset != 0 ? table.word(place + offset + 2 * (code - first)) : (code + delta) & 0xFFFF;
        if (glyph >= glyphs) return bad("names a glyph that is not there");
      }
    }
    if (after != 0x10000) return bad("is cut off");
    return {};
  }

  Fault format6() const {
    const std::size_t count = table.word(8);
    if (!table.holds(10, 2 * count)) return bad("is cut off");
    for (std::size_t i = 0; i < count; ++i)
      if (table.word(10 + 2 * i) >= glyphs) return bad("names a glyph that is not there");
    return {};
  }

  Fault format12() const {
    constexpr std::size_t last_code = 0x10FFFF;
    const std::size_t groups = table.word32(12);
    if (groups > last_code || !table.holds(16, 12 * groups)) return bad("is cut off");
    std::size_t after = 0;
    for (std::size_t i = 0; i < groups; ++i) {
      const std::size_t at = 16 + 12 * i, first = table.word32(at), last = table.word32(at + 4);
      if (first < after || last < first || last > last_code) return bad("is out of order");
      const std::size_t glyph = table.word32(at + 8);
      if (glyph >= glyphs || last - first >= glyphs - glyph) return bad("names a glyph that is not there");
      after = last + 1;
    }
    return {};
  }

  Fault fault() const {
    switch (table.word(0)) {
      case 4: return format4();
      case 6: return format6();
      case 12: return format12();
      default: return bad("has a format that no face of this page has");
    }
  }
};

Fault check_codes(Bytes cmap, std::size_t glyphs) {
  constexpr std::size_t unicode = 0, microsoft = 3, basic = 1, full = 10;
  const std::size_t count = cmap.word(2);
  if (!cmap.holds(4, 8 * count)) return "its table of letters is cut off";
  bool found = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = 4 + 8 * i, platform = cmap.word(at), kind = cmap.word(at + 2);
    const bool in_unicode = platform == unicode || (platform == microsoft && (kind == basic || kind == full));
    if (!in_unicode) continue;
    const std::size_t from = cmap.word32(at + 4);
    if (!cmap.holds(from, 16)) return "its table of letters points out of the file";
    if (Fault fault = Codes{cmap.part(from, cmap.size() - from), glyphs}.fault()) return fault;
    found = true;
  }
  return found ? Fault() : Fault("it has no table of Unicode's letters");
}

Fault check_lines(const Tables& tables, std::size_t glyphs) {
  const Bytes head = tables["head"], hhea = tables["hhea"], hmtx = tables["hmtx"];
  const std::size_t em = head.word(18), widths = hhea.word(34);
  if (em < 16 || em > 16384) return joined({"an em has ", em, " units"});
  const int line = hhea.number(4) - hhea.number(6);
  if (line <= 0 || line > 8 * static_cast<int>(em)) return joined({"a line is ", line, " units high"});
  if (widths == 0 || widths > glyphs || !hmtx.holds(0, 4 * widths + 2 * (glyphs - widths)))
    return "its table of widths is cut off";
  return {};
}

struct Needed {
  std::string_view tag;
  std::size_t least;  // bytes
};
constexpr std::array<Needed, 7> needed{
    {{"head", 54}, {"maxp", 6}, {"hhea", 36}, {"hmtx", 4}, {"cmap", 12}, {"loca", 4}, {"glyf", 0}}};

}  // namespace

std::optional<std::string> font_fault(std::span<const std::uint8_t> ttf) {
  constexpr std::uint32_t right_sum = 0xB1B0AFBA;
  const Bytes file(ttf);
  Tables tables;
  if (Fault fault = read_directory(file, tables)) return fault;
  if (sum_of(file) != right_sum) return "its checksum is wrong";
  for (const auto& [tag, least] : needed)
    if (!tables.has(tag) || tables[tag].size() < least) return joined({"the table ", tag, " is missing"});
  const std::size_t glyphs = tables["maxp"].word(4);
  if (Fault fault = check_lines(tables, glyphs)) return fault;
  if (Fault fault = check_codes(tables["cmap"], glyphs)) return fault;
  return font::check_glyphs(tables, glyphs);
}

}  // namespace ui

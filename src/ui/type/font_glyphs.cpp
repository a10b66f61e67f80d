// See font_glyphs.hpp. A glyph is simple (contours of points) or composed of other glyphs, without cycles.
#include "ui/type/font_glyphs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "graph/explain/writer.hpp"

namespace ui::font {
namespace {

constexpr std::size_t head_of_glyph = 10;  // contours and box
constexpr std::size_t most_points = 0xFFFF;
constexpr int deepest = 8;  // nesting of components
constexpr int largest = 8;  // em, from the origin to any side of a box

class Outlines {
 public:
  Outlines(const Tables& tables, std::size_t count)
      : loca_(tables["loca"]),
        glyf_(tables["glyf"]),
        wide_(tables["head"].word(50) == 1),
        em_(static_cast<int>(tables["head"].word(18))),
        points_(count, unseen),
        reach_(count, 0) {}

  Fault fault() {
    if (!loca_.holds(0, (points_.size() + 1) * (wide_ ? 4 : 2))) return "its table of glyphs is cut off";
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (!outline(i, 0)) return graph::joined({"its glyph ", i, " is damaged"});
    return {};
  }

 private:
  std::size_t place(std::size_t i) const { return wide_ ? loca_.word32(4 * i) : 2 * loca_.word(2 * i); }

  // Whether it can be drawn, including its components.
  bool outline(std::size_t i, int depth) {
    if (points_[i] == open || depth > deepest) return false;  // a cycle, or nested too deeply
    if (points_[i] != unseen) return true;
    const std::size_t from = place(i), to = place(i + 1);
    if (to < from || !glyf_.holds(from, to - from)) return false;
    points_[i] = 0;
    if (from == to) return true;  // a space
    const Bytes glyph = glyf_.part(from, to - from);
    if (glyph.size() < head_of_glyph || !box_is_drawable(glyph)) return false;
    const int contours = glyph.number(0);
    if (contours >= 0) return simple(i, glyph, static_cast<std::size_t>(contours));
    points_[i] = open;
    return composed(i, glyph, depth);
  }

  bool box_is_drawable(Bytes glyph) const {
    const int left = glyph.number(2), low = glyph.number(4), right = glyph.number(6), high = glyph.number(8);
    for (const int side : {left, low, right, high})
      if (std::abs(side) > largest * em_) return false;
    return left <= right && low <= high;
  }

  bool simple(std::size_t i, Bytes glyph, std::size_t contours) {
    if (contours == 0) return true;
    std::size_t at = head_of_glyph, count = 0;
    for (std::size_t c = 0; c < contours; ++c, at += 2) {
      if (!glyph.holds(at, 2)) return false;
      const std::size_t last = glyph.word(at);
      if (last < count) return false;  // each contour has at least one point
      count = last + 1;
    }
    if (!glyph.holds(at, 2)) return false;
    at += 2 + glyph.word(at);  // the instructions
    constexpr std::size_t short_x = 2, short_y = 4, repeats = 8, same_x = 16, same_y = 32;
    std::vector<std::size_t> flags_of;
    for (std::size_t seen = 0; seen < count;) {
      if (!glyph.holds(at, 1)) return false;
      const std::size_t flags = glyph.byte(at++);
      std::size_t times = 1;
      if (flags & repeats) {
        if (!glyph.holds(at, 1)) return false;
        times += glyph.byte(at++);
      }
      seen += times;
      if (seen > count) return false;
      flags_of.insert(flags_of.end(), times, flags);
    }
    points_[i] = count;
    return coordinates(i, glyph, at, flags_of, short_x, same_x) && coordinates(i, glyph, at, flags_of, short_y, same_y);
  }

  // All points' x or all y: each is stored as the difference from the previous one, in 0, 1 or 2 bytes. Moves `at` past
  // them.
  bool coordinates(std::size_t i, Bytes glyph, std::size_t& at, const std::vector<std::size_t>& flags_of,
                   std::size_t is_short, std::size_t same) {
    int value = 0;
    for (const std::size_t flags : flags_of) {
      const std::size_t size = flags & is_short ? 1 : flags & same ? 0 : 2;
      if (!glyph.holds(at, size)) return false;
      if (size == 1) value += (flags & same ? 1 : -1) * static_cast<int>(glyph.byte(at));
      if (size == 2) value += glyph.number(at);
      at += size;
      if (std::abs(value) > largest * em_) return false;
      reach_[i] = std::max(reach_[i], std::abs(static_cast<double>(value)));
    }
    return true;
  }

  bool composed(std::size_t i, Bytes glyph, int depth) {
    constexpr std::size_t wide_offsets = 1, by_offset = 2, scaled = 8, more = 32, scaled_twice = 64, turned = 128;
    std::size_t points = 0, flags = more;
    for (std::size_t at = head_of_glyph; flags & more;) {
      if (!glyph.holds(at, 4)) return false;
      flags = glyph.word(at);
      const std::size_t part = glyph.word(at + 2);
      if (!(flags & by_offset) || part >= points_.size() || !outline(part, depth + 1)) return false;
      points += points_[part];
      if (points > most_points) return false;
      at += 4;
      const std::size_t place = flags & wide_offsets ? 4 : 2;
      const std::size_t scales = flags & scaled ? 2 : flags & scaled_twice ? 4 : flags & turned ? 8 : 0;
      if (!glyph.holds(at, place + scales)) return false;
      // How far the component can extend, by any of its numbers: ImGui's reader keeps coordinates in 16 bits.
      double offset = 0, scale = scales == 0 ? 1 : 0;
      for (std::size_t b = 0; b < place; b += place / 2)
        offset =
            std::max(offset, std::abs(static_cast<double>(place == 4 ? glyph.number(at + b)
                                                                     : static_cast<std::int8_t>(glyph.byte(at + b)))));
      for (std::size_t b = 0; b < scales; b += 2) scale += std::abs(glyph.number(at + place + b) / one);
      reach_[i] = std::max(reach_[i], std::max(scale, 1.0) * (scale * reach_[part] + offset));
      if (reach_[i] > most_reach) return false;
      at += place + scales;
    }
    points_[i] = points;
    return true;
  }

  static constexpr double one = 16384;  // of a fixed-point scale
  static constexpr double most_reach = 32767;

  static constexpr std::size_t unseen = ~std::size_t{0}, open = unseen - 1;
  Bytes loca_, glyf_;
  bool wide_;                        // 4 bytes per offset instead of 2
  int em_;                           // units
  std::vector<std::size_t> points_;  // of each glyph
  std::vector<double> reach_;        // of each glyph: its largest absolute coordinate
};

}  // namespace

Fault check_glyphs(const Tables& tables, std::size_t count) {
  if (tables["head"].word(50) > 1) return "its table of glyphs has an unknown format";
  return Outlines(tables, count).fault();
}

}  // namespace ui::font

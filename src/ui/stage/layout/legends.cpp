// See legends.hpp.
#include "ui/stage/layout/legends.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::layout {
namespace {

using explorer::FigureView;
using explorer::TensorView;

constexpr float legend_width = 116, legend_height = 46, legend_pitch = 62, legend_apart = 28;
constexpr float compact_height = 22, compact_pitch = 28, compact_bar = 124, compact_apart = 24;

bool share_a_scale(const TensorView& a, const TensorView& b) {
  return graph::family(a.role) == graph::family(b.role) && a.scale == b.scale && a.one_sided == b.one_sided &&
         a.slopes == b.slopes && a.by_sign == b.by_sign && a.no_number == b.no_number;
}

// The scales of the results, of which those with the same colours and ends share one, and before them a place for that of
// the focused matrix; `one`: a single place for both.
std::vector<Legend> legends_of(const Draft& draft, bool one) {
  std::vector<std::size_t> results, others, all;
  for (std::size_t b = 0; b < draft.layout.blocks.size(); ++b) {
    const Block& block = draft.layout.blocks[b];
    const FigureView& figure = draft.stage[block.figure];
    const TensorView& tensor = draft.tensor(block);
    if (block.rows * block.columns == 1 || std::isinf(tensor.scale))
      continue;  // a single number needs no scale, and ids have none
    const bool is_result = figure.has_result && block.tensor + 1 == figure.tensors.size();
    (is_result ? results : others).push_back(b);
    all.push_back(b);
  }
  if (all.empty()) return {};
  if (one || results.empty()) return {{.blocks = std::move(all), .where = {}, .compact = one, .follows = true}};
  std::vector<Legend> legends;
  if (!others.empty()) legends.push_back({.blocks = std::move(others), .where = {}, .follows = true});
  for (const std::size_t b : results) {
    const TensorView& tensor = draft.tensor(b);
    const auto shared = std::find_if(legends.begin(), legends.end(), [&](const Legend& legend) {
      return !legend.follows && share_a_scale(draft.tensor(legend.blocks.front()), tensor);
    });
    if (shared == legends.end()) {
      legends.push_back({.blocks = {b}, .where = {}});
    } else {
      const bool there = std::any_of(shared->blocks.begin(), shared->blocks.end(),
                                     [&](std::size_t other) { return draft.tensor(other).node == tensor.node; });
      if (!there) shared->blocks.push_back(b);
    }
  }
  return legends;
}

// One that follows shows one matrix at a time.
float symbols_width(Draft& draft, const Legend& legend) {
  float sum = 0, widest = 0;
  for (const std::size_t b : legend.blocks) {
    const float width = name_widths(draft, draft.tensor(b)).in_legend;
    sum += width;
    widest = std::max(widest, width);
  }
  return legend.follows ? widest : sum;
}

bool free_of_blocks(const StageLayout& layout, Rect where, float apart) {
  for (const Block& b : layout.blocks) {
    const Rect name{b.name.x0, b.name.y0, b.name.x0 + b.name_needs + 70, b.name.y1};
    for (const Rect& r : {b.cells, name, b.row_labels, b.column_labels}) {
      if (overlap(grown(r, apart, 6), where)) return false;
    }
  }
  return true;
}

class LegendPlacer {
 public:
  LegendPlacer(Draft& draft, const StageSpace& space) : draft_(draft), out_(draft.layout), area_(space.area) {
    for (const Block& b : out_.blocks) bounds_ = joined(bounds_, extent_of(b));
    one_ = space.one_legend;
  }

  void settle_anyway() {
    out_.legends.clear();
    place(area_);
    finish();
  }

  bool settle(Legends how) {
    if (!find_room(how)) return false;
    finish();
    return true;
  }

 private:
  bool find_room(Legends how) {
    out_.legends.clear();
    if (how != Legends::none) legends_ = legends_of(draft_, one_);
    if (legends_.empty()) return put(0, 0, 0);
    if (one_) return in_a_corner();
    if (how == Legends::full) return beside() || below(false);
    return below(true);
  }

  void finish() {
    trim_names(out_, area_);
    out_.bounds = bounds_;
  }

  void place(Rect room) {
    const float x = std::round(room.middle_x() - bounds_.middle_x());
    const float y = std::round(room.middle_y() - bounds_.middle_y() -
                               std::min(std::max(room.height() - bounds_.height(), 0.0f), 16.0f) / 2);
    for (Block& b : out_.blocks) move_block(b, x, y);
    bounds_ = moved(bounds_, x, y);
  }

  bool put(float spare_right, float spare_below, float spare_above) {
    const Rect room{area_.x0, area_.y0 + spare_above, area_.x1 - spare_right, area_.y1 - spare_below};
    if (bounds_.width() > room.width() + 2 || bounds_.height() > room.height() + 2) return false;
    place(room);
    return within(bounds_, room, 1);
  }

  bool in_a_corner() {
    const float wide = symbols_width(draft_, legends_.front()) + compact_bar;
    const auto take = [&](Rect where) {
      legends_.front().where = where;
      out_.legends = legends_;
      return true;
    };
    const auto corner = [&](bool right, bool below) {
      return box(right ? area_.x1 - wide : area_.x0, below ? area_.y1 - compact_height : area_.y0, wide,
                 compact_height);
    };
    if (put(0, 0, 0)) {
      for (const Rect where : {corner(false, false), corner(true, false), corner(true, true), corner(false, true)})
        if (free_of_blocks(out_, where, 6)) return take(where);
    }
    if (put(0, 0, compact_pitch)) return take(corner(false, false));
    // Away from the middle, if a legend finds a place so beside cells that are just large enough for numbers.
    constexpr float readable = 33, roomy = 40;
    if (draft_.pitch < readable || draft_.pitch >= roomy || !put(0, 0, 0)) return false;
    for (const bool right : {true, false}) {
      Rect side = area_;
      (right ? side.x0 : side.x1) = right ? area_.x1 - bounds_.width() : area_.x0 + bounds_.width();
      place(side);
      for (const bool below : {false, true})
        if (const Rect where = corner(!right, below); free_of_blocks(out_, where, 6)) return take(where);
    }
    return false;
  }

  bool beside() {
    const auto count = static_cast<float>(legends_.size());
    float wide = legend_width;
    for (const Legend& legend : legends_) wide = std::max(wide, symbols_width(draft_, legend) + 44);
    for (const float reserve : {0.0f, (wide + legend_apart) * 0.42f, wide + legend_apart}) {
      if (!put(reserve, 0, 0)) continue;
      float first = bounds_.y1;
      for (const Block& b : out_.blocks) first = std::min(first, b.cells.y0);
      const auto own = static_cast<float>(own_legend());
      const float level = out_.blocks[legends_[own_legend()].blocks.front()].cells.y0 - own * legend_pitch;
      // Beside its matrix, and close to the drawing, even on a wide screen.
      for (const float top : {level, first}) {
        for (const float x : {bounds_.x1 + 40, area_.x1 - wide}) {
          const Rect column = box(std::min(x, area_.x1 - wide), top, wide, count * legend_pitch);
          if (column.y0 < area_.y0 || column.y1 > area_.y1 || !free_of_blocks(out_, column, 30)) continue;
          for (std::size_t i = 0; i < legends_.size(); ++i)
            legends_[i].where = box(column.x0, top + static_cast<float>(i) * legend_pitch, wide, legend_height);
          out_.legends = legends_;
          return true;
        }
      }
    }
    return false;
  }

  // The first of a result; where there is none, the one that follows.
  std::size_t own_legend() const {
    const auto own = std::ranges::find_if(legends_, [](const Legend& legend) { return !legend.follows; });
    return own == legends_.end() ? 0 : static_cast<std::size_t>(own - legends_.begin());
  }

  // In lines under the drawing: a single line so that the result's stands under the result, several from the left edge.
  bool below(bool compact) {
    const float line_pitch = compact ? compact_pitch : legend_pitch, apart = compact ? compact_apart : legend_apart;
    float x = 0, longest = 0;
    std::size_t line = 0;
    for (Legend& legend : legends_) {
      const float symbols = symbols_width(draft_, legend);
      const float wide = compact ? symbols + compact_bar : std::max(legend_width, symbols + 44);
      if (x > 0 && x + wide > area_.width()) {
        ++line;
        x = 0;
      }
      legend.compact = compact;
      legend.where = box(x, static_cast<float>(line) * line_pitch, wide, compact ? compact_height : legend_height);
      longest = std::max(longest, x + wide);
      x += wide + apart;
    }
    const float high = static_cast<float>(line + 1) * line_pitch, off = compact ? 14.0f : 28.0f;
    if (longest > area_.width() || !put(0, high + (compact ? 8.0f : 12.0f), 0)) return false;
    const Block& result = out_.blocks[legends_[own_legend()].blocks.front()];
    const float from = line > 0 ? bounds_.x0 : result.cells.x0 - legends_[own_legend()].where.x0;
    const float left = std::clamp(from, area_.x0, std::max(area_.x1 - longest, area_.x0));
    const float top = std::min(bounds_.y1 + off, area_.y1 - high);
    for (Legend& legend : legends_) legend.where = moved(legend.where, left, top);
    out_.legends = legends_;
    return true;
  }

  Draft& draft_;
  StageLayout& out_;
  Rect area_, bounds_;
  std::vector<Legend> legends_;
  bool one_ = false;
};

}  // namespace

void move_block(Block& b, float x, float y) {
  for (Rect* r : {&b.cells, &b.name, &b.row_labels, &b.column_labels}) {
    if (!r->empty()) *r = moved(*r, x, y);
  }
}

Rect extent_of(const Block& b) {
  Rect out = b.cells;
  for (const Rect& r :
       {Rect{b.name.x0, b.name.y0, b.name.x0 + b.name_needs, b.name.y1}, b.row_labels, b.column_labels}) {
    out = joined(out, r);
  }
  return out;
}

void trim_names(StageLayout& layout, Rect area) {
  std::vector<Rect> extents;
  for (const Block& b : layout.blocks) extents.push_back(extent_of(b));
  for (Block& b : layout.blocks) {
    float most = area.x1;
    for (std::size_t other = 0; other < extents.size(); ++other) {
      const Rect& e = extents[other];
      if (&layout.blocks[other] != &b && e.x0 > b.name.x0 && e.y0 < b.name.y1 && b.name.y0 < e.y1)
        most = std::min(most, e.x0 - 12);
    }
    for (const Legend& legend : layout.legends) {
      const Rect& at = legend.where;
      if (at.x0 > b.name.x0 && at.y0 < b.name.y1 && b.name.y0 < at.y1) most = std::min(most, at.x0 - 8);
    }
    b.name.x1 = std::max(std::min(b.name.x1, most), b.name.x0 + b.name_needs);
  }
}

bool settle(Draft& draft, const StageSpace& space, Legends how) { return LegendPlacer(draft, space).settle(how); }

void settle_anyway(Draft& draft, const StageSpace& space) { LegendPlacer(draft, space).settle_anyway(); }

}  // namespace ui::layout

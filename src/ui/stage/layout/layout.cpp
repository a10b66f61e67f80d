// Groups figures into drawings, then finds the largest cells for which drawing and legends fit the available space.
#include "ui/stage/layout/layout.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ui/stage/layout/rules.hpp"

namespace ui {
namespace {

using explorer::FigureView;
using explorer::TensorView;

constexpr float legend_width = 116, legend_height = 46, legend_pitch = 62, legend_apart = 28;
constexpr float compact_height = 22, compact_pitch = 28, compact_bar = 124, compact_apart = 24;
constexpr std::array<float, 31> pitches{84, 78, 72, 66, 60, 56, 52, 48, 44, 40, 36,   33, 30,   28,    27,  24,
                                        21, 18, 15, 12, 10, 8,  6,  4,  3,  2,  1.5f, 1,  0.5f, 0.25f, 0.1f};

void move_block(Block& b, float x, float y) {
  for (Rect* r : {&b.cells, &b.name, &b.row_labels, &b.column_labels}) {
    if (!r->empty()) *r = moved(*r, x, y);
  }
}

// Everything that a block occupies: cells, labels, and the necessary part of its name.
Rect extent_of(const Block& b) {
  Rect out = b.cells;
  for (const Rect& r :
       {Rect{b.name.x0, b.name.y0, b.name.x0 + b.name_needs, b.name.y1}, b.row_labels, b.column_labels}) {
    out = joined(out, r);
  }
  return out;
}

// The scales on stage, those of results last: matrices with the same colours and ends share one.
std::vector<Legend> legends_of(const layout::Draft& draft, bool one) {
  std::vector<std::size_t> results, order;
  for (std::size_t b = 0; b < draft.layout.blocks.size(); ++b) {
    const Block& block = draft.layout.blocks[b];
    const FigureView& figure = draft.stage[block.figure];
    if (draft.tensor(block).shape.empty()) continue;  // a scale adds nothing to a single number
    const bool is_result = figure.has_result && block.tensor + 1 == figure.tensors.size();
    (is_result || !figure.has_result ? results : order).push_back(b);
  }
  if (one && !results.empty()) return {{.blocks = {results.back()}, .where = {}, .compact = true, .follows = true}};
  order.insert(order.end(), results.begin(), results.end());
  std::vector<Legend> legends;
  for (const std::size_t b : order) {
    const TensorView& tensor = draft.tensor(b);
    const auto shared = std::find_if(legends.begin(), legends.end(), [&](const Legend& legend) {
      const TensorView& other = draft.tensor(legend.blocks.front());
      return graph::family(other.role) == graph::family(tensor.role) && other.scale == tensor.scale &&
             other.no_number == tensor.no_number;
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

float symbols_width(layout::Draft& draft, const std::vector<std::size_t>& blocks) {
  float width = 0;
  for (const std::size_t b : blocks) width += name_widths(draft, draft.tensor(b)).in_legend;
  return width;
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

// A name may extend to the right as far as there is nothing else.
void trim_names(StageLayout& layout, Rect area) {
  std::vector<Rect> extents;
  for (const Block& b : layout.blocks) extents.push_back(extent_of(b));
  for (Block& b : layout.blocks) {
    float most = area.x1;
    for (std::size_t other = 0; other < extents.size(); ++other) {
      const Rect& e = extents[other];
      if (&layout.blocks[other] != &b && e.x0 > b.name.x0 && e.y0 < b.name.y1 && b.name.y0 < e.y1)
        most = std::min(most, e.x0 - 8);
    }
    b.name.x1 = std::max(std::min(b.name.x1, most), b.name.x0 + b.name_needs);
  }
}

enum class Legends : std::uint8_t { none, compact, full };

// Moves the drawing to its place in the area and finds room for the legends: beside it at the right, below it, or (for
// one on a small screen) in a free corner. False when something does not fit.
class LegendPlacer {
 public:
  LegendPlacer(layout::Draft& draft, const StageSpace& space) : draft_(draft), out_(draft.layout), area_(space.area) {
    for (const Block& b : out_.blocks) bounds_ = joined(bounds_, extent_of(b));
    one_ = space.one_legend;
  }

  // Places legends even if they do not fit.
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
    const float wide = symbols_width(draft_, legends_.front().blocks) + compact_bar;
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
    return put(0, 0, compact_pitch) && take(corner(false, false));
  }

  bool beside() {
    const auto count = static_cast<float>(legends_.size());
    float wide = legend_width;
    for (const Legend& legend : legends_) wide = std::max(wide, symbols_width(draft_, legend.blocks) + 44);
    for (const float reserve : {0.0f, (wide + legend_apart) * 0.42f, wide + legend_apart}) {
      if (!put(reserve, 0, 0)) continue;
      float top = bounds_.y1;
      for (const Block& b : out_.blocks) top = std::min(top, b.cells.y0);
      // Close to the drawing, even on a wide screen.
      for (const float x : {bounds_.x1 + 64, area_.x1 - wide}) {
        const Rect column = box(std::min(x, area_.x1 - wide), top, wide, count * legend_pitch);
        if (column.y1 > area_.y1 || !free_of_blocks(out_, column, 30)) continue;
        for (std::size_t i = 0; i < legends_.size(); ++i)
          legends_[i].where = box(column.x0, top + static_cast<float>(i) * legend_pitch, wide, legend_height);
        out_.legends = legends_;
        return true;
      }
    }
    return false;
  }

  // In lines under the drawing, starting at its left edge.
  bool below(bool compact) {
    const float line_pitch = compact ? compact_pitch : legend_pitch, apart = compact ? compact_apart : legend_apart;
    float x = 0, longest = 0;
    std::size_t line = 0;
    for (Legend& legend : legends_) {
      const float symbols = symbols_width(draft_, legend.blocks);
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
    const float left = std::clamp(bounds_.x0, area_.x0, std::max(area_.x1 - longest, area_.x0));
    const float top = std::min(bounds_.y1 + off, area_.y1 - high);
    for (Legend& legend : legends_) legend.where = moved(legend.where, left, top);
    out_.legends = legends_;
    return true;
  }

  layout::Draft& draft_;
  StageLayout& out_;
  Rect area_, bounds_;
  std::vector<Legend> legends_;
  bool one_ = false;
};

// Tries one cell size after the other.
class LayoutFitter {
 public:
  LayoutFitter(const std::vector<FigureView>& stage, const StageSpace& space, const Measure& measure)
      : space_(space),
        draft_{.stage = stage,
               .measure = measure,
               .d = layout::distances(space.size),
               .width = space.area.width(),
               .layout = {},
               .widest = {},
               .names = {}} {
    layout::group(stage, space.cuts, grouped_);
  }

  StageLayout largest() {
    const Legends all = space_.no_legends ? Legends::none : Legends::full;
    // Continuous rows across all parts are worth smaller cells, as long as numbers stay readable.
    for (const float pitch : pitches) {
      if (pitch <= space_.largest_pitch && pitch >= 40 && attempt(pitch, all)) return draft_.layout;
    }
    draft_.wraps = true;
    for (const float pitch : pitches) {
      if (pitch > space_.largest_pitch) continue;
      if (attempt(pitch, all)) return draft_.layout;
      if (pitch <= 52 && all != Legends::none && attempt(pitch, Legends::compact)) return draft_.layout;
      // If cells are too small for numbers, they are more important than legends.
      if (pitch < 12 && attempt(pitch, Legends::none)) return draft_.layout;
    }
    arrange_at(pitches.back(), std::max<std::size_t>(grouped_.groups.size(), 1));
    LegendPlacer(draft_, space_).settle_anyway();
    return draft_.layout;
  }

  // One below the other; nothing if even small cells do not fit the width and the figure may not pan. Smaller cells are
  // chosen to put one more matrix on each line, or to keep the corner of a product, but not merely to save a little
  // height.
  std::optional<StageLayout> rolled() {
    draft_.wraps = draft_.shrinks = true;
    std::optional<StageLayout> best;
    float least = 0;
    const auto consider = [&](float pitch, float more, bool wide) {
      if (pitch > space_.largest_pitch || pitch < space_.least_pitch) return;
      draft_.layout = grouped_;
      draft_.layout.pitch = draft_.pitch = pitch;
      draft_.gap = pitch >= 28 ? 2 : 1;
      arrange(1);
      Rect bounds;
      for (const Block& b : draft_.layout.blocks) bounds = joined(bounds, extent_of(b));
      const float cost = bounds.height() + 10 * (44 - pitch) + more;
      const bool fits = bounds.width() <= space_.area.width();
      if ((!fits && !wide) || (best && cost >= least)) return;
      constexpr float raised = 8;  // of superscripts above a name, which the window would clip
      bounds.y0 -= raised;
      const float x = fits ? std::round(space_.area.middle_x() - bounds.middle_x()) : space_.area.x0 - bounds.x0;
      for (Block& b : draft_.layout.blocks) move_block(b, x, space_.area.y0 - bounds.y0);
      draft_.layout.bounds = moved(bounds, x, space_.area.y0 - bounds.y0);
      trim_names(draft_.layout, joined(space_.area, draft_.layout.bounds));
      best = draft_.layout;
      least = cost;
    };
    const auto consider_all = [&](float more) {
      for (const float pitch : {44.0f, 40.0f, 36.0f, 33.0f, 30.0f, least_numbers_pitch}) consider(pitch, more, false);
      for (const float pitch : {21.0f, 18.0f, 15.0f, 12.0f}) consider(pitch, more, false);
    };
    const StageLayout whole = grouped_;
    consider_all(0);
    constexpr float worth_of_corner = 160;
    if (take_apart()) consider_all(worth_of_corner);
    if (best || !space_.pans) return best;
    grouped_ = whole;
    consider(std::max(space_.least_pitch, space_.least_pitch < least_numbers_pitch ? 15.0f : 36.0f), 0, true);
    return best;
  }

  // Splits products and sums into matrices side by side; false if there were none. Each product is on a line of its
  // own, with its own copy of a shared operand: otherwise a result would look like the next one's operand.
  bool take_apart() {
    std::vector<Group> groups;
    bool any = false;
    for (Group& group : grouped_.groups) {
      const bool is_product = group.kind == Group::Kind::corner;
      if (is_product || group.kind == Group::Kind::fan) {
        any = group.apart = true;
        group.kind = Group::Kind::row;
      }
      const std::vector<Group::Product> products = is_product ? group.products : std::vector<Group::Product>();
      if (products.size() > 1) group.blocks.resize(3);
      const std::size_t left = group.left;
      groups.push_back(group);
      for (std::size_t p = 1; p < products.size(); ++p) {
        grouped_.blocks.push_back(Block(grouped_.blocks[left]));
        Group& next = groups.emplace_back(group);
        next.left = grouped_.blocks.size() - 1;
        next.products = {products[p]};
        next.blocks = {next.left, products[p].top, products[p].result};
      }
      if (products.size() > 1) groups[groups.size() - products.size()].products.resize(1);
    }
    grouped_.groups = std::move(groups);
    return any;
  }

 private:
  float place(const Group& group, float top) {
    switch (group.kind) {
      case Group::Kind::corner: return layout::place_corner(draft_, group, top);
      case Group::Kind::fan: return layout::place_fan(draft_, group, top);
      case Group::Kind::gather: return layout::place_gather(draft_, group, top);
      case Group::Kind::words: return layout::place_words(draft_, group, top);
      case Group::Kind::moves: return layout::place_moves(draft_, group, top);
      case Group::Kind::window: return layout::place_window(draft_, group, top);
      default: return layout::place_row(draft_, group, top);
    }
  }

  // Lines of `across` drawings, each as high as its highest.
  void arrange(std::size_t across) {
    float top = 0;
    for (std::size_t first = 0; first < grouped_.groups.size(); first += across) {
      float x = 0, bottom = top;
      for (std::size_t g = first; g < std::min(first + across, grouped_.groups.size()); ++g) {
        const Group& group = grouped_.groups[g];
        bottom = std::max(bottom, place(group, top));
        Rect taken;
        for (const std::size_t b : group.blocks) taken = joined(taken, extent_of(draft_.layout.blocks[b]));
        const float shift = x - taken.x0;
        for (const std::size_t b : group.blocks) {
          if (shift != 0 && x > 0) move_block(draft_.layout.blocks[b], shift, 0);
        }
        x = (x > 0 ? taken.x1 + shift : taken.x1) + draft_.d.groups;
      }
      top = bottom + draft_.d.groups;
    }
  }

  bool attempt(float pitch, Legends legends) {
    for (std::size_t across = 1; across <= std::max<std::size_t>(grouped_.groups.size(), 1); ++across) {
      if (!arrange_for(pitch, across)) continue;
      if ((!draft_.wrapped || draft_.wraps) && LegendPlacer(draft_, space_).settle(legends)) return true;
    }
    return false;
  }

  void arrange_at(float pitch, std::size_t across) {
    draft_.wrapped = false;
    draft_.layout = grouped_;
    draft_.layout.pitch = draft_.pitch = pitch;
    draft_.gap = pitch >= 28 ? 2 : pitch >= 12 ? 1 : 0;
    arrange(across);
  }

  // False if it is certainly larger than the area, whatever the legends.
  bool arrange_for(float pitch, std::size_t across) {
    if (std::ranges::contains(too_large_, std::pair(pitch, across))) return false;
    arrange_at(pitch, across);
    Rect bounds;
    for (const Block& b : draft_.layout.blocks) bounds = joined(bounds, extent_of(b));
    if (bounds.width() <= space_.area.width() + 2 && bounds.height() <= space_.area.height() + 2) return true;
    too_large_.emplace_back(pitch, across);
    return false;
  }

  const StageSpace& space_;
  StageLayout grouped_;
  layout::Draft draft_;
  std::vector<std::pair<float, std::size_t>> too_large_;
};

}  // namespace

StageLayout lay_out(const std::vector<FigureView>& stage, const StageSpace& space, const Measure& measure) {
  if (space.rolled) {
    if (auto rolled = LayoutFitter(stage, space, measure).rolled()) return std::move(*rolled);
  }
  StageLayout whole = LayoutFitter(stage, space, measure).largest();
  if (whole.pitch >= least_numbers_pitch) return whole;
  // Readable numbers are more important than the geometry of a product.
  LayoutFitter apart(stage, space, measure);
  if (!apart.take_apart()) return whole;
  StageLayout other = apart.largest();
  return other.pitch >= least_numbers_pitch ? other : whole;
}

}  // namespace ui

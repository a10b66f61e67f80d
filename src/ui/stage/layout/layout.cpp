// Groups figures into drawings, then finds the largest cells for which drawing and legends fit the available space.
#include "ui/stage/layout/layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "ui/stage/layout/legends.hpp"
#include "ui/stage/layout/rules.hpp"

namespace ui {
namespace {

using explorer::FigureView;
using layout::extent_of;
using layout::Legends;
using layout::move_block;
using layout::trim_names;

constexpr std::array<float, 33> pitches{84, 78, 72, 66, 60, 56, 52, 48, 44, 40, 36, 33,   31, 30,   28,    27,  24,
                                        21, 18, 15, 14, 12, 10, 8,  6,  4,  3,  2,  1.5f, 1,  0.5f, 0.25f, 0.1f};

constexpr float readable_pitch = 33;  // numbers of two digits and a sign fit
constexpr float least_readable = 31;  // the same with narrow gaps
constexpr float least_digit = 21;     // one digit fits

float gap_of(float pitch) { return pitch >= readable_pitch ? 2.0f : pitch >= 12 ? 1.0f : 0.0f; }

// Tries one cell size after the other.
class LayoutFitter {
 public:
  LayoutFitter(const std::vector<FigureView>& stage, const StageSpace& space, const Measure& measure,
               bool tight = false)
      : space_(space),
        draft_{.stage = stage,
               .measure = measure,
               .d = layout::distances(space.size, tight),
               .width = space.area.width(),
               .layout = {},
               .widest = {},
               .pitches = {},
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
    layout::settle_anyway(draft_, space_);
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
      draft_.gap = gap_of(pitch);
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

  // Draws operands of colours only, so that the others may have numbers: of products and sums that were taken apart the
  // first, or all of them; of other operations all, if the caller wishes. Of a move the result keeps its numbers, or else the
  // narrowest matrix. The operands stand below each other if that makes room. Nothing if even then there are no numbers.
  enum class Operands : std::uint8_t { first, all };
  std::optional<StageLayout> with_miniatures(Operands which) {
    for (const Group& group : grouped_.groups)
      for (const std::size_t at : group.blocks)
        grouped_.blocks[at].miniature = !grouped_.blocks[at].single && is_dispensable(group, at, which);
    const auto largest_from = [&](float least, float room) -> std::optional<StageLayout> {
      draft_.miniatures = room;
      too_large_.clear();
      for (const Legends legends : {space_.no_legends ? Legends::none : Legends::full, Legends::none})
        for (const float pitch : pitches)
          if (pitch <= space_.largest_pitch && pitch >= least && attempt(pitch, legends)) return draft_.layout;
      return std::nullopt;
    };
    constexpr float usual = 60, small = 36;
    if (auto found = largest_from(least_readable, usual)) return found;
    if (which == Operands::first) return std::nullopt;
    if (auto found = largest_from(least_readable, small)) return found;
    draft_.stacks = true;
    for (const float room : {usual, small})
      if (auto found = largest_from(least_readable, room)) return found;
    draft_.stacks = false;
    if (auto found = largest_from(least_numbers_pitch, small)) return found;
    draft_.stacks = true;
    return largest_from(least_digit, small);
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
  bool is_operand(std::size_t at) const {
    const Block& block = grouped_.blocks[at];
    const FigureView& figure = draft_.stage[block.figure];
    return figure.has_result && block.tensor + 1 < figure.tensors.size();
  }

  // All matrices of a move hold the same numbers.
  std::size_t narrowest(const Group& group) const {
    return *std::ranges::min_element(group.blocks, {}, [&](std::size_t at) { return grouped_.blocks[at].columns; });
  }

  bool is_dispensable(const Group& group, std::size_t at, Operands which) const {
    const bool all = which == Operands::all;
    if (group.apart) return all ? at != group.blocks.back() : group.blocks.size() > 2 && at == group.blocks.front();
    if (!space_.miniatures) return false;
    switch (group.kind) {
      case Group::Kind::row:
        if (!group.arrows.empty()) return !std::ranges::contains(group.arrows, at);
        return all && is_operand(at);
      case Group::Kind::gather: return all && at == *group.table;
      case Group::Kind::moves: return at != (all ? narrowest(group) : group.blocks.back());
      default: return false;
    }
  }

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
      bool labelled = false;  // whether names on this line stand above labels of columns
      for (std::size_t g = first; g < std::min(first + across, grouped_.groups.size()); ++g) {
        const Group& group = grouped_.groups[g];
        bottom = std::max(bottom, place(group, top));
        const float down = g > first ? below_product(grouped_.groups[g - 1], group) : 0;
        const bool labels = std::ranges::any_of(
            group.blocks, [&](std::size_t b) { return !draft_.layout.blocks[b].column_labels.empty(); });
        if (labelled && !labels && group.kind == Group::Kind::row)
          for (const std::size_t b : group.blocks)
            draft_.layout.blocks[b].name =
                moved(draft_.layout.blocks[b].name, 0, draft_.d.label_above + 2 - draft_.d.name_above);
        labelled |= labels && group.kind == Group::Kind::row;
        Rect taken;
        for (const std::size_t b : group.blocks) taken = joined(taken, extent_of(draft_.layout.blocks[b]));
        const float shift = x - taken.x0;
        for (const std::size_t b : group.blocks) {
          if (x > 0) move_block(draft_.layout.blocks[b], shift, down);
          bottom = std::max(bottom, draft_.layout.blocks[b].cells.y1);
        }
        x = (x > 0 ? taken.x1 + shift : taken.x1) + draft_.d.groups;
      }
      top = bottom + draft_.d.groups;
    }
  }

  // How far down matrices beside a product are moved, so that they continue the rows of its result.
  float below_product(const Group& product, const Group& beside) const {
    if (product.kind != Group::Kind::corner || beside.kind != Group::Kind::row || product.products.empty()) return 0;
    const Block& result = draft_.layout.blocks[product.products.front().result];
    const Block& next = draft_.layout.blocks[beside.blocks.front()];
    const bool continues = result.rows == next.rows && result.pitch == next.pitch &&
                           row_words(draft_.tensor(result), true) == row_words(draft_.tensor(next), true);
    const bool on_one_line = std::ranges::all_of(
        beside.blocks, [&](std::size_t b) { return draft_.layout.blocks[b].cells.y0 == next.cells.y0; });
    return continues && on_one_line ? result.cells.y0 - next.cells.y0 : 0;
  }

  bool attempt(float pitch, Legends legends) {
    for (std::size_t across = 1; across <= std::max<std::size_t>(grouped_.groups.size(), 1); ++across) {
      if (!arrange_for(pitch, across)) continue;
      if ((!draft_.wrapped || draft_.wraps) && layout::settle(draft_, space_, legends)) return true;
    }
    return false;
  }

  void arrange_at(float pitch, std::size_t across) {
    draft_.wrapped = false;
    draft_.layout = grouped_;
    draft_.layout.pitch = draft_.pitch = pitch;
    draft_.gap = gap_of(pitch);
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
  if (whole.pitch < readable_pitch && space.size == StageSpace::Size::phone)
    if (StageLayout tight = LayoutFitter(stage, space, measure, true).largest(); tight.pitch >= readable_pitch)
      return tight;
  if (whole.pitch >= least_numbers_pitch && !space.miniatures) return whole;
  // Readable numbers are more important than the geometry of a product.
  LayoutFitter apart(stage, space, measure);
  using Operands = LayoutFitter::Operands;
  if (!apart.take_apart()) {
    if (!space.miniatures) return whole;
    for (const Operands which : {Operands::first, Operands::all})
      if (auto readable = apart.with_miniatures(which)) return std::move(*readable);
    return whole;
  }
  StageLayout other = apart.largest();
  constexpr float clearly_larger = 1.25f;
  if (other.pitch < readable_pitch && space.size == StageSpace::Size::phone)
    if (auto readable = apart.with_miniatures(Operands::first)) return std::move(*readable);
  if (other.pitch < least_numbers_pitch && space.miniatures)
    if (auto readable = apart.with_miniatures(Operands::all)) return std::move(*readable);
  return other.pitch >= least_numbers_pitch || other.pitch > whole.pitch * clearly_larger ? other : whole;
}

}  // namespace ui

// Groups figures into drawings, then takes the largest cells for which drawing and legends fit the room there is.
#include "ui/stage_layout.hpp"

#include <array>

#include "ui/layout_rules.hpp"

namespace ui {
namespace {

using explorer::FigureView;
using explorer::TensorView;

constexpr float legend_width = 116, legend_height = 46, legend_pitch = 62, legend_apart = 28;
constexpr std::array<float, 31> pitches{84, 78, 72, 66, 60, 56, 52, 48, 44, 40, 36,   33, 30,   28,    27,  24,
                                        21, 18, 15, 12, 10, 8,  6,  4,  3,  2,  1.5f, 1,  0.5f, 0.25f, 0.1f};

void move_block(Block& b, float x, float y) {
  for (Rect* r : {&b.cells, &b.name, &b.row_labels, &b.column_labels}) {
    if (!r->empty()) *r = moved(*r, x, y);
  }
}

// All that a block takes: cells, labels, and of its name what must be said.
Rect extent_of(const Block& b) {
  Rect out = b.cells;
  for (const Rect& r :
       {Rect{b.name.x0, b.name.y0, b.name.x0 + b.name_needs, b.name.y1}, b.row_labels, b.column_labels}) {
    out = joined(out, r);
  }
  return out;
}

// Which matrices have a legend: results first, and one for each tensor.
std::vector<std::size_t> legend_order(const layout::Draft& draft, bool all) {
  std::vector<std::size_t> results, operands;
  for (std::size_t b = 0; b < draft.layout.blocks.size(); ++b) {
    const Block& block = draft.layout.blocks[b];
    const FigureView& figure = draft.stage[block.figure];
    const bool is_result = figure.has_result && block.tensor + 1 == figure.tensors.size();
    (is_result || !figure.has_result ? results : operands).push_back(b);
  }
  if (!all) {
    if (results.empty()) return {};
    return {results.back()};
  }
  std::vector<std::size_t> order = operands;
  order.insert(order.end(), results.begin(), results.end());
  return order;
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

// A name may run on to the right as far as nothing else stands there.
void trim_names(StageLayout& layout, Rect area) {
  for (Block& b : layout.blocks) {
    float most = area.x1;
    for (const Block& other : layout.blocks) {
      const Rect e = extent_of(other);
      if (&other != &b && e.x0 > b.name.x0 && e.y0 < b.name.y1 && b.name.y0 < e.y1) most = std::min(most, e.x0 - 8);
    }
    b.name.x1 = std::max(std::min(b.name.x1, most), b.name.x0 + b.name_needs);
  }
}

// Moves the drawing to its place in the area and finds room for the legends: in the corner at the right, below, or (on
// a small screen) at the top left. False when something does not fit.
bool settle(layout::Draft& draft, const StageSpace& space, bool all_legends, bool want_legends) {
  StageLayout& out = draft.layout;
  out.legends.clear();
  Rect bounds;
  for (const Block& b : out.blocks) bounds = joined(bounds, extent_of(b));
  const Rect area = space.area;
  const std::vector<std::size_t> legends = want_legends ? legend_order(draft, all_legends) : std::vector<std::size_t>();
  const auto count = static_cast<float>(legends.size());
  const auto put = [&](float spare_right, float spare_below, float spare_above) {
    const Rect room{area.x0, area.y0 + spare_above, area.x1 - spare_right, area.y1 - spare_below};
    const float x = room.middle_x() - bounds.middle_x();
    const float y = room.middle_y() - bounds.middle_y() - std::min(room.height() - bounds.height(), 16.0f) / 2;
    for (Block& b : out.blocks) move_block(b, std::round(x), std::round(y));
    trim_names(out, area);
    bounds = moved(bounds, std::round(x), std::round(y));
    out.bounds = bounds;
    return within(bounds, room, 1);
  };
  if (legends.empty()) return put(0, 0, 0);

  if (space.corner_legend) {
    const Rect corner = box(area.x0, area.y0 + 2, 92, legend_height);
    if (put(0, 0, 0) && free_of_blocks(out, corner, 6)) {
      out.legends.push_back({legends.back(), corner});
      return true;
    }
    if (!put(0, 0, legend_height + 14)) return false;
    out.legends.push_back({legends.back(), corner});
    return true;
  }
  // In the corner at the right, from the top of the drawing on.
  for (const float reserve : {0.0f, (legend_width + legend_apart) * 0.42f, legend_width + legend_apart}) {
    if (!put(reserve, 0, 0)) continue;
    float top = bounds.y1;
    for (const Block& b : out.blocks) top = std::min(top, b.cells.y0);
    const Rect column = box(area.x1 - legend_width, top, legend_width, count * legend_pitch);
    if (column.y1 > area.y1 || !free_of_blocks(out, column, 30)) continue;
    for (std::size_t i = 0; i < legends.size(); ++i) {
      out.legends.push_back(
          {legends[i], box(column.x0, top + static_cast<float>(i) * legend_pitch, legend_width, legend_height)});
    }
    return true;
  }
  const float each = legend_width + legend_apart;
  const auto in_line = std::max<std::size_t>(1, static_cast<std::size_t>((area.width() + legend_apart) / each));
  const std::size_t lines = (legends.size() + in_line - 1) / in_line;
  const float high = static_cast<float>(lines) * legend_pitch;
  if (!put(0, high + 12, 0)) return false;
  const auto longest = static_cast<float>(std::min(in_line, legends.size()));
  const float left = std::clamp(bounds.x0, area.x0, std::max(area.x1 - longest * each + legend_apart, area.x0));
  for (std::size_t i = 0; i < legends.size(); ++i) {
    const std::size_t in = i / in_line;
    const auto line = static_cast<float>(in), at = static_cast<float>(i % in_line);
    out.legends.push_back(
        {legends[i], box(left + at * each, std::min(bounds.y1 + 28, area.y1 - high) + line * legend_pitch, legend_width,
                         legend_height)});
  }
  return true;
}

}  // namespace

std::size_t drawn_rows(const TensorView& t) {
  const std::size_t rank = t.shape.size();
  const std::size_t rows = rank > 1 ? t.shape[rank - 2] : 1, columns = rank > 0 ? t.shape[rank - 1] : 1;
  return t.transposed ? columns : rows;
}

std::size_t drawn_columns(const TensorView& t) {
  const std::size_t rank = t.shape.size();
  const std::size_t rows = rank > 1 ? t.shape[rank - 2] : 1, columns = rank > 0 ? t.shape[rank - 1] : 1;
  return t.transposed ? rows : columns;
}

namespace {

const std::vector<std::string>& axis_labels(const TensorView& t, bool of_rows, bool shortened) {
  static const std::vector<std::string> none;
  const auto& labels = shortened ? t.labels_short : t.labels;
  const std::size_t rank = t.shape.size();
  const bool last = of_rows == t.transposed;  // the tensor's own last axis
  if (rank == 0 || (!last && rank < 2)) return none;
  const std::size_t axis = last ? rank - 1 : rank - 2;
  return axis < labels.size() ? labels[axis] : none;
}

}  // namespace

const std::vector<std::string>& row_words(const TensorView& t, bool shortened) {
  return axis_labels(t, true, shortened);
}
const std::vector<std::string>& column_words(const TensorView& t, bool shortened) {
  return axis_labels(t, false, shortened);
}

graph::Index index_at(const TensorView& t, std::size_t row, std::size_t column) {
  const std::size_t rank = t.shape.size();
  if (t.transposed) std::swap(row, column);
  graph::Index index(rank, 0);
  for (std::size_t i = 0; i + 2 < rank && i < t.leading.size(); ++i) index[i] = t.leading[i];
  if (rank > 0) index[rank - 1] = column;
  if (rank > 1) index[rank - 2] = row;
  return index;
}

std::optional<Drawn> drawn_at(const TensorView& t, const graph::Index& index) {
  const std::size_t rank = t.shape.size();
  if (index.size() != rank) return std::nullopt;
  for (std::size_t i = 0; i + 2 < rank; ++i) {
    if (index[i] != (i < t.leading.size() ? t.leading[i] : 0)) return std::nullopt;
  }
  Drawn at{rank > 1 ? index[rank - 2] : 0, rank > 0 ? index[rank - 1] : 0};
  if (t.transposed) std::swap(at.row, at.column);
  return at;
}

graph::Index index_at(const Block& block, const TensorView& t, std::size_t row, std::size_t column,
                      std::size_t followed) {
  graph::Index index = index_at(t, row, column);
  if (block.followed) {
    index[block.follow_axis] = followed;
    index[block.row_axis] = row;
  }
  return index;
}

std::optional<Drawn> drawn_at(const Block& block, const TensorView& t, const graph::Index& index,
                              std::size_t followed) {
  if (!block.followed) return drawn_at(t, index);
  if (index.size() != t.shape.size() || index[block.follow_axis] != followed) return std::nullopt;
  return Drawn{index[block.row_axis], index.back()};
}

StageLayout lay_out(const std::vector<FigureView>& stage, const StageSpace& space, const Measure& measure) {
  StageLayout grouped;
  layout::group(stage, grouped);
  layout::Draft draft{.stage = stage,
                      .measure = measure,
                      .d = layout::distances(space.size),
                      .width = space.area.width(),
                      .layout = {}};
  const auto place = [&](const Group& group, float top) {
    return group.kind == Group::Kind::corner ? layout::place_corner(draft, group, top)
           : group.kind == Group::Kind::fan  ? layout::place_fan(draft, group, top)
                                             : layout::place_row(draft, group, top);
  };
  // Drawings stand in lines of `across`, each line as high as its highest.
  const auto arrange = [&](std::size_t across) {
    float top = 0;
    for (std::size_t first = 0; first < grouped.groups.size(); first += across) {
      float x = 0, bottom = top;
      for (std::size_t g = first; g < std::min(first + across, grouped.groups.size()); ++g) {
        const Group& group = grouped.groups[g];
        bottom = std::max(bottom, place(group, top));
        Rect taken;
        for (const std::size_t b : group.blocks) taken = joined(taken, extent_of(draft.layout.blocks[b]));
        const float shift = x - taken.x0;
        for (const std::size_t b : group.blocks) {
          if (shift != 0 && x > 0) move_block(draft.layout.blocks[b], shift, 0);
        }
        x = (x > 0 ? taken.x1 + shift : taken.x1) + draft.d.groups;
      }
      top = bottom + draft.d.groups;
    }
  };
  const auto attempt = [&](float pitch, bool all, bool legends) {
    for (std::size_t across = 1; across <= std::max<std::size_t>(grouped.groups.size(), 1); ++across) {
      draft.wrapped = false;
      draft.layout = grouped;
      draft.layout.pitch = draft.pitch = pitch;
      draft.gap = pitch >= 28 ? 2 : pitch >= 12 ? 1 : 0;
      arrange(across);
      if ((!draft.wrapped || draft.wraps) && settle(draft, space, all, legends)) return true;
    }
    return false;
  };
  // Rows that go on across all parts are worth smaller cells, down to where numbers would suffer.
  for (const float pitch : pitches) {
    if (pitch > space.largest_pitch || pitch < 40) continue;
    if (attempt(pitch, space.all_legends, !space.no_legends)) return draft.layout;
  }
  draft.wraps = true;
  for (const float pitch : pitches) {
    if (pitch > space.largest_pitch) continue;
    // Below the compact density legends give way to larger cells: what a colour means is then said on focus.
    if (attempt(pitch, space.all_legends, !space.no_legends)) return draft.layout;
    if (pitch <= 33 && !space.no_legends && (attempt(pitch, false, true) || attempt(pitch, false, false))) {
      return draft.layout;
    }
  }
  attempt(pitches.back(), false, false);
  return draft.layout;
}

}  // namespace ui

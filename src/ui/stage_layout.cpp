// Groups figures into drawings, then takes the largest cells for which drawing and legends fit the room there is.
#include "ui/stage_layout.hpp"

#include <array>
#include <set>

#include "ui/layout_rules.hpp"

namespace ui {
namespace {

using explorer::FigureView;
using explorer::TensorView;
using graph::Layout;

constexpr float legend_width = 116, legend_height = 46, legend_pitch = 62, legend_apart = 28;
constexpr std::array<float, 28> pitches{84, 78, 72, 66, 60, 56, 52, 48, 44, 40, 36, 33, 30,   28,
                                        27, 24, 21, 18, 15, 12, 10, 8,  6,  4,  3,  2,  1.5f, 1};

class Grouping {
 public:
  Grouping(const std::vector<FigureView>& stage, StageLayout& layout) : stage_(stage), layout_(layout) {}

  void run() {
    for (std::size_t f = 0; f < stage_.size(); ++f) {
      const FigureView& figure = stage_[f];
      if (figure.tensors.empty()) continue;
      if (figure.layout == Layout::product && figure.has_result && figure.tensors.size() >= 3 && corner(f)) continue;
      if (figure.layout == Layout::weighted_sum && figure.has_result && figure.tensors.size() == 3) {
        fan(f);
        continue;
      }
      row(f);
    }
    forget_doubles();
  }

 private:
  std::size_t add(std::size_t figure, std::size_t tensor) {
    Block block;
    block.figure = figure;
    block.tensor = tensor;
    block.rows = drawn_rows(stage_[figure].tensors[tensor]);
    block.columns = drawn_columns(stage_[figure].tensors[tensor]);
    layout_.blocks.push_back(block);
    return layout_.blocks.size() - 1;
  }
  void begin(Group::Kind kind) { layout_.groups.emplace_back().kind = kind; }
  const TensorView& tensor(std::size_t block) const {
    return stage_[layout_.blocks[block].figure].tensors[layout_.blocks[block].tensor];
  }

  // Products that share their left operand are one drawing.
  bool corner(std::size_t f) {
    const FigureView& figure = stage_[f];
    const std::size_t last = figure.tensors.size() - 1;
    const auto extent = [&](std::size_t t) {
      return std::pair(drawn_rows(figure.tensors[t]), drawn_columns(figure.tensors[t]));
    };
    if (extent(0).second != extent(1).first || extent(0).first != extent(last).first ||
        extent(1).second != extent(last).second) {
      return false;
    }
    const bool joins = !layout_.groups.empty() && layout_.groups.back().kind == Group::Kind::corner &&
                       tensor(layout_.groups.back().left).node == figure.tensors[0].node;
    if (!joins) {
      begin(Group::Kind::corner);
      layout_.groups.back().left = add(f, 0);
      layout_.groups.back().blocks.push_back(layout_.groups.back().left);
    }
    const std::size_t top = add(f, 1), result = add(f, last);
    layout_.groups.back().products.push_back({top, result});
    layout_.groups.back().blocks.insert(layout_.groups.back().blocks.end(), {top, result});
    // What else goes in, such as a bias, stands below.
    if (last > 2) begin(Group::Kind::row);
    for (std::size_t t = 2; t < last; ++t) {
      const std::size_t block = add(f, t);
      layout_.groups.back().blocks.push_back(block);
    }
    return true;
  }

  // Weights, values and their sum; the sum's parts (a tensor with one axis more) belong to the same drawing.
  void fan(std::size_t f) {
    const FigureView& figure = stage_[f];
    const bool joins = !layout_.groups.empty() && layout_.groups.back().kind == Group::Kind::fan &&
                       tensor(*layout_.groups.back().weights).node == figure.tensors[0].node &&
                       tensor(*layout_.groups.back().values).node == figure.tensors[1].node;
    if (!joins) {
      const std::size_t weights = add(f, 0), values = add(f, 1);
      begin(Group::Kind::fan);
      layout_.groups.back().weights = weights;
      layout_.groups.back().values = values;
      layout_.groups.back().blocks = {weights, values};
    }
    const std::size_t result = add(f, 2);
    Group& group = layout_.groups.back();
    const TensorView& made = figure.tensors[2];
    const TensorView& weights = figure.tensors[0];
    const std::size_t rank = made.shape.size();
    const bool is_parts = rank > figure.tensors[1].shape.size() && rank > 2;
    (is_parts ? group.parts : group.sum) = result;
    if (is_parts) {
      // The axis that is named as the rows of the weights is the one that is followed.
      const auto word = [](const TensorView& t, std::size_t axis) {
        return axis < t.axis_words.size() ? t.axis_words[axis] : "";
      };
      const bool front = weights.shape.size() > 1 && word(made, rank - 3) == word(weights, weights.shape.size() - 2);
      Block& block = layout_.blocks[result];
      block.followed = true;
      block.follow_axis = front ? rank - 3 : rank - 2;
      block.row_axis = front ? rank - 2 : rank - 3;
      block.rows = made.shape[block.row_axis];
    }
    group.blocks.push_back(result);
  }

  // All else stands side by side. Figures that go on from each other share a row, each tensor once.
  void row(std::size_t f) {
    const FigureView& figure = stage_[f];
    const auto standing = [&](graph::NodeId node) -> bool {
      if (layout_.groups.empty() || layout_.groups.back().kind != Group::Kind::row) return false;
      const auto& blocks = layout_.groups.back().blocks;
      return std::any_of(blocks.begin(), blocks.end(), [&](std::size_t b) { return tensor(b).node == node; });
    };
    bool goes_on = false;
    for (const TensorView& t : figure.tensors) goes_on |= standing(t.node);
    if (!goes_on) begin(Group::Kind::row);
    for (std::size_t t = 0; t < figure.tensors.size(); ++t) {
      if (standing(figure.tensors[t].node)) continue;
      const std::size_t block = add(f, t);
      Group& group = layout_.groups.back();
      if (figure.has_result && t + 1 == figure.tensors.size() && !group.blocks.empty()) group.arrows.push_back(block);
      group.blocks.push_back(block);
    }
  }

  // What a product or fan shows anyway need not stand in a row as well.
  void forget_doubles() {
    std::set<graph::NodeId> drawn;
    for (const Group& group : layout_.groups) {
      if (group.kind == Group::Kind::row) continue;
      for (const std::size_t b : group.blocks) drawn.insert(tensor(b).node);
    }
    std::set<std::size_t> gone;
    for (Group& group : layout_.groups) {
      if (group.kind != Group::Kind::row) continue;
      std::set<graph::NodeId> seen;
      for (const std::size_t b : group.blocks) {
        if (drawn.contains(tensor(b).node) || !seen.insert(tensor(b).node).second) gone.insert(b);
      }
      drawn.insert(seen.begin(), seen.end());
      std::erase_if(group.blocks, [&](std::size_t b) { return gone.contains(b); });
      std::erase_if(group.arrows, [&](std::size_t b) { return gone.contains(b); });
    }
    std::erase_if(layout_.groups, [](const Group& group) { return group.blocks.empty(); });
    std::vector<std::size_t> place(layout_.blocks.size());
    std::vector<Block> kept;
    for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
      place[b] = kept.size();
      if (!gone.contains(b)) kept.push_back(layout_.blocks[b]);
    }
    layout_.blocks = std::move(kept);
    for (Group& group : layout_.groups) {
      for (std::size_t& b : group.blocks) b = place[b];
      for (std::size_t& b : group.arrows) b = place[b];
      group.left = place.empty() ? 0 : place[group.left];
      for (Group::Product& p : group.products) p = {place[p.top], place[p.result]};
      for (auto* b : {&group.weights, &group.values, &group.parts, &group.sum}) {
        if (*b) *b = place[**b];
      }
    }
  }

  const std::vector<FigureView>& stage_;
  StageLayout& layout_;
};

void move_block(Block& b, float x, float y) {
  for (Rect* r : {&b.cells, &b.name, &b.row_labels, &b.column_labels}) {
    if (!r->empty()) *r = moved(*r, x, y);
  }
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

// Moves the drawing to its place in the area and finds room for the legends: in the corner at the right, below, or (on
// a small screen) at the top left. False when something does not fit.
bool settle(layout::Draft& draft, const StageSpace& space, bool all_legends, bool want_legends) {
  StageLayout& out = draft.layout;
  out.legends.clear();
  Rect bounds;
  for (const Block& b : out.blocks) {
    const Rect name{b.name.x0, b.name.y0, b.name.x0 + b.name_needs, b.name.y1};
    for (const Rect& r : {b.cells, name, b.row_labels, b.column_labels}) bounds = joined(bounds, r);
  }
  const Rect area = space.area;
  const std::vector<std::size_t> legends = want_legends ? legend_order(draft, all_legends) : std::vector<std::size_t>();
  const auto count = static_cast<float>(legends.size());
  const auto put = [&](float spare_right, float spare_below, float spare_above) {
    const Rect room{area.x0, area.y0 + spare_above, area.x1 - spare_right, area.y1 - spare_below};
    const float x = room.middle_x() - bounds.middle_x();
    const float y = room.middle_y() - bounds.middle_y() - std::min(room.height() - bounds.height(), 16.0f) / 2;
    for (Block& b : out.blocks) {
      move_block(b, std::round(x), std::round(y));
      b.name.x1 = std::max(std::min(b.name.x1, area.x1), b.name.x0 + b.name_needs);
    }
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
  Grouping(stage, grouped).run();
  layout::Draft draft{.stage = stage,
                      .measure = measure,
                      .d = layout::distances(space.size),
                      .width = space.area.width(),
                      .layout = {}};
  const auto attempt = [&](float pitch, bool all, bool legends) {
    draft.wrapped = false;
    draft.layout = grouped;
    draft.layout.pitch = draft.pitch = pitch;
    draft.gap = pitch >= 28 ? 2 : pitch >= 12 ? 1 : 0;
    float top = 0;
    for (const Group& group : grouped.groups) {
      if (top > 0) top += draft.d.groups;
      top = group.kind == Group::Kind::corner ? layout::place_corner(draft, group, top)
            : group.kind == Group::Kind::fan  ? layout::place_fan(draft, group, top)
                                              : layout::place_row(draft, group, top);
    }
    if (draft.wrapped && !draft.wraps) return false;
    return settle(draft, space, all, legends);
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

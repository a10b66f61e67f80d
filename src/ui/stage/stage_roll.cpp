// Scrolling of a figure that is larger than its area: its layout, its visible part, and the labels that stay at the
// edge while anything they name is visible.
#include <algorithm>

#include "imgui.h"
#include "ui/stage/stage.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float fractions_least = 33;  // smaller cells have no room for "−0.3"
constexpr float fractions_wide = 30;   // on a wide screen a figure that fits as a whole may omit the signs
constexpr float legend_strip = 32, legend_wide = 190;
constexpr float least_color_pitch = 22;                   // each row keeps its label, and each word its frame
constexpr std::size_t most_rows = 12, most_columns = 16;  // of matrices that may be panned to keep numbers readable

}  // namespace

// A readable figure that has to be scrolled is better than an unreadable one that fits.
void Stage::roll_out(Screen& s, const StageSpace& space, const Measure& measure, bool fresh) {
  rolled_.reset();
  window_ = area_;
  const bool wide = space.size == StageSpace::Size::wide;
  bool fractions = false, numbers = true, missing = false;
  for (const explorer::FigureView& figure : figures_)
    for (const explorer::TensorView& t : figure.tensors) fractions |= t.decimals > 0 && !t.random.empty();
  for (std::size_t at = 0; at < layout_.blocks.size(); ++at) {
    const Block& b = layout_.blocks[at];
    if (b.columns > most_color_columns) continue;
    const bool worth = b.rows <= most_rows && b.columns <= most_columns;
    numbers &= worth;
    const explorer::TensorView& t = tensor(s, at);
    missing |= worth && t.decimals > 0 && !t.all_hidden && look_of(s, b, t, 0).number_size <= 0;
  }
  StageSpace rolled = space;
  rolled.rolled = true;
  rolled.pans = !wide;
  rolled.least_pitch = !numbers && !wide ? least_color_pitch : least_numbers_pitch;
  if (fractions && (numbers || wide)) {
    const float least = wide ? fractions_wide : fractions_least;
    if (layout_.pitch < least) rolled.least_pitch = fractions_least;
  }
  if (wide && missing && layout_.pitch < fractions_least) rolled.least_pitch = fractions_least;
  if (layout_.pitch >= rolled.least_pitch) return;
  if (wide) rolled.size = StageSpace::Size::phone;
  if (!space.no_legends) rolled.area.y0 += legend_strip;
  StageLayout other = lay_out(figures_, rolled, measure);
  if (other.pitch < rolled.least_pitch && wide && rolled.least_pitch > fractions_wide &&
      layout_.pitch < fractions_wide) {
    rolled.least_pitch = fractions_wide;
    other = lay_out(figures_, rolled, measure);
  }
  if (other.pitch < rolled.least_pitch) return;
  rolled_ = layout_ = std::move(other);
  window_ = rolled.area;
  offset_ = {};
  compact_ = true;
  if (fresh) s.scrolled_down("stage") = s.scrolled_right("stage") = 0;
  if (space.no_legends) return;
  // The legend stays above it: of the hovered matrix, else of the last result.
  std::size_t of = 0;
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    const explorer::FigureView& figure = figures_[layout_.blocks[b].figure];
    if (figure.has_result && layout_.blocks[b].tensor + 1 == figure.tensors.size()) of = b;
  }
  const Rect where = box(area_.x0, area_.y0, std::min(legend_wide, area_.width()), 22);
  if (!layout_.blocks.empty())
    rolled_->legends = layout_.legends = {{.blocks = {of}, .where = where, .compact = true, .follows = true}};
}

Point Stage::rolled_extent() const {
  // An explanation of two lines covers the end of the window: this allows scrolling the last rows into view.
  constexpr float below = 44;
  if (!rolled_) return {};
  const float high = rolled_->bounds.height();
  return {rolled_->bounds.x1 - window_.x0, high > window_.height() - below ? high + below : high};
}

// Draws a part of a figure that is larger than its window, and follows the arrow keys.
void Stage::roll(Screen& s) {
  if (!rolled_) return;
  float &down = s.scrolled_down("stage"), &right = s.scrolled_right("stage");
  const auto& focused = s.explorer.state().focused;
  for (std::size_t b = 0; b < rolled_->blocks.size() && focused && s.memory.keys_rule; ++b) {
    if (tensor(s, b).node != focused->node) continue;
    const auto at = drawn_at(rolled_->blocks[b], tensor(s, b), focused->index, followed_[b]);
    if (!at) continue;
    const Rect cell = moved(rolled_->blocks[b].cell(at->row, at->column), -right, -down);
    constexpr float labels = 40;
    if (cell.y1 + 6 > window_.y1) down += cell.y1 + 6 - window_.y1;
    if (cell.y0 - labels < window_.y0) down -= window_.y0 - cell.y0 + labels;
    if (cell.x1 + 6 > window_.x1) right += cell.x1 + 6 - window_.x1;
    if (cell.x0 - labels < window_.x0) right -= window_.x0 - cell.x0 + labels;
    break;
  }
  const Point offset = s.begin_pan("stage", window_, rolled_extent());
  if (offset == offset_) return;
  offset_ = offset;
  layout_ = *rolled_;
  for (Block& block : layout_.blocks) {
    for (Rect* rect : {&block.cells, &block.name, &block.row_labels, &block.column_labels})
      if (!rect->empty()) *rect = moved(*rect, -offset.x, -offset.y);
  }
  from_.clear();
}

MoreBelow Stage::more(Point pointer) const {
  if (!rolled_) return {};
  const bool taken = std::ranges::any_of(layout_.blocks, [&](const Block& b) { return b.cells.contains(pointer); });
  return {"stage-more", window_, offset_.y, rolled_->bounds.height(), taken};
}

// The block with its labels where they are visible: at the edge of the window once they would leave it, for as long as
// any rows or columns they name are visible. Operands name the rows and columns of a result without labels of its own.
void Stage::hold(Block& block, std::size_t b) const {
  Rect named = block.cells;
  for (const Group& group : layout_.groups) {
    if (std::ranges::find(group.blocks, b) == group.blocks.end()) continue;
    for (const std::size_t other : group.blocks) {
      const Block& o = shown_[other];
      if (o.row_labels.empty() && std::abs(o.cells.y0 - block.cells.y0) < 1) named.x1 = std::max(named.x1, o.cells.x1);
      if (o.column_labels.empty() && std::abs(o.cells.x0 - block.cells.x0) < 1)
        named.y1 = std::max(named.y1, o.cells.y1);
    }
  }
  if (Rect& rows = block.row_labels; !rows.empty()) {
    const float wide = rows.width();
    if (block.row_labels_right) rows.x0 = std::min(rows.x0, std::max(window_.x1 - wide, block.cells.x0));
    else rows.x0 = std::max(rows.x0, std::min(window_.x0, named.x1 - wide));
    rows.x1 = rows.x0 + wide;
  }
  if (Rect& columns = block.column_labels; !columns.empty()) {
    const float high = columns.height();
    if (block.column_labels_below) columns.y0 = std::min(columns.y0, std::max(window_.y1 - high, block.cells.y0));
    else columns.y0 = std::max(columns.y0, std::min(window_.y0, named.y1 - high));
    columns.y1 = columns.y0 + high;
  }
}

void Stage::draw_held_labels(Screen& s, const Marks& m) {
  s.pen.clip(window_);
  std::vector<Block>& blocks = held_;
  blocks = shown_;
  for (std::size_t b = 0; b < blocks.size(); ++b) hold(blocks[b], b);
  const auto of_group = [&](std::size_t b, auto&& each) {
    for (const Group& group : layout_.groups)
      if (std::ranges::find(group.blocks, b) != group.blocks.end())
        for (const std::size_t other : group.blocks) each(other);
  };
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const float alpha = std::min(appear_[b] * 2, 1.0f);
    const std::string& name = tensor(s, b).name;
    // Row and column labels do not overlap each other's edge.
    Rect beside = window_, under = window_;
    of_group(b, [&](std::size_t other) {
      const Block &now = blocks[other], &was = shown_[other];
      if (!now.row_labels.empty() && now.row_labels.x0 > was.row_labels.x0 + 0.5f)
        beside.x0 = std::max(beside.x0, now.row_labels.x1 + 4);
      if (!now.column_labels.empty() && now.column_labels.y0 > was.column_labels.y0 + 0.5f)
        under.y0 = std::max(under.y0, now.column_labels.y1 + 2);
    });
    Block& block = blocks[b];
    const Rect rows = block.row_labels, columns = block.column_labels;
    if (!rows.empty()) {
      s.pen.clip(under);
      if (std::abs(rows.x0 - shown_[b].row_labels.x0) > 0.5f)
        s.pen.fill({rows.x0 - 4, block.cells.y0, rows.x1 + 4, block.cells.y1}, s.theme.bg0);
      block.column_labels = {};
      draw_labels(s, block, tensor(s, b), alpha, m.rows[b], std::nullopt);
      block.column_labels = columns;
      s.pen.unclip();
      s.mark(s.joined({"rows:", name}), rows);
    }
    if (!columns.empty()) {
      s.pen.clip(beside);
      if (std::abs(columns.y0 - shown_[b].column_labels.y0) > 0.5f)
        s.pen.fill({columns.x0, columns.y0 - 1, columns.x1 + 2, columns.y1 + 2}, s.theme.bg0);
      block.row_labels = {};
      draw_labels(s, block, tensor(s, b), alpha, std::nullopt, m.columns[b]);
      block.row_labels = rows;
      s.pen.unclip();
      s.mark(s.joined({"columns:", name}), columns);
    }
  }
  s.pen.unclip();
}

}  // namespace ui

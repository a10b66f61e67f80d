// Draws the figure. Order: bands, curves, cells and numbers, rings, pills, labels; what does not scroll comes last.
#include <algorithm>
#include <functional>

#include "imgui.h"
#include "ui/stage/legend.hpp"
#include "ui/stage/stage.hpp"
#include "ui/type/icons.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float selector_height = 38;

}  // namespace

void Stage::draw(Screen& s, Rect area, StageSpace::Size size, bool own_legends) {
  note_height_ = s.view.random.empty() ? 0 : chip_rect(s, s.view.random, area).height() + 10;
  const float note_y = area.y0;
  area.y0 += note_height_;
  const bool chooses = selects(s);
  const float chosen_height = s.touch() ? touch_target + 8 : selector_height;
  const Rect line{area.x0, area.y0, area.x1, area.y0 + chosen_height - 8};
  if (chooses) area.y0 += chosen_height;
  StageSpace space{area, size, s.around.width > 1600 ? 84.0f : s.shell == Shell::phone ? 56.0f : 66.0f, !own_legends};
  if (size == StageSpace::Size::embed) space.largest_pitch = 48;
  space.one_legend = size != StageSpace::Size::wide;
  refresh(s, space);
  roll(s);
  place(s);

  pointed_ = false;
  over_.reset();
  // Handled before the cells that it covers.
  if (rolled_ && press_more_below(s, more(s.pointer()))) s.scrolled_down("stage") += window_.height() * more_below_page;
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    pointer(s, b);
    keys(s, b);
  }
  if (!pointed_) s.hover(std::nullopt);

  // The marks determine which row a sum follows, and so what its parts show.
  mark(s);
  const Marks& m = marks_;
  for (const Group& group : layout_.groups) {
    if (group.kind != Group::Kind::fan || !group.parts) continue;
    const std::size_t row = followed_row(s, group, m);
    if (followed_[*group.parts] == row) continue;
    followed_[*group.parts] = row;
    looks_[*group.parts] = look_of(s, layout_.blocks[*group.parts], tensor(s, *group.parts), row);
    mark(s);
  }
  if (slide(s, m)) mark(s);
  const float lit =
      m.target ? s.motion.appear(motion_key("marks", *m.target * 65537 + m.cell.row * 257 + m.cell.column)) : 0;
  const float settled = s.motion.since(moved_at_, step_time) < 1 ? 0.0f : 1.0f;
  for (const Group& group : layout_.groups) {
    if (settled > 0) draw_bands(s, group, m, lit);
  }
  for (const Group& group : layout_.groups) {
    if (settled <= 0) break;
    draw_arcs(s, group, m, lit, false);
    if (group.kind == Group::Kind::fan) draw_pipes(s, group, followed_row(s, group, m), false);
    if (group.apart) draw_signs(s, group);
    for (const std::size_t b : group.arrows) {
      const Rect at = shown_[b].cells, before = shown_[b == 0 ? 0 : b - 1].cells;
      if (before.x1 < at.x0 && overlap(moved(at, 0, 0), {at.x0, before.y0, at.x1, before.y1})) {
        const float end = shown_[b].row_labels.empty() || shown_[b].row_labels_right ? at.x0 : shown_[b].row_labels.x0;
        draw_icon(s.pen, Icon::right, {(before.x1 - shown_[b].gap + end) / 2, at.middle_y()}, s.theme.text3, 18);
      }
    }
  }
  if (settled > 0) draw_links(s, m);
  const float changed = s.motion.since(looked_at_, flash_time, false);
  for (std::size_t b = 0; b < shown_.size(); ++b) {
    const explorer::TensorView& t = tensor(s, b);
    CellsLook how{.appear = appear_[b], .notch = t.editable && over_ == b};
    if (const auto before = looked_.find(t.node); changed < 1 && before != looked_.end()) {
      how.before = &before->second;
      how.changed = changed;
    }
    const auto fly = [this, &s, b](std::size_t row, std::size_t column) { return flying(s, b, row, column); };
    if (!origins_[b].empty()) how.flying = std::ref(fly);
    draw_cells(s, shown_[b], looks_[b], how);
    draw_chunks(s, b);
  }
  draw_parts_marked(s);
  draw_outlines(s);
  draw_flash(s);
  if (settled > 0) draw_rings(s, m, lit);
  if (settled > 0) draw_twins(s, m);
  for (const Group& group : layout_.groups) {
    if (settled <= 0) break;
    draw_arcs(s, group, m, lit, true);
    if (group.kind == Group::Kind::fan) draw_pipes(s, group, followed_row(s, group, m), true);
  }
  for (std::size_t b = 0; b < shown_.size(); ++b) {
    const float alpha = std::min(appear_[b] * 2, 1.0f);
    if (!rolled_) draw_labels(s, shown_[b], tensor(s, b), alpha, m.rows[b], m.columns[b]);
    draw_name(s, shown_[b], tensor(s, b), looks_[b], alpha);
  }
  draw_part_bars(s);
  if (rolled_) {
    s.end_pan(window_, offset_, rolled_extent(), s.theme.bg0);
    draw_held_labels(s, m);
    draw_more_below(s, more(s.pointer()));
  }
  draw_legends(s, m);
  if (note_height_ > 0) draw_random(s, note_y);
  if (chooses) draw_selectors(s, line);
  draw_loupe(s);
  draw_editing(s);
}

// Matrices of a product without room for the corner layout have signs between them.
void Stage::draw_signs(Screen& s, const Group& group) const {
  std::optional<std::size_t> before;
  for (const std::size_t b : group.blocks) {
    const Rect at = shown_[b].cells;
    if (before && shown_[*before].cells.x1 < at.x0 &&
        overlap(at, {at.x0, shown_[*before].cells.y0, at.x1, shown_[*before].cells.y1})) {
      const explorer::FigureView& figure = figures_[layout_.blocks[b].figure];
      const bool result = figure.has_result && layout_.blocks[b].tensor + 1 == figure.tensors.size();
      const float end = shown_[b].row_labels.empty() || shown_[b].row_labels_right ? at.x0 : shown_[b].row_labels.x0;
      const float x = (shown_[*before].cells.x1 - shown_[b].gap + end) / 2;
      const Rect line{x - 20, at.y0, x + 20, std::min(at.y1, shown_[*before].cells.y1)};  // all signs on one line
      s.pen.text_in(line, result ? "=" : "·", {Face::medium, 20}, s.theme.text2, Align::centre);
    } else if (before && shown_[*before].cells.y1 <= at.y0) {  // in a new line
      const bool result = layout_.blocks[b].tensor + 1 == figures_[layout_.blocks[b].figure].tensors.size();
      const float end = shown_[b].row_labels.empty() || shown_[b].row_labels_right ? at.x0 : shown_[b].row_labels.x0;
      s.pen.text_in({end - 20, at.y0, end - 4, at.y1}, result ? "=" : "·", {Face::medium, 20}, s.theme.text2,
                    Align::centre);
    }
    before = b;
  }
}

void Stage::draw_legends(Screen& s, const Marks& m) {
  for (const Legend& legend : layout_.legends) {
    std::vector<const explorer::TensorView*>& tensors = legend_of_;
    tensors.clear();
    for (const std::size_t b : legend.blocks) tensors.push_back(&tensor(s, b));
    if (const explorer::TensorView* pointed = legend.follows ? legend_tensor(s) : nullptr) tensors.assign(1, pointed);
    std::optional<float> current;
    const bool marked = m.target && std::any_of(tensors.begin(), tensors.end(), [&](const explorer::TensorView* t) {
                          return t->node == tensor(s, *m.target).node;
                        });
    if (marked) current = looks_[*m.target].at(layout_.blocks[*m.target], m.cell.row, m.cell.column).view.value;
    draw_legend(s, legend.where, tensors, current, legend.compact);
  }
}

// The note that numbers are random and not trained is right above them.
void Stage::draw_random(Screen& s, float y) const {
  const bool apart = rolled_ || selects(s);
  const float left = apart ? area_.x0 : std::clamp(layout_.bounds.x0, area_.x0, area_.x1);
  Rect room{left, apart ? y : std::max(y, layout_.bounds.y0 - note_height_), area_.x1, area_.y1};
  Rect where = chip_rect(s, s.view.random, room);
  // Beside a narrow figure there may be less room than from the left edge of the area.
  if (const Rect whole = chip_rect(s, s.view.random, {area_.x0, y, area_.x1, area_.y1});
      whole.height() < where.height())
    where = whole;
  for (const Legend& legend : layout_.legends)
    if (overlap(grown(legend.where, 4), where)) where = moved(where, 0, y - where.y0);
  draw_chip(s, s.view.random, {where.x0, where.y0, area_.x1, area_.y1});
  s.mark("random", where);
}

}  // namespace ui

// Refreshing and drawing of the figure. Order: bands, curves, cells and numbers, rings, pills, labels.
#include "ui/stage.hpp"

#include <algorithm>

#include "graph/graph.hpp"
#include "imgui.h"
#include "ui/icons.hpp"
#include "ui/legend.hpp"

namespace ui {
namespace {

constexpr float random_height = 30, selector_height = 38, fractions_pitch = 33,
                fractions_wide = 30;  // smaller cells round fractions to nothing

}  // namespace

const explorer::TensorView& Stage::tensor(const Screen&, std::size_t block) const {
  const Block& b = layout_.blocks[block];
  return figures_[b.figure].tensors[b.tensor];
}

std::string Stage::part_id(const Screen& s, std::size_t block) const { return "matrix:" + tensor(s, block).name; }

void Stage::refresh(Screen& s, StageSpace space) {
  const explorer::State& state = s.explorer.state();
  auto told = state.revealed;  // questions whose numbers are not hidden
  if (s.view.question && s.view.question->revealed) told.insert(s.view.question->id);
  Content now{state.step,    state.language,         state.document,       state.decimals, std::move(told),
              state.leading, windows(s, space.size), &s.explorer.lesson(), s.theme.dark,   s.type.generation()};
  const bool same = content_ == now;
  if (same && area_ == space.area) return;
  const bool first = !content_;
  const bool themed = content_ && content_->dark != now.dark;
  const bool stepped = content_ && content_->step != now.step;
  if (!same && !first && !themed) {
    from_ = last_;
    if (stepped || layout_.blocks.empty()) moved_at_ = s.motion.now();
  }
  keep_looks();
  if (!same && !themed) looked_at_ = stepped || first ? -10 : s.motion.now();
  content_ = std::move(now);
  area_ = space.area;
  figures_ = prepared(s.view.stage);
  space.cuts = cuts(s, space.size);
  const Measure measure = [&](const std::string& text, float size) {
    return s.type.width(text, {Face::semibold, size});
  };
  layout_ = lay_out(figures_, space, measure);
  compact_ = space.size != StageSpace::Size::wide;
  if (!compact_ && layout_.pitch < 48) {
    // Little room: shorter words and narrower gaps, where that makes the cells clearly larger.
    StageSpace tight = space;
    tight.size = StageSpace::Size::phone;
    StageLayout other = lay_out(figures_, tight, measure);
    if (other.pitch > layout_.pitch * (layout_.pitch < fractions_pitch ? 1.05f : 1.15f)) {
      layout_ = std::move(other);
      compact_ = true;
    }
  }
  rolled_.reset();
  // Fractions need more room than whole numbers: in smaller cells they would be rounded to nothing.
  bool fractions = false;
  for (const explorer::FigureView& figure : figures_)
    for (const explorer::TensorView& t : figure.tensors) fractions |= t.decimals > 0 && !t.random.empty();
  const float fractions_least = space.size == StageSpace::Size::wide ? fractions_wide : fractions_pitch;
  const bool too_small = fractions && layout_.pitch < fractions_least;
  if (layout_.pitch < least_numbers_pitch || too_small) {
    // Better half a figure that can be read, and scrolled, than a whole one that cannot.
    StageSpace rolled = space;
    rolled.rolled = true;
    rolled.least_pitch = too_small ? fractions_least : least_numbers_pitch;
    if (stepped) s.memory.scrolls[motion_key("stage")] = 0;
    if (space.size == StageSpace::Size::wide) rolled.size = StageSpace::Size::phone;
    StageLayout other = lay_out(figures_, rolled, measure);
    if (other.pitch >= rolled.least_pitch) {
      rolled_ = layout_ = std::move(other);
      offset_ = 0;
      compact_ = true;
    }
  }
  looks_.clear();
  tensors_.clear();
  followed_.assign(layout_.blocks.size(), 0);
  parts_taken_.clear();
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    const explorer::TensorView& t = tensor(s, b);
    const Block& block = layout_.blocks[b];
    if (block.followed && !t.leading.empty()) followed_[b] = t.leading.back();
    looks_.push_back(look_of(s, layout_.blocks[b], t, followed_[b]));
    tensors_.push_back(t);
  }
  find_links(s);
  // Cells go to their new places by themselves when a step comes that is about it.
  if (stepped && has_moves()) played_at_ = s.motion.now() + step_time;
  // The part that a slice takes is marked in its input, whatever is pointed at.
  for (const explorer::FigureView& figure : figures_) {
    if (figure.layout != graph::Layout::slice || !figure.has_result || figure.tensors.size() < 2) continue;
    const explorer::TensorView& result = figure.tensors.back();
    const graph::Node& node = s.explorer.graph().node(result.node);
    if (!node.operation || drawn_rows(result) * drawn_columns(result) > 4096) continue;
    for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
      if (tensor(s, b).node != figure.tensors.front().node) continue;
      Marks::Span span{static_cast<std::size_t>(-1), 0, static_cast<std::size_t>(-1), 0};
      for (const Drawn corner : {Drawn{0, 0}, Drawn{drawn_rows(result) - 1, drawn_columns(result) - 1}}) {
        const graph::Index index = index_at(result, corner.row, corner.column);
        for (const graph::Index& source : node.operation->sources(0, {s.explorer.graph(), result.node, index, 2})) {
          if (const auto at = drawn_at(layout_.blocks[b], tensor(s, b), source, 0)) {
            span = {std::min(span.row0, at->row), std::max(span.row1, at->row), std::min(span.column0, at->column),
                    std::max(span.column1, at->column)};
          }
        }
      }
      if (span.row1 < layout_.blocks[b].rows && span.column1 < layout_.blocks[b].columns && span.row0 <= span.row1) {
        parts_taken_[b] = span;
      }
    }
  }
}

// The colours before a change, from which the new ones fade in.
void Stage::keep_looks() {
  looked_.clear();
  for (std::size_t b = 0; b < looks_.size() && b < tensors_.size(); ++b)
    looked_.try_emplace(tensors_[b].node, looks_[b]);
}

// Shows the part of a figure that is higher than its area. Where the arrow keys go, it follows.
void Stage::roll(Screen& s) {
  if (!rolled_) return;
  const float high = rolled_->bounds.height();
  float& wanted = s.memory.scrolls[motion_key("stage")];
  const auto& focused = s.explorer.state().focused;
  for (std::size_t b = 0; b < rolled_->blocks.size() && focused && s.memory.keys_rule; ++b) {
    if (tensor(s, b).node != focused->node) continue;
    const auto at = drawn_at(rolled_->blocks[b], tensor(s, b), focused->index, followed_[b]);
    if (!at) continue;
    const Rect cell = moved(rolled_->blocks[b].cell(at->row, at->column), 0, -wanted);
    if (cell.y1 + 6 > area_.y1) wanted += cell.y1 + 6 - area_.y1;
    if (cell.y0 - 40 < area_.y0) wanted -= area_.y0 - cell.y0 + 40;
    break;
  }
  const float offset = s.begin_scroll("stage", area_, high);
  if (offset == offset_) return;
  offset_ = offset;
  layout_ = *rolled_;
  for (Block& block : layout_.blocks) {
    for (Rect* rect : {&block.cells, &block.name, &block.row_labels, &block.column_labels})
      if (!rect->empty()) *rect = moved(*rect, 0, -offset);
  }
  from_.clear();
}

// Blocks on their way: each from where its tensor stood to where it goes; new ones come in cell by cell.
void Stage::place(Screen& s) {
  const float t = ease_in_out(s.motion.since(moved_at_, step_time));
  const double wait = from_.empty() || s.motion.reduced() ? 0 : step_time * 0.4;  // first the known ones move
  const float fill = s.motion.since(moved_at_ + wait, fill_most, false);
  shown_ = layout_.blocks;
  appear_.assign(shown_.size(), 1);
  last_.clear();
  for (std::size_t b = 0; b < shown_.size(); ++b) {
    const graph::NodeId node = tensor(s, b).node;
    const auto from = from_.find(node);
    if (from == from_.end()) {
      appear_[b] = fill;
    } else if (t < 1) {
      Block& block = shown_[b];
      const float pitch = mix(from->second.width(), block.pitch, t);
      const float x = mix(from->second.x0, block.cells.x0, t), y = mix(from->second.y0, block.cells.y0, t);
      for (Rect* r : {&block.name, &block.row_labels, &block.column_labels}) {
        if (!r->empty()) *r = moved(*r, x - block.cells.x0, y - block.cells.y0);
      }
      block.pitch = pitch;
      block.cells = box(x, y, block.width(), block.height());
    }
    // Only corner and pitch travel: a tensor may be drawn transposed in the next step.
    last_.try_emplace(node, box(shown_[b].cells.x0, shown_[b].cells.y0, shown_[b].pitch, shown_[b].pitch));
  }
}

Marks Stage::marks(Screen& s) const {
  Marks m;
  const std::size_t count = layout_.blocks.size();
  m.sources.resize(count);
  m.rows.resize(count);
  m.columns.resize(count);
  m.explanation = s.explorer.explanation();
  const auto& state = s.explorer.state();
  std::optional<graph::CellRef> cell;
  if (m.explanation) cell = m.explanation->cell;
  else cell = state.hovered ? state.hovered : state.focused;
  if (!cell) return m;
  for (std::size_t b = 0; b < count; ++b) {
    const explorer::TensorView& t = tensor(s, b);
    if (t.node == cell->node && !m.target) {
      if (const auto at = drawn_at(layout_.blocks[b], t, cell->index, followed_[b])) {
        m.target = b;
        m.cell = *at;
        m.rows[b] = at->row;
        m.columns[b] = at->column;
      }
    }
    if (!m.explanation) continue;
    for (const graph::CellRef& source : m.explanation->sources) {
      if (source.node != t.node) continue;
      const auto at = drawn_at(layout_.blocks[b], t, source.index, followed_[b]);
      if (!at || at->row >= layout_.blocks[b].rows || at->column >= layout_.blocks[b].columns) continue;
      auto& span = m.sources[b];
      if (!span) span = Marks::Span{at->row, at->row, at->column, at->column};
      span = Marks::Span{std::min(span->row0, at->row), std::max(span->row1, at->row),
                         std::min(span->column0, at->column), std::max(span->column1, at->column)};
    }
    if (m.sources[b] && m.target != b) {
      if (m.sources[b]->row0 == m.sources[b]->row1) m.rows[b] = m.sources[b]->row0;
      if (m.sources[b]->column0 == m.sources[b]->column1) m.columns[b] = m.sources[b]->column0;
    }
  }
  return m;
}

std::size_t Stage::followed_row(Screen& s, const Group& group, const Marks& m) const {
  if (m.target && (m.target == group.sum || m.target == group.weights)) return m.cell.row;
  if (m.target && m.target == group.parts) return followed_[*group.parts];
  const auto& focused = s.explorer.state().focused;
  for (const auto& at : {group.sum, group.weights}) {
    if (at && focused && focused->node == tensor(s, *at).node && !focused->index.empty()) {
      if (const auto drawn = drawn_at(tensor(s, *at), focused->index)) return drawn->row;
    }
  }
  return group.parts ? followed_[*group.parts] : 0;
}

void Stage::draw(Screen& s, Rect area, StageSpace::Size size, bool own_legends) {
  const bool random = !s.view.random.empty();
  if (random) area.y0 += random_height;
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
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    pointer(s, b);
    keys(s, b);
  }
  if (!pointed_) s.hover(std::nullopt);

  // Which row a sum follows is known from the marks, and decides what its parts show.
  Marks m = marks(s);
  for (const Group& group : layout_.groups) {
    if (group.kind != Group::Kind::fan || !group.parts) continue;
    const std::size_t row = followed_row(s, group, m);
    if (followed_[*group.parts] == row) continue;
    followed_[*group.parts] = row;
    looks_[*group.parts] = look_of(s, layout_.blocks[*group.parts], tensor(s, *group.parts), row);
    m = marks(s);
  }
  if (slide(s, m)) m = marks(s);
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
    if (!origins_[b].empty())
      how.flying = [this, &s, b](std::size_t row, std::size_t column) { return flying(s, b, row, column); };
    draw_cells(s, shown_[b], looks_[b], how);
    draw_chunks(s, b);
  }
  draw_parts_marked(s);
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
    draw_labels(s, shown_[b], tensor(s, b), alpha, m.rows[b], m.columns[b]);
    draw_name(s, shown_[b], tensor(s, b), looks_[b], alpha);
  }
  draw_legends(s, m);
  if (rolled_) {
    s.end_scroll(area_, offset_, rolled_->bounds.height(), s.theme.bg0);
  }
  draw_part_bars(s);
  if (random) draw_random(s);
  if (chooses) draw_selectors(s, line);
  draw_loupe(s);
  draw_editing(s);
}

// Matrices of a product that found no room for its corner say by signs what they are to each other.
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
      const Rect line{x - 20, at.y0, x + 20, at.y1};
      s.pen.text_in(line, result ? "=" : "·", {Face::medium, 20}, s.theme.text2, Align::centre);
    }
    before = b;
  }
}

void Stage::draw_legends(Screen& s, const Marks& m) const {
  for (const Legend& legend : layout_.legends) {
    std::vector<const explorer::TensorView*> tensors;
    for (const std::size_t b : legend.blocks) tensors.push_back(&tensor(s, b));
    if (const explorer::TensorView* pointed = legend.follows ? legend_tensor(s) : nullptr) tensors = {pointed};
    std::optional<float> current;
    const bool marked = m.target && std::any_of(tensors.begin(), tensors.end(), [&](const explorer::TensorView* t) {
                          return t->node == tensor(s, *m.target).node;
                        });
    if (marked) current = looks_[*m.target].at(layout_.blocks[*m.target], m.cell.row, m.cell.column).view.value;
    draw_legend(s, legend.where, tensors, current, legend.compact);
  }
}

// That numbers are random and not trained stands right above them.
void Stage::draw_random(Screen& s) const {
  Font font{Face::medium, control_size};
  const float left = rolled_ ? area_.x0 : layout_.bounds.x0;
  const float y = area_.y0 - random_height - (selects(s) ? (s.touch() ? touch_target + 8 : selector_height) : 0);
  float top = rolled_ || selects(s) ? y : std::max(y, layout_.bounds.y0 - random_height);
  const float room = area_.x1 - left - 16;
  if (s.type.width(s.view.random, font) > room) font.size = note_size;
  const std::string words = s.type.fitted(s.view.random, font, room);
  const float wide = s.type.width(words, font) + 16;
  for (const Legend& legend : layout_.legends)
    if (overlap(grown(legend.where, 4), box(left, top, wide, 24))) top = y;
  const Rect where = s.pen.snapped(box(left, top, wide, 24));
  s.pen.fill(where, s.theme.bg3, segment_radius);
  s.pen.text_in(grown(where, -8, 0), words, font, s.theme.text);
}

// Whether a line of selectors is wanted: known before the layout, from what is on stage.
bool Stage::selects(const Screen& s) const {
  for (const explorer::FigureView& figure : s.view.stage) {
    if (figure.has_result && figure.layout == graph::Layout::reshape && figure.tensors.size() == 2) return true;
    for (const explorer::TensorView& t : figure.tensors) {
      const bool follows = figure.has_result && &t == &figure.tensors.back() && t.row_axis + 2 < t.shape.size();
      const bool slides = figure.layout == graph::Layout::window;
      std::size_t product = 1;
      for (std::size_t axis = 0; axis + 1 < t.shape.size(); ++axis)
        if (axis != t.row_axis) product *= t.shape[axis];
      if (!follows && !slides && product > 1) return true;
    }
  }
  return false;
}

const explorer::TensorView* Stage::legend_tensor(const Screen& s) const {
  const auto& state = s.explorer.state();
  const auto& cell = state.hovered ? state.hovered : state.focused;
  const explorer::TensorView* found = nullptr;
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    const explorer::TensorView& t = tensor(s, b);
    if (cell && cell->node == t.node) return &t;
    const explorer::FigureView& figure = figures_[layout_.blocks[b].figure];
    if (!found || (figure.has_result && &t == &figure.tensors.back())) found = &t;
  }
  return found;
}

void Stage::collect_cells(std::vector<Item>& items) const {
  for (std::size_t b = 0; b < shown_.size(); ++b) {
    for (std::size_t row = 0; row < shown_[b].rows; ++row) {
      for (std::size_t column = 0; column < shown_[b].columns; ++column) {
        if (rolled_ && !within(shown_[b].cell(row, column), area_)) continue;  // out of sight
        const graph::Index index = index_at(shown_[b], tensors_[b], row, column, followed_[b]);
        std::string id = "cell:" + tensors_[b].name + ":";
        for (std::size_t axis = 0; axis < index.size(); ++axis) id += (axis ? "," : "") + std::to_string(index[axis]);
        items.push_back({std::move(id), shown_[b].cell(row, column)});
      }
    }
  }
}

}  // namespace ui

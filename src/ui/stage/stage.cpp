// Cached state of the figure: its layout, the looks of its cells, and which cells are marked.
#include "ui/stage/stage.hpp"

#include <algorithm>

#include "explorer/views/sums.hpp"
#include "graph/core/graph.hpp"

namespace ui {
namespace {

constexpr float fractions_pitch = 33;  // from this pitch on, compact distances gain little

}  // namespace

const explorer::TensorView& Stage::tensor(const Screen&, std::size_t block) const {
  const Block& b = layout_.blocks[block];
  return figures_[b.figure].tensors[b.tensor];
}

std::string_view Stage::part_id(const Screen& s, std::size_t block) const {
  return s.joined({"matrix:", tensor(s, block).name});
}

void Stage::refresh(Screen& s, StageSpace space) {
  const explorer::State& state = s.explorer.state();
  find_windows(s, space.size);
  // Nothing has changed since the last comparison: skip it.
  const bool untouched = content_ && stamp_ == s.explorer.view_stamp() && content_->dark == s.theme.dark &&
                         content_->type == s.type.generation() && content_->windows == windows_;
  if (untouched && area_ == space.area) return;
  stamp_ = s.explorer.view_stamp();
  auto told = state.revealed;  // questions whose numbers are not hidden
  if (s.view.question && s.view.question->revealed) told.insert(s.view.question->id);
  Content now{state.step, state.language,       state.document, state.decimals,      std::move(told),  state.leading,
              windows_,   &s.explorer.lesson(), s.theme.dark,   s.type.generation(), state.color_steps};
  const bool same = content_ == now;
  if (same && area_ == space.area) return;
  const bool first = !content_;
  const bool themed = content_ && (content_->dark != now.dark || content_->color_steps != now.color_steps);
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
    // In little space: shorter words and narrower gaps, if that makes the cells clearly larger.
    StageSpace tight = space;
    tight.size = StageSpace::Size::phone;
    StageLayout other = lay_out(figures_, tight, measure);
    if (other.pitch > layout_.pitch * (layout_.pitch < fractions_pitch ? 1.05f : 1.15f)) {
      layout_ = std::move(other);
      compact_ = true;
    }
  }
  roll_out(s, space, measure, stepped);
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
  mark_sums(s);
  find_links(s);
  // When a step about rearranging starts, the cells move to their new places once.
  if (stepped && has_moves()) played_at_ = s.motion.now() + step_time;
  // The part taken by a slice is always marked in its input.
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

// Based on the digits that the figure shows.
void Stage::mark_sums(Screen& s) {
  const graph::Graph& graph = s.explorer.graph();
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    const graph::Node& node = graph.node(tensor(s, b).node);
    if (!node.operation || node.operation->name() != "sum" || node.inputs.empty() || looks_[b].number_size <= 0)
      continue;
    std::size_t terms = 0;
    while (terms < layout_.blocks.size() && tensor(s, terms).node != node.inputs[0]) ++terms;
    if (terms == layout_.blocks.size() || looks_[terms].number_size <= 0) continue;
    const Block& block = layout_.blocks[b];
    std::vector<bool> about;
    const auto shown = [&](const graph::CellRef& ref) -> std::optional<double> {
      const std::size_t of = ref.node == tensor(s, b).node ? b : terms;
      const Block& its = layout_.blocks[of];
      const auto at = drawn_at(its, tensor(s, of), ref.index, followed_[of]);
      if (!at) return std::nullopt;
      const CellLook& cell = looks_[of].at(its, at->row, at->column);
      if (cell.view.status != explorer::CellView::Status::shown) return std::nullopt;
      return explorer::shown_number(cell.text) * looks_[of].unit;
    };
    for (std::size_t row = 0; row < block.rows; ++row)
      for (std::size_t column = 0; column < block.columns; ++column)
        about.push_back(explorer::sum_is_about(
            graph, {tensor(s, b).node, index_at(block, tensor(s, b), row, column, followed_[b])}, shown));
    if (std::ranges::contains(about, true)) mark_about(s, block, looks_[b], about);
  }
}

// The previous colours, from which the new ones fade in.
void Stage::keep_looks() {
  looked_.clear();
  for (std::size_t b = 0; b < looks_.size() && b < tensors_.size(); ++b)
    looked_.try_emplace(tensors_[b].node, looks_[b]);
}

// Blocks in motion: each moves from its tensor's previous position; new ones appear cell by cell.
void Stage::place(Screen& s) {
  const float t = ease_in_out(s.motion.since(moved_at_, step_time));
  const double wait = from_.empty() || s.motion.reduced() ? 0 : step_time * 0.4;  // existing ones move first
  const float fill = s.motion.since(moved_at_ + wait, fill_most, false);
  shown_ = layout_.blocks;
  appear_.assign(shown_.size(), 1);
  last_.clear();
  for (std::size_t b = 0; b < shown_.size(); ++b) {
    const graph::NodeId node = tensor(s, b).node;
    const auto from = std::ranges::find(from_, node, &Corners::value_type::first);
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
    // Only corner and pitch are interpolated: a tensor may be drawn transposed in the next step.
    last_.emplace_back(node, box(shown_[b].cells.x0, shown_[b].cells.y0, shown_[b].pitch, shown_[b].pitch));
  }
}

void Stage::mark(Screen& s) {
  Marks& m = marks_;
  const std::size_t count = layout_.blocks.size();
  m.target.reset();
  m.cell = {};
  m.sources.assign(count, std::nullopt);
  m.rows.assign(count, std::nullopt);
  m.columns.assign(count, std::nullopt);
  m.explanation = s.explorer.explanation();
  const auto& state = s.explorer.state();
  const std::optional<graph::CellRef>& looked = state.hovered ? state.hovered : state.focused;
  const graph::CellRef* cell = m.explanation ? &m.explanation->cell : looked ? &*looked : nullptr;
  if (!cell) return;
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

// Whether selectors are needed: determined before the layout, from what is on stage.
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
    if (looks_[b].number_size > 0) items.push_back({"numbers:" + tensors_[b].name, shown_[b].cells});
    if (const explorer::TensorView* other = outline(b)) items.push_back({"outline:" + other->name, shown_[b].cells});
    for (std::size_t row = 0; row < shown_[b].rows; ++row) {
      for (std::size_t column = 0; column < shown_[b].columns; ++column) {
        if (rolled_ && !within(shown_[b].cell(row, column), window_)) continue;  // not visible
        const graph::Index index = index_at(shown_[b], tensors_[b], row, column, followed_[b]);
        std::string id = tensors_[b].name + ":";
        for (std::size_t axis = 0; axis < index.size(); ++axis) id += (axis ? "," : "") + std::to_string(index[axis]);
        items.push_back({"cell:" + id, shown_[b].cell(row, column)});
        if (looks_[b].at(shown_[b], row, column).text.starts_with("≈"))
          items.push_back({"about:" + id, shown_[b].cell(row, column)});
      }
    }
  }
}

}  // namespace ui

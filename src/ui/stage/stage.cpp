// Draws the figure. Order: bands, curves, cells and numbers, rings, pills, labels; what does not scroll comes last.
#include "ui/stage/stage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "imgui.h"
#include "ui/stage/legend.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float selector_height = 38;

// The note that numbers are random and not trained is drawn once under the figure, in as many lines as it needs.
constexpr float random_line = 17;

const std::vector<std::string>& note_lines(Screen& s, float width) {
  return s.type.lines(s.view.random, {Face::regular, px(12)}, width);
}

void draw_note(Screen& s, Rect where) {
  float y = where.y0;
  for (const std::string& line : note_lines(s, where.width())) {
    s.pen.text_in({where.x0, y, where.x1, y + random_line}, line, {Face::regular, px(12)}, s.theme.text2);
    y += random_line;
  }
  s.mark("random", where);
}

float largest_pitch(const Screen& s) {
  if (s.around.width > 1720) return 104;
  if (s.shell == Shell::phone) return 56;
  return s.shell == Shell::desktop ? 84 : 66;
}

Measure measure_of(Screen& s) {
  return [&s](const std::string& text, float size) { return s.type.width(text, {Face::semibold, size}); };
}

}  // namespace

void Stage::refresh(Screen& s, const StageSpace& space) {
  const explorer::State& state = s.explorer.state();
  // Nothing has changed since the last comparison: skip it.
  const bool untouched = content_ && stamp_ == s.explorer.view_stamp() && content_->dark == s.theme.dark &&
                         content_->type == s.type.generation() && content_->windows == windows_.all();
  if (untouched && scene_.area == space.area) return;
  stamp_ = s.explorer.view_stamp();
  auto told = state.revealed;  // questions whose numbers are not hidden
  if (s.view.question && s.view.question->revealed) told.insert(s.view.question->id);
  Content now{state.step,
              beats_.now(),
              state.language,
              state.document,
              state.decimals,
              std::move(told),
              state.leading,
              windows_.all(),
              s.explorer.number(),
              s.theme.dark,
              s.type.generation(),
              state.color_steps,
              {}};
  if (state.asked) now.asked = state.asked->of;
  const bool same = content_ == now;
  if (same && scene_.area == space.area) return;
  const bool first = !content_;
  const bool themed = content_ && (content_->dark != now.dark || content_->color_steps != now.color_steps);
  const bool edited = content_ && content_->document != now.document;
  const bool stepped = content_ && (content_->step != now.step || content_->beat != now.beat);
  const std::pair order{s.view.step, beats_.now()};
  const auto which = static_cast<unsigned>(stamp_ >> 32);
  const bool other_lesson = std::exchange(which_, which) != which;
  const StageTurn turn = !stepped || other_lesson ? StageTurn::none
                         : order < order_         ? StageTurn::backward
                                                  : StageTurn::forward;
  order_ = order;
  const bool moves = !same && !first && !themed;
  if (moves && (stepped || scene_.layout.blocks.empty())) scene_.moved_at = s.motion.now();
  looks_.keep(scene_);
  if (moves) motion_.leave(scene_);
  if (other_lesson) motion_.forget();
  if (!same && !themed) looks_.fade_from(stepped || first ? -10 : s.motion.now());
  content_ = std::move(now);
  lay_out_scene(s, space, stepped);
  looks_.make(s, scene_);
  if (moves) motion_.arrive(s, scene_, turn);
  links_.find(s, scene_);
  using Change = MotionPlayer::Change;
  // A page that opens on a lesson has shown its picture already; one that comes from the contents has not.
  const bool begins = first && s.memory.hero.key == 0;
  player_.changed(s, scene_,
                  begins             ? Change::begin
                  : first || stepped ? Change::step
                  : edited           ? Change::numbers
                                     : Change::space);
  marks_.find_parts(s, scene_);
}

void Stage::lay_out_scene(Screen& s, StageSpace space, bool fresh) {
  scene_.area = space.area;
  scene_.figures = beats_.figures(s.view);
  space.cuts = windows_.cuts(s, scene_.figures, space.size);
  const Measure measure = measure_of(s);
  scene_.layout = lay_out_best(scene_.figures, space, measure, beats_.savings());
  scroll_.fit(s, scene_, space, measure, fresh);
}

// The marks determine which row a sum follows, and so what its parts show.
void Stage::update_marks(Screen& s) {
  marks_.find(s, scene_);
  for (const Group& group : scene_.layout.groups) {
    if (group.kind != Group::Kind::fan || !group.parts) continue;
    const std::size_t row = marks_.followed_row(s, scene_, group);
    if (scene_.followed[*group.parts] == row) continue;
    follow(s, scene_, *group.parts, row);
    marks_.find(s, scene_);
  }
  if (links_.slide(s, scene_, marks_.now())) marks_.find(s, scene_);
}

void Stage::draw(Screen& s, Rect area, StageSpace::Size size, bool own_legends) {
  const float note_height = s.view.random.empty() || s.bar_says_random()
                                ? 0
                                : static_cast<float>(note_lines(s, area.width()).size()) * random_line;
  const Rect note{area.x0, area.y1 - note_height, area.x1, area.y1};
  if (note_height > 0) area.y1 = note.y0 - 6;
  const bool chooses = StageSelectors::needed(s);
  StageSpace space{area, size, largest_pitch(s), !own_legends};
  if (size == StageSpace::Size::embed) space.largest_pitch = 48;
  space.one_legend = size != StageSpace::Size::wide;
  windows_.find(s, space.size);
  const float selectors_height = !chooses ? 0 : s.touch() ? touch_target + 8 : selector_height;
  const Rect selectors = beats_.divide(s, space, selectors_height, windows_, measure_of(s));
  refresh(s, space);
  drawn_in_ = ImGui::GetFrameCount();
  if (scroll_.apply(s, scene_)) motion_.forget();
  motion_.place(s, scene_);

  // Handled before the cells that it covers.
  if (scene_.scrolled) s.memory.swipe_area = {};
  if (scene_.scrolled) press_more_below(s, scroll_.more(scene_, s.pointer()));
  input_.handle(s, scene_, windows_);
  update_marks(s);
  tell_decimals(s);
  const MotionFrame* made = player_.show(s, scene_, marks_.now());
  s.memory.made = made != nullptr && player_.at() < 1 ? player_.at() : 1;
  hang_line(s);
  // Labels of a scene that scrolls are drawn last: there, those of the frame before count.
  texts_.clear();
  if (made) texts_.insert(texts_.end(), held_texts_.begin(), held_texts_.end());
  draw_blocks(s, made);
  if (made) s.pen.note_texts(&texts_);
  draw_labels_and_names(s);
  s.pen.note_texts(nullptr);
  if (made) {
    for (const std::size_t b : made->flying)
      draw_block(s, b, poses_on_the_way(scene_.shown[b], made->poses[b], texts_, clear_));
    draw_travellers(s, scene_, *made, texts_);
  }
  windows_.draw_bars(s, scene_);
  held_texts_.clear();
  if (scene_.scrolled) {
    s.draw_scroll_edges(s.theme.bg0);
    if (made) s.pen.note_texts(&held_texts_);
    scroll_.draw_labels(s, scene_, marks_.now());
    s.pen.note_texts(nullptr);
    draw_more_below(s, scroll_.more(scene_, s.pointer()));
    input_.draw_editing(s, scene_);
    s.end_layer();
  }
  draw_legends(s);
  // An explanation of two lines reaches further up than the figure's area.
  const Rect& drawn = scene_.layout.bounds;
  if (note_height > 0 && s.around.alone()) draw_note(s, box(drawn.x0, drawn.y1 + 12, note.width(), note_height));
  else if (note_height > 0) draw_note(s, moved(note, 0, std::min(s.covered_from - 6 - note.y1, 0.0f)));
  if (chooses) selectors_.draw(s, scene_, selectors);
  input_.draw_loupe(s, scene_);
  if (!scene_.scrolled) input_.draw_editing(s, scene_);
}

// From the explained cell to the line that explains it, behind whatever is between them.
void Stage::hang_line(Screen& s) const {
  const Marks& m = marks_.now();
  if (!m.target || !s.has_top_bar() || scene_.scrolled || s.covered_from > 1e8f || m.explanation == nullptr) return;
  const Block& of = scene_.shown[*m.target];
  const Rect cell = of.cell(m.cell.row, m.cell.column);
  constexpr float dot = 3, step = 7, thick = 1.5f;
  const Color ink = faded(s.theme.role(scene_.tensor(*m.target).role), 0.7f * s.read_in(scene_.moved_at));
  const auto free = [&](const Rect& at) {
    const auto covers = [&](const Rect& other) { return overlap(at, grown(other, 3)); };
    return std::ranges::none_of(scene_.layout.legends, covers, &Legend::where) &&
           std::ranges::none_of(scene_.shown, [&](const Block& block) {
             return covers(block.cells) || covers(block.name) || covers(block.column_labels);
           });
  };
  for (float y = of.cells.y1 + 6; y + dot < s.covered_from; y += step) {
    const Point from{cell.middle_x(), y}, to{cell.middle_x(), y + dot};
    if (free({from.x - 1, from.y, to.x + 1, to.y})) s.pen.line(from, to, ink, thick);
  }
}

// The control of decimals, which is drawn before the figure, shows what does not fit.
void Stage::tell_decimals(Screen& s) const {
  DecimalsFit fit;
  for (std::size_t b = 0; b < scene_.looks.size(); ++b) {
    const explorer::TensorView& t = scene_.tensor(b);
    if (t.decimals == 0 || t.power_of_ten || t.all_hidden || t.no_number) continue;
    const int drawn = scene_.looks[b].decimals;
    if (drawn > 0) fit.some = true;
    if (drawn >= std::min(t.decimals, s.explorer.state().decimals))
      continue;  // small numbers may want more than chosen
    fit.least = fit.fewer ? std::min(fit.least, drawn) : drawn;
    fit.fewer = true;
  }
  if (s.memory.decimals_fit == fit) return;
  s.memory.decimals_fit = fit;
  s.out.animating = true;
}

void Stage::draw_blocks(Screen& s, const MotionFrame* made) {
  const Marks& m = marks_.now();
  const std::vector<Group>& groups = scene_.layout.groups;
  const float lit =
      m.target ? s.motion.appear(motion_key("marks", *m.target * 65537 + m.cell.row * 257 + m.cell.column)) : 0;
  // While numbers are on their way, those of the marks would be there before them.
  const float still = s.motion.fade(motion_key("marks:still"), !player_.playing(), hover_time);
  const float marks = player_.playing() ? 0 : still;
  const auto draw_pipes = [&](const Group& group, bool pills) {
    if (group.kind != Group::Kind::fan) return;
    const float alpha = s.pen.alpha();
    s.pen.set_alpha(made && group.weights ? alpha * made->made(*group.weights) : alpha);
    if (made) s.pen.note_texts(&texts_);
    marks_.draw_pipes(s, scene_, group, pills);
    s.pen.note_texts(nullptr);
    s.pen.set_alpha(alpha);
  };
  const bool settled = s.motion.since(scene_.moved_at, step_time) >= 1;
  if (settled) {
    for (const Group& group : groups) marks_.draw_bands(s, scene_, group, lit);
    for (const Group& group : groups) {
      marks_.draw_arcs(s, scene_, group, lit * marks, false);
      draw_pipes(group, false);
      if (made) s.pen.note_texts(&texts_);
      if (group.apart) draw_signs(s, scene_, group);
      draw_arrows(s, scene_, group);
      s.pen.note_texts(nullptr);
    }
    links_.draw(s, scene_, m);
    if (made) draw_travel_arcs(s, scene_, *made);
  }
  motion_.draw_fading(s);
  for (std::size_t b = 0; b < scene_.shown.size(); ++b) {
    std::span<const CellPose> poses;
    if (made) poses = made->poses[b];
    if (made && std::ranges::contains(made->flying, b)) poses = poses_at_rest(scene_.shown[b], poses, clear_);
    draw_block(s, b, poses);
  }
  marks_.draw_parts_taken(s, scene_);
  marks_.draw_outlines(s, scene_);
  marks_.draw_flash(s, scene_);
  if (!settled) return;
  marks_.draw_rings(s, scene_, lit);
  links_.draw_twins(s, scene_, m);
  for (const Group& group : groups) {
    marks_.draw_arcs(s, scene_, group, lit * marks, true);
    draw_pipes(group, true);
  }
}

// A step with another figure, and the end of the lesson: the matrices go back to the map.
void Stage::draw_over(Screen& s) {
  const bool here = drawn_in_ == ImGui::GetFrameCount();
  if (!here && content_ && !scene_.shown.empty()) {
    motion_.vanish(s, scene_);
    content_->step.clear();
    stamp_ = 0;
    order_ = {s.view.step, 0};
  }
  if (!here) {
    motion_.rest(s);
    motion_.draw_fading(s);
  }
  motion_.draw_over(s, scene_);
}

void Stage::draw_block(Screen& s, std::size_t b, std::span<const CellPose> poses) {
  if (motion_.grows(b)) return;  // drawn above the map
  CellsLook how{.appear = scene_.appear[b],
                .notch = scene_.tensor(b).editable && (input_.over() == b || scene_.tensor(b).marked)};
  how.numbers = scene_.words[b];
  looks_.fade(s, scene_, b, how);
  how.poses = poses;
  draw_cells(s, scene_.shown[b], scene_.looks[b], how);
  links_.draw_chunks(s, scene_, b, how.poses);
}

void Stage::draw_labels_and_names(Screen& s) {
  const Marks& m = marks_.now();
  for (std::size_t b = 0; b < scene_.shown.size(); ++b) {
    const Block& block = scene_.shown[b];
    const float alpha = std::min(scene_.appear[b] * 2, 1.0f) * scene_.words[b];
    if (!scene_.scrolled) draw_labels(s, block, scene_.tensor(b), alpha, m.rows[b], m.columns[b]);
    draw_name(s, block, scene_.tensor(b), scene_.looks[b], alpha);
  }
}

void Stage::draw_legends(Screen& s) {
  // A picture needs no legend where every cell has its number.
  const auto has_numbers = [](const MatrixLook& look) { return look.number_size > 0; };
  if (s.around.alone() && std::ranges::all_of(scene_.looks, has_numbers)) return;
  const Marks& m = marks_.now();
  const float alpha = s.pen.alpha();
  s.pen.set_alpha(alpha * s.read_in(scene_.moved_at));
  for (const Legend& legend : scene_.layout.legends) {
    std::vector<const explorer::TensorView*>& tensors = legend_of_;
    tensors.clear();
    for (const std::size_t b : legend.blocks) tensors.push_back(&scene_.tensor(b));
    if (legend.follows) {
      const explorer::TensorView* of = legend_tensor(s);
      const bool has_a_place =
          scene_.layout.legends.size() == 1 || std::ranges::contains(tensors, of->node, &explorer::TensorView::node);
      if (!has_a_place || std::isinf(of->scale)) continue;
      tensors.assign(1, of);
    }
    std::optional<float> current;
    const bool marked = m.target && std::any_of(tensors.begin(), tensors.end(), [&](const explorer::TensorView* t) {
                          return t->node == scene_.tensor(*m.target).node;
                        });
    if (marked)
      current = scene_.looks[*m.target].at(scene_.layout.blocks[*m.target], m.cell.row, m.cell.column).view.value;
    draw_legend(s, legend.where, tensors, current, legend.compact);
  }
  s.pen.set_alpha(alpha);
}

const explorer::TensorView* Stage::legend_tensor(const Screen& s) const {
  const auto& state = s.explorer.state();
  const auto& cell = state.hovered ? state.hovered : state.focused;
  const explorer::TensorView* found = nullptr;
  for (std::size_t b = 0; b < scene_.layout.blocks.size(); ++b) {
    const explorer::TensorView& t = scene_.tensor(b);
    if (cell && cell->node == t.node) return &t;
    const explorer::FigureView& figure = scene_.figures[scene_.layout.blocks[b].figure];
    const Block& block = scene_.layout.blocks[b];
    const bool scaled = block.rows * block.columns > 1;  // a single number needs no scale
    if (!found || (scaled && figure.has_result && &t == &figure.tensors.back())) found = &t;
  }
  return found;
}

void Stage::collect_cells(std::vector<Item>& items) const {
  for (std::size_t b = 0; b < scene_.shown.size(); ++b) {
    if (scene_.looks[b].number_size > 0) items.push_back({"numbers:" + scene_.tensors[b].name, scene_.shown[b].cells});
    if (const explorer::TensorView* other = marks_.outline(scene_, b))
      items.push_back({"outline:" + other->name, scene_.shown[b].cells});
    for (std::size_t row = 0; row < scene_.shown[b].rows; ++row) {
      for (std::size_t column = 0; column < scene_.shown[b].columns; ++column) {
        if (scene_.scrolled && !within(scene_.shown[b].cell(row, column), scene_.window)) continue;  // not visible
        const graph::Index index = index_at(scene_.shown[b], scene_.tensors[b], row, column, scene_.followed[b]);
        std::string id = scene_.tensors[b].name + ":";
        for (std::size_t axis = 0; axis < index.size(); ++axis) id += (axis ? "," : "") + std::to_string(index[axis]);
        items.push_back({"cell:" + id, scene_.shown[b].cell(row, column)});
        if (scene_.looks[b].at(scene_.shown[b], row, column).text.starts_with("≈"))
          items.push_back({"about:" + id, scene_.shown[b].cell(row, column)});
      }
    }
  }
}

}  // namespace ui

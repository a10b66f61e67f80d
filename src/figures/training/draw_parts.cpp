// See draw.hpp.
#include "figures/training/draw.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "imgui.h"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::RunPart;
using explorer::TrainingView;

constexpr float wide_run = 620, tall_run = 470;  // from here on all parts but one are shown together
constexpr float least_alone = 100;               // of a plot under maps on a small screen
constexpr float least_maps = 84;                 // of maps with their title and labels
constexpr float least_plot = 116, usual_plot = 200, plot_share = 0.32f, lower_part = 146, part_gap = 10;
constexpr float part_head = 26;

// ---- one head over time ----------------------------------------------------------------------------------------------

// Its title begins at title_from, beside what else stands in that line.
void draw_strip(Screen& s, Rect area, const TrainingView& run, float title_from) {
  const TrainingView::Maps& maps = *run.maps;
  const auto chosen = std::ranges::find(maps.heads, true, &TrainingView::Head::chosen);
  if (chosen == maps.heads.end()) return;
  const auto head = static_cast<std::size_t>(chosen - maps.heads.begin());
  const Font strong{Face::medium, label_size};
  s.pen.text_in({title_from, area.y0, area.x1, area.y0 + part_head - 4},
                s.type.fitted(s.text("training.strip", {chosen->name}), strong, area.x1 - title_from), strong,
                s.theme.text);
  const auto count = static_cast<float>(maps.earlier.size() + 1);
  constexpr float gap = 12, foot = 20, least = 34;
  const float across = std::min(count, std::max(std::floor((area.width() + gap) / (least + gap)), 1.0f));
  const float size = std::min({(area.width() - (across - 1) * gap) / across, area.height() - part_head - foot, 110.0f});
  // The latest ones where not all have room.
  const std::size_t first = maps.earlier.size() + 1 - static_cast<std::size_t>(across);
  float x = area.x0;
  for (std::size_t i = first; i <= maps.earlier.size(); ++i, x += size + gap) {
    const bool now = i == maps.earlier.size();
    const Rect where = box(x, area.y0 + part_head, size, size);
    const std::size_t step = now ? run.step : maps.earlier[i].step;
    const std::string_view id = s.joined({"strip:", s.digits(step)});
    const Hit hit = s.hit(id, grown(where, 4));
    if (maps.tensor.all_hidden || maps.hidden) {
      s.pen.fill(where, s.theme.bg2, 4);
    } else if (now) {
      graph::Index& leading = s.memory.cell.index;
      leading.assign(maps.leading.begin(), maps.leading.end());
      leading.push_back(head);
      draw_map_cells(s, maps, maps.tensor.node, leading, where);
    } else {
      const std::size_t cells = maps.rows * maps.columns;
      draw_map_cells(s, maps, std::span(maps.earlier[i].values).subspan(head * cells, cells), where);
    }
    const std::string_view name = s.text("training.at_step", {s.digits(step)});
    const Font font{now ? Face::semibold : Face::regular, note_size};
    s.pen.text_in({where.x0 - 4, where.y1 + 2, where.x1 + 10, where.y1 + foot},
                  s.type.width(name, font) <= size + 10 ? name : s.digits(step), font,
                  now ? s.theme.text : s.theme.text2);
    s.says(hit.focused, name, "role.strip", chosen->name);
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.clicked) s.command(explorer::SeekTraining{step});
    if (hit.focused) s.ring(where, 3);
  }
}

// ---- a held-out sequence ---------------------------------------------------------------------------------------------

class Answers {
 public:
  Answers(Screen& screen, Rect area, const TrainingView::Sequence& sequence)
      : s_(screen), area_(area), sequence_(sequence) {}

  void draw() {
    const float row = std::clamp((area_.height() - part_head) / 4, 16.0f, 30.0f);
    header();
    const std::array<std::string_view, 4> names{s_.text("training.input"), s_.text("training.wanted"),
                                                s_.text("training.said"), s_.text("training.sure")};
    float side = 0;
    for (const std::string_view name : names) side = std::max(side, s_.type.width(name, note()) + 10);
    const float pitch = std::clamp((area_.width() - side) / static_cast<float>(sequence_.places.size()), 15.0f, 34.0f);
    const auto room = static_cast<std::size_t>(std::max((area_.width() - side) / pitch + 0.01f, 1.0f));
    const std::size_t count = std::min(sequence_.places.size(), room);
    const float top = area_.y0 + part_head;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const float y = top + row * static_cast<float>(i);
      s_.pen.text_in({area_.x0, y, area_.x0 + side, y + row}, names[i], note(), s_.theme.text3);
    }
    const Rect all{area_.x0 + side, top, area_.x0 + side + pitch * static_cast<float>(count), top + 4 * row};
    const bool focused = s_.focus.part("answers", all);
    int& at = s_.memory.roving[motion_key("answers")];
    const int last = static_cast<int>(sequence_.places.size()) - 1;
    at = std::clamp(at, 0, last);
    if (focused && s_.focus.visible()) {
      if (s_.takes(ImGuiKey_LeftArrow, at > 0)) --at;
      if (s_.takes(ImGuiKey_RightArrow, at < last)) ++at;
      tell(static_cast<std::size_t>(at));
    }
    for (std::size_t t = 0; t < count; ++t) {
      const float x = all.x0 + pitch * static_cast<float>(t);
      place(sequence_.places[t], box(x, top, pitch, row));
      if (focused && s_.focus.visible() && static_cast<std::size_t>(at) == t) s_.ring(box(x, top, pitch, 4 * row), 3);
    }
    s_.mark("answers", all);
  }

 private:
  static constexpr float choice = 132;  // the width of the choice of a sequence
  static Font note() { return {Face::regular, note_size}; }

  void header() {
    const Rect row{area_.x0, area_.y0, area_.x1, area_.y0 + part_head - 4};
    const Font strong{Face::medium, label_size};
    const float room = row.width() - (sequence_.count < 2 ? 0.0f : choice + 6);
    s_.pen.text_in(row, s_.type.fitted(sequence_.title, strong, room), strong, s_.theme.text);
    if (sequence_.count < 2) return;
    const std::string_view words =
        s_.text("training.of_all", {s_.digits(sequence_.at + 1), s_.digits(sequence_.count)});
    const Rect where{row.x1 - choice, row.y0 - 3, row.x1, row.y1 + 1};
    if (const auto asked = one_of(s_, "training:sequence", where, words, sequence_.at, sequence_.count))
      s_.command(explorer::SetLeading{sequence_.axis, *asked});
  }

  void tell(std::size_t place) {
    const TrainingView::Answer& one = sequence_.places[place];
    const std::string_view name = s_.joined({s_.digits(place + 1), ": ", one.input});
    if (one.said.empty()) s_.says(true, name, "role.answer", s_.text("training.not_asked"));
    else s_.says(true, name, "role.answer", s_.text("training.answer", {one.wanted, one.said, one.sure}));
  }

  void place(const TrainingView::Answer& one, Rect cell) const {
    const Font strong{Face::semibold, 13}, small{Face::regular, note_size};
    const float row = cell.height();
    const auto box_of = [&](int line) {
      return Rect{cell.x0 + 1, cell.y0 + row * static_cast<float>(line) + 1, cell.x1 - 1,
                  cell.y0 + row * static_cast<float>(line + 1) - 1};
    };
    s_.pen.fill(box_of(0), s_.theme.bg3, 3);
    s_.pen.text_in(box_of(0), one.input, strong, s_.theme.text, Align::centre);
    if (one.said.empty()) {
      s_.pen.text_in(box_of(1), "·", strong, s_.theme.text3, Align::centre);
      return;
    }
    s_.pen.text_in(box_of(1), one.wanted, {Face::regular, 13}, s_.theme.text2, Align::centre);
    const Color color = cell_color(s_, ColorScale{graph::family(graph::Role::output)}, one.share, 1);
    s_.pen.fill(box_of(2), color, 3);
    s_.pen.text_in(box_of(2), one.said, strong, Theme::ink(color), Align::centre);
    if (!one.right && one.said != "?") s_.pen.outline(box_of(2), s_.theme.text, 2, 3);
    if (s_.type.width("100", small) + 3 <= cell.width()) {
      s_.pen.text_in(box_of(3), one.sure, small, s_.theme.text3, Align::centre);
    } else {  // without room for numbers: bars, full for 100 %
      const Rect room = box_of(3);
      s_.pen.fill({room.x0 + 1, room.y1 - std::max(room.height() * one.share, 1.0f), room.x1 - 1, room.y1},
                  s_.theme.text3, 1);
    }
  }

  Screen& s_;
  Rect area_;
  const TrainingView::Sequence& sequence_;
};

// ---- which part ------------------------------------------------------------------------------------------------------

bool has_right(const TrainingView& run) { return !run.right.empty() || !run.right_lines.empty(); }

float tabs_height(const Screen& s) { return s.touch() ? touch_target : 28; }

// A choice between parts, at the top of the area. Returns where it ends at the right.
float choose_part(Screen& s, Rect area, std::span<const RunPart> parts, RunPart now) {
  static constexpr std::array<std::string_view, 4> words{"training.part.loss", "training.part.answers",
                                                         "training.part.head", "training.part.weight"};
  std::vector<std::string_view>& labels = s.list();
  labels.clear();
  std::size_t selected = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    labels.push_back(s.text(words[static_cast<std::size_t>(parts[i])]));
    if (parts[i] == now) selected = i;
  }
  float wanted = 0;
  for (const std::string_view label : labels)
    wanted = std::max(wanted, s.type.width(label, {Face::medium, label_size}) + 28);
  const Rect where{area.x0, area.y0, std::min(area.x1, area.x0 + wanted * static_cast<float>(labels.size())),
                   area.y0 + tabs_height(s)};
  if (const auto chosen = segmented(s, "training:part", s.text("training.part"), where, labels, selected))
    s.command(explorer::LookTraining{parts[*chosen], std::nullopt});
  return where.x1;
}

// Side by side.
void draw_curves(Screen& s, Rect area, const TrainingView& run) {
  if (!has_right(run)) {
    draw_losses(s, area, run);
    return;
  }
  const float middle = area.middle_x();
  draw_losses(s, {area.x0, area.y0, middle - 8, area.y1}, run);
  draw_right(s, {middle + 8, area.y0, area.x1, area.y1}, run);
}

// Everything, the weight instead of what is below the maps.
void draw_all(Screen& s, Rect area, const TrainingView& run) {
  const bool below = run.maps || run.sequence;
  const std::array<RunPart, 2> parts{RunPart::loss, RunPart::weight};
  const bool weight = run.part == RunPart::weight || !below;
  const float lower = lower_part + tabs_height(s) - part_head;
  const float curves = std::clamp(area.height() * plot_share, least_plot, usual_plot);
  const float maps =
      run.maps ? std::min(training_maps_height(*run.maps, area.width()), area.height() - lower - curves - 2 * part_gap)
               : 0;
  const float plot = area.height() - maps - lower - 2 * part_gap;
  draw_curves(s, {area.x0, area.y0, area.x1, area.y0 + plot}, run);
  float y = area.y0 + plot + part_gap;
  if (run.maps) {
    draw_training_maps(s, *run.maps, {area.x0 + 6, y, area.x1 - 6, y + maps});
    y += maps + part_gap;
  }
  Rect rest{area.x0, y, area.x1, area.y1};
  // The titles of what is shown stand in the same line as the choice.
  const float title = below ? choose_part(s, rest, parts, weight ? RunPart::weight : RunPart::loss) + 16 : rest.x0;
  if (below) rest.y0 += tabs_height(s) - part_head + 4;
  if (weight) {
    draw_weight(s, rest, run, title);
    return;
  }
  const bool both = run.maps && run.sequence;
  const float split = both ? rest.x0 + rest.width() * 0.46f : rest.x1;
  if (run.maps) draw_strip(s, {rest.x0 + 6, rest.y0, split, rest.y1}, run, title);
  if (run.sequence) Answers(s, {both ? split + 20 : rest.x0, rest.y0, rest.x1, rest.y1}, *run.sequence).draw();
}

// One part alone.
void draw_one(Screen& s, Rect area, const TrainingView& run) {
  std::array<RunPart, 4> there{RunPart::loss};
  std::size_t count = 1;
  if (has_right(run) || run.sequence) there[count++] = RunPart::answers;
  if (run.maps) there[count++] = RunPart::head;
  if (!run.weights.empty()) there[count++] = RunPart::weight;
  // Where the choice would leave no room for the losses, they are shown alone: the reading view has the other parts.
  if (area.height() < (s.touch() ? touch_target : 28.0f) + least_plot) count = 1;
  const std::span<const RunPart> parts(there.data(), count);
  const RunPart part = std::ranges::contains(parts, run.part) ? run.part : RunPart::loss;
  Rect rest = area;
  if (parts.size() > 1) {
    choose_part(s, area, parts, part);
    rest.y0 += tabs_height(s) + 6;
  }
  const auto from_below = [&](float height) {
    const Rect lower{rest.x0, rest.y1 - height, rest.x1, rest.y1};
    rest.y1 = lower.y0 - 8;
    return lower;
  };
  const auto draw_heads = [&](float share) {
    const float most = std::min(rest.height() * share, std::max(rest.height() - least_alone, 0.0f));
    if (most < least_maps) return;
    const Rect room = from_below(std::min(training_maps_height(*run.maps, rest.width()), most));
    draw_training_maps(s, *run.maps, {room.x0 + 6, room.y0, room.x1 - 6, room.y1});
  };
  if (part == RunPart::loss) {
    if (run.maps) draw_heads(0.55f);
    if (rest.width() >= wide_run) draw_curves(s, rest, run);
    else draw_losses(s, rest, run);
  } else if (part == RunPart::answers) {
    if (run.sequence) Answers(s, from_below(std::clamp(rest.height() - 110, 92.0f, 146.0f)), *run.sequence).draw();
    if (has_right(run)) draw_right(s, rest, run);
  } else if (part == RunPart::head) {
    draw_heads(0.6f);
    draw_strip(s, {rest.x0 + 6, rest.y0, rest.x1 - 6, rest.y1}, run, rest.x0 + 6);
  } else {
    draw_weight(s, rest, run, rest.x0);
  }
}

}  // namespace

std::optional<std::size_t> one_of(Screen& s, std::string_view id, Rect where, std::string_view words, std::size_t at,
                                  std::size_t count) {
  const float side = where.height();
  std::optional<std::size_t> asked;
  if (button(s, s.joined({id, ":back"}), {where.x0, where.y0, where.x0 + side, where.y1},
             {.before = Icon::left, .kind = ButtonKind::ghost, .enabled = at > 0, .name = s.text("training.back")}))
    asked = at - 1;
  s.pen.text_in({where.x0 + side, where.y0, where.x1 - side, where.y1}, words, {Face::regular, note_size},
                s.theme.text2, Align::centre);
  if (button(s, s.joined({id, ":next"}), {where.x1 - side, where.y0, where.x1, where.y1},
             {.before = Icon::right,
              .kind = ButtonKind::ghost,
              .enabled = at + 1 < count,
              .name = s.text("training.next")}))
    asked = at + 1;
  return asked;
}

void draw_run_parts(Screen& s, Rect area, const TrainingView& run) {
  const bool parts = has_right(run) || run.sequence || run.maps;
  if (parts && area.width() >= wide_run && area.height() >= tall_run) draw_all(s, area, run);
  else draw_one(s, area, run);
}

}  // namespace ui

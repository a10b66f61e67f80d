// See draw.hpp. A click or Enter shows the slice of a head on stage.
#include "figures/training/draw.hpp"

#include <algorithm>
#include <optional>

#include "imgui.h"
#include "ui/stage/legend.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::TrainingView;

constexpr float off_alpha = 0.25f;  // of the map of a head that is switched off
constexpr float head_room = 24, foot_room = 20, map_gap = 20;
constexpr float least_with_switch = 44;  // a switch would cover a smaller map
constexpr float least_token = 9;         // of a row beside which a token is written
constexpr std::size_t most_cells = 32;   // drawn along one side of a map: a larger one is pooled

// The width of one map when all are side by side.
float map_size(const TrainingView::Maps& maps, float width) {
  const auto count = static_cast<float>(maps.heads.size() + (maps.even ? 1 : 0));
  return std::clamp((width - (count - 1) * map_gap) / count, 24.0f, 190.0f);
}
// The same with tokens at the left of the first.
float map_size_with_tokens(const TrainingView::Maps& maps, float width) { return map_size(maps, width - token_side); }

void paint_cells(Screen& s, const TrainingView::Maps& maps, std::span<const float> values, Rect where) {
  const std::size_t pool = (std::max(maps.rows, maps.columns) + most_cells - 1) / most_cells;
  const std::size_t rows = (maps.rows + pool - 1) / pool, columns = (maps.columns + pool - 1) / pool;
  const float pitch = where.width() / static_cast<float>(std::max(rows, columns));
  const graph::Family family = graph::family(maps.tensor.role);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) {
      float value = 0;
      for (std::size_t i = r * pool; i < std::min((r + 1) * pool, maps.rows); ++i)
        for (std::size_t j = c * pool; j < std::min((c + 1) * pool, maps.columns); ++j)
          value = std::max(value, values[i * maps.columns + j]);
      const Rect cell = s.pen.snapped(
          box(where.x0 + pitch * static_cast<float>(c), where.y0 + pitch * static_cast<float>(r), pitch, pitch));
      const float inset = pitch > 6 ? 1.0f : 0.0f;
      s.pen.fill({cell.x0, cell.y0, cell.x1 - inset, cell.y1 - inset}, cell_color(s, family, value, maps.tensor.scale),
                 pitch > 8 ? 2.0f : 0.0f);
    }
}

class MapRow {
 public:
  MapRow(Screen& screen, const TrainingView::Maps& maps) : s_(screen), maps_(maps) {}

  void draw(Rect area) {
    const Font strong{Face::medium, label_size};
    heading({area.x0, area.y0, area.x1, area.y0 + head_room - 4}, strong);
    const float room = std::max(area.height() - head_room - foot_room, 24.0f);
    const float with_tokens = std::min(map_size_with_tokens(maps_, area.width()), room - token_side);
    named_ = map_tokens_fit(maps_, with_tokens);
    const float size = named_ ? with_tokens : std::min(map_size(maps_, area.width()), room);
    const float top = area.y0 + head_room + (named_ ? token_side : 0), left = area.x0 + (named_ ? token_side : 0);
    const std::size_t before = maps_.even ? 1 : 0, count = maps_.heads.size() + before;
    const bool focused = s_.focus.part("maps", {area.x0, area.y0 + head_room, area.x1, area.y1});
    int& at = s_.memory.roving[motion_key("maps")];
    const int last = static_cast<int>(maps_.heads.size()) - 1;
    at = std::clamp(at, 0, last);
    if (focused && s_.focus.visible()) {
      if (s_.takes(ImGuiKey_LeftArrow, at > 0)) --at;
      if (s_.takes(ImGuiKey_RightArrow, at < last)) ++at;
      const TrainingView::Head& head = maps_.heads[static_cast<std::size_t>(at)];
      s_.says(true, s_.joined({head.name, head.share.empty() ? "" : ", ", head.share}), "role.head",
              s_.place_of(static_cast<std::size_t>(at), maps_.heads.size()));
      if (s_.pressed(ImGuiKey_Enter, false) || s_.pressed(ImGuiKey_Space, false)) choose(static_cast<std::size_t>(at));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const float x = left + static_cast<float>(i) * (size + map_gap);
      if (x + size > area.x1 + 1) break;
      const Rect where = box(x, top, size, size);
      if (named_) draw_map_tokens(s_, maps_, where);
      if (i < before) even(where);
      else head(i - before, where, focused && static_cast<std::size_t>(at) == i - before);
    }
  }

 private:
  // What the maps show, what their colours mean, and the loss without the heads that are off.
  void heading(Rect row, Font font) {
    constexpr float legend = 104, gap = 18;
    const std::string_view words = s_.text("training.maps", {graph::plain(maps_.tensor.symbol)});
    const float off = maps_.off.empty() ? 0 : s_.type.width(maps_.off, {Face::regular, label_size});
    float x = row.x0;
    // On a phone the loss without a head replaces the title: it is what the switch was pressed for.
    if (off == 0 || x + s_.type.width(words, font) + gap + off <= row.x1)
      x = s_.pen.text_in(row, words, font, s_.theme.text) + gap;
    if (off > 0) {
      s_.pen.text_in({x, row.y0, row.x1, row.y1}, s_.type.fitted(maps_.off, {Face::regular, label_size}, row.x1 - x),
                     {Face::regular, label_size}, s_.theme.text);
      x += off + gap;
    }
    const explorer::TensorView* const tensor = &maps_.tensor;
    if (x + legend <= row.x1 && !maps_.hidden && !maps_.tensor.all_hidden)
      draw_legend(s_, {row.x1 - legend, row.y0 - 2, row.x1, row.y1}, {&tensor, 1}, std::nullopt, true);
  }

  void choose(std::size_t head) { s_.command(explorer::SetLeading{maps_.axis, head}); }

  void even(Rect where) const {
    draw_map_cells(s_, maps_, *maps_.even, {}, where);
    label(where, s_.text("training.even"), s_.text("training.even.short"), "", false);
    s_.mark("map:even", where);
  }

  void head(std::size_t place, Rect where, bool focused) {
    const TrainingView::Head& head = maps_.heads[place];
    const std::string_view id = s_.joined({"map:", s_.digits(place)});
    const Rect reach{where.x0 - (named_ ? token_side : 6), where.y0 - (named_ ? token_side : 3), where.x1 + 6,
                     where.y1 + foot_room};
    const std::optional<Hit> flip = switch_hit(place, where);  // before the map, which lies below it
    const Hit hit = s_.hit(id, reach, false);
    if (head.chosen) s_.pen.outline(s_.pen.snapped(reach), s_.theme.text, 1.5f, control_radius);
    else if (hit.hovered) s_.pen.outline(s_.pen.snapped(reach), s_.theme.line2, 1.5f, control_radius);
    if (maps_.tensor.all_hidden || maps_.hidden) {
      s_.pen.fill(where, s_.theme.bg2, 4);
      s_.pen.text_in(where, "?", {Face::medium, 16}, s_.theme.text3, Align::centre);
    } else {
      graph::Index& leading = s_.memory.cell.index;
      leading.assign(maps_.leading.begin(), maps_.leading.end());
      leading.push_back(place);
      const float alpha = s_.pen.alpha();
      if (!head.on) s_.pen.set_alpha(alpha * off_alpha);
      draw_map_cells(s_, maps_, maps_.tensor.node, leading, where);
      outline_wanted(where);
      s_.pen.set_alpha(alpha);
    }
    label(where, head.name, s_.digits(place + 1), head.share, head.chosen);
    if (flip) draw_switch(place, where, *flip);
    if (hit.hovered) s_.out.cursor = "pointer";
    if (hit.clicked) choose(place);
    if (focused) s_.ring(reach, control_radius);
  }

  // The cells where the weight should lie.
  void outline_wanted(Rect where) const {
    if (!maps_.wanted || std::max(maps_.rows, maps_.columns) > most_cells) return;
    std::vector<float>& values = s_.memory.numbers.next();
    values.resize(maps_.rows * maps_.columns);
    s_.explorer.graph().block(*maps_.wanted, {}, 0, maps_.rows, 0, maps_.columns, values);
    const float pitch = where.width() / static_cast<float>(std::max(maps_.rows, maps_.columns));
    if (pitch < 6) return;
    for (std::size_t r = 0; r < maps_.rows; ++r)
      for (std::size_t c = 0; c < maps_.columns; ++c)
        if (values[r * maps_.columns + c] != 0)
          s_.pen.outline(s_.pen.snapped(box(where.x0 + pitch * static_cast<float>(c),
                                            where.y0 + pitch * static_cast<float>(r), pitch - 1, pitch - 1)),
                         s_.theme.text3, 1, 2);
  }

  static constexpr float switch_size = 20, finger_size = 34;

  std::optional<Hit> switch_hit(std::size_t place, Rect where) {
    if (!maps_.heads[place].kept || where.width() < least_with_switch) return std::nullopt;
    const float size = s_.touch() ? finger_size : switch_size;
    return s_.hit(s_.joined({"head:", s_.digits(place)}), {where.x1 - size, where.y0, where.x1, where.y0 + size});
  }

  // Switches the head off and on, in the figure only: training goes on with all of them.
  void draw_switch(std::size_t place, Rect where, const Hit& hit) {
    const TrainingView::Head& head = maps_.heads[place];
    const Rect at{where.x1 - switch_size, where.y0, where.x1, where.y0 + switch_size};
    const Color ground = head.on ? (hit.hovered ? s_.theme.bg3 : s_.theme.bg2) : s_.theme.primary;
    s_.pen.fill(at, ground, 4);
    s_.pen.outline(at, s_.theme.line2, 1, 4);
    s_.pen.text_in(at, head.on ? "1" : "0", {Face::medium, note_size}, Theme::ink(ground), Align::centre);
    s_.says(hit.focused, s_.text(head.on ? "training.head_off" : "training.head_on", {head.name}), "role.button");
    if (hit.hovered) s_.out.cursor = "pointer";
    if (hit.focused) s_.ring(at, 2);
    if (hit.clicked) s_.command(explorer::EditCell{*head.kept, head.on ? "0" : "1"});
  }

  void label(Rect where, std::string_view name, std::string_view number, std::string_view share, bool chosen) const {
    const Font font{chosen ? Face::semibold : Face::regular, note_size}, strong{Face::medium, note_size};
    const Rect row{where.x0, where.y1 + 2, where.x1, where.y1 + foot_room - 2};
    const float taken = share.empty() ? 0 : s_.type.width(share, strong) + 4;
    const float room = std::max(row.width() - taken, 0.0f);
    // A number, or a shorter name, replaces a name that does not fit beside its share.
    const bool fits = s_.type.width(name, font) <= room;
    const std::string_view shown = fits || number.empty() ? s_.type.fitted(name, font, room) : number;
    if (taken == 0 || s_.type.width(shown, font) <= room - 2)
      s_.pen.text_in(row, shown, font, chosen ? s_.theme.text : s_.theme.text2);
    s_.pen.text_in(row, share, strong, s_.theme.role(maps_.tensor.role), Align::right);
  }

  Screen& s_;
  const TrainingView::Maps& maps_;
  bool named_ = false;  // tokens stand beside the maps
};

}  // namespace

void draw_map_cells(Screen& s, const TrainingView::Maps& maps, graph::NodeId node, std::span<const std::size_t> leading,
                    Rect where) {
  std::vector<float>& values = s.memory.numbers.next();
  values.resize(maps.rows * maps.columns);
  s.explorer.graph().block(node, leading, 0, maps.rows, 0, maps.columns, values);
  paint_cells(s, maps, values, where);
}

void draw_map_cells(Screen& s, const TrainingView::Maps& maps, std::span<const float> values, Rect where) {
  paint_cells(s, maps, values, where);
}

bool map_tokens_fit(const TrainingView::Maps& maps, float size) {
  return !maps.tokens.empty() && size / static_cast<float>(std::max(maps.rows, maps.columns)) >= least_token;
}

void draw_map_tokens(Screen& s, const TrainingView::Maps& maps, Rect where) {
  const Font font{Face::regular, 10};
  const float pitch = where.width() / static_cast<float>(std::max(maps.rows, maps.columns));
  for (std::size_t i = 0; i < maps.tokens.size(); ++i) {
    const float along = pitch * static_cast<float>(i);
    s.pen.text_in({where.x0 + along, where.y0 - token_side, where.x0 + along + pitch, where.y0}, maps.tokens[i], font,
                  s.theme.text3, Align::centre);
    s.pen.text_in({where.x0 - token_side, where.y0 + along, where.x0 - 2, where.y0 + along + pitch}, maps.tokens[i],
                  font, s.theme.text3, Align::centre);
  }
}

float training_maps_height(const TrainingView::Maps& maps, float width) {
  const float with_tokens = map_size_with_tokens(maps, width);
  const bool named = map_tokens_fit(maps, with_tokens);
  return head_room + foot_room + (named ? with_tokens + token_side : map_size(maps, width));
}

void draw_training_maps(Screen& s, const TrainingView::Maps& maps, Rect area) { MapRow(s, maps).draw(area); }

}  // namespace ui

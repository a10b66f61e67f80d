// The heads as small maps, the buttons that compare and switch them, and the output without the heads that are switched
// off.
#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/attention/attention.hpp"
#include "ui/stage/matrix.hpp"
#include "ui/type/prose.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {

bool extends_selection() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyShift || io.KeyCtrl || io.KeySuper;
}

void AttentionFigure::choose_head(Screen& s, std::size_t head, bool add) {
  // While two are compared, another head takes the place of the second.
  if (view(s).compared && !add) {
    if (!std::ranges::contains(view(s).selected, head)) s.command(explorer::CompareHead{head});
    return;
  }
  const std::vector<std::size_t> one{head};
  s.command(explorer::SelectHeads{add ? toggled(view(s).selected, head) : one});
}

// Arrow keys go from head to head while the strip has the focus.
std::optional<std::size_t> AttentionFigure::roved_head(Screen& s, bool focused) {
  const explorer::AttentionView& v = view(s);
  const bool upright = layout_.heads_upright;
  int& at = s.memory.roving[motion_key("heads")];
  if (!focused) at = static_cast<int>(v.selected.front());
  if (!focused || !s.focus.visible()) return std::nullopt;
  const int before = at, last = static_cast<int>(v.heads.size()) - 1;
  at = std::clamp(at, 0, last);
  if (s.takes(upright ? ImGuiKey_DownArrow : ImGuiKey_RightArrow, at < last)) ++at;
  if (s.takes(upright ? ImGuiKey_UpArrow : ImGuiKey_LeftArrow, at > 0)) --at;
  if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
  if (s.takes(ImGuiKey_End, at < last)) at = last;
  const auto place = static_cast<std::size_t>(at);
  std::string_view state = s.place_of(place, v.heads.size());
  if (std::ranges::contains(v.selected, place)) state = s.joined({state, ", ", s.text("focus.chosen")});
  if (v.compared && v.compared->head == place) state = s.joined({state, ", ", s.text("attention.compared")});
  if (std::ranges::contains(v.off, place)) state = s.joined({state, ", ", s.text("attention.off")});
  s.says(true, v.heads[place], "role.head", state);
  if (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false))
    choose_head(s, place, ImGui::GetIO().KeyShift);
  return at != before || s.focus.arrived() ? std::optional(place) : std::nullopt;
}

void AttentionFigure::heads(Screen& s) {
  const explorer::AttentionView& v = view(s);
  const Rect strip = layout_.heads;
  if (strip.empty()) return;
  const std::size_t count = v.heads.size();
  const bool upright = layout_.heads_upright;
  const float pitch = layout_.head_pitch, needs = pitch * static_cast<float>(count);
  const float length = upright ? strip.height() : strip.width();
  float& offset = s.memory.scrolls[motion_key("heads")];
  const float most = std::max(needs - length, 0.0f);
  const bool focused = s.focus.part("heads", strip);
  if (const auto reached = roved_head(s, focused)) {
    const float from = pitch * static_cast<float>(*reached);
    offset = std::clamp(offset, from + pitch - length, from);
  }
  const auto at = static_cast<std::size_t>(s.memory.roving[motion_key("heads")]);
  // They scroll by dragging, or by the wheel over them.
  if (most > 0 && strip.contains(s.pointer())) {
    const ImGuiIO& io = ImGui::GetIO();
    s.out.wants_wheel = true;
    offset -= io.MouseWheel * 48;
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 8)) offset -= upright ? io.MouseDelta.y : io.MouseDelta.x;
  }
  offset = std::clamp(offset, 0.0f, most);
  s.pen.clip(grown(strip, 2));
  for (std::size_t place = 0; place < count; ++place) {
    const float from = pitch * static_cast<float>(place) - offset;
    if (from + pitch < 0 || from > length) continue;
    head(s, place,
         upright ? box(strip.x0, strip.y0 + from, strip.width(), pitch)
                 : box(strip.x0 + from, strip.y0, pitch, strip.height()),
         focused && at == place);
  }
  s.pen.unclip();
  // A fade shows that there are more.
  constexpr float fade = 28;
  const Color clear = faded(s.theme.bg0, 0);
  if (offset < most - 0.5f) {
    if (upright) s.pen.down_blend({strip.x0, strip.y1 - fade, strip.x1, strip.y1}, clear, s.theme.bg0);
    else s.pen.across_blend({strip.x1 - fade, strip.y0, strip.x1, strip.y1}, clear, s.theme.bg0);
  }
  if (offset > 0.5f) {
    if (upright) s.pen.down_blend({strip.x0, strip.y0, strip.x1, strip.y0 + fade}, s.theme.bg0, clear);
    else s.pen.across_blend({strip.x0, strip.y0, strip.x0 + fade, strip.y1}, s.theme.bg0, clear);
  }
}

void AttentionFigure::head(Screen& s, std::size_t head, Rect place, bool focused) {
  const explorer::AttentionView& v = view(s);
  const Rect strip = layout_.heads;
  const bool upright = layout_.heads_upright;
  const Rect frame = s.pen.snapped(upright ? grown(place, 0, -3) : grown(place, -3, 0));
  const bool beside = v.compared && v.compared->head == head;
  const bool selected = beside || std::ranges::contains(v.selected, head), off = std::ranges::contains(v.off, head);
  const std::string_view id = s.joined({"head:", s.digits(head)});
  const Rect reach{std::max(place.x0, strip.x0), std::max(place.y0, strip.y0), std::min(place.x1, strip.x1),
                   std::min(place.y1, strip.y1)};
  const Hit hit = s.hit(id, reach, false);
  if (s.rested(hit)) open_press_menu(s, {.kind = Pressed::Kind::head, .cell = {}, .place = head}, reach);
  const float over = s.motion.fade(motion_key(id), hit.hovered && !selected, control_time);
  if (selected) s.pen.fill(frame, s.theme.bg3, control_radius);
  else if (over > 0) s.pen.fill(frame, faded(s.theme.bg3, over * 0.6f), control_radius);
  if (selected) s.pen.outline(frame, s.theme.text, 1.5f, control_radius);
  // Square whatever the shape, so that all thumbnails can be compared.
  const float size = layout_.head_map;
  const Rect picture = s.pen.snapped(upright ? box(frame.x0 + 8, frame.middle_y() - size / 2, size, size)
                                             : box(place.middle_x() - size / 2, frame.y0 + 6, size, size));
  const MapWindow whole = map_window(picture, v.queries, v.keys, 1, 0.5, 0.5);
  const float own = v.of_head[head].largest > 0 ? v.of_head[head].largest : 1;
  draw_cells_of(s, id, picture, whole, v.of_head[head], s.explorer.state().attention.shared ? v.end : own,
                whole.width >= 8 ? 1.0f : 0.0f);
  if (off) {
    s.pen.fill(picture, faded(selected ? s.theme.bg3 : s.theme.bg0, 0.8f));
    const Font small{Face::semibold, note_size};
    s.pen.text_in(picture, s.type.fitted(s.text("attention.off"), small, picture.width()), small, s.theme.text,
                  Align::centre);
  }
  const Font font{selected ? Face::semibold : Face::regular, note_size};
  const Rect words = upright ? Rect{picture.x1 + 10, frame.y0, frame.x1 - 4, frame.y1}
                             : Rect{frame.x0 + 2, frame.y1 - 22, frame.x1 - 2, frame.y1 - 4};
  s.pen.text_in(words, s.type.fitted(v.heads[head], font, words.width()), font, selected ? s.theme.text : s.theme.text2,
                upright ? Align::left : Align::centre);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.hovered && whole.width < 1) s.item_tip(s.text("attention.pooled"));
  const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 64;
  if (hit.clicked && !dragged && !s.memory.long_pressed) {
    s.focus.take("heads");
    choose_head(s, head, extends_selection());
  }
  if (focused) s.ring(grown(frame, -4), control_radius);
}

void AttentionFigure::draw_differs(Screen& s) {
  if (layout_.differs.empty() || !view(s).compared) return;
  const ProseStyle style{label_size, 19, 0, s.theme.text2, s.theme.text2};
  draw_prose(s.pen, s.type, s.theme, *s.lay(std::string_view(view(s).compared->words), layout_.differs.width(), style),
             {layout_.differs.x0, layout_.differs.y0}, style);
  s.mark("differs", layout_.differs);
}

std::size_t AttentionFigure::output_lines(Screen& s, std::string_view words, float width) {
  const ProseStyle style{label_size, output_line, 0, s.theme.text2, s.theme.text2};
  return static_cast<std::size_t>(std::max(std::round(s.lay(words, width, style)->height / output_line), 1.0f));
}

namespace {

// The symbol of the output, the place that it is of, and in words what switching heads off did.
void draw_output_title(Screen& s, const explorer::HeadsOff& off, const OutputLayout& at, OutputForm form) {
  const Font plain{Face::regular, label_size}, strong{Face::semibold, label_size};
  float x = s.type.draw(s.pen.list(), {at.title.x0, centred(at.title.middle_y(), label_size)},
                        s.symbol(off.symbol, 19, s.theme.role(off.role)), s.pen.alpha()) +
            10;
  // In the low form the row that the map rings says it as well.
  if (form != OutputForm::low || x + s.type.width(off.place, strong) <= at.title.x1)
    x = s.pen.text({x, centred(at.title.middle_y(), label_size)}, s.type.fitted(off.place, strong, at.title.x1 - x),
                   strong, s.theme.text) +
        16;
  if (form == OutputForm::wide) {
    s.pen.text({x, centred(at.words.middle_y(), label_size)}, s.type.fitted(off.words, plain, at.words.x1 - x), plain,
               s.theme.text2);
    return;
  }
  const ProseStyle style{label_size, form == OutputForm::tall ? at.words.height() / 2 : output_line, 0, s.theme.text2,
                         s.theme.text2};
  draw_prose(s.pen, s.type, s.theme, *s.lay(std::string_view(off.words), at.words.width(), style),
             {at.words.x0, at.words.y0}, style);
}

// The rows with and without the heads. Numbers stand in all cells or in none.
void draw_output_cells(Screen& s, const explorer::HeadsOff& off, const OutputLayout& at) {
  const Font small{Face::regular, note_size}, digits{Face::medium, 12};
  const std::size_t columns = off.features.size();
  const float pitch = std::min(at.cells[0].width() / static_cast<float>(columns), 72.0f);
  float widest = 0, labels = 0;
  for (const auto& row : off.rows)
    for (const std::string& text : row.texts) widest = std::max(widest, s.type.width(text, digits));
  for (const std::string& label : off.features) labels = std::max(labels, s.type.width(label, small));
  const bool numbers = widest + 6 <= pitch;
  const std::size_t every = every_label(pitch, labels + 6);
  const graph::Family family = graph::family(off.role);
  for (std::size_t column = 0; column < columns; ++column) {
    const float left = at.features.x0 + pitch * static_cast<float>(column);
    if (column % every == 0)
      s.pen.text_in({left, at.features.y0, left + pitch - 2, at.features.y1}, off.features[column], small,
                    s.theme.text3, Align::centre);
    for (std::size_t row = 0; row < off.rows.size(); ++row) {
      const Rect cell = s.pen.snapped(Rect{left, at.cells[row].y0, left + pitch - 2, at.cells[row].y1 - 2});
      const Color fill = off.hidden
                             ? s.theme.bg2
                             : s.theme.scale(family, scale_place(s, family, off.rows[row].values[column], off.scale));
      s.pen.fill(cell, fill, 4);
      if (numbers)
        s.pen.text_in(cell, off.rows[row].texts[column], digits, off.hidden ? s.theme.text3 : Theme::ink(fill),
                      Align::centre);
      s.mark(s.joined({"output:", s.digits(row), ":", s.digits(column)}), cell);
    }
  }
}

}  // namespace

void AttentionFigure::draw_output(Screen& s) {
  const explorer::AttentionView& v = view(s);
  if (!v.heads_off || layout_.output.empty()) return;
  const explorer::HeadsOff& off = *v.heads_off;
  const Font plain{Face::regular, label_size};
  float names = 0;
  for (const auto& row : off.rows) names = std::max(names, s.type.width(row.name, plain));
  const OutputForm form = layout_.output_form;
  const OutputLayout at = lay_out_output(layout_.output, form, names);
  draw_output_title(s, off, at, form);
  draw_output_cells(s, off, at);
  for (std::size_t row = 0; row < off.rows.size(); ++row)
    s.pen.text_in(at.names[row], s.type.fitted(off.rows[row].name, plain, at.names[row].width()), plain, s.theme.text2,
                  form == OutputForm::tall ? Align::left : Align::right);
  s.mark("output", layout_.output);
  if (s.focus.part("output", layout_.output)) {
    s.says(true, s.joined({s.text("attention.off.output", {off.place}), ": ", off.words}), "role.output");
    s.ring(layout_.output, segment_radius);
  }
}

}  // namespace ui

// Input to an attention figure by pointer, touch and keys: selecting one or several heads and queries; pointing at,
// moving and zooming the map.
#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/attention/attention.hpp"
#include "ui/stage/matrix.hpp"
#include "ui/widgets/press_menu.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float closest_cell = 72;
constexpr double zoom_step = 1.3;

bool adds() {  // extends the selection
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyShift || io.KeyCtrl || io.KeySuper;
}

}  // namespace

void AttentionFigure::toggle_head(Screen& s, std::size_t head, bool add) {
  const std::vector<std::size_t> one{head};
  s.command(explorer::SelectHeads{add ? toggled(view(s).selected, head) : one});
}

void AttentionFigure::toggle_query(Screen& s, std::size_t query, bool add) {
  const std::vector<std::size_t> one{query};
  s.command(explorer::FollowQueries{add ? toggled(view(s).followed, query) : one});
}

void AttentionFigure::heads(Screen& s) {
  const explorer::AttentionView& v = view(s);
  const Rect strip = layout_.heads;
  if (strip.empty()) return;
  const std::size_t count = v.heads.size();
  const float pitch = layout_.head_pitch, needs = pitch * static_cast<float>(count);
  float& offset = s.memory.scrolls[motion_key("heads")];
  const float most = std::max(needs - strip.width(), 0.0f);
  const bool focused = s.focus.part("heads", strip);
  int& at = s.memory.roving[motion_key("heads")];
  const auto show = [&](std::size_t head) {
    const float x = pitch * static_cast<float>(head);
    offset = std::clamp(offset, x + pitch - strip.width(), x);
  };
  if (!focused) at = static_cast<int>(v.selected.front());
  else if (s.focus.visible()) {
    const int before = at;
    const int last = static_cast<int>(count) - 1;
    at = std::clamp(at, 0, last);
    if (s.takes(ImGuiKey_RightArrow, at < last)) ++at;
    if (s.takes(ImGuiKey_LeftArrow, at > 0)) --at;
    if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
    if (s.takes(ImGuiKey_End, at < last)) at = last;
    const auto place = static_cast<std::size_t>(at);
    s.says(true, v.heads[place], "role.head",
           std::ranges::contains(v.selected, place) ? s.joined({s.place_of(place, count), ", ", s.text("focus.chosen")})
                                                    : s.place_of(place, count));
    if (at != before || s.focus.arrived()) show(static_cast<std::size_t>(at));
    if (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false))
      toggle_head(s, static_cast<std::size_t>(at), ImGui::GetIO().KeyShift);
  }
  // The strip scrolls by dragging, or by the wheel over it.
  if (most > 0 && strip.contains(s.pointer())) {
    s.out.wants_wheel = true;
    offset -= ImGui::GetIO().MouseWheel * 48;
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 8)) offset -= ImGui::GetIO().MouseDelta.x;
  }
  offset = std::clamp(offset, 0.0f, most);
  s.pen.clip(grown(strip, 2));
  for (std::size_t head = 0; head < count; ++head) {
    const Rect place = box(strip.x0 + pitch * static_cast<float>(head) - offset, strip.y0, pitch, strip.height());
    if (place.x1 < strip.x0 || place.x0 > strip.x1) continue;
    const Rect frame = s.pen.snapped(grown(place, -3, 0));
    const bool selected = std::ranges::find(v.selected, head) != v.selected.end();
    const std::string_view id = s.joined({"head:", s.digits(head)});
    const Rect reach{std::max(place.x0, strip.x0), place.y0, std::min(place.x1, strip.x1), place.y1};
    const Hit hit = s.hit(id, reach, false);
    if (s.rested(hit)) open_press_menu(s, {.kind = Pressed::Kind::head, .cell = {}, .place = head}, reach);
    const float over = s.motion.fade(motion_key(id), hit.hovered && !selected, control_time);
    if (selected) s.pen.fill(frame, s.theme.bg3, control_radius);
    else if (over > 0) s.pen.fill(frame, faded(s.theme.bg3, over * 0.6f), control_radius);
    if (selected) s.pen.outline(frame, s.theme.text, 1.5f, control_radius);
    // Square whatever the shape, so that all thumbnails can be compared.
    const Rect picture =
        s.pen.snapped(box(place.middle_x() - layout_.head_map / 2, frame.y0 + 6, layout_.head_map, layout_.head_map));
    const MapWindow whole = map_window(picture, v.queries, v.keys, 1, 0.5, 0.5);
    const auto& look = s.explorer.state().attention;
    const float own = v.of_head[head].largest > 0 ? v.of_head[head].largest : 1;
    draw_cells_of(s, id, picture, whole, v.of_head[head], look.shared ? v.end : own, whole.width >= 8 ? 1.0f : 0.0f);
    const Font font{selected ? Face::semibold : Face::regular, note_size};
    s.pen.text_in({frame.x0 + 2, frame.y1 - 22, frame.x1 - 2, frame.y1 - 4},
                  s.type.fitted(v.heads[head], font, frame.width() - 4), font, selected ? s.theme.text : s.theme.text2,
                  Align::centre);
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.hovered && whole.width < 1) s.item_tip(s.text("attention.pooled"));
    const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 64;
    if (hit.clicked && !dragged && !s.memory.long_pressed) {
      s.focus.take("heads");
      toggle_head(s, head, adds());
    }
    if (focused && static_cast<std::size_t>(at) == head) s.ring(grown(frame, -4), control_radius);
  }
  s.pen.unclip();
  // A fade shows that the strip continues.
  if (offset < most - 0.5f)
    s.pen.across_blend({strip.x1 - 28, strip.y0, strip.x1, strip.y1}, faded(s.theme.bg0, 0), s.theme.bg0);
  if (offset > 0.5f)
    s.pen.across_blend({strip.x0, strip.y0, strip.x0 + 28, strip.y1}, s.theme.bg0, faded(s.theme.bg0, 0));
}

// For axes before the heads, such as the batch, one index is shown.
void AttentionFigure::others(Screen& s) {
  const explorer::AttentionView& v = view(s);
  float x = layout_.queries.x0;
  const float y = layout_.heads.empty() ? layout_.name.y0 - 34 : layout_.heads.y0 + 4;
  for (const explorer::AttentionView::Leading& other : v.others) {
    if (other.count < 2) continue;
    const std::string_view words =
        s.text("attention.place", {other.name, std::to_string(other.place + 1), std::to_string(other.count)});
    const float height = s.touch() ? touch_target : 30;
    const Rect back = box(x, y, height, height);
    const std::string_view id = s.joined({"place:", other.axis});
    if (button(s, s.joined({id, ":back"}), back,
               {.before = Icon::left,
                .kind = ButtonKind::ghost,
                .enabled = other.place > 0,
                .name = s.joined({words, ", ", s.text("step.back")})}))
      s.command(explorer::SetLeading{other.axis, other.place - 1});
    const Font font{Face::medium, control_size};
    const float end = s.pen.text({back.x1 + 6, centred(back.middle_y(), control_size)}, words, font, s.theme.text);
    const Rect next = box(end + 6, y, height, height);
    if (button(s, s.joined({id, ":next"}), next,
               {.before = Icon::right,
                .kind = ButtonKind::ghost,
                .enabled = other.place + 1 < other.count,
                .name = s.joined({words, ", ", s.text("step.next")})}))
      s.command(explorer::SetLeading{other.axis, other.place + 1});
    x = next.x1 + 16;
  }
}

void AttentionFigure::tokens(Screen& s) {
  const explorer::AttentionView& v = view(s);
  over_query_.reset();
  const float high_queries = layout_.query_pitch * static_cast<float>(v.queries);
  const float high_keys = layout_.key_pitch * static_cast<float>(v.keys);
  const Rect queries{layout_.queries.x0, layout_.token_top, layout_.curve_x0 + 8, layout_.token_top + high_queries};
  const Rect keys{layout_.curve_x1 - 8, layout_.token_top, layout_.keys.x1, layout_.token_top + high_keys};
  const auto at = [&](float pitch, std::size_t count) {
    const float row = std::clamp((s.pointer().y - layout_.token_top) / pitch, 0.0f, static_cast<float>(count) - 0.5f);
    return static_cast<std::size_t>(row);
  };
  const Hit hit = s.hit("queries", queries);
  const std::size_t row = at(layout_.query_pitch, v.queries);
  if (s.rested(hit)) {
    const float y = layout_.token_top + layout_.query_pitch * static_cast<float>(row);
    open_press_menu(s, {.kind = Pressed::Kind::query, .cell = {}, .place = row},
                    {queries.x0, y, queries.x1, y + layout_.query_pitch});
  }
  if (hit.hovered) {
    s.out.cursor = "pointer";
    if (!s.touch()) over_query_ = row;
  }
  if (hit.clicked && !hit.by_key && !s.memory.long_pressed) toggle_query(s, row, adds());
  if (hit.focused) {
    // Arrows go to the next query; with Shift it is added to the followed ones.
    const std::size_t last = v.followed.back(), first = v.followed.front();
    const bool shift = ImGui::GetIO().KeyShift;
    if (s.takes(ImGuiKey_DownArrow, last + 1 < v.queries)) toggle_query(s, last + 1, shift);
    if (s.takes(ImGuiKey_UpArrow, first > 0)) toggle_query(s, first - 1, shift);
    if (s.takes(ImGuiKey_Home, first > 0)) toggle_query(s, 0, false);
    if (s.takes(ImGuiKey_End, last + 1 < v.queries)) toggle_query(s, v.queries - 1, false);
    s.says(true, s.text("attention.followed"), "role.list", s.place_of(first, v.queries));
    s.ring(queries, segment_radius);
  }
  // A key of the followed query stands for that cell of the map.
  const Hit key = s.hit("keys", keys, false);
  if (key.hovered) {
    s.out.cursor = "pointer";
    pointed_ = true;
    const graph::CellRef cell = this->cell(s, v.followed.front(), at(layout_.key_pitch, v.keys));
    if (!s.around.touch) s.hover(cell);
    if (key.clicked) s.command(explorer::Focus{cell, true});
  }
}

void AttentionFigure::zoom_buttons(Screen& s) {
  if (layout_.zoom.empty()) return;
  const double zoom = s.explorer.state().attention.zoom;
  const float size = layout_.zoom.height();
  const Point middle = layout_.map.middle();
  const auto press = [&](std::string_view id, int place, Icon icon, std::string_view tip, bool enabled) {
    const Rect where = box(layout_.zoom.x0 + size * static_cast<float>(place), layout_.zoom.y0, size, size);
    const std::string_view words = s.text(tip);
    return button(s, id, where, {.before = icon, .kind = ButtonKind::ghost, .enabled = enabled, .tip = words});
  };
  if (press("zoom:out", 0, Icon::minus, "attention.zoom.out", zoom > 1)) zoom_to(s, zoom / zoom_step, middle);
  if (press("zoom:fit", 1, Icon::fullscreen, "attention.zoom.fit", zoom > 1)) s.command(explorer::ZoomAttention{});
  if (press("zoom:in", 2, Icon::plus, "attention.zoom.in", zoom < most_zoom() - 0.01))
    zoom_to(s, zoom * zoom_step, middle);
}

double AttentionFigure::most_zoom() const {
  return std::clamp(static_cast<double>(closest_cell / std::max(layout_.pitch, 0.5f)), 1.0,
                    explorer::most_attention_zoom);
}

void AttentionFigure::zoom_to(Screen& s, double zoom, Point under) {
  const double to = std::clamp(zoom, 1.0, most_zoom());
  if (std::abs(to - s.explorer.state().attention.zoom) < 1e-6) return;
  zoom_and_carry(s, to, under, under);
}

// Moves what was under one point to another.
void AttentionFigure::zoom_and_carry(Screen& s, double zoom, Point from, Point to) {
  const MapWindow now = window(s);
  const MapMiddle share{(from.x - now.x) / (now.width * static_cast<float>(columns_)),
                        (from.y - now.y) / (now.height * static_cast<float>(rows_))};
  const MapMiddle middle = middle_for(layout_.map, zoom, share, to);
  s.command(explorer::ZoomAttention{zoom, middle.x, middle.y});
}

// Two fingers: the points of the map under them stay under them.
void AttentionFigure::pinch(Screen& s) {
  if (most_zoom() <= 1) return;
  const Rect& map = layout_.map;
  s.out.pinch = {map.x0, map.y0, map.x1, map.y1};
  const FrameInput::Pinch& fingers = s.around.pinch;
  if (fingers.factor <= 0) return;
  const double zoom = std::clamp(s.explorer.state().attention.zoom * fingers.factor, 1.0, most_zoom());
  zoom_and_carry(s, zoom, {fingers.from_x, fingers.from_y}, {fingers.x, fingers.y});
}

void AttentionFigure::pan_by(Screen& s, float x, float y) {
  const explorer::AttentionLook& look = s.explorer.state().attention;
  if (look.zoom <= 1) return;
  const double half = 0.5 / look.zoom;
  const auto to = [&](double middle, float by, float size) {
    return std::clamp(middle + by / (size * look.zoom), half, 1 - half);
  };
  s.command(
      explorer::ZoomAttention{look.zoom, to(look.x, x, layout_.map.width()), to(look.y, y, layout_.map.height())});
}

void AttentionFigure::map(Screen& s) {
  const explorer::AttentionView& v = view(s);
  const auto& state = s.explorer.state();
  const MapWindow now = window(s);
  const Hit hit = s.hit("attention-map", layout_.map);
  const bool rested = s.rested(hit);
  const ImGuiIO& io = ImGui::GetIO();
  const Point at = s.pointer();
  const bool inside = (hit.hovered || hit.held) && layout_.map.contains(at);
  if (hit.hovered && most_zoom() > 1) {
    // An embed must not capture scrolling: there the wheel zooms only with Ctrl.
    const bool takes = s.shell != Shell::embed || io.KeyCtrl;
    if (takes) s.out.wants_wheel = true;
    if (takes && io.MouseWheel != 0) zoom_to(s, state.attention.zoom * std::pow(zoom_step, io.MouseWheel), at);
  }
  pinch(s);
  if (ImGui::IsItemActivated()) dragged_ = false;
  if (hit.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 5) && state.attention.zoom > 1) {
    dragged_ = true;
    pan_by(s, -io.MouseDelta.x, -io.MouseDelta.y);
    s.out.cursor = "grabbing";
    pointed_ = true;
    return;
  }
  if (inside) {
    pointed_ = true;
    const auto place = [](float from, float size, std::size_t count) {
      return static_cast<std::size_t>(std::clamp(from / size, 0.0f, static_cast<float>(count) - 0.5f));
    };
    const graph::CellRef cell =
        this->cell(s, place(at.y - now.y, now.height, v.queries), place(at.x - now.x, now.width, v.keys));
    s.out.cursor = "pointer";
    if (!s.around.touch && !s.memory.keys_rule) s.hover(cell);
    if (rested) {
      s.command(explorer::Focus{cell, true});
      open_press_menu(s, {.kind = Pressed::Kind::cell, .cell = cell}, box(at.x - 22, at.y - 22, 44, 44));
    }
    if (hit.clicked && !hit.by_key && !dragged_ && !s.memory.long_pressed) {
      const bool again = state.pinned && state.focused == cell && !s.around.touch;
      if (again) s.command(explorer::Focus{});
      else s.command(explorer::Focus{cell, true});
    }
  }
  if (s.focus.has("attention-map") && !s.memory.editing) map_keys(s);
}

// Arrows go from cell to cell and scroll the map along; with Shift they only move the map. + and − zoom, 0 shows the
// whole map.
void AttentionFigure::map_keys(Screen& s) {
  const explorer::AttentionView& v = view(s);
  const auto& state = s.explorer.state();
  const Point middle = layout_.map.middle();
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters) {
    if (typed == '+' || typed == '=') zoom_to(s, state.attention.zoom * zoom_step, middle);
    if (typed == '-') zoom_to(s, state.attention.zoom / zoom_step, middle);
    if (typed == '0' && state.attention.zoom > 1) s.command(explorer::ZoomAttention{});
  }
  s.ring(layout_.map, 6);
  const auto place = place_of(s, state.focused);
  const bool moves_map = ImGui::GetIO().KeyShift;
  const auto arrow = [&](ImGuiKey key, bool can) { return static_cast<int>(s.takes(key, moves_map || !place || can)); };
  const int down = arrow(ImGuiKey_DownArrow, !place || place->first + 1 < v.queries) -
                   arrow(ImGuiKey_UpArrow, !place || place->first > 0);
  const int right = arrow(ImGuiKey_RightArrow, !place || place->second + 1 < v.keys) -
                    arrow(ImGuiKey_LeftArrow, !place || place->second > 0);
  s.says(true, s.text("attention.curves"), "role.table", s.joined({s.digits(v.queries), " × ", s.digits(v.keys)}));
  if (moves_map) {
    const MapWindow now = window(s);
    if (down != 0 || right != 0)
      pan_by(s, static_cast<float>(right) * std::max(now.width, 24.0f),
             static_cast<float>(down) * std::max(now.height, 24.0f));
    return;
  }
  std::size_t row = place ? place->first : v.followed.front(), column = place ? place->second : 0;
  const bool wakes = !place && (s.focus.arrived() || down != 0 || right != 0 || s.pressed(ImGuiKey_Enter, false));
  const auto moved_to = [](std::size_t from, int by, std::size_t count) {
    const auto to = static_cast<std::ptrdiff_t>(from) + by;
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(to, 0, static_cast<std::ptrdiff_t>(count) - 1));
  };
  if (place) {
    row = moved_to(row, down, v.queries);
    column = moved_to(column, right, v.keys);
    if (s.takes(ImGuiKey_Home, column > 0)) column = 0;
    if (s.takes(ImGuiKey_End, column + 1 < v.keys)) column = v.keys - 1;
    if (std::pair(row, column) == *place) return;
  } else if (!wakes) {
    return;
  }
  s.focus.show();
  s.memory.keys_rule = true;
  s.command(explorer::Focus{cell(s, row, column), state.pinned});
  if (state.hovered) s.command(explorer::Hover{});
  const MapWindow now = window(s);
  const Rect at = now.cell(row, column, 0);
  const float x = at.x1 > now.seen.x1 ? at.x1 - now.seen.x1 : at.x0 < now.seen.x0 ? at.x0 - now.seen.x0 : 0;
  const float y = at.y1 > now.seen.y1 ? at.y1 - now.seen.y1 : at.y0 < now.seen.y0 ? at.y0 - now.seen.y0 : 0;
  if (x != 0 || y != 0) pan_by(s, x, y);
}

}  // namespace ui

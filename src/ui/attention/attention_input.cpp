// Input to an attention figure by pointer, touch and keys: following queries; pointing at, moving and zooming the map.
#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/attention/attention.hpp"
#include "ui/stage/matrix.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float closest_cell = 72;
constexpr double zoom_step = 1.3;

}  // namespace

void AttentionFigure::toggle_query(Screen& s, std::size_t query, bool add) {
  const std::vector<std::size_t> one{query};
  s.command(explorer::FollowQueries{add ? toggled(view(s).followed, query) : one});
}

// For axes before the heads, such as the batch, one index is shown.
void AttentionFigure::others(Screen& s) {
  const explorer::AttentionView& v = view(s);
  float x = layout_.others.x0;
  const float y = layout_.others.y0;
  for (const explorer::AttentionView::Leading& other : v.others) {
    if (other.count < 2) continue;
    const std::string_view words =
        s.text("attention.place", {other.name, std::to_string(other.place + 1), std::to_string(other.count)});
    const float height = layout_.others.height();
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
  if (hit.clicked && !hit.by_key && !s.memory.long_pressed) toggle_query(s, row, extends_selection());
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
    const graph::CellRef cell = this->cell(s, first(s), v.followed.front(), at(layout_.key_pitch, v.keys));
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
  if (press("zoom:out", 0, Icon::minus, "attention.zoom.out", zoom > 1))
    zoom_to(s, layout_.map, zoom / zoom_step, middle);
  if (press("zoom:fit", 1, Icon::fullscreen, "attention.zoom.fit", zoom > 1)) s.command(explorer::ZoomAttention{});
  if (press("zoom:in", 2, Icon::plus, "attention.zoom.in", zoom < most_zoom() - 0.01))
    zoom_to(s, layout_.map, zoom * zoom_step, middle);
}

double AttentionFigure::most_zoom() const {
  return std::clamp(static_cast<double>(closest_cell / std::max(layout_.pitch, 0.5f)), 1.0,
                    explorer::most_attention_zoom);
}

void AttentionFigure::zoom_to(Screen& s, const Rect& map, double zoom, Point under) {
  const double to = std::clamp(zoom, 1.0, most_zoom());
  if (std::abs(to - s.explorer.state().attention.zoom) < 1e-6) return;
  zoom_and_carry(s, map, to, under, under);
}

// Moves what was under one point to another.
void AttentionFigure::zoom_and_carry(Screen& s, const Rect& map, double zoom, Point from, Point to) {
  const MapWindow now = window(s, map);
  const MapMiddle share{(from.x - now.x) / (now.width * static_cast<float>(columns_)),
                        (from.y - now.y) / (now.height * static_cast<float>(rows_))};
  const MapMiddle middle = middle_for(map, zoom, share, to);
  s.command(explorer::ZoomAttention{zoom, middle.x, middle.y});
}

// Two fingers: the points of the map under them stay under them.
void AttentionFigure::pinch(Screen& s, const Rect& map) {
  if (most_zoom() <= 1) return;
  const Rect there = s.type.mirror().to_window(map);
  s.out.pinch = {there.x0, there.y0, there.x1, there.y1};
  const FrameInput::Pinch fingers = s.pinched();
  if (fingers.factor <= 0) return;
  const double zoom = std::clamp(s.explorer.state().attention.zoom * fingers.factor, 1.0, most_zoom());
  zoom_and_carry(s, map, zoom, {fingers.from_x, fingers.from_y}, {fingers.x, fingers.y});
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

void AttentionFigure::map(Screen& s, const Panel& panel) {
  const explorer::AttentionView& v = view(s);
  const auto& state = s.explorer.state();
  const MapWindow now = window(s, panel.at.map);
  const Hit hit = s.hit(panel.id("attention-map", "attention-map-other"), panel.at.map);
  const bool rested = s.rested(hit);
  const ImGuiIO& io = ImGui::GetIO();
  const Point at = s.pointer();
  const bool inside = (hit.hovered || hit.held) && panel.at.map.contains(at);
  if (hit.hovered && most_zoom() > 1) {
    // An embed must not capture scrolling: there the wheel zooms only with Ctrl.
    const bool takes = s.shell != Shell::embed || io.KeyCtrl;
    if (takes) s.out.wants_wheel = true;
    if (takes && io.MouseWheel != 0)
      zoom_to(s, panel.at.map, state.attention.zoom * std::pow(zoom_step, io.MouseWheel), at);
  }
  pinch(s, panel.at.map);
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
        this->cell(s, panel, place(at.y - now.y, now.height, v.queries), place(at.x - now.x, now.width, v.keys));
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
  if (s.focus.has(panel.id("attention-map", "attention-map-other")) && !s.typing()) map_keys(s, panel);
}

// Arrows go from cell to cell and scroll the map along; with Shift they only move the map. + and − zoom, 0 shows the
// whole map.
void AttentionFigure::map_keys(Screen& s, const Panel& panel) {
  const explorer::AttentionView& v = view(s);
  const auto& state = s.explorer.state();
  const Point middle = panel.at.map.middle();
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters) {
    if (typed == '+' || typed == '=') zoom_to(s, panel.at.map, state.attention.zoom * zoom_step, middle);
    if (typed == '-') zoom_to(s, panel.at.map, state.attention.zoom / zoom_step, middle);
    if (typed == '0' && state.attention.zoom > 1) s.command(explorer::ZoomAttention{});
  }
  s.ring(panel.at.map, 6);
  const auto place = place_of(s, panel, state.focused);
  const bool moves_map = ImGui::GetIO().KeyShift;
  const auto arrow = [&](ImGuiKey key, bool can) { return static_cast<int>(s.takes(key, moves_map || !place || can)); };
  const int down = arrow(ImGuiKey_DownArrow, !place || place->first + 1 < v.queries) -
                   arrow(ImGuiKey_UpArrow, !place || place->first > 0);
  const int right = arrow(ImGuiKey_RightArrow, !place || place->second + 1 < v.keys) -
                    arrow(ImGuiKey_LeftArrow, !place || place->second > 0);
  s.says(true, panel.beside ? panel.title : s.text("attention.curves"), "role.table",
         s.joined({s.digits(v.queries), " × ", s.digits(v.keys)}));
  if (moves_map) {
    const MapWindow now = window(s, panel.at.map);
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
  s.command(explorer::Focus{cell(s, panel, row, column), state.pinned});
  if (state.hovered) s.command(explorer::Hover{});
  const MapWindow now = window(s, panel.at.map);
  const Rect at = now.cell(row, column, 0);
  const float x = at.x1 > now.seen.x1 ? at.x1 - now.seen.x1 : at.x0 < now.seen.x0 ? at.x0 - now.seen.x0 : 0;
  const float y = at.y1 > now.seen.y1 ? at.y1 - now.seen.y1 : at.y0 < now.seen.y0 ? at.y0 - now.seen.y0 : 0;
  if (x != 0 || y != 0) pan_by(s, x, y);
}

}  // namespace ui

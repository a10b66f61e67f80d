// A dragged item's row follows the pointer; the other rows are placed by the current order.
#include "ui/widgets/widgets.hpp"

#include <algorithm>
#include <cmath>

#include "imgui.h"

namespace ui {
namespace {

using Places = std::vector<double>;

struct Move {
  std::size_t from = 0, to = 0;
};

void move_item(Screen& s, const explorer::ControlView& control, const Places& places, std::size_t from, std::size_t to,
               bool continues) {
  Places next = places;
  const auto at = [&](std::size_t i) { return next.begin() + static_cast<std::ptrdiff_t>(i); };
  if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
  else std::rotate(at(to), at(from), at(from + 1));
  s.command(explorer::SetParameter{control.name, std::move(next), continues});
}

void draw_grip(Screen& s, Rect line, Color ink) {
  for (int i = 0; i < 6; ++i) {
    const int row = i / 2;
    const float x = line.x0 + 12 + static_cast<float>(i % 2) * 5, y = line.middle_y() - 5 + static_cast<float>(row) * 5;
    s.pen.disc({x, y}, 1.25f, ink);
  }
}

void draw_item(Screen& s, Rect line, std::string_view name, bool off, bool lifted, float lit) {
  const Rect where = s.pen.snapped(grown(line, 0, -1));
  if (lifted) s.pen.panel(where, s.theme.bg2, s.theme.text3, segment_radius);
  else s.pen.fill(where, s.theme.bg3, segment_radius);
  draw_grip(s, line, off ? s.theme.disabled : mixed(s.theme.text3, s.theme.text, lifted ? 1 : lit));
  s.pen.text_in({line.x0 + 30, line.y0, line.x1, line.y1},
                s.type.fitted(name, {Face::medium, control_size}, line.width() - 34), {Face::medium, control_size},
                off ? s.theme.text3 : s.theme.text);
}

// The rows of one control.
struct OrderRows {
  const explorer::ControlView& control;
  const Places& places;
  float x0, x1, y, row;
  bool off;

  std::size_t count() const { return places.size(); }
  Rect line(std::size_t i) const { return box(x0, y + static_cast<float>(i) * row, x1 - x0 - 2 * row, row); }
  std::string_view name(Screen& s, std::size_t i) const {
    const auto item = static_cast<std::size_t>(places[i]);
    return item < control.choices.size() ? std::string_view(control.choices[item].second) : s.digits(item + 1);
  }
};

// For readers who cannot drag; not in the Tab order, since the row itself handles the arrow keys.
void draw_arrow(Screen& s, const OrderRows& rows, std::size_t i, bool up) {
  const bool can = up ? i > 0 : i + 1 < rows.count();
  const Rect where = box(rows.x1 - (up ? 2 : 1) * rows.row, rows.line(i).y0, rows.row, rows.row);
  const std::string_view id = s.joined({"control:", rows.control.name, ":", s.digits(i), up ? ":up" : ":down"});
  const Hit hit = can && !rows.off ? s.hit(id, where, false) : Hit{};
  if (hit.hovered) {
    s.pen.fill(s.pen.snapped(grown(where, -2)), s.theme.bg3, segment_radius);
    s.item_tip(s.text(up ? "control.move_up" : "control.move_down", {rows.name(s, i)}));
    s.out.cursor = "pointer";
  }
  const Color ink = !can || rows.off ? s.theme.disabled : hit.hovered ? s.theme.text : s.theme.text2;
  draw_icon(s.pen, up ? Icon::up : Icon::chevron, where.middle(), ink, 16);
  if (hit.clicked) move_item(s, rows.control, rows.places, i, up ? i - 1 : i + 1, false);
}

// What pointer and keys do at a row; `lit` is how far it is lit under the pointer.
std::optional<Move> point_at_row(Screen& s, const OrderRows& rows, std::size_t i, float& lit) {
  const std::string_view id = s.joined({"control:", rows.control.name, ":", s.digits(i)});
  const Rect line = rows.line(i);
  const Hit hit = rows.off ? Hit{} : s.hit(id, line);
  lit = s.motion.fade(motion_key(id), hit.hovered, control_time);
  if (hit.hovered || hit.held) s.out.cursor = hit.held ? "grabbing" : "grab";
  if (hit.held && !s.memory.dragged)
    s.memory.dragged = DraggedItem{rows.control.name, i, s.pointer().y - line.y0, false};
  if (!hit.focused) return std::nullopt;
  // Up and down move the item; left and right go to the one before and the next.
  std::optional<Move> by_key;
  if (s.takes(ImGuiKey_UpArrow, i > 0)) by_key = Move{i, i - 1};
  if (s.takes(ImGuiKey_DownArrow, i + 1 < rows.count())) by_key = Move{i, i + 1};
  s.says(true, rows.name(s, i), "role.item", s.place_of(i, rows.count()));
  s.ring(line, segment_radius);
  return by_key;
}

// The dragged item follows the pointer; when it reaches another place, the order changes.
void draw_dragged(Screen& s, const OrderRows& rows, DraggedItem& dragged) {
  const float most = rows.y + static_cast<float>(rows.count() - 1) * rows.row;
  const float top = std::clamp(s.pointer().y - dragged.grip, rows.y, most);
  Rect line = rows.line(0);
  line.y1 += top - line.y0;
  line.y0 = top;
  draw_item(s, line, rows.name(s, dragged.place), rows.off, true, 1);
  const auto to = static_cast<std::size_t>(
      std::clamp(std::round((top - rows.y) / rows.row), 0.0f, static_cast<float>(rows.count() - 1)));
  if (to == dragged.place) return;
  move_item(s, rows.control, rows.places, dragged.place, to, dragged.moved);
  dragged.place = to;
  dragged.moved = true;
}

}  // namespace

float draw_order(Screen& s, float x0, float x1, float y, float row, const explorer::ControlView& control) {
  const auto* places = std::get_if<Places>(&control.value);
  if (!places || places->empty()) return y;
  const OrderRows rows{control, *places, x0, x1, y, row, !control.off.empty()};
  const std::size_t count = rows.count();

  auto& dragged = s.memory.dragged;
  if (dragged && dragged->control == control.name && (!ImGui::IsMouseDown(ImGuiMouseButton_Left) || rows.off))
    dragged.reset();
  std::vector<float>& lit = s.memory.numbers.next();
  lit.resize(count);
  std::optional<Move> by_key;
  for (std::size_t i = 0; i < count; ++i) {
    if (const std::optional<Move> moved = point_at_row(s, rows, i, lit[i])) by_key = moved;
    draw_arrow(s, rows, i, true);
    draw_arrow(s, rows, i, false);
  }
  if (by_key && by_key->from != by_key->to) {
    move_item(s, control, *places, by_key->from, by_key->to, false);
    s.focus.take("control:" + control.name + ":" + std::to_string(by_key->to), true);  // the focus stays with its item
  }

  const bool mine = dragged && dragged->control == control.name && dragged->place < count;
  for (std::size_t i = 0; i < count; ++i)
    if (!mine || i != dragged->place) draw_item(s, rows.line(i), rows.name(s, i), rows.off, false, lit[i]);
  if (mine) draw_dragged(s, rows, *dragged);
  return y + static_cast<float>(count) * row;
}

}  // namespace ui

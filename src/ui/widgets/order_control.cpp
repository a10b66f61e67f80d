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

}  // namespace

float draw_order(Screen& s, float x0, float x1, float y, float row, const explorer::ControlView& control) {
  const auto* places = std::get_if<Places>(&control.value);
  if (!places || places->empty()) return y;
  const std::size_t count = places->size();
  const bool off = !control.off.empty();
  const float buttons = 2 * row;
  const auto line_of = [&](std::size_t i) { return box(x0, y + static_cast<float>(i) * row, x1 - x0 - buttons, row); };
  const auto name_of = [&](std::size_t i) {
    const auto item = static_cast<std::size_t>((*places)[i]);
    return item < control.choices.size() ? std::string_view(control.choices[item].second) : s.digits(item + 1);
  };

  auto& dragged = s.memory.dragged;
  if (dragged && dragged->control == control.name && (!ImGui::IsMouseDown(ImGuiMouseButton_Left) || off))
    dragged.reset();
  std::vector<float>& lit = s.memory.numbers.next();
  lit.resize(count);
  std::optional<Move> by_key;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view id = s.joined({"control:", control.name, ":", s.digits(i)});
    const Rect line = line_of(i);
    const Hit hit = off ? Hit{} : s.hit(id, line);
    lit[i] = s.motion.fade(motion_key(id), hit.hovered, control_time);
    if (hit.hovered || hit.held) s.out.cursor = hit.held ? "grabbing" : "grab";
    if (hit.held && !dragged) dragged = DraggedItem{control.name, i, s.pointer().y - line.y0, false};
    if (hit.focused) {
      // Up and down move the item; left and right go to the one before and the next.
      if (s.takes(ImGuiKey_UpArrow, i > 0)) by_key = Move{i, i - 1};
      if (s.takes(ImGuiKey_DownArrow, i + 1 < count)) by_key = Move{i, i + 1};
      s.says(true, name_of(i), "role.item", s.place_of(i, count));
      s.ring(line, segment_radius);
    }
    // For readers who cannot drag; not in the Tab order, since the row itself handles the arrow keys.
    const auto arrow = [&](const char* which, float left, Icon icon, std::string_view words, bool can, std::size_t to) {
      const Rect where = box(left, line.y0, row, row);
      const Hit over = can && !off ? s.hit(s.joined({id, which}), where, false) : Hit{};
      if (over.hovered) {
        s.pen.fill(s.pen.snapped(grown(where, -2)), s.theme.bg3, segment_radius);
        s.item_tip(s.text(words, {name_of(i)}));
        s.out.cursor = "pointer";
      }
      draw_icon(s.pen, icon, where.middle(),
                !can || off    ? s.theme.disabled
                : over.hovered ? s.theme.text
                               : s.theme.text2,
                16);
      if (over.clicked) move_item(s, control, *places, i, to, false);
    };
    arrow(":up", x1 - 2 * row, Icon::up, "control.move_up", i > 0, i - (i > 0 ? 1 : 0));
    arrow(":down", x1 - row, Icon::chevron, "control.move_down", i + 1 < count, i + 1);
  }
  if (by_key && by_key->from != by_key->to) {
    move_item(s, control, *places, by_key->from, by_key->to, false);
    s.focus.take("control:" + control.name + ":" + std::to_string(by_key->to), true);  // the focus stays with its item
  }

  const bool mine = dragged && dragged->control == control.name && dragged->place < count;
  for (std::size_t i = 0; i < count; ++i)
    if (!mine || i != dragged->place) draw_item(s, line_of(i), name_of(i), off, false, lit[i]);
  if (mine) {
    const float most = y + static_cast<float>(count - 1) * row;
    const float top = std::clamp(s.pointer().y - dragged->grip, y, most);
    draw_item(s, box(x0, top, x1 - x0 - buttons, row), name_of(dragged->place), off, true, 1);
    const auto to =
        static_cast<std::size_t>(std::clamp(std::round((top - y) / row), 0.0f, static_cast<float>(count - 1)));
    if (to != dragged->place) {
      move_item(s, control, *places, dragged->place, to, dragged->moved);
      dragged->place = to;
      dragged->moved = true;
    }
  }
  return y + static_cast<float>(count) * row;
}

}  // namespace ui

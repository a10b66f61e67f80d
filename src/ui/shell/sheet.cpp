// The sheet follows the finger and settles at the nearest stop.
#include "ui/shell/sheet.hpp"

#include <algorithm>

#include "imgui.h"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float bar_height = 72, handle_height = 26;
constexpr std::string_view tab_names[] = {"explain", "question", "controls", "map"};

float stop_height(const Screen& s, SheetStop stop) {
  switch (stop) {
    case SheetStop::closed: return sheet_closed;
    case SheetStop::half: return sheet_half;
    case SheetStop::full: return s.around.height * sheet_full;
  }
  return sheet_half;
}

}  // namespace

float sheet_height(Screen& s) {
  const float resting = stop_height(s, s.memory.stop);
  if (s.memory.sheet_dragging)
    return std::clamp(resting + s.memory.sheet_drag, sheet_closed, s.around.height * sheet_full);
  return s.motion.move(motion_key("sheet"), resting, panel_time);
}

void draw_sheet(Screen& s, Rect whole, MotionPlayer* player) {
  const Theme& theme = s.theme;
  Memory& memory = s.memory;
  const float height = sheet_height(s);
  const Rect sheet = s.pen.snapped(Rect{whole.x0, whole.y1 - height, whole.x1, whole.y1});
  const Rect handle{sheet.x0, sheet.y0 + handle_height - touch_target, sheet.x1, sheet.y0 + handle_height};
  s.begin_layer("sheet-layer", {sheet.x0, handle.y0, sheet.x1, sheet.y1});
  s.pen.fill_top(sheet, theme.bg2, sheet_radius);
  s.pen.outline({sheet.x0, sheet.y0, sheet.x1, sheet.y1 + 40}, theme.line2, 1, sheet_radius);

  // The handle: drag it, click it, or use the arrow keys on it. Its touch area extends upwards, where nothing else is.
  s.focus.group("sheet");
  const Hit grip = s.hit("sheet", handle);
  s.pen.fill(box(sheet.middle_x() - 18, sheet.y0 + 9, 36, 4), grip.hovered || grip.held ? theme.text3 : theme.line2, 2);
  if (grip.focused) s.ring(box(sheet.middle_x() - 18, sheet.y0 + 8, 36, 6), 3);
  if (grip.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
    memory.sheet_dragging = true;
    memory.sheet_drag = -ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 4).y;
  } else if (memory.sheet_dragging) {
    memory.sheet_dragging = false;
    memory.sheet_drag = 0;
    for (const SheetStop stop : {SheetStop::closed, SheetStop::half, SheetStop::full}) {
      if (std::abs(stop_height(s, stop) - height) < std::abs(stop_height(s, memory.stop) - height)) memory.stop = stop;
    }
  } else if (grip.clicked) {
    memory.stop = memory.stop == SheetStop::closed ? SheetStop::half
                  : memory.stop == SheetStop::half ? SheetStop::full
                                                   : SheetStop::closed;
  }
  constexpr std::string_view stops[] = {"focus.sheet.closed", "focus.sheet.half", "focus.sheet.full"};
  s.says(grip.focused, s.text("focus.sheet"), "role.slider", s.text(stops[static_cast<std::size_t>(memory.stop)]));
  if (grip.focused && s.takes(ImGuiKey_UpArrow, memory.stop != SheetStop::full)) {
    memory.stop = static_cast<SheetStop>(static_cast<int>(memory.stop) + 1);
  }
  if (grip.focused && s.takes(ImGuiKey_DownArrow, memory.stop != SheetStop::closed)) {
    memory.stop = static_cast<SheetStop>(static_cast<int>(memory.stop) - 1);
  }

  constexpr float above_track = 8;  // which lies on the upper edge of the bar
  const Rect body{sheet.x0, sheet.y0 + handle_height, sheet.x1, sheet.y1 - bar_height - above_track};
  const bool told = plays(s) && !memory.lecture.waits();
  if (plays(s) && memory.lecture.began_to_wait()) memory.tab = SheetTab::question;
  if (told) {
    draw_caption(s, {body.x0 + 20, body.y0, body.x1 - 20, body.y1 - 18}, px(17));
    draw_lecture_dots(s, body.x0 + 20, body.y1 - 9, body.width() - 40);
  } else if (body.height() > 20) {
    ImGui::PushClipRect({body.x0, body.y0}, {body.x1, body.y1}, true);
    Few<SheetTab, 4> tabs;
    std::vector<std::string_view>& words = s.list();
    const auto add = [&](SheetTab tab, std::string_view id) {
      tabs.add(tab);
      words.push_back(s.text(id));
    };
    add(SheetTab::explain, "sheet.explain");
    if (s.view.question) add(SheetTab::question, s.view.question->goal ? "step.goal" : "step.question.chip");
    else if (memory.tab == SheetTab::question) memory.tab = SheetTab::explain;
    add(SheetTab::controls, "sheet.controls");
    add(SheetTab::map, "sheet.map");
    const auto at = static_cast<std::size_t>(std::ranges::find(tabs, memory.tab) - tabs.begin());
    const Rect tab_row = box(body.x0 + 16, body.y0, body.width() - 32, touch_target);
    if (const auto chosen = segmented(s, "tabs", s.text("focus.tabs"), tab_row, words, at)) {
      memory.tab = tabs[*chosen];
      if (memory.stop == SheetStop::closed) memory.stop = SheetStop::half;
    }
    for (std::size_t tab = 0; tab < tabs.size(); ++tab)
      s.mark(s.joined({"tab:", tab_names[static_cast<std::size_t>(tabs[tab])]}),
             segment_rect(tab_row, touch_target, tabs.size(), tab));
    const Rect inside{body.x0 + 20, tab_row.y1 + 12, body.x1 - 20, body.y1};
    if (inside.height() > 8) {
      if (memory.tab == SheetTab::explain) {
        s.focus.group("text");
        draw_text_rest(s, inside, "explain", theme.bg2, Asks::elsewhere);
      } else if (memory.tab == SheetTab::question) {
        s.open_at_top("sheet-question");
        const float y = s.begin_scroll("sheet-question", inside);
        s.end_scroll(draw_question_alone(s, inside.x0, inside.x1 - 8, y) + 12, theme.bg2);
      } else if (memory.tab == SheetTab::map) {
        s.focus.group("map");
        draw_map(s, grown(inside, 0, -2));
      } else {
        s.focus.group("controls");
        const float y = s.begin_scroll("sheet-controls", inside);
        s.end_scroll(draw_controls(s, inside.x0, inside.x1, y) + 12, theme.bg2);
      }
    }
    ImGui::PopClipRect();
  }
  s.pen.across(sheet.x0, sheet.x1, sheet.y1 - bar_height, theme.line);
  if (plays(s)) {
    draw_lecture_row(s, {sheet.x0 + 16, sheet.y1 - bar_height + 11, sheet.x1 - 16, sheet.y1 - bar_height + 59});
    return s.end_layer();
  }
  const Rect back = box(sheet.x0 + 16, sheet.y1 - bar_height + 14, 52, 48);
  const Rect play = box(back.x1 + 8, back.y0, 48, 48);
  const Rect next{play.x1 + 10, back.y0, sheet.x1 - 16, back.y1};
  draw_back_next(s, back, next, true);
  s.focus.group("time");
  if (player != nullptr) draw_play(s, play, *player);
  if (player != nullptr || memory.beats.several())
    draw_track(s, box(back.x0, sheet.y1 - bar_height - 3, sheet.width() - 32, 6), player);
  s.end_layer();
}

}  // namespace ui

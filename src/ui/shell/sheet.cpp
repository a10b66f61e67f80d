// The sheet follows the finger and settles at the nearer of its two heights.
#include "ui/shell/sheet.hpp"

#include <algorithm>
#include <utility>

#include "explorer/lecture/captions.hpp"
#include "imgui.h"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float bar_height = 72, handle_height = 26, low_screen = 700, most_controls = 360, most_map = 240;
constexpr std::size_t most_story_lines = 3;
constexpr std::string_view tab_names[] = {"explain", "question", "controls", "map"};

// The controls leave room for the figure, where there is some, so that what they change is seen.
bool shares_screen(const Screen& s) { return s.memory.tab == SheetTab::controls && s.around.height >= low_screen; }

float page_height(const Screen& s) {
  if (shares_screen(s)) return std::min(s.around.height * 0.44f, most_controls);
  return s.around.height - (s.shell == Shell::narrow ? top_bar_height : top_bar_phone) - 5;
}

float height_now(Screen& s) {
  const float resting = s.memory.page_open ? page_height(s) : sheet_at_rest(s);
  if (s.memory.sheet_dragging) return std::clamp(resting + s.memory.sheet_drag, sheet_at_rest(s), page_height(s));
  return s.motion.move(motion_key("sheet"), resting, panel_time);
}

void turn_to(Screen& s, SheetTab tab) {
  Memory& memory = s.memory;
  memory.page_open = !memory.page_open || memory.tab != tab;
  memory.tab = tab;
}

// The handle: drag it or click it. Its touch area extends upwards, where nothing else is.
void draw_handle(Screen& s, Rect sheet, Rect handle, float height) {
  const Theme& theme = s.theme;
  Memory& memory = s.memory;
  s.focus.group("sheet");
  const Hit grip = s.hit("sheet", handle);
  s.pen.fill(box(sheet.middle_x() - 18, sheet.y0 + 9, 36, 4),
             grip.hovered || grip.held ? theme.text3
             : memory.page_open        ? theme.line2
                                       : theme.line,
             2);
  if (grip.focused) s.ring(box(sheet.middle_x() - 18, sheet.y0 + 8, 36, 6), 3);
  if (grip.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
    memory.sheet_dragging = true;
    memory.sheet_drag = -ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 4).y;
  } else if (memory.sheet_dragging) {
    memory.sheet_dragging = false;
    memory.sheet_drag = 0;
    memory.page_open = height > (sheet_at_rest(s) + page_height(s)) / 2;
  } else if (grip.clicked) {
    memory.page_open = !memory.page_open;
  }
  s.says(grip.focused, s.text("focus.sheet"), "role.button",
         s.text(memory.page_open ? "focus.sheet.full" : "focus.sheet.closed"));
}

// The tabs, of which the one in use is remembered; returns their row.
Rect draw_tabs(Screen& s, Rect body) {
  Memory& memory = s.memory;
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
  if (const auto chosen = segmented(s, "tabs", s.text("focus.tabs"), tab_row, words, at)) memory.tab = tabs[*chosen];
  for (std::size_t tab = 0; tab < tabs.size(); ++tab)
    s.mark(s.joined({"tab:", tab_names[static_cast<std::size_t>(tabs[tab])]}),
           segment_rect(tab_row, touch_target, tabs.size(), tab));
  return tab_row;
}

// What random numbers mean, which the bar only names. Returns its lower end.
float draw_random_note(Screen& s, float x0, float x1, float y) {
  const Font font{Face::regular, label_size};
  constexpr float line = 18;
  if (!s.view.random.empty()) y += 8;
  for (const std::string& words : s.type.lines(s.view.random, font, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + line}, words, font, s.theme.text3);
    y += line;
  }
  return y;
}

void draw_tab(Screen& s, Rect inside) {
  const Memory& memory = s.memory;
  const Theme& theme = s.theme;
  if (memory.tab == SheetTab::explain) {
    s.focus.group("text");
    draw_text_rest(s, inside, "explain", theme.bg2, Asks::elsewhere);
  } else if (memory.tab == SheetTab::question) {
    s.open_at_top("sheet-question");
    const float y = s.begin_scroll("sheet-question", inside);
    s.end_scroll(draw_question_alone(s, inside.x0, inside.x1 - 8, y) + 12, theme.bg2);
  } else if (memory.tab == SheetTab::map) {
    s.focus.group("map");
    draw_map(s, box(inside.x0, inside.y0 + 2, inside.width(), std::min(inside.height() - 4, most_map)));
  } else {
    s.focus.group("controls");
    const float y = s.begin_scroll("sheet-controls", inside);
    s.end_scroll(draw_random_note(s, inside.x0, inside.x1, draw_controls(s, inside.x0, inside.x1, y)) + 12, theme.bg2);
  }
}

// A sentence about the part that is on stage; the rest of the text is a click away.
void draw_sentence(Screen& s, Rect area) {
  const std::size_t part = s.memory.beats.firsts.empty() ? 0 : s.memory.beats.firsts[s.memory.beats.now];
  const explorer::Paragraphs& words =
      s.memory.story.get(std::pair(s.explorer.view_stamp(), part), [&] { return explorer::sentence_of(s.view, part); });
  if (words.empty() || area.height() < 20) return;
  ProseStyle style;
  const Prose* laid = nullptr;
  for (const float size : {px(19), px(17), px(15.5f), px(14)}) {
    style = {.size = size, .line = size * 1.32f, .gap = 0, .plain = s.theme.text, .strong = s.theme.text};
    laid = s.lay(words, area.width(), style);
    if (laid->lines() <= most_story_lines && laid->height <= area.height()) break;
  }
  if (laid->height > area.height())
    laid = s.lay(words, area.width(), style,
                 std::max<std::size_t>(static_cast<std::size_t>(area.height() / style.line), 1));
  s.focus.group("text");
  const Hit hit = s.hit("story", area);
  if (hit.clicked) turn_to(s, SheetTab::explain);
  if (hit.hovered) s.out.cursor = "pointer";
  s.says(hit.focused, s.text("sheet.explain"), "role.button", {});
  if (hit.focused) s.ring(grown(area, 4), segment_radius);
  const float alpha = s.pen.alpha();
  s.pen.set_alpha(alpha * s.read_in(s.memory.turn.at));
  draw_prose(s.pen, s.type, s.theme, *laid, {area.x0, area.middle_y() - laid->height / 2}, style);
  s.pen.set_alpha(alpha);
}

// Back, Play, the question, the controls, and Next, from left to right. On the narrowest screens Next comes first: the pages
// are then behind the sentence.
void draw_buttons(Screen& s, Rect row, MotionPlayer* player) {
  const Memory& memory = s.memory;
  float x = row.x0;
  constexpr float each = 46, apart = 6, least_next = 104;
  const auto next_place = [&] {
    const Rect place = box(x, row.y0 + 1, each, each);
    x = place.x1 + apart;
    return place;
  };
  const auto fits = [&] { return row.x1 - x - (each + apart) >= least_next; };
  const auto leads_to = [&](std::string_view id, SheetTab tab, Icon icon, std::string_view words) {
    const bool on = memory.page_open && memory.tab == tab;
    if (button(s, id, next_place(), {.before = on ? Icon::close : icon, .kind = ButtonKind::secondary, .tip = words}))
      turn_to(s, tab);
  };
  const Rect back = next_place();
  const Rect play = player != nullptr ? next_place() : Rect();
  s.focus.group("next");
  if (s.view.question && fits())
    leads_to("story-question", SheetTab::question, Icon::question,
             s.text(s.view.question->goal ? "step.goal" : "step.question.chip"));
  if (fits()) leads_to("story-controls", SheetTab::controls, Icon::sliders, s.text("sheet.controls"));
  draw_back_next(s, back, {x + 2, row.y0 + 1, row.x1, row.y0 + 1 + each}, true);
  s.focus.group("time");
  if (player != nullptr) draw_play(s, play, *player);
}

void draw_page(Screen& s, Rect body) {
  s.pen.clip(body);
  const Rect tab_row = draw_tabs(s, body);
  const Rect inside{body.x0 + 20, tab_row.y1 + 12, body.x1 - 20, body.y1};
  if (inside.height() > 8) draw_tab(s, inside);
  s.pen.unclip();
}

}  // namespace

float sheet_at_rest(const Screen& s) {
  if (plays(s)) return sheet_told;
  // Slopes need the room for the bar that explains them.
  return s.view.moves || s.around.height < low_screen ? sheet_low : sheet_story;
}

float sheet_beside_figure(const Screen& s) {
  return s.memory.page_open && shares_screen(s) && !plays(s) ? page_height(s) : sheet_at_rest(s);
}

bool sheet_covers_figure(const Screen& s) { return s.memory.page_open && !shares_screen(s); }

void draw_sheet(Screen& s, Rect whole, MotionPlayer* player) {
  const Theme& theme = s.theme;
  Memory& memory = s.memory;
  const bool told = plays(s) && !memory.lecture.waits();
  if (plays(s) && memory.lecture.began_to_wait()) memory.tab = SheetTab::question, memory.page_open = true;
  if (told) memory.page_open = false;
  const float height = height_now(s);
  const Rect sheet = s.pen.snapped(Rect{whole.x0, whole.y1 - height, whole.x1, whole.y1});
  const Rect handle{sheet.x0, sheet.y0 + handle_height - touch_target, sheet.x1, sheet.y0 + handle_height};
  s.begin_layer("sheet-layer", {sheet.x0, handle.y0, sheet.x1, sheet.y1});
  const bool rests = !memory.page_open && height <= sheet_at_rest(s);
  if (rests) s.pen.fill(sheet, theme.bg0);
  else s.pen.fill_top(sheet, theme.bg2, sheet_radius);
  if (!rests) s.pen.outline({sheet.x0, sheet.y0, sheet.x1, sheet.y1 + 40}, theme.line2, 1, sheet_radius);
  draw_handle(s, sheet, handle, height);
  constexpr float above_track = 8;  // which lies on the upper edge of the bar
  const Rect body{sheet.x0, sheet.y0 + handle_height, sheet.x1, sheet.y1 - bar_height - above_track};
  if (told) {
    draw_caption(s, {body.x0 + 20, body.y0, body.x1 - 20, body.y1 - 18}, px(17));
    draw_lecture_dots(s, body.x0 + 20, body.y1 - 9, body.width() - 40);
  } else if (memory.page_open || height > sheet_at_rest(s) + 60) {
    draw_page(s, body);
  } else {
    draw_sentence(s, {body.x0 + 20, body.y0 - 4, body.x1 - 20, body.y1 - 4});
  }
  if (!rests) s.pen.across(sheet.x0, sheet.x1, sheet.y1 - bar_height, theme.line);
  const Rect row = box(sheet.x0 + 16, sheet.y1 - bar_height + 14, sheet.width() - 32, 48);
  if (plays(s)) {
    draw_lecture_row(s, moved(row, 0, -3));
    return s.end_layer();
  }
  draw_buttons(s, row, player);
  if (player != nullptr || memory.beats.several())
    draw_track(s, box(row.x0, sheet.y1 - bar_height - 3, row.width(), 6), player);
  s.end_layer();
}

}  // namespace ui

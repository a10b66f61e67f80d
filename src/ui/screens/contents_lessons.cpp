// A lesson is one row: picture, title, minutes and steps, one dash per step. The rows of an act are equally high.
#include "ui/screens/screens.hpp"

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/type/icons.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::Card;
using explorer::MatrixView;
using LessonAct = lesson::Act;

constexpr Font row_title_font{Face::semibold, px(14.5f)}, row_note_font{Face::regular, px(12.5f)},
    act_font{Face::semibold, px(13)};
constexpr float row_title_line = 19, row_note_line = 17, least_row = 54, row_pad = 9, act_head = 30, groups_apart = 36,
                acts_stacked_apart = 18, acts_beside = 1000, least_column = 300;
constexpr float row_picture_width = 46, row_picture_height = 36, row_picture_apart = 14, row_side_pad = 8,
                row_arrow = 24, most_dashes = 96;

constexpr std::array<std::pair<LessonAct, std::string_view>, 4> all_acts{{{LessonAct::hand, "contents.act.hand"},
                                                                          {LessonAct::used, "contents.act.used"},
                                                                          {LessonAct::large, "contents.act.large"},
                                                                          {LessonAct::none, ""}}};

std::string_view heading_of(const Screen& s, LessonAct act) {
  for (const auto& [each, id] : all_acts)
    if (each == act && !id.empty()) return s.text(id);
  return {};
}

// The width of title, minutes and steps.
float title_room(float column) { return column - 2 * row_side_pad - row_picture_width - row_picture_apart - row_arrow; }

float count_lines(Screen& s, std::string_view words, Font font, float room) {
  return static_cast<float>(s.type.lines(words, font, room).size());
}

float lesson_row_height(Screen& s, const Card& card, float column) {
  const float room = title_room(column);
  return std::max(least_row, 2 * row_pad + row_title_line * count_lines(s, card.title, row_title_font, room) +
                                 row_note_line * count_lines(s, card.extent, row_note_font, room));
}

std::size_t in_act(const explorer::Contents& contents, LessonAct act) {
  return static_cast<std::size_t>(std::ranges::count(contents.cards, act, &Card::act));
}

Rect place_of(const explorer::Contents& contents, const LessonsLayout& layout, std::size_t card, float y) {
  const LessonAct act = contents.cards[card].act;
  const auto group = std::ranges::find(layout.groups, act, &LessonsLayout::Group::act);
  std::size_t at = 0;
  for (std::size_t i = 0; i < card; ++i) at += contents.cards[i].act == act;
  const float wide = group->area.width() / static_cast<float>(group->columns);
  const std::size_t column = at % group->columns, row = at / group->columns;
  return box(group->area.x0 + static_cast<float>(column) * wide,
             y + group->area.y0 + group->head + static_cast<float>(row) * group->row,
             wide - (group->columns > 1 ? 12.0f : 0.0f), group->row);
}

// Weights say most about a lesson.
const MatrixView* card_picture_of(const Card& card) {
  const auto weights = std::ranges::find(card.pictures, graph::Role::weights,
                                         [](const MatrixView& picture) { return picture.tensor.role; });
  if (weights != card.pictures.end()) return &*weights;
  return card.pictures.empty() ? nullptr : &card.pictures.back();
}

void draw_picture(const Screen& s, const MatrixView& picture, Rect where, float lit) {
  const auto rows = static_cast<float>(picture.rows), columns = static_cast<float>(picture.columns);
  const float pitch = std::clamp(std::min(where.width() / columns, where.height() / rows), 1.0f, 12.0f);
  const Mirror::Block cells(s.type.mirror(), where);
  const float x0 = where.middle_x() - pitch * columns / 2, y0 = where.middle_y() - pitch * rows / 2;
  const float gap = pitch >= 5 ? 1 : 0;
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    const explorer::CellView& cell = picture.cells[i];
    const bool shown = cell.status == explorer::CellView::Status::shown && !std::isinf(picture.tensor.scale);
    const Color fill = shown ? cell_color(s.theme, explorer::ColorSteps::linear, scale_of(picture.tensor), cell.value,
                                          picture.tensor.scale)
                             : s.theme.bg3;
    const std::size_t column = i % picture.columns, row = i / picture.columns;
    const float x = x0 + pitch * static_cast<float>(column), y = y0 + pitch * static_cast<float>(row);
    s.pen.fill(s.pen.snapped(box(x, y, pitch - gap, pitch - gap)), mixed(s.theme.bg1, fill, 0.8f + 0.2f * lit),
               pitch >= 8 ? cell_radius_small : 0);
  }
}

// One dash per step, filled for those that the reader has seen.
void draw_dashes(Screen& s, const Card& card, float x0, float x1, float y) {
  const float each = (x1 - x0 + 3) / static_cast<float>(std::max<std::size_t>(card.steps, 1));
  for (std::size_t i = 0; i < card.steps; ++i) {
    const float x = x0 + each * static_cast<float>(i);
    s.pen.fill(s.pen.snapped(Rect{x, y, x + each - 3, y + 3}), card.seen[i] ? s.theme.text : s.theme.line2, 1.5f);
  }
}

// What the lesson is, takes and needs, and where it was left; also read out, since a finger gets no tooltip.
std::array<std::string_view, 5> notes_of(const Card& card) {
  return {card.aside, card.summary, card.needs, card.random, card.progress};
}

void tell_lesson(Screen& s, const Card& card, bool focused) {
  if (!s.wants_tip(focused)) return;
  explorer::Paragraphs& text = s.memory.tooltip.text;
  text.clear();
  for (const std::string_view note : notes_of(card)) {
    if (note.empty()) continue;
    lesson::Run run;
    run.text = note;
    text.push_back({false, {run}});
  }
}

void say_lesson(Screen& s, const Card& card, std::string_view place) {
  const std::string_view words = s.written([&](std::string& out) {
    out = card.title;
    const auto add = [&](std::string_view more) {
      if (!more.empty()) out.append(", ").append(more);
    };
    if (card.mark != explorer::PathMark::none)
      add(s.text(card.mark == explorer::PathMark::start ? "contents.start" : "contents.go_on"));
    add(card.extent);
    for (const std::string_view note : notes_of(card)) add(note);
  });
  s.says(true, words, "role.card", place);
}

void draw_lesson_row(Screen& s, const Card& card, Rect where, float lit) {
  const Theme& theme = s.theme;
  if (lit > 0) s.pen.fill(where, faded(theme.bg3, 0.7f * lit), control_radius);
  const Rect inside = grown(where, -row_side_pad, 0);
  if (const MatrixView* picture = card_picture_of(card))
    draw_picture(s, *picture,
                 box(inside.x0, where.middle_y() - row_picture_height / 2, row_picture_width, row_picture_height), lit);
  const float x = inside.x0 + row_picture_width + row_picture_apart, room = title_room(where.width());
  const std::vector<std::string>& titles = s.type.lines(card.title, row_title_font, room);
  const std::vector<std::string>& notes = s.type.lines(card.extent, row_note_font, room);
  float y = where.middle_y() -
            (row_title_line * static_cast<float>(titles.size()) + row_note_line * static_cast<float>(notes.size())) / 2;
  for (const std::string& line : titles) {
    s.pen.text_in({x, y, x + room, y + row_title_line}, line, row_title_font, theme.text);
    y += row_title_line;
  }
  for (const std::string& line : notes) {
    s.pen.text_in({x, y, x + room, y + row_note_line}, line, row_note_font, card.begun ? theme.text2 : theme.text3);
    y += row_note_line;
  }
  const float dashes = x + (notes.empty() ? 0 : s.type.width(notes.back(), row_note_font)) + 14;
  if (card.begun && dashes + 48 < x + room)
    draw_dashes(s, card, dashes, std::min(dashes + most_dashes, x + room), s.pen.snapped(y - row_note_line / 2 - 1));
  if (card.mark != explorer::PathMark::none || lit > 0)
    draw_icon(s.pen, Icon::right, {inside.x1 - row_arrow / 2 + 4, where.middle_y()},
              card.mark != explorer::PathMark::none ? theme.text : faded(theme.text2, lit), 16);
}

// The nearest lesson in a direction; the same one if there is none.
std::size_t next_to(const explorer::Contents& contents, const LessonsLayout& layout, std::size_t from, int dx, int dy) {
  const Rect at = place_of(contents, layout, from, 0);
  std::size_t best = from;
  float least = 1e9f;
  for (std::size_t i = 0; i < contents.cards.size(); ++i) {
    const Rect other = place_of(contents, layout, i, 0);
    const float right = (other.middle_x() - at.middle_x()) * static_cast<float>(dx),
                down = (other.middle_y() - at.middle_y()) * static_cast<float>(dy);
    const float along = dx != 0 ? right : down;
    const float aside =
        dx != 0 ? std::abs(other.middle_y() - at.middle_y()) : std::abs(other.middle_x() - at.middle_x());
    if (along < 4 || along + 3 * aside >= least) continue;
    least = along + 3 * aside;
    best = i;
  }
  return best;
}

std::size_t lesson_reached(Screen& s, const explorer::Contents& contents, const LessonsLayout& layout, std::size_t at) {
  const auto go = [&](ImGuiKey key, int dx, int dy) {
    const std::size_t to = next_to(contents, layout, at, dx, dy);
    if (s.takes(key, to != at)) at = to;
  };
  go(ImGuiKey_RightArrow, 1, 0);
  go(ImGuiKey_LeftArrow, -1, 0);
  go(ImGuiKey_DownArrow, 0, 1);
  go(ImGuiKey_UpArrow, 0, -1);
  if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
  if (s.takes(ImGuiKey_End, at + 1 < contents.cards.size())) at = contents.cards.size() - 1;
  return at;
}

// How long the way through the marked lessons is, where there is room for it.
void draw_short_way(Screen& s, const explorer::Contents& contents, Rect where) {
  const std::size_t minutes = explorer::short_way_minutes(contents);
  if (minutes == 0) return;
  const std::string_view words = s.text("contents.short.way", {s.digits(minutes)});
  if (s.type.width(words, row_note_font) > where.width()) return;
  s.pen.text_in(where, words, row_note_font, s.theme.text2, Align::right);
  s.mark("short-way", where);
}

}  // namespace

void bring_into_view(Screen& s, Rect where, Rect view) {
  const float by = where.y1 > view.y1 ? where.y1 - view.y1 + 16 : where.y0 < view.y0 ? where.y0 - view.y0 - 16 : 0;
  if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
  s.out.animating |= by != 0;
}

LessonsLayout lay_lessons(Screen& s, const explorer::Contents& contents, float x0, float x1) {
  LessonsLayout out;
  const float width = x1 - x0;
  std::size_t named = 0;
  for (const auto& [act, id] : all_acts) {
    const std::size_t count = in_act(contents, act);
    named += count > 0 && act != LessonAct::none;
    if (count > 0) out.groups[out.count++].act = act;
  }
  const bool beside = width >= acts_beside && named > 1;
  const float each = (width - groups_apart * static_cast<float>(named - 1)) / static_cast<float>(named);
  float y = 0, side_height = 0;
  for (std::size_t i = 0; i < out.count; ++i) {
    LessonsLayout::Group& group = out.groups[i];
    const bool aside = beside && group.act != LessonAct::none;
    const float wide = aside ? each : width;
    group.columns = aside ? 1 : std::max<std::size_t>(static_cast<std::size_t>(width / least_column), 1);
    group.head = group.act == LessonAct::none ? 0 : act_head;
    const float column = wide / static_cast<float>(group.columns) - (group.columns > 1 ? 12.0f : 0.0f);
    for (const Card& card : contents.cards)
      if (card.act == group.act) group.row = std::max(group.row, lesson_row_height(s, card, column));
    const std::size_t rows = (in_act(contents, group.act) + group.columns - 1) / group.columns;
    const float high = group.head + static_cast<float>(rows) * group.row;
    const float left = aside ? x0 + static_cast<float>(i) * (each + groups_apart) : x0;
    if (!aside && side_height > 0) y = side_height + acts_stacked_apart;
    group.area = box(left, y, wide, high);
    if (aside) side_height = std::max(side_height, high);
    else y += high + acts_stacked_apart;
  }
  for (std::size_t i = 0; i < out.count; ++i) out.height = std::max(out.height, out.groups[i].area.y1);
  return out;
}

void draw_lessons(Screen& s, const explorer::Contents& contents, const LessonsLayout& layout, float y, Rect view) {
  const std::size_t count = contents.cards.size();
  if (count == 0) return;
  // One stop in the Tab order: arrows go from lesson to lesson, Enter opens.
  int& roved = s.memory.roving[motion_key("cards")];
  auto at = std::min(static_cast<std::size_t>(std::max(roved, 0)), count - 1);
  s.focus.group("cards");
  const Rect area{layout.groups.front().area.x0, std::max(y, view.y0), layout.groups[layout.count - 1].area.x1,
                  std::min(y + layout.height, view.y1)};
  const bool focused = s.focus.part("cards", area);
  if (focused) at = lesson_reached(s, contents, layout, at);
  roved = static_cast<int>(at);
  const bool enter = focused && (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false));
  for (std::size_t i = 0; i < layout.count; ++i) {
    const LessonsLayout::Group& group = layout.groups[i];
    const std::string_view words = heading_of(s, group.act);
    const float top = y + group.area.y0;
    s.pen.text_in({group.area.x0 + row_side_pad, top, group.area.x1, top + group.head - 8}, words, act_font,
                  s.theme.text2);
    if (i == 0)
      draw_short_way(s, contents,
                     {group.area.x0 + row_side_pad + s.type.width(words, act_font) + 16, top, group.area.x1,
                      top + group.head - 8});
    if (group.head > 0) s.pen.across(group.area.x0, group.area.x1, top + group.head - 6, s.theme.line);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Card& card = contents.cards[i];
    const Rect where = place_of(contents, layout, i, y);
    const bool here = focused && at == i;
    if (here && s.focus.visible()) bring_into_view(s, where, view);
    if (here) say_lesson(s, card, s.place_of(i, count));
    if (where.y1 < view.y0 || where.y0 > view.y1) continue;
    const std::string_view id = s.joined({"card:", card.id});
    const Hit hit = s.hit(id, where, false);
    tell_lesson(s, card, here);
    draw_lesson_row(s, card, where, s.motion.fade(motion_key(id), hit.hovered, control_time));
    if (here) s.ring(where, control_radius);
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.clicked || (enter && here)) s.out.open_lesson = card.id;
  }
}

}  // namespace ui

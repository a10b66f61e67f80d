// Places follow from the longest title, so that the titles of a line begin at one height. The siding leaves the line
// after the lesson that comes before the one it leads to, and comes back before the lesson after that.
#include "ui/screens/contents_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "imgui.h"
#include "ui/type/icons.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::Card;
using explorer::PathMark;

constexpr Font station_title{Face::semibold, px(14.5f)}, station_note{Face::regular, px(12.5f)};
constexpr Font start_font{Face::semibold, control_size};
constexpr float title_line = 18, note_line = 17, station_radius = 7, under_line = 19, siding_rise = 24;
constexpr float upright_row = 64, upright_text = 30, upright_indent = 28, between_lines = 22, most_dashes = 118;
constexpr std::size_t most_title_lines = 4;

std::string_view mark_words(const Screen& s, const Card& card) {
  return card.mark == PathMark::none ? "" : s.text(card.mark == PathMark::start ? "contents.start" : "contents.go_on");
}

float start_width(Screen& s, std::string_view words) { return s.type.width(words, start_font) + 44; }
float start_height(const Screen& s) { return s.touch() ? touch_target : 32; }

float lines_of(Screen& s, std::string_view words, Font font, float room) {
  return static_cast<float>(s.type.lines(words, font, room).size());
}

bool words_fit(Screen& s, std::string_view words, Font font, float room, std::size_t most) {
  const std::vector<std::string>& lines = s.type.lines(words, font, room);
  return lines.size() <= most &&
         std::ranges::all_of(lines, [&](const std::string& line) { return s.type.width(line, font) <= room; });
}

float text_room(const PathLayout& path) { return path.pitch - 12; }

// The station on the path that the siding leaves; it comes back before the next but one.
std::size_t leaves_from(const explorer::Contents& contents, const PathLayout& path, const Card& aside) {
  for (std::size_t i = 1; i < path.on_path; ++i)
    if (contents.cards[i].id == aside.next) return i - 1;
  return 0;
}

// The lessons in the order in which the eye meets them: one beside the path after the station that its siding leaves.
std::size_t order_of(const explorer::Contents& contents, const PathLayout& path, std::size_t place) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < path.on_path; ++i) {
    if (at++ == place) return i;
    for (std::size_t aside = path.on_path; aside < contents.cards.size(); ++aside)
      if (leaves_from(contents, path, contents.cards[aside]) == i && at++ == place) return aside;
  }
  return place;
}

// One dash per step, filled for those that the reader has seen.
void draw_dashes(Screen& s, const Card& card, float x0, float x1, float y) {
  const float each = (x1 - x0 + 3) / static_cast<float>(std::max<std::size_t>(card.steps, 1));
  for (std::size_t i = 0; i < card.steps; ++i) {
    const float x = x0 + each * static_cast<float>(i);
    s.pen.fill(s.pen.snapped(Rect{x, y, x + each - 3, y + 3}), card.seen[i] ? s.theme.text : s.theme.line2, 1.5f);
  }
}

void draw_dot(Screen& s, const Card& card, Point at, float lit) {
  const Color color = mixed(card.begun ? s.theme.text : s.theme.text2, s.theme.text, lit);
  s.pen.disc(at, station_radius + (card.begun ? 1 : 0), s.theme.bg0);
  s.pen.circle(at, station_radius + (card.begun ? 0.25f : -0.75f), color, card.begun ? 2 : 1.5f);
  if (card.begun) s.pen.disc(at, 3, color);
}

void draw_start(Screen& s, std::string_view words, Rect pill) {
  s.pen.fill(pill, s.theme.primary, control_radius);
  const bool with_icon = pill.width() >= start_width(s, words);  // else stations are too close for it
  s.pen.text_in({pill.x0 + 14, pill.y0, pill.x1 - (with_icon ? 30 : 14), pill.y1}, words, start_font,
                s.theme.on_primary, with_icon ? Align::left : Align::centre);
  if (with_icon) draw_icon(s.pen, Icon::right, {pill.x1 - 18, pill.middle_y()}, s.theme.on_primary, 16);
}

// What the lesson is, takes and needs, and where it was left; also read out, since a finger gets no tooltip.
std::array<std::string_view, 5> notes_of(const Card& card) {
  return {card.aside, card.summary, card.needs, card.random, card.progress};
}

void tell_station(Screen& s, const Card& card, Rect where, bool focused) {
  if (!s.wants_tip(where, focused)) return;
  explorer::Paragraphs& text = s.memory.tooltip.text;
  text.clear();
  for (const std::string_view note : notes_of(card)) {
    if (note.empty()) continue;
    lesson::Run run;
    run.text = note;
    text.push_back({false, {run}});
  }
}

void say_station(Screen& s, const Card& card, std::string_view place) {
  const std::string_view words = s.written([&](std::string& out) {
    out = card.title;
    const auto add = [&](std::string_view more) {
      if (!more.empty()) out.append(", ").append(more);
    };
    add(mark_words(s, card));
    add(card.extent);
    for (const std::string_view note : notes_of(card)) add(note);
  });
  s.says(true, words, "role.card", place);
}

struct Station {
  Rect area, start;  // start: of the button's look where to begin or go on; empty: none
  Point dot;
  Rect words;      // from the title on
  float room = 0;  // of the title
};

Station station_at(Screen& s, const explorer::Contents& contents, const PathLayout& path, std::size_t i, float y) {
  const Card& card = contents.cards[i];
  const bool aside = i >= path.on_path;
  const std::string_view mark = mark_words(s, card);
  Station at;
  if (path.upright) {
    std::size_t row = 0;
    while (row < contents.cards.size() && order_of(contents, path, row) != i) ++row;
    const float top = y + path.row * static_cast<float>(row), indent = aside ? upright_indent : 0;
    at.area = {path.x0, top, path.x1, top + path.row};
    at.dot = {path.x0 + station_radius + 1 + indent, top + 22};
    at.words = {at.dot.x + upright_text - station_radius, top + 13, path.x1, top + path.row};
    at.room = path.x1 - at.words.x0;
    if (!mark.empty()) {
      const float width = start_width(s, mark), high = start_height(s);
      at.start = box(path.x1 - width, top + (path.row - high) / 2, width, high);
      at.room -= width + 10;
    }
    return at;
  }
  if (aside) {
    const std::size_t from = leaves_from(contents, path, card);
    const float x = path.x0 + path.pitch * (static_cast<float>(from % path.per_line) + 0.5f);
    const float line = y + path.siding + 16 - siding_rise;
    at.dot = {x + station_radius + 1, line};
    at.room = path.x1 - x;
    const float width = s.type.width(card.title, station_title) + 10 + s.type.width(card.extent, station_note);
    at.words = {x, line - 32, std::min(x + width, path.x1), line - 14};
    at.area = {x - 6, at.words.y0 - 4, at.words.x1 + 6, line + station_radius + 1};
    return at;
  }
  const PathLayout::Line& its = path.line[i / path.per_line];
  const float x = path.x0 + path.pitch * static_cast<float>(i % path.per_line), line = y + its.top + 16;
  at.dot = {x + station_radius + 1, line};
  at.room = text_room(path);
  at.words = {x, line + under_line, x + at.room, line + under_line + its.words + 14};
  at.area = {x - 6, line - 16, x + at.room + 4, at.words.y1 - 2};
  if (!mark.empty())
    at.start = box(x, line - start_height(s) / 2, std::min(start_width(s, mark), path.pitch - 10), start_height(s));
  return at;
}

void draw_words(Screen& s, const Card& card, const PathLayout& path, const Station& at, bool aside) {
  const Theme& theme = s.theme;
  if (aside && !path.upright) {
    const float middle = at.words.middle_y();
    const float end =
        s.pen.text({at.words.x0, centred(middle, station_title.size)}, card.title, station_title, theme.text);
    s.pen.text({end + 10, centred(middle, station_note.size)}, card.extent, station_note,
               card.begun ? theme.text2 : theme.text3);
    return;
  }
  float y = at.words.y0;
  const auto lines = [&](std::string_view words, Font font, float line, Color color) {
    for (const std::string& each : s.type.lines(words, font, at.room)) {
      s.pen.text_in({at.words.x0, y, at.words.x1, y + line}, each, font, color);
      y += line;
    }
  };
  lines(card.title, station_title, title_line, theme.text);
  lines(card.extent, station_note, note_line, card.begun ? theme.text2 : theme.text3);
  draw_dashes(s, card, at.words.x0, at.words.x0 + std::min(at.room, most_dashes), s.pen.snapped(y + 5));
}

// The line itself, brighter behind lessons that are begun, and its way from the end of one line to the next.
void draw_line(Screen& s, const explorer::Contents& contents, const PathLayout& path, float y) {
  const Theme& theme = s.theme;
  for (std::size_t i = 0; i < path.on_path; ++i) {
    const Point from = station_at(s, contents, path, i, y).dot;
    if (i + 1 < path.on_path) {
      const Point to = station_at(s, contents, path, i + 1, y).dot;
      const Color color = contents.cards[i].begun ? theme.text2 : theme.line2;
      if (path.upright) {
        s.pen.down(from.x - 1, from.y, to.y, color, 2);
      } else if (to.y == from.y) {
        s.pen.across(from.x, to.x, from.y - 1, color, 2);
      } else {
        constexpr float bend = 10;
        const float back = to.y - 16 - between_lines / 2 + 6, end = path.x1;
        const Point way[] = {from, {end - bend, from.y}};
        s.pen.path(way, 2, color, 2);
        s.pen.curve(way[1], {end, from.y}, {end, from.y}, {end, from.y + bend}, color, 2);
        s.pen.line({end, from.y + bend}, {end, back - bend}, color, 2);
        s.pen.curve({end, back - bend}, {end, back}, {end, back}, {end - bend, back}, color, 2);
        s.pen.line({end - bend, back}, {path.x0 + bend - 12, back}, color, 2);
        const float left = path.x0 - 12;
        s.pen.curve({left + bend, back}, {left, back}, {left, back}, {left, back + bend}, color, 2);
        s.pen.curve({left, back + bend}, {left, to.y}, {left, to.y}, {left + bend, to.y}, color, 2);
        s.pen.line({left + bend, to.y}, to, color, 2);
      }
    }
  }
  for (std::size_t i = path.on_path; i < contents.cards.size(); ++i) {
    const std::size_t from = leaves_from(contents, path, contents.cards[i]);
    const Point leaves = station_at(s, contents, path, from, y).dot, at = station_at(s, contents, path, i, y).dot;
    if (path.upright) {
      const Point begin{leaves.x, at.y - 26}, turn{leaves.x, at.y};
      s.pen.curve(begin, turn, turn, at, theme.line2, 2);
      continue;
    }
    const float up = at.y, down = leaves.y, bend = 12;
    const float left = at.x - 0.28f * path.pitch;
    const float right = std::max(at.x + path.pitch * 0.9f, at.x + 60);
    const auto rise = [&](float x, float to, float y0, float y1) {
      s.pen.curve({x, y0}, {x + (to - x) * 0.6f, y0}, {to - (to - x) * 0.6f, y1}, {to, y1}, theme.line2, 2);
    };
    rise(left - bend, left + bend, down, up);
    s.pen.across(left + bend, right - bend, up - 1, theme.line2, 2);
    rise(right - bend, right + bend, up, down);
  }
}

// Arrow keys go from station to station, up and down from line to line.
void move_along(Screen& s, const explorer::Contents& contents, const PathLayout& path, int& at) {
  const auto count = static_cast<int>(contents.cards.size());
  at = std::clamp(at, 0, count - 1);
  if (s.takes(ImGuiKey_RightArrow, at + 1 < count)) ++at;
  if (s.takes(ImGuiKey_LeftArrow, at > 0)) --at;
  if (path.upright) {
    if (s.takes(ImGuiKey_DownArrow, at + 1 < count)) ++at;
    if (s.takes(ImGuiKey_UpArrow, at > 0)) --at;
  } else {
    const auto place_of = [&](std::size_t card) {
      int place = 0;
      while (order_of(contents, path, static_cast<std::size_t>(place)) != card) ++place;
      return place;
    };
    const std::size_t card = order_of(contents, path, static_cast<std::size_t>(at));
    const bool aside = card >= path.on_path;
    const std::size_t station = aside ? leaves_from(contents, path, contents.cards[card]) : card;
    const bool below = aside || station + path.per_line < path.on_path;
    if (s.takes(ImGuiKey_DownArrow, below)) at = place_of(aside ? station + 1 : station + path.per_line);
    if (s.takes(ImGuiKey_UpArrow, !aside && station >= path.per_line)) at = place_of(station - path.per_line);
  }
  if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
  if (s.takes(ImGuiKey_End, at + 1 < count)) at = count - 1;
}

}  // namespace

void bring_into_view(Screen& s, Rect where, Rect view) {
  const float by = where.y1 > view.y1 ? where.y1 - view.y1 + 16 : where.y0 < view.y0 ? where.y0 - view.y0 - 16 : 0;
  if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
  s.out.animating |= by != 0;
}

PathLayout lay_path(Screen& s, const explorer::Contents& contents, float x0, float x1) {
  const auto& cards = contents.cards;
  PathLayout path;
  path.x0 = x0;
  path.x1 = x1;
  path.on_path = static_cast<std::size_t>(
      std::ranges::find_if(cards, [](const Card& card) { return !card.aside.empty(); }) - cards.begin());
  if (cards.empty()) return path;
  const auto longest = [&](std::size_t first, std::size_t last, auto&& height) {
    float most = 0;
    for (std::size_t i = first; i < last; ++i) most = std::max(most, height(cards[i]));
    return most;
  };
  path.upright = x1 - x0 < 560;
  if (path.upright) {
    path.pitch = x1 - x0;
    path.row = longest(0, cards.size(), [&](const Card& card) {
      const std::string_view mark = mark_words(s, card);
      const float indent = card.aside.empty() ? 0 : upright_indent;
      const float room = x1 - x0 - upright_text - 1 - indent - (mark.empty() ? 0 : start_width(s, mark) + 10);
      return std::max(upright_row, 13 + title_line * lines_of(s, card.title, station_title, room) +
                                       note_line * lines_of(s, card.extent, station_note, room) + 22);
    });
    path.height = path.row * static_cast<float>(cards.size());
    return path;
  }
  for (path.lines = 1;; ++path.lines) {
    path.per_line = (path.on_path + path.lines - 1) / path.lines;
    path.pitch = (x1 - x0) / static_cast<float>(path.per_line);
    const float room = text_room(path);
    const bool fit = std::ranges::all_of(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(path.on_path),
                                         [&](const Card& card) {
                                           return words_fit(s, card.title, station_title, room, most_title_lines) &&
                                                  words_fit(s, card.extent, station_note, room, 2);
                                         });
    if (fit || path.per_line <= 2 || path.lines == PathLayout::most_lines) break;
  }
  path.siding = path.on_path < cards.size() ? siding_rise + 22 : 0;
  const float room = text_room(path);
  float top = path.siding;
  for (std::size_t i = 0; i < path.lines; ++i) {
    const std::size_t first = i * path.per_line, last = std::min(first + path.per_line, path.on_path);
    path.line[i] = {top, longest(first, last, [&](const Card& card) {
                      return title_line * lines_of(s, card.title, station_title, room) +
                             note_line * lines_of(s, card.extent, station_note, room);
                    })};
    top += 16 + under_line + path.line[i].words + 10 + between_lines;
  }
  path.height = top - between_lines + 4;
  return path;
}

void draw_path(Screen& s, const explorer::Contents& contents, const PathLayout& path, float y, Rect view) {
  const std::size_t count = contents.cards.size();
  if (count == 0) return;
  // One stop in the Tab order: arrows go from station to station, Enter opens.
  int& at = s.memory.roving[motion_key("cards")];
  s.focus.group("cards");
  const Rect all{path.x0, std::max(y, view.y0), path.x1, std::min(y + path.height, view.y1)};
  const bool focused = s.focus.part("cards", all);
  if (focused) move_along(s, contents, path, at);
  const bool enter = focused && (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false));
  draw_line(s, contents, path, y);
  for (std::size_t place = 0; place < count; ++place) {
    const std::size_t i = order_of(contents, path, place);
    const Card& card = contents.cards[i];
    const Station station = station_at(s, contents, path, i, y);
    const bool roved = focused && at == static_cast<int>(place);
    if (roved && s.focus.visible()) bring_into_view(s, station.area, view);
    if (roved) say_station(s, card, s.place_of(place, count));
    if (station.area.y1 < view.y0 || station.area.y0 > view.y1) continue;
    const std::string_view id = s.joined({"card:", card.id});
    const Hit hit = s.hit(id, station.area, false);
    tell_station(s, card, station.area, roved);
    const float lit = s.motion.fade(motion_key(id), hit.hovered, control_time);
    if (lit > 0) s.pen.fill(station.area, faded(s.theme.bg3, 0.6f * lit), control_radius);
    if (station.start.empty() || path.upright) draw_dot(s, card, station.dot, lit);
    if (!station.start.empty()) draw_start(s, mark_words(s, card), s.pen.snapped(station.start));
    draw_words(s, card, path, station, i >= path.on_path);
    if (roved) s.ring(station.area, control_radius);
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.clicked || (enter && roved)) s.out.open_lesson = card.id;
  }
}

}  // namespace ui

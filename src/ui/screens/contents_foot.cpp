// The pictures of the other tools are their own numbers in small: weights of trained heads, parts of a logit. The tools
// compute them when they are opened.
#include "ui/screens/screens.hpp"

#include <algorithm>
#include <array>

#include "explorer/hero/screen.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr Font card_title_font{Face::semibold, px(16)};
constexpr Font link_font{Face::regular, control_size}, local_font{Face::regular, label_size};
constexpr float instrument_pad = 18, card_title_line = 24, card_picture = 104, cards_beside = 1000,
                instruments_apart = 16, cards_stacked_apart = 12;
constexpr std::size_t most_beside = 4;
constexpr float between_links = 28, around_link = 8, foot_pad = 8;

// A tool that is not a lesson; it opens a screen of its own.
struct Instrument {
  std::string_view id, title, words, picture;
  graph::Role role;
};
using Instruments = Few<Instrument, 5>;

bool is_instrument(std::string_view page) { return page == "model" || page == "tensors"; }

Instruments instruments(const std::vector<std::string>& pages) {
  Instruments all;
  if (std::ranges::contains(pages, "model"))
    all.add({"tour", "contents.tour", "contents.tour.words", "tour", graph::Role::output});
  all.add({"large", "large.open", "large.open.words", "large", graph::Role::weights});
  if (std::ranges::contains(pages, "model"))
    all.add({"page:model", "contents.model", "contents.model.words", "model", graph::Role::weights});
  if (std::ranges::contains(pages, "model"))
    all.add({"page:pictures", "contents.pictures", "contents.pictures.words", "pictures", graph::Role::weights});
  if (std::ranges::contains(pages, "tensors"))
    all.add({"page:tensors", "contents.tensors", "contents.tensors.words", "", graph::Role::none});
  return all;
}

constexpr ProseStyle words_style(const Theme& theme) {
  return {.size = px(14), .line = 20, .gap = 6, .plain = theme.text2, .strong = theme.text};
}

float shown_width(float card) { return std::min(card_picture, card * 0.3f); }
float text_width(float card) { return card - 2 * instrument_pad - shown_width(card) - instruments_apart; }

float instrument_height(Screen& s, const Instrument& one, float card) {
  const float room = text_width(card);
  return 2 * instrument_pad - 6 +
         card_title_line * static_cast<float>(s.type.lines(s.text(one.title), card_title_font, room).size()) +
         s.lay(s.text(one.words), room, words_style(s.theme))->height;
}

float foot_row(const Screen& s) { return s.touch() ? touch_target : 32; }

// Calls place(index, x, row) for every link, in as many rows as they need; returns the end of the last one.
template <class Place>
Point lay_links(Screen& s, const std::vector<std::string>& pages, float x0, float x1, Place&& place) {
  Point at{x0, 0};
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (is_instrument(pages[i])) continue;
    const float width = s.type.width(s.text(s.joined({"contents.", pages[i]})), link_font);
    if (at.x > x0 && at.x + width > x1) at = {x0, at.y + 1};
    place(i, at, width);
    at.x += width + between_links;
  }
  return at;
}

// Whether the words at the right have a row of their own.
bool local_below(Screen& s, float end, float x1) {
  return end + s.type.width(s.text("contents.local"), local_font) > x1;
}

// In the largest square; cells of the same shade beside each other are one rectangle.
void draw_shades(Screen& s, const explorer::SmallPicture& picture, Color ink, Rect room) {
  const float side = std::min(room.width(), room.height());
  const Rect where = box(room.x1 - side, room.middle_y() - side / 2, side, side);
  const float wide = where.width() / static_cast<float>(picture.columns);
  const float high = where.height() / static_cast<float>(picture.rows);
  for (std::size_t row = 0; row < picture.rows; ++row) {
    const float* const shades = &picture.shades[row * picture.columns];
    const float top = where.y0 + high * static_cast<float>(row);
    for (std::size_t from = 0, to = 0; from < picture.columns; from = to) {
      for (to = from + 1; to < picture.columns && shades[to] == shades[from];) ++to;
      if (shades[from] == 0) continue;
      s.pen.fill(
          {where.x0 + wide * static_cast<float>(from), top, where.x0 + wide * static_cast<float>(to), top + high},
          faded(ink, 0.9f * shades[from]));
    }
  }
}

// Three matrices without numbers: the reader brings them.
void draw_empty_matrices(Screen& s, Rect where, float lit) {
  constexpr std::array roles = {graph::Role::query, graph::Role::key, graph::Role::value};
  constexpr std::size_t rows = 4, columns = 3;
  const float apart = 8, wide = (where.width() - 2 * apart) / 3;
  const float pitch = std::min(wide / columns, where.height() / rows);
  for (std::size_t each = 0; each < roles.size(); ++each)
    for (std::size_t cell = 0; cell < rows * columns; ++cell) {
      const float x = where.x0 + static_cast<float>(each) * (wide + apart) + pitch * static_cast<float>(cell % columns);
      const std::size_t row = cell / columns;
      const float y = where.y0 + pitch * static_cast<float>(row);
      s.pen.outline(s.pen.snapped(box(x, y, pitch - 2, pitch - 2)), faded(s.theme.role(roles[each]), 0.6f + 0.4f * lit),
                    1, 2);
    }
}

}  // namespace

namespace {

void open_instrument(Screen& s, std::string_view id) {
  if (id == "large") s.command(explorer::ShowLarge{true});
  if (id == "tour") s.command(explorer::StepModel{0, "small"});
  if (id == "page:pictures") s.command(explorer::ShowModel{.on = true, .source = "pictures"});
  if (id == "page:model") s.command(explorer::ShowModel{.on = true, .source = "small"});
  if (id == "page:tensors") s.request(Request::open_tensors);
}

void draw_instrument(Screen& s, const Instrument& one, Rect where, Rect view) {
  const Theme& theme = s.theme;
  const Hit hit = s.hit(one.id, where);
  const float lit = s.motion.fade(motion_key(one.id), hit.hovered, control_time);
  s.pen.panel(s.pen.snapped(where), mixed(theme.bg1, theme.bg2, lit), mixed(theme.line, theme.text3, lit),
              panel_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.focused) s.ring(where, panel_radius);
  if (hit.focused && s.focus.arrived()) bring_into_view(s, where, view);
  s.says(hit.focused, s.text(one.title), "role.button");
  if (hit.clicked) open_instrument(s, one.id);
  const Rect picture{where.x1 - instrument_pad - shown_width(where.width()), where.y0 + instrument_pad,
                     where.x1 - instrument_pad, where.y1 - instrument_pad};
  if (one.picture.empty()) draw_empty_matrices(s, picture, lit);
  else if (const explorer::SmallPicture* shades = s.explorer.contents().picture(one.picture))
    draw_shades(s, *shades, theme.role(one.role), picture);
  const float room = text_width(where.width()), x0 = where.x0 + instrument_pad;
  float y = where.y0 + instrument_pad - 4;
  for (const std::string& line : s.type.lines(s.text(one.title), card_title_font, room)) {
    s.pen.text_in({x0, y, x0 + room, y + card_title_line}, line, card_title_font, theme.text);
    y += card_title_line;
  }
  const ProseStyle style = words_style(theme);
  draw_prose(s.pen, s.type, theme, *s.lay(s.text(one.words), room, style), {x0, y}, style);
}

}  // namespace

namespace {

// Calls place(instrument, where) for each, in rows of equal cards where there is room for three; returns the lower end.
template <class Place>
float lay_instruments(Screen& s, const std::vector<std::string>& pages, float x0, float x1, float y, Place&& place) {
  const Instruments all = instruments(pages);
  const std::size_t across = x1 - x0 < cards_beside ? 1 : all.size() > most_beside ? 3 : all.size();
  const float apart = across > 1 ? instruments_apart : cards_stacked_apart;
  const float card = (x1 - x0 - instruments_apart * static_cast<float>(across - 1)) / static_cast<float>(across);
  for (std::size_t first = 0; first < all.size(); first += across) {
    const std::size_t last = std::min(first + across, all.size());
    float high = 0;
    for (std::size_t i = first; i < last; ++i) high = std::max(high, instrument_height(s, all[i], card));
    for (std::size_t i = first; i < last; ++i)
      place(all[i], box(x0 + (card + instruments_apart) * static_cast<float>(i - first), y, card, high));
    y += high + (last < all.size() ? apart : 0);
  }
  return y;
}

}  // namespace

float instruments_height(Screen& s, const std::vector<std::string>& pages, float width) {
  return lay_instruments(s, pages, 0, width, 0, [](const Instrument&, Rect) {});
}

void draw_instruments(Screen& s, const std::vector<std::string>& pages, Rect where, Rect view) {
  s.focus.group("large");
  lay_instruments(s, pages, where.x0, where.x1, where.y0,
                  [&](const Instrument& one, Rect at) { draw_instrument(s, one, at, view); });
}

float foot_height(Screen& s, const std::vector<std::string>& pages, float x0, float x1) {
  const Point end = lay_links(s, pages, x0, x1, [](std::size_t, Point, float) {});
  const float rows = (pages.empty() ? 0 : end.y + 1) + (local_below(s, end.x, x1) || pages.empty() ? 1 : 0);
  return 2 * foot_pad + foot_row(s) * rows;
}

void draw_foot(Screen& s, const std::vector<std::string>& pages, float x0, float x1, float y, Rect view) {
  const Theme& theme = s.theme;
  const float row = foot_row(s);
  s.pen.fill({view.x0, y, view.x1, std::max(y + foot_height(s, pages, x0, x1), view.y1)}, theme.bg1);
  s.pen.across(view.x0, view.x1, y, theme.line);
  y += foot_pad;
  s.focus.group("pages");
  const Point end = lay_links(s, pages, x0, x1, [&](std::size_t i, Point at, float width) {
    const std::string_view words = s.text(s.joined({"contents.", pages[i]}));
    const float top = y + row * at.y;
    const Rect where{at.x - around_link, top, at.x + width + around_link, top + row};
    const Hit hit = s.hit(s.joined({"page:", pages[i]}), where);
    s.pen.text({at.x, centred(where.middle_y(), link_font.size)}, words, link_font,
               hit.hovered ? theme.text : theme.text2);
    if (hit.hovered) s.pen.across(at.x, at.x + width, where.middle_y() + 10, theme.text2);
    if (hit.focused) s.ring(where, control_radius);
    if (hit.focused && s.focus.arrived()) bring_into_view(s, where, view);
    s.says(hit.focused, words, "role.link", s.place_of(i, pages.size()));
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.clicked) s.out.open_address = pages[i];
  });
  const bool below = local_below(s, end.x, x1) && !pages.empty();
  const float top = y + row * (end.y + (below ? 1 : 0));
  const std::string_view local = s.text("contents.local");
  s.pen.text_in({x0, top, x1, top + row}, s.type.fitted(local, local_font, x1 - x0), local_font, theme.text3,
                below ? Align::left : Align::right);
}

}  // namespace ui

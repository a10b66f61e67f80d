// A card of the contents: its place on the path, what the lesson takes, a picture of its numbers, its subject, and how
// far the reader has come. The card comes ready to show.
#include "ui/screens/contents_card.hpp"

#include <cmath>

#include "ui/type/prose.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float card_pad = 20, most_pitch = 30, card_note_line = 15, needs_line = 17, title_line = 24;
constexpr float number_radius = 11, mark_height = 30, header_height = 34, arrow_room = 16;
constexpr Font extent_font{Face::regular, label_size}, number_font{Face::semibold, label_size};
constexpr Font title_font{Face::semibold, px(16)}, mark_font{Face::semibold, control_size};

void draw_cells(Screen& s, const explorer::CardPicture& picture, Point at, float pitch) {
  const float gap = pitch >= 14 ? 2.0f : pitch >= 6 ? 1.0f : 0.0f;
  const float radius = pitch >= 24 ? cell_radius : pitch >= 6 ? cell_radius_small : 0;
  for (std::size_t r = 0; r < picture.rows; ++r) {
    for (std::size_t c = 0; c < picture.columns; ++c) {
      const explorer::CellView& cell = picture.cells[r * picture.columns + c];
      const Rect where = s.pen.snapped(
          box(at.x + static_cast<float>(c) * pitch, at.y + static_cast<float>(r) * pitch, pitch - gap, pitch - gap));
      using Status = explorer::CellView::Status;
      if (cell.status == Status::shown && !std::isinf(picture.scale)) {  // ids have no colour
        s.pen.fill(where, cell_color(s, {graph::family(picture.role), picture.by_sign}, cell.value, picture.scale),
                   radius);
      } else if (cell.status == Status::masked) {
        s.pen.outline(where, s.theme.line2, 1, radius);
      } else {
        s.pen.fill(where, s.theme.bg3, radius);
      }
    }
  }
}

// The card's matrices, vertically centred on one line, each under its symbol, joined by curves.
void draw_pictures(Screen& s, const explorer::Card& card, Rect area) {
  if (card.pictures.empty() || area.empty()) return;
  constexpr float symbol_height = 24;
  const auto count = static_cast<float>(card.pictures.size());
  const float between = std::min(52.0f, area.width() * 0.12f);
  float columns = 0, rows = 1;
  for (const explorer::CardPicture& picture : card.pictures) {
    columns += static_cast<float>(std::max<std::size_t>(picture.columns, 1));
    rows = std::max(rows, static_cast<float>(picture.rows));
  }
  const float fit = std::min((area.width() - between * (count - 1)) / columns, (area.height() - symbol_height) / rows);
  const float pitch = std::clamp(std::floor(fit), 1.0f, most_pitch);
  float x = area.middle_x() - (columns * pitch + between * (count - 1)) / 2;
  const float middle = area.middle_y() + symbol_height / 2;
  float from = -1;
  Color source = 0;
  for (const explorer::CardPicture& picture : card.pictures) {
    const float width = static_cast<float>(picture.columns) * pitch, height = static_cast<float>(picture.rows) * pitch;
    const Color role = s.theme.role(picture.role);
    if (from >= 0) {
      const float bend = (x - from) * 0.48f;
      s.pen.curve({from + 6, middle}, {from + bend, middle}, {x - bend, middle}, {x - 6, middle},
                  mixed(s.theme.bg1, source, 0.5f), 1.5f);
    }
    draw_cells(s, picture, {x, middle - height / 2}, pitch);
    const std::vector<TextRun>& symbol = s.symbol(picture.symbol, 19, role);
    s.type.draw(s.pen.list(),
                {s.pen.snapped(x + (width - s.type.width(symbol)) / 2), s.pen.snapped(middle - height / 2 - 9)}, symbol,
                s.pen.alpha());
    x += width;
    from = x;
    source = role;
    x += between;
  }
}

// One mark per step, filled for those that the reader has seen.
void draw_progress(Screen& s, const explorer::Card& card, float x0, float x1, float y) {
  const float each = (x1 - x0 + 3) / static_cast<float>(std::max<std::size_t>(card.steps, 1));
  for (std::size_t i = 0; i < card.steps; ++i) {
    const float x = x0 + each * static_cast<float>(i);
    s.pen.fill(s.pen.snapped(Rect{x, y, x + each - 3, y + 3}), card.seen[i] ? s.theme.text2 : s.theme.line, 1.5f);
  }
}

constexpr ProseStyle summary_style(const Theme& theme) {
  return {.size = px(14), .line = 21, .gap = 6, .plain = theme.text2, .strong = theme.text};
}

std::string_view mark_words(const Screen& s, const explorer::Card& card) {
  using Mark = explorer::PathMark;
  return card.mark == Mark::none ? "" : s.text(card.mark == Mark::start ? "contents.start" : "contents.go_on");
}

float mark_width(Screen& s, std::string_view words) {
  return words.empty() ? 0 : s.type.width(words, mark_font) + 14 + 6 + arrow_room + 10;
}

// An aside has no number.
float number_width(const explorer::Card& card) { return card.aside.empty() ? 2 * number_radius + 8 : 0; }

// Whether minutes and steps have a line of their own, under number and mark.
bool extent_below(Screen& s, const explorer::Card& card, float room) {
  const float mark = mark_width(s, mark_words(s, card));
  return number_width(card) + s.type.width(card.extent, extent_font) + (mark > 0 ? 10 + mark : 0) > room;
}

// The number on the path, minutes and steps, and where to begin or go on. Returns its lower edge.
float draw_header(Screen& s, const explorer::Card& card, std::size_t number, Rect where) {
  const Theme& theme = s.theme;
  const float middle = where.y0 + header_height / 2;
  if (number > 0) draw_path_number(s, card.begun, number, {where.x0 + number_radius, middle});
  const std::string_view words = mark_words(s, card);
  float end = where.x1;
  if (!words.empty()) {
    const Rect pill =
        s.pen.snapped(Rect{end - mark_width(s, words), middle - mark_height / 2, end, middle + mark_height / 2});
    s.pen.fill(pill, theme.primary, control_radius);
    s.pen.text({pill.x0 + 14, centred(middle, mark_font.size)}, words, mark_font, theme.on_primary);
    draw_icon(s.pen, Icon::right, {pill.x1 - 10 - arrow_room / 2, middle}, theme.on_primary, arrow_room);
    end = pill.x0 - 10;
  }
  const bool below = extent_below(s, card, where.width());
  const Rect line = below ? Rect{where.x0, where.y0 + header_height, where.x1, where.y0 + header_height + 20}
                          : Rect{where.x0 + number_width(card), where.y0, end, where.y0 + header_height};
  s.pen.text_in(line, s.type.fitted(card.extent, extent_font, line.width()), extent_font, theme.text2);
  return where.y0 + header_height + (below ? 20 : 0);
}

}  // namespace

CardSizes card_sizes(Screen& s, const explorer::Contents& contents, float width) {
  CardSizes sizes;
  const float inner = width - 2 * card_pad;
  for (const explorer::Card& card : contents.cards) {
    const auto lines = [&](std::string_view words, Font font, float line) {
      return words.empty() ? 0 : static_cast<float>(s.type.lines(words, font, inner).size()) * line;
    };
    sizes.title = std::max(sizes.title, lines(card.title, title_font, title_line));
    sizes.text = std::max(sizes.text, s.lay(card.summary, inner, summary_style(s.theme))->height);
    sizes.needs = std::max(sizes.needs, lines(card.needs, extent_font, needs_line));
    sizes.progress = std::max(sizes.progress, lines(card.progress, extent_font, needs_line));
  }
  sizes.words =
      14 + header_height + sizes.title + 6 + sizes.text + 10 + sizes.needs + 4 + sizes.progress + 14 + card_pad;
  return sizes;
}

void draw_path_number(Screen& s, bool begun, std::size_t number, Point centre) {
  if (begun) s.pen.disc(centre, number_radius, s.theme.text2);
  else s.pen.circle(centre, number_radius - 0.75f, s.theme.text3, 1.5f);
  s.pen.text_in(grown({centre.x, centre.y, centre.x, centre.y}, number_radius), s.digits(number), number_font,
                begun ? s.theme.bg1 : s.theme.text2, Align::centre);
}

bool draw_card(Screen& s, const explorer::Card& card, std::size_t number, Rect where, const CardSizes& sizes,
               bool roved) {
  const Theme& theme = s.theme;
  const std::string_view id = s.joined({"card:", card.id});
  const Hit hit = s.hit(id, where, false);
  const float lit = s.motion.fade(motion_key(id), hit.hovered, control_time);
  const bool marked = card.mark != explorer::PathMark::none;
  s.pen.panel(s.pen.snapped(where), mixed(theme.bg1, theme.bg2, lit),
              mixed(marked ? theme.text3 : theme.line, theme.text3, lit), panel_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  if (roved) s.ring(where, panel_radius);

  const float x0 = where.x0 + card_pad, x1 = where.x1 - card_pad;
  const float top = draw_header(s, card, number, {x0, where.y0 + 14, x1, where.y1});
  const auto lines = [&](const std::string& words, Font font, float y, float height, Color color) {
    if (words.empty()) return;
    for (const std::string& line : s.type.lines(words, font, x1 - x0)) {
      s.pen.text_in({x0, y, x1, y + height}, line, font, color);
      y += height;
    }
  };
  float y = where.y1 - card_pad;
  draw_progress(s, card, x0, x1, y - 3);
  y -= 14 + sizes.progress;
  lines(card.progress, extent_font, y, needs_line, theme.text);
  y -= 4 + sizes.needs;
  lines(card.needs, extent_font, y, needs_line, theme.text3);
  y -= 10 + sizes.text;
  const ProseStyle style = summary_style(theme);
  draw_prose(s.pen, s.type, theme, *s.lay(card.summary, x1 - x0, style), {x0, y}, style);
  y -= 6 + sizes.title;
  if (!card.aside.empty()) {
    const Rect aside{x0, top, x1, top + needs_line};
    s.pen.text_in(aside, s.type.fitted(card.aside, mark_font, x1 - x0), mark_font, theme.text2);
  }
  lines(card.title, title_font, y, title_line, theme.text);
  y -= 8;
  if (!card.random.empty()) {  // wherever a random pattern is shown, it is labelled as such
    const Font small{Face::regular, note_size};
    const std::vector<std::string>& notes = s.type.lines(card.random, small, x1 - x0);
    y -= static_cast<float>(notes.size()) * card_note_line;
    float at = y;
    for (const std::string& line : notes) {
      s.pen.text_in({x0, at, x1, at + card_note_line}, line, small, theme.text3, Align::centre);
      at += card_note_line;
    }
    y -= 6;
  }
  draw_pictures(s, card, {x0, top + (card.aside.empty() ? 6 : 6 + needs_line), x1, y});
  return hit.clicked;
}

float large_card_height(Screen& s, float width) {
  const float inner = width - 2 * card_pad;
  return 18 + static_cast<float>(s.type.lines(s.text("large.open"), title_font, inner).size()) * title_line + 6 +
         s.lay(s.text("large.open.words"), inner, summary_style(s.theme))->height + card_pad;
}

bool draw_large_card(Screen& s, Rect where) {
  const Theme& theme = s.theme;
  const Hit hit = s.hit("large", where);
  const float lit = s.motion.fade(motion_key("large"), hit.hovered, control_time);
  s.pen.panel(s.pen.snapped(where), mixed(theme.bg1, theme.bg2, lit), mixed(theme.line, theme.text3, lit),
              panel_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.focused) s.ring(where, panel_radius);
  s.says(hit.focused, s.text("large.open"), "role.button");
  const float x0 = where.x0 + card_pad, x1 = where.x1 - card_pad, words = large_card_height(s, where.width());
  float y = where.y0 + 18;
  // The shape of a causal map above the words, if there is room.
  if (const float shape = std::min(where.height() - words - 28, 84.0f); shape > 40) {
    constexpr int stairs = 24;
    const float each = shape / stairs, wide = std::min((x1 - x0) / stairs, 2 * each);
    y = where.y1 - words + 6;
    const float top = (where.y0 + y - shape) / 2 + 4, left = where.middle_x() - wide * stairs / 2;
    for (int i = 0; i < stairs; ++i)
      s.pen.fill({left, top + each * static_cast<float>(i), left + wide * static_cast<float>(i + 1),
                  top + each * static_cast<float>(i + 1)},
                 mixed(theme.bg1, theme.role(graph::Role::weights), 0.35f));
  }
  for (const std::string& line : s.type.lines(s.text("large.open"), title_font, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + title_line}, line, title_font, theme.text);
    y += title_line;
  }
  const ProseStyle style = summary_style(theme);
  draw_prose(s.pen, s.type, theme, *s.lay(s.text("large.open.words"), x1 - x0, style), {x0, y + 6}, style);
  return hit.clicked;
}

void say_card(Screen& s, const explorer::Card& card, std::string_view place) {
  const std::string_view mark = mark_words(s, card);
  const std::string_view beside = card.aside.empty() ? mark : std::string_view(card.aside);
  s.says(true, beside.empty() ? std::string_view(card.title) : s.joined({card.title, ", ", beside}), "role.card",
         place);
}

}  // namespace ui

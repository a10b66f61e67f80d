// The band shows the weights of a trained head in small; the map itself is computed when it is opened.
#include "ui/screens/contents_foot.hpp"

#include <algorithm>

#include "explorer/hero/band.hpp"
#include "ui/screens/contents_path.hpp"
#include "ui/type/icons.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr Font band_title{Face::semibold, px(18)}, open_font{Face::semibold, control_size};
constexpr Font link_font{Face::regular, control_size}, local_font{Face::regular, label_size};
constexpr float band_pad = 20, band_top = 14, band_title_line = 26, shape_from = 640;
constexpr float between_links = 28, around_link = 8, foot_pad = 8;

float words_width(float width) { return width >= shape_from ? std::min(width * 0.46f, 560.0f) : width - 2 * band_pad; }

constexpr ProseStyle band_style(const Theme& theme) {
  return {.size = px(14), .line = 20, .gap = 6, .plain = theme.text2, .strong = theme.text};
}

float foot_row(const Screen& s) { return s.touch() ? touch_target : 32; }

// Calls place(index, x, row) for every link, in as many rows as they need; returns the end of the last one.
template <class Place>
Point lay_links(Screen& s, const std::vector<std::string>& pages, float x0, float x1, Place&& place) {
  Point at{x0, 0};
  for (std::size_t i = 0; i < pages.size(); ++i) {
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

// Cells of the same weight beside each other are one rectangle.
void draw_weights(Screen& s, const explorer::LargeBand& band, Rect where) {
  const float wide = where.width() / static_cast<float>(band.columns);
  const float high = where.height() / static_cast<float>(band.rows);
  const Color ink = s.theme.role(graph::Role::weights);
  for (std::size_t row = 0; row < band.rows; ++row) {
    const float* const roots = &band.roots[row * band.columns];
    const float top = where.y0 + high * static_cast<float>(row);
    for (std::size_t from = 0, to = 0; from < band.columns; from = to) {
      for (to = from + 1; to < band.columns && roots[to] == roots[from];) ++to;
      if (roots[from] == 0) continue;
      s.pen.fill(
          {where.x0 + wide * static_cast<float>(from), top, where.x0 + wide * static_cast<float>(to), top + high},
          faded(ink, 0.9f * roots[from]));
    }
  }
}

}  // namespace

float band_height(Screen& s, float width) {
  const float room = words_width(width);
  return band_top + band_title_line * static_cast<float>(s.type.lines(s.text("large.open"), band_title, room).size()) +
         2 + s.lay(s.text("large.open.words"), room, band_style(s.theme))->height + band_top;
}

void draw_band(Screen& s, Rect where, Rect view) {
  const Theme& theme = s.theme;
  s.focus.group("large");
  const Hit hit = s.hit("large", where);
  const float lit = s.motion.fade(motion_key("large"), hit.hovered, control_time);
  s.pen.panel(s.pen.snapped(where), mixed(theme.bg1, theme.bg2, lit), mixed(theme.line, theme.text3, lit),
              panel_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.focused) s.ring(where, panel_radius);
  if (hit.focused && s.focus.arrived()) bring_into_view(s, where, view);
  s.says(hit.focused, s.text("large.open"), "role.button");
  if (hit.clicked) s.command(explorer::ShowLarge{true});
  const float room = words_width(where.width()), x0 = where.x0 + band_pad;
  if (where.width() >= shape_from) {
    const Rect shape{x0 + room + 24, where.y0 + 8, where.x1 - 12, where.y1 - 8};
    if (const explorer::LargeBand* band = s.explorer.large_band()) draw_weights(s, *band, shape);
    const std::string_view open = s.text("large.open.map");
    const float width = s.type.width(open, open_font);
    s.pen.text({shape.x1 - 12 - 22 - width, centred(where.y0 + 27, open_font.size)}, open, open_font, theme.text);
    draw_icon(s.pen, Icon::right, {shape.x1 - 12 - 8, where.y0 + 27}, theme.text, 16);
  }
  float y = where.y0 + band_top;
  for (const std::string& line : s.type.lines(s.text("large.open"), band_title, room)) {
    s.pen.text_in({x0, y, x0 + room, y + band_title_line}, line, band_title, theme.text);
    y += band_title_line;
  }
  const ProseStyle style = band_style(theme);
  draw_prose(s.pen, s.type, theme, *s.lay(s.text("large.open.words"), room, style), {x0, y + 2}, style);
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
    if (hit.clicked && pages[i] == "tensors") s.request(Request::open_tensors);
    else if (hit.clicked && pages[i] == "model") s.command(explorer::ShowModel{.on = true, .source = "small"});
    else if (hit.clicked) s.out.open_address = pages[i];
  });
  const bool below = local_below(s, end.x, x1) && !pages.empty();
  const float top = y + row * (end.y + (below ? 1 : 0));
  const std::string_view local = s.text("contents.local");
  s.pen.text_in({x0, top, x1, top + row}, s.type.fitted(local, local_font, x1 - x0), local_font, theme.text3,
                below ? Align::left : Align::right);
}

}  // namespace ui

// A picture cut into patches. Selecting a patch, by pointer, finger or arrow keys, shows its attention as light on the
// picture and as numbers; beside it is the picture mixed with these weights.
// Pixels are drawn as rectangles on whole device pixels, which is fast enough for small pictures. A veil dims patches
// with little attention.
#include <algorithm>
#include <cmath>
#include <optional>

#include "figures/drawings.hpp"
#include "figures/picture/view.hpp"
#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::PictureView;

constexpr float veil = 0.86f;         // over a patch of weight 0
constexpr float least_labelled = 34;  // px; smaller patches do not show their weight
constexpr float words_line = 18, words_gap = 6, gap_between = 24, picture_gap = 12;
constexpr Font caption_font{Face::regular, label_size};

struct PatchGrid {
  const PictureView& view;
  Rect where;

  Rect pixels(std::size_t row, std::size_t column, std::size_t side) const {
    const float px = where.width() / static_cast<float>(view.width),
                py = where.height() / static_cast<float>(view.height);
    const float x = where.x0 + static_cast<float>(column) * px, y = where.y0 + static_cast<float>(row) * py;
    return {x, y, x + static_cast<float>(side) * px, y + static_cast<float>(side) * py};
  }
  Rect patch(std::size_t i) const {
    return pixels(i / view.across() * view.patch, i % view.across() * view.patch, view.patch);
  }
  std::optional<std::size_t> at(Point point) const {
    for (std::size_t i = 0; i < view.count(); ++i)
      if (patch(i).contains(point)) return i;
    return std::nullopt;
  }
};

void draw_pixels(Screen& s, const PatchGrid& grid, const std::vector<std::uint8_t>& rgb) {
  const PictureView& view = grid.view;
  for (std::size_t row = 0; row < view.height; ++row) {
    for (std::size_t column = 0; column < view.width; ++column) {
      const std::uint8_t* p = &rgb[3 * (row * view.width + column)];
      s.pen.fill(s.pen.snapped(grid.pixels(row, column, 1)), IM_COL32(p[0], p[1], p[2], 255));
    }
  }
}

void draw_lines(Screen& s, const PatchGrid& grid) {
  const PictureView& view = grid.view;
  const Color ink = faded(s.theme.bg0, 0.55f);
  for (std::size_t i = 1; i < view.across(); ++i) s.pen.down(grid.patch(i).x0, grid.where.y0, grid.where.y1, ink);
  for (std::size_t i = view.across(); i < view.count(); i += view.across())
    s.pen.across(grid.where.x0, grid.where.x1, grid.patch(i).y0, ink);
}

// The share of light a patch gets: full for the largest weight of the row.
void draw_attention(Screen& s, const PatchGrid& grid) {
  const PictureView& view = grid.view;
  const auto row = view.attention.begin() + static_cast<std::ptrdiff_t>(view.followed * view.count());
  const float most = std::max(*std::max_element(row, row + static_cast<std::ptrdiff_t>(view.count())), 1e-9f);
  for (std::size_t i = 0; i < view.count(); ++i) {
    const Rect patch = s.pen.snapped(grid.patch(i));
    const float weight = row[static_cast<std::ptrdiff_t>(i)];
    s.pen.fill(patch, faded(s.theme.bg0, veil * (1 - weight / most)));
    if (patch.width() < least_labelled) continue;
    const Font font{Face::medium, note_size};
    std::string text = view.texts[i];
    if (s.type.width(text, font) + 8 > patch.width()) text = graph::format_number(static_cast<double>(weight), 2);
    const float wide = s.type.width(text, font) + 8;
    if (wide > patch.width()) continue;
    const Rect chip = box(patch.middle_x() - wide / 2, patch.y1 - 19, wide, 16);
    s.pen.fill(chip, faded(s.theme.bg0, 0.72f), 4);
    s.pen.text_in(chip, text, font, s.theme.text, Align::centre);
  }
}

void follow_patch(Screen& s, const PictureView& view, std::size_t patch) {
  s.command(explorer::Focus{graph::CellRef{view.weights, {patch, patch}}, true});
}

void patch_keys(Screen& s, const PictureView& view) {
  const std::size_t across = view.across(), row = view.followed / across, column = view.followed % across;
  s.says(true, s.text("role.picture"), "role.table", s.text("large.patch", {s.digits(row + 1), s.digits(column + 1)}));
  std::size_t to = view.followed;
  if (s.takes(ImGuiKey_LeftArrow, column > 0)) --to;
  if (s.takes(ImGuiKey_RightArrow, column + 1 < across)) ++to;
  if (s.takes(ImGuiKey_UpArrow, row > 0)) to -= across;
  if (s.takes(ImGuiKey_DownArrow, to + across < view.count())) to += across;
  if (s.takes(ImGuiKey_Home, column > 0)) to = row * across;
  if (s.takes(ImGuiKey_End, column + 1 < across)) to = row * across + across - 1;
  if (to == view.followed) return;
  follow_patch(s, view, to);
  s.focus.show();
}

Rect picture_room(const Screen& s, Rect room) {
  const float share = s.view.stage.empty() ? 1.0f : 0.52f;
  // Patches pressed by fingers may take more space, as long as the matrices below keep their share.
  const PictureView& view = *s.view.figure<explorer::PictureView>();
  const std::size_t down = view.count() / view.across();
  const float pressed = touch_target * static_cast<float>(down) + 2 * words_line + words_gap + picture_gap;
  const float least = s.touch() ? std::min(pressed, room.height() * 0.64f) : 0;
  return {room.x0, room.y0, room.x1, room.y0 + std::max(std::round(room.height() * share), least)};
}

// What is pointed at, clicked or chosen by keys.
void point_at_patches(Screen& s, const PatchGrid& grid) {
  const PictureView& view = grid.view;
  const Hit hit = s.hit("picture", grid.where);
  const auto over = hit.hovered ? grid.at(s.pointer()) : std::nullopt;
  if (over) {
    s.out.cursor = "pointer";
    s.pen.outline(s.pen.snapped(grid.patch(*over)), s.theme.text, 1.5f);
    s.area_tip(
        s.joined({"patch:", s.digits(*over)}), grid.patch(*over),
        s.text("picture.weight", {std::to_string(view.followed + 1), std::to_string(*over + 1), view.texts[*over]}));
    if (hit.clicked && !hit.by_key) follow_patch(s, view, *over);
  }
  if (hit.focused) {
    patch_keys(s, view);
    s.ring(grid.where, 2);
  }
}

// Words above a picture, in at most two lines; what does not fit is cut at the end of the second.
void draw_caption(Screen& s, std::string_view words, Point at, float across) {
  const std::vector<std::string>& lines = s.type.lines(words, caption_font, across);
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 2); ++i) {
    const std::string_view part = i == 1 && lines.size() > 2 ? words.substr(lines[0].size() + 1) : lines[i];
    s.pen.text_in({at.x, at.y, at.x + across, at.y + words_line}, s.type.fitted(part, caption_font, across),
                  caption_font, s.theme.text2);
    at.y += words_line;
  }
}

void draw_picture_figure(Screen& s, Rect area) {
  const PictureView& view = *s.view.figure<explorer::PictureView>();
  const bool two = !view.mixed.empty();
  const float ratio = static_cast<float>(view.width) / static_cast<float>(view.height);
  float wide = two ? (area.width() - gap_between) / 2 : area.width(), other_wide = wide, gap = gap_between;
  // Such patches are at least as large as a finger, if the picture beside them can be smaller.
  const float pressed = touch_target * static_cast<float>(view.across());
  if (two && s.touch() && wide < pressed && pressed < area.width() * 0.55f) {
    gap = gap_between / 2;
    wide = pressed;
    other_wide = area.width() - gap - wide;
  }
  const std::string_view words = s.text("picture.attends", {std::to_string(view.followed + 1)}),
                         mixed_words = two ? s.text("picture.mixed") : std::string_view();
  // Words that do not fit above their picture take a second line; the pictures get smaller.
  float width = 0, high = 0, above = words_line + words_gap;
  for (int attempt = 0; attempt < 2; ++attempt) {
    high = std::min(area.height() - above - picture_gap, wide / ratio);
    width = high * ratio;
    const bool fit = s.type.width(words, caption_font) <= width &&
                     s.type.width(mixed_words, caption_font) <= std::min(width, other_wide);
    if (!fit) above = 2 * words_line + words_gap;
  }
  if (high < 24) return;
  const float other_width = std::min(width, other_wide);
  const float all = two ? width + gap + other_width : width;
  const float x = area.middle_x() - all / 2, y = area.y0 + above;
  const PatchGrid grid{view, s.pen.snapped(box(x, y, width, high))};
  const auto outline = [&](const PatchGrid& of) {
    draw_lines(s, of);
    s.pen.outline(s.pen.snapped(of.patch(view.followed)), s.theme.text, 2.5f);
  };

  draw_caption(s, words, {x, area.y0}, width);
  draw_pixels(s, grid, view.pixels);
  draw_attention(s, grid);
  for (std::size_t i = 0; i < view.count(); ++i) s.mark("patch:" + std::to_string(i), grid.patch(i));
  outline(grid);
  point_at_patches(s, grid);

  if (!two) return;
  const PatchGrid other{view, s.pen.snapped(box(x + width + gap, y, other_width, other_width / ratio))};
  draw_caption(s, mixed_words, {other.where.x0, area.y0}, other_width);
  draw_pixels(s, other, view.mixed);
  outline(other);
  s.mark("picture:mixed", other.where);
}

}  // namespace

const FigureDrawing picture_drawing{.room = picture_room, .draw = draw_picture_figure};

}  // namespace ui

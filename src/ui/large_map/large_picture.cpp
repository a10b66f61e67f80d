// The picture whose patches are the large map's tokens: the attention of a patch is shown as a veil over all others, as
// in lessons. A hovered patch is the query; a click pins it at its largest weight.
#include <algorithm>
#include <cmath>

#include "explorer/state/color_steps.hpp"
#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/large_map/large.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr std::size_t picture_side = large_map::picture_side;
constexpr float patch_veil = 0.86f;  // over a patch of weight 0
constexpr std::uint64_t plain_id = std::uint64_t{3} << 56 | 1, laid_id = std::uint64_t{3} << 56 | 2;

}  // namespace

void LargeFigure::take_picture(Screen& s) {
  if (picture_ == large(s).pixels()) return;
  picture_ = large(s).pixels();
  plain_.assign(picture_side * picture_side, 0);
  for (std::size_t i = 0; picture_ && i < plain_.size(); ++i) {
    const std::uint8_t* p = picture_->data() + 3 * i;
    plain_[i] = IM_COL32(p[0], p[1], p[2], 255);
  }
  ++plain_changes_;
  laid_of_.reset();
}

void LargeFigure::lay_weights(Screen& s) {
  const Laid now{map_, row_->row, look_.steps, s.theme.bg0};
  if (laid_of_ == now) return;
  laid_of_ = now;
  ++laid_changes_;
  laid_.resize(plain_.size());
  const std::size_t across = large(s).across(), patch = picture_side / across;
  const float most = std::max(*std::ranges::max_element(row_->weights), 1e-30f);
  for (std::size_t i = 0; i < row_->weights.size(); ++i) {
    const float clear = explorer::color_place(look_.steps, std::min(row_->weights[i] / most, 1.0f));
    const auto over = static_cast<std::uint32_t>(std::lround(256 * patch_veil * (1 - clear)));
    const std::size_t corner = i / across * patch * picture_side + i % across * patch;
    for (std::size_t y = 0; y < patch; ++y)
      for (std::size_t x = 0; x < patch; ++x) {
        const std::size_t at = corner + y * picture_side + x;
        // Two channels at a time, spaced so that products do not overflow into each other.
        const std::uint32_t from = plain_[at], to = s.theme.bg0, low = 0x00FF00FFu;
        const std::uint32_t even = ((from & low) * (256 - over) + (to & low) * over) >> 8 & low;
        const std::uint32_t odd = ((from >> 8 & low) * (256 - over) + (to >> 8 & low) * over) & ~low;
        laid_[at] = even | odd | 0xFF000000u;
      }
  }
}

void LargeFigure::swatch(Screen& s, Rect at, std::size_t patch) {
  take_picture(s);
  const std::size_t across = std::max<std::size_t>(large(s).across(), 1), row = patch / across, column = patch % across;
  const auto share = [&](std::size_t from) { return static_cast<float>(from) / static_cast<float>(across); };
  at = s.pen.snapped(at);
  const Rect there = s.type.mirror().to_window(at);
  maps_.draw(s.pen.list(), render::LargeImage{plain_id, picture_side, picture_side, plain_, plain_changes_},
             {there.x0, there.y0, there.x1, there.y1}, {share(column), share(row), share(column + 1), share(row + 1)});
  s.pen.outline(at, s.theme.line2);
  s.mark(s.joined({"large-swatch:", s.digits(patch)}), at);
}

void LargeFigure::follow_patch(Screen& s, std::size_t patch) {
  if (!large(s).map().ready()) return;
  const large_map::Row row = large_map::row_of(large(s), patch);
  look_.cell = Cell{patch, large_map::largest_of_row(row, 1).front()};
  s.command(explorer::LookLarge{.cell = look_.cell});
  bring(s, *look_.cell);
}

void LargeFigure::picture_keys(Screen& s, std::size_t patch) {
  const std::size_t across = large(s).across(), row = patch / across, column = patch % across;
  std::size_t to = patch;
  if (s.takes(ImGuiKey_LeftArrow, column > 0)) --to;
  if (s.takes(ImGuiKey_RightArrow, column + 1 < across)) ++to;
  if (s.takes(ImGuiKey_UpArrow, row > 0)) to -= across;
  if (s.takes(ImGuiKey_DownArrow, row + 1 < across)) to += across;
  if (s.takes(ImGuiKey_Home, column > 0)) to = row * across;
  if (s.takes(ImGuiKey_End, column + 1 < across)) to = row * across + across - 1;
  if (to == patch) return;
  s.focus.show();
  s.memory.keys_rule = true;
  follow_patch(s, to);
}

// The patch under the pointer is looked at, and followed by a click.
void LargeFigure::point_at_picture(Screen& s, Rect at, std::size_t across, bool clicked) {
  const auto place = [&](float from, float to) {
    const float each = at.width() / static_cast<float>(across);
    return std::min(static_cast<std::size_t>(std::max(to - from, 0.0f) / each), across - 1);
  };
  const std::size_t patch = place(at.y0, s.pointer().y) * across + place(at.x0, s.pointer().x);
  s.out.cursor = "crosshair";
  if (!s.around.touch && !s.memory.keys_rule) {
    // What depends on it is drawn in the next frame.
    s.out.animating |= hovered_ != Cell{patch, look_.cell ? look_.cell->second : patch};
    pointed_patch_ = patch;
  }
  if (clicked) follow_patch(s, patch);
}

float LargeFigure::picture(Screen& s, float x0, float x1, float y) {
  take_picture(s);
  const std::size_t across = large(s).across();
  if (across == 0) return y;
  section_label(s, x0, x1, y, s.text("large.picture"));
  const float wide = std::min(x1 - x0, layout_.wide ? 252.0f : 220.0f);
  const Rect at = s.pen.snapped(box(x0, y + 16, wide, wide));
  const Mirror::Block picture(s.type.mirror(), at);
  const Rect there = s.type.mirror().to_window(at);
  const bool known = row_ && row_->weights.size() == state(s).setup.tokens && large(s).map().ready();
  if (known) lay_weights(s);
  const Hit hit = s.hit("large-picture", at);
  maps_.draw(s.pen.list(),
             known ? render::LargeImage{laid_id, picture_side, picture_side, laid_, laid_changes_}
                   : render::LargeImage{plain_id, picture_side, picture_side, plain_, plain_changes_},
             {there.x0, there.y0, there.x1, there.y1});
  s.pen.outline(grown(at, 1), s.theme.line2);
  const float each = at.width() / static_cast<float>(across);
  const auto ring = [&](std::size_t patch, Color ink) {
    const std::size_t row = patch / across, column = patch % across;
    const Rect place =
        box(at.x0 + each * static_cast<float>(column), at.y0 + each * static_cast<float>(row), each, each);
    s.pen.outline(s.pen.snapped(grown(place, std::max((9 - each) / 2, 1.0f))), s.theme.bg0, 3);
    s.pen.outline(s.pen.snapped(grown(place, std::max((9 - each) / 2, 1.0f))), ink, 2);
  };
  const std::optional<Cell> cell = looked_at(s);
  if (cell && cell->first != cell->second) ring(cell->second, s.theme.role(graph::Family::key));
  if (known) {
    ring(row_->row, s.theme.role(graph::Family::query));
    s.mark(s.joined({"large-picture-row:", s.digits(row_->row)}), at);
  }
  if (hit.hovered && at.contains(s.pointer())) point_at_picture(s, at, across, hit.clicked && !hit.by_key);
  s.says(hit.focused, s.text("large.picture"), "role.picture",
         known ? s.text("large.patch", {s.digits(row_->row / across + 1), s.digits(row_->row % across + 1)})
               : std::string_view());
  if (hit.focused && !s.typing()) {
    if (known) picture_keys(s, row_->row);
    s.ring(at, 2);
  }
  const Font note{Face::regular, note_size};
  y = at.y1 + 6;
  if (!known) return y + 16;
  const float most = *std::ranges::max_element(row_->weights);
  const std::string largest = most < 0.0001f ? graph::format_float(most, 2) : graph::format_number(most, 4);
  for (const std::string& line : s.type.lines(s.text("large.picture.brightest", {largest}), note, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 16}, line, note, s.theme.text3);
    y += 16;
  }
  return y;
}

}  // namespace ui

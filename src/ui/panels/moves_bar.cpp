// See panels.hpp. The nudged cell is the selected one.
#include "ui/panels/panels.hpp"

#include <algorithm>

#include "imgui.h"

#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float bar_gap = 6, words_pitch = 19, bar_pad = 14;
constexpr Font bar_title{Face::semibold, control_size}, bar_words{Face::regular, label_size};

float row_high(const Screen& s) { return s.touch() ? touch_target : control_height; }

const std::vector<std::string>& bar_lines(Screen& s, float width) {
  const explorer::MovesView& moves = *s.view.moves;
  return s.type.lines(moves.compared.empty() ? moves.words : moves.compared, bar_words, width - 2 * bar_pad);
}

}  // namespace

float moves_bar_height(Screen& s, float width) {
  if (!s.view.moves) return 0;
  return row_high(s) + 8 + words_pitch * static_cast<float>(bar_lines(s, width).size()) + bar_gap + 4;
}

void draw_moves_bar(Screen& s, Rect where) {
  const explorer::MovesView& moves = *s.view.moves;
  const Rect panel = s.pen.snapped(Rect{where.x0, where.y0, where.x1, where.y1 - bar_gap});
  s.pen.panel(panel, s.theme.bg2, s.theme.line2, panel_radius);
  s.mark("moves-bar", panel);
  const float high = row_high(s), wide = std::max(high, touch_target);
  const auto& focused = s.explorer.state().focused;
  const bool can = focused && std::ranges::contains(moves.nodes, focused->node);
  float x = panel.x1 - 4 - 3 * wide;
  const Rect title{panel.x0 + bar_pad, panel.y0 + 4, x - 4, panel.y0 + 4 + high};
  s.pen.text_in(title, s.type.fitted(moves.title, bar_title, title.width()), bar_title, s.theme.text);
  const auto place = [&] { return box(std::exchange(x, x + wide), title.y0, wide, high); };
  const auto icon = [&](std::string_view id, Icon shape, std::string_view words, bool enabled) {
    return button(s, id, place(),
                  {.before = shape, .kind = ButtonKind::ghost, .enabled = enabled, .tip = s.text(words)});
  };
  if (icon("moves-down", Icon::minus, "moves.down", can)) s.command(explorer::Nudge{focused, true});
  if (icon("moves-up", Icon::plus, "moves.up", can)) s.command(explorer::Nudge{focused});
  if (icon("moves-leave", Icon::close, "moves.leave", true)) s.command(explorer::AskWhatMoves{});
  float y = title.y1;
  for (const std::string& line : bar_lines(s, panel.width())) {
    s.pen.text_in({title.x0, y, panel.x1 - bar_pad, y + words_pitch}, line, bar_words, s.theme.text2);
    y += words_pitch;
  }
}

void moves_keys(Screen& s) {
  const auto& state = s.explorer.state();
  const auto& cell = state.focused ? state.focused : state.hovered;
  if (s.pressed(ImGuiKey_M, false) && (state.asked || cell))
    s.command(explorer::AskWhatMoves{state.asked ? std::nullopt : state.hovered ? state.hovered : cell});
  if (s.pressed(ImGuiKey_N) && state.asked && cell) s.command(explorer::Nudge{cell, ImGui::GetIO().KeyShift});
}

}  // namespace ui

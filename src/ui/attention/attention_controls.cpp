#include "ui/attention/attention_controls.hpp"

#include <array>

#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float tools_gap = 8;

struct HeadTools {
  std::optional<Button> compare, turn;
  std::size_t head = 0;
  bool off = false;
};

HeadTools tools_of(const Screen& s, const explorer::AttentionView& v) {
  HeadTools out;
  if (v.heads.size() > 1)
    out.compare = Button{.label = s.text("attention.compare"),
                         .before = v.compared ? Icon::check : Icon::none,
                         .tip = s.text("attention.compare.tip")};
  out.head = v.selected.front();
  out.off = std::ranges::contains(v.off, out.head);
  if (v.can_switch)
    out.turn = Button{.label = s.text(out.off ? "attention.switch.on" : "attention.switch.off", {v.heads[out.head]}),
                      .tip = s.text("attention.switch.tip")};
  return out;
}

}  // namespace

bool head_tools_in_controls(const Screen& s) { return s.shell == Shell::phone || s.shell == Shell::narrow; }

float head_tools_width(Screen& s) {
  const HeadTools tools = tools_of(s, *s.view.attention);
  float width = 0;
  for (const auto& each : {tools.compare, tools.turn})
    if (each) width += button_width(s, *each) + (width > 0 ? tools_gap : 0);
  return width;
}

void draw_head_tools(Screen& s, Rect room) {
  const explorer::AttentionView& v = *s.view.attention;
  const HeadTools tools = tools_of(s, v);
  const auto press = [&](std::string_view id, const std::optional<Button>& what) {
    if (!what) return false;
    const Rect where{room.x0, room.y0, std::min(room.x0 + button_width(s, *what), room.x1), room.y1};
    room.x0 = where.x1 + tools_gap;
    return button(s, id, where, *what);
  };
  if (press("head-compare", tools.compare)) {
    // The next head that is not shown, else the one before.
    std::size_t next = v.selected.back() + 1;
    if (next == v.heads.size()) next = v.selected.front() > 0 ? v.selected.front() - 1 : 0;
    s.command(explorer::CompareHead{v.compared ? std::nullopt : std::optional(next)});
  }
  if (press("head-switch", tools.turn)) s.command(explorer::SwitchHeadsOff{toggled_any(v.off, tools.head)});
}

float draw_attention_controls(Screen& s, float x0, float x1, float y) {
  if (!s.view.attention || !s.view.attention->is_shown) return y;
  const explorer::AttentionView& v = *s.view.attention;
  const explorer::AttentionLook& look = s.explorer.state().attention;
  const float row = s.touch() ? touch_height : control_height;
  const Font font{Face::medium, control_size};
  const auto heading = [&](std::string_view id) {
    s.pen.text_in({x0, y, x1, y + 20}, s.text(id), font, s.theme.text);
    y += 26;
  };
  y += 18;
  s.pen.across(x0, x1, y, s.theme.line);
  section_label(s, x0, x1, y + 26, s.text("attention.view"));
  y += 44;
  if (head_tools_in_controls(s) && head_tools_width(s) > 0) {
    draw_head_tools(s, {x0, y, x1, y + row});
    y += row + 16;
  }
  if (v.has_scores) {
    heading("attention.values");
    const std::array<std::string_view, 2> words{s.text("attention.weights"), s.text("attention.scores")};
    const Rect where = box(x0, y, x1 - x0, segmented_height(s, words, x1 - x0, row));
    if (const auto chosen =
            segmented(s, "attention:values", s.text("attention.values"), where, words, v.scores ? 1 : 0))
      s.command(explorer::ShowAttention{.matrices = {}, .scores = *chosen == 1, .shared = {}, .threshold = {}});
    for (std::size_t i = 0; i < 2; ++i)
      s.mark(i == 0 ? "attention:values:weights" : "attention:values:scores", segment_rect(where, row, 2, i));
    y = where.y1 + 16;
  }
  heading("attention.scale");
  const std::array<std::string_view, 2> scales{s.text("attention.scale.shared"), s.text("attention.scale.each")};
  const Rect where = box(x0, y, x1 - x0, segmented_height(s, scales, x1 - x0, row));
  if (const auto chosen =
          segmented(s, "attention:scale", s.text("attention.scale"), where, scales, look.shared ? 0 : 1))
    s.command(explorer::ShowAttention{.matrices = {}, .scores = {}, .shared = *chosen == 0, .threshold = {}});
  for (std::size_t i = 0; i < 2; ++i)
    s.mark(i == 0 ? "attention:scale:shared" : "attention:scale:each", segment_rect(where, row, 2, i));
  y = where.y1 + 16;
  return y;
}

}  // namespace ui

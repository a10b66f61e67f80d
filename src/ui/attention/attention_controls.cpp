#include "ui/attention/attention_controls.hpp"

#include <array>

#include "ui/widgets/widgets.hpp"

namespace ui {

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

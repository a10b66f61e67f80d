#include "ui/panels/panels.hpp"

#include <algorithm>
#include <array>

#include "explorer/state/color_steps.hpp"
#include "graph/explain/explanation.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr std::array words_of_steps{"colors.linear", "colors.sqrt", "colors.log"};

class Advanced {
 public:
  Advanced(Screen& s, float x0, float x1, float y) : s_(s), x0_(x0), x1_(x1), y_(y) {}

  float draw() {
    if (!heading()) return y_;
    for (const explorer::ControlView& control : s_.view.controls)
      if (control.advanced) y_ = draw_control(s_, x0_, x1_, y_, control);
    color_steps();
    if (s_.view.attention && s_.view.attention->is_shown) attention(*s_.view.attention);
    return y_;
  }

 private:
  // True when it is open. A dot marks that a setting inside was changed.
  bool heading() {
    const bool open = s_.memory.advanced_open;
    const std::string_view words = s_.text("rail.advanced");
    const Button fold{.label = words, .after = open ? Icon::up : Icon::chevron, .kind = ButtonKind::ghost, .tip = {}};
    const float height = s_.touch() ? touch_target : 26, wide = button_width(s_, fold);
    if (button(s_, "advanced", box(x0_ - 8, y_, wide, height), fold)) s_.memory.advanced_open = !open;
    const bool changed = s_.explorer.state().color_steps != explorer::ColorSteps::linear ||
                         std::ranges::any_of(s_.view.controls, [](const auto& c) { return c.advanced && c.changed; });
    if (changed) s_.pen.disc({x0_ + wide, y_ + height / 2}, 2.5f, s_.theme.text);
    y_ += height + (open ? 10 : 0);
    return open;
  }

  void label(std::string_view id, const std::string& value = {}) {
    s_.pen.text_in({x0_, y_, x1_, y_ + 20}, value, {Face::regular, label_size}, s_.theme.text2, Align::right);
    s_.pen.text_in({x0_, y_, x1_, y_ + 20}, s_.text(id), {Face::medium, control_size}, s_.theme.text);
    y_ += 26;
  }

  void say(std::string_view words) {
    const ProseStyle style{label_size, 19, 0, s_.theme.text2, s_.theme.text2};
    const Prose& laid = *s_.lay(words, x1_ - x0_, style);
    draw_prose(s_.pen, s_.type, s_.theme, laid, {x0_, y_}, style);
    y_ += laid.height + 8;
  }

  void color_steps() {
    const float top = y_, row = s_.touch() ? touch_height : control_height;
    label("rail.colors");
    std::vector<std::string_view>& labels = s_.list();
    for (const char* id : words_of_steps) labels.push_back(s_.text(id));
    const Rect where = box(x0_, y_, x1_ - x0_, segmented_height(s_, labels, x1_ - x0_, row));
    const auto now = static_cast<std::size_t>(s_.explorer.state().color_steps);
    if (const auto chosen = segmented(s_, "colors", s_.text("rail.colors"), where, labels, now))
      s_.command(explorer::SetColorSteps{static_cast<explorer::ColorSteps>(*chosen)});
    for (std::size_t i = 0; i < labels.size(); ++i)
      s_.mark(s_.joined({"colors:", explorer::json::word(static_cast<explorer::ColorSteps>(i))}),
              segment_rect(where, row, labels.size(), i));
    const Rect all{x0_, top, x1_, where.y1};
    s_.area_tip("hint:colors", all, s_.text("rail.colors.hint"));
    y_ = where.y1 + 16;
  }

  void attention(const explorer::AttentionView& v) {
    const explorer::AttentionLook& look = s_.explorer.state().attention;
    label("attention.threshold", graph::format_number(look.threshold, 2, false));
    const float height = s_.touch() ? touch_target : 24;
    if (const auto slid = slider(s_, "attention:threshold", s_.text("attention.threshold"),
                                 box(x0_, y_ - 4, x1_ - x0_, height), {0, 0.5, 0.01}, look.threshold))
      s_.command(explorer::ShowAttention{.matrices = {}, .scores = {}, .shared = {}, .threshold = slid->value});
    y_ += height + 8;
    label("attention.focused");
    say(v.entropy);
    const auto& state = s_.explorer.state();
    const std::string rank = s_.explorer.rank_words(state.hovered ? state.hovered : state.focused);
    label("attention.rank");
    say(rank.empty() ? s_.text("attention.rank.none") : std::string_view(rank));
    s_.mark(s_.joined({"rank:", rank}), {x0_, y_ - 27, x1_, y_});
  }

  Screen& s_;
  float x0_, x1_, y_;
};

}  // namespace

float draw_advanced(Screen& s, float x0, float x1, float y) { return Advanced(s, x0, x1, y).draw(); }

}  // namespace ui

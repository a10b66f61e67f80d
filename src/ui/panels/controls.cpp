// The kind of control depends only on the kind and range of a parameter.
#include "ui/panels/panels.hpp"

#include <array>

#include "graph/explain/explanation.hpp"
#include "ui/attention/attention_controls.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::ControlView;
using Control = lesson::Parameter::Control;

constexpr int most_slider_steps = 64;

// A slider's numbers have as many decimals as its steps.
std::string stepped(double value, const ControlView& control) {
  int decimals = 0;
  for (double step = control.step; step > 0 && step < 0.999 && decimals < 4; step *= 10) ++decimals;
  return graph::format_number(value, decimals);
}

// The label with its symbols, the value at the right, and a dot if it differs from the lesson's.
void label(Screen& s, float x0, float x1, float y, const ControlView& control, std::string_view value) {
  const bool off = !control.off.empty();
  const Color ink = off ? s.theme.text3 : s.theme.text;
  const ProseStyle style{control_size, 20, 0, ink, ink, Face::medium};
  const Prose& laid = *s.lay(control.label_text, x1 - x0, style);
  draw_prose(s.pen, s.type, s.theme, laid, {x0, y}, style);
  if (control.changed && !laid.pieces.empty()) {
    const Prose::Piece& last = laid.pieces.back();
    const float wide =
        last.formula ? last.formula->width * last.formula_size : s.type.width(last.run.text, last.run.font);
    s.pen.disc({x0 + last.x + wide + 8, y + 10}, 2.5f, ink);
  }
  s.pen.text_in({x0, y, x1, y + 20}, value, {Face::regular, label_size}, off ? s.theme.text3 : s.theme.text2,
                Align::right);
}

// Says below a control why it has no effect now.
float reason(Screen& s, float x0, float x1, float y, const ControlView& control) {
  if (control.off.empty()) return y;
  const ProseStyle style{label_size, 18, 0, s.theme.text2, s.theme.text2};
  const Prose& laid = *s.lay(control.off, x1 - x0, style);
  draw_prose(s.pen, s.type, s.theme, laid, {x0, y + 5}, style);
  s.mark(s.joined({"off:", control.name}), box(x0, y + 5, x1 - x0, laid.height));
  return y + 5 + laid.height;
}

float number(Screen& s, float x0, float x1, float y, float row, const ControlView& control) {
  const double value = std::get_if<double>(&control.value) ? std::get<double>(control.value) : 0;
  const Range range{control.least, control.most, control.step};
  const bool few = control.step > 0 && (control.most - control.least) / control.step <= most_slider_steps;
  const std::string_view id = s.joined({"control:", control.name});
  if (!few && control.step > 0) {
    if (const auto to = stepper(s, id, control.label, box(x0, y, x1 - x0, row), range, value, control.off.empty())) {
      s.command(explorer::SetParameter{control.name, *to, false});
    }
    return y + row;
  }
  const float height = s.touch() ? touch_target : 24;
  if (const auto slid = slider(s, id, control.label, box(x0, y, x1 - x0, height), range, value, control.off.empty())) {
    s.command(explorer::SetParameter{control.name, slid->value, slid->continues});
  }
  const Font font{Face::regular, note_size};
  const Rect ticks{x0 + 4, y + height - 2, x1 - 4, y + height + 14};
  s.pen.text_in(ticks, stepped(control.least, control), font, s.theme.text3);
  s.pen.text_in(ticks, stepped(control.most, control), font, s.theme.text3, Align::right);
  return y + height + 12;
}

// Text is typed in the page's own field, as in cells.
float text_box(Screen& s, float x0, float x1, float y, float row, const ControlView& control) {
  const Rect where = box(x0, y, x1 - x0, row);
  const auto* value = std::get_if<std::string>(&control.value);
  const std::string_view shown = value ? std::string_view(*value) : std::string_view();
  const explorer::EditTarget& of = s.target(explorer::Typed::parameter, control.name);
  typed_box(s, s.joined({"control:", control.name}), control.label, where, shown, "", of, control.off.empty());
  lay_field(s, where, control.label, of);
  return where.y1;
}

// A long text is typed or dropped in a dialog of the page.
float text_button(Screen& s, float x0, float x1, float y, float row, const ControlView& control) {
  const Rect where = box(x0, y, x1 - x0, row);
  const Button look{.label = s.text("text.own"),
                    .kind = control.changed ? ButtonKind::primary : ButtonKind::secondary,
                    .enabled = control.off.empty(),
                    .tip = s.text("text.own.tip")};
  if (button(s, s.joined({"control:", control.name}), where, look)) s.request(Request::open_text);
  return where.y1;
}

// "2 fit here", where the figure has no room for as many decimals as were chosen.
std::string_view decimals_fit(const Screen& s) {
  const DecimalsFit& fit = s.memory.decimals_fit;
  if (!fit.fewer) return {};
  if (fit.least > 0) return s.text("rail.decimals.fit", {s.digits(static_cast<std::size_t>(fit.least))});
  return s.text(fit.some ? "rail.decimals.some" : "rail.decimals.none");
}

}  // namespace

float draw_choice(Screen& s, float x0, float x1, float y, float row, const ControlView& control) {
  std::vector<std::string_view>& labels = s.list();
  std::size_t selected = control.choices.size();
  const auto* value = std::get_if<std::string>(&control.value);
  for (std::size_t i = 0; i < control.choices.size(); ++i) {
    labels.push_back(control.choices[i].second);
    if (value && control.choices[i].first == *value) selected = i;
  }
  const Rect where = box(x0, y, x1 - x0, segmented_height(s, labels, x1 - x0, row));
  if (const auto chosen = segmented(s, s.joined({"control:", control.name}), control.label, where, labels, selected,
                                    control.off.empty())) {
    s.command(explorer::SetParameter{control.name, control.choices[*chosen].first, false});
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    s.mark(s.joined({"control:", control.name, ":", control.choices[i].first}),
           segment_rect(where, row, labels.size(), i));
  }
  return where.y1;
}

float draw_control(Screen& s, float x0, float x1, float y, const ControlView& control) {
  const float row = s.touch() ? touch_height : control_height, top = y;
  if (control.control == Control::toggle) {
    const bool on = std::get_if<bool>(&control.value) && std::get<bool>(control.value);
    label(s, x0, x1 - 44, y + (row - 20) / 2, control, "");
    if (toggle(s, s.joined({"control:", control.name}), control.label, box(x0, y, x1 - x0, row), on,
               control.off.empty())) {
      s.command(explorer::SetParameter{control.name, !on, false});
    }
    y += row;
  } else {
    const auto* value = std::get_if<double>(&control.value);
    const bool slides = value && (control.most - control.least) / std::max(control.step, 1e-9) <= most_slider_steps;
    label(s, x0, x1, y, control, slides ? std::string_view(stepped(*value, control)) : std::string_view());
    y += 25;
    switch (control.control) {
      case Control::choice: y = draw_choice(s, x0, x1, y, row, control); break;
      case Control::number: y = number(s, x0, x1, y, row, control); break;
      case Control::text:
        y = control.long_text() ? text_button(s, x0, x1, y, row, control) : text_box(s, x0, x1, y, row, control);
        break;
      case Control::order: y = draw_order(s, x0, x1, y, row, control); break;
      case Control::picture: y = draw_picture_control(s, x0, x1, y, row, control); break;
      case Control::toggle: break;
    }
  }
  y = reason(s, x0, x1, y, control);
  if (!control.hint.empty()) s.area_tip(s.joined({"hint:", control.name}), {x0, top, x1, y}, control.hint_text);
  return y + 14;
}

bool has_step_controls(const Screen& s) {
  return std::ranges::any_of(s.view.controls, [](const ControlView& control) { return !control.advanced; });
}

float draw_step_controls(Screen& s, float x0, float x1, float y) {
  for (const ControlView& control : s.view.controls)
    if (!control.advanced) y = draw_control(s, x0, x1, y, control);
  return y;
}

float draw_controls(Screen& s, float x0, float x1, float y) {
  return draw_settings(s, x0, x1, draw_step_controls(s, x0, x1, y));
}

float draw_settings(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : control_height;
  const Font font{Face::medium, control_size}, note{Face::regular, label_size};
  const std::string_view decimals = s.text("rail.decimals"), fit = decimals_fit(s);
  s.pen.text_in({x0, y, x1, y + 20}, decimals, font, s.theme.text);
  if (!fit.empty()) {  // beside the label, or below it
    if (s.type.width(decimals, font) + s.type.width(fit, note) + 8 > x1 - x0) y += 20;
    s.pen.text_in({x0, y, x1, y + 20}, fit, note, s.theme.text2, Align::right);
    s.mark(s.joined({"decimals-fit:", s.digits(static_cast<std::size_t>(s.memory.decimals_fit.least))}),
           {x0, y, x1, y + 20});
  }
  y += 25;
  constexpr std::array<std::string_view, 5> digits{"0", "1", "2", "3", "4"};
  const Rect where = box(x0, y, x1 - x0, row);
  const auto shown = static_cast<std::size_t>(std::clamp(s.explorer.state().decimals, 0, 4));
  if (const auto chosen =
          segmented(s, "decimals", fit.empty() ? decimals : s.joined({decimals, ", ", fit}), where, digits, shown)) {
    s.command(explorer::SetDecimals{static_cast<int>(*chosen)});
  }
  for (std::size_t i = 0; i < digits.size(); ++i) {
    s.mark(s.joined({"decimals:", digits[i]}), segment_rect(where, row, digits.size(), i));
  }
  y = draw_attention_controls(s, x0, x1, y + row) + 26;

  s.pen.across(x0, x1, y, s.theme.line);
  y += 13;
  // Never hidden; it is disabled if there is nothing to restore.
  const bool changed = s.view.changed_from_lesson;
  const Rect restore{x0 - 6, y, x1, y + (s.touch() ? touch_target : 26)};
  const Hit hit = changed ? s.hit("restore", restore) : Hit{};
  s.mark("restore", restore);
  const Color ink = !changed ? s.theme.disabled : hit.hovered ? s.theme.text : s.theme.text2;
  draw_icon(s.pen, Icon::restore, {x0 + 7, restore.middle_y()}, ink, 16);
  s.pen.text_in({x0 + 22, restore.y0, x1, restore.y1},
                s.type.fitted(s.text("rail.restore"), {Face::regular, control_size}, x1 - x0 - 10),
                {Face::regular, control_size}, !changed ? s.theme.text3 : ink);
  if (hit.clicked) s.command(explorer::RestoreLesson{});
  if (hit.focused) s.ring(restore, segment_radius);
  s.says(hit.focused, s.text("rail.restore"), "role.button");
  if (hit.hovered) s.out.cursor = "pointer";
  return draw_advanced(s, x0, x1, restore.y1 + 12);
}

}  // namespace ui

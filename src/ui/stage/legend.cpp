// Drawn in slices, so that the bar has exactly the colours of the cells.
#include "ui/stage/legend.hpp"

#include <algorithm>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

// Three digits are enough for the end of a scale; larger numbers use a power of ten.
std::string short_number(float value) {
  if (value == 0 || (value >= 0.01f && value < 1e5f)) {
    const int decimals = value >= 100 || value == std::round(value) ? 0 : value >= 10 ? 1 : 2;
    const double unit = std::pow(10.0, decimals);
    return graph::format_number(std::round(value * unit) / unit, decimals);
  }
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  return graph::format_number(std::round(value / std::pow(10.0, exponent) * 10) / 10, 1) + " · 10" +
         raised_digits(exponent);
}

std::string_view kept_number(Screen& s, float value) {
  Hash hash;
  hash.add(value);
  return s.memory.numbers_told.get(hash, [&] { return short_number(value); });
}

// The bar of a scale with what is written at its ends.
struct Scale {
  const explorer::TensorView& tensor;
  ColorScale colors;
  bool rising, from_zero;
  std::string_view begin, end;
  Rect bar;
  bool one_end = false;  // the labels of the two ends would overlap; both ends have the same magnitude
};

void draw_tick(Screen& s, Rect bar, float t, Color ink, float width, float over) {
  const float middle = bar.x0 + bar.width() * t;
  s.pen.down(middle - width / 2, bar.y0 - over, bar.y1 + over, ink, width);
}

void draw_bar(Screen& s, const Scale& scale, std::optional<float> current) {
  constexpr int slices = 32;
  const Rect& bar = scale.bar;
  const auto at = [&](int i) { return bar.x0 + bar.width() * static_cast<float>(i) / slices; };
  const auto color = [&](int i) {
    const float t = static_cast<float>(i) / slices;
    return s.theme.scale(scale.colors, scale.from_zero ? t : t * 2 - 1);
  };
  for (int i = 0; i < slices; ++i) s.pen.across_blend({at(i), bar.y0, at(i + 1), bar.y1}, color(i), color(i + 1));
  s.pen.outline(bar, faded(s.theme.text3, 0.4f));
  if (!scale.from_zero) draw_tick(s, bar, 0.5f, s.theme.text3, 1, 1);
  if (!current || !std::isfinite(*current)) return;
  const float place = scale_place(s, scale.colors, *current, scale.rising ? 1 : scale.tensor.scale);
  const float t = scale.from_zero ? place : (place + 1) / 2;
  draw_tick(s, bar, std::clamp(t, 0.0f, 1.0f), s.theme.text, 2, 3);
}

void draw_ends(Screen& s, const Scale& scale, std::string_view both, float ends) {
  const Font font{Face::regular, note_size};
  const Rect ticks{scale.bar.x0, scale.bar.y1 + 2, scale.bar.x1, scale.bar.y1 + 18};
  if (scale.one_end) return void(s.pen.text_in(ticks, both, font, s.theme.text3, Align::centre));
  s.pen.text_in(ticks, scale.begin, font, s.theme.text3);
  s.pen.text_in(ticks, scale.end, font, s.theme.text3, Align::right);
  const bool room = ends + 24 < scale.bar.width();
  if (!scale.from_zero && room) s.pen.text_in(ticks, "0", font, s.theme.text3, Align::centre);
  // Nonlinear steps: the true value in the middle of the bar shows how nonlinear.
  if (scale.rising && room && s.explorer.state().color_steps != explorer::ColorSteps::linear) {
    draw_tick(s, scale.bar, 0.5f, s.theme.text3, 1, 1);
    s.pen.text_in(ticks, kept_number(s, share_at(s, 0.5f)), font, s.theme.text3, Align::centre);
  }
}

}  // namespace

void draw_legend(Screen& s, Rect where, std::span<const explorer::TensorView* const> tensors,
                 std::optional<float> current, bool compact) {
  const explorer::TensorView& tensor = *tensors.front();
  const float base = where.y0 + (compact ? 16.0f : 14.0f);
  float x = s.pen.snapped(where.x0);
  for (const explorer::TensorView* one : tensors) {
    x = s.type.draw(s.pen.list(), {x, base}, s.symbol(one->symbol, 17, s.theme.role(one->role)), s.pen.alpha());
    if (one != tensors.back()) x = s.pen.text({x, base}, ", ", {Face::regular, label_size}, s.theme.text3);
  }
  x += 8;
  s.mark(s.joined({"legend:", tensor.name}), where);
  const Font font{Face::regular, note_size}, plain{Face::regular, label_size};
  if (tensor.no_number) {  // no colours to explain: a scale from −1 to 1 would be made up
    s.pen.text({x, base}, s.text("stage.legend.none"), plain, s.theme.text2);
    return;
  }
  const ColorScale colors = scale_of(tensor);
  const bool rising = sequential(colors);
  const bool from_zero = rising || std::ranges::none_of(tensors, [](const auto* one) { return one->below_zero; });
  const std::string_view end = rising ? std::string_view("1") : kept_number(s, tensor.scale),
                         begin = from_zero ? std::string_view("0") : s.joined({"−", end}), both = s.joined({"±", end});
  Scale scale{tensor, colors, rising, from_zero, begin, end, {where.x0, where.y0 + 22, where.x1, where.y0 + 31}};
  const float ends = s.type.width(begin, font) + s.type.width(end, font);
  constexpr float least_bar = 24, off = 6;
  scale.bar = s.pen.snapped(scale.bar);
  scale.one_end = !from_zero && ends > (compact ? where.x1 - x - least_bar : scale.bar.width()) - 2 * off;
  if (compact) {
    if (!scale.one_end) x = s.pen.text({x, base}, begin, font, s.theme.text3) + off;
    const std::string_view last = scale.one_end ? both : end;
    const float room = where.x1 - x - s.type.width(last, font) - off;
    scale.bar = s.pen.snapped(box(x, where.y0 + 7, std::clamp(room, least_bar, 64.0f), 9));
    s.pen.text({scale.bar.x1 + off, base}, last, font, s.theme.text3);
  } else {
    std::string_view words = steps_words(s);
    if (words.empty()) words = s.text(tensor.slopes ? "stage.legend.slope" : "stage.legend");
    s.pen.text({x, base}, s.type.fitted(words, plain, std::max(where.x1 - x, 120.0f)), plain, s.theme.text2);
  }
  draw_bar(s, scale, current);
  if (!compact) draw_ends(s, scale, both, ends);
}

}  // namespace ui

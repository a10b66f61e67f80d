// Drawn in slices, so that the bar has exactly the colours of the cells.
#include "ui/stage/legend.hpp"

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

}  // namespace

void draw_legend(Screen& s, Rect where, std::span<const explorer::TensorView* const> tensors,
                 std::optional<float> current, bool compact) {
  const explorer::TensorView& tensor = *tensors.front();
  const ColorScale scale = scale_of(tensor);
  const bool rising = sequential(scale), from_zero = rising || tensor.one_sided;
  const float base = where.y0 + (compact ? 16.0f : 14.0f);
  float x = s.pen.snapped(where.x0);
  for (const explorer::TensorView* one : tensors) {
    x = s.type.draw(s.pen.list(), {x, base}, s.symbol(one->symbol, 17, s.theme.role(one->role)), s.pen.alpha());
    if (one != tensors.back()) x = s.pen.text({x, base}, ", ", {Face::regular, label_size}, s.theme.text3);
  }
  x += 8;
  s.mark(s.joined({"legend:", tensor.name}), where);
  const Font font{Face::regular, note_size};
  const std::string_view end = rising ? std::string_view("1") : kept_number(s, tensor.scale),
                         begin = from_zero ? std::string_view("0") : s.joined({"−", end});
  if (tensor.no_number) {  // no colours to explain: a scale from −1 to 1 would be made up
    s.pen.text({x, base}, s.text("stage.legend.none"), {Face::regular, label_size}, s.theme.text2);
    return;
  }
  Rect bar = s.pen.snapped(Rect{where.x0, where.y0 + 22, where.x1, where.y0 + 31});
  // If the labels of the two ends would overlap, one is drawn: both ends have the same magnitude.
  const float ends = s.type.width(begin, font) + s.type.width(end, font);
  constexpr float least_bar = 24, off = 6;
  const float room_of_ends = compact ? where.x1 - x - least_bar - 2 * off : bar.width() - 2 * off;
  const bool one_end = !from_zero && ends > room_of_ends;
  const std::string_view both = s.joined({"±", end});
  if (compact) {
    if (!one_end) x = s.pen.text({x, base}, begin, font, s.theme.text3) + off;
    const std::string_view last = one_end ? both : end;
    const float room = where.x1 - x - s.type.width(last, font) - off;
    bar = s.pen.snapped(box(x, where.y0 + 7, std::clamp(room, least_bar, 64.0f), 9));
    s.pen.text({bar.x1 + off, base}, last, font, s.theme.text3);
  } else {
    const Font plain{Face::regular, label_size};
    std::string_view words = steps_words(s);
    if (words.empty()) words = s.text(tensor.slopes ? "stage.legend.slope" : "stage.legend");
    s.pen.text({x, base}, s.type.fitted(words, plain, std::max(where.x1 - x, 120.0f)), plain, s.theme.text2);
  }

  constexpr int slices = 32;
  const auto at = [&](int i) { return bar.x0 + bar.width() * static_cast<float>(i) / slices; };
  const auto color = [&](int i) {
    const float t = static_cast<float>(i) / slices;
    return s.theme.scale(scale, from_zero ? t : t * 2 - 1);
  };
  for (int i = 0; i < slices; ++i) s.pen.across_blend({at(i), bar.y0, at(i + 1), bar.y1}, color(i), color(i + 1));
  s.pen.outline(bar, faded(s.theme.text3, 0.4f));
  const auto tick = [&](float t, Color ink, float width, float over) {
    const float middle = bar.x0 + bar.width() * t;
    s.pen.down(middle - width / 2, bar.y0 - over, bar.y1 + over, ink, width);
  };
  if (!from_zero) tick(0.5f, s.theme.text3, 1, 1);
  if (current && std::isfinite(*current)) {
    const float place = scale_place(s, scale, *current, rising ? 1 : tensor.scale);
    const float t = from_zero ? place : (place + 1) / 2;
    tick(std::clamp(t, 0.0f, 1.0f), s.theme.text, 2, 3);
  }
  if (compact) return;
  const Rect ticks{bar.x0, bar.y1 + 2, bar.x1, bar.y1 + 18};
  if (one_end) return void(s.pen.text_in(ticks, both, font, s.theme.text3, Align::centre));
  s.pen.text_in(ticks, begin, font, s.theme.text3);
  s.pen.text_in(ticks, end, font, s.theme.text3, Align::right);
  const bool room = ends + 24 < bar.width();
  if (!from_zero && room) s.pen.text_in(ticks, "0", font, s.theme.text3, Align::centre);
  // Nonlinear steps: the true value in the middle of the bar shows how nonlinear.
  if (rising && room && s.explorer.state().color_steps != explorer::ColorSteps::linear) {
    tick(0.5f, s.theme.text3, 1, 1);
    s.pen.text_in(ticks, kept_number(s, share_at(s, 0.5f)), font, s.theme.text3, Align::centre);
  }
}

}  // namespace ui

// The explaining line: the largest weights of the followed row, which add up to 1, or how one weight came to be.
#include <algorithm>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "ui/model/model.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float line_pad = 14, why_line = 19, narrow_line = 640;
constexpr std::size_t row_terms = 4;

}  // namespace

const std::vector<std::string>& ModelFigure::why(const Screen& s, std::size_t row, std::size_t column) {
  return why_.get({s.explorer.stamp(), row, column},
                  [&] { return s.explorer.model_explanation(look_.head, row, column); });
}

float ModelFigure::line_height(Screen& s, float x0, float x1) {
  const std::optional<std::size_t> at = column(s);
  if (!at) return x1 - x0 < narrow_line ? 90.0f : 74.0f;
  const Font font{Face::regular, label_size};
  float height = 34;
  for (const std::string& words : why(s, row(s), *at))
    height += why_line * static_cast<float>(s.type.lines(words, font, x1 - x0 - 3 * line_pad).size());
  return std::max(height + 14, 74.0f);
}

void ModelFigure::line(Screen& s, Rect area) {
  const explorer::WholeModel& told = model(s);
  s.pen.panel(s.pen.snapped(area), s.theme.bg1, s.theme.line, panel_radius);
  const Color ink = s.theme.role(graph::Family::weights), query = s.theme.role(graph::Family::query),
              key = s.theme.role(graph::Family::key);
  s.pen.fill(s.pen.snapped(Rect{area.x0, area.y0 + 10, area.x0 + 3, area.y1 - 10}), ink, 1.5f);
  const std::size_t token = row(s);
  const std::span<const float> weights = told.row(look_.head, token);
  const Font plain{Face::regular, label_size};
  const float x0 = area.x0 + line_pad + 8, x1 = area.x1 - line_pad;
  if (weights.empty()) {
    const std::string_view words = told.refused ? std::string_view(told.refused->message) : s.text("model.waits");
    s.pen.text_in({x0, area.y0, x1, area.y1}, s.type.fitted(words, plain, std::max(x1 - x0, 0.0f)), plain,
                  s.theme.text3);
    return;
  }
  const bool narrow = area.width() < narrow_line;
  const Font number{Face::medium, narrow ? px(15) : px(18)}, small{Face::regular, note_size};
  const std::span<const float> before = told.row_before(look_.head, token);
  if (const std::optional<std::size_t> at = column(s)) {
    float x = x0;
    const float base = centred(area.y0 + 20, number.size);
    const auto put = [&](std::string_view words, Font font, Color color) {
      x = s.pen.text({x, base}, s.type.fitted(words, font, std::max(x1 - x, 0.0f)), font, color) + 8;
    };
    put(word(s, token), number, query);
    put(s.text("model.looks_at"), {Face::regular, number.size - 2}, s.theme.text2);
    put(word(s, *at), number, key);
    const std::string value = graph::format_number(double{weights[*at]}, 4);
    put(value, number, ink);
    if (!before.empty() && before[*at] != weights[*at])
      put(s.text("model.was", {graph::format_number(double{before[*at]}, 4)}), plain, s.theme.text3);
    s.mark(s.joined({"model-weight:", value}), {x0, area.y0, x1, area.y0 + 34});
    float y = area.y0 + 34;
    const std::string_view head = head_name(s, look_.head);
    const float head_width = s.type.width(head, small);
    if (x + head_width + 20 < x1) s.pen.text({x1 - head_width, base}, head, small, s.theme.text3);
    s.begin_layer("model-why", {area.x0, y, area.x1, area.y1 - 2}, false);
    for (const std::string& words : why(s, token, *at))
      for (const std::string& part : s.type.lines(words, plain, x1 - x0)) {
        s.pen.text_in({x0, y, x1, y + why_line}, part, plain, s.theme.text2);
        y += why_line;
      }
    s.end_layer();
    return;
  }
  // The sum of the row: the largest weights, and the others together.
  const std::size_t terms = area.width() < 340 ? 1 : narrow ? 2 : row_terms;
  const auto& [largest, all, sum] = row_sum_.get({s.explorer.stamp(), token, terms}, [&] {
    RowSum of{explorer::largest_model_weights(weights, terms),
              explorer::largest_model_weights(weights, weights.size()).size(), 0};
    for (const float weight : weights)
      if (std::isfinite(weight)) of.sum += double{weight};
    return of;
  });
  // Where there is little room the sum has a line of its own.
  const float first = narrow ? area.y0 + 26 : std::max(area.middle_y() - 8, area.y0 + 30),
              base = narrow ? first + 28 : first;
  float x = s.pen.text({x0, first}, s.type.fitted(word(s, token), number, 120), number, query) + 10;
  x = s.pen.text({x, first}, s.text("model.looks_at"), {Face::regular, number.size - 2}, s.theme.text2) + 10;
  if (narrow) {
    const std::string_view head = head_name(s, look_.head);
    const float width = s.type.width(head, small);
    if (x + width < x1) s.pen.text({x1 - width, first}, head, small, s.theme.text3);
    x = x0;
  }
  double shown = 0;
  const auto below = [&](std::string_view words, float from, float to, Color color) {
    const float width = s.type.width(words, small);
    s.pen.text({std::max((from + to - width) / 2, x0), base + 21}, words, small, color);
  };
  for (std::size_t i = 0; i < largest.size(); ++i) {
    if (i > 0) x = s.pen.text({x, base}, "+", number, s.theme.text3) + 9;
    const std::size_t place = largest[i];
    const std::string value = graph::format_number(double{weights[place]}, 3);
    const float from = x;
    x = s.pen.text({x, base}, value, number, ink);
    below(s.type.fitted(token_name(s, place), small, 84), from, x, s.theme.text2);
    if (!before.empty() && before[place] != weights[place] && !narrow) {
      const std::string_view was = s.text("model.was", {graph::format_number(double{before[place]}, 3)});
      const float width = s.type.width(was, small);
      s.pen.text({std::max((from + x - width) / 2, x0), base + 37}, was, small, s.theme.text3);
    }
    s.mark(s.joined({"model-term:", value}), {from, area.y0, x, area.y1});
    x += 9 + std::max(84 - (x - from), 0.0f) * (narrow ? 0.3f : 0.35f);
    shown += double{weights[place]};
  }
  if (all > largest.size()) {
    x = s.pen.text({x, base}, "+", number, s.theme.text3) + 9;
    const float from = x;
    x = s.pen.text({x, base}, s.text("model.more", {s.digits(all - largest.size())}), {Face::regular, number.size - 2},
                   s.theme.text2);
    below(graph::format_number(sum - shown, 3), from, x, s.theme.text2);
    x += 12;
  }
  x = s.pen.text({x, base}, "=", number, s.theme.text3) + 9;
  const std::string total = graph::format_number(sum, 3);
  const float from = x;
  x = s.pen.text({x, base}, total, number, s.theme.text);
  if (!narrow) below(s.text("model.whole_row"), from, x + 30, s.theme.text3);
  s.mark(s.joined({"model-sum:", total}), {from, area.y0, x, area.y1});
  const std::string_view rule = s.text(
      "model.softmax_over", {s.digits(token + 1), s.digits(look_.head.layer + 1), s.digits(look_.head.head + 1)});
  const float width = s.type.width(rule, plain);
  if (x + 60 + width < x1) {
    s.pen.text({x1 - width, base - 2}, rule, plain, s.theme.text2);
    const std::string_view places = s.text("model.rounded");
    s.pen.text({x1 - s.type.width(places, plain), base + 18}, places, plain, s.theme.text3);
  }
}

}  // namespace ui

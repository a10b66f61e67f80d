// The explaining line: the largest weights of the followed row, which add up to 1, or how one weight came to be.
#include <algorithm>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "ui/model/model.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float line_pad = 14, why_line = 19, narrow_line = 640;
constexpr float title_room = 380, setting_width = 740;  // of a chosen weight, and of the controls that set it
constexpr std::size_t row_terms = 4;
constexpr float least_named = 0.0005f;  // smaller weights are rounded to 0

}  // namespace

const std::vector<std::string>& ModelFigure::why(const Screen& s, std::size_t row, std::size_t column) {
  return why_.get({s.explorer.stamp(), row, column},
                  [&] { return s.explorer.model().explanation(look_.head, row, column); });
}

float ModelFigure::line_height(Screen& s, float x0, float x1) {
  const std::optional<std::size_t> at = column(s);
  if (!at) return x1 - x0 < narrow_line ? 90.0f : 74.0f;
  const Font font{Face::regular, label_size};
  float height = 34;
  for (const std::string& words : why(s, row(s), *at))
    height += why_line * static_cast<float>(s.type.lines(words, font, x1 - x0 - 3 * line_pad).size());
  return std::max(height + 14, 74.0f) + setting_height(s, row(s), *at);
}

// Of the row of controls with which a weight is set.
float ModelFigure::setting_height(const Screen& s, std::size_t row, std::size_t column) const {
  const explorer::WholeModel& told = model(s);
  const bool can = told.about->editable && told.sees(row, column);
  return !can ? 0 : s.touch() ? 52.0f : 36.0f;
}

// The weight as a knob, whether the others of its row are rescaled, and the way back to what softmax makes. A weight that is
// only pointed at is not set.
void ModelFigure::setting(Screen& s, Rect where, std::size_t at) {
  const std::size_t token = row(s);
  const Head head = look_.head;
  const explorer::ModelSetWeight* const set = s.explorer.model().set_weight(head, token, at);
  const bool chosen = look_.row == token && look_.column == at;
  const std::span<const float> now = model(s).row(head, token), before = model(s).row_compared(head, token);
  const double weight = set ? set->weight : !now.empty() ? double{now[at]} : !before.empty() ? double{before[at]} : 0.0;
  const Font plain{Face::regular, label_size};
  const auto give = [&](std::optional<double> to, bool rescaled, bool continues) {
    s.command(explorer::SetModelWeight{head.layer, head.head, token, at, to, rescaled, continues});
  };
  float x = where.x0;
  const std::string_view name = s.text("model.set");
  s.pen.text_in({x, where.y0, where.x1, where.y1}, name, plain, s.theme.text2);
  x += s.type.width(name, plain) + 10;
  const bool rescales = !set || set->rescaled;
  const Button back{.label = s.text("model.set.back"), .tip = s.text("model.set.back.tip")};
  const float back_width = button_width(s, back, s.touch());
  const std::string_view rest = s.text("model.set.rescale");
  const float rest_width = s.type.width(rest, plain) + 58;
  const float all = where.x1 - x - back_width - 16;
  const bool tells = all > rest_width + 120;  // on a phone the others of the row are always rescaled
  const float wide = std::clamp(all - (tells ? rest_width + 16 : 0.0f), 80.0f, 260.0f);
  if (const auto slid = slider(s, "model-set", name, {x, where.y0, x + wide, where.y1}, {0, 1, 0.01}, weight, chosen))
    give(slid->value, rescales, slid->continues);
  x += wide + 16;
  if (tells) {
    const Rect others{x, where.y0, x + rest_width, where.y1};
    s.pen.text_in(others, rest, plain, set ? s.theme.text2 : s.theme.text3);
    if (toggle(s, "model-set-rescale", rest, others, rescales, set != nullptr)) give(set->weight, !rescales, false);
    x += rest_width + 16;
  }
  if (set && button(s, "model-set-back", {x, where.y0 + 2, x + back_width, where.y1 - 2}, back)) give({}, true, false);
}

void ModelFigure::line(Screen& s, Rect area) {
  const explorer::WholeModel& told = model(s);
  s.pen.panel(s.pen.snapped(area), s.theme.bg1, s.theme.line, panel_radius);
  s.pen.fill(s.pen.snapped(Rect{area.x0, area.y0 + 10, area.x0 + 3, area.y1 - 10}),
             s.theme.role(graph::Family::weights), 1.5f);
  Rect inside{area.x0 + line_pad + 8, area.y0, area.x1 - line_pad, area.y1};
  // Drawn while the model runs, too: a slider that is held keeps its drag.
  const std::optional<std::size_t> at = look_.rollout ? std::nullopt : column(s);
  const float controls = at ? setting_height(s, row(s), *at) : 0;
  if (controls > 0 && layout_.wide) {  // beside the title: the lines below need the height
    setting(s, {std::max(inside.x0 + title_room, inside.x1 - setting_width), area.y0 + 4, inside.x1, area.y0 + 34},
            *at);
  } else if (controls > 0) {
    inside.y1 -= controls;
    setting(s, {inside.x0, inside.y1, inside.x1, inside.y1 + controls - 6}, *at);
  }
  if (seen(s, look_.head, row(s)).empty()) {
    const Font plain{Face::regular, label_size};
    const std::string_view words = told.refused ? std::string_view(told.refused->message) : s.text("model.waits");
    s.pen.text_in(inside, s.type.fitted(words, plain, std::max(inside.width(), 0.0f)), plain, s.theme.text3);
    return;
  }
  const bool narrow = area.width() < narrow_line;
  if (at && !look_.rollout) weight_line(s, inside, *at, narrow);
  else row_line(s, inside, area.width() < 340 ? 1 : narrow ? 2 : row_terms, narrow);
}

// One weight, and how it came to be.
void ModelFigure::weight_line(Screen& s, Rect inside, std::size_t at, bool narrow) {
  const std::size_t token = row(s);
  const float weight = model(s).row(look_.head, token)[at];
  const std::span<const float> before = model(s).row_compared(look_.head, token);
  const Font number{Face::medium, narrow ? px(15) : px(18)}, plain{Face::regular, label_size},
      small{Face::regular, note_size};
  float x = inside.x0;
  const float base = centred(inside.y0 + 20, number.size);
  const auto put = [&](std::string_view words, Font font, Color color) {
    x = s.pen.text({x, base}, s.type.fitted(words, font, std::max(inside.x1 - x, 0.0f)), font, color) + 8;
  };
  put(word(s, token), number, s.theme.role(graph::Family::query));
  put(s.text("model.looks_at"), {Face::regular, number.size - 2}, s.theme.text2);
  put(word(s, at), number, s.theme.role(graph::Family::key));
  const std::string value = graph::format_number(double{weight}, 4);
  put(value, number, s.theme.role(graph::Family::weights));
  if (!before.empty() && before[at] != weight)
    put(s.text(model(s).has_second() ? "model.second.has" : "model.was", {graph::format_number(double{before[at]}, 4)}),
        plain, s.theme.text3);
  float y = inside.y0 + 34;
  s.mark(s.joined({"model-weight:", value}), {inside.x0, inside.y0, inside.x1, y});
  const std::string_view head = head_name(s, look_.head);
  const float head_width = s.type.width(head, small);
  const bool free = !layout_.wide || setting_height(s, token, at) == 0;  // of the controls
  if (free && x + head_width + 20 < inside.x1) s.pen.text({inside.x1 - head_width, base}, head, small, s.theme.text3);
  s.begin_layer("model-why", {inside.x0 - line_pad - 8, y, inside.x1 + line_pad, inside.y1 - 2}, false);
  const auto put_line = [&](std::string_view part) {
    s.pen.text_in({inside.x0, y, inside.x1, y + why_line}, part, plain, s.theme.text2);
    y += why_line;
  };
  for (const std::string& words : why(s, token, at)) {
    if (layout_.wide) put_line(s.type.fitted(words, plain, inside.width()));  // its height is fixed
    else
      for (const std::string& part : s.type.lines(words, plain, inside.width())) put_line(part);
  }
  s.end_layer();
}

// The sum of the row: the largest weights, and the others together.
void ModelFigure::row_line(Screen& s, Rect inside, std::size_t terms, bool narrow) {
  const std::size_t token = row(s);
  const Font number{Face::medium, narrow ? px(15) : px(18)}, plain{Face::regular, label_size},
      small{Face::regular, note_size}, words{Face::regular, number.size - 2};
  // Where there is little room the sum has a line of its own.
  const float first = narrow ? inside.y0 + 26 : std::max(inside.middle_y() - 8, inside.y0 + 30);
  Point at{inside.x0, narrow ? first + 28 : first};
  float x = s.pen.text({inside.x0, first}, s.type.fitted(word(s, token), number, 120), number,
                       s.theme.role(graph::Family::query)) +
            10;
  x = s.pen.text({x, first}, s.text("model.looks_at"), words, s.theme.text2) + 10;
  if (narrow) {
    const std::string_view head = head_name(s, look_.head);
    const float width = s.type.width(head, small);
    if (x + width < inside.x1) s.pen.text({inside.x1 - width, first}, head, small, s.theme.text3);
  } else {
    at.x = x;
  }
  at = row_terms_line(s, inside, at, terms, narrow);
  const std::string_view rule =
      look_.rollout ? s.text("model.picture.rollout.rule")
                    : s.text("model.softmax_over",
                             {s.digits(token + 1), s.digits(look_.head.layer + 1), s.digits(look_.head.head + 1)});
  const float width = s.type.width(rule, plain);
  if (at.x + 60 + width >= inside.x1) return;
  s.pen.text({inside.x1 - width, at.y - 2}, rule, plain, s.theme.text2);
  const std::string_view places = s.text("model.rounded");
  s.pen.text({inside.x1 - s.type.width(places, plain), at.y + 18}, places, plain, s.theme.text3);
}

// "0.507 + 0.212 + 12 more = 1.000", each with its word below it; returns where it ends.
Point ModelFigure::row_terms_line(Screen& s, Rect inside, Point at, std::size_t terms, bool narrow) {
  const std::size_t token = row(s);
  const std::span<const float> weights = seen(s, look_.head, token);
  const std::span<const float> before =
      look_.rollout ? std::span<const float>() : model(s).row_compared(look_.head, token);
  const auto& [largest, all, sum] = row_sum_.get({s.explorer.stamp(), token, terms}, [&] {
    RowSum of{explorer::largest_model_weights(weights, terms),
              explorer::largest_model_weights(weights, weights.size()).size(), 0};
    while (of.largest.size() > 1 && !(weights[of.largest.back()] >= least_named)) of.largest.pop_back();
    for (const float weight : weights)
      if (std::isfinite(weight)) of.sum += double{weight};
    return of;
  });
  const Font number{Face::medium, narrow ? px(15) : px(18)}, small{Face::regular, note_size},
      words{Face::regular, number.size - 2};
  float from = at.x;
  const auto put = [&](std::string_view text, Font font, Color color) {
    from = at.x;
    at.x = s.pen.text(at, text, font, color);
  };
  const auto sign = [&](std::string_view text) { at.x = s.pen.text(at, text, number, s.theme.text3) + 9; };
  const auto below = [&](std::string_view text, float to, Color color, float drop = 21) {
    const float width = s.type.width(text, small);
    s.pen.text({std::max((from + to - width) / 2, inside.x0), at.y + drop}, text, small, color);
  };
  double shown = 0;
  for (std::size_t i = 0; i < largest.size(); ++i) {
    if (i > 0) sign("+");
    const std::size_t place = largest[i];
    const std::string value = graph::format_number(double{weights[place]}, 3);
    put(value, number, s.theme.role(graph::Family::weights));
    below(s.type.fitted(token_name(s, place), small, 84), at.x, s.theme.text2);
    if (!before.empty() && before[place] != weights[place] && !narrow)
      below(s.text(model(s).has_second() ? "model.second.has" : "model.was",
                   {graph::format_number(double{before[place]}, 3)}),
            at.x, s.theme.text3, 37);
    s.mark(s.joined({"model-term:", value}), {from, inside.y0, at.x, inside.y1});
    at.x += 9 + std::max(84 - (at.x - from), 0.0f) * (narrow ? 0.3f : 0.35f);
    shown += double{weights[place]};
  }
  if (all > largest.size()) {
    sign("+");
    put(s.text("model.more", {s.digits(all - largest.size())}), words, s.theme.text2);
    const double rest = sum - shown;
    below(std::abs(rest) < double{least_named} ? std::string("0.000") : graph::format_number(rest, 3), at.x,
          s.theme.text2);
    at.x += 12;
  }
  sign("=");
  const std::string total = graph::format_number(sum, 3);
  put(total, number, s.theme.text);
  if (!narrow) below(s.text("model.whole_row"), at.x + 30, s.theme.text3);
  s.mark(s.joined({"model-sum:", total}), {from, inside.y0, at.x, inside.y1});
  return at;
}

}  // namespace ui

// Why a word follows: its logit, or its lead over another word's, as the sum of what each part of the model gave to it; as a
// waterfall by layer, as a list by size, or as what becomes of it with each head off; and what the model would have said after
// each layer.
#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/model/model.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float choice_height = 30, choice_gap = 6, least_pitch = 9, axis_width = 40, list_row = 26, lens_row = 20;
constexpr float least_waterfall = 560;  // of the width
constexpr std::size_t listed_in_page = 12, decimals = 3;

std::string signed_number(double number, int places) {
  return (number < 0 ? "" : "+") + graph::format_number(number, places);
}

double nice_step(double range, double most) {
  const double rough = range / most, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= rough) return step * power;
  return 10 * power;
}

std::size_t group_of(const explorer::ModelPart& part, std::size_t layers) {
  const std::string_view kind = part.kind;
  if (kind == "token" || kind == "position" || kind == "tokenType" || kind == "embeddingNormBias") return 0;
  const bool after = kind.starts_with("final") || kind.starts_with("transform") || kind == "logitBias";
  return after ? layers + 1 : part.layer + 1;
}

}  // namespace

void ModelFigure::view_tabs(Screen& s, Rect where) {
  const std::array<std::string_view, 2> views{s.text("model.view.heads"), s.text("model.view.why")};
  s.mark("model-views", where);
  for (std::size_t i = 0; i < views.size(); ++i)
    s.mark(s.joined({"model-view:", s.digits(i)}), segment_rect(where, where.height(), views.size(), i));
  if (const auto to = segmented(s, "model-view", s.text("model.view"), where, views, look_.why ? 1 : 0))
    look(s, {.why = *to == 1});
}

std::string_view ModelFigure::part_name(const Screen& s, std::size_t part) const {
  return s.written([&](std::string& out) { s.explorer.write_model_part(out, model(s).ledger->parts[part]); });
}

void ModelFigure::choose_part(Screen& s, std::size_t part) {
  const explorer::ModelPart& chosen = model(s).ledger->parts[part];
  look_.part = part;
  if (chosen.kind == "head") look(s, {.layer = chosen.layer, .head = chosen.head, .part = part});
  else look(s, {.part = part});
}

// Which word, and ahead of which other one: the likeliest ones, and those of the sentence.
float ModelFigure::words_to_choose(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const explorer::ModelAsked asked = *explorer::model_asked(told, look_);
  const float high = s.touch() ? touch_height : choice_height;
  const Font label{Face::regular, label_size};
  const std::vector<std::size_t>& all =
      choices_.get(s.explorer.stamp(), [&] { return explorer::model_choices(told, asked); });
  const std::vector<explorer::ModelToken>& last = told.lens->layers.back();
  const auto row = [&](std::string_view caption, std::string_view id, std::optional<std::size_t> now, bool with_none) {
    float x = s.pen.text({x0, centred(y + high / 2, label_size)}, caption, label, s.theme.text2) + 10;
    bool full = false;  // one row: what does not fit can be chosen in the reading view
    const auto chip = [&](std::string_view mark, std::string_view words, bool on) {
      const Button look{.label = s.type.fitted(words, Font{Face::medium, control_size}, 120),
                        .kind = on ? ButtonKind::primary : ButtonKind::secondary};
      const float wide = std::min(button_width(s, look, high > 44), x1 - x0);
      if (full || (x + wide > x1 && x > x0)) {
        full = true;
        return false;
      }
      const bool pressed = button(s, mark, box(x, y, wide, high), look);
      x += wide + choice_gap;
      return pressed && !on;
    };
    if (with_none && chip("model-against:none", s.text("model.why.alone"), !now)) look(s, {.alone = true});
    for (const std::size_t each : all) {
      const bool likely = std::ranges::contains(last, each, &explorer::ModelToken::id);
      if (with_none ? each == asked.word : each != asked.word && !likely) continue;
      std::string_view words = s.explorer.model_word(each);
      if (words.empty()) words = s.digits(each);
      if (!chip(s.joined({id, s.digits(each)}), words, each == now)) continue;
      if (with_none) look(s, {.against = each});
      else look(s, {.word = each});
    }
    y += high + choice_gap;
  };
  row(s.text("model.why.word"), "model-word-asked:", asked.word, false);
  row(s.text("model.why.against"), "model-against:", asked.against, true);
  return y;
}

const std::vector<ModelFigure::Bar>& ModelFigure::bars(const Screen& s, std::size_t most) {
  return bars_.get({s.explorer.stamp(), most}, [&] {
    const explorer::WholeModel& told = model(s);
    const std::vector<explorer::ModelPart>& parts = told.ledger->parts;
    const auto size = [&](std::size_t part) { return std::abs(parts[part].value); };
    std::vector<std::size_t> by_size(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) by_size[i] = i;
    std::ranges::stable_sort(by_size, std::greater(), size);
    std::vector<Bar> all;
    // Smaller neighbours in a layer are one bar where there are too many: at most two bars for each large part, one of them of
    // its small neighbours.
    const std::size_t groups = told.about->layers + 2;
    const std::size_t single = parts.size() <= most ? parts.size() : most > groups ? (most - groups) / 2 : 0;
    std::vector<bool> is_single(parts.size(), false);
    for (std::size_t i = 0; i < single; ++i) is_single[by_size[i]] = true;
    double sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t group = group_of(parts[i], told.about->layers);
      const double from = sum;
      sum += parts[i].value;
      Bar* const before = all.empty() ? nullptr : &all.back();
      const bool joins = !is_single[i] && before && before->group == group && !is_single[before->part];
      if (joins) {
        ++before->count;
        before->to = sum;
        if (size(i) > size(before->part)) before->part = i;
      } else {
        all.push_back({i, 1, group, from, sum});
      }
    }
    return all;
  });
}

// What the model would have said after a layer: its likeliest words with their probabilities.
void ModelFigure::would_say(Screen& s, Rect where, std::size_t layer) {
  const std::vector<explorer::ModelToken>& words = model(s).lens->layers[layer];
  const Font font{Face::regular, note_size}, strong{Face::semibold, note_size};
  float y = where.y0;
  for (std::size_t i = 0; i < words.size() && y + lens_row <= where.y1 + 1; ++i, y += lens_row) {
    const Rect at = s.pen.snapped(Rect{where.x0, y + 1, where.x1, y + lens_row - 1});
    const auto share = static_cast<float>(words[i].probability);
    s.pen.fill(at, s.theme.bg2, 3);
    s.pen.fill({at.x0, at.y0, at.x0 + std::max(at.width() * share, 2.0f), at.y1}, s.theme.bg3, 3);
    const std::string number = explorer::print_number("%.*f", 2, words[i].probability);
    const float digits = at.width() > 70 ? s.type.width(number, font) + 8 : 0;
    const Font& face = i == 0 ? strong : font;
    s.pen.text_in({at.x0 + 5, at.y0, at.x1 - digits, at.y1},
                  s.type.fitted(words[i].text, face, std::max(at.width() - digits - 8, 0.0f)), face,
                  i == 0 ? s.theme.text : s.theme.text2);
    if (digits > 0)
      s.pen.text_in({at.x0, at.y0, at.x1 - 4, at.y1}, number, face, i == 0 ? s.theme.text : s.theme.text3,
                    Align::right);
  }
}

void ModelFigure::part_keys(Screen& s) {
  const std::vector<explorer::ModelPart>& parts = model(s).ledger->parts;
  const std::size_t last = parts.size() - 1;
  std::size_t to = explorer::model_part(model(s), look_).value_or(0);
  const std::size_t was = to;
  if (s.takes(ImGuiKey_RightArrow, to < last) || s.takes(ImGuiKey_DownArrow, to < last)) ++to;
  else if (s.takes(ImGuiKey_LeftArrow, to > 0) || s.takes(ImGuiKey_UpArrow, to > 0)) --to;
  else if (s.takes(ImGuiKey_Home)) to = 0;
  else if (s.takes(ImGuiKey_End)) to = last;
  if (to != was) choose_part(s, to);
  s.says(true, s.joined({part_name(s, to), " ", s.written([&](std::string& out) {
                           out += signed_number(parts[to].value, decimals);
                         })}),
         "role.model_part", s.place_of(to, parts.size()));
}

void ModelFigure::waterfall(Screen& s, Rect where) {
  const explorer::WholeModel& told = model(s);
  const explorer::ModelLedger& ledger = *told.ledger;
  const bool lens = where.height() > 230;
  const float lens_height = lens ? 3 * lens_row + 8 : 0, below = 24 + lens_height;
  const Rect plot{where.x0 + axis_width, where.y0 + 20, where.x1, where.y1 - below};
  const auto most = static_cast<std::size_t>(std::max(plot.width() / least_pitch - 2, 4.0f));
  const std::vector<Bar>& all = bars(s, most);
  double low = 0, high = 0;
  for (const Bar& bar : all) low = std::min({low, bar.to}), high = std::max(high, bar.to);
  const double range = std::max(high - low, 1e-6);
  const auto y_of = [&](double value) { return plot.y1 - static_cast<float>((value - low) / range) * plot.height(); };
  const Font note{Face::regular, note_size}, strong{Face::semibold, label_size}, plain{Face::regular, label_size};
  const double step = nice_step(range, std::max(plot.height() / 48, 2.0f));
  for (double tick = std::ceil(low / step) * step; tick <= high + step * 1e-6; tick += step) {
    const double value = std::abs(tick) < step * 1e-6 ? 0 : tick;
    s.pen.across(plot.x0, plot.x1, y_of(value), value == 0 ? s.theme.line2 : s.theme.line);
    s.pen.text_in({where.x0, y_of(value) - 8, plot.x0 - 8, y_of(value) + 8},
                  graph::format_number(value, step < 1 ? 1 : 0), note, s.theme.text3, Align::right);
  }
  const float pitch = plot.width() / static_cast<float>(all.size() + 1), wide = std::min(pitch * 0.74f, 34.0f);
  const auto x_of = [&](std::size_t i) { return plot.x0 + pitch * (static_cast<float>(i) + 0.5f) - wide / 2; };
  const Hit hit = s.hit("model-ledger", {plot.x0, where.y0, plot.x1, plot.y1 + 20});
  s.mark("model-waterfall", plot);
  std::optional<std::size_t> over;
  if (hit.hovered) {
    const auto i = static_cast<std::size_t>(std::max((s.pointer().x - plot.x0) / pitch, 0.0f));
    if (i < all.size()) over = i;
  }
  if (over) {
    s.out.cursor = "pointer";
    if (!s.around.touch) found_.part = all[*over].part;
    if (hit.clicked && !hit.by_key) choose_part(s, all[*over].part);
  }
  if (hit.focused) {
    part_keys(s);
    if (s.focus.visible()) s.ring(grown(plot, 3), 3);
  }
  const Color plus = s.theme.role(graph::Family::output), minus = s.theme.role(graph::Family::query);
  const std::optional<std::size_t> chosen = explorer::model_part(told, look_);
  float labelled = -1000;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Bar& bar = all[i];
    const double value = bar.to - bar.from;
    const float y0 = std::min(y_of(bar.from), y_of(bar.to)), y1 = std::max(y_of(bar.from), y_of(bar.to));
    const Rect at{x_of(i), y0, x_of(i) + wide, std::max(y1, y0 + 2)};
    const bool here = chosen && bar.part == *chosen && bar.count == 1;
    const Color ink = value < 0 ? minus : plus;
    s.pen.fill(at, here ? ink : mixed(s.theme.bg0, ink, 0.72f), 2);
    if (value < 0 && at.height() > 5) {  // told apart without colour, too
      s.pen.clip(at);
      for (float x = at.x0 - at.height(); x < at.x1; x += 6)
        s.pen.line({x, at.y1}, {x + at.height(), at.y0}, mixed(s.theme.bg0, ink, 0.35f), 1);
      s.pen.unclip();
    }
    if (i + 1 < all.size()) s.pen.across(at.x1, x_of(i + 1), y_of(bar.to), s.theme.line2);
    if (here) s.pen.outline(s.pen.snapped(grown(at, 2)), s.theme.text, 2, 3);
    else if (over == i) s.pen.outline(s.pen.snapped(grown(at, 1)), s.theme.text3, 1, 3);
    s.mark(s.joined({"model-part:", s.digits(bar.part)}), at);
    if (std::abs(value) < range * 0.05 && !here) continue;
    const std::string words = signed_number(value, 2);
    const float width = s.type.width(words, note), x = at.middle_x() - width / 2;
    if (x < labelled + 4 && !here) continue;
    s.pen.text({std::min(x, plot.x1 - width), y0 - 5}, words, note, here ? s.theme.text : s.theme.text2);
    labelled = x + width;
  }
  // The sum, as the model itself computed it.
  const float sum_x = x_of(all.size());
  const Rect total{sum_x, std::min(y_of(0), y_of(ledger.logit)), sum_x + wide, std::max(y_of(0), y_of(ledger.logit))};
  s.pen.outline(s.pen.snapped(total), s.theme.text, 2, 3);
  const std::string sum = graph::format_number(ledger.logit, 2);
  const float sum_width = s.type.width(sum, strong);
  s.pen.text({std::min(total.middle_x() - sum_width / 2, where.x1 - sum_width), total.y0 - 6}, sum, strong,
             s.theme.text);
  s.mark(s.joined({"model-total:", sum}), total);
  // Where each layer begins, and what would follow after it.
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].group == all[i].group) ++end;
    const std::size_t group = all[i].group;
    const float x0 = plot.x0 + pitch * static_cast<float>(i), x1 = plot.x0 + pitch * static_cast<float>(end);
    if (i > 0) s.pen.down(x0, plot.y1 - 6, plot.y1 + 4, s.theme.line2);
    const bool after = group > told.about->layers;
    const std::string_view words = group == 0     ? s.text("model.why.start")
                                   : after        ? std::string_view()
                                   : x1 - x0 > 62 ? s.text("model.why.layer", {s.digits(group)})
                                                  : s.digits(group);
    if (s.type.width(words, plain) < x1 - x0 + 6) {
      const bool here = chosen && group_of(ledger.parts[*chosen], told.about->layers) == group;
      s.pen.text({x0 + 3, plot.y1 + 17}, words, here ? strong : plain, here ? s.theme.text : s.theme.text2);
    }
    if (lens && !after && x1 - x0 > 30)
      would_say(s, {x0 + 2, plot.y1 + 26, x1 - 4, plot.y1 + 26 + 3 * lens_row}, group);
    i = end;
  }
  if (lens) {
    const std::string_view words = s.text("model.why.would");
    s.area_tip("model-lens", {plot.x0, plot.y1 + 26, plot.x1, where.y1}, words);
    s.mark("model-lens", {plot.x0, plot.y1 + 26, plot.x1, where.y1});
  }
}

// The parts by size, largest first, as many as fit.
float ModelFigure::part_list(Screen& s, float x0, float x1, float y, float bottom) {
  const explorer::WholeModel& told = model(s);
  const std::vector<explorer::ModelPart>& parts = told.ledger->parts;
  const std::vector<std::size_t>& order = by_size_.get(s.explorer.stamp(), [&] {
    std::vector<std::size_t> all(parts.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    std::ranges::stable_sort(all, std::greater(), [&](std::size_t part) { return std::abs(parts[part].value); });
    return all;
  });
  const float high = s.touch() ? 40.0f : list_row;
  const auto fit = static_cast<std::size_t>(std::max((bottom - y) / high, 3.0f));
  const std::size_t shown = std::min({parts.size(), bottom < 1e5f ? fit : listed_in_page + 1});
  const bool all = shown == parts.size();
  const double largest = std::max(std::abs(parts[order.front()].value), 1e-9);
  const float names = std::min((x1 - x0) * 0.42f, 260.0f), digits = 70;
  const float zero = x0 + names + (x1 - x0 - names - digits) * 0.36f,
              reach = std::min(zero - x0 - names, x1 - digits - zero);
  const float room = x1 - digits - 8 - zero;
  const Font font{Face::regular, control_size}, strong{Face::semibold, control_size};
  const std::optional<std::size_t> chosen = explorer::model_part(told, look_);
  const Hit keys = s.hit("model-ledger", {x0 - 6, y, x1 + 6, y + high * static_cast<float>(shown)});
  if (keys.focused) {
    part_keys(s);
    if (s.focus.visible()) s.ring({x0 - 6, y, x1 + 6, y + high * static_cast<float>(shown)}, 4);
  }
  double rest = 0;
  for (std::size_t i = all ? parts.size() : shown - 1; i < parts.size(); ++i) rest += parts[order[i]].value;
  for (std::size_t i = 0; i < shown; ++i, y += high) {
    const bool others = !all && i + 1 == shown;
    const std::size_t part = order[i];
    const double value = others ? rest : parts[part].value;
    const Rect line{x0 - 6, y, x1 + 6, y + high};
    const bool here = !others && chosen == part, over = !others && keys.hovered && line.contains(s.pointer());
    if (here || over) s.pen.fill(s.pen.snapped(grown(line, 0, -1)), here ? s.theme.bg3 : s.theme.bg2, segment_radius);
    if (over) {
      s.out.cursor = "pointer";
      if (!s.around.touch) found_.part = part;
      if (keys.clicked && !keys.by_key) choose_part(s, part);
    }
    const std::string_view name =
        others ? s.text("model.why.others", {s.digits(parts.size() - shown + 1)}) : part_name(s, part);
    const Font& face = here ? strong : font;
    s.pen.text_in({x0, y, x0 + names, y + high}, s.type.fitted(name, face, names - 8), face,
                  others ? s.theme.text3
                  : here ? s.theme.text
                         : s.theme.text2);
    const Color ink = value < 0 ? s.theme.role(graph::Family::query) : s.theme.role(graph::Family::output);
    const float length = static_cast<float>(std::abs(value) / largest) * (value < 0 ? reach : room);
    const float from = value < 0 ? zero - std::min(length, reach) : zero,
                to = value < 0 ? zero : zero + std::min(length, room);
    s.pen.fill(s.pen.snapped(Rect{from, y + high * 0.26f, std::max(to, from + 2), y + high * 0.74f}),
               here ? ink : mixed(s.theme.bg0, ink, 0.72f), 2);
    s.pen.text_in({x1 - digits, y, x1, y + high}, signed_number(value, 2), face, here ? s.theme.text : s.theme.text2,
                  Align::right);
    if (!others) s.mark(s.joined({"model-part:", s.digits(part)}), line);
  }
  s.pen.down(zero, y - high * static_cast<float>(shown), y, s.theme.line2);
  return y;
}

// What the number becomes with each head alone off: a cell for each, layers below one another.
float ModelFigure::heads_off(Screen& s, float x0, float x1, float y, float bottom) {
  const explorer::WholeModel& told = model(s);
  const explorer::ModelLedger& ledger = *told.ledger;
  const Font plain{Face::regular, label_size}, note{Face::regular, note_size};
  const std::string_view words = s.text(ledger.asked.against ? "model.why.off.lead" : "model.why.off.logit",
                                        {graph::format_number(ledger.logit, decimals)});
  for (const std::string& line : s.type.lines(words, plain, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 19}, line, plain, s.theme.text2);
    y += 19;
  }
  y += 8;
  const std::optional<explorer::ModelSweep>& sweep = told.sweep;
  if (!sweep || sweep->asked != ledger.asked || sweep->leads.empty()) {
    const bool counts = sweep && sweep->asked == ledger.asked && sweep->all > 0;
    s.pen.text_in({x0, y, x1, y + 22},
                  counts ? s.text("model.busy", {s.digits(100 * sweep->done / sweep->all)}) : s.text("model.waits"),
                  plain, s.theme.text3);
    return y + 30;
  }
  const std::size_t layers = told.about->layers, heads = told.about->heads;
  const float names = 30, room = x1 - x0 - names;
  const float wide = std::clamp(room / static_cast<float>(heads), 8.0f, 150.0f);
  const float high = bottom > 1e5f ? std::clamp(wide * 0.5f, 12.0f, 44.0f)
                                   : std::clamp((bottom - y - 26) / static_cast<float>(layers), 6.0f, 66.0f);
  double most = 1e-9;
  for (const double lead : sweep->leads) most = std::max(most, std::abs(ledger.logit - lead));
  s.pen.text({x0, y + 14}, s.type.fitted(s.text("model.layer"), note, names + 20), note, s.theme.text3);
  for (std::size_t head = 0; head < heads; ++head)
    if (wide >= 18 || head % 4 == 3)
      s.pen.text_in(
          {x0 + names + wide * static_cast<float>(head), y, x0 + names + wide * static_cast<float>(head + 1), y + 18},
          s.digits(head + 1), note, s.theme.text3, Align::centre);
  y += 22;
  const Rect all = box(x0 + names, y, wide * static_cast<float>(heads), high * static_cast<float>(layers));
  const Hit hit = s.hit("model-ledger", all);
  s.mark("model-heads-off", all);
  if (hit.focused) {
    part_keys(s);
    if (s.focus.visible()) s.ring(grown(all, 3), 3);
  }
  const std::optional<std::size_t> chosen = explorer::model_part(told, look_);
  const auto part_of = [&](explorer::ModelHead head) {
    const auto found = std::ranges::find_if(ledger.parts, [&](const explorer::ModelPart& part) {
      return part.kind == "head" && part.layer == head.layer && part.head == head.head;
    });
    return static_cast<std::size_t>(found - ledger.parts.begin());
  };
  for (std::size_t layer = 0; layer < layers; ++layer) {
    const float top = y + high * static_cast<float>(layer);
    if (high >= 11 || layer % 4 == 3)
      s.pen.text_in({x0, top, x0 + names - 8, top + high}, s.digits(layer + 1), note, s.theme.text3, Align::right);
    for (std::size_t head = 0; head < heads; ++head) {
      const Rect at = grown(box(all.x0 + wide * static_cast<float>(head), top, wide, high), -1);
      const double lead = sweep->leads[layer * heads + head], change = lead - ledger.logit;
      // Orange: the word loses without this head, so it helps.
      const Color ink = s.theme.role(change < 0 ? graph::Family::output : graph::Family::query);
      const Color fill = mixed(s.theme.bg2, ink, static_cast<float>(std::sqrt(std::abs(change) / most)));
      s.pen.fill(at, fill, 3);
      if (wide >= 44 && high >= 18)
        s.pen.text_in(at, graph::format_number(lead, 2), Font{Face::medium, high > 40 ? px(15) : note_size},
                      Theme::ink(fill), Align::centre);
      s.mark(s.joined({"model-off:", s.digits(layer), ",", s.digits(head)}), at);
      const bool here = chosen && ledger.parts[*chosen].kind == "head" && ledger.parts[*chosen].layer == layer &&
                        ledger.parts[*chosen].head == head;
      if (here) s.pen.outline(s.pen.snapped(grown(at, 1)), s.theme.text, 2, 4);
      if (!hit.hovered || !at.contains(s.pointer())) continue;
      s.out.cursor = "pointer";
      const std::size_t part = part_of({layer, head});
      if (!s.around.touch) found_.part = part;
      s.area_tip("model-off-tip", at,
                 s.text("model.why.off.now", {head_name(s, {layer, head}), graph::format_number(lead, decimals),
                                              graph::format_number(ledger.logit, decimals)}));
      if (hit.clicked && !hit.by_key) choose_part(s, part);
    }
  }
  return all.y1 + 6;
}

float ModelFigure::lens_list(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const Font font{Face::regular, label_size};
  s.pen.text_in({x0, y, x1, y + 20}, s.type.fitted(s.text("model.why.would"), font, x1 - x0), font, s.theme.text2);
  s.mark("model-lens", {x0, y, x1, y + 20});
  y += 24;
  for (std::size_t layer = 0; layer < told.lens->layers.size(); ++layer, y += lens_row + 4) {
    const std::string_view name = layer == 0 ? s.text("model.why.start") : s.text("model.why.after", {s.digits(layer)});
    s.pen.text_in({x0, y, x0 + 110, y + lens_row}, s.type.fitted(name, font, 106), font, s.theme.text3);
    const float each = (x1 - x0 - 112) / 3;
    const std::vector<explorer::ModelToken>& words = told.lens->layers[layer];
    for (std::size_t i = 0; i < words.size() && i < 3; ++i) {
      const float x = x0 + 112 + each * static_cast<float>(i);
      const std::string number = explorer::print_number("%.*f", 2, words[i].probability);
      const float digits = s.type.width(number, font);
      s.pen.text_in({x, y, x + each - digits - 10, y + lens_row},
                    s.type.fitted(words[i].text, font, std::max(each - digits - 14, 0.0f)), font,
                    i == 0 ? s.theme.text : s.theme.text2);
      s.pen.text_in({x, y, x + each - 8, y + lens_row}, number, font, i == 0 ? s.theme.text : s.theme.text3,
                    Align::right);
    }
  }
  return y;
}

float ModelFigure::reason(Screen& s, float x0, float x1, float y, float bottom) {
  const explorer::WholeModel& told = model(s);
  const std::optional<explorer::ModelAsked> asked = explorer::model_asked(told, look_);
  const Font plain{Face::regular, px(15)};
  if (!asked) {
    s.pen.text_in({x0, y, x1, y + 30}, s.text("model.waits"), plain, s.theme.text3);
    return y + 40;
  }
  Font title{Face::display, s.around.width < 600 ? title_phone : px(30), -0.3f};
  const std::string_view name = s.written([&](std::string& out) { s.explorer.write_model_why_title(out); });
  const float order_width = 330, high = s.touch() ? touch_height : control_height;
  const bool wide = x1 - x0 >= least_waterfall;
  const float title_room = wide ? x1 - x0 - order_width - 20 : x1 - x0;
  if (s.type.width(name, title) > title_room) title.size = px(20);
  s.pen.text_in({x0, y, x0 + title_room, y + 40}, s.type.fitted(name, title, title_room), title, s.theme.text);
  s.mark(s.joined({"model-why:", name}), {x0, y, x0 + title_room, y + 40});
  const auto orders = [&](Rect where, std::size_t first) {
    const std::array<std::string_view, 3> all{s.text("model.why.by_layer"), s.text("model.why.by_size"),
                                              s.text("model.why.off")};
    const std::span<const std::string_view> shown = std::span(all).subspan(first);
    for (std::size_t i = 0; i < shown.size(); ++i)
      s.mark(s.joined({"model-parts:", s.digits(i + first)}), segment_rect(where, where.height(), shown.size(), i));
    const std::size_t now = std::max(static_cast<std::size_t>(look_.parts), first) - first;
    if (const auto to = segmented(s, "model-parts", s.text("model.why.order"), where, shown, now))
      look(s, {.parts = static_cast<explorer::ModelParts>(*to + first)});
  };
  if (wide) orders(box(x1 - order_width, y + 4, order_width, high), 0);
  y += 44;
  const bool known = told.ledger && told.ledger->asked == *asked;
  if (known) {
    const explorer::ModelLedger& ledger = *told.ledger;
    const std::string_view words = s.text(
        ledger.asked.against ? "model.why.lead" : "model.why.logit",
        {ledger.word, ledger.against, graph::format_number(ledger.logit, decimals), s.digits(ledger.parts.size())});
    for (const std::string& line : s.type.lines(words, plain, x1 - x0)) {
      s.pen.text_in({x0, y, x1, y + 22}, line, plain, s.theme.text2);
      y += 22;
    }
    s.mark(s.joined({"model-lead:", graph::format_number(ledger.logit, decimals)}), {x0, y - 22, x1, y});
  } else {
    s.pen.text_in({x0, y, x1, y + 22}, s.text("model.waits"), plain, s.theme.text3);
    y += 22;
  }
  y = words_to_choose(s, x0, x1, y + 8) + 8;
  if (!wide) {  // a waterfall has no room
    orders(box(x0, y, std::min(x1 - x0, 340.0f), high), 1);
    y += high + 10;
  }
  if (!known) return y;
  const bool endless = bottom > 1e5f;
  if (look_.parts == explorer::ModelParts::off) return heads_off(s, x0, x1, y, bottom);
  if (wide && look_.parts == explorer::ModelParts::layer) {
    const Rect where{
        x0, y, x1,
        endless ? y + std::clamp(layout_.page.height() - 236, 260.0f, 480.0f) : std::max(bottom - 10, y + 150)};
    waterfall(s, where);
    return where.y1;
  }
  y = part_list(s, x0, x1, y, bottom);
  return endless || !wide ? lens_list(s, x0, x1, y + 18) : y;
}

// How the part that is pointed at, or the chosen one, came to its value, and what it is made of.
void ModelFigure::reason_line(Screen& s, Rect area) {
  const explorer::WholeModel& told = model(s);
  s.pen.panel(s.pen.snapped(area), s.theme.bg1, s.theme.line, panel_radius);
  const std::optional<std::size_t> chosen = explorer::model_part(told, look_);
  const bool narrow = area.width() < 640;
  const Font number{Face::medium, narrow ? px(15) : px(18)}, plain{Face::regular, label_size};
  const float x0 = area.x0 + 22, x1 = area.x1 - 14;
  if (!chosen) {
    s.pen.text_in({x0, area.y0, x1, area.y1}, s.type.fitted(s.text("model.waits"), plain, x1 - x0), plain,
                  s.theme.text3);
    return;
  }
  const explorer::ModelLedger& ledger = *told.ledger;
  const std::size_t at = over_.part && *over_.part < ledger.parts.size() ? *over_.part : *chosen;
  const explorer::ModelPart& part = ledger.parts[at];
  const Color ink = s.theme.role(part.value < 0 ? graph::Family::query : graph::Family::output);
  s.pen.fill(s.pen.snapped(Rect{area.x0, area.y0 + 10, area.x0 + 3, area.y1 - 10}), ink, 1.5f);
  float base = area.y0 + (narrow ? 26 : 32), x = x0;
  const auto put = [&](std::string_view words, Font font, Color color) {
    x = s.pen.text({x, base}, s.type.fitted(words, font, std::max(x1 - x, 0.0f)), font, color) + 9;
  };
  put(part_name(s, at), number, s.theme.text);
  if (narrow) x = x0, base += 25;  // the name has a line of its own
  if (ledger.asked.against) {
    const float from_first = x + 60;  // the second term is in brackets
    const auto term = [&](double value, std::string_view word) {
      const float from = x;
      put(value < 0 && x > from_first ? s.joined({"(", graph::format_number(value, decimals), ")"})
                                      : s.joined({graph::format_number(value, decimals)}),
          number, value < 0 ? s.theme.role(graph::Family::query) : s.theme.role(graph::Family::output));
      const std::string_view label = s.text("model.why.for", {word});
      const float width = s.type.width(label, plain);
      if (!narrow)
        s.pen.text({std::max((from + x - 9 - width) / 2, from - 20), base + 19}, label, plain, s.theme.text3);
      x = std::max(x, narrow ? x : from + width * 0.5f);
    };
    if (!narrow) put("≈", number, s.theme.text3);
    term(part.of, ledger.word);
    put("−", number, s.theme.text3);
    term(part.against, ledger.against);
  }
  put("≈", number, s.theme.text3);
  const std::string value = graph::format_number(part.value, decimals);
  const float wide = s.type.width(value, number);
  const Rect tile{x - 2, base - number.size - 3, x + wide + 14, base + 9};
  s.pen.fill(s.pen.snapped(tile), ink, 4);
  s.pen.text({x + 6, base}, value, number, Theme::ink(ink));
  s.mark(s.joined({"model-part-value:", value}), tile);
  x = tile.x1 + 16;
  if (const std::optional<explorer::ModelSplit>& split = told.split;
      split && split->asked == ledger.asked && split->part == at) {
    const std::string_view words = s.written([&](std::string& out) {
      for (const auto& [place, term] : split->largest) {
        if (!out.empty()) out += " · ";
        if (part.kind == "head") s.explorer.write_model_token(out, place);
        else s.explorer.write(out, "model.why.neuron", {s.digits(place + 1)});
        out += ": ";
        out += signed_number(term, decimals);
      }
      if (split->others == 0) return;
      out += " · ";
      s.explorer.write(out, "model.more", {s.digits(split->others)});
      out += ": ";
      out += signed_number(split->rest, decimals);
    });
    const float y = area.y1 - (narrow ? 12 : 18);
    s.pen.text({x0, y}, s.type.fitted(words, plain, x1 - x0 - (narrow ? 0 : 130)), plain, s.theme.text2);
    s.mark("model-split", {x0, y - 14, x1, y + 4});
  }
  const std::string_view held = s.text("model.why.held");
  const float width = s.type.width(held, plain);
  if (x + 20 + width < x1) s.pen.text({x1 - width, base}, held, plain, s.theme.text3);
  if (part.kind != "head" || narrow || !told.about->editable) return;
  const Head head{part.layer, part.head};
  const bool off = is_off(s, head);
  const Button change{.label = s.text(off ? "model.head.on" : "model.head.off"),
                      .kind = off ? ButtonKind::primary : ButtonKind::secondary,
                      .tip = s.text("model.head.off.tip")};
  const float wide_button = button_width(s, change);
  if (button(s, "model-off", box(x1 - wide_button, area.y1 - 42, wide_button, 30), change))
    s.command(explorer::SetModelHead{head.layer, head.head, off});
}

}  // namespace ui

// The parts of a logit as a waterfall by layer, and what the model would have said after each layer.
#include <algorithm>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "ui/attention/attention_layout.hpp"
#include "ui/model/model.hpp"
#include "ui/model/model_part.hpp"

namespace ui {
namespace {

constexpr float least_pitch = 9, axis_width = 40;

}  // namespace

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
      const std::size_t group = explorer::model_part_group(parts[i], told.about->layers);
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

// By layer, as in the run; the smaller ones of a layer together where there are too many.
void ModelFigure::waterfall(Screen& s, Rect where) {
  const explorer::ModelLedger& ledger = *model(s).ledger;
  const bool lens = where.height() > 230;
  const float below = 24 + (lens ? 3 * lens_row + 8 : 0);
  Fall fall;
  fall.plot = {where.x0 + axis_width, where.y0 + 20, where.x1, where.y1 - below};
  const std::vector<Bar>& all = bars(s, static_cast<std::size_t>(std::max(fall.plot.width() / least_pitch - 2, 4.0f)));
  for (const Bar& bar : all) fall.low = std::min(fall.low, bar.to), fall.high = std::max(fall.high, bar.to);
  fall.high = std::max(fall.high, fall.low + 1e-6);
  fall.pitch = fall.plot.width() / static_cast<float>(all.size() + 1);
  fall.wide = std::min(fall.pitch * 0.74f, 34.0f);
  fall_axis(s, fall);
  const std::optional<std::size_t> over =
      fall_input(s, fall, all, {fall.plot.x0, where.y0, fall.plot.x1, fall.plot.y1 + 20});
  fall_bars(s, fall, all, over);
  // The sum, as the model itself computed it.
  const Font strong{Face::semibold, label_size};
  const float x = fall.x(all.size()), top = fall.y(std::max(ledger.logit, 0.0));
  const Rect total{x, top, x + fall.wide, fall.y(std::min(ledger.logit, 0.0))};
  s.pen.outline(s.pen.snapped(total), s.theme.text, 2, 3);
  const std::string sum = graph::format_number(ledger.logit, 2);
  const float width = s.type.width(sum, strong);
  s.pen.text({std::min(total.middle_x() - width / 2, where.x1 - width), top - 6}, sum, strong, s.theme.text);
  s.mark(s.joined({"model-total:", sum}), total);
  fall_layers(s, fall, all, lens);
}

void ModelFigure::fall_axis(Screen& s, const Fall& fall) {
  const Rect& plot = fall.plot;
  const double step = nice_step(fall.high - fall.low, std::max(plot.height() / 48, 2.0f));
  for (double tick = std::ceil(fall.low / step) * step; tick <= fall.high + step * 1e-6; tick += step) {
    const double value = std::abs(tick) < step * 1e-6 ? 0 : tick;
    s.pen.across(plot.x0, plot.x1, fall.y(value), value == 0 ? s.theme.line2 : s.theme.line);
    s.pen.text_in({plot.x0 - axis_width, fall.y(value) - 8, plot.x0 - 8, fall.y(value) + 8},
                  graph::format_number(value, step < 1 ? 1 : 0), {Face::regular, note_size}, s.theme.text3,
                  Align::right);
  }
}

// Returns the bar that is pointed at.
std::optional<std::size_t> ModelFigure::fall_input(Screen& s, const Fall& fall, const std::vector<Bar>& all,
                                                   Rect where) {
  s.mark("model-waterfall", fall.plot);
  if (s.around.picture != nullptr) return std::nullopt;
  const Hit hit = s.hit("model-ledger", where);
  std::optional<std::size_t> over;
  if (hit.hovered) {
    const auto i = static_cast<std::size_t>(std::max((s.pointer().x - fall.plot.x0) / fall.pitch, 0.0f));
    if (i < all.size()) over = i;
  }
  if (over) {
    s.out.cursor = "pointer";
    if (!s.around.touch) found_.part = all[*over].part;
    if (hit.clicked && !hit.by_key) choose_part(s, all[*over].part);
  }
  if (hit.focused) {
    part_keys(s);
    if (s.focus.visible()) s.ring(grown(fall.plot, 3), 3);
  }
  return over;
}

void ModelFigure::fall_bars(Screen& s, const Fall& fall, const std::vector<Bar>& all, std::optional<std::size_t> over) {
  const std::optional<std::size_t> chosen = explorer::model_part(model(s), look_);
  const Font note{Face::regular, note_size};
  float labelled = -1000;  // the right end of the number before
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Bar& bar = all[i];
    const double value = bar.to - bar.from;
    const float y0 = fall.y(std::max(bar.from, bar.to)), y1 = fall.y(std::min(bar.from, bar.to));
    const Rect at{fall.x(i), y0, fall.x(i) + fall.wide, std::max(y1, y0 + 2)};
    const bool here = chosen && bar.part == *chosen && bar.count == 1;
    const Color ink = part_ink(s, value);
    s.pen.fill(at, here ? ink : mixed(s.theme.bg0, ink, 0.72f), 2);
    if (value < 0 && at.height() > 5) {  // told apart without colour, too
      s.pen.clip(at);
      for (float x = at.x0 - at.height(); x < at.x1; x += 6)
        s.pen.line({x, at.y1}, {x + at.height(), at.y0}, mixed(s.theme.bg0, ink, 0.35f), 1);
      s.pen.unclip();
    }
    if (i + 1 < all.size()) s.pen.across(at.x1, fall.x(i + 1), fall.y(bar.to), s.theme.line2);
    if (here) s.pen.outline(s.pen.snapped(grown(at, 2)), s.theme.text, 2, 3);
    else if (over == i) s.pen.outline(s.pen.snapped(grown(at, 1)), s.theme.text3, 1, 3);
    s.mark(s.joined({"model-part:", s.digits(bar.part)}), at);
    if (std::abs(value) < (fall.high - fall.low) * 0.05 && !here) continue;
    const std::string words = signed_number(value, 2);
    const float width = s.type.width(words, note), x = at.middle_x() - width / 2;
    if (x < labelled + 4 && !here) continue;
    s.pen.text({std::min(x, fall.plot.x1 - width), y0 - 5}, words, note, here ? s.theme.text : s.theme.text2);
    labelled = x + width;
  }
}

// Where each layer begins, and what would follow after it.
void ModelFigure::fall_layers(Screen& s, const Fall& fall, const std::vector<Bar>& all, bool lens) {
  const explorer::WholeModel& told = model(s);
  const Rect& plot = fall.plot;
  const Font strong{Face::semibold, label_size}, plain{Face::regular, label_size};
  const std::optional<std::size_t> chosen = explorer::model_part(told, look_);
  const float words_top = plot.y1 + 26, words_end = words_top + 3 * lens_row;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].group == all[i].group) ++end;
    const std::size_t group = all[i].group;
    const float x0 = plot.x0 + fall.pitch * static_cast<float>(i), x1 = plot.x0 + fall.pitch * static_cast<float>(end);
    if (i > 0) s.pen.down(x0, plot.y1 - 6, plot.y1 + 4, s.theme.line2);
    const bool after = group > told.about->layers;
    const std::string_view words = group == 0     ? s.text("model.why.start")
                                   : after        ? std::string_view()
                                   : x1 - x0 > 62 ? s.text("model.why.layer", {s.digits(group)})
                                                  : s.digits(group);
    if (s.type.width(words, plain) < x1 - x0 + 6) {
      const bool here = chosen && explorer::model_part_group(told.ledger->parts[*chosen], told.about->layers) == group;
      s.pen.text({x0 + 3, plot.y1 + 17}, words, here ? strong : plain, here ? s.theme.text : s.theme.text2);
    }
    if (lens && !after && x1 - x0 > 30) would_say(s, {x0 + 2, words_top, x1 - 4, words_end}, group);
    i = end;
  }
  if (!lens) return;
  s.area_tip("model-lens", {plot.x0, words_top, plot.x1, words_end}, s.text("model.why.would"));
  s.mark("model-lens", {plot.x0, words_top, plot.x1, words_end});
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

// What the model would say after each layer at each token: a click on a word asks for its sum up to there.
float ModelFigure::lens_grid(Screen& s, float x0, float x1, float y, float bottom) {
  const explorer::WholeModel& told = model(s);
  const Font plain{Face::regular, label_size}, note{Face::regular, note_size};
  const std::string_view what = s.text(s.around.picture != nullptr ? "model.why.would"
                                       : reads_pictures(s)         ? "model.why.grid.picture"
                                                                   : "model.why.grid");
  for (const std::string& line : s.type.lines(what, plain, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 19}, line, plain, s.theme.text2);
    y += 19;
  }
  y += 8;
  if (!told.grid || told.grid->layers.empty()) {
    const bool counts = told.grid && told.grid->all > 0;
    s.pen.text_in(
        {x0, y, x1, y + 22},
        counts ? s.text("model.busy", {s.digits(100 * told.grid->done / told.grid->all)}) : s.text("model.waits"),
        plain, s.theme.text3);
    return y + 30;
  }
  const auto rows = static_cast<float>(told.grid->layers.size()), tokens = static_cast<float>(told.tokens());
  constexpr float names = 30;
  const float wide = std::min((x1 - x0 - names) / tokens, 150.0f);
  const float high =
      bottom > 1e5f ? std::clamp(wide * 0.5f, 16.0f, 40.0f) : std::clamp((bottom - y - 26) / rows, 6.0f, 52.0f);
  const Rect all = box(x0 + names, y + 22, wide * tokens, high * rows);
  const std::size_t every = every_label(wide, 34);
  for (std::size_t at = 0; at < told.tokens(); at += every) {
    const float x = all.x0 + wide * static_cast<float>(at), room = wide * static_cast<float>(every);
    s.pen.text_in({x, y, x + room, y + 18}, s.type.fitted(word(s, at), note, room - 2), note, s.theme.text3,
                  every == 1 ? Align::centre : Align::left);
  }
  for (std::size_t layer = 0; layer < told.grid->layers.size(); ++layer) {
    const float top = all.y0 + high * static_cast<float>(layer);
    if (high >= 11 || layer % 4 == 3)
      s.pen.text_in({x0, top, all.x0 - 8, top + high}, s.digits(layer), note, s.theme.text3, Align::right);
  }
  lens_cells(s, all, {wide, high});
  return all.y1 + 6;
}

void ModelFigure::lens_cells(Screen& s, Rect all, Point cell) {
  const explorer::WholeModel& told = model(s);
  const Hit hit = s.around.picture == nullptr ? s.hit("model-grid", all) : Hit{};
  s.mark("model-grid", all);
  const std::size_t last = told.about->layers, row = std::min(look_.row.value_or(told.usual_row()), told.tokens() - 1);
  const LensCell chosen{look_.layers.value_or(last), row};
  if (hit.focused) {
    lens_keys(s, chosen);
    if (s.focus.visible()) s.ring(grown(all, 3), 3);
  }
  for (std::size_t layer = 0; layer < told.grid->layers.size(); ++layer)
    for (std::size_t at = 0; at < told.tokens(); ++at) {
      const explorer::ModelToken& would = told.grid->layers[layer][at];
      const Rect where = grown(
          box(all.x0 + cell.x * static_cast<float>(at), all.y0 + cell.y * static_cast<float>(layer), cell.x, cell.y),
          cell.x > 12 ? -1.0f : 0.0f);
      const Color fill = s.theme.scale(graph::Family::weights, static_cast<float>(would.probability));
      s.pen.fill(where, fill, 3);
      const Font font{Face::medium, cell.y >= 24 ? label_size : note_size};
      if (cell.x >= 30 && cell.y >= 15)
        s.pen.text_in(where, s.type.fitted(would.text, font, cell.x - 6), font, Theme::ink(fill), Align::centre);
      if (cell.x >= 8) s.mark(s.joined({"model-lens:", s.digits(layer), ",", s.digits(at)}), where);
      if (chosen == LensCell{layer, at}) s.pen.outline(s.pen.snapped(grown(where, 1)), s.theme.text, 2, 4);
      if (!hit.hovered || !where.contains(s.pointer())) continue;
      s.out.cursor = "pointer";
      s.area_tip("model-lens-tip", where, lens_words(s, {layer, at}));
      if (hit.clicked && !hit.by_key) choose_lens(s, {layer, at});
    }
}

// "to 14, after layer 2: Mary 0.93"
std::string_view ModelFigure::lens_words(Screen& s, LensCell cell) {
  const explorer::ModelToken& would = model(s).grid->layers[cell.first][cell.second];
  return s.written([&](std::string& out) {
    s.explorer.model().write_token(out, cell.second);
    out += ", ";
    s.explorer.model().write_after(out, cell.first);
    out += ": ";
    out += would.text;
    out += " ";
    out += graph::format_number(std::round(would.probability * 100) / 100, 2, false);
  });
}

void ModelFigure::choose_lens(Screen& s, LensCell cell) {
  const explorer::ModelToken& would = model(s).grid->layers[cell.first][cell.second];
  look(s, {.row = cell.second, .word = would.id, .layers = cell.first});
}

void ModelFigure::lens_keys(Screen& s, LensCell at) {
  LensCell to = at;
  if (s.takes(ImGuiKey_RightArrow, to.second + 1 < model(s).tokens())) ++to.second;
  else if (s.takes(ImGuiKey_LeftArrow, to.second > 0)) --to.second;
  else if (s.takes(ImGuiKey_DownArrow, to.first < model(s).about->layers)) ++to.first;
  else if (s.takes(ImGuiKey_UpArrow, to.first > 0)) --to.first;
  if (to != at) choose_lens(s, to);
  s.says(true, lens_words(s, to), "role.list");
}

}  // namespace ui

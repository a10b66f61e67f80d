// Why a word follows: its logit, or its lead over another word's, as the sum of what each part of the model gave to it. Here what
// is asked and the line below; the parts are drawn in model_waterfall.cpp and model_parts.cpp.
#include <algorithm>
#include <array>
#include <cmath>

#include "imgui.h"
#include "ui/model/model.hpp"
#include "ui/model/model_part.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float choice_height = 30, choice_gap = 6, order_width = 400, least_field = 110;
constexpr float least_waterfall = 560;  // of the width
constexpr std::size_t most_choice_rows = 4;

}  // namespace

void ModelFigure::view_tabs(Screen& s, Rect where) {
  const bool pictures = reads_pictures(s);
  const std::array<std::string_view, 3> all{
      s.text("model.view.heads"), s.text(pictures ? "model.picture.why" : "model.view.why"), s.text("model.view.over")};
  const std::span<const std::string_view> views = std::span(all).first(pictures ? 2 : 3);
  s.mark("model-views", where);
  const float row = s.touch() ? touch_height : 34.0f;
  for (std::size_t i = 0; i < views.size(); ++i)
    s.mark(s.joined({"model-view:", s.digits(i)}), segment_rect(where, row, views.size(), i));
  const std::size_t now = look_.why ? 1 : look_.over ? 2 : 0;
  if (const auto to = segmented(s, "model-view", s.text("model.view"), where, views, now))
    look(s, {.why = *to == 1, .over = *to == 2});
}

std::string_view ModelFigure::part_name(const Screen& s, std::size_t part) const {
  return s.written([&](std::string& out) { s.explorer.model().write_part(out, model(s).ledger->parts[part]); });
}

void ModelFigure::choose_part(Screen& s, std::size_t part) {
  const explorer::ModelPart& chosen = model(s).ledger->parts[part];
  look_.part = part;
  if (chosen.kind == "head") look(s, {.layer = chosen.layer, .head = chosen.head, .part = part});
  else look(s, {.part = part});
}

// Which word, and ahead of which other one.
float ModelFigure::words_to_choose(Screen& s, float x0, float x1, float y) {
  return word_row(s, x0, x1, word_row(s, x0, x1, y, false), true);
}

// The words to choose from, and a field in which another one is typed: as the word, the likeliest ones, as the other word, those of the
// sentence too. Narrow windows show what can be compared once it is asked for.
float ModelFigure::word_row(Screen& s, float x0, float x1, float y, bool against) {
  const explorer::WholeModel& told = model(s);
  const explorer::ModelAsked asked = *explorer::model_asked(told, look_);
  const float high = s.touch() ? touch_height : choice_height;
  const Font label{Face::regular, label_size};
  const std::vector<std::size_t>& all =
      choices_.get(s.explorer.stamp(), [&] { return explorer::model_choices(told, asked); });
  const std::vector<explorer::ModelToken>& last = told.lens->layers[asked.layers.value_or(told.about->layers)];
  const std::optional<std::size_t> now = against ? asked.against : std::optional(asked.word);
  const bool folds = x1 - x0 < 800 && !more_words_, types = !explorer::offers_all_words(told) && !(folds && against);
  const std::string_view caption = s.text(against ? "model.why.against" : "model.why.word");
  const std::string_view example = s.text(reads_pictures(s) ? "model.why.typed.picture" : "model.why.typed");
  const float field = types ? std::max(typed_box_width(s, example), least_field) : 0;
  float x = s.pen.text({x0, centred(y + high / 2, label_size)}, caption, label, s.theme.text2) + 10;
  std::size_t rows = 1;
  const auto wrap = [&] {
    ++rows;
    x = x0;
    y += high + choice_gap;
  };
  bool full = false;  // what does not fit can be typed
  const auto chip = [&](std::string_view mark, std::string_view words, bool on) {
    const Button look{.label = s.type.fitted(words, Font{Face::medium, control_size}, 120),
                      .kind = on ? ButtonKind::primary : ButtonKind::secondary};
    const float wide = std::min(button_width(s, look, high > 44), x1 - x0);
    const float end = rows == most_choice_rows ? x1 - field - choice_gap : x1;
    const bool beyond = x + wide > end && x > x0;
    full = full || (beyond && rows == most_choice_rows);
    if (full) return false;
    if (beyond) wrap();
    const bool pressed = button(s, mark, box(x, y, wide, high), look);
    x += wide + choice_gap;
    return pressed && !on;
  };
  if (against &&
      chip("model-against:none", s.text(reads_pictures(s) ? "model.why.alone.picture" : "model.why.alone"), !now))
    look(s, {.alone = true});
  const bool typed = told.sought && told.sought->against == against;
  for (const std::size_t each : all) {
    const bool likely = std::ranges::contains(last, each, &explorer::ModelToken::id),
               sought = typed && std::ranges::contains(told.sought->tokens, each, &explorer::ModelToken::id);
    const bool chosen = each == now || sought;
    if (against ? each == asked.word : !chosen && !likely) continue;
    if (folds && !chosen && (against || !likely)) continue;
    std::string_view words = s.explorer.model().word(each);
    if (words.empty()) words = s.digits(each);
    if (!chip(s.joined({against ? "model-against:" : "model-word-asked:", s.digits(each)}), words, each == now))
      continue;
    if (against) look(s, {.against = each});
    else look(s, {.word = each});
  }
  if (folds && against && chip("model-against:more", s.text("step.more"), false)) more_words_ = true;
  if (types) {
    if (x + field > x1 && x > x0) wrap();
    word_field(s, box(x, y, field, high), caption, example, against);
  }
  y += high + choice_gap;
  return typed && !told.sought->refused.empty() ? refused_word(s, x0, x1, y) : y;
}

void ModelFigure::word_field(Screen& s, Rect where, std::string_view caption, std::string_view example, bool against) {
  const std::string_view name = s.joined({caption, ": ", example});
  const explorer::EditTarget& of = s.target(against ? explorer::Typed::against : explorer::Typed::word);
  typed_box(s, against ? "model-against-typed" : "model-word-typed", name, where,
            s.explorer.model().refused_word(against), example, of);
  lay_field(s, where, name, of);
}

// Why what was typed cannot be asked for. Returns the lower end.
float ModelFigure::refused_word(Screen& s, float x0, float x1, float y) {
  const std::string_view words = model(s).sought->refused;
  const Font plain{Face::regular, label_size};
  const float top = y;
  for (const std::string& line : s.type.lines(words, plain, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 19}, line, plain, s.theme.error);
    y += 19;
  }
  s.mark(s.joined({"model-word-refused:", words}), {x0, top, x1, y});
  return y + choice_gap;
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
                           out += signed_number(parts[to].value, part_decimals);
                         })}),
         "role.model_part", s.place_of(to, parts.size()));
}

// What is asked, as a title, with the choice of how its parts are ordered where there is room beside it. Returns the lower end.
float ModelFigure::reason_title(Screen& s, float x0, float x1, float y, bool wide) {
  Font title{Face::display, s.around.width < 600 ? title_phone : px(30), -0.3f};
  const std::string_view name = s.written([&](std::string& out) { s.explorer.model().write_why_title(out); });
  const Button save{.label = s.text("map.save"), .tip = s.text("map.save.tip")};
  const float high = s.touch() ? touch_height : control_height;
  const float save_width = s.around.picture == nullptr ? button_width(s, save, high > 44) : 0;
  const float beside = x1 - x0 - order_width - save_width - 28;
  const Font small{Face::display, px(20), -0.3f};
  const bool apart = wide && s.around.picture == nullptr && s.type.width(name, small) > beside;  // in a row of its own
  const float room = wide && !apart ? beside : x1 - x0;
  if (s.type.width(name, title) > room) title.size = small.size;
  s.pen.text_in({x0, y, x0 + room, y + 40}, s.type.fitted(name, title, room), title, s.theme.text);
  s.mark(s.joined({"model-why:", name}), {x0, y, x0 + room, y + 40});
  if (!wide || s.around.picture != nullptr) return y + 44;
  if (apart) y += 40;
  const float from = apart ? x0 : x1 - order_width - save_width - 8;
  part_orders(s, box(from, y + 4, order_width, high), 0);
  if (button(s, "model-figure", box(from + order_width + 8, y + 4, save_width, high), save))
    s.request(Request::save_figure);
  return y + 44;
}

// The way back from the sum after some of the layers.
float ModelFigure::all_layers(Screen& s, float x0, float y) {
  const Button back{.label = s.text("model.why.all_layers")};
  const float high = s.touch() ? touch_height : choice_height;
  if (button(s, "model-all-layers", box(x0, y, button_width(s, back, high > 44), high), back))
    look(s, {.layers = model(s).about->layers});
  return y + high + 8;
}

void ModelFigure::part_orders(Screen& s, Rect where, std::size_t first) {
  const std::array<std::string_view, 4> all{s.text("model.why.by_layer"), s.text("model.why.by_size"),
                                            s.text("model.why.off"), s.text("model.why.lens")};
  const std::span<const std::string_view> shown = std::span(all).subspan(first);
  for (std::size_t i = 0; i < shown.size(); ++i)
    s.mark(s.joined({"model-parts:", s.digits(i + first)}), segment_rect(where, where.height(), shown.size(), i));
  const std::size_t now = std::max(static_cast<std::size_t>(look_.parts), first) - first;
  if (const auto to = segmented(s, "model-parts", s.text("model.why.order"), where, shown, now))
    look(s, {.parts = static_cast<explorer::ModelParts>(*to + first)});
}

// Whose sum the parts are, with its value. Returns the lower end.
float ModelFigure::reason_sum(Screen& s, float x0, float x1, float y) {
  const explorer::ModelLedger& ledger = *model(s).ledger;
  const Font plain{Face::regular, px(15)};
  const std::string_view words = s.text(
      ledger.asked.against ? "model.why.lead" : "model.why.logit",
      {ledger.word, ledger.against, graph::format_number(ledger.logit, part_decimals), s.digits(ledger.parts.size())});
  const std::string_view both = s.written([&](std::string& out) {
    out.append(words) += ' ';
    s.explorer.model().write_agreement(out, ledger);
  });
  for (const std::string& line : s.type.lines(both, plain, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 22}, line, plain, s.theme.text2);
    y += 22;
  }
  s.mark(s.joined({"model-lead:", graph::format_number(ledger.logit, part_decimals)}), {x0, y - 22, x1, y});
  return y;
}

float ModelFigure::reason(Screen& s, float x0, float x1, float y, float bottom) {
  const Mirror::Block figure(s.type.mirror(), x0, x1);
  const explorer::WholeModel& told = model(s);
  const std::optional<explorer::ModelAsked> asked = explorer::model_asked(told, look_);
  const Font plain{Face::regular, px(15)};
  if (!asked) {
    s.pen.text_in({x0, y, x1, y + 30}, s.text("model.waits"), plain, s.theme.text3);
    return y + 40;
  }
  const bool wide = x1 - x0 >= least_waterfall, known = told.ledger && told.ledger->asked == *asked;
  y = reason_title(s, x0, x1, y, wide);
  if (known) {
    y = reason_sum(s, x0, x1, y);
  } else {
    s.pen.text_in({x0, y, x1, y + 22}, s.text("model.waits"), plain, s.theme.text3);
    y += 22;
  }
  y = words_to_choose(s, x0, x1, y + 8) + 8;
  if (!wide) {  // a waterfall has no room
    const float high = s.touch() ? touch_height : control_height;
    part_orders(s, box(x0, y, std::min(x1 - x0, 340.0f), high), 1);
    y += high + 10;
  }
  if (asked->layers && s.around.picture == nullptr) y = all_layers(s, x0, y);
  if (look_.parts == explorer::ModelParts::lens) return lens_grid(s, x0, x1, y, bottom);
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
  const Font plain{Face::regular, label_size};
  const Rect inside{area.x0 + 22, area.y0, area.x1 - 14, area.y1};
  if (swept_place(s)) return place_line(s, area, inside);
  if (!chosen) {
    s.pen.text_in(inside, s.type.fitted(s.text("model.waits"), plain, inside.width()), plain, s.theme.text3);
    return;
  }
  const explorer::ModelLedger& ledger = *told.ledger;
  const std::size_t at = over_.part && *over_.part < ledger.parts.size() ? *over_.part : *chosen;
  const explorer::ModelPart& part = ledger.parts[at];
  s.pen.fill(s.pen.snapped(Rect{area.x0, area.y0 + 10, area.x0 + 3, area.y1 - 10}), part_ink(s, part.value), 1.5f);
  const bool narrow = area.width() < 640;
  const Point end = part_sum(s, inside, at, narrow);
  part_split(s, inside, at, narrow);
  const std::string_view held = s.text("model.why.held");
  const float width = s.type.width(held, plain);
  const std::optional<explorer::ModelOff> can = told.about->editable ? switch_of(part) : std::nullopt;
  if (end.x + 20 + width < inside.x1 && !(narrow && can))
    s.pen.text({inside.x1 - width, end.y}, held, plain, s.theme.text3);
  if (can) replace_buttons(s, area, inside.x1, *can);
}

// Switches a part off, or where another sentence is given, takes it from that; and puts it back. Of a head or an MLP also at
// the word that is explained alone.
void ModelFigure::replace_buttons(Screen& s, Rect area, float x1, const explorer::ModelOff& part) {
  const explorer::ModelInput& input = state(s).input;
  const bool narrow = area.width() < 640;
  const bool takes = look_.parts == explorer::ModelParts::off && !input.other.empty();
  const float high = narrow ? touch_height : 30.0f;
  const auto press = [&](std::string_view id, const Button& look, const explorer::ModelOff& of, bool on) {
    const float wide = button_width(s, look);
    if (button(s, id, box(x1 - wide, area.y1 - (narrow ? 26 : 12) - high, wide, high), look))
      s.command(explorer::SetModelPart{of.layer, of.head, on, of.at, takes, of.stream});
    x1 -= wide + 8;
  };
  explorer::ModelOff here = part;
  if (!part.stream) here.at = model(s).ledger->asked.at;
  const bool only_here = input.replaced(here) != nullptr;
  if (const explorer::ModelOff* const replaced = input.replaced(only_here ? here : part)) {
    const Button back{.label = s.text(replaced->taken || replaced->at ? "model.taken.back" : "model.head.on"),
                      .kind = ButtonKind::primary};
    return press("model-off", back, *replaced, true);
  }
  const std::string_view tip = takes ? s.text("model.take.tip", {input.other}) : s.text("model.head.off.tip");
  press("model-off", {.label = s.text(takes || part.stream ? "model.take" : "model.head.off"), .tip = tip}, part,
        false);
  if (!part.stream && !narrow)
    press("model-off-here", {.label = s.text("model.take.at", {token_name(s, here.at.value_or(0))}), .tip = tip}, here,
          false);
}

// What the number asked for becomes if all that leaves a layer at a word is replaced, with a button that does so.
void ModelFigure::place_line(Screen& s, Rect area, Rect inside) {
  const std::size_t at = *swept_place(s);
  const explorer::ModelOff part = explorer::swept_part(model(s), *s.explorer.model().sweep(), at);
  const explorer::ModelOff* const replaced = state(s).input.replaced(part);
  const std::string_view words = place_told_.get({s.explorer.stamp(), at, 0}, [&] {
    std::string out;
    if (replaced != nullptr) s.explorer.model().write_replaced(out, *replaced);
    else write_swept_now(s, out, at);
    return out;
  });
  const bool narrow = area.width() < 640;
  constexpr float beside = 124;  // room of the button on narrow screens
  const Font font{Face::medium, narrow ? control_size : px(18)};
  float base = inside.y0 + (narrow ? 26 : 32);
  for (const std::string& line : s.type.lines(words, font, inside.width() - (narrow ? beside : 0))) {
    s.pen.text({inside.x0, base}, line, font, s.theme.text);
    base += 20;
  }
  s.mark(s.joined({"model-place-line:", words}), inside);
  replace_buttons(s, area, inside.x1, part);
}

// "Layer 4, head 1 ≈ 4.1 − (−0.9) ≈ 5.0"; returns where it ends, on its baseline.
Point ModelFigure::part_sum(Screen& s, Rect inside, std::size_t at, bool narrow) {
  const explorer::ModelLedger& ledger = *model(s).ledger;
  const explorer::ModelPart& part = ledger.parts[at];
  const Font number{Face::medium, narrow ? px(15) : px(18)}, plain{Face::regular, label_size};
  float base = inside.y0 + (narrow ? 26 : 32), x = inside.x0;
  const auto put = [&](std::string_view words, Color color) {
    x = s.pen.text({x, base}, s.type.fitted(words, number, std::max(inside.x1 - x, 0.0f)), number, color) + 9;
  };
  put(part_name(s, at), s.theme.text);
  if (narrow) x = inside.x0, base += 25;  // the name has a line of its own
  const auto term = [&](double value, std::string_view word, bool second) {
    const float from = x;
    const std::string digits = graph::format_number(value, part_decimals);
    put(second && value < 0 ? s.joined({"(", digits, ")"}) : s.joined({digits}), part_ink(s, value));
    if (narrow) return;
    const std::string_view label = s.text("model.why.for", {word});
    const float width = s.type.width(label, plain);
    const float left = std::max((from + x - 9 - width) / 2, from - 20);
    s.pen.text({left, base + 19}, label, plain, s.theme.text3);
    x = std::max(x, left + width + 4);  // a word below a short number keeps clear of the next one
  };
  if (ledger.asked.against) {
    if (!narrow) put("≈", s.theme.text3);
    term(part.of, ledger.word, false);
    put("−", s.theme.text3);
    term(part.against, ledger.against, true);
  }
  put("≈", s.theme.text3);
  const std::string value = graph::format_number(part.value, part_decimals);
  const Rect tile{x - 2, base - number.size - 3, x + s.type.width(value, number) + 14, base + 9};
  const Color ink = part_ink(s, part.value);
  s.pen.fill(s.pen.snapped(tile), ink, 4);
  s.pen.text({x + 6, base}, value, number, Theme::ink(ink));
  s.mark(s.joined({"model-part-value:", value}), tile);
  return {tile.x1 + 16, base};
}

// A head by token, an MLP by neuron: the largest, and the others together.
void ModelFigure::part_split(Screen& s, Rect inside, std::size_t at, bool narrow) {
  const explorer::ModelLedger& ledger = *model(s).ledger;
  const std::optional<explorer::ModelSplit>& split = model(s).split;
  if (!split || split->asked != ledger.asked || split->part != at) return;
  const std::string_view words = s.written([&](std::string& out) {
    const bool head = ledger.parts[at].kind == "head";
    for (const explorer::ModelSplit::Term& term : split->largest) {
      const bool first = out.empty();
      if (!first) out += " · ";
      s.explorer.model().write_term_name(out, term, head);
      out += ": ";
      if (first && !narrow) s.explorer.model().write_product(out, term, head);
      out += signed_number(term.value, part_decimals);
    }
    if (split->others == 0) return;
    out += " · ";
    s.explorer.write(out, "model.more", {s.digits(split->others)});
    out += ": ";
    out += signed_number(split->rest, part_decimals);
  });
  const Font plain{Face::regular, label_size};
  const float y = inside.y1 - (narrow ? 12 : 18), room = inside.width() - (narrow ? 0 : 270);
  s.pen.text({inside.x0, y}, s.type.fitted(words, plain, room), plain, s.theme.text2);
  s.mark("model-split", {inside.x0, y - 14, inside.x1, y + 4});
}

}  // namespace ui

// What the model is, the sentence in the page's own field, the words expected next, and how the heads are looked at.
#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "explorer/model/tour.hpp"
#include "graph/explain/explanation.hpp"
#include "ui/model/model.hpp"
#include "ui/model/model_part.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float rail_gap = 24, next_row = 27, sentence_line = 20, bar_most = 78;
constexpr Font rail_plain{Face::regular, label_size}, rail_strong{Face::medium, control_size},
    rail_note{Face::regular, note_size};
constexpr std::size_t most_next_shown = 7, most_written = 10;

std::string_view in_groups(const Screen& s, double count) {
  return s.written(
      [&](std::string& out) { out += explorer::grouped(graph::format_number(count, 0), s.explorer.state().language); });
}

}  // namespace

float ModelFigure::about(Screen& s, float x0, float x1, float y) {
  section_label(s, x0, x1, y, s.text("model.file"));
  y += 16;
  const float top = y, inner0 = x0 + 12, inner1 = x1 - 12, room = inner1 - inner0;
  const explorer::WholeModel& told = model(s);
  if (told.about) {
    const explorer::ModelAbout& about = *told.about;
    std::vector<std::string_view>& lines = s.list();
    if (about.bytes > 0 && about.parameters > 0)
      lines.push_back(s.text("model.size", {explorer::bytes_text(about.bytes), in_groups(s, about.parameters)}));
    lines.push_back(s.text(about.read == "site" ? "model.read.site" : "model.read.file"));
    lines.push_back(s.text("model.layers", {s.digits(about.layers), s.digits(about.heads)}));
    if (!about.about.empty()) lines.push_back(about.about);
    float height = 14 + 20 * static_cast<float>(s.type.lines(about.name, rail_strong, room).size());
    for (const std::string_view words : lines)
      height += 17 * static_cast<float>(s.type.lines(words, rail_plain, room).size()) + 3;
    const Rect panel{x0, top, x1, top + height + 8};
    s.pen.panel(s.pen.snapped(panel), s.theme.bg2, s.theme.line2, control_radius);
    y += 10;
    for (const std::string& line : s.type.lines(about.name, rail_strong, room)) {
      s.pen.text_in({inner0, y, inner1, y + 20}, s.type.fitted(line, rail_strong, room), rail_strong, s.theme.text);
      y += 20;
    }
    y += 3;
    for (const std::string_view words : lines) {
      for (const std::string& line : s.type.lines(words, rail_plain, room)) {
        s.pen.text_in({inner0, y, inner1, y + 17}, line, rail_plain, s.theme.text2);
        y += 17;
      }
      y += 3;
    }
    s.mark(s.joined({"model-about:", about.name}), panel);
    y = panel.y1;
  }
  y += 8;
  const float high = s.touch() ? touch_height : control_height;
  const Button other{.label = s.text("model.other"), .kind = ButtonKind::ghost};
  if (button(s, "model-other", {x0 - 8, y, std::min(x0 - 8 + button_width(s, other, high > 44) + 8, x1), y + high},
             other))
    s.request(Request::open_model);
  y += high;
  return explorer::model_tour(state(s).source) && !state(s).step ? tour_begin(s, x0, x1, y + 4) : y;
}

float ModelFigure::sentence(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  if (reads_pictures(s)) return picture_choice(s, x0, x1, y);
  section_label(s, x0, x1, y, s.text("model.sentence"));
  y += 16;
  const bool editable = !told.about || told.about->editable;
  const std::string_view text = editable ? std::string_view(state(s).input.text) : s.written([&](std::string& out) {
    for (std::size_t at = 0; at < told.tokens(); ++at) {
      if (at > 0) out += ' ';
      out += word(s, at);
    }
  });
  const Font font{Face::regular, control_size};
  const std::vector<std::string>& lines = s.type.lines(text, font, x1 - x0 - 24);
  const std::size_t shown = std::clamp<std::size_t>(lines.size(), 1, 6);
  const Rect where{x0, y, x1, y + 16 + sentence_line * static_cast<float>(shown)};
  const std::string_view label = s.text("model.sentence");
  const explorer::EditTarget& of = s.target(explorer::Typed::model);
  if (editable) field_frame(s, "model-text", where, label, text, of);
  else s.pen.panel(s.pen.snapped(where), s.theme.bg1, s.theme.line2, control_radius);
  float line_y = where.y0 + 8;
  for (std::size_t at = 0; at < shown && at < lines.size(); ++at) {
    s.pen.text_in(
        {x0 + 12, line_y, x1 - 12, line_y + sentence_line},
        at + 1 == shown && shown < lines.size() ? s.type.fitted(lines[at] + " …", font, x1 - x0 - 24) : lines[at], font,
        s.theme.text);
    line_y += sentence_line;
  }
  lay_field(s, {x0, y, x1, y + 16 + sentence_line}, label, of);
  return sentence_notes(s, x0, x1, where.y1 + 6);
}

void ModelFigure::field_frame(Screen& s, std::string_view id, Rect where, std::string_view label, std::string_view text,
                              const explorer::EditTarget& of) {
  const Hit hit = s.hit(id, where);
  const float lit = s.motion.fade(motion_key(id), hit.hovered, control_time);
  s.pen.panel(s.pen.snapped(where), s.theme.bg2, mixed(s.theme.line2, s.theme.text3, lit), control_radius);
  if (hit.focused) s.ring(where, control_radius);
  s.says(hit.focused, label, "role.field", text);
  if (hit.hovered) s.out.cursor = "text";
  if (hit.clicked) s.command(explorer::BeginEdit{of});
}

float ModelFigure::sentence_notes(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const float top = y - 6;
  const auto note = [&](std::string_view words, Color ink) {
    for (const std::string& line : s.type.lines(words, rail_plain, x1 - x0)) {
      s.pen.text_in({x0, y, x1, y + 18}, line, rail_plain, ink);
      y += 18;
    }
    s.mark(s.joined({"model-note:", words}), {x0, top, x1, y});
  };
  const bool refused = told.refused && told.refused->input.reads_as(state(s).input);
  if (refused) note(told.refused->message, s.theme.error);
  else if (told.busy && told.busy->all > 0)
    note(s.text("model.busy", {s.digits(100 * told.busy->done / told.busy->all)}), s.theme.text2);
  else if (told.run) note(s.text("model.tokens", {s.digits(told.tokens())}), s.theme.text2);
  if (!refused && told.run && !told.run->known) note(s.text("model.unknown"), s.theme.text2);
  if (!refused && told.run && told.run->picture && told.run->picture->interpolated())
    note(s.text("model.picture.interpolated", {s.digits(told.run->picture->learned), s.digits(told.run->picture->rows),
                                               s.digits(told.run->picture->columns)}),
         s.theme.text2);
  const std::vector<explorer::ModelOff>& off = state(s).input.off;
  const bool takes = state(s).input.takes();
  if (off.size() == 1)
    note(s.text(takes ? "model.taken.one" : "model.off.one",
                {s.written([&](std::string& out) { s.explorer.model().write_off(out, off.front()); })}),
         s.theme.text);
  else if (!off.empty())
    note(s.text(takes ? "model.taken.many" : "model.off.many", {s.digits(off.size())}), s.theme.text);
  const std::vector<explorer::ModelSetWeight>& set = state(s).input.weights;
  if (!set.empty())
    note(set.size() == 1 ? s.text("model.set.one", {head_name(s, set.front().head)})
                         : s.text("model.set.many", {s.digits(set.size())}),
         s.theme.text);
  const std::vector<explorer::ModelHeadTemperature>& heated = state(s).input.temperatures;
  if (!heated.empty())
    note(heated.size() == 1 ? s.text("model.heated.one", {head_name(s, heated.front().head),
                                                          graph::format_number(heated.front().temperature, 3)})
                            : s.text("model.heated.many", {s.digits(heated.size())}),
         s.theme.text);
  return written(s, x0, x1, y);
}

// The tokens that the model wrote last, with the shares that they were drawn with; a click asks why.
float ModelFigure::written(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const std::size_t count = explorer::written_tokens(told, state(s));
  if (count == 0) return y;
  const float high = s.touch() ? 40.0f : 24.0f;
  s.pen.text_in({x0, y + 4, x1, y + 22}, s.type.fitted(s.text("model.written"), rail_plain, x1 - x0), rail_plain,
                s.theme.text2);
  y += 24;
  float x = x0;
  for (std::size_t i = count - std::min(count, most_written); i < count; ++i) {
    const std::size_t place = told.tokens() - count + i;
    const std::string_view text = s.written([&](std::string& out) {
      out += word(s, place);
      out += ' ';
      out += percent(state(s).input.written[i]);
    });
    const float wide = std::min(s.type.width(text, rail_plain) + 14, x1 - x0);
    if (x + wide > x1 && x > x0) x = x0, y += high + 4;
    const Rect where = box(x, y, wide, high);
    const Hit hit = s.hit(s.joined({"model-written:", s.digits(i)}), where);
    s.pen.panel(s.pen.snapped(where), hit.hovered ? s.theme.bg3 : s.theme.bg2, s.theme.line2, segment_radius);
    s.pen.text_in(where, s.type.fitted(text, rail_plain, wide - 8), rail_plain, s.theme.text, Align::centre);
    s.says(hit.focused, text, "role.button", s.text("model.view.why"));
    if (hit.focused) s.ring(where, segment_radius);
    if (hit.hovered) {
      s.out.cursor = "pointer";
      s.item_tip(s.text("model.written.tip", {word(s, place)}));
    }
    if (hit.clicked) look(s, {.row = place - 1, .why = true, .word = told.run->ids[place]});
    x += wide + 4;
  }
  return y + high + 4;
}

// Choosing a word appends it. Grey: its share before the last change.
// One of the next words with its probability, and what that was before; a click runs it.
void ModelFigure::next_word(Screen& s, float x0, float x1, float y, std::size_t at) {
  const explorer::WholeModel& told = model(s);
  const explorer::ModelNext& next = *told.next;
  const float pitch = s.touch() ? 40.0f : next_row;
  const auto before = [&](const explorer::ModelToken& token) -> const explorer::ModelToken* {
    if (!next.before) return nullptr;
    const auto found = std::ranges::find(*next.before, token.id, &explorer::ModelToken::id);
    return found == next.before->end() ? nullptr : &*found;
  };
  const float number = next.before ? 112.0f : 56.0f,
              bar = std::min(x1 - x0 < 260 ? bar_most : 220.0f, x1 - x0 - 90 - number);
  const explorer::ModelToken& token = next.next[at];
  const Rect line{x0 - 8, y, x1 + 8, y + pitch};
  const std::string_view text = token.text.empty() ? s.digits(token.id) : std::string_view(token.text);
  const Hit hit = s.hit(s.joined({"model-next:", s.digits(at)}), line);
  if (at == 0 || hit.hovered) s.pen.fill(s.pen.snapped(grown(line, 0, -1)), s.theme.bg3, segment_radius);
  const Font font{at == 0 ? Face::semibold : Face::regular, control_size};
  s.pen.text_in({x0, y, x0 + 78, y + pitch}, s.type.fitted(text, font, 76), font,
                at == 0 ? s.theme.text : s.theme.text2);
  const auto share = static_cast<float>(token.probability);
  const float bar0 = x0 + 82, middle = line.middle_y();
  s.pen.fill(s.pen.snapped(Rect{bar0, middle - 5, bar0 + std::max(bar * share, 2.0f), middle + 5}),
             at == 0 ? s.theme.text : s.theme.text3, 2);
  const explorer::ModelToken* const was = before(token);
  if (was != nullptr) {
    const float x = bar0 + bar * static_cast<float>(was->probability);
    s.pen.fill(s.pen.snapped(Rect{x - 1, middle - 7, x + 1, middle + 7}), s.theme.text3);
    s.pen.text_in({x0, y, x1 - 60, y + pitch}, percent(was->probability), rail_plain, s.theme.text3, Align::right);
  }
  s.pen.text_in({x0, y, x1, y + pitch}, percent(token.probability), font, s.theme.text, Align::right);
  s.says(hit.focused, s.joined({text, " ", percent(token.probability)}), "role.button",
         was != nullptr ? s.text("model.next.was", {percent(was->probability)}) : std::string_view());
  if (hit.focused) s.ring(grown(line, -1), segment_radius);
  const bool can = told.about->editable && !told.about->pictures;
  if (hit.hovered && can) {
    s.out.cursor = "pointer";
    s.item_tip(s.text(told.run && told.run->masked ? "model.masked.tip" : "model.next.tip", {text}));
  }
  if (hit.clicked && can && told.run && told.run->masked) {
    s.command(explorer::SetModelText{explorer::filled_text(*told.run, token)});
  } else if (hit.clicked && can && told.run) {
    // This very token follows, whatever the tokenizer would make of its text.
    explorer::SetModelText command{state(s).input.text + token.adds, false, told.run->ids};
    if (told.about->causal) command.ids.push_back(token.id);
    else command.ids.clear();
    s.command(std::move(command));
  }
}

// Under the next words: writing on, and what the probabilities are compared with.
float ModelFigure::next_foot(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const explorer::ModelNext& next = *told.next;
  if (told.about->editable && told.about->causal && told.about->ledger) {
    const Button write{.label = s.text("model.write"), .after = Icon::right, .tip = s.text("model.write.tip")};
    const float high = s.touch() ? touch_height : 30;
    if (button(s, "model-write", box(x0, y + 6, std::min(button_width(s, write, high > 44), x1 - x0), high), write))
      s.request(Request::write_on);
    y += high + 12;
    const auto label = [&](std::string_view name) {
      s.pen.text_in({x0, y, x1, y + 20}, s.type.fitted(name, rail_plain, x1 - x0), rail_plain, s.theme.text2);
      y += 22;
    };
    const auto choose = [&](std::string_view id, std::string_view name, const std::array<std::string_view, 4>& labels,
                            std::size_t chosen) {
      label(name);
      const Rect where = box(x0, y, std::min(x1 - x0, 280.0f), high);
      for (std::size_t i = 0; i < labels.size(); ++i)
        s.mark(s.joined({id, ":", s.digits(i)}), segment_rect(where, high, labels.size(), i));
      y += high + 10;
      return segmented(s, id, name, where, labels, chosen);
    };
    if (const auto to = choose("model-temperature", s.text("model.temperature"), {"0", "0.5", "1", "1.5"},
                               static_cast<std::size_t>(look_.temperature)))
      look(s, {.temperature = static_cast<explorer::ModelTemperature>(*to)});
    if (const auto to = choose("model-top-k", s.text("model.top_k"), {s.text("model.top_k.all"), "40", "10", "3"},
                               static_cast<std::size_t>(look_.top_k)))
      look(s, {.top_k = static_cast<explorer::ModelTopK>(*to)});
    label(s.text("model.seed"));
    const Range seeds{0, static_cast<double>(explorer::most_model_seed), 1};
    const Rect where = box(x0, y, std::min(x1 - x0, 280.0f), high);
    if (const auto to = stepper(s, "model-seed", s.text("model.seed"), where, seeds, static_cast<double>(look_.seed)))
      look(s, {.seed = static_cast<std::size_t>(*to)});
    y += high + 10;
  }
  if (next.before) {
    const std::string_view words = next.of_second
                                       ? s.text("model.next.before.second", {s.explorer.model().second_name()})
                                   : next.before_text.empty() ? s.text("model.next.before.heads")
                                                              : s.text("model.next.before", {next.before_text});
    for (const std::string& line : s.type.lines(words, rail_note, x1 - x0)) {
      s.pen.text_in({x0, y, x1, y + 15}, line, rail_note, s.theme.text3);
      y += 15;
    }
  }
  return y;
}

float ModelFigure::next_words(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const bool masked = model(s).run && model(s).run->masked;
  section_label(s, x0, x1, y,
                s.text(reads_pictures(s) ? "model.picture.answer"
                       : masked          ? "model.masked"
                                         : "model.next"));
  y += 14;
  const float pitch = s.touch() ? 40.0f : next_row;
  if (!told.next) {
    s.pen.text_in({x0, y, x1, y + pitch}, s.text("model.next.waits"), rail_plain, s.theme.text3);
    return y + pitch * (most_next_shown + 1);
  }
  const explorer::ModelNext& next = *told.next;
  const std::size_t shown = std::min(next.next.size(), most_next_shown);
  double rest = next.rest;
  for (std::size_t at = shown; at < next.next.size(); ++at) rest += next.next[at].probability;
  for (std::size_t at = 0; at < shown; ++at, y += pitch) next_word(s, x0, x1, y, at);
  const std::size_t others = next.others + next.next.size() - shown;
  if (others == 0) return next_foot(s, x0, x1, y + 6);
  s.pen.text_in({x0, y, x1, y + next_row}, s.text("model.next.others", {in_groups(s, static_cast<double>(others))}),
                rail_plain, s.theme.text3);
  s.pen.text_in({x0, y, x1, y + next_row}, percent(rest), rail_plain, s.theme.text3, Align::right);
  y += next_row;
  return next_foot(s, x0, x1, y);
}

float ModelFigure::view(Screen& s, float x0, float x1, float y) {
  section_label(s, x0, x1, y, s.text("model.view"));
  y += 16;
  const float high = s.touch() ? touch_height : control_height;
  const auto choice = [&](std::string_view id, std::string_view name, std::span<const std::string_view> labels,
                          std::size_t now) {
    s.pen.text_in({x0, y, x1, y + 20}, s.type.fitted(name, rail_strong, x1 - x0), rail_strong, s.theme.text);
    y += 24;
    const Rect where = box(x0, y, x1 - x0, segmented_height(s, labels, x1 - x0, high));
    const std::optional<std::size_t> chosen = segmented(s, id, name, where, labels, now);
    for (std::size_t i = 0; i < labels.size(); ++i)
      s.mark(s.joined({id, ":", s.digits(i)}), segment_rect(where, high, labels.size(), i));
    y = where.y1 + 14;
    return chosen;
  };
  const std::array<std::string_view, 3> orders{s.text("model.sort.layer"), s.text("model.sort.resemblance"),
                                               s.text("model.sort.moved")};
  const std::size_t known = model(s).has_second() ? 3 : 2;
  if (const auto to = choice("model-sort", s.text("model.sort"), std::span(orders).first(known),
                             std::min(static_cast<std::size_t>(look_.sort), known - 1)))
    look(s, {.sort = static_cast<explorer::ModelSort>(*to)});
  const std::array<std::string_view, 3> steps{s.text("colors.linear"), s.text("large.steps.sqrt"),
                                              s.text("large.steps.log")};
  if (const auto to = choice("model-steps", s.text("large.steps"), steps, static_cast<std::size_t>(look_.steps)))
    look(s, {.steps = static_cast<explorer::ColorSteps>(*to)});
  const std::string_view hide = s.text("model.hide_first");
  s.pen.text_in({x0, y, x1 - 44, y + high}, s.type.fitted(hide, rail_strong, x1 - x0 - 46), rail_strong, s.theme.text);
  if (toggle(s, "model-first", hide, {x0, y, x1, y + high}, look_.hide_first))
    look(s, {.hide_first = !look_.hide_first});
  y += high + 2;
  for (const std::string& line : s.type.lines(s.text("model.hide_first.note"), rail_note, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 15}, line, rail_note, s.theme.text3);
    y += 15;
  }
  return y;
}

float ModelFigure::rail(Screen& s, float x0, float x1, float y) {
  const auto divide = [&](float at) {
    s.pen.across(x0, x1, at + rail_gap / 2 - 2, s.theme.line);
    return at + rail_gap + 4;
  };
  const bool tours = s.explorer.model().tour() != nullptr;
  y = divide(tours ? tour(s, x0 - 10, x1 + 10, y - 8) : about(s, x0, x1, y));
  y = divide(sentence(s, x0, x1, y));
  if (const auto& about = model(s).about; !about || about->next) y = divide(next_words(s, x0, x1, y));
  y = view(s, x0, x1, y);
  return tours ? about(s, x0, x1, divide(y)) : y;
}

}  // namespace ui

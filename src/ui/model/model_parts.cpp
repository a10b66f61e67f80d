// The parts of a logit as a list by size, and what becomes of it with each head alone off.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/attention/attention_layout.hpp"
#include "ui/model/model.hpp"
#include "ui/model/model_part.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float list_row = 26;
constexpr std::size_t listed_in_page = 12;

}  // namespace

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
  const Rect rows{x0 - 6, y, x1 + 6, y + high * static_cast<float>(shown)};
  const Hit keys = s.around.picture == nullptr ? s.hit("model-ledger", rows) : Hit{};
  if (keys.focused) {
    part_keys(s);
    if (s.focus.visible()) s.ring(rows, 4);
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
    const Color ink = part_ink(s, value);
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
  const Font plain{Face::regular, label_size};
  const bool saved = s.around.picture != nullptr;
  if (!saved) y = replaced_by(s, x0, x1, y) + 10;
  const explorer::ModelSweep* const sweep = s.explorer.model().sweep();
  if (!sweep || !sweep->ended()) {
    const Button stop{.label = s.text(look_.paused ? "model.why.off.start" : "model.why.off.stop")};
    const bool large = s.touch();
    const float row = large ? touch_height : control_height, width = button_width(s, stop, large);
    if (button(s, "model-sweep-stop", box(x0, y, width, row), stop)) look(s, {.paused = !look_.paused});
    if (!look_.paused)
      s.pen.text_in({x0 + width + 12, y, x1, y + row},
                    sweep && sweep->all > 0 ? s.text("model.busy", {s.digits(100 * sweep->done / sweep->all)})
                                            : s.text("model.waits"),
                    plain, s.theme.text3);
    return y + row + 8;
  }
  const std::string_view words = sweep_told_.get(s.explorer.stamp(), [&] {
    std::string out;
    s.explorer.model().write_sweep(out);
    return out;
  });
  const bool refused = !sweep->refused.empty();
  for (const std::string& line : s.type.lines(words, plain, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 19}, line, plain, refused ? s.theme.error : s.theme.text2);
    y += 19;
  }
  s.mark(s.joined({"model-sweep:", words}), {x0, y - 19, x1, y});
  if (refused) return y;
  y += 8;
  const auto layers = static_cast<float>(told.about->layers), across = static_cast<float>(sweep->leads.size()) / layers;
  constexpr float names = 30;
  const float wide = std::min((x1 - x0 - names) / across, 150.0f);
  const float high =
      bottom > 1e5f ? std::clamp(wide * 0.5f, 12.0f, 44.0f) : std::clamp((bottom - y - 26) / layers, 6.0f, 66.0f);
  const Rect all = box(x0 + names, y + 22, wide * across, high * layers);
  heads_off_names(s, all, {wide, high});
  heads_off_cells(s, all, {wide, high});
  return all.y1 + 6;
}

// What is replaced in turn, and by what: zeros, or what another sentence has there.
float ModelFigure::replaced_by(Screen& s, float x0, float x1, float y) {
  const std::array<std::string_view, 2> all{
      s.text("model.why.patched.heads"),
      s.text(reads_pictures(s) ? "model.why.patched.stream.picture" : "model.why.patched.stream")};
  const float high = s.touch() ? touch_height : control_height;
  const bool beside = x1 - x0 >= 620;
  const Rect parts = box(x0, y, beside ? 260 : std::min(x1 - x0, 340.0f), high);
  for (std::size_t i = 0; i < all.size(); ++i)
    s.mark(s.joined({"model-patched:", s.digits(i)}), segment_rect(parts, high, all.size(), i));
  if (const auto to = segmented(s, "model-patched", s.text("model.why.patched"), parts, all,
                                static_cast<std::size_t>(look_.patched)))
    look(s, {.patched = static_cast<explorer::ModelPatched>(*to)});
  Rect where{parts.x1 + 12, y, x1, y + high};
  if (!beside) {
    y += high + 8;
    where = {x0, y, x1, y + high};
  }
  const std::string& other = state(s).input.other;
  if (!other.empty()) {
    const Button zeros{.label = s.text("model.why.other.none")};
    const float wide = button_width(s, zeros, high > 44);
    if (button(s, "model-from-none", box(where.x1 - wide, y, wide, high), zeros)) s.command(explorer::SetModelOther{});
    where.x1 -= wide + 8;
  }
  const bool pictures = reads_pictures(s);
  const std::string_view label = s.text(pictures ? "model.why.other.picture" : "model.why.other");
  const explorer::EditTarget& of = s.target(explorer::Typed::other);
  field_frame(s, "model-from", where, label, other, of);
  const Font font{Face::regular, control_size};
  const Rect inside = grown(where, -12, 0);
  s.pen.text_in(
      inside,
      s.type.fitted(other.empty() ? s.text(pictures ? "model.why.other.hint.picture" : "model.why.other.hint") : other,
                    font, inside.width()),
      font, other.empty() ? s.theme.text3 : s.theme.text);
  lay_field(s, where, label, of);
  return where.y1;
}

void ModelFigure::heads_off_names(Screen& s, Rect all, Point cell) {
  const Font note{Face::regular, note_size};
  const float x0 = all.x0 - 30, y = all.y0 - 22;
  const bool heads = look_.patched == explorer::ModelPatched::heads;
  if (heads) s.pen.text({x0, y + 14}, s.type.fitted(s.text("model.layer"), note, 50), note, s.theme.text3);
  const std::size_t across = heads ? model(s).about->heads : model(s).tokens();
  if (heads) {
    const float x = all.x0 + cell.x * static_cast<float>(across);
    s.pen.text_in({x - 8, y, x + cell.x + 8, y + 18}, s.text("model.why.mlp"), note, s.theme.text3, Align::centre);
  }
  const std::size_t every = !heads ? every_label(cell.x, 34) : cell.x >= 18 ? 1 : 4;
  for (std::size_t at = heads ? every - 1 : 0; at < across; at += every) {
    const float x = all.x0 + cell.x * static_cast<float>(at);
    if (heads) {
      s.pen.text_in({x, y, x + cell.x, y + 18}, s.digits(at + 1), note, s.theme.text3, Align::centre);
      continue;
    }
    const float room = cell.x * static_cast<float>(every);
    s.pen.text_in({x, y, x + room, y + 18}, s.type.fitted(swept_word(s, at), note, room - 2), note, s.theme.text3,
                  every == 1 ? Align::centre : Align::left);
  }
  for (std::size_t layer = 0; layer < model(s).about->layers; ++layer) {
    const float top = all.y0 + cell.y * static_cast<float>(layer);
    if (cell.y >= 11 || layer % 4 == 3)
      s.pen.text_in({x0, top, all.x0 - 8, top + cell.y}, s.digits(layer + 1), note, s.theme.text3, Align::right);
  }
}

// A word, and which one the other sentence has there, if that is another one.
std::string_view ModelFigure::swept_word(Screen& s, std::size_t at) const {
  const std::vector<std::string>& others = s.explorer.model().sweep()->words;
  const std::string_view here = word(s, at);
  return others.empty() || others[at] == here ? here : s.joined({here, " → ", others[at]});
}

void ModelFigure::heads_off_cells(Screen& s, Rect all, Point cell) {
  const explorer::WholeModel& told = model(s);
  const explorer::ModelLedger& ledger = *told.ledger;
  const explorer::ModelSweep& sweep = *s.explorer.model().sweep();
  const bool heads = sweep.patched == explorer::ModelPatched::heads;
  const std::vector<double>& leads = sweep.leads;
  const std::size_t across = leads.size() / told.about->layers;
  const Hit hit = s.around.picture == nullptr ? s.hit("model-ledger", all) : Hit{};
  s.mark("model-heads-off", all);
  if (hit.focused) {
    if (heads) part_keys(s);
    else place_keys(s, leads.size(), across);
    if (s.focus.visible()) s.ring(grown(all, 3), 3);
  }
  double most = 1e-9;
  for (const double lead : leads) most = std::max(most, std::abs(ledger.logit - lead));
  const std::optional<std::size_t> chosen = explorer::model_part(told, look_), place = swept_place(s);
  const std::optional<explorer::ModelOff> can = heads && chosen ? switch_of(ledger.parts[*chosen]) : std::nullopt;
  for (std::size_t at = 0; at < leads.size(); ++at) {
    const Head head{at / across, at % across};
    const Rect where = grown(box(all.x0 + cell.x * static_cast<float>(head.head),
                                 all.y0 + cell.y * static_cast<float>(head.layer), cell.x, cell.y),
                             cell.x > 12 ? -1.0f : 0.0f);
    // Orange: the word loses without this head, so it helps.
    const double change = leads[at] - ledger.logit;
    const Color fill = mixed(s.theme.bg2, part_ink(s, -change), static_cast<float>(std::sqrt(std::abs(change) / most)));
    s.pen.fill(where, fill, 3);
    if (cell.x >= 44 && cell.y >= 18)
      s.pen.text_in(where, graph::format_number(leads[at], 2), Font{Face::medium, cell.y > 40 ? px(15) : note_size},
                    Theme::ink(fill), Align::centre);
    if (cell.x >= 8)
      s.mark(s.joined({heads ? "model-off:" : "model-place:", s.digits(head.layer), ",", s.digits(head.head)}), where);
    const explorer::ModelOff part = explorer::swept_part(told, sweep, at);
    if (state(s).input.replaced(part) != nullptr) s.pen.outline(s.pen.snapped(where), s.theme.error, 2, 3);
    if (can ? can->place() == part.place() : place == at)
      s.pen.outline(s.pen.snapped(grown(where, 1)), s.theme.text, 2, 4);
    if (hit.hovered && where.contains(s.pointer())) point_at_swept(s, where, at, hit.clicked && !hit.by_key);
  }
}

void ModelFigure::write_swept_now(const Screen& s, std::string& out, std::size_t at) const {
  const explorer::ModelSweep& sweep = *s.explorer.model().sweep();
  std::string name;
  s.explorer.model().write_swept(name, at);
  const bool off = sweep.patched == explorer::ModelPatched::heads && sweep.other.empty();
  s.explorer.write(out, off ? "model.why.off.now" : "model.why.from.now",
                   {name, graph::format_number(sweep.leads[at], part_decimals),
                    graph::format_number(model(s).ledger->logit, part_decimals)});
}

// What the number becomes is told; a click chooses the part or the place.
void ModelFigure::point_at_swept(Screen& s, Rect where, std::size_t at, bool clicked) {
  const explorer::ModelLedger& ledger = *model(s).ledger;
  const explorer::ModelSweep& sweep = *s.explorer.model().sweep();
  s.area_tip("model-off-tip", where, s.written([&](std::string& out) { write_swept_now(s, out, at); }));
  s.out.cursor = "pointer";
  if (sweep.patched == explorer::ModelPatched::stream) {
    if (clicked) place_ = {at, sweep.leads.size()};
    return;
  }
  const explorer::ModelOff swept = explorer::swept_part(model(s), sweep, at);
  const auto part = std::ranges::find_if(ledger.parts, [&swept](const explorer::ModelPart& one) {
    const std::optional<explorer::ModelOff> can = switch_of(one);
    return can && can->place() == swept.place();
  });
  if (part == ledger.parts.end()) return;
  const auto place = static_cast<std::size_t>(part - ledger.parts.begin());
  if (!s.around.touch) found_.part = place;
  if (clicked) choose_part(s, place);
}

// Of a sweep over layers and words, the chosen number: the one that changes most until another is chosen.
std::optional<std::size_t> ModelFigure::swept_place(const Screen& s) const {
  const explorer::ModelSweep* const sweep = s.explorer.model().sweep();
  const bool shown = look_.why && look_.parts == explorer::ModelParts::off && sweep != nullptr && !sweep->leads.empty();
  if (!shown || sweep->patched != explorer::ModelPatched::stream || !model(s).ledger) return std::nullopt;
  if (place_ && place_->count == sweep->leads.size()) return place_->at;
  const double now = model(s).ledger->logit;
  const auto most = std::ranges::max_element(sweep->leads, {}, [now](double lead) { return std::abs(lead - now); });
  return static_cast<std::size_t>(most - sweep->leads.begin());
}

void ModelFigure::place_keys(Screen& s, std::size_t count, std::size_t across) {
  std::size_t to = swept_place(s).value_or(0);
  if (s.takes(ImGuiKey_RightArrow, to + 1 < count)) ++to;
  else if (s.takes(ImGuiKey_LeftArrow, to > 0)) --to;
  else if (s.takes(ImGuiKey_DownArrow, to + across < count)) to += across;
  else if (s.takes(ImGuiKey_UpArrow, to >= across)) to -= across;
  else if (s.takes(ImGuiKey_Home)) to = 0;
  else if (s.takes(ImGuiKey_End)) to = count - 1;
  if (to != swept_place(s)) place_ = {to, count};
  s.says(true, s.written([&](std::string& out) { write_swept_now(s, out, to); }), "role.model_part",
         s.place_of(to, count));
}

}  // namespace ui

// The sentence with arcs: above what the chosen head looks at, below the same of the compared one. The words are one stop in
// the Tab order.
#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/model/model.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float arc_words = 22, least_arc = 0.05f, least_between = 14, arcs_margin = 32;
constexpr Font arc_font{Face::medium, px(15)};

}  // namespace

// The distance between the middles of neighbours that the widest pair needs.
float ModelFigure::word_pitch(Screen& s) const {
  float need = 30;
  for (std::size_t at = 0; at < model(s).tokens(); ++at)
    need = std::max(need, std::min(s.type.width(word(s, at), arc_font), 110.0f) + least_between);
  return need;
}

float ModelFigure::arcs_width(Screen& s) const {
  return word_pitch(s) * static_cast<float>(model(s).tokens()) + 2 * arcs_margin;
}

// A row's weights as arcs from its token, above the words or below them.
void ModelFigure::row_arcs(Screen& s, const Sentence& at, Head head, std::size_t token, bool up) {
  const bool strong = token == row(s);
  const std::span<const float> weights = model(s).row(head, token);
  const Color ink = s.theme.role(graph::Family::weights);
  for (std::size_t key = 0; key < weights.size(); ++key) {
    const float weight = std::min(weights[key], 1.0f);
    if (!(weight >= least_arc) || key == token || (look_.hide_first && key == 0)) continue;
    const float from = at.middle(token), to = at.middle(key), span = std::abs(to - from);
    if (std::max(from, to) < at.area.x0 || std::min(from, to) > at.area.x1) continue;
    const float high = std::min(12 + 0.11f * span, up ? 54.0f : 30.0f) * (up ? -1.0f : 1.0f) * 4 / 3;
    const float y = up ? at.baseline - 17 : at.baseline + 9;
    const float strength = strong ? 0.42f + 0.58f * weight : 0.12f + 0.14f * weight;
    const Color tone = strong ? faded(ink, strength) : mixed(s.theme.bg0, ink, strength);
    s.pen.curve({from, y}, {from + (to - from) * 0.12f, y + high}, {to - (to - from) * 0.12f, y + high}, {to, y}, tone,
                1 + 12 * weight);
  }
}

void ModelFigure::all_arcs(Screen& s, const Sentence& at) {
  constexpr std::size_t most_faint = 48;  // rows; more would be a thicket
  const std::size_t tokens = model(s).tokens(), followed = row(s);
  for (const bool strong : {false, true}) {
    for (std::size_t token = 0; token < tokens; ++token) {
      if ((token == followed) != strong || (!strong && tokens > most_faint)) continue;
      row_arcs(s, at, look_.head, token, true);
      if (look_.compared) row_arcs(s, at, *look_.compared, token, false);
    }
  }
}

// The words under the arcs: pointing at one follows it, a click keeps it.
void ModelFigure::arc_words(Screen& s, const Sentence& at) {
  const explorer::WholeModel& told = model(s);
  const std::size_t tokens = told.tokens(), last = tokens - 1, followed = row(s);
  const std::optional<std::size_t> column_now = column(s);
  const Rect words{at.area.x0, at.baseline - 16, at.area.x1, at.baseline + 8};
  const Hit hit = s.hit("model-words", words);
  if (hit.focused) {
    std::size_t to = look_.row.value_or(last);
    if (s.takes(ImGuiKey_RightArrow, to < last)) ++to;
    if (s.takes(ImGuiKey_LeftArrow, to > 0)) --to;
    if (s.takes(ImGuiKey_Home)) to = 0;
    if (s.takes(ImGuiKey_End)) to = last;
    if (to != look_.row.value_or(last)) follow(s, to);
    s.says(true, token_name(s, to), "role.model_word", s.place_of(to, tokens));
    if (s.focus.visible()) s.ring(box(at.middle(to) - at.need / 2 + 4, words.y0, at.need - 8, words.height()), 4);
  }
  for (std::size_t place = 0; place < tokens; ++place) {
    const float middle = at.middle(place);
    const Rect where{middle - at.pitch / 2, words.y0 - 2, middle + at.pitch / 2, words.y1 + 2};
    if (where.x1 < at.area.x0 || where.x0 > at.area.x1) continue;
    const bool over = hit.hovered && where.contains(s.pointer());
    const Color color = place == followed                    ? s.theme.role(graph::Family::query)
                        : column_now && *column_now == place ? s.theme.role(graph::Family::key)
                                                             : s.theme.text;
    s.pen.text_in({middle - at.need / 2, words.y0, middle + at.need / 2, words.y1},
                  s.type.fitted(word(s, place), arc_font, 110), arc_font, color, Align::centre);
    s.mark(s.joined({"model-word:", s.digits(place)}), where);
    // A word that the last change put here.
    if (!told.words_before.empty() && told.words_before[place] != told.run->words[place])
      s.pen.fill(s.pen.snapped(box(middle - 12, words.y1 - 2, 24, 2)), s.theme.text);
    if (!over) continue;
    s.out.cursor = "pointer";
    if (!s.around.touch && !s.memory.keys_rule) found_.row = place;
    if (hit.clicked && !hit.by_key) follow(s, place);
  }
}

void ModelFigure::arcs(Screen& s, Rect area) {
  const Mirror::Block sentence(s.type.mirror(), area);
  const std::size_t tokens = model(s).tokens();
  const float margin = area.width() < 600 && !s.around.alone() ? 14.0f : arcs_margin;
  Sentence at;
  at.area = area;
  at.need = word_pitch(s);  // or more if there is room
  const float room = area.width() - 2 * margin, gaps = static_cast<float>(tokens - 1);
  at.pitch = tokens > 1 ? std::clamp((room - at.need) / gaps, at.need, 150.0f) : at.need;
  at.baseline = area.y0 + 98;
  const float wide = at.pitch * gaps + at.need;
  const Point scrolled = s.begin_pan("model-sentence", area, {wide + 2 * margin, area.height()});
  // A row that was chosen comes into view.
  const std::size_t chosen = look_.row.value_or(tokens - 1);
  if (in_view_ != std::pair(tokens, chosen)) {
    in_view_ = std::pair(tokens, chosen);
    const float place = margin + at.need / 2 + at.pitch * static_cast<float>(chosen);
    if (place - scrolled.x < margin || place - scrolled.x > area.width() - margin) {
      ImGui::SetScrollX(std::max(place - area.width() * 0.7f, 0.0f));
      s.out.animating = true;
    }
  }
  at.begin = area.x0 + margin - scrolled.x;
  all_arcs(s, at);
  arc_words(s, at);
  s.draw_scroll_edges(s.theme.bg0);
  const Font label{Face::semibold, label_size}, plain{Face::regular, label_size};
  const auto named = [&](Head head, std::string_view where, float y) {
    const float end = s.pen.text({area.x0 + margin, y}, head_name(s, head), label, s.theme.text) + 10;
    s.pen.text({end, y}, s.type.fitted(s.text(where), plain, std::max(area.x1 - end - 8, 0.0f)), plain, s.theme.text2);
  };
  named(look_.head, "model.above", area.y0 + 18);
  if (look_.compared) named(*look_.compared, "model.below", area.y1 - 8);
  s.end_layer();
}

}  // namespace ui

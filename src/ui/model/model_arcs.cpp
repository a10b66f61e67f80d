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

void ModelFigure::arcs(Screen& s, Rect area) {
  const explorer::WholeModel& told = model(s);
  const std::size_t tokens = told.tokens();
  const Font font = arc_font, label{Face::semibold, label_size}, plain{Face::regular, label_size};
  const float margin = area.width() < 600 && !s.around.alone() ? 14.0f : arcs_margin;
  const auto named = [&](Head head, std::string_view where, float y) {
    const float end = s.pen.text({area.x0 + margin, y}, head_name(s, head), label, s.theme.text) + 10;
    s.pen.text({end, y}, s.type.fitted(s.text(where), plain, std::max(area.x1 - end - 8, 0.0f)), plain, s.theme.text2);
  };
  const float need = word_pitch(s);  // or more if there is room
  const float room = area.width() - 2 * margin;
  const float pitch = tokens > 1 ? std::clamp((room - need) / static_cast<float>(tokens - 1), need, 150.0f) : need;
  const float wide = pitch * static_cast<float>(tokens - 1) + need;
  const float baseline = area.y0 + 98;
  const Point scrolled = s.begin_pan("model-sentence", area, {wide + 2 * margin, area.height()});
  // A row that was chosen comes into view.
  const std::size_t chosen = look_.row.value_or(tokens - 1);
  if (in_view_ != std::pair(tokens, chosen)) {
    in_view_ = std::pair(tokens, chosen);
    const float at = margin + need / 2 + pitch * static_cast<float>(chosen);
    if (at - scrolled.x < margin || at - scrolled.x > area.width() - margin) {
      ImGui::SetScrollX(std::max(at - area.width() * 0.7f, 0.0f));
      s.out.animating = true;
    }
  }
  const float begin = area.x0 + margin - scrolled.x;
  const auto middle = [&](std::size_t at) { return begin + need / 2 + pitch * static_cast<float>(at); };
  const std::size_t followed = row(s);
  const std::optional<std::size_t> column_now = column(s);
  const Color ink = s.theme.role(graph::Family::weights);
  const auto draw_row = [&](Head head, std::size_t token, bool up, bool strong) {
    const std::span<const float> weights = told.row(head, token);
    for (std::size_t at = 0; at < weights.size(); ++at) {
      const float weight = std::min(weights[at], 1.0f);
      if (!(weight >= least_arc) || at == token || (look_.hide_first && at == 0)) continue;
      const float from = middle(token), to = middle(at), span = std::abs(to - from);
      if (std::max(from, to) < area.x0 || std::min(from, to) > area.x1) continue;
      const float high = std::min(12 + 0.11f * span, up ? 54.0f : 30.0f) * (up ? -1.0f : 1.0f) * 4 / 3;
      const float y = up ? baseline - 17 : baseline + 9;
      const float strength = strong ? 0.42f + 0.58f * weight : 0.12f + 0.14f * weight;
      const Color tone = strong ? faded(ink, strength) : mixed(s.theme.bg0, ink, strength);
      s.pen.curve({from, y}, {from + (to - from) * 0.12f, y + high}, {to - (to - from) * 0.12f, y + high}, {to, y},
                  tone, 1 + 12 * weight);
    }
  };
  constexpr std::size_t most_faint = 48;  // rows; more would be a thicket
  for (const bool strong : {false, true}) {
    for (std::size_t token = 0; token < tokens; ++token) {
      if ((token == followed) != strong || (!strong && tokens > most_faint)) continue;
      draw_row(look_.head, token, true, strong);
      if (look_.compared) draw_row(*look_.compared, token, false, strong);
    }
  }
  const Rect words{area.x0, baseline - 16, area.x1, baseline + 8};
  const Hit hit = s.hit("model-words", words);
  const std::size_t last = tokens - 1;
  if (hit.focused) {
    std::size_t to = look_.row.value_or(last);
    if (s.takes(ImGuiKey_RightArrow, to < last)) ++to;
    if (s.takes(ImGuiKey_LeftArrow, to > 0)) --to;
    if (s.takes(ImGuiKey_Home)) to = 0;
    if (s.takes(ImGuiKey_End)) to = last;
    if (to != look_.row.value_or(last)) follow(s, to);
    s.says(true, token_name(s, to), "role.model_word", s.place_of(to, tokens));
    if (s.focus.visible()) s.ring(box(middle(to) - need / 2 + 4, words.y0, need - 8, words.height()), 4);
  }
  for (std::size_t at = 0; at < tokens; ++at) {
    const Rect where{middle(at) - pitch / 2, words.y0 - 2, middle(at) + pitch / 2, words.y1 + 2};
    if (where.x1 < area.x0 || where.x0 > area.x1) continue;
    const bool over = hit.hovered && where.contains(s.pointer());
    const Color color = at == followed                    ? s.theme.role(graph::Family::query)
                        : column_now && *column_now == at ? s.theme.role(graph::Family::key)
                                                          : s.theme.text;
    s.pen.text_in({middle(at) - need / 2, words.y0, middle(at) + need / 2, words.y1},
                  s.type.fitted(word(s, at), font, 110), font, color, Align::centre);
    s.mark(s.joined({"model-word:", s.digits(at)}), where);
    // A word that the last change put here.
    if (!told.words_before.empty() && told.words_before[at] != told.run->words[at])
      s.pen.fill(s.pen.snapped(box(middle(at) - 12, words.y1 - 2, 24, 2)), s.theme.text);
    if (!over) continue;
    s.out.cursor = "pointer";
    if (!s.around.touch && !s.memory.keys_rule) found_.row = at;
    if (hit.clicked && !hit.by_key) follow(s, at);
  }
  s.draw_scroll_edges(s.theme.bg0);
  named(look_.head, "model.above", area.y0 + 18);
  if (look_.compared) named(*look_.compared, "model.below", area.y1 - 8);
  s.end_layer();
}

}  // namespace ui

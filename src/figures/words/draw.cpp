// A sentence whose words are faded by the attention of one of them, with the weights below. A click on a word, or arrow
// keys, selects it.
// Words are never invisible: at weight 0 a word is still as readable as a disabled one.
#include <algorithm>

#include "figures/drawings.hpp"
#include "figures/words/view.hpp"
#include "imgui.h"

namespace ui {
namespace {

constexpr float faintest = 0.28f, word_line = 58;

struct Sizes {
  float smallest, largest, gap;
};

// On a phone a short sentence stays on one line.
Sizes sizes_for(float room) { return room < 480 ? Sizes{14, 17, 14} : Sizes{15, 22, 18}; }

struct PlacedWord {
  float x = 0, width = 0, size = 0;
  std::size_t line = 0;
};

// Each word with its place, one after the other: each(i, place).
template <class Each>
void place_sentence(const Screen& s, float room, const explorer::WordsView& view, Each&& each) {
  const float most = std::max(*std::max_element(view.attention.begin(), view.attention.end()), 1e-9f);
  const Sizes sizes = sizes_for(room);
  PlacedWord word;
  float x = 0;
  for (std::size_t i = 0; i < view.words.size(); ++i) {
    word.size = mix(sizes.smallest, sizes.largest, view.attention[i] / most);
    word.width = std::max({s.type.width(view.words[i], {Face::medium, sizes.largest}),
                           s.type.width(view.texts[i], {Face::regular, note_size}), 28.0f});
    if (x > 0 && x + word.width > room) {
      x = 0;
      ++word.line;
    }
    word.x = x;
    x += word.width + sizes.gap;
    each(i, word);
  }
}

Rect words_room(const Screen& s, Rect room) {
  if (s.view.figure<explorer::WordsView>()->words.empty()) return {room.x0, room.y0, room.x1, room.y0};
  std::size_t last = 0;
  place_sentence(s, room.width(), *s.view.figure<explorer::WordsView>(),
                 [&](std::size_t, const PlacedWord& word) { last = word.line; });
  const auto lines = static_cast<float>(last + 1);
  return {room.x0, room.y0, room.x1, room.y0 + std::min(std::min(lines, 3.0f) * word_line + 6, room.height() * 0.4f)};
}

void draw_words_figure(Screen& s, Rect area) {
  const explorer::WordsView& view = *s.view.figure<explorer::WordsView>();
  const float most = std::max(*std::max_element(view.attention.begin(), view.attention.end()), 1e-9f);
  const auto follow = [&](std::size_t word) {
    s.command(explorer::Focus{graph::CellRef{view.weights, {word, word}}, true});
  };
  const Hit hit = s.hit("words", area);
  if (hit.focused) {
    if (s.takes(ImGuiKey_LeftArrow, view.followed > 0)) follow(view.followed - 1);
    if (s.takes(ImGuiKey_RightArrow, view.followed + 1 < view.words.size())) follow(view.followed + 1);
    s.says(true, s.text("words.attends"), "role.list",
           s.joined({view.words[view.followed], ", ", s.place_of(view.followed, view.words.size())}));
    s.ring(area, segment_radius);
  }
  s.pen.clip(area);
  place_sentence(s, area.width(), view, [&](std::size_t i, const PlacedWord& at) {
    const float y = area.y0 + static_cast<float>(at.line) * word_line, share = view.attention[i] / most;
    const Rect where = box(area.x0 + at.x, y, at.width, word_line - 6);
    s.mark(s.joined({"word:", s.digits(i)}), where);
    const bool over = hit.hovered && where.contains(s.pointer());
    if (over) s.out.cursor = "pointer";
    if (over && hit.clicked && !hit.by_key) follow(i);
    const Color ink = faded(s.theme.text, mix(faintest, 1.0f, share));
    s.pen.text({where.x0, y + 26}, view.words[i], {Face::medium, at.size}, over ? s.theme.text : ink);
    s.pen.text({where.x0, y + 44}, view.texts[i], {Face::regular, note_size}, s.theme.text2);
    if (i == view.followed) s.pen.fill({where.x0, y + 31, where.x0 + at.width, y + 33}, s.theme.text, 1);
  });
  s.pen.unclip();
}

}  // namespace

const FigureDrawing words_drawing{.room = words_room, .draw = draw_words_figure, .beside_switch = true};

}  // namespace ui

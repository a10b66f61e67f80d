// What is pointed at in the hero, and its keys.
#include <tuple>

#include "ui/hero/hero_parts.hpp"
#include "ui/screens/screens.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::HeroPart;

// "river 0.57, muddy 0.18": the largest weights of the followed word.
std::string_view said_weights(Screen& s, const HeroFrame& f) {
  return s.written([&](std::string& out) {
    for (std::size_t word = 0; word < f.weights.size(); ++word) {
      if (f.weights[word] < worth_a_label) continue;
      if (!out.empty()) out += ", ";
      out.append(f.view.words[word]).append(" ").append(f.view[HeroPart::a].at(f.view.followed, word).text);
    }
  });
}

}  // namespace

void take_words(Screen& s, const HeroFrame& f, const HeroWords& words, Rect view) {
  const std::size_t now = f.view.followed, count = words.each.size();
  const auto follow = [&](std::size_t word) {
    if (word != now) s.command(explorer::FollowWord{word});
  };
  s.focus.group("sentence");
  if (s.focus.part("hero-words", words.all)) {
    std::size_t to = now;
    if (s.takes(ImGuiKey_RightArrow, to + 1 < count) || s.takes(ImGuiKey_DownArrow, to + 1 < count)) ++to;
    if (s.takes(ImGuiKey_LeftArrow, to > 0) || s.takes(ImGuiKey_UpArrow, to > 0)) --to;
    if (s.takes(ImGuiKey_Home, to > 0)) to = 0;
    if (s.takes(ImGuiKey_End, to + 1 < count)) to = count - 1;
    follow(to);
    if (s.focus.visible()) s.ring(words.each[now], control_radius);
    if (s.focus.arrived()) bring_into_view(s, words.all, view);
    s.says(true, f.view.words[now], "role.word", said_weights(s, f));
  }
  for (std::size_t word = 0; word < count; ++word) {
    const Hit hit = s.hit(s.joined({"hero-word:", s.digits(word)}), words.each[word], false);
    if (hit.hovered) s.out.cursor = "pointer";
    // A finger that moves along the words follows each.
    const bool dragged =
        s.touch() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && words.each[word].contains(s.pointer());
    if (hit.clicked || dragged || (hit.hovered && !s.touch())) follow(word);
  }
}

void explain_cell(Screen& s, const explorer::Hero& hero, const std::optional<graph::CellRef>& cell) {
  const auto& hovered = hero.explorer().state().hovered;
  if (hovered == cell || (!cell && s.memory.hero.holds)) return;
  s.memory.hero.holds = false;
  explorer::LookHero command;
  if (cell) {
    command.tensor = hero.explorer().graph().node(cell->node).name;
    command.index = cell->index;
  }
  s.command(std::move(command));
}

std::size_t roving_number(Screen& s, const explorer::Hero& hero, std::size_t part, std::size_t count, bool focused) {
  int& at = s.memory.roving[motion_key("hero-column", part)];
  const int last = static_cast<int>(count) - 1;
  at = std::clamp(at, 0, last);
  if (focused) {
    const std::size_t followed = hero.view().followed;
    if (s.takes(ImGuiKey_RightArrow, at < last)) ++at;
    if (s.takes(ImGuiKey_LeftArrow, at > 0)) --at;
    if (s.takes(ImGuiKey_DownArrow, followed + 1 < hero.view().words.size()))
      s.command(explorer::FollowWord{followed + 1});
    if (s.takes(ImGuiKey_UpArrow, followed > 0)) s.command(explorer::FollowWord{followed - 1});
    const explorer::ExplanationView* told = hero.explorer().explanation();
    if (s.focus.visible())
      s.says(true, told != nullptr ? std::string_view(told->spoken) : std::string_view(), "role.hero");
  }
  return static_cast<std::size_t>(at);
}

}  // namespace ui

// Shows a large map in a harness, and finds its parts.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "ui/large_map/large_layout.hpp"
#include "ui/support/harness.hpp"

namespace ui_test {

using MapCell = std::pair<std::size_t, std::size_t>;

inline void show_large_map(Harness& page, std::size_t tokens = 256) {
  REQUIRE(page.explorer.apply(explorer::ShowLarge{}).has_value());
  explorer::SetLarge command;
  command.setup.tokens = tokens;
  REQUIRE(page.explorer.apply(command).has_value());
  page.settle();
}

inline void show_patches(Harness& page, std::size_t tokens) {
  REQUIRE(page.explorer.apply(explorer::ShowLarge{}).has_value());
  explorer::SetLarge command;
  command.setup.of = large_map::Tokens::patches;
  command.setup.tokens = tokens;
  command.setup.causal = false;
  REQUIRE(page.explorer.apply(command).has_value());
  page.settle();
}

inline const explorer::LargeLook& large_look(const Harness& page) { return page.explorer.state().large.look; }

inline ui::LargeWindow large_window_of(const Harness& page) {
  return ui::large_window(*page.where("large-map"), page.explorer.state().large.setup.tokens, large_look(page).zoom,
                          large_look(page).x, large_look(page).y);
}

inline void wheel_over_map(Harness& page, float by) {
  ImGui::GetIO().AddMouseWheelEvent(0, by);
  page.frame();
  page.frame();
}

inline std::string item_starting_with(const Harness& page, const std::string& front) {
  for (const auto& [id, at] : page.items())
    if (id.starts_with(front)) return id;
  return "";
}

}  // namespace ui_test

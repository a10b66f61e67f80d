// The commands of the large map, with their spelling in JSON.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "explorer/json/shape.hpp"
#include "explorer/large_map/state.hpp"

namespace explorer {

// Switches to the large map and back.
struct ShowLarge {
  bool on = true;
  using Json = Object<"ShowLarge", Member<"on", &ShowLarge::on>>;
};
struct SetLarge {
  large_map::Setup setup;
  bool continues = false;  // part of one drag: merged into the undo entry of the previous command
  using Json = Object<"SetLarge", Member<"of", path<&SetLarge::setup, &large_map::Setup::of>, Key::optional>,
                      Member<"picture", path<&SetLarge::setup, &large_map::Setup::own>, Key::optional>,
                      Member<"model", path<&SetLarge::setup, &large_map::Setup::model>, Key::optional>,
                      Member<"tokens", path<&SetLarge::setup, &large_map::Setup::tokens>, Key::optional>,
                      Member<"layers", path<&SetLarge::setup, &large_map::Setup::layers>, Key::optional>,
                      Member<"heads", path<&SetLarge::setup, &large_map::Setup::heads>, Key::optional>,
                      Member<"seed", path<&SetLarge::setup, &large_map::Setup::seed>, Key::optional>,
                      Member<"causal", path<&SetLarge::setup, &large_map::Setup::causal>, Key::optional>,
                      Member<"continues", &SetLarge::continues, Key::optional>>;
};
// How the large map is looked at; what is not set stays. A cell or rows set to none are cleared.
struct LookLarge {
  struct Window {
    double zoom = 1, x = 0.5, y = 0.5;
  };
  std::optional<std::size_t> head = {};
  std::optional<bool> mean = {}, follow = {};
  std::optional<ColorSteps> steps = {};
  std::optional<Window> window = {};
  std::optional<std::optional<std::pair<std::size_t, std::size_t>>> cell = {}, brush = {};
  std::optional<std::string> find = {};
  // A part of the window, which is made by the first that is given.
  template <double Window::* part>
  static constexpr auto window_part = [](auto& look) -> auto& {
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(look)>>)
      if (!look.window) look.window.emplace();
    return (*look.window).*part;
  };
  using Json =
      Object<"LookLarge", Member<"head", &LookLarge::head>, Member<"mean", &LookLarge::mean>,
             Member<"follow", &LookLarge::follow>, Member<"steps", &LookLarge::steps>,
             Member<"zoom", window_part<&Window::zoom>, Key::optional>,
             Member<"x", window_part<&Window::x>, Key::optional>, Member<"y", window_part<&Window::y>, Key::optional>,
             Member<"cell", &LookLarge::cell>, Member<"brush", &LookLarge::brush>, Member<"find", &LookLarge::find>>;
};

}  // namespace explorer

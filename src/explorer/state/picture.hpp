// How a screen is saved as a picture: what of it, how large, and on which ground. As JSON from the page. Sizes in CSS px.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/json/shape.hpp"
#include "graph/core/types.hpp"

namespace explorer {

struct Picture {
  // screen: all of it. The others are drawn alone: the step's figure; the map of the chosen head, beside the compared one, or
  // of the large map; the arcs over the sentence; all heads in small; the parts of a logit, as on screen; the matrices of a
  // lesson's last page.
  enum class Of : std::uint8_t { screen, figure, map, arcs, heads, parts, numbers };
  Of of = Of::screen;
  double width = 0, height = 0;  // a figure is no larger than it needs
  bool dark = true;
  std::optional<std::size_t> part = {};  // of a step that is divided; none: the one on screen
  bool ground = true;                    // else transparent
  bool numbers = true;                   // in cells
  std::vector<std::string> blank;        // names of matrices whose cells stay empty
  bool paper = false;                    // as on a worksheet: what questions of steps before ask stays hidden as well

  using Json =
      json::Object<"PictureOptions", json::Member<"of", &Picture::of, json::Key::optional>,
                   json::Member<"width", &Picture::width>, json::Member<"height", &Picture::height>,
                   json::Member<"dark", &Picture::dark>, json::Member<"part", &Picture::part, json::Key::optional>,
                   json::Member<"ground", &Picture::ground, json::Key::optional>,
                   json::Member<"numbers", &Picture::numbers, json::Key::optional>,
                   json::Member<"blank", &Picture::blank, json::Key::optional>,
                   json::Member<"paper", &Picture::paper, json::Key::optional>>;
};

graph::Result<Picture> read_picture(std::string_view text);

}  // namespace explorer

template <>
struct text::Words<explorer::Picture::Of> {
  static constexpr std::string_view all[]{"screen", "figure", "map", "arcs", "heads", "parts", "numbers"};
};

// Where the parts of the interface and its texts lie, for tests in a browser.
#pragma once

#include <string_view>
#include <vector>

#include "explorer/json/shape.hpp"

namespace ui {

struct ProbeJson {
  struct Item {
    std::string_view id;
    float x = 0, y = 0, w = 0, h = 0;
  };
  std::vector<Item> items;
  std::vector<Item> texts;  // id: the words
};

}  // namespace ui

namespace explorer::json {

template <>
struct Described<ui::ProbeJson::Item>
    : Object<"ProbeItem", Member<"id", &ui::ProbeJson::Item::id>, Member<"x", &ui::ProbeJson::Item::x>,
             Member<"y", &ui::ProbeJson::Item::y>, Member<"w", &ui::ProbeJson::Item::w>,
             Member<"h", &ui::ProbeJson::Item::h>> {};
template <>
struct Described<ui::ProbeJson>
    : Object<"Probe", Member<"items", &ui::ProbeJson::items>, Member<"texts", &ui::ProbeJson::texts>> {};

}  // namespace explorer::json

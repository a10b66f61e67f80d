// The controls, drawn by hand: buttons, segmented choices, sliders, toggles, steppers. Each is one stop in the Tab
// order and handles the usual keys.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/shell/screen.hpp"
#include "ui/type/icons.hpp"

namespace ui {

enum class ButtonKind : std::uint8_t { primary, secondary, ghost };

struct Button {
  std::string_view label = {};
  Icon before = Icon::none, after = Icon::none;
  ButtonKind kind = ButtonKind::secondary;
  bool enabled = true;
  std::string_view tip = {};   // for buttons without words
  std::string_view name = {};  // screen reader text if there is neither
};

float button_width(Screen& screen, const Button& button, bool tall = false);  // tall: more than 44 px high
bool button(Screen& screen, std::string_view id, Rect where, const Button& button);

// A row of a menu: an icon and words, clickable over its full width.
bool menu_row(Screen& screen, std::string_view id, Rect where, Icon icon, std::string_view words, bool enabled = true,
              bool current = false);

// The height of the choice: one row, or one per option when the words do not fit side by side.
float segmented_height(Screen& screen, std::span<const std::string_view> labels, float width, float row);
Rect segment_rect(Rect where, float row, std::size_t count, std::size_t at);
// name, here and below: the screen reader text.
std::optional<std::size_t> segmented(Screen& screen, std::string_view id, std::string_view name, Rect where,
                                     std::span<const std::string_view> labels, std::size_t selected,
                                     bool enabled = true);
// The same in one row of segments as wide as their words, which get smaller to fit. Writes where they are to `places`,
// one for each label.
std::optional<std::size_t> tabs(Screen& screen, std::string_view id, std::string_view name, Rect where,
                                std::span<const std::string_view> labels, std::size_t selected, std::span<Rect> places);

struct Slid {
  double value = 0;
  bool continues = false;
};
struct Range {
  double least = 0, most = 1, step = 1;
};
std::optional<Slid> slider(Screen& screen, std::string_view id, std::string_view name, Rect where, Range range,
                           double value, bool enabled = true);
// A knob of a figure that is dragged along a line from x0 to x1, which are the ends of the range. Its control has the keys.
std::optional<Slid> drag_along(Screen& screen, std::string_view id, Rect knob, float x0, float x1, Range range,
                               double value);
std::optional<double> stepper(Screen& screen, std::string_view id, std::string_view name, Rect where, Range range,
                              double value, bool enabled = true);
bool toggle(Screen& screen, std::string_view id, std::string_view name, Rect where, bool on, bool enabled = true);

// A box for words or numbers that are typed in the page's own field: it shows the value, or an example in grey. True
// when editing should start.
bool typed_box(Screen& screen, std::string_view id, std::string_view name, Rect where, std::string_view holds,
               std::string_view example, bool enabled = true);
float typed_box_width(const Screen& screen, std::string_view words);  // that shows all of the words
void lay_field(Screen& screen, Rect where);                           // over such a box, while it is edited

// A chip: words on a small background, in two lines if one is too short, from the left end of the room.
Rect chip_rect(Screen& screen, std::string_view words, Rect room);
void draw_chip(Screen& screen, std::string_view words, Rect room);

// A letter-spaced heading in capitals above a section; "of" is at the right.
void section_label(Screen& screen, float x0, float x1, float middle_y, std::string_view words,
                   std::string_view of = "");
std::string_view in_capitals(Screen& screen, std::string_view words);  // Latin, Greek and Cyrillic

}  // namespace ui

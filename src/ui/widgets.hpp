// The controls, drawn by hand: buttons, segmented choices, sliders, toggles, steppers. Each is one part of the Tab order
// and answers the keys a reader would try.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/icons.hpp"
#include "ui/screen.hpp"

namespace ui {

enum class ButtonKind : std::uint8_t { primary, secondary, ghost };

struct Button {
  std::string_view label = {};  // NOLINT(readability-redundant-member-init): so that it may be left out
  Icon before = Icon::none, after = Icon::none;
  ButtonKind kind = ButtonKind::secondary;
  bool enabled = true;
  std::string_view tip = {};  // NOLINT(readability-redundant-member-init): for buttons without words
};

float button_width(Screen& screen, const Button& button);
bool button(Screen& screen, std::string_view id, Rect where, const Button& button);

// A row of a menu: an icon, words, and all of its width to press.
bool menu_row(Screen& screen, std::string_view id, Rect where, Icon icon, std::string_view words, bool enabled = true,
              bool current = false);

// How high the choice must be: one row, or a row each when the words do not fit side by side.
float segmented_height(Screen& screen, std::span<const std::string_view> labels, float width, float row);
Rect segment_rect(Rect where, float row, std::size_t count, std::size_t at);
std::optional<std::size_t> segmented(Screen& screen, std::string_view id, Rect where,
                                     std::span<const std::string_view> labels, std::size_t selected,
                                     bool enabled = true);

struct Slid {
  double value = 0;
  bool continues = false;
};
struct Range {
  double least = 0, most = 1, step = 1;
};
std::optional<Slid> slider(Screen& screen, std::string_view id, Rect where, Range range, double value,
                           bool enabled = true);
std::optional<double> stepper(Screen& screen, std::string_view id, Rect where, Range range, double value,
                              bool enabled = true);
bool toggle(Screen& screen, std::string_view id, Rect where, bool on, bool enabled = true);

// A box of words or numbers that are typed in the page's own field: what it holds, or in grey an example of what it may
// hold. True when it shall be edited.
bool typed_box(Screen& screen, std::string_view id, Rect where, std::string_view holds, std::string_view example,
               bool enabled = true);
void lay_field(Screen& screen, Rect where);  // over such a box, while what it holds is edited

// Words on a small ground, in two lines where one does not hold them: as high as they take, from the left end of the room.
Rect chip_rect(Screen& screen, std::string_view words, Rect room);
void draw_chip(Screen& screen, std::string_view words, Rect room);

// Capitals with tracking over a section; "of" stands at the right.
void section_label(Screen& screen, float x0, float x1, float middle_y, std::string_view words,
                   std::string_view of = "");
std::string_view in_capitals(Screen& screen, std::string_view words);  // Latin, Greek and Cyrillic

}  // namespace ui

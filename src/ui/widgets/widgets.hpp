// The controls, drawn by hand: buttons, segmented choices, sliders, toggles, steppers. Each is one stop in the Tab
// order and handles the usual keys.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/geometry.hpp"
#include "ui/shell/screen.hpp"
#include "ui/type/icons.hpp"

namespace ui {

enum class ButtonKind : std::uint8_t { primary, secondary, ghost };

struct Button {
  std::string_view label = {};
  Icon before = Icon::none, after = Icon::none;
  ButtonKind kind = ButtonKind::secondary;
  bool enabled = true;
  std::string_view tip = {};              // for buttons without words
  std::string_view name = {};             // screen reader text, if not the label or the tip
  const graph::Symbol* symbol = nullptr;  // typeset behind the label
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

// A box for words or numbers that are typed in the page's own field: it shows the value, or an example in grey. A press begins
// to edit `of`.
void typed_box(Screen& screen, std::string_view id, std::string_view name, Rect where, std::string_view holds,
               std::string_view example, const explorer::EditTarget& of, bool enabled = true);
float typed_box_width(const Screen& screen, std::string_view words);  // that shows all of the words
// Over such a box, while `of` is edited; label: of the field, for screen readers.
void lay_field(Screen& screen, Rect where, std::string_view label, const explorer::EditTarget& of);

// A chip: words on a small background, in two lines if one is too short, from the left end of the room.
Rect chip_rect(Screen& screen, std::string_view words, Rect room);
void draw_chip(Screen& screen, std::string_view words, Rect room);

// A letter-spaced heading in capitals above a section; "of" is at the right.
void section_label(Screen& screen, float x0, float x1, float middle_y, std::string_view words,
                   std::string_view of = "");
std::string_view in_capitals(Screen& screen, std::string_view words);  // Latin, Greek and Cyrillic

// The menu for a long press on a cell of a matrix or a map, a head, or a query. Everything in it can also be reached by
// keys.
void open_press_menu(Screen& screen, Pressed what, Rect anchor);
// Adds the index to the list, or removes it if present; the last one stays.
std::vector<std::size_t> toggled(std::vector<std::size_t> places, std::size_t place);
std::vector<std::size_t> toggled_any(std::vector<std::size_t> places, std::size_t place);  // the last one too
float draw_press_menu(Screen& screen, float x0, float x1, float y);                        // returns the lower end

// The languages of the page, each by its own name. Draws rows for a popup; a click selects one.
bool several_languages(const Screen& screen);
float draw_languages(Screen& screen, float x0, float x1, float y);  // returns the lower end

// An order as a list of rows: dragged by their grip with mouse or finger, or moved by arrows and buttons. Every move is
// a command at once, so that everything that depends on the order updates during the drag.
// Draws from y down between x0 and x1, rows of height `row`; returns the lower end.
float draw_order(Screen& screen, float x0, float x1, float y, float row, const explorer::ControlView& control);

// The choice of a picture: the lesson's pictures as thumbnails with their names, and a button for the reader's own.
// Draws from y down between x0 and x1, rows of height `row`; returns the lower end.
float draw_picture_control(Screen& screen, float x0, float x1, float y, float row,
                           const explorer::ControlView& control);

// The button that shows that a figure continues below its window, and scrolls there. Scrolling code handles its input
// first and draws it last, since it covers the figure.
struct Screen;

struct MoreBelow {
  std::string_view id;  // of the button
  Rect window;          // the visible part
  float offset = 0;     // scroll offset
  float height = 0;     // of the whole figure
  bool taken = false;   // the pointer is over some part of the figure
};

// Its rectangle; empty if little or nothing is below. The touch area is a little larger, where nothing of the figure
// is.
Rect more_below_rect(Screen& screen, const MoreBelow& more);
// Handles its input. A press scrolls ImGui's current window on by most of its height.
void press_more_below(Screen& screen, const MoreBelow& more);
void draw_more_below(Screen& screen, const MoreBelow& more);

// A tensor as a small picture without numbers: its coloured cells, to be drawn until something changes.
// The cells of the slice that is shown, from the top left of `where` on, each `pitch` wide. A large tensor is sampled: the
// picture shows its pattern, not each cell. strength: 1, or less to fade into the background.
std::vector<std::pair<Rect, Color>> miniature(Screen& screen, const explorer::TensorView& tensor, Rect where,
                                              float pitch, float strength);

}  // namespace ui

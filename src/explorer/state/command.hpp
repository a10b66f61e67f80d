// Every user action as a value. Panels, the reading view, links and tests emit commands; only Explorer::apply changes
// the state.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "explorer/state/state.hpp"

namespace explorer {

struct GoToStep {
  std::string id;
};
struct NextStep {};
struct PreviousStep {};
struct SetParameter {
  std::string name;
  lesson::ParameterValue value;
  bool continues = false;  // part of one drag: merged into the undo entry of the previous command
};
// text as typed, in the reader's language ("," is accepted where the language writes it). Anything but a finite number
// that fits float32 is an Error, and the old value stays.
struct EditCell {
  graph::CellRef cell;
  std::string text;
  bool continues = false;  // still typing: merged into the undo entry of the previous edit of this cell
};
// A table of numbers, with tabs and lines as in a spreadsheet. It replaces the whole matrix that is shown if the size
// matches, else it goes in from the cell on to the right and down. One undo entry; an Error if any value is not a
// number or falls outside.
struct PasteCells {
  graph::CellRef cell;
  std::string text;
};
struct RestoreLesson {};  // resets parameters and cells to the lesson's; one undo entry
struct Undo {};
struct Redo {};
struct Hover {
  std::optional<graph::CellRef> cell;
};
struct Focus {
  std::optional<graph::CellRef> cell;
  bool pin = false;
};
// Arrow keys: moves the focused cell by rows and columns within its matrix, or to the ends of its row.
struct MoveFocus {
  int rows = 0, columns = 0;
  bool to_row_end = false, to_row_start = false;
};
struct SetDecimals {
  int decimals = 2;
};
struct SetColorSteps {
  ColorSteps steps = ColorSteps::linear;
};
struct SetTheme {
  Theme theme = Theme::system;
};
struct SetLanguage {
  std::string language;
};
struct SetReading {
  bool on = false;
};
struct ShowContents {
  bool on = true;
};
struct Reveal {
  std::string question;
};
// value: spelt as in PartProgress. Without check it is only stored, such as one tick of several or unfinished typing.
struct Answer {
  std::string question;
  std::size_t part = 0;
  std::string value;
  bool check = true;
};
struct ShowHint {
  std::string question;
};
struct SetLeading {
  std::string axis;
  std::size_t place = 0;
};
// For the step's attention figure: the heads that are shown, several as their average, and the queries that are
// followed.
struct SelectHeads {
  std::vector<std::size_t> heads;
};
struct FollowQueries {
  std::vector<std::size_t> queries;
};
// How it is shown; what is not set stays.
struct ShowAttention {
  std::optional<bool> matrices, scores, shared;
  std::optional<double> threshold;
};
// zoom 1 shows the whole map; x and y are the centre of the visible part, as fractions of the map.
struct ZoomAttention {
  double zoom = 1, x = 0.5, y = 0.5;
};

// Switches to the large map and back.
struct ShowLarge {
  bool on = true;
};
struct SetLarge {
  large_map::Setup setup;
  bool continues = false;  // part of one drag: merged into the undo entry of the previous command
};
// How the large map is looked at; what is not set stays. A cell or rows set to none are cleared.
struct LookLarge {
  struct Window {
    double zoom = 1, x = 0.5, y = 0.5;
  };
  // NOLINTBEGIN(readability-redundant-member-init): so that each may be omitted
  std::optional<std::size_t> head = {};
  std::optional<bool> mean = {}, follow = {};
  std::optional<ColorSteps> steps = {};
  std::optional<Window> window = {};
  std::optional<std::optional<std::pair<std::size_t, std::size_t>>> cell = {}, brush = {};
  std::optional<std::string> find = {};
  // NOLINTEND(readability-redundant-member-init)
};

using Command = std::variant<GoToStep, NextStep, PreviousStep, SetParameter, EditCell, PasteCells, RestoreLesson, Undo,
                             Redo, Hover, Focus, MoveFocus, SetDecimals, SetColorSteps, SetTheme, SetLanguage,
                             SetReading, ShowContents, Reveal, Answer, ShowHint, SetLeading, SelectHeads, FollowQueries,
                             ShowAttention, ZoomAttention, ShowLarge, SetLarge, LookLarge>;

}  // namespace explorer

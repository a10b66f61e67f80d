// Every user action as a value, with its spelling in JSON: {"type": "GoToStep", "id": "scores"}. Panels, the reading view,
// the page and tests emit commands; only Explorer::apply changes the state. A new command is a struct here or
// in its screen's commands.hpp, in the list at the end, and a carry_out in its screen, or in screens.hpp if it is of none alone;
// what a link keeps of it is a key in the screen's link.cpp.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "explorer/hero/commands.hpp"
#include "explorer/json/shape.hpp"
#include "explorer/large_map/commands.hpp"
#include "explorer/model/commands.hpp"
#include "explorer/state/state.hpp"

namespace explorer {

struct GoToStep {
  std::string id;
  using Json = Object<"GoToStep", Member<"id", &GoToStep::id>>;
};
// Steps that the reader opened at an earlier time, as ids with commas between; unknown ones are ignored.
struct MarkSeen {
  std::string steps;
  using Json = Object<"MarkSeen", Member<"steps", &MarkSeen::steps>>;
};
struct NextStep {
  using Json = Object<"NextStep">;
};
struct PreviousStep {
  bool to_last_beat = false;
  using Json = Object<"PreviousStep", Member<"to_last_beat", &PreviousStep::to_last_beat, Key::optional>>;
};
// Shows `parts` of the parts of the step's stage (View::parts) from `beat` on; 0: all that follow. A larger beat than
// there is means the last one. If the explained cell is not among them, a cell of the result is explained instead.
struct GoToBeat {
  std::size_t beat = 0, parts = 0;
  using Json = Object<"GoToBeat", Member<"beat", &GoToBeat::beat>, Member<"parts", &GoToBeat::parts, Key::optional>>;
};
// The same for the figure beside the reading view's text; the beat that a link keeps stays. No effect outside it.
struct ShowBeside {
  std::size_t part = 0, parts = 0;
  using Json =
      Object<"ShowBeside", Member<"part", &ShowBeside::part>, Member<"parts", &ShowBeside::parts, Key::optional>>;
};
// The text being read is about this part of the stage: the figure beside it shows the part, unless a cell is pinned.
struct FollowText {
  std::size_t part = 0;
  using Json = Object<"FollowText", Member<"part", &FollowText::part>>;
};
struct SetParameter {
  std::string name;
  lesson::ParameterValue value;
  bool continues = false;  // part of one drag: merged into the undo entry of the previous command
  using Json = Object<"SetParameter", Member<"name", &SetParameter::name>, Member<"value", &SetParameter::value>,
                      Member<"continues", &SetParameter::continues, Key::optional>>;
};
// text as typed, in the reader's language ("," is accepted where the language writes it). Anything but a finite number
// that fits float32 is an Error, and the old value stays.
struct EditCell {
  graph::CellRef cell;
  std::string text;
  bool continues = false;  // still typing: merged into the undo entry of the previous edit of this cell
  using Json = Object<"EditCell", Member<"cell", &EditCell::cell>, Member<"text", &EditCell::text>,
                      Member<"continues", &EditCell::continues, Key::optional>>;
};
// Opens the field for something that is typed on the canvas. An Error says why it cannot be changed.
struct BeginEdit {
  EditTarget of;
  using Json = Object<"BeginEdit", Member<"of", path<&BeginEdit::of, &EditTarget::kind>>,
                      Member<"cell", path<&BeginEdit::of, &EditTarget::cell>, Key::optional>,
                      Member<"name", path<&BeginEdit::of, &EditTarget::name>, Key::optional>,
                      Member<"part", path<&BeginEdit::of, &EditTarget::part>, Key::optional>>;
};
// The text so far: takes effect at once, as one undo entry with what was typed before. An Error if it is refused: the field stays
// open, and the last text that was not refused holds.
struct TypeEdit {
  std::string text;
  using Json = Object<"TypeEdit", Member<"text", &TypeEdit::text>>;
};
// Closes the field. keep: with this text, or what was typed last, as for TypeEdit; else what was there before is restored.
struct EndEdit {
  bool keep = true;
  std::optional<std::string> text = {};
  using Json =
      Object<"EndEdit", Member<"keep", &EndEdit::keep, Key::optional>, Member<"text", &EndEdit::text, Key::optional>>;
};
// A table of numbers, with tabs and lines as in a spreadsheet. It replaces the whole matrix that is shown if the size
// matches, else it goes in from the cell on to the right and down. One undo entry; an Error if any value is not a
// number or falls outside.
struct PasteCells {
  graph::CellRef cell;
  std::string text;
  using Json = Object<"PasteCells", Member<"cell", &PasteCells::cell>, Member<"text", &PasteCells::text>>;
};
// Moves a point of a plane, a vector's two cells at once. An Error as for EditCell.
struct MovePoint {
  graph::CellRef along, up;  // the cells of x and y
  double x = 0, y = 0;
  bool continues = false;  // part of one drag: merged into the undo entry of the previous move of this point
  using Json =
      Object<"MovePoint", Member<"along", &MovePoint::along>, Member<"up", &MovePoint::up>, Member<"x", &MovePoint::x>,
             Member<"y", &MovePoint::y>, Member<"continues", &MovePoint::continues, Key::optional>>;
};
// Resets parameters and cells to the lesson's; one undo entry.
struct RestoreLesson {
  using Json = Object<"RestoreLesson">;
};
struct Undo {
  using Json = Object<"Undo">;
};
struct Redo {
  using Json = Object<"Redo">;
};
struct Hover {
  std::optional<graph::CellRef> cell;
  using Json = Object<"Hover", Member<"cell", &Hover::cell>>;
};
struct Focus {
  std::optional<graph::CellRef> cell;
  bool pin = false;
  using Json = Object<"Focus", Member<"cell", &Focus::cell>, Member<"pin", &Focus::pin, Key::optional>>;
};
// Arrow keys: moves the focused cell by rows and columns within its matrix, or to the ends of its row.
struct MoveFocus {
  int rows = 0, columns = 0;
  bool to_row_end = false, to_row_start = false;
  using Json = Object<"MoveFocus", Member<"rows", &MoveFocus::rows, Key::optional>,
                      Member<"columns", &MoveFocus::columns, Key::optional>,
                      Member<"to_row_end", &MoveFocus::to_row_end, Key::optional>,
                      Member<"to_row_start", &MoveFocus::to_row_start, Key::optional>>;
};
struct SetDecimals {
  int decimals = 2;
  using Json = Object<"SetDecimals", Member<"decimals", &SetDecimals::decimals>>;
};
struct SetColorSteps {
  ColorSteps steps = ColorSteps::linear;
  using Json = Object<"SetColorSteps", Member<"steps", &SetColorSteps::steps>>;
};
// An Error where the lesson has only one kind of letters. One undo entry.
struct SetLetters {
  lesson::Letters letters = lesson::Letters::page;
  using Json = Object<"SetLetters", Member<"letters", &SetLetters::letters>>;
};
struct SetTheme {
  Theme theme = Theme::system;
  using Json = Object<"SetTheme", Member<"theme", &SetTheme::theme>>;
};
struct SetLanguage {
  std::string language;
  using Json = Object<"SetLanguage", Member<"language", &SetLanguage::language>>;
};
struct SetReading {
  bool on = false;
  using Json = Object<"SetReading", Member<"on", &SetReading::on>>;
};
struct ShowContents {
  bool on = true;
  using Json = Object<"ShowContents", Member<"on", &ShowContents::on>>;
};
struct Reveal {
  std::string question;
  using Json = Object<"Reveal", Member<"question", &Reveal::question>>;
};
// value: spelt as in PartProgress. Without check it is only stored, such as one tick of several or unfinished typing.
struct Answer {
  std::string question;
  std::size_t part = 0;
  std::string value;
  bool check = true;
  using Json = Object<"Answer", Member<"question", &Answer::question>, Member<"part", &Answer::part, Key::optional>,
                      Member<"value", &Answer::value, Key::number_too>, Member<"check", &Answer::check, Key::optional>>;
};
struct ShowHint {
  std::string question;
  using Json = Object<"ShowHint", Member<"question", &ShowHint::question>>;
};
struct SetLeading {
  std::string axis;
  std::size_t place = 0;
  using Json =
      Object<"SetLeading", Member<"axis", &SetLeading::axis>, Member<"place", &SetLeading::place, Key::optional>>;
};
// For the step's attention figure: the heads that are shown, several as their average, and the queries that are
// followed.
struct SelectHeads {
  std::vector<std::size_t> heads;
  using Json = Object<"SelectHeads", Member<"heads", &SelectHeads::heads>>;
};
struct FollowQueries {
  std::vector<std::size_t> queries;
  using Json = Object<"FollowQueries", Member<"queries", &FollowQueries::queries>>;
};
// A head shown beside those; none: no head is.
struct CompareHead {
  std::optional<std::size_t> head;
  using Json = Object<"CompareHead", Member<"head", &CompareHead::head>>;
};
// The heads that are switched off: their output counts as 0 where the heads are combined. The lesson's own numbers stay.
struct SwitchHeadsOff {
  std::vector<std::size_t> heads;
  using Json = Object<"SwitchHeadsOff", Member<"heads", &SwitchHeadsOff::heads>>;
};
// How it is shown; what is not set stays.
struct ShowAttention {
  std::optional<bool> matrices, scores, shared;
  std::optional<double> threshold;
  using Json =
      Object<"ShowAttention", Member<"matrices", &ShowAttention::matrices>, Member<"scores", &ShowAttention::scores>,
             Member<"shared", &ShowAttention::shared>, Member<"threshold", &ShowAttention::threshold>>;
};
// zoom 1 shows the whole map; x and y are the centre of the visible part, as fractions of the map.
struct ZoomAttention {
  double zoom = 1, x = 0.5, y = 0.5;
  using Json = Object<"ZoomAttention", Member<"zoom", &ZoomAttention::zoom, Key::optional>,
                      Member<"x", &ZoomAttention::x, Key::optional>, Member<"y", &ZoomAttention::y, Key::optional>>;
};
// Starts the step's run of training, or goes on with it; off: pauses it, or abandons the requested step.
struct RunTraining {
  bool on = true;
  using Json = Object<"RunTraining", Member<"on", &RunTraining::on>>;
};
// Shows the weights after this many steps, earlier or later than now; beyond the last step, those of the last.
struct SeekTraining {
  std::size_t step = 0;
  using Json = Object<"SeekTraining", Member<"step", &SeekTraining::step>>;
};
// Back to the numbers before the first step; the losses are forgotten. One undo entry.
struct ResetTraining {
  using Json = Object<"ResetTraining">;
};

// Which of the run's pictures is shown where not all have room, and the weight whose value and slope are shown.
struct LookTraining {
  std::optional<RunPart> part;
  std::optional<graph::CellRef> weight;
  using Json = Object<"LookTraining", Member<"part", &LookTraining::part, Key::optional>,
                      Member<"weight", &LookTraining::weight, Key::optional>>;
};

// What moves this number? The tensors on stage that it depends on show its slopes; without a cell, their numbers again.
// An Error with the operation's name if there is a step without a slope on the way.
struct AskWhatMoves {
  std::optional<graph::CellRef> cell;
  using Json = Object<"AskWhatMoves", Member<"cell", &AskWhatMoves::cell>>;
};
// Moves a cell that has a slope by one more step, to compare the real change of the number with the predicted one; the
// lesson's numbers stay. A new cell starts from its own value; without one, nothing is moved.
struct Nudge {
  std::optional<graph::CellRef> cell;
  bool down = false;
  using Json = Object<"Nudge", Member<"cell", &Nudge::cell>, Member<"down", &Nudge::down, Key::optional>>;
};

// Plays the lesson by itself from the current step on, pauses it, or sets its speed; what is not set stays. From the page
// after the last step it starts at the first one. An Error for a speed that is none of lecture_speeds.
struct PlayLesson {
  std::optional<bool> on, paused;
  std::optional<double> speed;
  using Json = Object<"PlayLesson", Member<"on", &PlayLesson::on>, Member<"paused", &PlayLesson::paused>,
                      Member<"speed", &PlayLesson::speed>>;
};

// What the page has measured, or that it measures now. Replaces what is known for as many tokens. An Error for more tokens
// than most_timed, and for times that are none.
struct ReportTiming {
  Timing timing;
  using Json = Object<"ReportTiming", Member<"tokens", path<&ReportTiming::timing, &Timing::tokens>>,
                      Member<"state", path<&ReportTiming::timing, &Timing::state>>,
                      Member<"plain", path<&ReportTiming::timing, &Timing::plain>, Key::optional>,
                      Member<"tiles", path<&ReportTiming::timing, &Timing::tiles>, Key::optional>,
                      Member<"why", path<&ReportTiming::timing, &Timing::why>, Key::optional>>;
};

using Command =
    std::variant<GoToStep, MarkSeen, NextStep, PreviousStep, GoToBeat, ShowBeside, FollowText, SetParameter, EditCell,
                 BeginEdit, TypeEdit, EndEdit, PasteCells, RestoreLesson, Undo, Redo, Hover, Focus, MoveFocus,
                 SetDecimals, SetColorSteps, SetLetters, SetTheme, SetLanguage, SetReading, ShowContents, Reveal,
                 Answer, ShowHint, SetLeading, SelectHeads, FollowQueries, CompareHead, SwitchHeadsOff, ShowAttention,
                 ZoomAttention, AskWhatMoves, Nudge, ShowLarge, SetLarge, LookLarge, MovePoint, RunTraining,
                 SeekTraining, ResetTraining, LookTraining, SetSentence, FollowWord, LookHero, PlayLesson, ReportTiming,
                 ShowModel, SetModelText, SetModelOther, SetModelPart, SetModelWeight, SetModelTemperature, LookModel,
                 SeekModelWord, StepModel>;

}  // namespace explorer

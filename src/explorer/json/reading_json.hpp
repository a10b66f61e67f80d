// The step model as JSON for the reading view, from the same View that the canvas is drawn from; and explanations.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/hero/json.hpp"
#include "explorer/json/attention_json.hpp"
#include "explorer/json/closing_json.hpp"
#include "explorer/json/figure_json.hpp"
#include "explorer/json/question_json.hpp"
#include "explorer/json/table_json.hpp"
#include "explorer/json/text_json.hpp"
#include "explorer/large_map/json.hpp"
#include "explorer/model/json.hpp"
#include "explorer/state/state.hpp"
#include "explorer/training/training_json.hpp"
#include "explorer/views/view.hpp"

namespace explorer {

struct FormulaJson {
  std::string tex, element;
};
struct CodeJson {
  std::string line, printed;
};

struct StepJson {
  const View* view = nullptr;
  std::optional<FormulaJson> formula;
  std::optional<CodeJson> code;
  std::size_t decimals = 0;
  std::vector<FigureText> figures;
  std::optional<TrainingJson> training;
};

struct ReadingJson {
  const View* view = nullptr;
  const State* state = nullptr;
  std::size_t version = 0;
  bool can_undo = false, can_redo = false;
  StepJson step;
  std::vector<std::vector<graph::NodeId>> parts;  // the tensors of each part of the stage, its result last
  std::vector<TableJson> tensors;
  std::optional<AttentionJson> attention;
  std::optional<LargeJson> large;
  std::optional<ModelScreenJson> model;
  std::optional<HeroJson> hero;
};

struct PieceJson {
  const graph::Piece* piece = nullptr;
  std::string note;
};
struct ExplanationJson {
  const ExplanationView* view = nullptr;
  std::vector<std::vector<PieceJson>> lines;
};

namespace json {

using ChoiceEntry = std::pair<std::string, std::string>;
template <>
struct Described<ChoiceEntry>
    : Object<"Choice", Member<"value", &ChoiceEntry::first>, Member<"label", &ChoiceEntry::second>> {};

// off: why it has no effect; empty when it has. Height and width are of a picture, in pixels.
template <>
struct Described<ControlView>
    : Object<"Control", Member<"name", &ControlView::name>, Member<"control", &ControlView::control>,
             Member<"label", &ControlView::label>, Member<"hint", &ControlView::hint>,
             Member<"labelText", &ControlView::label_text>, Member<"hintText", &ControlView::hint_text>,
             Member<"off", &ControlView::off>, Member<"choices", &ControlView::choices>,
             Member<"height", &ControlView::height>, Member<"width", &ControlView::width>,
             Member<"longText", &ControlView::long_text>, Member<"longest", &ControlView::longest>,
             Member<"least", &ControlView::least>, Member<"most", &ControlView::most>,
             Member<"step", &ControlView::step>, Member<"value", &ControlView::value>,
             Member<"advanced", &ControlView::advanced>, Member<"changed", &ControlView::changed>> {};

template <>
struct Described<FormulaJson>
    : Object<"Formula", Member<"tex", &FormulaJson::tex>, Member<"element", &FormulaJson::element>> {};
template <>
struct Described<CodeJson>
    : Object<"CodeLine", Member<"line", &CodeJson::line>, Member<"printed", &CodeJson::printed>> {};
template <>
struct Described<StepJson>
    : Object<"Step", Member<"id", path<&StepJson::view, &View::step_id>>,
             Member<"number", [](const StepJson& step) { return step.view->step + 1; }>,
             Member<"count", path<&StepJson::view, &View::count>>,
             Member<"title", path<&StepJson::view, &View::step_title>>,
             Member<"text", path<&StepJson::view, &View::text>>, Member<"tryIt", path<&StepJson::view, &View::try_it>>,
             Member<"watchOut", path<&StepJson::view, &View::watch_out>>, Member<"formula", &StepJson::formula>,
             Member<"code", &StepJson::code>, Member<"controls", path<&StepJson::view, &View::controls>>,
             Member<"decimals", &StepJson::decimals>, Member<"question", path<&StepJson::view, &View::question>>,
             Member<"random", path<&StepJson::view, &View::random>>, Member<"figures", &StepJson::figures>,
             Member<"training", &StepJson::training>> {};

template <>
struct Described<LanguageEntry>
    : Object<"LanguageEntry", Member<"tag", &LanguageEntry::tag>, Member<"name", &LanguageEntry::name>,
             Member<"current", &LanguageEntry::current>> {};
template <>
struct Described<StepEntry> : Object<"StepEntry", Member<"id", &StepEntry::id>, Member<"title", &StepEntry::title>,
                                     Member<"current", &StepEntry::current>, Member<"seen", &StepEntry::seen>> {};

template <>
struct Described<MovesView> : Object<"Moves", Member<"of", &MovesView::of>, Member<"name", &MovesView::name>,
                                     Member<"words", &MovesView::words>, Member<"nodes", &MovesView::nodes>,
                                     Member<"compared", &MovesView::compared>> {};

struct LessonName {
  std::string_view id, title;
};
template <>
struct Described<LessonName>
    : Object<"LessonName", Member<"id", &LessonName::id>, Member<"title", &LessonName::title>> {};

// letters: null where the lesson has no choice. With a closing page the step has a title, and the tensors of its picture. The
// large map or a model is shown instead of the lesson.
template <>
struct Described<ReadingJson>
    : Object<
          "Reading", Member<"version", &ReadingJson::version>,
          Member<"language", path<&ReadingJson::view, &View::language>>,
          Member<"languages", path<&ReadingJson::view, &View::languages>>,
          Member<"lesson", [](const ReadingJson& of) { return LessonName{of.view->lesson_id, of.view->lesson_title}; }>,
          Member<"changed", path<&ReadingJson::view, &View::changed_from_lesson>>,
          Member<"canUndo", &ReadingJson::can_undo>, Member<"canRedo", &ReadingJson::can_redo>,
          Member<"steps", path<&ReadingJson::view, &View::steps>>, Member<"step", &ReadingJson::step>,
          Member<"closing", path<&ReadingJson::view, &View::closing>>,
          Member<"names", path<&ReadingJson::view, &View::names>>,
          Member<"namesHere", path<&ReadingJson::view, &View::names_here>>,
          Member<"letters", path<&ReadingJson::view, &View::letters>>, Member<"parts", &ReadingJson::parts>,
          Member<"part", path<&ReadingJson::view, &View::beat>>, Member<"tensors", &ReadingJson::tensors>,
          Member<"attention", &ReadingJson::attention>, Member<"moves", path<&ReadingJson::view, &View::moves>>,
          Member<"focus", path<&ReadingJson::state, &State::focused>>,
          Member<"pinned", path<&ReadingJson::state, &State::pinned>>,
          Member<"reading", path<&ReadingJson::state, &State::reading>>,
          Member<"contents", path<&ReadingJson::state, &State::contents>>, Member<"large", &ReadingJson::large>,
          Member<"model", &ReadingJson::model>, Member<"hero", &ReadingJson::hero>,
          Member<"colorSteps", path<&ReadingJson::state, &State::color_steps>>,
          Member<"theme", path<&ReadingJson::state, &State::theme>>> {};

template <>
struct Described<PieceJson>
    : Object<"Piece", Member<"kind", path<&PieceJson::piece, &graph::Piece::kind>>,
             Member<"text", path<&PieceJson::piece, &graph::Piece::text>>,
             Member<"level", path<&PieceJson::piece, &graph::Piece::level>>,
             Member<"role", [](const PieceJson& of) { return graph::role_name(of.piece->role); }>,
             Member<"note", &PieceJson::note>, Member<"symbol", path<&PieceJson::piece, &graph::Piece::symbol>>,
             Member<"cell", path<&PieceJson::piece, &graph::Piece::cell>>> {};

template <>
struct Described<ExplanationJson>
    : Object<"Explanation", Member<"cell", path<&ExplanationJson::view, &ExplanationView::cell>>,
             Member<"lines", &ExplanationJson::lines>,
             Member<"rule", path<&ExplanationJson::view, &ExplanationView::rule>>,
             Member<"rounding", path<&ExplanationJson::view, &ExplanationView::rounding>>,
             Member<"spoken", path<&ExplanationJson::view, &ExplanationView::spoken>>,
             Member<"sources", path<&ExplanationJson::view, &ExplanationView::sources>>> {};

}  // namespace json
}  // namespace explorer

// As JSON and links spell them.
template <>
struct text::Words<graph::Piece::Kind> {
  static constexpr std::string_view all[] = {"text", "name", "number", "result"};
};
template <>
struct text::Words<graph::Piece::Level> {
  static constexpr std::string_view all[] = {"base", "raised", "lowered"};
};

// The step model as JSON for the reading view, from the same View that the canvas is drawn from; and explanations.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/hero/json.hpp"
#include "explorer/json/attention_json.hpp"
#include "explorer/json/table_json.hpp"
#include "explorer/json/text_json.hpp"
#include "explorer/large_map/json.hpp"
#include "explorer/model/json.hpp"
#include "explorer/state/state.hpp"
#include "explorer/training/training_json.hpp"
#include "explorer/views/closing_view.hpp"
#include "explorer/views/question_view.hpp"
#include "explorer/views/view.hpp"
#include "lesson/read/words.hpp"

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

// ---- figures in words and numbers

template <>
struct Described<FigureText::Table>
    : Object<"FigureTable", Member<"caption", &FigureText::Table::caption>, Member<"heads", &FigureText::Table::heads>,
             Member<"rows", &FigureText::Table::rows>> {};
template <>
struct Described<FigureText::Item>
    : Object<"FigureItem", Member<"text", &FigureText::Item::text>, Member<"note", &FigureText::Item::note>,
             Member<"current", &FigureText::Item::current>, Member<"cell", &FigureText::Item::cell>> {};
template <>
struct Described<FigureText::Slice>
    : Object<"FigureSlice", Member<"label", &FigureText::Slice::label>, Member<"axis", &FigureText::Slice::axis>,
             Member<"places", &FigureText::Slice::places>, Member<"current", &FigureText::Slice::current>> {};
template <>
struct Described<FigureText::Action>
    : Object<"FigureAction", Member<"request", &FigureText::Action::request>,
             Member<"label", &FigureText::Action::label>, Member<"sizes", &FigureText::Action::sizes>,
             Member<"enabled", &FigureText::Action::enabled>> {};
template <>
struct Described<FigureText::Quote>
    : Object<"FigureQuote", Member<"title", &FigureText::Quote::title>, Member<"text", &FigureText::Quote::text>> {};
template <>
struct Described<FigureText>
    : Object<"StepFigure", Member<"kind", &FigureText::kind>, Member<"title", &FigureText::title>,
             Member<"table", &FigureText::table>, Member<"quotes", &FigureText::quotes>,
             Member<"status", &FigureText::status>, Member<"action", &FigureText::action>,
             Member<"slice", &FigureText::slice>, Member<"items", &FigureText::items>,
             Member<"paragraphs", &FigureText::paragraphs>, Member<"dragged", &FigureText::dragged>> {};

// ---- questions

template <>
struct Described<OptionView> : Object<"QuestionOption", Member<"id", &OptionView::id>,
                                      Member<"label", &OptionView::label>, Member<"labelText", &OptionView::label_text>,
                                      Member<"chosen", &OptionView::chosen>, Member<"wrong", &OptionView::wrong>> {};

// value: as the core spells it; picked: the selected cell as an answer, and as a reader calls it; yesNo: "yes", "no" or
// nothing yet.
template <>
struct Described<PartView> : Object<"QuestionPart", Member<"kind", &PartView::kind>, Member<"label", &PartView::label>,
                                    Member<"labelText", &PartView::label_text>, Member<"value", &PartView::value>,
                                    Member<"example", &PartView::example>, Member<"yesNo", &PartView::yes_no>,
                                    Member<"picked", &PartView::picked>, Member<"pickedName", &PartView::picked_name>,
                                    Member<"outcome", &PartView::outcome>, Member<"feedback", &PartView::feedback>,
                                    Member<"tries", &PartView::tries>, Member<"distance", &PartView::distance>,
                                    Member<"reached", &PartView::reached>, Member<"given", &PartView::given>,
                                    Member<"mistaken", &PartView::mistaken>, Member<"right", &PartView::right>,
                                    Member<"options", &PartView::options>> {};

template <>
struct Described<QuestionView>
    : Object<"Question", Member<"id", &QuestionView::id>, Member<"prompt", &QuestionView::prompt>,
             Member<"answer", &QuestionView::answer>, Member<"revealed", &QuestionView::revealed>,
             Member<"solved", &QuestionView::solved>, Member<"hasHint", &QuestionView::has_hint>,
             Member<"hint", &QuestionView::hint>, Member<"tries", &QuestionView::tries>,
             Member<"goal", &QuestionView::goal>, Member<"next", &QuestionView::next>,
             Member<"edited", &QuestionView::edited>, Member<"parts", &QuestionView::parts>> {};

// ---- the page after the last step, and the table of names

// One thing, and its name in the tutorial, in most texts and in PyTorch; an empty name: it has none.
template <>
struct Described<NameRowView>
    : Object<"NameRow", Member<"role", role_of>, Member<"what", &NameRowView::what>, Member<"here", &NameRowView::here>,
             Member<"usual", &NameRowView::usual>, Member<"pytorch", &NameRowView::pytorch>> {};

template <>
struct Described<ReferenceView>
    : Object<"Reference", Member<"text", &ReferenceView::text>, Member<"url", &ReferenceView::url>> {};

// poster: the formula of the picture of the reader's numbers; empty: none is offered.
template <>
struct Described<ClosingView>
    : Object<"Closing", Member<"canSay", &ClosingView::can_say>, Member<"corrections", &ClosingView::corrections>,
             Member<"references", &ClosingView::references>, Member<"licence", &ClosingView::licence>,
             Member<"cite", &ClosingView::cite>, Member<"layer", &ClosingView::layer>,
             Member<"minutes", &ClosingView::minutes>, Member<"objectives", &ClosingView::objectives>,
             Member<"prerequisites", &ClosingView::prerequisites>, Member<"next", &ClosingView::next>,
             Member<"nextButton", &ClosingView::next_button>, Member<"poster", &ClosingView::poster_tex>> {};

// ---- steps

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
template <>
struct text::Words<explorer::PartView::Outcome> {
  static constexpr std::string_view all[] = {"open", "wrong", "right"};
};

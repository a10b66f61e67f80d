// Begins a lesson, keeps its view and explanation up to date, and takes its texts in more languages.
#include <algorithm>
#include <utility>

#include "explorer/lesson/answers.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/state/cells.hpp"

namespace explorer {
namespace {

bool same_lesson(const lesson::Lesson& a, const lesson::Lesson& b) {
  return a.id == b.id && a.version == b.version &&
         std::ranges::equal(a.steps, b.steps, {}, &lesson::Step::id, &lesson::Step::id) &&
         std::ranges::equal(a.tensors, b.tensors, {}, &lesson::Tensor::name, &lesson::Tensor::name) &&
         std::ranges::equal(a.parameters, b.parameters, {}, &lesson::Parameter::name, &lesson::Parameter::name);
}

}  // namespace

Result<void> LessonScreen::begin(lesson::Lesson lesson, std::string_view lesson_json) {
  lesson_ = std::move(lesson);
  if (!lesson_.letters.empty()) lesson_json_ = lesson_json;
  state_.step = lesson_.steps.front().id;
  if (Result<void> done = run(); !done) return done;
  return enter(0);
}

void LessonScreen::refresh(Touched touched) {
  if (touched == Touched::view || !context_) {
    view_version_ = shared_.version;
    context_.reset();
    hidden_ = Hidden(lesson_, lesson_.steps[step_place()], state_, graph_, on_paper_);
    keep_slopes();
    context_.emplace(ViewContext{lesson_,
                                 graph_,
                                 state_,
                                 shared_.catalogue,
                                 hidden_,
                                 originals_,
                                 lock_,
                                 runs_,
                                 run_now_,
                                 kept_maps_,
                                 parsed_,
                                 {}});
    context_->slopes = slopes_.get();
    keep_maps();
    view_ = make_view(*context_);
    std::erase_if(changed_, [this](const graph::CellRef& cell) { return hidden_.covers(cell); });
  } else if (view_.question && std::ranges::contains(view_.question->parts, lesson::Part::Kind::cell, &PartView::kind))
    view_.question = question_view(*context_, *lesson_.steps[step_place()].question);  // it names the selected cell
  explanation_.reset();
  if (const auto& cell = state_.hovered ? state_.hovered : state_.focused)
    explanation_ = shown_explanation(*context_, view_, *cell);
  const bool averaged = explanation_ && view_.attention && view_.attention->is_shown &&
                        view_.attention->selected.size() > 1 &&
                        explanation_->cell.node == view_.attention->shown.node &&
                        std::ranges::contains(view_.attention->selected, explanation_->cell.index.end()[-3]);
  if (averaged) explain_average(*context_, *view_.attention, *explanation_);
}

bool LessonScreen::ask_on_paper(bool on) { return std::exchange(on_paper_, on) != on; }

std::string LessonScreen::rank_words(const std::optional<graph::CellRef>& cell) const {
  if (!cell || !exists(*cell) || !view_.attention) return {};
  return explorer::rank_words(*context_, *view_.attention, *cell);
}

std::string LessonScreen::edit_text(const graph::CellRef& cell) const {
  if (!exists(cell) || hidden_.covers(cell)) return {};
  return shortest(graph_.at(cell.node, cell.index));
}

bool LessonScreen::exists(const graph::CellRef& cell) const {
  return cell.node < graph_.size() && within(graph_.node(cell.node).shape, cell.index);
}

std::size_t LessonScreen::step_place() const {
  const auto found = std::ranges::find(lesson_.steps, state_.step, &lesson::Step::id);
  return found == lesson_.steps.end() ? 0 : static_cast<std::size_t>(found - lesson_.steps.begin());
}

// Texts in more languages, which the page fetches once one is chosen. Step, edits, answers and undo stay: only words may differ,
// never what is computed.
Result<void> LessonScreen::translate(std::string_view lesson_json) {
  Result<lesson::Lesson> next = lesson::parse(lesson_json, lesson_.shown);
  if (!next) return std::unexpected(next.error());
  if (!same_lesson(lesson_, *next))
    return graph::fail("lesson", "", say("refuse.other_lesson", {next->id, lesson_.id}));
  std::swap(lesson_, *next);
  if (Result<void> done = run(); !done) {  // axis labels are created when the lesson runs
    std::swap(lesson_, *next);
    std::ignore = run();
    return done;
  }
  if (!lesson_.letters.empty()) lesson_json_ = lesson_json;
  return {};
}

}  // namespace explorer

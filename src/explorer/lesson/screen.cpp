// Keeps the view and the explanation of a lesson up to date, and takes its texts in more languages.
#include <algorithm>
#include <utility>

#include "explorer/lesson/answers.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/state/impl.hpp"

namespace explorer {
namespace {

bool same_lesson(const lesson::Lesson& a, const lesson::Lesson& b) {
  return a.id == b.id && a.version == b.version &&
         std::ranges::equal(a.steps, b.steps, {}, &lesson::Step::id, &lesson::Step::id) &&
         std::ranges::equal(a.tensors, b.tensors, {}, &lesson::Tensor::name, &lesson::Tensor::name) &&
         std::ranges::equal(a.parameters, b.parameters, {}, &lesson::Parameter::name, &lesson::Parameter::name);
}

}  // namespace

void Explorer::Impl::refresh(Touched touched) {
  if (touched == Touched::nothing) return;
  ++version;
  contents.make(touched == Touched::view);
  if (touched == Touched::view || !context) {
    view_version = version;
    context.reset();
    hidden = Hidden(lesson, lesson.steps[step_place()], state, graph, on_paper);
    keep_slopes();
    context.emplace(
        ViewContext{lesson, graph, state, catalogue, hidden, originals, lock, runs, run_now, kept_maps, parsed, {}});
    context->slopes = slopes.get();
    keep_maps();
    view = make_view(*context, history.can_undo(), history.can_redo());
    std::erase_if(changed, [this](const graph::CellRef& cell) { return hidden.covers(cell); });
  } else if (view.question && std::ranges::contains(view.question->parts, lesson::Part::Kind::cell, &PartView::kind))
    view.question = question_view(*context, *lesson.steps[step_place()].question);  // it names the selected cell
  explanation.reset();
  if (const auto& cell = state.hovered ? state.hovered : state.focused)
    explanation = shown_explanation(*context, view, *cell);
  const bool averaged = explanation && view.attention && view.attention->is_shown &&
                        view.attention->selected.size() > 1 && explanation->cell.node == view.attention->shown.node &&
                        std::ranges::contains(view.attention->selected, explanation->cell.index.end()[-3]);
  if (averaged) explain_average(*context, *view.attention, *explanation);
}

bool Explorer::Impl::exists(const graph::CellRef& cell) const {
  return cell.node < graph.size() && within(graph.node(cell.node).shape, cell.index);
}

std::size_t Explorer::Impl::step_place() const {
  const auto found = std::ranges::find(lesson.steps, state.step, &lesson::Step::id);
  return found == lesson.steps.end() ? 0 : static_cast<std::size_t>(found - lesson.steps.begin());
}

// Texts in more languages, which the page fetches once one is chosen. Step, edits, answers and undo stay: only words may differ,
// never what is computed.
Result<void> Explorer::translate(std::string_view lesson_json) {
  Impl& impl = *impl_;
  Result<lesson::Lesson> lesson = lesson::parse(lesson_json, impl.lesson.shown);
  if (!lesson) return std::unexpected(lesson.error());
  if (!same_lesson(impl.lesson, *lesson))
    return graph::fail("lesson", "", impl.say("refuse.other_lesson", {lesson->id, impl.lesson.id}));
  std::swap(impl.lesson, *lesson);
  if (Result<void> run = impl.run(); !run) {  // axis labels are created when the lesson runs
    std::swap(impl.lesson, *lesson);
    std::ignore = impl.run();
    return run;
  }
  if (!impl.lesson.letters.empty()) impl.lesson_json = lesson_json;
  impl.refresh(Touched::view);
  return {};
}

}  // namespace explorer

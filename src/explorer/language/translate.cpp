// Replaces the open lesson by the same lesson with texts in more languages, which the page fetches once a language is
// chosen. Step, edits, answers and undo stay: only words may differ, never what is computed.
#include <algorithm>
#include <utility>

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

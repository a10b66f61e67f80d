// Puts what closes a lesson into view: texts in the reader's language, names as they are.
#include "explorer/closing_view.hpp"

#include "explorer/sight.hpp"

namespace explorer {
namespace {

Paragraphs role_words(const Sight& sight, graph::Role role) {
  lesson::Run run;
  run.kind = lesson::Run::Kind::role;
  run.role = role;
  run.text = sight.say("role." + std::string(graph::role_name(role)));
  return {lesson::Paragraph{false, {std::move(run)}}};
}

// A name is spelt the same in every language.
Paragraphs spelt(const Sight& sight, const std::string& name) { return paragraphs(sight, lesson::Text{{"en", name}}); }

}  // namespace

std::vector<NameRowView> names_view(const Sight& sight) {
  std::vector<NameRowView> rows;
  for (const lesson::NameRow& row : sight.lesson.names)
    rows.push_back({row.role, row.what.empty() ? role_words(sight, row.role) : paragraphs(sight, row.what),
                    spelt(sight, row.here), spelt(sight, row.usual), spelt(sight, row.pytorch)});
  return rows;
}

ClosingView closing_view(const Sight& sight) {
  const lesson::Lesson& lesson = sight.lesson;
  ClosingView view;
  view.can_say = paragraphs(sight, lesson.can_say);
  view.corrections = paragraphs(sight, lesson.corrections);
  for (const lesson::Reference& reference : lesson.references)
    view.references.push_back({paragraphs(sight, reference.text), reference.url});
  view.licence = paragraphs(sight, lesson.licence);
  view.cite = paragraphs(sight, lesson.cite);
  view.minutes = lesson.course.minutes;
  view.objectives = paragraphs(sight, lesson.course.objectives);
  view.prerequisites = paragraphs(sight, lesson.course.prerequisites);
  return view;
}

}  // namespace explorer

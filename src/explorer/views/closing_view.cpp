// Builds the views of a lesson's end: texts in the reader's language, names unchanged.
#include "explorer/views/closing_view.hpp"

#include "explorer/views/view_context.hpp"

namespace explorer {
namespace {

Paragraphs role_words(const ViewContext& context, graph::Role role) {
  lesson::Run run;
  run.kind = lesson::Run::Kind::role;
  run.role = role;
  run.text = context.say("role." + std::string(graph::role_name(role)));
  return {lesson::Paragraph{false, {std::move(run)}}};
}

// A name is the same in every language.
Paragraphs spelt(const ViewContext& context, const std::string& name) {
  return paragraphs(context, lesson::Text{{"en", name}});
}

std::string next_words(const ViewContext& context, const lesson::Course& course) {
  if (course.next.empty()) return {};
  if (course.next == lesson::large_map_id) return context.say("end.next.large");
  const std::string& title = context.in_language(course.next_title);
  if (title.empty()) return context.say("end.next");
  if (course.next_minutes == 0) return context.say("end.next.named", {title});
  return context.say("end.next.timed", {title, std::to_string(course.next_minutes)});
}

}  // namespace

std::vector<NameRowView> names_view(const ViewContext& context) {
  std::vector<NameRowView> rows;
  for (const lesson::NameRow& row : context.lesson.names)
    rows.push_back({row.role, row.what.empty() ? role_words(context, row.role) : paragraphs(context, row.what),
                    spelt(context, row.here), spelt(context, row.usual), spelt(context, row.pytorch)});
  return rows;
}

ClosingView closing_view(const ViewContext& context) {
  const lesson::Lesson& lesson = context.lesson;
  ClosingView view;
  view.can_say = paragraphs(context, lesson.can_say);
  view.corrections = paragraphs(context, lesson.corrections);
  for (const lesson::Reference& reference : lesson.references)
    view.references.push_back({paragraphs(context, reference.text), reference.url});
  view.licence = paragraphs(context, lesson.licence);
  view.cite = paragraphs(context, lesson.cite);
  if (lesson.layer) view.layer = lesson.layer->code;
  view.minutes = lesson.course.minutes;
  view.objectives = paragraphs(context, lesson.course.objectives);
  view.prerequisites = paragraphs(context, lesson.course.prerequisites);
  view.next = lesson.course.next;
  view.next_button = next_words(context, lesson.course);
  for (const std::string& name : lesson.poster.tensors)
    if (const std::optional<graph::NodeId> node = context.graph.find(name))
      view.poster.push_back(tensor_view(context, *node));
  view.poster_tex = now(context, lesson.poster.formula).tex;
  return view;
}

}  // namespace explorer

// The step model: texts with their numbers filled in, figures with operands, controls, question and steps, all from
// lesson, graph and state. Hidden values are left out here, so no drawing code can show them.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "explorer/goals/goals.hpp"
#include "explorer/lesson/answers.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/views/stage_parts.hpp"
#include "explorer/views/view_context.hpp"
#include "lesson/read/markup.hpp"
#include "lesson/read/tex.hpp"

namespace explorer {
namespace {

// A reader's choice is set apart from the sentence around it, as a quoted word.
bool fill_choice(const ViewContext& context, lesson::Run& run) {
  for (const lesson::Parameter& parameter : context.lesson.parameters) {
    if (parameter.name != run.tensor) continue;
    for (const lesson::Choice& choice : parameter.choices)
      if (choice.value == lesson::spelt(chosen(context.lesson, context.state, run.tensor)))
        run.text = context.in_language(choice.label);
    run.kind = lesson::Run::Kind::emphasis;
    return true;
  }
  return false;
}

void fill_number(const ViewContext& context, lesson::Run& run) {
  const std::optional<graph::NodeId> node = context.graph.find(run.tensor);
  if (!node && fill_choice(context, run)) return;
  if (!node || !within(context.graph.node(*node).shape, run.index)) run.text = "–";  // gone in a smaller shape
  else if (context.hidden.covers({*node, run.index})) run.text = "?";
  else
    run.text = grouped(graph::format_float(context.graph.at(*node, run.index), run.decimals), context.state.language);
}

FigureView figure_view(const ViewContext& context, const lesson::Figure& figure) {
  FigureView view;
  for (const std::string& name : figure.tensors) {
    const std::optional<graph::NodeId> id = context.graph.find(name);
    if (!id) continue;
    const graph::Node& node = context.graph.node(*id);
    if (figure.kind == lesson::Figure::Kind::operation && node.operation != nullptr) {
      view.layout = node.operation->layout();
      view.has_result = true;
      for (std::size_t input = 0; input < node.inputs.size(); ++input) {
        if (node.operation->only_shape_counts(input)) continue;
        view.tensors.push_back(
            shown_tensor(context, node.inputs[input], node.operation->drawn_transposed(input, node.options)));
      }
    }
    view.tensors.push_back(shown_tensor(context, *id));
  }
  if (const std::optional<graph::NodeId> scores = context.graph.find(figure.scores); scores && !figure.scores.empty())
    view.tensors.push_back(tensor_view(context, *scores));
  if (const std::optional<graph::NodeId> outline = context.graph.find(figure.outline);
      outline && !figure.outline.empty())
    view.outline = tensor_view(context, *outline);
  return view;
}

Paragraphs plain(std::string text) {
  lesson::Run run;
  run.text = std::move(text);
  return {lesson::Paragraph{false, {std::move(run)}}};
}

ControlView control_view(const ViewContext& context, const lesson::Step& step, const lesson::Parameter& parameter) {
  ControlView view;
  view.name = parameter.name;
  view.control = parameter.control;
  view.label_text = paragraphs(context, parameter.label);
  view.hint_text = paragraphs(context, parameter.hint);
  view.label = plain_words(view.label_text);
  view.hint = plain_words(view.hint_text);
  if (context.lock.covers(parameter.name)) view.off = plain(context.say("control.locked"));
  else if (!context.freedom().lets_parameter(parameter.name)) view.off = plain(context.say("control.goal_locked"));
  for (const lesson::Off& off : parameter.off)
    if (view.off.empty() && lesson::spelt(chosen(context.lesson, context.state, off.parameter)) == off.value)
      view.off = paragraphs(context, off.why);
  const auto some = step.offered.find(parameter.name);
  const lesson::ParameterValue& now = chosen(context.lesson, context.state, parameter.name);
  for (const lesson::Choice& choice : parameter.choices)
    if (some == step.offered.end() || std::ranges::contains(some->second, choice.value) ||
        lesson::spelt(now) == choice.value)
      view.choices.emplace_back(choice.value, context.in_language(choice.label));
  view.advanced = parameter.advanced;
  view.height = parameter.height;
  view.width = parameter.width;
  view.longest = parameter.longest;
  view.least = parameter.least;
  view.most = parameter.most;
  view.step = parameter.step;
  const lesson::ParameterValue* set = set_by(context.lesson, context.state.step, parameter.name);
  view.value = now;
  view.changed = view.value != (set ? *set : parameter.start);
  return view;
}

// What is of the whole lesson: its names, languages, steps.
void view_lesson(const ViewContext& context, View& view) {
  const lesson::Lesson& lesson = context.lesson;
  view.lesson_id = lesson.id;
  view.lesson_title = context.in_language(lesson.title);
  view.language = context.state.language;
  for (const auto& [tag, name] : context.catalogue.offered())
    view.languages.push_back({tag, name, tag == view.language});
  view.summary = paragraphs(context, lesson.summary);
  view.changed_from_lesson = context.state.document != locked_part(context.state.document, context.lock);
  view.step = context.step();
  const bool end = context.state.end;
  for (std::size_t place = 0; place < lesson.steps.size(); ++place) {
    const lesson::Step& step = lesson.steps[place];
    view.steps.push_back(
        {step.id, context.in_language(step.title), !end && place == view.step, context.state.seen.contains(step.id)});
  }
  view.count = view.steps.size();
  view.names = names_view(context);
  if (!lesson.letters.empty()) view.letters = lesson.shown;
  view.names_here = context.say(context.lesson.corrections.empty() ? "names.here" : "names.tutorial");
  if (lesson.steps.empty() || !lesson::has_closing(lesson)) return;
  const std::string id(lesson::closing_id);
  view.steps.push_back({id, context.say("end.title"), end, context.state.seen.contains(id)});
}

void view_end(const ViewContext& context, View& view) {
  view.step = view.count;
  view.step_id = lesson::closing_id;
  view.step_title = view.steps.back().title;
  view.closing = closing_view(context);
  view.map = make_map(context, {});
}

void view_words(const ViewContext& context, const lesson::Step& step, View& view) {
  view.step_id = step.id;
  view.step_title = context.in_language(step.title);
  view.text = paragraphs(context, now(context, step.text));
  view.try_it = paragraphs(context, now(context, step.try_it));
  view.watch_out = paragraphs(context, now(context, step.watch_out));
  const lesson::Formula& formula = now(context, step.formula);
  view.formula_tex = formula.tex;
  view.formula_element_tex = formula.element_tex;
  const lesson::CodeLine& code = now(context, step.code);
  view.code = code.code;
  if (const std::optional<graph::NodeId> node = context.graph.find(code.printed); node && !code.code.empty())
    view.code_printed = printed(context, *node);
}

// The same number has the same colour in all matrices of a role that a step shows: their scales end at the largest of them. Those
// whose numbers would hardly be seen then have another scale together, and so have those that cannot be negative.
void share_scales(std::vector<FigureView>& stage) {
  constexpr float seen = 0.1f;  // of the scale's end
  const auto role = [](const TensorView& tensor) {
    return tensor.role == graph::Role::scaled_scores ? graph::Role::scores : tensor.role;
  };
  std::vector<TensorView*> all, first;  // first: the largest of each scale
  for (FigureView& figure : stage)
    for (TensorView& tensor : figure.tensors)
      if (cell_count(tensor.shape) > 1 && !std::isinf(tensor.scale) && !tensor.no_number && !tensor.all_hidden)
        all.push_back(&tensor);
  std::ranges::stable_sort(all, std::ranges::greater(), &TensorView::largest);
  for (TensorView* const tensor : all) {
    const auto leads = std::ranges::find_if(first, [&](const TensorView* other) {
      return role(*tensor) == role(*other) && tensor->slopes == other->slopes && tensor->by_sign == other->by_sign &&
             tensor->one_sided == other->one_sided && tensor->largest >= seen * other->scale;
    });
    if (leads == first.end()) first.push_back(tensor);
    else tensor->scale = (*leads)->scale;
  }
}

void view_stage(const ViewContext& context, const lesson::Step& step, View& view) {
  const bool matrices = shows_matrices(step, context.graph, context.state.attention);
  for (const lesson::Figure& figure : step.stage) {
    if (!is_there(context, figure)) continue;
    const bool shown = matrices == lesson::is_matrices(figure);
    (shown ? view.stage : view.aside).push_back(figure_view(context, figure));
  }
  share_scales(view.stage);
  view.parts = stage_parts(context.lesson, step, context.graph, context.state);
  const StageShare share = context.state.on_stage();
  view.beat = view.parts.empty() ? 0 : std::min(share.first, view.parts.size() - 1);
  view.beat_parts = view.parts.size() - view.beat;
  if (share.parts > 0) view.beat_parts = std::min(view.beat_parts, share.parts);
  for (const FigureView& figure : view.stage)
    for (const TensorView& tensor : figure.tensors)
      if (view.random.empty()) view.random = tensor.random;
}

void view_step(const ViewContext& context, const lesson::Step& step, View& view) {
  view_words(context, step, view);
  view_stage(context, step, view);
  view.attention = attention_view(context);
  show_figures(context, step, view);
  view.moves = moves_view(context);
  for (const std::string& name : step.controls)
    for (const lesson::Parameter& parameter : context.lesson.parameters)
      if (parameter.name == name) view.controls.push_back(control_view(context, step, parameter));
  if (step.question) view.question = question_view(context, *step.question);
  if (context.state.lecture.on) view.captions = captions(view);
  view.map = make_map(context, view.stage);
}

}  // namespace

std::string plain_words(const Paragraphs& paragraphs) {
  std::string words;
  for (const lesson::Paragraph& paragraph : paragraphs) {
    if (!words.empty()) words += ' ';
    for (const lesson::Run& run : paragraph.runs)
      words += run.kind == lesson::Run::Kind::tex ? lesson::tex_words(run.text) : run.text;
  }
  return words;
}

bool is_there(const ViewContext& context, const lesson::Figure& figure) {
  return holds(figure.when, context.lesson, context.state);
}

std::size_t ViewContext::step() const {
  for (std::size_t place = 0; place < lesson.steps.size(); ++place)
    if (lesson.steps[place].id == state.step) return place;
  return 0;
}

// Marks a text that a partly translated lesson lacks in the reader's language, and that is therefore shown in another one,
// with the code of that language: "EN".
static void mark_language(const ViewContext& context, std::string_view language, Paragraphs& text) {
  const std::string& asked = context.state.language;
  if (language == asked || text.empty()) return;
  for (lesson::Paragraph& paragraph : text) paragraph.language = language;
  if (!context.lesson.title.contains(asked)) return;
  lesson::Run space, mark;
  space.text = " ";
  mark.kind = lesson::Run::Kind::code;
  for (const char letter : language) mark.text += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  text.back().runs.insert(text.back().runs.end(), {space, mark});
}

Paragraphs paragraphs(const ViewContext& context, const lesson::Text& text) {
  const std::string& source = context.in_language(text);
  if (source.empty()) return {};
  auto known = context.parsed.find(source);
  if (known == context.parsed.end()) {
    graph::Result<Paragraphs> parsed = lesson::parse_markup(source);
    if (!parsed) {  // lessons are checked when they are read, so this text has another origin: show it plain
      lesson::Run run;
      run.text = source;
      parsed = Paragraphs{lesson::Paragraph{false, {run}}};
    }
    known = context.parsed.emplace(source, std::move(*parsed)).first;
  }
  Paragraphs filled = known->second;
  for (lesson::Paragraph& paragraph : filled)
    for (lesson::Run& run : paragraph.runs)
      if (run.kind == lesson::Run::Kind::number) fill_number(context, run);
  mark_language(context, lesson::language_of(text, context.state.language), filled);
  return filled;
}

View make_view(const ViewContext& context) {
  View view;
  view_lesson(context, view);
  if (context.lesson.steps.empty()) return view;
  if (context.state.end) view_end(context, view);
  else view_step(context, context.lesson.steps[view.step], view);
  return view;
}

}  // namespace explorer

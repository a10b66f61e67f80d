// The step model: texts with their numbers filled in, figures with operands, controls, question and steps, all from
// lesson, graph and state. What is hidden is left out here, so that nobody who draws can show it.
#include "explorer/answers.hpp"
#include "explorer/cells.hpp"
#include "explorer/sight.hpp"
#include "lesson/markup.hpp"

namespace explorer {
namespace {

// What a reader has chosen stands out from the sentence around it, as a word that is spoken about.
bool fill_choice(const Sight& sight, lesson::Run& run) {
  for (const lesson::Parameter& parameter : sight.lesson.parameters) {
    if (parameter.name != run.tensor) continue;
    for (const lesson::Choice& choice : parameter.choices)
      if (choice.value == lesson::spelt(chosen(sight.lesson, sight.state.document, run.tensor)))
        run.text = sight.in_language(choice.label);
    run.kind = lesson::Run::Kind::emphasis;
    return true;
  }
  return false;
}

void fill_number(const Sight& sight, lesson::Run& run) {
  const std::optional<graph::NodeId> node = sight.graph.find(run.tensor);
  if (!node && fill_choice(sight, run)) return;
  if (!node || !within(sight.graph.node(*node).shape, run.index)) run.text = "–";  // gone with a smaller shape
  else if (sight.hidden.covers({*node, run.index})) run.text = "?";
  else run.text = graph::format_float(sight.graph.at(*node, run.index), run.decimals);
}

FigureView figure_view(const Sight& sight, const lesson::Figure& figure) {
  FigureView view;
  for (const std::string& name : figure.tensors) {
    const std::optional<graph::NodeId> id = sight.graph.find(name);
    if (!id) continue;
    const graph::Node& node = sight.graph.node(*id);
    if (figure.kind == lesson::Figure::Kind::operation && node.operation != nullptr) {
      view.layout = node.operation->layout();
      view.has_result = true;
      for (std::size_t input = 0; input < node.inputs.size(); ++input) {
        if (node.operation->only_shape_counts(input)) continue;
        view.tensors.push_back(
            tensor_view(sight, node.inputs[input], node.operation->drawn_transposed(input, node.options)));
      }
    }
    view.tensors.push_back(tensor_view(sight, *id));
  }
  if (const std::optional<graph::NodeId> scores = sight.graph.find(figure.scores); scores && !figure.scores.empty())
    view.tensors.push_back(tensor_view(sight, *scores));
  if (const std::optional<graph::NodeId> outline = sight.graph.find(figure.outline); outline && !figure.outline.empty())
    view.outline = tensor_view(sight, *outline);
  return view;
}

// The case of what may follow a parameter.
template <class T>
const T& now(const Sight& sight, const lesson::Varied<T>& varied) {
  return varied.at([&](const std::string& parameter) {
    return lesson::spelt(chosen(sight.lesson, sight.state.document, parameter));
  });
}

std::string plain_words(const Paragraphs& paragraphs) {
  std::string words;
  for (const lesson::Paragraph& paragraph : paragraphs) {
    if (!words.empty()) words += ' ';
    for (const lesson::Run& run : paragraph.runs) words += run.text;
  }
  return words;
}

Paragraphs plain(std::string text) {
  lesson::Run run;
  run.text = std::move(text);
  return {lesson::Paragraph{false, {std::move(run)}}};
}

ControlView control_view(const Sight& sight, const lesson::Parameter& parameter) {
  ControlView view;
  view.name = parameter.name;
  view.control = parameter.control;
  view.label_text = paragraphs(sight, parameter.label);
  view.hint_text = paragraphs(sight, parameter.hint);
  view.label = plain_words(view.label_text);
  view.hint = plain_words(view.hint_text);
  if (sight.lock.covers(parameter.name)) view.off = plain(sight.say("control.locked"));
  for (const lesson::Off& off : parameter.off)
    if (view.off.empty() && lesson::spelt(chosen(sight.lesson, sight.state.document, off.parameter)) == off.value)
      view.off = paragraphs(sight, off.why);
  for (const lesson::Choice& choice : parameter.choices)
    view.choices.emplace_back(choice.value, sight.in_language(choice.label));
  view.advanced = parameter.advanced;
  view.height = parameter.height;
  view.width = parameter.width;
  view.least = parameter.least;
  view.most = parameter.most;
  view.step = parameter.step;
  const auto changed = sight.state.document.parameters.find(parameter.name);
  view.changed = changed != sight.state.document.parameters.end();
  view.value = view.changed ? changed->second : parameter.start;
  return view;
}

}  // namespace

std::string_view status_word(CellView::Status status) {
  switch (status) {
    case CellView::Status::shown: return "shown";
    case CellView::Status::hidden: return "hidden";
    case CellView::Status::masked: return "masked";
    case CellView::Status::not_finite: return "not_finite";
  }
  return "shown";
}

bool is_there(const Sight& sight, const lesson::Figure& figure) {
  return holds(figure.when, sight.lesson, sight.state.document);
}

std::size_t Sight::step() const {
  for (std::size_t place = 0; place < lesson.steps.size(); ++place)
    if (lesson.steps[place].id == state.step) return place;
  return 0;
}

Paragraphs paragraphs(const Sight& sight, const lesson::Text& text) {
  const std::string& source = sight.in_language(text);
  if (source.empty()) return {};
  auto known = sight.parsed.find(source);
  if (known == sight.parsed.end()) {
    graph::Result<Paragraphs> parsed = lesson::parse_markup(source);
    if (!parsed) {  // a lesson is checked when it is read, so this is a text that came in by another way: show it plain
      lesson::Run run;
      run.text = source;
      parsed = Paragraphs{lesson::Paragraph{false, {run}}};
    }
    known = sight.parsed.emplace(source, std::move(*parsed)).first;
  }
  Paragraphs filled = known->second;
  for (lesson::Paragraph& paragraph : filled)
    for (lesson::Run& run : paragraph.runs)
      if (run.kind == lesson::Run::Kind::number) fill_number(sight, run);
  return filled;
}

View make_view(const Sight& sight, bool can_undo, bool can_redo) {
  const lesson::Lesson& lesson = sight.lesson;
  View view;
  view.lesson_id = lesson.id;
  view.lesson_title = sight.in_language(lesson.title);
  view.language = sight.state.language;
  for (const auto& [tag, name] : sight.catalogue.offered()) view.languages.push_back({tag, name, tag == view.language});
  view.summary = paragraphs(sight, lesson.summary);
  view.can_undo = can_undo;
  view.can_redo = can_redo;
  view.changed_from_lesson = sight.state.document != locked_part(sight.state.document, sight.lock);
  view.step = sight.step();
  for (std::size_t place = 0; place < lesson.steps.size(); ++place) {
    const lesson::Step& step = lesson.steps[place];
    view.steps.push_back(
        {step.id, sight.in_language(step.title), place == view.step, sight.state.seen.contains(step.id)});
  }
  view.count = view.steps.size();
  view.names = names_view(sight);
  if (lesson.steps.empty()) return view;
  if (lesson::has_closing(lesson)) {
    const std::string id(lesson::closing_id);
    view.steps.push_back({id, sight.say("end.title"), sight.state.end, sight.state.seen.contains(id)});
  }
  if (sight.state.end) {
    for (StepEntry& entry : view.steps) entry.current = entry.id == lesson::closing_id;
    view.step = view.count;
    view.step_id = lesson::closing_id;
    view.step_title = view.steps.back().title;
    view.closing = closing_view(sight);
    view.map = make_map(sight, {});
    return view;
  }

  const lesson::Step& step = lesson.steps[view.step];
  view.step_id = step.id;
  view.step_title = sight.in_language(step.title);
  view.text = paragraphs(sight, now(sight, step.text));
  view.try_it = paragraphs(sight, now(sight, step.try_it));
  view.watch_out = paragraphs(sight, now(sight, step.watch_out));
  const lesson::Formula& formula = now(sight, step.formula);
  view.formula_tex = formula.tex;
  view.formula_element_tex = formula.element_tex;
  const lesson::CodeLine& code = now(sight, step.code);
  view.code = code.code;
  if (const std::optional<graph::NodeId> node = sight.graph.find(code.printed); node && !code.code.empty())
    view.code_printed = printed(sight, *node);
  const bool matrices = shows_matrices(step, sight.state.attention);
  for (const lesson::Figure& figure : step.stage) {
    if (!is_there(sight, figure)) continue;
    const bool shown = matrices == (figure.kind != lesson::Figure::Kind::attention);
    (shown ? view.stage : view.aside).push_back(figure_view(sight, figure));
  }
  view.attention = attention_view(sight);
  view.picture = picture_view(sight);
  view.bars = bars_view(sight);
  view.words = words_view(sight);
  for (const std::string& name : step.controls)
    for (const lesson::Parameter& parameter : lesson.parameters)
      if (parameter.name == name) view.controls.push_back(control_view(sight, parameter));
  if (step.question) view.question = question_view(sight, *step.question);
  view.map = make_map(sight, view.stage);
  for (const FigureView& figure : view.stage)
    for (const TensorView& tensor : figure.tensors)
      if (view.random.empty()) view.random = tensor.random;
  return view;
}

}  // namespace explorer

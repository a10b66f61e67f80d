// What a lesson tells the page: the step, its explanation, the key to its question, rows of a table and whole tensors.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "explorer/json/article_json.hpp"
#include "explorer/json/reading_json.hpp"
#include "explorer/json/tensor_json.hpp"
#include "explorer/json/write.hpp"
#include "explorer/lesson/answers.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/views/answer_key.hpp"
#include "graph/core/messages.hpp"

namespace explorer {
namespace {

StepJson step_json(const ViewContext& context, const View& view, const State& state) {
  StepJson out;
  out.view = &view;
  if (!view.formula_tex.empty()) out.formula = {view.formula_tex, view.formula_element_tex};
  if (!view.code.empty()) out.code = {view.code, view.code_printed};
  out.decimals = static_cast<std::size_t>(state.decimals);
  const auto add = [&](const ShownFigure& figure) {
    FigureText text = figure.text(context);
    text.kind = figure.key;
    if (!text.title.empty() || !text.paragraphs.empty()) out.figures.push_back(std::move(text));
  };
  for (const auto& figure : view.figures) add(*figure);
  if (view.own) add(*view.own);
  out.training = training_json(view, context.graph);
  return out;
}

// Each tensor on stage once, including those behind the switch: a page has room for them. After the last step those that its
// picture shows.
std::vector<TableJson> tables_json(const ViewContext& context, const View& view) {
  std::set<graph::NodeId> written;
  std::vector<TableJson> tables;
  const auto add = [&](const TensorView& tensor) {
    if (!written.insert(tensor.node).second) return;
    tables.push_back(table_json(context, tensor.transposed ? shown_tensor(context, tensor.node) : tensor));
  };
  if (view.closing)
    for (const TensorView& tensor : view.closing->poster) add(tensor);
  for (const auto& above : view.figures)
    for (const FigureView& figure : above->matrices())
      for (const TensorView& tensor : figure.tensors) add(tensor);
  for (const auto* figures : {&view.stage, &view.aside})
    for (const FigureView& figure : *figures) {
      for (const TensorView& tensor : figure.tensors) add(tensor);
      if (figure.outline) add(*figure.outline);
    }
  return tables;
}

std::vector<std::vector<graph::NodeId>> parts_json(const View& view) {
  std::vector<std::vector<graph::NodeId>> parts;
  for (const StagePart& part : view.parts) {
    std::vector<graph::NodeId>& nodes = parts.emplace_back();
    const std::vector<TensorView>& tensors = view.stage[part.figure].tensors;
    for (std::size_t at = part.tensor; at < std::min(part.tensor + part.count, tensors.size()); ++at)
      nodes.push_back(tensors[at].node);
  }
  return parts;
}

// The texts of a step as it will be when it is the current one. Its numbers are known if it sets no other parameters, and
// if its own question does not hide them.
class StepWords {
 public:
  StepWords(const ViewContext& context, const lesson::Step& step)
      : context_(context),
        hidden_(context.lesson, step, context.state, context.graph),
        known_(parameters_on(context.lesson, step.id, context.state.document) ==
               parameters_on(context.lesson, context.state.step, context.state.document)) {}

  Paragraphs of(const lesson::Text& text) const {
    Paragraphs all = paragraphs(context_, text);
    for (lesson::Paragraph& paragraph : all)
      for (lesson::Run& run : paragraph.runs)
        if (run.kind == lesson::Run::Kind::number && !is_known(run)) run.text = "…";
    return all;
  }

 private:
  bool is_known(const lesson::Run& run) const {
    const std::optional<graph::NodeId> node = context_.graph.find(run.tensor);
    return known_ && !(node && hidden_.covers({*node, run.index}));
  }
  const ViewContext& context_;
  Hidden hidden_;
  bool known_;
};

ArticleStep article_step(const ViewContext& context, const lesson::Step& step) {
  const StepWords words(context, step);
  ArticleStep out;
  out.id = step.id;
  out.title = context.in_language(step.title);
  out.text = words.of(now(context, step.text));
  out.try_it = words.of(now(context, step.try_it));
  out.watch_out = words.of(now(context, step.watch_out));
  const lesson::Formula& formula = now(context, step.formula);
  if (!formula.tex.empty()) out.formula = {formula.tex, formula.element_tex};
  if (!step.question) return out;
  ArticleQuestion& question = out.question.emplace();
  question.prompt = words.of(step.question->prompt);
  if (is_open(*step.question, context.state)) {
    question.answer = words.of(step.question->answer);
    return out;
  }
  for (const lesson::Part& part : step.question->parts)
    for (const lesson::AnswerOption& option : part.options) question.options.push_back(words.of(option.label));
  return out;
}

}  // namespace

std::string LessonScreen::article_json() const {
  std::vector<ArticleStep> steps;
  for (const lesson::Step& step : lesson_.steps) steps.push_back(article_step(*context_, step));
  return json::text_of(steps);
}

ReadingJson LessonScreen::reading(bool tables) const {
  ReadingJson out;
  out.view = &view_;
  out.step = step_json(*context_, view_, state_);
  if (tables) out.parts = parts_json(view_);
  if (tables) out.tensors = tables_json(*context_, view_);
  out.attention = attention_json(view_.attention, state_.attention);
  return out;
}

std::string LessonScreen::explanation_json() const {
  std::optional<ExplanationJson> out;
  if (explanation_) {
    out.emplace().view = &*explanation_;
    for (const graph::Line& line : explanation_->lines) {
      std::vector<PieceJson>& pieces = out->lines.emplace_back();
      for (const graph::Piece& piece : line.pieces) pieces.push_back({&piece, say(piece.note)});
    }
  }
  return json::text_of(out);
}

std::string LessonScreen::answer_key_json() const {
  const auto& question = lesson_.steps[context_->step()].question;
  std::optional<AnswerKey> out;
  if (question && !view_.closing) out = answer_key(*context_, *question);
  return json::text_of(out);
}

std::string LessonScreen::rows_json(graph::NodeId node, std::size_t first, std::size_t count) const {
  std::optional<RowsJson> out;
  if (node < graph_.size()) out = explorer::rows_json(*context_, node, first, count);
  return json::text_of(out);
}

Result<std::string> LessonScreen::tensor_json(std::string_view name) const {
  const std::optional<graph::NodeId> id = graph_.find(name);
  if (!id) {
    std::string names;
    for (graph::NodeId each = 0; each < graph_.size(); ++each)
      names += (each == 0 ? "" : ", ") + graph_.node(each).name;
    return graph::fail("tensor", std::string(name), say("refuse.no_tensor", {std::string(name), names}));
  }
  TensorJson out;
  out.node = &graph_.node(*id);
  std::size_t count = 1;
  for (const std::size_t length : out.node->shape) count *= length;
  graph::Index index(out.node->shape.size(), 0);
  for (std::size_t place = 0; place < count; ++place) {
    const float value = out.values.emplace_back(graph_.at(*id, index));
    if (std::isinf(value)) (value > 0 ? out.infinite : out.minus_infinite).push_back(place);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < out.node->shape[axis]) break;
      index[axis] = 0;
    }
  }
  return json::text_of(out);
}

}  // namespace explorer

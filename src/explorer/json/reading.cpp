// The step model as JSON for the reading view, from the same View that the canvas is drawn from:
// { "version", "language", "languages": [{"tag", "name", "current"}], "lesson": {"id", "title"}, "changed", "canUndo", "canRedo",
//   "steps": [{"id", "title", "current", "seen"}],
//   "step": { "id", "number", "count", "title", "text": [paragraph], "tryIt": [..], "watchOut": [..],
//     "formula": {"tex", "element"} | null, "code": {"line", "printed"} | null,
//     "controls": [{"name", "control", "label", "hint", "labelText": [..], "hintText": [..], "off": [..],
//                   "choices": [{"value", "label"}], "least", "most", "step", "value", "advanced", "changed"}],
//     "decimals", "question" (question_json.hpp), "random" },
//   "closing", "names" (closing_json.hpp), "attention" (attention_json.hpp), "large" (large_json.cpp),
//   "tensors": [{"node", "name", "symbol": {"base", "sub", "sup"}, "role", "shape", "caption", "rowLabels",
//     "columnLabels", "editable", "decimals", "random", "ours", "hidden", "rowCount", "columnCount",
//     "leading": [{"axis", "name", "count", "place", "label"}], "rowAxis", "rows": [[cell]], "summary": null | {..}}],
//   "focus": {"node", "index"} | null, "pinned", "reading", "colorSteps", "theme" }
// paragraph: {"item", "runs": [{"kind", "text", "role"}]}; cell: {"text", "value", "edited", "status"}.
// Over 400 cells in the slice that is shown, "rows" is empty and the summary has
// {"cells", "pageRows", "followedRow", "followed": [cell], "columnsLeftOut",
//  "largest": [{"index", "row", "column", "text", "value"}]}; rows_json() gives pages of rows.
// Tables are never transposed, even where the stage draws a matrix transposed: rows are the rows in code.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "explorer/json/attention_json.hpp"
#include "explorer/json/closing_json.hpp"
#include "explorer/json/json.hpp"
#include "explorer/json/question_json.hpp"
#include "explorer/link/link_reader.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/state/color_steps.hpp"
#include "explorer/state/impl.hpp"
#include "explorer/views/answer_key.hpp"
#include "explorer/views/sums.hpp"

namespace explorer {
namespace {

using json::Node;
using json::Writer;

constexpr std::size_t most_cells_read = 400;  // per table
constexpr std::size_t page_rows = 20;
constexpr std::size_t most_columns = 64;  // of a page or the followed row; JSON says when a row is longer
constexpr std::size_t most_largest = 8;

std::string_view kind_word(lesson::Run::Kind kind) {
  using Kind = lesson::Run::Kind;
  switch (kind) {
    case Kind::text: return "text";
    case Kind::strong: return "strong";
    case Kind::emphasis: return "emphasis";
    case Kind::code: return "code";
    case Kind::tex: return "tex";
    case Kind::role: return "role";
    case Kind::number: return "number";
  }
  return "text";
}

std::string_view control_word(lesson::Parameter::Control control) {
  using Control = lesson::Parameter::Control;
  switch (control) {
    case Control::choice: return "choice";
    case Control::toggle: return "toggle";
    case Control::number: return "number";
    case Control::text: return "text";
    case Control::order: return "order";
    case Control::picture: return "picture";
  }
  return "text";
}

std::size_t rows_of(const TensorView& tensor) { return tensor.shape.size() < 2 ? 1 : tensor.shape[tensor.row_axis]; }

class Reading {
 public:
  explicit Reading(const ViewContext& context) : context_(context) {}

  Node paragraphs(const Paragraphs& all) const {
    return out.array(all, [this](const lesson::Paragraph& paragraph) {
      const Node runs = out.array(paragraph.runs, [this](const lesson::Run& run) {
        return out.object({{"kind", out.text(kind_word(run.kind))},
                           {"text", out.text(run.text)},
                           {"role", out.text(graph::role_name(run.role))}});
      });
      return out.object({{"item", out.boolean(paragraph.item)}, {"runs", runs}});
    });
  }

  Node parameter(const lesson::ParameterValue& value) const {
    if (const auto* toggle = std::get_if<bool>(&value)) return out.boolean(*toggle);
    if (const auto* number = std::get_if<double>(&value)) return out.number(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return out.text(*text);
    return out.array(std::get<std::vector<double>>(value), [this](double place) { return out.number(place); });
  }

  Node control(const ControlView& view) const {
    const Node choices = out.array(view.choices, [this](const auto& choice) {
      return out.object({{"value", out.text(choice.first)}, {"label", out.text(choice.second)}});
    });
    return out.object({{"name", out.text(view.name)},
                       {"control", out.text(control_word(view.control))},
                       {"label", out.text(view.label)},
                       {"hint", out.text(view.hint)},
                       {"labelText", paragraphs(view.label_text)},
                       {"hintText", paragraphs(view.hint_text)},
                       {"off", paragraphs(view.off)},
                       {"choices", choices},
                       {"height", out.number(static_cast<double>(view.height))},
                       {"width", out.number(static_cast<double>(view.width))},
                       {"least", out.number(view.least)},
                       {"most", out.number(view.most)},
                       {"step", out.number(view.step)},
                       {"value", parameter(view.value)},
                       {"advanced", out.boolean(view.advanced)},
                       {"changed", out.boolean(view.changed)}});
  }

  Node question(const std::optional<QuestionView>& view) const {
    return question_node(out, view, [this](const Paragraphs& all) { return paragraphs(all); });
  }

  Node cell(const graph::CellRef& at) const {
    const CellView view = cell_view(context_, at);
    const bool hidden = view.status == CellView::Status::hidden;
    return out.object({{"text", out.text((sum_is_about(context_, at) ? "≈" : "") + view.text)},
                       {"value", hidden ? out.null() : out.number(view.value)},
                       {"edited", out.boolean(view.edited)},
                       {"status", out.text(status_word(view.status))}});
  }

  Node row(const TensorView& tensor, std::size_t place, std::size_t columns) const {
    graph::CellRef at{tensor.node, index_of(tensor, place, 0)};
    std::vector<Node> cells;
    for (std::size_t column = 0; column < columns; ++column) {
      if (!at.index.empty()) at.index.back() = column;
      cells.push_back(cell(at));
    }
    return out.array(cells);
  }

  Node rows(const TensorView& tensor, std::size_t first, std::size_t count, std::size_t columns) const {
    std::vector<Node> all;
    for (std::size_t place = first; place < std::min(first + count, rows_of(tensor)); ++place)
      all.push_back(row(tensor, place, columns));
    return out.array(all);
  }

  Node leading(const TensorView& tensor) const {
    std::vector<Node> axes;
    for (std::size_t axis = 0; axis + 1 < tensor.shape.size(); ++axis) {
      if (axis == tensor.row_axis) continue;
      const std::size_t place = tensor.leading[axes.size()];
      axes.push_back(
          out.object({{"axis", out.text(tensor.axis_words[axis])},
                      {"name", out.text(tensor.axis_names[axis])},
                      {"count", out.count(tensor.shape[axis])},
                      {"place", out.count(place)},
                      {"label", out.text(place < tensor.labels[axis].size() ? tensor.labels[axis][place] : "")}}));
    }
    return out.array(axes);
  }

  Node summary(const TensorView& tensor) const {
    const std::size_t columns = std::min(columns_of(tensor.shape), most_columns);
    std::size_t followed = 0;
    const std::optional<graph::CellRef>& focused = context_.state.focused;
    if (focused && focused->node == tensor.node && focused->index.size() >= 2)
      followed = focused->index[tensor.row_axis];
    const Node largest = out.array(largest_cells(tensor), [&](const graph::Index& index) {
      const CellView view = cell_view(context_, {tensor.node, index});
      const std::size_t axes = index.size();
      return out.object(
          {{"index", out.indices(index)},
           {"row",
            out.text(axes >= 2 ? place_label(context_, tensor.node, tensor.row_axis, index[tensor.row_axis]) : "")},
           {"column", out.text(axes >= 1 ? place_label(context_, tensor.node, axes - 1, index[axes - 1]) : "")},
           {"text", out.text(view.text)},
           {"value", out.number(view.value)}});
    });
    return out.object({{"cells", out.count(cell_count(tensor.shape))},
                       {"pageRows", out.count(page_rows)},
                       {"followedRow", out.count(followed)},
                       {"followed", row(tensor, followed, columns)},
                       {"columnsLeftOut", out.count(columns_of(tensor.shape) - columns)},
                       {"largest", largest}});
  }

  Node tensor(const TensorView& view) const {
    const std::size_t rows_here = rows_of(view), columns = columns_of(view.shape);
    const bool large = rows_here * columns > most_cells_read;
    const std::size_t axes = view.shape.size();
    const std::vector<std::string> none;
    return out.object({{"node", out.count(view.node)},
                       {"name", out.text(view.name)},
                       {"symbol", out.object({{"base", out.text(view.symbol.base)},
                                              {"sub", out.text(view.symbol.sub)},
                                              {"sup", out.text(view.symbol.sup)}})},
                       {"role", out.text(graph::role_name(view.role))},
                       {"shape", out.indices(view.shape)},
                       {"caption", out.text(view.caption)},
                       {"rowLabels", large || axes < 2 ? out.texts(none) : out.texts(view.labels[view.row_axis])},
                       {"columnLabels", axes < 1 ? out.texts(none) : out.texts(first_of(view.labels[axes - 1]))},
                       {"editable", out.boolean(view.editable)},
                       {"decimals", out.count(static_cast<std::size_t>(view.decimals))},
                       {"random", out.text(view.random)},
                       {"ours", out.boolean(view.ours)},
                       {"hidden", out.boolean(view.all_hidden)},
                       {"rowCount", out.count(rows_here)},
                       {"columnCount", out.count(columns)},
                       {"leading", leading(view)},
                       {"rowAxis", out.count(view.row_axis)},
                       {"rows", large ? out.array({}) : rows(view, 0, rows_here, columns)},
                       {"summary", large ? summary(view) : out.null()}});
  }

  static std::vector<std::string> first_of(const std::vector<std::string>& labels) {
    return {labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(std::min(labels.size(), most_cells_read))};
  }

  Writer out;

 private:
  // Of the slice that is shown, by magnitude of value; hidden and non-finite cells are left out.
  std::vector<graph::Index> largest_cells(const TensorView& tensor) const {
    std::vector<std::pair<float, graph::Index>> best;
    std::vector<float> values(columns_of(tensor.shape));
    for (std::size_t row = 0; row < rows_of(tensor); ++row) {
      const graph::Index start = index_of(tensor, row, 0);
      const std::size_t ahead = start.size() < 2 ? 0 : start.size() - 2;
      context_.graph.block(tensor.node, std::span(start).first(ahead), start.size() < 2 ? 0 : start[ahead], 1, 0,
                           values.size(), values);
      for (std::size_t column = 0; column < values.size(); ++column) {
        const bool poor = best.size() == most_largest && values[column] <= best.back().first;
        if (!std::isfinite(values[column]) || poor) continue;
        graph::Index index = index_of(tensor, row, column);
        if (context_.hidden.covers({tensor.node, index})) continue;
        const auto place = std::ranges::find_if(best, [&](const auto& one) { return one.first < values[column]; });
        best.insert(place, {values[column], std::move(index)});
        if (best.size() > most_largest) best.pop_back();
      }
    }
    std::vector<graph::Index> out_cells;
    for (auto& one : best) out_cells.push_back(std::move(one.second));
    return out_cells;
  }

  const ViewContext& context_;
};

Node cell_ref(const Writer& out, const std::optional<graph::CellRef>& cell) {
  if (!cell) return out.null();
  return out.object({{"node", out.count(cell->node)}, {"index", out.indices(cell->index)}});
}

std::string_view piece_word(graph::Piece::Kind kind) {
  using Kind = graph::Piece::Kind;
  return kind == Kind::text ? "text" : kind == Kind::name ? "name" : kind == Kind::number ? "number" : "result";
}

std::string_view level_word(graph::Piece::Level level) {
  using Level = graph::Piece::Level;
  return level == Level::raised ? "raised" : level == Level::lowered ? "lowered" : "base";
}

}  // namespace

std::string Explorer::reading_json() const {
  const View& view = impl_->view;
  const Reading reading(*impl_->context);
  const Writer& out = reading.out;
  const bool formula = !view.formula_tex.empty();
  const Node step = out.object(
      {{"id", out.text(view.step_id)},
       {"number", out.count(view.step + 1)},
       {"count", out.count(view.count)},
       {"title", out.text(view.step_title)},
       {"text", reading.paragraphs(view.text)},
       {"tryIt", reading.paragraphs(view.try_it)},
       {"watchOut", reading.paragraphs(view.watch_out)},
       {"formula",
        formula ? out.object({{"tex", out.text(view.formula_tex)}, {"element", out.text(view.formula_element_tex)}})
                : out.null()},
       {"code", view.code.empty()
                    ? out.null()
                    : out.object({{"line", out.text(view.code)}, {"printed", out.text(view.code_printed)}})},
       {"controls", out.array(view.controls, [&](const ControlView& one) { return reading.control(one); })},
       {"decimals", out.count(static_cast<std::size_t>(impl_->state.decimals))},
       {"question", reading.question(view.question)},
       {"random", out.text(view.random)},
       {"words", view.words ? out.array(view.words->words,
                                        [&](const std::string& word) {
                                          const WordsView& words = *view.words;
                                          const auto i = static_cast<std::size_t>(&word - words.words.data());
                                          return out.object(
                                              {{"word", out.text(word)},
                                               {"weight", out.text(words.texts[i])},
                                               {"followed", out.boolean(i == words.followed)},
                                               {"cell", cell_ref(out, graph::CellRef{words.weights, {i, i}})}});
                                        })
                            : out.null()}});

  const auto paragraphs = [&](const Paragraphs& all) { return reading.paragraphs(all); };
  std::set<graph::NodeId> written;
  std::vector<Node> tensors;
  const bool lesson = !impl_->state.large.shown;
  for (const BarsView& bars : view.bars)
    if (lesson && written.insert(bars.tensor.node).second) tensors.push_back(reading.tensor(bars.tensor));
  std::vector<FigureView> figures;
  if (lesson) figures = view.stage;  // a page also has room for the figures behind the switch
  if (lesson) figures.insert(figures.end(), view.aside.begin(), view.aside.end());
  const auto write = [&](const TensorView& tensor) {
    if (!written.insert(tensor.node).second) return;
    tensors.push_back(reading.tensor(tensor.transposed ? tensor_view(*impl_->context, tensor.node) : tensor));
  };
  for (const FigureView& figure : figures) {
    for (const TensorView& tensor : figure.tensors) write(tensor);
    if (figure.outline) write(*figure.outline);
  }

  return out.write(
      out.object({{"version", out.count(impl_->version)},
                  {"language", out.text(view.language)},
                  {"languages", out.array(view.languages,
                                          [&](const LanguageEntry& entry) {
                                            return out.object({{"tag", out.text(entry.tag)},
                                                               {"name", out.text(entry.name)},
                                                               {"current", out.boolean(entry.current)}});
                                          })},
                  {"lesson", out.object({{"id", out.text(view.lesson_id)}, {"title", out.text(view.lesson_title)}})},
                  {"changed", out.boolean(view.changed_from_lesson)},
                  {"canUndo", out.boolean(impl_->state.large.shown ? can_undo_large() : view.can_undo)},
                  {"canRedo", out.boolean(impl_->state.large.shown ? can_redo_large() : view.can_redo)},
                  {"steps", out.array(view.steps,
                                      [&](const StepEntry& entry) {
                                        return out.object({{"id", out.text(entry.id)},
                                                           {"title", out.text(entry.title)},
                                                           {"current", out.boolean(entry.current)},
                                                           {"seen", out.boolean(entry.seen)}});
                                      })},
                  {"step", step},
                  {"closing", closing_node(out, view.closing, paragraphs)},
                  {"names", names_node(out, view.names, paragraphs)},
                  {"tensors", out.array(tensors)},
                  {"attention", attention_node(out, view.attention, impl_->state.attention)},
                  {"focus", cell_ref(out, impl_->state.focused)},
                  {"pinned", out.boolean(impl_->state.pinned)},
                  {"reading", out.boolean(impl_->state.reading)},
                  {"contents", out.boolean(impl_->state.contents)},
                  {"large", impl_->large_json(*this)},
                  {"colorSteps", out.text(color_steps_word(impl_->state.color_steps))},
                  {"theme", out.text(theme_word(impl_->state.theme))}}));
}

std::string Explorer::explanation_json() const {
  const Writer out;
  if (!impl_->explanation) return out.write(out.null());
  const ExplanationView& view = *impl_->explanation;
  const auto piece = [&](const graph::Piece& one) {
    return out.object({{"kind", out.text(piece_word(one.kind))},
                       {"text", out.text(one.text)},
                       {"level", out.text(level_word(one.level))},
                       {"role", out.text(graph::role_name(one.role))},
                       {"note", out.text(impl_->say(one.note))},
                       {"symbol", out.object({{"base", out.text(one.symbol.base)},
                                              {"sub", out.text(one.symbol.sub)},
                                              {"sup", out.text(one.symbol.sup)}})},
                       {"cell", cell_ref(out, one.cell)}});
  };
  const Node lines = out.array(view.lines, [&](const graph::Line& line) { return out.array(line.pieces, piece); });
  const Node sources = out.array(view.sources, [&](const graph::CellRef& cell) { return cell_ref(out, cell); });
  return out.write(out.object({{"cell", cell_ref(out, view.cell)},
                               {"lines", lines},
                               {"rule", out.text(view.rule)},
                               {"rounding", out.text(view.rounding)},
                               {"spoken", out.text(view.spoken)},
                               {"sources", sources}}));
}

std::string Explorer::answer_key_json() const {
  const Reading reading(*impl_->context);
  const auto& question = impl_->lesson.steps[impl_->context->step()].question;
  if (!question || impl_->view.closing) return reading.out.null();
  return answer_key_node(reading.out, *impl_->context, *question,
                         [&](const Paragraphs& all) { return reading.paragraphs(all); });
}

std::string Explorer::rows_json(graph::NodeId node, std::size_t first, std::size_t count) const {
  const Reading reading(*impl_->context);
  const Writer& out = reading.out;
  if (node >= impl_->graph.size()) return out.write(out.null());
  const TensorView tensor = tensor_view(*impl_->context, node);
  const std::size_t rows = rows_of(tensor);
  const std::size_t columns = std::min(columns_of(tensor.shape), most_columns);
  const std::size_t from = std::min(first, rows);
  const std::size_t shown = std::min({count, rows - from, std::size_t{100}});
  std::vector<std::string> labels;
  for (std::size_t row = from; row < from + shown && tensor.shape.size() >= 2; ++row)
    labels.push_back(tensor.labels[tensor.row_axis][row]);
  return out.write(out.object({{"node", out.count(node)},
                               {"first", out.count(from)},
                               {"rowCount", out.count(rows)},
                               {"rowLabels", out.texts(labels)},
                               {"columnsLeftOut", out.count(columns_of(tensor.shape) - columns)},
                               {"rows", reading.rows(tensor, from, shown, columns)}}));
}

}  // namespace explorer

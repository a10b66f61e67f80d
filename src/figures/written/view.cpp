// The letters that the model wrote with the weights that are shown, where it looked for the one that is followed, and the
// lines of the run so far.
#include "figures/written/view.hpp"

#include <algorithm>

#include "explorer/views/view_context.hpp"
#include "figures/written/read.hpp"
#include "graph/core/basic.hpp"
#include "graph/core/operation.hpp"

namespace explorer {
namespace {

std::string spoken(const ViewContext& context, const std::string& letter) {
  if (letter == "·") return context.say("written.space");
  if (letter == "¶") return context.say("written.paragraph");
  return context.say("written.letter", {letter});
}

class Reader {
 public:
  Reader(const ViewContext& context, const lesson::WrittenFigure& figure)
      : context_(context),
        graph_(context.graph),
        line_(*graph_.find(figure.line)),
        letters_(*graph_.find(figure.letters)),
        weights_(*graph_.find(figure.weights)) {}

  void show(WrittenView& view) const {
    view.weights = weights_;
    const graph::Node& node = graph_.node(weights_);
    const std::size_t heads = node.shape.size() - 3, rows = node.shape[heads + 1];
    view.length = rows + 1;
    view.role = node.role;
    view.axis = known_name(node, heads);
    const bool counts = weights_count();
    for (std::size_t i = 0; i <= heads; ++i) view.leading.push_back(leading_place(context_, weights_, i));
    for (std::size_t i = 0; counts && i < node.shape[heads]; ++i) view.heads.push_back(std::to_string(i + 1));
    lines(view);
    find_brightest(view, rows);
    view.title = context_.say("written.title");
    if (!context_.state.document.trained) return;
    view.title = context_.say("written.title.at", {std::to_string(wrote_at(view))});
    for (std::size_t i = 0; i <= rows; ++i) view.letters.push_back(letter(graph_.at(line_, graph::Index{i})));
    const auto& focused = context_.state.focused;
    const bool own = focused && focused->node == weights_ && focused->index[heads + 1] < rows;
    view.followed = own ? focused->index[heads + 1] + 1 : rows;
    if (!counts) {
      view.note = context_.say("written.off");
      return;
    }
    const graph::CellRef brightest = view.cell(view.followed);
    graph::Index cell = brightest.index;
    for (std::size_t i = 0; i < view.followed; ++i) {
      cell.back() = i;
      view.attention.push_back(graph_.at(weights_, cell));
    }
    const std::size_t looked = brightest.index.back();
    view.note =
        context_.say("written.note", {spoken(context_, view.letters[view.followed]), view.heads[view.leading.back()],
                                      spoken(context_, view.letters[looked]), std::to_string(view.followed - looked),
                                      cell_view(context_, brightest).text});
  }

 private:
  // Of the head that is shown. The mask hides what comes later, where the weight is 0.
  void find_brightest(WrittenView& view, std::size_t rows) const {
    std::vector<float> weights(rows * rows);
    graph_.block(weights_, view.leading, 0, rows, 0, rows, weights);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto first = weights.begin() + static_cast<std::ptrdiff_t>(row * rows);
      view.brightest.push_back(
          static_cast<std::size_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(row + 1)) - first));
    }
  }

  std::string letter(float id) const {
    const auto place = static_cast<std::size_t>(std::max(id, 0.0f));
    return known_label(graph_.node(letters_), 0, place).value_or("□");  // a row that no letter of the text uses
  }

  // Whether the loss is made from the weights: not when a switch has multiplied what they give by 0.
  bool weights_count() const {
    const auto& training = context_.lesson.training;
    const auto loss = training ? graph_.find(training->loss) : std::nullopt;
    if (!loss) return true;
    std::vector<bool> seen(*loss + 1, false);
    std::vector<graph::NodeId> open{*loss};
    while (!open.empty()) {
      const graph::NodeId id = open.back();
      open.pop_back();
      if (id == weights_) return true;
      const graph::Node& node = graph_.node(id);
      if (seen[id] || is_nothing(node)) continue;
      seen[id] = true;
      open.insert(open.end(), node.inputs.begin(), node.inputs.end());
    }
    return false;
  }

  static bool is_nothing(const graph::Node& node) {
    return node.operation == graph::find_operation("scale") && graph::number(node.options, "factor", 1) == 0;
  }

  // The source that the line is made of: which one depends on parameters.
  const std::string& source() const {
    graph::NodeId id = line_;
    while (!graph_.node(id).inputs.empty()) id = graph_.node(id).inputs.front();
    return graph_.node(id).name;
  }

  // While the run goes on, the last line that was due stays; when it pauses, it writes one with the weights reached.
  std::size_t wrote_at(const WrittenView& view) const {
    const bool goes_on = context_.state.training.running || context_.state.training.target;
    const std::size_t step = context_.state.document.trained->step;
    if (!goes_on) return step;
    const auto due =
        std::ranges::find_if(view.lines.rbegin(), view.lines.rend(), [](const auto& line) { return !line.later; });
    return due == view.lines.rend() ? step : due->step;
  }

  void lines(WrittenView& view) const {
    const auto run = std::ranges::find(context_.runs, context_.run_now, &Run::id);
    if (run == context_.runs.end()) return;
    const std::size_t step = context_.state.document.trained ? context_.state.document.trained->step : 0;
    for (const Written& one : run->written)
      for (const auto& [name, ids] : one.lines) {
        if (name != source() || ids.empty()) continue;
        WrittenView::Line& line = view.lines.emplace_back(
            one.step, context_.say("training.step", {std::to_string(one.step)}), "", one.step > step);
        for (std::size_t i = 1; i < ids.size(); ++i) {
          const std::string sign = letter(ids[i]);
          line.text += sign == "·" ? " " : sign;
        }
      }
  }

  const ViewContext& context_;
  const graph::Graph& graph_;
  graph::NodeId line_, letters_, weights_;
};

}  // namespace

std::shared_ptr<ShownFigure> view_written_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto shown = std::make_shared<WrittenView>();
  Reader(context, static_cast<const lesson::WrittenFigure&>(given)).show(*shown);
  return shown;
}

FigureText WrittenView::text(const ViewContext& context) const {
  FigureText text;
  text.title = title;
  for (const Line& line : lines) text.quotes.push_back({line.title, line.text});
  if (lines.empty()) text.paragraphs.push_back(context.say("written.none"));
  text.status = note;
  if (!letters.empty() && heads.size() > 1)
    text.slice = FigureText::Slice{context.say("written.heads"), axis, heads, leading.back()};
  for (std::size_t i = 1; i < letters.size(); ++i)
    text.items.push_back(
        {letters[i], i < attention.size() ? graph::format_number(attention[i], 2) : "", i == followed, cell(i)});
  return text;
}

}  // namespace explorer

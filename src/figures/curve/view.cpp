// The curve of a step, and what is said about it in words.
#include "figures/curve/view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explorer/views/view_context.hpp"
#include "figures/curve/read.hpp"

namespace explorer {
namespace {

CurveView::Line line_of(const ViewContext& context, const std::string& name) {
  CurveView::Line line;
  const graph::NodeId node = *context.graph.find(name);
  line.tensor = tensor_view(context, node);
  for (std::size_t i = 0; i < context.graph.node(node).shape[0]; ++i) {
    const CellView cell = cell_view(context, {node, {i}});
    const bool shown = cell.status == CellView::Status::shown;
    line.values.push_back(shown ? cell.value : std::numeric_limits<float>::quiet_NaN());
    line.texts.push_back(cell.text);
  }
  return line;
}

// The number parameter that makes up the only cell of a tensor, such as {"factor": {"parameter": "nudge"}} of a 1.
std::string parameter_behind(const ViewContext& context, const std::string& name) {
  const auto tensor = std::ranges::find(context.lesson.tensors, name, &lesson::Tensor::name);
  if (tensor == context.lesson.tensors.end()) return {};
  const auto* made = std::get_if<lesson::OperationSource>(&tensor->making.source);
  if (!made || made->operation != "scale") return {};
  const auto factor = made->options.find("factor");
  const auto* bound = factor == made->options.end() ? nullptr : std::get_if<lesson::ParameterRef>(&factor->second);
  return bound ? bound->name : std::string();
}

// "L: 1.36 at 0, 2.10 at 2; least, 0.36, at 0.80."
std::string note_on(const ViewContext& context, const CurveView::Line& over, const CurveView::Line& line) {
  const auto known = [](float value) { return !std::isnan(value); };
  if (!std::ranges::all_of(line.values, known) || line.values.empty()) return "";
  const auto least = static_cast<std::size_t>(std::ranges::min_element(line.values) - line.values.begin());
  const std::string& from = over.texts.front();
  const std::string& to = over.texts.back();
  return context.say("curve.note", {graph::plain(line.tensor.symbol), line.texts.front(), from, line.texts.back(), to,
                                    line.texts[least], over.texts[least]});
}

}  // namespace

std::shared_ptr<ShownFigure> view_curve_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto& asked = static_cast<const lesson::CurveFigure&>(given);
  const auto shown = std::make_shared<CurveView>();
  CurveView& curve = *shown;
  curve.over = line_of(context, asked.over);
  for (const std::string& name : asked.lines) {
    curve.lines.push_back(line_of(context, name));
    if (std::string note = note_on(context, curve.over, curve.lines.back()); !note.empty())
      curve.notes.push_back(std::move(note));
  }
  if (!asked.point[0].empty()) {
    curve.point = {number_view(context, asked.point[0]), number_view(context, asked.point[1])};
    curve.moved_by = parameter_behind(context, asked.point[0]);
  }
  for (const std::string& name : asked.marks) curve.marks.push_back(number_view(context, name));
  return shown;
}

std::vector<FigureView> CurveView::matrices() const {
  FigureView view;
  view.tensors.push_back(over.tensor);
  for (const Line& line : lines) view.tensors.push_back(line.tensor);
  return {view};
}

FigureText CurveView::text(const ViewContext&) const {
  FigureText text;
  text.paragraphs = notes;
  return text;
}

}  // namespace explorer

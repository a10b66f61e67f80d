// The order to the trainer as JSON, and the run for the reading view: a table of losses and the heads.
#include "explorer/training/training_json.hpp"

#include <algorithm>
#include <limits>

#include "explorer/json/json.hpp"
#include "explorer/json/write.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/views/view_context.hpp"
#include "figures/training/view_parts.hpp"
#include "graph/core/basic.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_rows = 12;

}  // namespace

std::optional<TrainingJson> training_json(const View& of, const graph::Graph& graph) {
  const auto* view = of.figure<TrainingView>();
  if (!view) return std::nullopt;
  TrainingJson out;
  out.view = &*view;
  const std::size_t count = view->losses.size();
  // Rows are of steps at which the held-out loss was measured.
  const std::size_t measured = view->apart.size() < 2 ? 1 : view->apart[1].step - view->apart[0].step;
  const std::size_t between =
      std::max<std::size_t>((count + most_rows * measured - 1) / (most_rows * measured), 1) * measured;
  for (std::size_t step = 0; step < count; step += between) {
    LossRowJson row{step, loss_text(static_cast<double>(view->losses[step])), {}, {}, {}};
    const auto per_cent = [](double share) { return print_number("%.*f", 1, 100 * share); };
    if (step < view->right.size()) row.right = per_cent(static_cast<double>(view->right[step]));
    for (const HeldOut& one : view->apart) {
      if (one.step != step) continue;
      row.held_out = loss_text(one.loss);
      if (one.right) row.right_held_out = per_cent(*one.right);
    }
    out.rows.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < view->weights.size(); ++i)
    out.weights.push_back({view->weights[i], view->weight_names[i]});
  if (view->weight) {
    const TrainingView::Weight& weight = *view->weight;
    WeightJson one{&weight, graph.node(weight.cell.node).shape, {}};
    const std::size_t known = weight.samples.size(),
                      every = std::max<std::size_t>((known + most_rows - 1) / most_rows, 1);
    for (std::size_t i = 0; i < known; i += every)
      one.rows.push_back(
          {weight.samples[i].step, weight_text(weight.samples[i].value), slope_text(weight.samples[i].slope)});
    out.weight = std::move(one);
  }
  return out;
}

std::string training_order_json(const std::optional<TrainingOrder>& order) {
  if (!order) return "null";
  OrderJson out{order->run,    order->changes,  {},           {},          {}, order->from, order->until,
                order->losses, order->held_out, order->paced, order->keep, {}, order->ahead};
  if (order->weight) out.weight = OrderJson::Weight{order->weight->tensor, order->weight_cell};
  for (const auto& [name, value] : order->settings.parameters) out.parameters.emplace_back(name, value);
  out.edits = order->settings.edits;
  for (const auto& [step, rate] : order->rates) out.rates.push_back({step, rate});
  return json::text_of(out);
}

Result<TrainingReport> LessonScreen::read_report(std::string_view text, std::span<const float> weights) const {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const json::Value root = document->root();
  const auto index = [](const json::Value& value) { return value.index().value_or(0); };
  const auto loss = [](const json::Value& value) {
    return value.number().value_or(std::numeric_limits<double>::quiet_NaN());
  };
  TrainingReport report;
  report.run = static_cast<unsigned>(index(root["run"]));
  report.changes = static_cast<unsigned>(index(root["changes"]));
  report.ahead = root["ahead"].boolean().value_or(false);
  report.first = index(root["first"]);
  for (const json::Value& one : root["losses"].items()) report.losses.push_back(static_cast<float>(loss(one)));
  for (const json::Value& one : root["heldOut"].items())
    report.held_out.push_back({index(one["step"]), loss(one["loss"]), one["right"].number()});
  for (const json::Value& one : root["right"].items()) report.right.push_back(static_cast<float>(loss(one)));
  for (const json::Value& one : root["written"].items()) {
    Written& written = report.written.emplace_back(Written{index(one["step"]), {}});
    for (const json::Value& line : one["lines"].items()) {
      std::vector<float> ids;
      for (const json::Value& id : line["ids"].items()) ids.push_back(static_cast<float>(index(id)));
      written.lines.emplace_back(std::string(line["name"].text().value_or("")), std::move(ids));
    }
  }
  report.step = index(root["step"]);
  report.stopped = root["stopped"].index();
  const auto next_weights = [&]() -> Result<std::shared_ptr<const TrainedWeights>> {
    auto trained = std::make_shared<TrainedWeights>();
    for (const json::Value& one : root["names"].items()) {
      const std::size_t count = index(one["count"]);
      if (count > weights.size())
        return graph::fail("training", "/names", "There are too few weights for these names.");
      trained->emplace_back(std::string(one["name"].text().value_or("")),
                            std::vector(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(count)));
      weights = weights.subspan(count);
    }
    return trained;
  };
  for (const json::Value& one : root["steps"].items()) {
    auto trained = next_weights();
    if (!trained) return std::unexpected(trained.error());
    if (one.index() == report.step) report.weights = *trained;
    report.kept.push_back({index(one), std::move(*trained)});
  }
  if (const json::Value weight = root["weight"]; weight.exists() && shows_run()) {
    // Its place, row by row, as the order names it.
    WeightRecord record;
    record.cell.tensor = std::string(weight["tensor"].text().value_or(""));
    const auto node = graph_.find(record.cell.tensor);
    if (node) record.cell.index = graph::index_at(graph_.node(*node).shape, index(weight["cell"]));
    for (const json::Value& one : weight["samples"].items())
      record.samples.push_back({index(one["step"]), loss(one["value"]), loss(one["slope"])});
    if (const json::Value nudged = weight["nudged"]; nudged["by"].exists())
      record.nudged =
          NudgedWeight{index(nudged["step"]), loss(nudged["by"]), loss(nudged["slope"]), loss(nudged["nudged"])};
    if (node) report.weight = std::move(record);
  }
  return report;
}

}  // namespace explorer

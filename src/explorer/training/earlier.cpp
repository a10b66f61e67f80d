// See earlier.hpp; and the maps of earlier steps, from the weights that are kept of a run.
#include "explorer/training/earlier.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/lesson/screen.hpp"
#include "explorer/state/cells.hpp"
#include "figures/training/read.hpp"
#include "lesson/run/held_out.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_kept = 6;

}  // namespace

std::size_t kept_interval(std::size_t planned) {
  const double rough = std::max(static_cast<double>(planned) / most_kept, 1.0);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double share = rough / power;
  return static_cast<std::size_t>(std::lround(power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10)));
}

Result<void> put_numbers(graph::Graph& in, const TrainedWeights& numbers) {
  std::vector<graph::Graph::Cells> cells;
  for (const auto& [name, values] : numbers)
    if (const auto id = in.find(name)) cells.push_back({*id, values});
  return in.replace(cells);
}

bool is_weight_of(const graph::Graph& graph, const Run& run, const WeightCell& weight) {
  const auto id = graph.find(weight.tensor);
  return id && std::ranges::contains(run.parameters, weight.tensor) && within(graph.node(*id).shape, weight.index);
}

std::optional<graph::CellRef> looked_weight(const graph::Graph& graph, const Run& run, const RunLook& look) {
  if (look.part != RunPart::weight || run.parameters.empty()) return std::nullopt;
  if (look.weight && is_weight_of(graph, run, *look.weight))
    return graph::CellRef{*graph.find(look.weight->tensor), look.weight->index};
  const auto makes_queries = [&](const std::string& name) {
    return graph.node(*graph.find(name)).role == graph::Role::query_projection;
  };
  const auto found = std::ranges::find_if(run.parameters, makes_queries);
  const graph::NodeId id = *graph.find(found == run.parameters.end() ? run.parameters.front() : *found);
  graph::Index middle;
  for (const std::size_t length : graph.node(id).shape) middle.push_back(length / 2);
  return graph::CellRef{id, middle};
}

bool LessonScreen::is_fresh(graph::NodeId node) const {
  return held_out_batch_ && std::ranges::contains(*held_out_batch_, graph_.node(node).name,
                                                  &std::pair<std::string, std::vector<float>>::first);
}

Result<std::shared_ptr<const TrainedWeights>> LessonScreen::batch_to_show() {
  if (!shows_run()) return nullptr;
  const lesson::Overrides settings = run_settings(state_.document);
  const std::pair key(
      decltype(held_out_of_)::value_type::first_type(settings.parameters.begin(), settings.parameters.end()),
      settings.edits);
  if (held_out_of_ != key) {
    auto batch = lesson::held_out_batch(lesson_, settings);
    if (!batch) return std::unexpected(batch.error());
    if (!held_out_batch_ || *held_out_batch_ != *batch)
      held_out_batch_ = std::make_shared<TrainedWeights>(std::move(*batch));
    held_out_of_ = key;
  }
  return held_out_batch_->empty() ? nullptr : held_out_batch_;
}

void LessonScreen::keep_maps() {
  const Run* run = shows_run() ? run_of_now() : nullptr;
  const auto* figure = lesson::figure_of<lesson::TrainingFigure>(lesson_.steps[step_place()].figures);
  const auto maps = run && figure && !figure->maps.empty() ? graph_.find(figure->maps) : std::nullopt;
  if (!maps) {
    kept_maps_.clear();
    kept_maps_of_.reset();
    return;
  }
  const graph::Shape& shape = graph_.node(*maps).shape;
  MapsOf now{run->id, state_.document, *maps, {}};
  now.document.trained.reset();
  now.document.aside.clear();
  for (std::size_t axis = 0; axis + 3 < shape.size(); ++axis)
    now.leading.push_back(leading_place(*context_, *maps, axis));
  if (kept_maps_of_ != now) kept_maps_.clear();
  std::erase_if(kept_maps_, [&](const KeptMaps& one) {
    return one.step > 0 && !std::ranges::contains(run->kept, one.step, &KeptWeights::step);
  });
  kept_maps_of_ = now;
  bool other = false;
  const auto keep = [&](std::size_t step, const TrainedWeights* weights) {
    if (!weights || step >= trained_steps() || std::ranges::contains(kept_maps_, step, &KeptMaps::step)) return;
    if (!put_numbers(graph_, *weights)) return;
    other = true;
    const std::size_t heads = shape.end()[-3], rows = shape.end()[-2], columns = shape.end()[-1];
    KeptMaps made{step, std::vector<float>(heads * rows * columns)};
    graph::Index leading = now.leading;
    leading.push_back(0);
    for (std::size_t head = 0; head < heads; ++head) {
      leading.back() = head;
      graph_.block(*maps, leading, 0, rows, 0, columns,
                   std::span(made.values).subspan(head * rows * columns, rows * columns));
    }
    kept_maps_.insert(std::ranges::lower_bound(kept_maps_, step, {}, &KeptMaps::step), std::move(made));
  };
  keep(0, own_weights_.get());
  for (const KeptWeights& one : run->kept) keep(one.step, one.weights.get());
  if (other && weights_in_graph_) std::ignore = put_numbers(graph_, *weights_in_graph_);
}

}  // namespace explorer

// Carries out the commands of an attention figure. They only change what is looked at, so undo does not cover them.
#include <algorithm>
#include <cmath>

#include "explorer/lesson/screen.hpp"
#include "explorer/state/cells.hpp"

namespace explorer {
namespace {

// Sorted, without duplicates; nothing when an index is out of range.
std::optional<std::vector<std::size_t>> set_of(std::vector<std::size_t> places, std::size_t count) {
  if (places.empty() || std::ranges::any_of(places, [&](std::size_t place) { return place >= count; }))
    return std::nullopt;
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  return places;
}

std::string last_of(std::size_t count) { return std::to_string(std::max<std::size_t>(count, 1) - 1); }

}  // namespace

void LessonScreen::follow_query(const graph::CellRef& cell) {
  const lesson::Figure* figure = attention_figure(lesson_.steps[step_place()]);
  if (figure == nullptr || cell.index.size() < 2) return;
  const std::string& name = graph_.node(cell.node).name;
  if (name != figure->tensors.front() && name != figure->scores) return;
  const std::size_t query = cell.index[cell.index.size() - 2];
  if (!std::ranges::contains(state_.attention.queries, query)) state_.attention.queries = {query};
}

Result<Touched> LessonScreen::carry_out(const SelectHeads& command) {
  if (!view_.attention) return graph::fail("attention", "", say("refuse.no_attention"));
  const AttentionView& shown = *view_.attention;
  auto heads = set_of(command.heads, shown.heads.size());
  if (!heads) return graph::fail("heads", "", say("refuse.heads", {last_of(shown.heads.size())}));
  if (*heads == shown.selected || shown.head_axis.empty()) return Touched::nothing;
  const auto found = state_.leading.find(shown.head_axis);
  const std::size_t current = found == state_.leading.end() ? 0 : found->second;
  const std::size_t leads = std::ranges::contains(*heads, current) ? current : heads->front();
  if (leads != current) {
    if (Result<Touched> moved = carry_out(SetLeading{shown.head_axis, leads}); !moved) return moved;
  }
  state_.attention.heads = heads->size() > 1 ? *heads : std::vector<std::size_t>{};
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const FollowQueries& command) {
  if (!view_.attention) return graph::fail("attention", "", say("refuse.no_attention"));
  auto queries = set_of(command.queries, view_.attention->queries);
  if (!queries) return graph::fail("queries", "", say("refuse.queries", {last_of(view_.attention->queries)}));
  if (*queries == view_.attention->followed) return Touched::nothing;
  state_.attention.queries = std::move(*queries);
  // The selected cell moves to the row that is followed now.
  if (state_.focused &&
      (state_.focused->node == view_.attention->weights.node || state_.focused->node == view_.attention->shown.node)) {
    std::size_t& row = state_.focused->index[state_.focused->index.size() - 2];
    if (!std::ranges::contains(state_.attention.queries, row)) row = state_.attention.queries.front();
  }
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const CompareHead& command) {
  if (!view_.attention) return graph::fail("attention", "", say("refuse.no_attention"));
  const std::size_t count = view_.attention->heads.size();
  if (command.head && (count < 2 || *command.head >= count))
    return graph::fail("heads", "", count < 2 ? say("refuse.one_head") : say("refuse.heads", {last_of(count)}));
  if (command.head == state_.attention.compared) return Touched::nothing;
  state_.attention.compared = command.head;
  state_.hovered.reset();
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const SwitchHeadsOff& command) {
  if (!view_.attention) return graph::fail("attention", "", say("refuse.no_attention"));
  if (!view_.attention->can_switch) return graph::fail("heads", "", say("refuse.not_combined"));
  const std::size_t count = view_.attention->heads.size();
  std::optional<std::vector<std::size_t>> heads(std::in_place);
  if (!command.heads.empty()) heads = set_of(command.heads, count);
  if (!heads) return graph::fail("heads", "", say("refuse.heads", {last_of(count)}));
  if (*heads == state_.attention.off) return Touched::nothing;
  state_.attention.off = std::move(*heads);
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const ShowAttention& command) {
  if (const ShownFigure* const figure = view_.switched(); figure && command.matrices) {
    const bool changes = figure->has_matrices && *command.matrices == figure->is_shown;
    if (!changes) return Touched::nothing;
    state_.attention.matrices = command.matrices;
    if (!view_.own && !*command.matrices) state_.attention.matrices.reset();  // as at first
    state_.hovered.reset();
    return Touched::view;
  }
  if (!view_.attention) return graph::fail("attention", "", say("refuse.no_attention"));
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };  // false for NaN
  if (command.threshold && !is_share(*command.threshold)) return graph::fail("threshold", "", say("refuse.threshold"));
  const AttentionLook before = state_.attention;
  AttentionLook& look = state_.attention;
  if (command.matrices && view_.attention->has_matrices) look.matrices = *command.matrices;
  if (command.scores && view_.attention->has_scores) look.scores = *command.scores;
  if (command.shared) look.shared = *command.shared;
  if (command.threshold) look.threshold = std::round(*command.threshold * 1000) / 1000;
  if (look == before) return Touched::nothing;
  state_.hovered.reset();
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const ZoomAttention& command) {
  if (!view_.attention) return graph::fail("attention", "", say("refuse.no_attention"));
  const bool known = command.zoom >= 1 && command.zoom <= most_attention_zoom && command.x >= 0 && command.x <= 1 &&
                     command.y >= 0 && command.y <= 1;
  if (!known) return graph::fail("zoom", "", say("refuse.zoom"));
  const auto rounded = [](double value) { return std::round(value * 10'000) / 10'000; };
  AttentionLook next = state_.attention;
  next.zoom = rounded(command.zoom);
  next.x = next.zoom > 1 ? rounded(command.x) : 0.5;
  next.y = next.zoom > 1 ? rounded(command.y) : 0.5;
  if (next == state_.attention) return Touched::nothing;
  state_.attention = std::move(next);
  return Touched::look;
}

}  // namespace explorer

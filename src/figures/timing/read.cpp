// What is timed: how many tokens, and features.
#include "figures/timing/read.hpp"

#include "lesson/read/reader.hpp"

namespace lesson {

std::shared_ptr<StepFigure> read_timing_figure(const Cursor& place, const Known& known) {
  constexpr std::int64_t most_features = 256;
  auto timing = std::make_shared<TimingFigure>();
  if (!place.object({"tokens", "features"})) return timing;
  timing->tokens = read_tensor_name(place.required("tokens"), known);
  if (const Cursor features = place.required("features"); features.exists())
    timing->features = static_cast<std::size_t>(features.integer(1, most_features));
  return timing;
}

graph::Result<void> TimingFigure::check(const Lesson&, const graph::Graph& graph) const {
  if (!has_one_cell(graph, tokens))
    return fail("figure", pointer + "/tokens",
                {"“", tokens, "” has several cells. Name a tensor with one: the number of tokens."});
  return {};
}

}  // namespace lesson

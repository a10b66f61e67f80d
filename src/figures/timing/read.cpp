// What is timed: how many tokens, and features.
#include "figures/timing/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {

template <>
struct Described<TimingFigure>
    : Object<"timingFigure",
             Needed<"tokens", &TimingFigure::tokens, TensorName, "A tensor with one cell: how many tokens">,
             Needed<"features", &TimingFigure::features, Whole<1, 256>, "Of queries, keys and values">> {
  static constexpr std::string_view note =
      "Before the stage: attention over the whole matrix and in tiles, timed in the page when the reader asks";
};

template struct FigureOf<TimingFigure>;

graph::Result<void> TimingFigure::check(const Lesson&, const graph::Graph& graph) const {
  if (!has_one_cell(graph, tokens))
    return fail("figure", pointer + "/tokens",
                {"“", tokens, "” has several cells. Name a tensor with one: the number of tokens."});
  return {};
}

}  // namespace lesson

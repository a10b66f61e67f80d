// An untrusted lesson file: it parses or is refused with a place and a sentence; what parses runs or is refused likewise, and
// every cell of a small result can be explained. The same with a tutorial's letters.
#include "fuzz.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run/run.hpp"

namespace {

void read_back(const graph::Graph& graph) {
  for (graph::NodeId id = 0; id < graph.size(); ++id) {
    const graph::Shape& shape = graph.node(id).shape;
    graph::Index index(shape.size(), 0);
    bool empty = false;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      empty = empty || shape[axis] == 0;
      if (shape[axis] > 0) index[axis] = shape[axis] - 1;
    }
    if (!empty) graph.explain(id, index, 2);
  }
  for (const auto language : {graph::Language::pytorch, graph::Language::numpy, graph::Language::tex})
    graph::export_code(graph, language, "fuzz");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto lesson = lesson::parse(as_text(data, size));
  if (!lesson) {
    claim(!lesson.error().message.empty() && !lesson.error().code.empty());
    return 0;
  }
  const auto graph = lesson::run(*lesson, {});
  if (!graph) {
    claim(!graph.error().message.empty());
    return 0;
  }
  if (graph->multiply_adds() < 1e5) read_back(*graph);
  if (lesson->letters.empty()) return 0;
  const auto other = lesson::parse(as_text(data, size), lesson::Letters::tutorial);
  claim(other ? other->tensors.size() == lesson->tensors.size() : !other.error().message.empty());
  return 0;
}

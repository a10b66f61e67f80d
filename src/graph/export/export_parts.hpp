// What the scripts of a graph are put together from; export.cpp has them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/core/graph.hpp"

namespace graph {

using Wanted = std::function<bool(NodeId)>;

// The random sources of each generator in the order in which they were drawn, discarded draws included: those that are
// wanted, in PyTorch.
std::string seeded(const Graph& graph, const std::vector<std::string>& names, const HiddenCells& hidden,
                   const Wanted& wanted = {});
// "name = torch.tensor([[1, 2], …])", or np.array.
std::string listed(const Graph& graph, NodeId id, const std::string& name, bool torch, const HiddenCells& hidden);
// A line, after the one before, for each cell of a source that the reader has changed.
std::string changed_by_hand(const Graph& graph, NodeId id, const std::string& name, const HiddenCells& hidden);
// Of a source whose numbers are in a file: the lines that load them, and what the reader has changed.
std::string loaded(const Graph& graph, NodeId id, const std::string& name, bool torch, const HiddenCells& hidden);
// The imports that those of a graph need.
std::string loading_imports(const Graph& graph, bool torch);
// A node's operation in that language.
std::string statement(const Graph& graph, NodeId id, Language language, const std::vector<std::string>& names);

}  // namespace graph

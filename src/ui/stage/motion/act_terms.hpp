// The products of two numbers that make one cell, for motions that show a cell in detail: those of a product along its
// arcs, and pairs of cells where there are none.
#pragma once

#include "ui/stage/motion/motion.hpp"

namespace ui {

// The block of a tensor: in the figure of the block `by` if it is there, else the first on stage.
std::optional<std::size_t> block_on_stage(const StageScene& scene, graph::NodeId id, std::size_t by);

// Sets terms, tiles and detail of a product whose lead is chosen. Products that share their left operand share its arcs:
// only the explained one has terms, else the first.
void choose_terms(const StageScene& scene, Act& act, const std::optional<std::size_t>& explained);
// Of a lead that is a sum of numbers and of products of two numbers on stage: sets the numbers as addends and, unless it
// is a product along arcs, the products as pairs. Pairs are drawn as tiles where pills have no room.
void find_pairs(const graph::Graph& graph, const StageScene& scene, Act& act);

}  // namespace ui

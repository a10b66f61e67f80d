// Operations that only move cells: the base of reshape, permute, heads, patches and the like. Each says where a cell
// comes from; the values come from the core, so that a test can compare both.
#pragma once

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {

class Rearrangement : public Basic {
 public:
  Explanation explain(const CellContext& cell) const override { return explain_copy(cell, origin(cell), rule(cell)); }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    const CellRef from = origin(cell);
    if (input(cell, i, {}).node != from.node) return {};
    return {from.index};
  }
  Sign sign() const override { return Sign::of_inputs; }
  Layout layout() const override { return Layout::reshape; }

 protected:
  virtual CellRef origin(const CellContext& cell) const = 0;
  virtual Message rule(const CellContext&) const { return {"rule.copy", {}}; }

  // Of the operations that make heads.
  static std::span<const OptionSpec> heads_options() {
    static constexpr OptionSpec all[] = {integer_option("heads", "how many heads", std::nullopt, 1, 1e6)};
    return all;
  }
  static std::size_t heads_of(const Options& options) { return static_cast<std::size_t>(integer(options, "heads", 1)); }
};

}  // namespace graph

// The largest or the smallest number along an axis: the base of max and min.
#pragma once

#include "graph/ops/reduce/reduction.hpp"

namespace graph {

class Extreme final : public Reduction {
 public:
  using Function = Result<attention::Tensor> (*)(const attention::Tensor& x, int axis, bool keep_dim);
  Extreme(std::string_view name, std::string_view doc, std::string_view rule, Function function)
      : name_(name), doc_(doc), rule_(rule), function_(function) {}

  std::string_view name() const override { return name_; }
  std::string_view doc() const override { return doc_; }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<CellRef> cells = line(cell);
    Writer writer(cell);
    std::vector<Term> terms;
    writer.name().relate().text(joined({name_, "("}));
    const double own = cell.graph.at(cell.node, cell.index);
    bool first = true;
    for (const CellRef& ref : cells) {
      if (!first) writer.text(", ");
      first = false;
      writer.cell(ref, note(cell, ref));
      if (terms.empty() && writer.value(ref) == own) terms.push_back({own, {ref}});
    }
    writer.text(")").relate().result();
    if (terms.empty()) terms.push_back({own, cells});
    return writer.finish(Combine::copy, std::move(terms), {std::string(rule_), {std::to_string(cells.size())}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    if (i == 0)
      for (const CellRef& ref : line(cell)) out.push_back(ref.index);
    return out;
  }

  Result<void> derivative(Derivative& d) const override {
    const NodeId largest = d.apply("eq", {d.input(0), unreduced(d, d.result())});
    const NodeId how_many = reduced_alike(d, "sum", largest);
    d.add(0, d.times(largest, d.over(unreduced(d, d.gradient()), how_many)));  // divided among equal ones
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return function_(x, axis, keep_dim);
  }
  std::string python(bool torch, const std::string& how) const override {
    return joined({"{0}.", torch ? "a" : "", name_, "(", how, ")"});
  }

 private:
  std::string_view name_, doc_, rule_;
  Function function_;
};

}  // namespace graph

// Finds what is needed, for how long each result is, and where it can lie meanwhile.
#include "training/program.hpp"

#include <algorithm>

#include "graph/core/basic.hpp"
#include "training/fuse.hpp"

namespace training {
namespace {

using graph::NodeId;
using graph::Recording;

// Memory handed out by first fit; what is given back is joined with its neighbours.
class Layout {
 public:
  std::size_t take(std::size_t floats) {
    constexpr std::size_t line = 16;  // of a cache
    floats = (floats + line - 1) / line * line;
    for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
      if (gap->length < floats) continue;
      const std::size_t at = gap->begin;
      *gap = {at + floats, gap->length - floats};
      if (gap->length == 0) gaps_.erase(gap);
      return at;
    }
    // The last gap grows if it reaches the end.
    std::size_t at = end_;
    if (!gaps_.empty() && gaps_.back().begin + gaps_.back().length == end_) {
      at = gaps_.back().begin;
      gaps_.pop_back();
    }
    end_ = at + floats;
    return at;
  }
  void give_back(std::size_t at, std::size_t floats) {
    constexpr std::size_t line = 16;
    floats = (floats + line - 1) / line * line;
    if (floats == 0) return;
    auto next = std::ranges::find_if(gaps_, [&](const Gap& gap) { return gap.begin > at; });
    next = gaps_.insert(next, {at, floats});
    if (next + 1 != gaps_.end() && next->begin + next->length == (next + 1)->begin) {
      next->length += (next + 1)->length;
      gaps_.erase(next + 1);
    }
    if (next != gaps_.begin() && (next - 1)->begin + (next - 1)->length == next->begin) {
      (next - 1)->length += next->length;
      gaps_.erase(next);
    }
  }
  std::size_t end() const { return end_; }

 private:
  struct Gap {
    std::size_t begin, length;
  };
  std::vector<Gap> gaps_;  // in order
  std::size_t end_ = 0;
};

class Compiler {
 public:
  Compiler(const Recording& record, std::span<const Given> given, std::span<const NodeId> results)
      : record_(record),
        given_(given),
        results_(results),
        needed_(record.size()),
        varies_(record.size()),
        root_(record.size()),
        last_use_(record.size()),
        offset_(record.size()) {}

  // Marks what is needed and what changes, and follows each result to the buffer that it lies in.
  void follow() {
    for (const NodeId id : results_) needed_[id] = true;
    for (NodeId id = record_.size(); id-- > 0;)
      if (needed_[id] && !is_given(id))
        for (std::size_t i = 0; i < record_[id].inputs.size(); ++i)
          if (counts(id, i)) needed_[record_[id].inputs[i]] = true;
    for (NodeId id = 0; id < record_.size(); ++id) {
      root_[id] = id;
      varies_[id] = id < given_.size() && given_[id].varies;
      if (!needed_[id] || is_given(id)) continue;
      for (std::size_t i = 0; i < record_[id].inputs.size(); ++i)
        varies_[id] = varies_[id] || (counts(id, i) && varies_[record_[id].inputs[i]]);
      const auto same = passed_on(*record_[id].operation, record_[id].options, shapes(id), record_.shape(id));
      if (same && varies_[id]) root_[id] = root_[record_[id].inputs[*same]];
    }
    join_chains();
    for (NodeId id = 0; id < record_.size(); ++id)
      if (computed(id))
        for (std::size_t i = 0; i < inputs(id).size(); ++i)
          if (counts(id, i)) last_use_[root_[inputs(id)[i]]] = id;
    for (const NodeId id : results_) last_use_[root_[id]] = record_.size();
  }

  // Where each result lies; the number of floats in all.
  std::size_t lay_out() {
    Layout layout;
    std::vector<std::vector<NodeId>> ends(record_.size() + 1);
    for (NodeId id = 0; id < record_.size(); ++id) {
      if (computed(id) && root_[id] == id) {
        offset_[id] = layout.take(graph::count(record_.shape(id)));
        ends[std::max(last_use_[id], id)].push_back(id);
      }
      for (const NodeId over : ends[id]) layout.give_back(offset_[over], graph::count(record_.shape(over)));
    }
    return layout.end();
  }

  bool is_given(NodeId id) const { return id < given_.size() && given_[id].data; }
  bool needed(NodeId id) const { return needed_[id]; }
  bool computed(NodeId id) const {  // at each run
    return needed_[id] && varies_[id] && !is_given(id) && !(joined_ && joined_->absorbed[id]);
  }
  bool absorbed(NodeId id) const { return joined_->absorbed[id]; }
  const std::vector<NodeId>& inputs(NodeId id) const { return joined_ ? joined_->inputs[id] : record_[id].inputs; }
  std::optional<FusedSoftmax> fused(NodeId id) const { return joined_->made[id]; }
  NodeId root(NodeId id) const { return root_[id]; }
  std::size_t offset(NodeId id) const { return offset_[id]; }
  bool counts(NodeId id, std::size_t i) const {
    return (joined_ && joined_->made[id]) || !record_[id].operation->only_shape_counts(i);
  }
  std::vector<Shape> shapes(NodeId id) const {
    std::vector<Shape> out;
    for (const NodeId input : inputs(id)) out.push_back(record_.shape(input));
    return out;
  }

 private:
  // Nodes that are passed on have no instruction, so they end a chain.
  void join_chains() {
    std::vector<std::vector<NodeId>> users(record_.size());
    std::vector<bool> kept(record_.size());
    for (const NodeId id : results_) kept[id] = true;
    for (NodeId id = 0; id < record_.size(); ++id) {
      if (!computed(id)) continue;
      if (root_[id] != id) kept[id] = kept[root_[id]] = true;
      for (std::size_t i = 0; i < record_[id].inputs.size(); ++i)
        if (counts(id, i)) users[record_[id].inputs[i]].push_back(id);
    }
    joined_ = fuse(record_, users, kept);
  }

  const Recording& record_;
  std::span<const Given> given_;
  std::span<const NodeId> results_;
  std::vector<bool> needed_, varies_;
  std::vector<NodeId> root_;
  std::vector<NodeId> last_use_;
  std::vector<std::size_t> offset_;
  std::optional<Fusions> joined_;
};

}  // namespace

graph::Result<Program> Program::compile(const Recording& record, std::span<const Given> given,
                                        std::span<const NodeId> results, std::size_t most) {
  Compiler compiler(record, given, results);
  compiler.follow();
  Program program;
  program.floats_ = compiler.lay_out();
  if (program.floats_ > most)
    return graph::fail("too_large", "",
                       {"A step would hold ", program.floats_, " numbers at once; ", most,
                        " are the most. Make the batch, or the model, smaller."});
  program.memory_ = std::make_unique_for_overwrite<float[]>(program.floats_);
  program.work_ = std::make_shared<Workspace>();
  program.places_.resize(record.size());
  for (NodeId id = 0; id < record.size(); ++id) {
    if (!compiler.needed(id)) continue;
    if (compiler.is_given(id)) {
      program.places_[id] = given[id].data;
      continue;
    }
    const graph::RecordedNode& node = record[id];
    Site site{*node.operation, node.options, compiler.shapes(id), {}, node.shape, nullptr, program.work_};
    if (compiler.absorbed(id)) continue;
    for (std::size_t i = 0; i < compiler.inputs(id).size(); ++i)
      site.in.push_back(compiler.counts(id, i) ? program.places_[compiler.inputs(id)[i]] : nullptr);
    if (!compiler.computed(id)) {
      program.constants_.emplace_back(graph::count(node.shape));
      site.out = program.constants_.back().data();
      program.places_[id] = site.out;
      evaluation(site)();
      continue;
    }
    if (compiler.root(id) != id) {
      program.places_[id] = program.places_[compiler.root(id)];
      continue;
    }
    site.out = program.memory_.get() + compiler.offset(id);
    program.places_[id] = site.out;
    const auto fused = compiler.fused(id);
    program.instructions_.push_back(fused ? fused_softmax(site, *fused) : instruction(site));
  }
  return program;
}

}  // namespace training

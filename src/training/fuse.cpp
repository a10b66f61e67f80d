// See fuse.hpp.
#include "training/fuse.hpp"

#include <algorithm>
#include <cmath>

#include "graph/core/basic.hpp"

namespace training {
namespace {

using graph::NodeId;
using graph::RecordedNode;

class Finder {
 public:
  Finder(const graph::Recording& record, const std::vector<std::vector<NodeId>>& users, const std::vector<bool>& kept)
      : record_(record), users_(users), kept_(kept) {
    out_.made.resize(record.size());
    out_.absorbed.resize(record.size());
    for (NodeId id = 0; id < record.size(); ++id) out_.inputs.push_back(record[id].inputs);
  }

  Fusions find() {
    for (NodeId id = 0; id < record_.size(); ++id) {
      if (users_[id].empty() && !kept_[id]) continue;
      if (is(id, "softmax")) forward(id);
      else if (is(id, "multiply")) backward(id);
    }
    return std::move(out_);
  }

 private:
  bool is(NodeId id, std::string_view name) const {
    return record_[id].operation != nullptr && record_[id].operation->name() == name;
  }
  NodeId input(NodeId id, std::size_t i) const { return record_[id].inputs[i]; }
  const graph::Options& options(NodeId id) const { return record_[id].options; }
  // Whether nothing but `user` uses its numbers.
  bool only_for(NodeId id, NodeId user) const {
    return !kept_[id] && users_[id].size() == 1 && users_[id].front() == user;
  }
  std::optional<NodeId> only_user(NodeId id) const {
    if (kept_[id] || users_[id].size() != 1) return std::nullopt;
    return users_[id].front();
  }
  bool along_rows(NodeId id) const {
    const std::size_t rank = record_.shape(id).size();
    return rank > 0 && graph::axis_known(options(id), "axis", -1, rank) + 1 == rank && record_.shape(id).back() > 0;
  }

  // Each takes in a mask or a factor if the node is one that the instruction can apply.
  bool take_mask(NodeId id, FusedSoftmax& fused) const {
    if (!is(id, "causal_mask") || fused.causal || graph::flag(options(id), "columns", false) ||
        !graph::flag(options(id), "enabled", true))
      return false;
    fused.causal = graph::integer(options(id), "offset", 0);
    return true;
  }
  bool take_factor(NodeId id, FusedSoftmax& fused) const {
    if (!is(id, "scale")) return false;
    const auto factor =
        scale_factor(options(id), record_[id].inputs.size() > 1 ? record_.shape(input(id, 1)) : Shape{});
    if (!(factor > 0)) return false;
    fused.factor *= factor;
    return true;
  }

  void forward(NodeId id) {
    if (!along_rows(id) || graph::number(options(id), "temperature", 1) != 1) return;
    FusedSoftmax fused;
    NodeId from = input(id, 0), user = id;
    std::vector<NodeId> inside;
    // Masked after it was scaled: with a positive factor the order makes no difference.
    while (only_for(from, user) && (take_mask(from, fused) || take_factor(from, fused))) {
      inside.push_back(from);
      user = from;
      from = input(from, 0);
    }
    if (inside.empty() || (fused.causal && graph::text(options(id), "empty", "nan") == "nan" && *fused.causal < 0))
      return;
    end(id, fused, {from}, inside);
  }

  // P ⊙ (G − Σ G ⊙ P), and a mask and a factor that follow.
  void backward(NodeId id) {
    const NodeId weights = input(id, 0), rest = input(id, 1);
    if (!is(weights, "softmax") || !along_rows(weights) || !is(rest, "subtract") || !only_for(rest, id)) return;
    const NodeId slopes = input(rest, 0), sum = input(rest, 1);
    if (!is(sum, "sum") || !only_for(sum, rest) || graph::flag(options(sum), "all", false)) return;
    const NodeId both = input(sum, 0);
    if (!is(both, "multiply") || !only_for(both, sum) || input(both, 0) != slopes || input(both, 1) != weights) return;
    if (record_.shape(slopes) != record_.shape(id) || record_.shape(weights) != record_.shape(id) ||
        graph::axis_known(options(sum), "axis", -1, record_.shape(both).size()) + 1 != record_.shape(both).size())
      return;
    FusedSoftmax fused;
    fused.back = true;
    std::vector<NodeId> inside{rest, sum, both};
    NodeId last = id;
    for (std::optional<NodeId> next = only_user(last); next; next = only_user(last)) {
      if (input(*next, 0) != last || !(take_mask(*next, fused) || take_factor(*next, fused))) break;
      inside.push_back(last);
      last = *next;
    }
    // Only where the weights are masked as well is nothing lost by leaving out what the mask covers.
    const std::optional<FusedSoftmax>& ahead = out_.made[weights];
    if (fused.causal && !(ahead && ahead->causal == fused.causal)) return;
    end(last, fused, {weights, slopes}, inside);
  }

  void end(NodeId id, const FusedSoftmax& fused, std::vector<NodeId> inputs, const std::vector<NodeId>& inside) {
    out_.made[id] = fused;
    out_.inputs[id] = std::move(inputs);
    for (const NodeId one : inside) out_.absorbed[one] = true;
  }

  const graph::Recording& record_;
  const std::vector<std::vector<NodeId>>& users_;
  const std::vector<bool>& kept_;
  Fusions out_;
};

}  // namespace

Fusions fuse(const graph::Recording& record, const std::vector<std::vector<NodeId>>& users,
             const std::vector<bool>& kept) {
  return Finder(record, users, kept).find();
}

}  // namespace training

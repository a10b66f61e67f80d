// How an operation is carried out at each step: a function over buffers whose places, shapes and strides were settled
// beforehand, so that nothing is looked up or allocated. An operation without an instruction of its own is evaluated by
// the graph's own code.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/core/operation.hpp"

namespace training {

using graph::Shape;
using Run = std::function<void()>;

// Scratch memory that all instructions share, one after the other.
class Workspace {
 public:
  void reserve(std::size_t floats) {
    if (floats > memory_.size()) memory_.resize(floats);
  }
  float* begin() { return memory_.data(); }

 private:
  std::vector<float> memory_;
};

// One node of the computation: where its inputs and its result lie, all row-major and contiguous.
struct Site {
  const graph::Operation& operation;
  const graph::Options& options;
  std::vector<Shape> shapes;     // of the inputs
  std::vector<const float*> in;  // null where only the shape counts
  Shape shape;                   // of the result
  float* out = nullptr;
  std::shared_ptr<Workspace> work;
};

// Rows of scores, scaled and masked, through softmax, or the way back: slopes of the scores from the weights and their
// slopes.
struct FusedSoftmax {
  bool back = false;
  double factor = 1;
  std::optional<long long> causal;  // the offset of a causal mask: row i sees the cells up to i + offset
};
Run fused_softmax(const Site& site, const FusedSoftmax& fused);

// How many keys each query sees under a causal mask.
std::vector<std::size_t> seen_keys(std::size_t queries, std::size_t keys, long long offset);

// What the operation `scale` multiplies by; like: the shape of its second input.
double scale_factor(const graph::Options& options, const Shape& like);

// Null: the file has no instruction for the operation, or not for these options.
Run elementwise(const Site& site);
Run rows(const Site& site);      // along an axis: sums, softmax, norms, losses
Run arranged(const Site& site);  // cells at other places: permute, slice, gather
Run product(const Site& site);   // matrix products

Run evaluation(const Site& site);   // the graph's own code
Run instruction(const Site& site);  // the first of these that there is

// For an operation that passes on the cells of an input as they are: which one. Its result needs no buffer.
std::optional<std::size_t> passed_on(const graph::Operation& operation, const graph::Options& options,
                                     std::span<const Shape> shapes, const Shape& result);

}  // namespace training

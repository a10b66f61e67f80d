// Chooses how an operation is carried out: an instruction of its own, or the graph's evaluation.
#include "training/instructions/instruction.hpp"

#include <algorithm>
#include <limits>

#include "graph/core/basic.hpp"

namespace training {
namespace {

// Copies the inputs into tensors and the result out of one. What fails, as numbers that are not finite do, gives NaN.
class Evaluation {
 public:
  explicit Evaluation(const Site& site)
      : operation_(site.operation),
        options_(site.options),
        in_(site.in),
        out_(site.out),
        cells_(graph::count(site.shape)) {
    for (const Shape& shape : site.shapes) {
      boxes_.push_back(std::make_unique<graph::TensorBox>(attention::Tensor::from_shape(shape)));
      std::fill_n(boxes_.back()->tensor.data(), boxes_.back()->tensor.size(), 0.0f);
    }
    for (const auto& box : boxes_) given_.push_back(box.get());
  }
  void run() {
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      if (in_[i]) std::copy_n(in_[i], boxes_[i]->tensor.size(), boxes_[i]->tensor.data());
    const auto made = operation_.evaluate(given_, options_);
    if (made && made->tensor.size() == cells_) std::copy_n(made->tensor.data(), cells_, out_);
    else std::fill_n(out_, cells_, std::numeric_limits<float>::quiet_NaN());
  }

 private:
  const graph::Operation& operation_;
  graph::Options options_;
  std::vector<const float*> in_;
  float* out_;
  std::size_t cells_;
  std::vector<std::unique_ptr<graph::TensorBox>> boxes_;
  std::vector<const graph::TensorBox*> given_;
};

}  // namespace

Run evaluation(const Site& site) {
  return [own = std::make_shared<Evaluation>(site)] { own->run(); };
}

Run instruction(const Site& site) {
  for (Run (*find)(const Site&) : {elementwise, rows, arranged, product})
    if (Run run = find(site)) return run;
  return evaluation(site);
}

}  // namespace training

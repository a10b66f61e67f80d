// Dropout (Srivastava et al. 2014): in training each cell is dropped with probability p and the kept ones are
// multiplied by 1/(1-p); in evaluation nothing happens. The stream of draws is that of PyTorch's own CPU kernel
// (builds with Intel's MKL draw another one).
#pragma once

#include <vector>

#include "attention/generator.hpp"
#include "attention/shape.hpp"

namespace attention {

struct DropoutResult {
  Tensor output;
  Tensor factors;             // what each cell was multiplied by: 0 or float32(1/(1-p)); 1 in evaluation
  std::vector<double> draws;  // the uniform draw of each cell, kept iff draw < 1-p; empty in evaluation
};

// One 53-bit uniform (two draws of the generator) for each cell, in memory order. p in [0, 1]. Error "range".
Result<DropoutResult> dropout(const Tensor& x, double p, bool training, Generator& generator);

}  // namespace attention

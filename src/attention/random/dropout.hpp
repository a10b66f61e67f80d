// Dropout (Srivastava et al. 2014): in training each cell is dropped with probability p and the kept ones are
// multiplied by 1/(1-p); in evaluation nothing changes. The random numbers are those of PyTorch's own CPU kernel
// (builds with Intel's MKL draw different ones).
#pragma once

#include "attention/random/generator.hpp"
#include "attention/tensor/shape.hpp"

namespace attention {

struct DropoutResult {
  Tensor output;
  Doubles draws;  // the uniform draw of each cell, kept iff draw < 1-p; shape (0) in evaluation
};

// One 53-bit uniform (two draws of the generator) for each cell, in memory order. p in [0, 1]. Error "range".
Result<DropoutResult> dropout(const Tensor& x, double p, bool training, Generator& generator);

// The same with draws from elsewhere, one for each cell of x: (…) and (…) → (…).
Tensor dropout_by(const Doubles& draws, const Tensor& x, double p);

}  // namespace attention

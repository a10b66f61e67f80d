// Rounding to n decimals, as torch.round(x, decimals=n): halves go to the even neighbour.
#pragma once

#include "attention/tensor/shape.hpp"

namespace attention {

// decimals -30 … 30; negative ones round to tens, hundreds … Infinities and NaN stay. Error "range".
Result<Tensor> round_to(const Tensor& x, int decimals);

}  // namespace attention

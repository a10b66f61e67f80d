// Includes all headers of the core.
//
// What xtensor is used for: a Tensor is its array, a TensorView its adaptor of foreign memory. Its strided views slice,
// rearrange and join lists of tensors (tensor_arrange.cpp, patches.cpp), its stack joins pairs (positions.cpp), its
// broadcasting evaluates every cell-by-cell formula (map.hpp), its where applies masks, its reducers compute maxima and
// spreads, its cumsum running sums. Written by hand: matrix products, which it lacks (matmul.cpp, kernels/), sums in
// PyTorch's order, which it does not guarantee (sums.cpp), sorting, and random numbers.
#pragma once

#include "attention/additive_attention.hpp"            // IWYU pragma: export
#include "attention/averaging.hpp"                     // IWYU pragma: export
#include "attention/convolution.hpp"                   // IWYU pragma: export
#include "attention/fast/backward.hpp"                 // IWYU pragma: export
#include "attention/fast/fast.hpp"                     // IWYU pragma: export
#include "attention/fast/multiply.hpp"                 // IWYU pragma: export
#include "attention/heads.hpp"                         // IWYU pragma: export
#include "attention/inputs/embedding.hpp"              // IWYU pragma: export
#include "attention/inputs/patches.hpp"                // IWYU pragma: export
#include "attention/inputs/positions.hpp"              // IWYU pragma: export
#include "attention/masks.hpp"                         // IWYU pragma: export
#include "attention/multihead_attention.hpp"           // IWYU pragma: export
#include "attention/random/dropout.hpp"                // IWYU pragma: export
#include "attention/random/generator.hpp"              // IWYU pragma: export
#include "attention/random/initialisers.hpp"           // IWYU pragma: export
#include "attention/scaled_dot_product_attention.hpp"  // IWYU pragma: export
#include "attention/scores.hpp"                        // IWYU pragma: export
#include "attention/softmax.hpp"                       // IWYU pragma: export
#include "attention/tensor/counts.hpp"                 // IWYU pragma: export
#include "attention/tensor/error.hpp"                  // IWYU pragma: export
#include "attention/tensor/matmul.hpp"                 // IWYU pragma: export
#include "attention/tensor/rounding.hpp"               // IWYU pragma: export
#include "attention/tensor/shape.hpp"                  // IWYU pragma: export
#include "attention/tensor/tensor.hpp"                 // IWYU pragma: export
#include "attention/tensor/tensor_functions.hpp"       // IWYU pragma: export
#include "attention/tiles.hpp"                         // IWYU pragma: export

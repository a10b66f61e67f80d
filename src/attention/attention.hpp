// Everything the core offers, for callers that want it whole.
#pragma once

#include "attention/additive_attention.hpp"            // IWYU pragma: export
#include "attention/averaging.hpp"                     // IWYU pragma: export
#include "attention/convolution.hpp"                   // IWYU pragma: export
#include "attention/counts.hpp"                        // IWYU pragma: export
#include "attention/dropout.hpp"                       // IWYU pragma: export
#include "attention/error.hpp"                         // IWYU pragma: export
#include "attention/fast.hpp"                          // IWYU pragma: export
#include "attention/generator.hpp"                     // IWYU pragma: export
#include "attention/heads.hpp"                         // IWYU pragma: export
#include "attention/initialisers.hpp"                  // IWYU pragma: export
#include "attention/masks.hpp"                         // IWYU pragma: export
#include "attention/matmul.hpp"                        // IWYU pragma: export
#include "attention/multihead_attention.hpp"           // IWYU pragma: export
#include "attention/patches.hpp"                       // IWYU pragma: export
#include "attention/positions.hpp"                     // IWYU pragma: export
#include "attention/rounding.hpp"                      // IWYU pragma: export
#include "attention/scaled_dot_product_attention.hpp"  // IWYU pragma: export
#include "attention/scores.hpp"                        // IWYU pragma: export
#include "attention/shape.hpp"                         // IWYU pragma: export
#include "attention/softmax.hpp"                       // IWYU pragma: export
#include "attention/tensor.hpp"                        // IWYU pragma: export
#include "attention/tensor_functions.hpp"              // IWYU pragma: export
#include "attention/tokenise.hpp"                      // IWYU pragma: export
#include "attention/vocabulary.hpp"                    // IWYU pragma: export

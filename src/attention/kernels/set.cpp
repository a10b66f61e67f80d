// One set of kernels: compiled once for every kind of vector unit, each time with its own AE_SET and AE_WIDTH.
#include "attention/kernels/attend.hpp"
#include "attention/kernels/backward.hpp"
#include "attention/kernels/gemm.hpp"

#define AE_TEXT(name) AE_TEXT_OF(name)
#define AE_TEXT_OF(name) #name

namespace attention::kernels::AE_SET {

// Not const: else compilers treat the numbers as known and rebuild them at every use.
static float numbers[] = {12582912.0f,  1.32647273e-3f, 9.67151299e-3f, 5.55073358e-2f,
                          0.240222424f, 0.693147004f,   1.0f,           -126.0f};
extern const float* const power_constants;
constinit const float* const power_constants = numbers;

extern const Kernels set;
constinit const Kernels set{AE_TEXT(AE_SET), query_block, gemm_space, attend_space, gemm, softmax_rows, attend};

extern const GradientKernels gradients;
constinit const GradientKernels gradients{AE_TEXT(AE_SET), attend_backward_space, attend_backward};

}  // namespace attention::kernels::AE_SET

// The fast kernels: raw float32 matrices in, raw float32 matrices out, the same source compiled once for each kind of
// vector unit. Independent of tensors, masks and errors: callers use fast/fast.hpp. reference.hpp computes the same in
// a few plain lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace attention::kernels {

// Rows of numbers, `step` floats from one row to the next.
struct Rows {
  const float* data = nullptr;
  std::size_t step = 0;
  const float* row(std::size_t i) const { return data + i * step; }
};

// c (m, n) = a (m, k) · b (k, n) + bias (n). a may be transposed, as (k, m), and b, as (n, k).
struct Product {
  Rows a = {}, b = {};
  bool a_transposed = false, b_transposed = false;
  bool add = false;             // the product is added to c; then without a bias
  const float* bias = nullptr;  // none: nothing is added
  float* c = nullptr;
  std::size_t c_step = 0;
  std::size_t m = 0, n = 0, k = 0;
};

// One head of attention: output (T_q, D_v) = softmax(softcap(Q Kᵀ · scale) + mask) V.
struct Head {
  Rows query = {}, key = {}, value = {};  // (T_q, D), (T_k, D), (T_k, D_v)
  float* output = nullptr;
  std::size_t output_step = 0;
  std::size_t queries = 0, keys = 0, width = 0, value_width = 0;  // T_q, T_k, D, D_v
  float scale = 1.0f;
  float softcap = 0.0f;  // above 0: scores become softcap · tanh(score / softcap)
  bool causal = false;   // query i sees keys 0 … past + i
  std::size_t past = 0;
  // A mask (T_q, T_k), cell (i, j) at i · mask_row + j · mask_column; booleans (0 = blocked) or numbers to add.
  const std::uint8_t* may = nullptr;
  const float* added = nullptr;
  std::size_t mask_row = 0, mask_column = 0;
  float* log_sum_exp = nullptr;  // (T_q), if wanted: weight of cell (i, j) = exp(score − log_sum_exp[i])
};

// From the gradient of a head's output to those of its inputs, which are added to what is there.
struct HeadGradient {
  Rows output = {};                                          // (T_q, D_v)
  float *query = nullptr, *key = nullptr, *value = nullptr;  // (T_q, D), (T_k, D), (T_k, D_v)
  std::size_t query_step = 0, key_step = 0, value_step = 0;
};

struct Kernels {
  const char* name;  // "scalar", "simd", "relaxed", "avx2", "avx512"
  // Queries that are attended to together: cut between such blocks, work gives the same bits as uncut.
  std::size_t query_block;

  // Scratch space in floats, given by the caller. No kernel allocates.
  std::size_t (*gemm_space)(const Product&);
  std::size_t (*attend_space)(const Head&);

  void (*gemm)(const Product&, float* space);

  // y (rows, columns) = softmax of each row of x · factor; −∞ is allowed, a row of nothing but −∞ becomes zeros. False
  // if there is NaN or +∞ in x.
  bool (*softmax)(const float* x, float* y, std::size_t rows, std::size_t columns, float factor);

  // False, with the output undefined, if an input is not finite or a score might be too large for float32: the plain
  // path then computes it, or reports the error. `same_keys`: key and value are those of the previous call, with the
  // same space, and need not be packed again.
  bool (*attend)(const Head&, bool same_keys, float* space);
};

// The derivatives, apart from the kernels above: a program that takes none does not contain them.
struct GradientKernels {
  const char* name;  // as that of the kernels

  std::size_t (*attend_space)(const Head&);
  // The gradient of attention. Without softcap, and Head::output is not read. False, with the gradients undefined, if a
  // number of the inputs or of a gradient is not finite.
  bool (*attend)(const Head&, const HeadGradient&, float* space);
};

// The kernel sets that are built in and supported by this machine, the fastest last; and the fastest one.
std::span<const Kernels* const> available();
const Kernels& best();
std::span<const GradientKernels* const> available_gradients();
const GradientKernels& best_gradients();

}  // namespace attention::kernels

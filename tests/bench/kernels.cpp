// The kernels of one set as a bare wasm file for the bench: JavaScript places the matrices, so that a call is timed without
// any copy. Beside them the peak of the engine (peak.hpp).
#include <cstdlib>

#include "attention/kernels/kernels.hpp"
#include "peak.hpp"

#define BENCH_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

using namespace attention::kernels;

float* space_of(std::size_t floats) {
  static float* space = nullptr;
  static std::size_t held = 0;
  if (floats > held) {
    std::free(space);
    space = static_cast<float*>(std::aligned_alloc(64, (floats * sizeof(float) + 63) / 64 * 64));
    held = floats;
  }
  return space;
}

}  // namespace

BENCH_EXPORT(alloc) float* bench_alloc(std::size_t floats) {
  return static_cast<float*>(std::aligned_alloc(64, (floats * sizeof(float) + 63) / 64 * 64));
}
BENCH_EXPORT(release) void bench_release(float* at) { std::free(at); }

// rounds of `peak_madds` multiply-adds each.
BENCH_EXPORT(peak) float bench_peak(std::size_t rounds, float seed) { return bench::AE_SET::peak(rounds, seed); }
BENCH_EXPORT(peak_madds) std::size_t bench_peak_madds() { return bench::AE_SET::madds_of_round; }

// (H, T, D) each.
BENCH_EXPORT(attend)
bool bench_attend(const float* q, const float* k, const float* v, float* out, std::size_t heads, std::size_t tokens,
                  std::size_t width, bool causal, float scale) {
  bool done = true;
  for (std::size_t h = 0; h < heads; ++h) {
    const std::size_t at = h * tokens * width;
    const Head head{.query = {q + at, width},
                    .key = {k + at, width},
                    .value = {v + at, width},
                    .output = out + at,
                    .output_step = width,
                    .queries = tokens,
                    .keys = tokens,
                    .width = width,
                    .value_width = width,
                    .scale = scale,
                    .causal = causal};
    done = best().attend(head, false, space_of(best().attend_space(head))) && done;
  }
  return done;
}

// (H, T, D) each; out: the gradients of q, k and v, one after the other.
BENCH_EXPORT(attend_backward)
bool bench_attend_backward(const float* q, const float* k, const float* v, const float* g, float* out,
                           std::size_t heads, std::size_t tokens, std::size_t width, bool causal, float scale) {
  const std::size_t all = heads * tokens * width;
  for (std::size_t i = 0; i < 3 * all; ++i) out[i] = 0.0f;
  bool done = true;
  for (std::size_t at = 0; at < all; at += tokens * width) {
    const Head head{.query = {q + at, width},
                    .key = {k + at, width},
                    .value = {v + at, width},
                    .queries = tokens,
                    .keys = tokens,
                    .width = width,
                    .value_width = width,
                    .scale = scale,
                    .causal = causal};
    const HeadGradient gradient{.output = {g + at, width},
                                .query = out + at,
                                .key = out + all + at,
                                .value = out + 2 * all + at,
                                .query_step = width,
                                .key_step = width,
                                .value_step = width};
    done = best_gradients().attend(head, gradient, space_of(best_gradients().attend_space(head))) && done;
  }
  return done;
}

BENCH_EXPORT(gemm)
void bench_gemm(const float* a, const float* b, float* c, std::size_t m, std::size_t n, std::size_t k) {
  const Product product{.a = {a, k}, .b = {b, n}, .c = c, .c_step = n, .m = m, .n = n, .k = k};
  best().gemm(product, space_of(best().gemm_space(product)));
}

BENCH_EXPORT(multiply)
void bench_multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t n, std::size_t k,
                    bool a_transposed, bool b_transposed) {
  const Product product{.a = {a, a_transposed ? m : k},
                        .b = {b, b_transposed ? k : n},
                        .a_transposed = a_transposed,
                        .b_transposed = b_transposed,
                        .c = c,
                        .c_step = n,
                        .m = m,
                        .n = n,
                        .k = k};
  best().gemm(product, space_of(best().gemm_space(product)));
}

BENCH_EXPORT(softmax) void bench_softmax(const float* x, float* y, std::size_t rows, std::size_t columns) {
  best().softmax(x, y, rows, columns, 1.0f);
}

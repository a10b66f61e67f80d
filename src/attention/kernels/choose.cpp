// Chooses the kernel set for this machine. WebAssembly has no feature test: JavaScript checks what the engine supports
// and loads the module built for it.
#include <array>
#include <cstddef>
#include <type_traits>

#include "attention/kernels/kernels.hpp"

namespace attention::kernels {

namespace scalar {
extern const Kernels set;
extern const GradientKernels gradients;
}  // namespace scalar
namespace simd {
extern const Kernels set;
extern const GradientKernels gradients;
}  // namespace simd
namespace relaxed {
extern const Kernels set;
extern const GradientKernels gradients;
}  // namespace relaxed
namespace avx2 {
extern const Kernels set;
extern const GradientKernels gradients;
}  // namespace avx2
namespace avx512 {
extern const Kernels set;
extern const GradientKernels gradients;
}  // namespace avx512

namespace {

// Those of the built-in sets that this machine runs; of each its kernels or its gradients.
template <class Kind>
struct Sets {
  std::array<const Kind*, 3> all{};
  std::size_t count = 0;

  Sets() {
#ifdef AE_KERNELS_SCALAR
    add(scalar::set, scalar::gradients);
#endif
#ifdef AE_KERNELS_SIMD
    add(simd::set, simd::gradients);
#endif
#ifdef AE_KERNELS_RELAXED
    add(relaxed::set, relaxed::gradients);
#endif
#ifdef AE_KERNELS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) add(avx2::set, avx2::gradients);
#endif
#ifdef AE_KERNELS_AVX512
    if (__builtin_cpu_supports("avx512f")) add(avx512::set, avx512::gradients);
#endif
  }
  [[gnu::always_inline]] void add(const Kernels& kernels, const GradientKernels& gradients) {
    if constexpr (std::is_same_v<Kind, Kernels>) {
      all[count++] = &kernels;
    } else {
      all[count++] = &gradients;
    }
  }
};

}  // namespace

std::span<const Kernels* const> available() {
  static const Sets<Kernels> sets;
  return {sets.all.data(), sets.count};
}

std::span<const GradientKernels* const> available_gradients() {
  static const Sets<GradientKernels> sets;
  return {sets.all.data(), sets.count};
}

const Kernels& best() { return *available().back(); }
const GradientKernels& best_gradients() { return *available_gradients().back(); }

}  // namespace attention::kernels

// Chooses the kernel set for this machine. WebAssembly has no feature test: JavaScript checks what the engine supports
// and loads the module built for it.
#include <array>
#include <cstddef>

#include "attention/kernels/kernels.hpp"

namespace attention::kernels {

namespace scalar {
extern const Kernels set;
}
namespace simd {
extern const Kernels set;
}
namespace relaxed {
extern const Kernels set;
}
namespace avx2 {
extern const Kernels set;
}
namespace avx512 {
extern const Kernels set;
}

namespace {

struct Sets {
  std::array<const Kernels*, 3> all{};
  std::size_t count = 0;

  Sets() {
#ifdef AE_KERNELS_SCALAR
    add(scalar::set);
#endif
#ifdef AE_KERNELS_SIMD
    add(simd::set);
#endif
#ifdef AE_KERNELS_RELAXED
    add(relaxed::set);
#endif
#ifdef AE_KERNELS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) add(avx2::set);
#endif
#ifdef AE_KERNELS_AVX512
    if (__builtin_cpu_supports("avx512f")) add(avx512::set);
#endif
  }
  void add(const Kernels& set) { all[count++] = &set; }
};

}  // namespace

std::span<const Kernels* const> available() {
  static const Sets sets;
  return {sets.all.data(), sets.count};
}

const Kernels& best() { return *available().back(); }

}  // namespace attention::kernels

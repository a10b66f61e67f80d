// exp, log and pow of double without tables, for the headless modules: the C library's bring ten thousand bytes of tables that
// no packer makes smaller. Series after a reduction of the argument; exp and log within two units of the last place, pow
// within sixteen for bases up to 10000. Results go to float32, where such digits are gone. Linked before the C library's.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double ln2 = 0x1.62e42fefa39efp-1;
// ln 2 in two parts: the first times a whole number below 2^20 is exact.
constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
constexpr int terms = 13;

struct Reciprocals {
  double of[2 * terms + 2] = {};
  constexpr Reciprocals() {
    for (int n = 1; n < 2 * terms + 2; ++n) of[n] = 1.0 / n;
  }
};
constexpr Reciprocals one_over;

// e^r for |r| < 0.35: Taylor's series from its end.
double power_near_zero(double r) {
  double sum = 1.0;
  for (int n = terms; n > 0; --n) sum = 1.0 + sum * r * one_over.of[n];
  return sum;
}

}  // namespace

extern "C" double exp(double x) {
  if (!(x < 710.0)) return x != x ? x : infinity;
  if (x < -746.0) return 0.0;
  const double k = __builtin_nearbyint(x * (1.0 / ln2));
  return __builtin_scalbn(power_near_zero((x - k * ln2_high) - k * ln2_low), static_cast<int>(k));
}

extern "C" double exp2(double x) {
  if (!(x < 1025.0)) return x != x ? x : infinity;
  if (x < -1076.0) return 0.0;
  const double k = __builtin_nearbyint(x);
  return __builtin_scalbn(power_near_zero((x - k) * ln2), static_cast<int>(k));
}

extern "C" double log(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -infinity : std::numeric_limits<double>::quiet_NaN();
  if (x == infinity) return x;
  double k = 0.0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    k = -54.0;
  }
  // x = 2^k (1 + f), with 1 + f from √½ to √2.
  constexpr std::uint64_t root = std::bit_cast<std::uint64_t>(0x1.6a09e667f3bcdp-1);
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) - root;
  const auto exponent = static_cast<std::int64_t>(bits) >> 52;
  const double f = std::bit_cast<double>((bits & 0xfffffffffffffu) + root) - 1.0;
  k += static_cast<double>(exponent);
  // log(1 + f) = 2 artanh(s) with s = f / (2 + f), and 2s = f − s·f.
  const double s = f / (2.0 + f), square = s * s;
  double sum = 0.0;
  for (int n = 10; n > 0; --n) sum = (sum + 2.0 * one_over.of[2 * n + 1]) * square;
  return k * ln2_high + ((f - s * (f - sum)) + k * ln2_low);
}

extern "C" float logf(float x) { return static_cast<float>(log(double{x})); }

extern "C" double pow(double x, double y) {
  if (y == 0.0) return 1.0;
  return exp(y * log(x));  // of what is above 0: all that is asked here
}

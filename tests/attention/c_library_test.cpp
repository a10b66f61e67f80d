// What the core, the lessons and the page take from the C library, at its hardest arguments: reading numbers, sin and cos. On
// wasm the library is musl, natively the system's.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include <doctest/doctest.h>

namespace {

using Limits = std::numeric_limits<double>;

double read(const char* text) { return std::strtod(text, nullptr); }
float read_float(const char* text) { return std::strtof(text, nullptr); }

// A relative difference of at most eight units of the last place: glibc is seven off at the last angle below.
void check_near(double value, double exact) {
  CHECK(std::abs(value - exact) <= 8 * std::abs(exact) * Limits::epsilon());
}

}  // namespace

TEST_CASE("C library: a number between two doubles is read as the nearer one, at the middle as the even one") {
  const double next = 1.0 + Limits::epsilon();
  CHECK(read("1.00000000000000011102230246251565404236316680908203125") == 1.0);  // 1 + 2^-53
  CHECK(read("1.00000000000000011102230246251565404236316680908203126") == next);
  CHECK(read("1.00000000000000033306690738754696212708950042724609375") == next + Limits::epsilon());  // 1 + 3·2^-53
  CHECK(read("9007199254740993") == 9007199254740992.0);                                               // 2^53 + 1
  CHECK(read("9007199254740993.00000000000000000000000000001") == 9007199254740994.0);
}

TEST_CASE("C library: the smallest and the largest doubles are read exactly") {
  CHECK(read("4.9406564584124654e-324") == Limits::denorm_min());
  CHECK(read("2.4703282292062328e-324") == Limits::denorm_min());  // just above half of it
  CHECK(read("2.4703282292062327e-324") == 0.0);                   // just below
  CHECK(read("2.2250738585072014e-308") == Limits::min());
  CHECK(read("2.2250738585072009e-308") == std::nextafter(Limits::min(), 0.0));
  CHECK(read("1.7976931348623158e308") == Limits::max());  // below the middle to 2^1024
  CHECK(read("1.7976931348623159e308") == Limits::infinity());
  CHECK(std::signbit(read("-0")));
}

TEST_CASE("C library: a float is read from the digits, not from the double nearest to them") {
  CHECK(read_float("16777217") == 16777216.0f);  // 2^24 + 1: in the middle
  CHECK(read_float("16777217.000000000000000000000001") == 16777218.0f);
  CHECK(read_float("16777219") == 16777220.0f);
  CHECK(read_float("1.4e-45") == std::numeric_limits<float>::denorm_min());
  CHECK(read_float("3.4028236e38") == std::numeric_limits<float>::infinity());
}

TEST_CASE("C library: seventeen digits of a double are read as the same double") {
  std::mt19937_64 random(17);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = i % 4 == 0 ? random() >> 12 : random();  // a quarter of them below the normal numbers
    const auto value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) continue;
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    if (read(text) != value) FAIL(text);
  }
}

// Exact values from 1,000 digits of π in whole numbers.
TEST_CASE("C library: sin and cos of the largest angles") {
  const struct {
    double angle, sine, cosine;
  } cases[] = {{1e22, -0.852200849767188802, 0.523214785395138945},
               {1e300, -0.817881912115908597, -0.575386111957549047},
               {std::ldexp(1.0, 1023), 0.563127779850884013, -0.826369834614147995},
               {Limits::max(), 0.00496195478918406179, -0.999987689426559937},
               // The double that lies nearest to a multiple of π/2.
               {std::ldexp(6381956970095103.0, 797), 1.0, -4.68716592425462761e-19}};
  for (const auto& [angle, sine, cosine] : cases) {
    check_near(std::sin(angle), sine);
    check_near(std::cos(angle), cosine);
  }
}

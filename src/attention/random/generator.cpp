// MT19937 and PyTorch's conversions from 32-bit draws to numbers.
#include "attention/random/generator.hpp"

#include <charconv>
#include <cmath>
#include <numbers>

namespace attention {

namespace {

constexpr std::size_t words = 624, shift = 397, block = 16;

std::unexpected<Error> bad_seed(std::string_view text) {
  return fail("seed", "seed",
              {"A seed is a whole number from -9223372036854775808 (-2^63) to 18446744073709551615 (2^64 - 1), not ",
               text, "."});
}

float rounded(double value) { return static_cast<float>(value); }

// Sine (first = 0) or cosine (first = 1) of an angle in [0, 2 pi], rounded as in glibc's float32 functions, which
// PyTorch calls; other C libraries differ in the last bit. The method is glibc's: in double, the angle minus its
// quarter turns, then the minimax polynomial of sine (odd, degree 7) or cosine (even, degree 8) on [-pi/4, pi/4].
float sine_or_cosine(float angle, int first) {
  constexpr double quarter = 0x1.921FB54442D18p0;
  const double turns = std::nearbyint(double{angle} / quarter);
  const double r = double{angle} - turns * quarter, z = r * r;
  const int quadrant = static_cast<int>(turns) + first;
  const double sine = r + r * z * (-0x1.555545995A603p-3 + z * (0x1.1107605230BC4p-7 + z * -0x1.994EB3774CF24p-13));
  const double cosine =
      1.0 + z * (-0x1.FFFFFFD0C621Cp-2 +
                 z * (0x1.55553E1068F19p-5 + z * (-0x1.6C087E89A359Dp-10 + z * 0x1.99343027BF8C3p-16)));
  const double value = quadrant % 2 == 0 ? sine : cosine;
  return rounded(quadrant % 4 < 2 ? value : -value);
}

// One Box-Muller pair on the blockwise path, in the precision of T. Float: each step rounded to float32, with
// logarithm, sine and cosine rounded as in the C library that PyTorch calls. The products of two floats are exact in
// double, so contracting them changes nothing.
void to_normal_pair(float& first, float& second, double mean, double std) {
  const float log = std::log(1.0f - first);
  const float radius = rounded(std::sqrt(double{-2.0f * log}));
  const float angle = rounded(2.0 * std::numbers::pi * second);
  const float cosine = sine_or_cosine(angle, 1), sine = sine_or_cosine(angle, 0);
  const double std_f = rounded(std), mean_f = rounded(mean);
  const auto finish = [&](float trigonometric) {
    const float unit = rounded(double{radius} * double{trigonometric});
    return rounded(double{rounded(double{unit} * std_f)} + mean_f);
  };
  first = finish(cosine);
  second = finish(sine);
}

void to_normal_pair(double& first, double& second, double mean, double std) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - first)), angle = 2.0 * std::numbers::pi * second;
  first = radius * std::cos(angle) * std + mean;
  second = radius * std::sin(angle) * std + mean;
}

// 16 or more values: uniforms first, then each block of 16 is turned into normals, each number paired with one of the
// other half. A remainder at the end is covered by redrawing the last 16.
template <class T, class Draw>
void fill_normal_blocks(T* values, std::size_t count, double mean, double std, Draw draw) {
  const auto turn = [&](T* start) {
    for (std::size_t j = 0; j < block / 2; ++j) to_normal_pair(start[j], start[j + block / 2], mean, std);
  };
  for (std::size_t i = 0; i < count; ++i) values[i] = draw();
  for (std::size_t i = 0; i + block <= count; i += block) turn(values + i);
  if (count % block != 0) {
    T* last = values + count - block;
    for (std::size_t j = 0; j < block; ++j) last[j] = draw();
    turn(last);
  }
}

Result<void> check_range(std::int64_t low, std::int64_t high) {
  if (high > low) return {};
  return fail("range", "low, high",
              {"randint draws from low to high - 1: high (", high, ") must be above low (", low, ")."});
}

}  // namespace

Result<std::uint64_t> parse_seed(std::string_view text) {
  const char *begin = text.data(), *end = begin + text.size();
  if (!text.empty() && text.front() == '-') {
    std::int64_t value = 0;
    const auto [rest, problem] = std::from_chars(begin, end, value);
    if (problem == std::errc() && rest == end) return static_cast<std::uint64_t>(value);
  } else {
    std::uint64_t value = 0;
    const auto [rest, problem] = std::from_chars(begin, end, value);
    if (problem == std::errc() && rest == end) return value;
  }
  return bad_seed(text.empty() ? "nothing" : text);
}

Result<std::uint64_t> seed_from_number(double number) {
  if (!std::isfinite(number) || number != std::floor(number)) return bad_seed("a fraction or infinity");
  if (number < -0x1p63 || number >= 0x1p64) return bad_seed("a number beyond these");
  return number < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                    : static_cast<std::uint64_t>(number);
}

void Generator::manual_seed(std::uint64_t seed) {
  state_[0] = static_cast<std::uint32_t>(seed);
  for (std::uint32_t j = 1; j < words; ++j) {
    state_[j] = 1812433253u * (state_[j - 1] ^ (state_[j - 1] >> 30)) + j;
  }
  next_ = words;
  draws_ = 0;
  cached_normal_.reset();
}

void Generator::twist() {
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint32_t joined = (state_[i] & 0x80000000u) | (state_[(i + 1) % words] & 0x7fffffffu);
    state_[i] = state_[(i + shift) % words] ^ (joined >> 1) ^ ((joined & 1u) != 0 ? 0x9908b0dfu : 0u);
  }
  next_ = 0;
}

std::uint32_t Generator::random() {
  if (next_ == words) twist();
  std::uint32_t y = state_[next_++];
  ++draws_;
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

std::uint64_t Generator::random64() {
  const std::uint64_t high = random();
  return (high << 32) | random();
}

float Generator::uniform() { return static_cast<float>(random() & 0xffffffu) * 0x1p-24f; }

double Generator::uniform_double() {
  return static_cast<double>(random64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
}

double Generator::normal_double() {
  if (cached_normal_) {
    const double cached = *cached_normal_;
    cached_normal_.reset();
    return cached;
  }
  const double angle = 2.0 * std::numbers::pi * uniform_double();
  const double radius = std::sqrt(-2.0 * std::log1p(-uniform_double()));
  cached_normal_ = radius * std::sin(angle);
  return radius * std::cos(angle);
}

Result<void> Generator::uniform_(Tensor& x, double from, double to) {
  const float low = rounded(from), width = rounded(double{rounded(to)} - double{low});
  if (!std::isfinite(low) || !std::isfinite(width) || width < 0.0f) {
    return fail("range", "from, to", "uniform_ needs finite bounds, from not above to.");
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    x.data()[i] = rounded(double{rounded(double{uniform()} * double{width})} + double{low});
  }
  return {};
}

Result<void> Generator::normal_(Tensor& x, double mean, double std) {
  if (!std::isfinite(mean) || !std::isfinite(std) || std < 0.0) {
    return fail("range", "mean, std", "normal_ needs a finite mean and a finite standard deviation not below 0.");
  }
  if (x.size() >= block) {
    fill_normal_blocks(x.data(), x.size(), mean, std, [this] { return uniform(); });
  } else {
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = rounded(normal_double() * std + mean);
  }
  return {};
}

Result<Tensor> Generator::rand(const Shape& shape) {
  Result<Tensor> x = make_zeros(shape, "shape");
  if (!x) return x;
  for (std::size_t i = 0; i < x->size(); ++i) x->data()[i] = uniform();
  return x;
}

Result<Tensor> Generator::randn(const Shape& shape) {
  Result<Tensor> x = make_zeros(shape, "shape");
  if (!x) return x;
  if (auto ok = normal_(*x, 0.0, 1.0); !ok) return std::unexpected(ok.error());
  return x;
}

Result<Tensor> Generator::randint(std::int64_t low, std::int64_t high, const Shape& shape) {
  Result<Tensor> x = make_zeros(shape, "shape");
  if (!x) return x;
  if (auto ok = random_(*x, low, high); !ok) return std::unexpected(ok.error());
  return x;
}

Result<void> Generator::random_(Tensor& x, std::int64_t low, std::int64_t high) {
  if (auto ok = check_range(low, high); !ok) return ok;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<float>(integer(low, high));
  return {};
}

Result<std::vector<std::int64_t>> Generator::randint_integers(std::int64_t low, std::int64_t high, std::size_t count) {
  if (auto ok = check_range(low, high); !ok) return std::unexpected(ok.error());
  std::vector<std::int64_t> values(count);
  for (std::int64_t& value : values) value = integer(low, high);
  return values;
}

std::int64_t Generator::integer(std::int64_t low, std::int64_t high) {
  // Unsigned, because high - low may overflow a signed number.
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t drawn = range < (std::uint64_t{1} << 32) ? random() % range : random64() % range;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + drawn);
}

std::vector<double> Generator::rand_double(std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = uniform_double();
  return values;
}

std::vector<double> Generator::randn_double(std::size_t count) {
  std::vector<double> values(count);
  if (count >= block) {
    fill_normal_blocks(values.data(), count, 0.0, 1.0, [this] { return uniform_double(); });
  } else {
    for (double& value : values) value = normal_double();
  }
  return values;
}

}  // namespace attention

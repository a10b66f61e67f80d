// PyTorch's CPU random generator: the Mersenne Twister MT19937 (Matsumoto & Nishimura 1998) and PyTorch's conversions
// from its 32-bit draws to numbers. rand, randint and uniform_ are exact; randn takes PyTorch's scalar path with cos
// and sin in double, rounded to float32: 99 of 100 numbers are equal, the others within 3e-7.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

// A seed from typed text, or from a JavaScript number: an integer from -2^63 to 2^64 - 1. Negative ones are taken as
// two's complement, as in PyTorch. Error "seed".
Result<std::uint64_t> parse_seed(std::string_view text);
Result<std::uint64_t> seed_from_number(double number);

class Generator {
 public:
  // Only the low 32 bits of the seed count, as in PyTorch.
  explicit Generator(std::uint64_t seed) { manual_seed(seed); }
  void manual_seed(std::uint64_t seed);  // also clears the cached normal

  std::uint32_t random();                         // the next draw
  std::uint64_t random64();                       // two draws, the first one high
  float uniform();                                // 24 bits of one draw, in [0, 1)
  double uniform_double();                        // 53 bits of two draws, in [0, 1)
  double normal_double();                         // Box-Muller in double; every other call returns the cached partner
  std::uint64_t draws() const { return draws_; }  // how many 32-bit draws since the seed

  // torch.rand, randn, randint(low, high) with high excluded. Errors: "size", "range" (high ≤ low).
  Result<Tensor> rand(const Shape& shape);
  Result<Tensor> randn(const Shape& shape);
  Result<Tensor> randint(std::int64_t low, std::int64_t high, const Shape& shape);  // rounded to float32
  Result<std::vector<std::int64_t>> randint_integers(std::int64_t low, std::int64_t high, std::size_t count);

  // In place, memory order. random_: whole numbers as randint draws them. uniform_: u·(to-from) + from, two float32 roundings. normal_: 16 or more values take the
  // blockwise path, fewer go through normal_double, as in PyTorch.
  Result<void> random_(Tensor& x, std::int64_t low, std::int64_t high);
  Result<void> uniform_(Tensor& x, double from, double to);
  Result<void> normal_(Tensor& x, double mean, double std);

  // dtype=torch.float64.
  std::vector<double> rand_double(std::size_t count);
  std::vector<double> randn_double(std::size_t count);

 private:
  void twist();
  std::int64_t integer(std::int64_t low, std::int64_t high);  // from low to high - 1

  std::array<std::uint32_t, 624> state_{};
  std::size_t next_ = 624;
  std::uint64_t draws_ = 0;
  std::optional<double> cached_normal_;
};

}  // namespace attention

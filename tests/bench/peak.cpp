// The peak of one set of kernels, under a name that tells the sets apart.
#include "peak.hpp"

#define BENCH_JOIN(a, b) BENCH_JOINED(a, b)
#define BENCH_JOINED(a, b) a##b

// Multiply-adds in `rounds` rounds. Returns the sum, so that the compiler removes none of them.
double BENCH_JOIN(bench_peak_, AE_SET)(std::size_t rounds, float seed, float& sum) {
  sum = bench::AE_SET::peak(rounds, seed);
  return static_cast<double>(rounds * bench::AE_SET::madds_of_round);
}

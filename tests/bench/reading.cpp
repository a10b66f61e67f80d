// Plain reading of memory in wasm: the least that a token of a model can take, whose weights are all read once.
#include <wasm_simd128.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#define BENCH_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

constexpr std::size_t piece = 128;  // bytes that are read together

}  // namespace

// `bytes`, a multiple of 128, that were written once; null without room.
BENCH_EXPORT(written) std::uint8_t* bench_written(std::size_t bytes) {
  auto* const data = static_cast<std::uint8_t*>(std::aligned_alloc(piece, bytes));
  if (data) std::memset(data, 1, bytes);
  return data;
}

// The sum of the 32-bit numbers, which is wanted only so that all of them are read.
BENCH_EXPORT(read) std::int32_t bench_read(const std::uint8_t* data, std::size_t bytes) {
  v128_t sums[8] = {};
  for (std::size_t at = 0; at < bytes; at += piece)
#pragma GCC unroll 8
    for (std::size_t i = 0; i < 8; ++i) sums[i] = wasm_i32x4_add(sums[i], wasm_v128_load(data + at + 16 * i));
  v128_t sum = sums[0];
  for (std::size_t i = 1; i < 8; ++i) sum = wasm_i32x4_add(sum, sums[i]);
  return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) + wasm_i32x4_extract_lane(sum, 2) +
         wasm_i32x4_extract_lane(sum, 3);
}

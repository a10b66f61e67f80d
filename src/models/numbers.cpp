// See numbers.hpp.
#include "models/numbers.hpp"

#include <algorithm>

#include "models/blocks.hpp"
#include "models/loops.hpp"

namespace models {

namespace {

constexpr std::size_t largest_block = 256;        // numbers that are quantised together
constexpr std::size_t quantised_together = 4096;  // whole blocks of every type
constexpr std::size_t rows_turned = 32,
                      columns_turned = 64;  // numbers of a block, and how many blocks are made at once

using WidenBlocks = void (*)(const std::uint8_t*, float*, std::size_t);
WidenBlocks blocks_of(Number type) {
  switch (type) {
    case Number::q4_0: return blocks::widen_q4_0;
    case Number::q4_1: return blocks::widen_q4_1;
    case Number::q5_0: return blocks::widen_q5_0;
    case Number::q5_1: return blocks::widen_q5_1;
    case Number::q8_0: return blocks::widen_q8_0;
    case Number::q4_k: return blocks::widen_q4_k;
    case Number::q5_k: return blocks::widen_q5_k;
    default: return blocks::widen_q6_k;
  }
}

// Numbers of quantised blocks; of those that are not needed whole, a copy.
void widen_blocks(Number type, const std::byte* from, std::size_t first, float* to, std::size_t count) {
  const std::size_t block = static_cast<std::size_t>(files::block_of(type)),
                    bytes = static_cast<std::size_t>(files::size_of(type));
  const WidenBlocks widen = blocks_of(type);
  const auto* at = reinterpret_cast<const std::uint8_t*>(from) + first / block * bytes;
  for (std::size_t skipped = first % block; count > 0; skipped = 0) {
    if (const std::size_t whole = skipped == 0 ? count / block : 0; whole > 0) {
      widen(at, to, whole);
      at += whole * bytes;
      to += whole * block;
      count -= whole * block;
      continue;
    }
    float numbers[largest_block];
    widen(at, numbers, 1);
    const std::size_t some = std::min(block - skipped, count);
    to = std::copy_n(numbers + skipped, some, to);
    at += bytes;
    count -= some;
  }
}

// `to`: the first block of numbers of that type.
bool narrow(Number type, const float* from, std::byte* to, std::size_t blocks) {
  auto* const bytes = reinterpret_cast<std::uint8_t*>(to);
  return type == Number::q8_0 ? blocks::narrow_q8_0(from, bytes, blocks) : blocks::narrow_q4_0(from, bytes, blocks);
}

// A block of a column of the tensor as it is stored, (in, out), is one of a row as it is kept.
bool quantise_turned(const Placed& tensor, std::byte* numbers, std::byte* spare) {
  const std::size_t inputs = tensor.rows, outputs = tensor.count / tensor.rows, blocks = inputs / rows_turned;
  const auto bytes = static_cast<std::size_t>(files::size_of(tensor.kept));
  float rows[rows_turned][columns_turned], column[rows_turned];
  bool fine = true;
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t first = 0; first < outputs; first += columns_turned) {
      const std::size_t count = std::min(columns_turned, outputs - first);
      for (std::size_t i = 0; i < rows_turned; ++i)
        widen(tensor.type, numbers, (block * rows_turned + i) * outputs + first, rows[i], count);
      for (std::size_t o = 0; o < count; ++o) {
        for (std::size_t i = 0; i < rows_turned; ++i) column[i] = rows[i][o];
        fine = narrow(tensor.kept, column, spare + ((first + o) * blocks + block) * bytes, 1) && fine;
      }
    }
  }
  std::copy_n(spare, outputs * blocks * bytes, numbers);
  return fine;
}

}  // namespace

void widen(Number type, const std::byte* from, std::size_t first, float* to, std::size_t count) {
  const auto* halves = reinterpret_cast<const std::uint16_t*>(from);
  switch (type) {
    case Number::f16: return loops::widen_float16(halves + first, to, count);
    case Number::bf16: return loops::widen_bfloat16(halves + first, to, count);
    case Number::f64: {
      const auto* doubles = reinterpret_cast<const double*>(from) + first;
      std::transform(doubles, doubles + count, to, [](double number) { return static_cast<float>(number); });
      return;
    }
    case Number::f32: std::copy_n(reinterpret_cast<const float*>(from) + first, count, to); return;
    default: return widen_blocks(type, from, first, to, count);
  }
}

bool quantise(const Placed& tensor, std::byte* numbers, std::byte* spare) {
  if (tensor.turned) return quantise_turned(tensor, numbers, spare);
  const auto block = static_cast<std::size_t>(files::block_of(tensor.kept)),
             bytes = static_cast<std::size_t>(files::size_of(tensor.kept));
  // What is written must not lie on what is still to be read: numbers that grow are rounded from the last ones on.
  const bool grows = tensor.bytes < tensor.kept_bytes();
  const std::size_t parts = (tensor.count + quantised_together - 1) / quantised_together;
  float some[quantised_together];
  bool fine = true;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t first = (grows ? parts - 1 - part : part) * quantised_together;
    const std::size_t count = std::min(quantised_together, tensor.count - first);
    widen(tensor.type, numbers, first, some, count);
    fine = narrow(tensor.kept, some, numbers + first / block * bytes, count / block) && fine;
  }
  return fine;
}

}  // namespace models

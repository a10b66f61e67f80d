// Numbers from a seed, the same for every candidate and in every run.

/** Numbers with mean 0 and deviation 1 (times size), from mulberry32. */
export function numbers(seed, count, size = 1) {
  let state = seed * 7919;
  return Float32Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1) * Math.sqrt(3) * size;
  });
}

// Which builds of the core an engine supports.
export type Variant = "scalar" | "simd" | "relaxed";

/**
 * Whether the engine supports the instructions of each variant, tested with a function (result: v128) that contains one
 * of them: an engine refuses a module with an instruction that it does not support.
 */
function runs(...instructions: number[]): boolean {
  const body = [0, ...instructions, 0x0b];
  const bytes = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0];
  return WebAssembly.validate(Uint8Array.of(...bytes, 10, body.length + 2, 1, body.length, ...body));
}

const splat = [0x41, 0, 0xfd, 0x11]; // i32.const 0, i32x4.splat
const madd = [0xfd, 0x85, 0x02]; // f32x4.relaxed_madd

/** The fastest one. */
export function best(): Variant {
  if (runs(...splat, ...splat, ...splat, ...madd)) return "relaxed";
  return runs(...splat) ? "simd" : "scalar";
}

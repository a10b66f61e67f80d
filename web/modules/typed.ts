// Facts about typed arrays that their own properties cannot falsify: a script may define `length` on an array, and a
// buffer may shrink.
const prototype = Object.getPrototypeOf(Float32Array.prototype) as object;

function getter(name: PropertyKey): (array: unknown) => unknown {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) as { get: () => unknown };
  return (array) => get.call(array);
}

/** "Float32Array" and the like; undefined for anything else, such as a Proxy around a typed array. */
export const kindOf = /* @__PURE__ */ getter(Symbol.toStringTag) as (value: unknown) => string | undefined;

/** The length of a typed array; 0 if its buffer is detached. */
export const countOf = /* @__PURE__ */ getter("length") as (array: Float32Array | Uint8Array) => number;

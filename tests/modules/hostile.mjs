// Arguments for hostile_tests.mjs and random_tests.mjs: unreadable objects, arrays with a false length, Proxies of both
// kinds.
import { check } from "./harness.mjs";

export const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty"];
export const floats = (shape, data) => ({ shape, data: Float32Array.from(data) });

export const thrown = (body) => {
  try {
    body();
  } catch (error) {
    return error;
  }
  return undefined;
};

/** Checks for an AttentionError with a message, and not an internal fault of the modules. */
export function isTold(error, what) {
  check(error.name === "AttentionError", `${what}: ${error.stack}`);
  const { code, path, message } = error;
  check(typeof code === "string" && code !== "" && typeof path === "string", `${what}: ${code}, ${path}`);
  check(message.length > 10 && !["internal", "stopped"].includes(code), `${what}: ${code}, ${message}`);
}

/** A Proxy as frameworks make it: everything read through it is wrapped as well, except functions. */
export const reactive = (object) =>
  new Proxy(object, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      return typeof value === "object" && value !== null && !ArrayBuffer.isView(value)
        ? reactive(value)
        : value;
    },
  });

/** A Proxy that wraps everything, functions included. */
export const membrane = (object) =>
  new Proxy(object, {
    get(target, name) {
      const value = Reflect.get(target, name);
      return value !== null && ["object", "function"].includes(typeof value) ? membrane(value) : value;
    },
    apply: (target, self, given) => membrane(Reflect.apply(target, self, given)),
  });

export const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
export const trap = () => {
  throw new Error("no");
};
export const unreadable = () => new Proxy({}, { get: trap, ownKeys: trap, has: trap, getPrototypeOf: trap });
export const cyclic = () => {
  const object = { format: 1 };
  object.tensors = [object];
  return object;
};
export function detached() {
  const data = new Float32Array(6);
  structuredClone(data.buffer, { transfer: [data.buffer] });
  return data;
}
export const lying = () => Object.defineProperty(new Float32Array(1), "length", { value: 6 });

// A small test runner that works in node and in a page alike: no imports, so that either can load it. Tests run one
// after the other; the results say what failed and why.

/** float32 against golden numbers: 1e-5 relative or 1e-6 absolute, whichever is wider. */
export const goldenTolerance = { relative: 1e-5, absolute: 1e-6 };

export class Runner {
  /**
   * only: a part of the names of the tests to run. prefix: of their names as told. begins(name): called before each.
   * results: what is counted.
   */
  constructor(only = "", prefix = "", begins = () => undefined, results = { passed: 0, failures: [] }) {
    Object.assign(this, { only, prefix, begins, results });
  }

  /** A runner that counts with this one and prefixes the names of its tests with a word. */
  within(word) {
    return new Runner(this.only, `${word}: `, this.begins, this.results);
  }

  async test(name, body) {
    if (!name.includes(this.only)) return;
    this.begins(this.prefix + name);
    try {
      await body();
      this.results.passed++;
    } catch (error) {
      const why = error instanceof Failure ? error.message : (error.stack ?? error);
      this.results.failures.push(`${this.prefix}${name}: ${why}`);
    }
  }
}

class Failure extends Error {}

export function check(condition, message) {
  if (!condition) throw new Failure(message);
}

export function equal(actual, wanted, what = "value") {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  check(a === b, `${what} is ${a}, wanted ${b}`);
}

const number = (value) => (typeof value === "string" ? Number(value.replace("inf", "Infinity")) : value);

/** Golden files hold nested lists, with "-inf" and "nan" as strings. */
export function tensor(nested) {
  const shape = [];
  for (let level = nested; Array.isArray(level); level = level[0]) shape.push(level.length);
  const data = Float32Array.from(
    Array.isArray(nested) ? nested.flat(Infinity).map(number) : [number(nested)],
  );
  return { shape, data };
}

export function close(actual, wanted, { relative, absolute } = goldenTolerance, what = "value") {
  check(actual.length === wanted.length, `${what} holds ${actual.length} numbers, wanted ${wanted.length}`);
  for (let i = 0; i < wanted.length; i++) {
    const [a, b] = [actual[i], wanted[i]];
    const same = Object.is(a, b) || a === b || Math.abs(a - b) <= Math.max(absolute, relative * Math.abs(b));
    check(same, `${what}[${i}] is ${a}, wanted ${b} (off by ${Math.abs(a - b)})`);
  }
}

/** A tensor against a nested golden list, its shape included. */
export function matches(actual, nested, tolerance = goldenTolerance, what = "tensor") {
  const wanted = tensor(nested);
  check(actual !== undefined, `${what} is missing`);
  equal(actual.shape, wanted.shape, `shape of ${what}`);
  close(actual.data, wanted.data, tolerance, what);
}

/**
 * The bytes of a file of the site, in node and in a page; "lessons.wasm" stands for the wasm whose name lessons.mjs holds.
 */
export async function fileOf(site, name) {
  if (name.endsWith(".wasm")) {
    const [kind, variant] = name.replace(".wasm", "").split("-");
    const holder = kind === "training" ? "lessons" : kind;
    const script = new TextDecoder().decode(await fileOf(site, `${holder}.mjs`));
    const [found] = new RegExp(`${variant ? `${kind}-${variant}` : kind}-[0-9a-f]{10}\\.wasm`).exec(script);
    name = found;
  }
  const url = new URL(name, site);
  if (url.protocol !== "file:") return new Uint8Array(await (await fetch(url)).arrayBuffer());
  const { readFile } = await import("node:fs/promises");
  return new Uint8Array(await readFile(url));
}

/** The reason of a rejected promise. */
export const rejected = (promise) =>
  promise.then(
    () => check(false, "nothing was thrown"),
    (error) => error,
  );

/** Runs code that must throw an AttentionError, and checks its code, its path, and words in its message. */
export function throws(body, code, path, words = /./) {
  let error;
  try {
    body();
  } catch (thrown) {
    error = thrown;
  }
  check(error !== undefined, "nothing was thrown");
  check(error.name === "AttentionError", `an ${error.name} was thrown: ${error.stack}`);
  equal(error.code, code, `code of "${error.message}"`);
  if (path instanceof RegExp) check(path.test(error.path), `path is ${error.path}, wanted ${path}`);
  else equal(error.path, path, `path of "${error.message}"`);
  check(words.test(error.message), `message is "${error.message}", wanted ${words}`);
}

/** Numbers from -1 to 1 that are the same everywhere: the fractional parts of a sequence (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

export function randomTensor(draw, shape) {
  return { shape, data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, draw) };
}

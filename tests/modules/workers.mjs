// What the tests of several threads share: workers of other kinds in the place of the platform's own, and the same bits.
import { check, equal } from "./harness.mjs";

export const node = globalThis.process?.versions.node;

/** Runs body with workers of another kind; those that it creates are in its argument. */
export async function withWorkers(kind, body) {
  const [own, made] = [Object.getOwnPropertyDescriptor(globalThis, "Worker"), []];
  const make = function (script, options) {
    made.push(kind(script, options));
    return made.at(-1);
  };
  Object.defineProperty(globalThis, "Worker", { value: make, configurable: true, writable: true });
  try {
    await body(made);
  } finally {
    if (own) Object.defineProperty(globalThis, "Worker", own);
    else delete globalThis.Worker;
  }
}

/** Runs body with timeouts a hundred times as short. */
export async function hurried(body) {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (then, after, ...rest) => setTimeout(then, after / 100, ...rest);
  try {
    await body();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

/** A worker that sends one message when it is asked to start, or none, and never does anything. */
export const idle = (word) => () => {
  const hears = [];
  return {
    ended: false,
    addEventListener: (event, then) => event === "message" && hears.push(then),
    set onmessage(then) {
      hears.push(then);
    },
    postMessage: () => word && setTimeout(() => hears.forEach((then) => then({ data: word }))),
    terminate() {
      this.ended = true;
    },
  };
};

/** The platform's own worker, which the test can end. */
export async function realWorkers() {
  const Real = node ? (await import("node:worker_threads")).Worker : globalThis.Worker;
  return (script, options) => new Real(script, options);
}

export const isolated = globalThis.crossOriginIsolated ?? true; // node may always share

/** The same shape, and the same bits. */
export function same(actual, wanted, what) {
  equal(actual.shape, wanted.shape, `shape of ${what}`);
  const [a, b] = [actual, wanted].map(
    ({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length),
  );
  const at = a.findIndex((bits, i) => bits !== b[i]);
  check(at < 0, `${what}[${at}] is ${actual.data[at]}, with one thread ${wanted.data[at]}`);
}

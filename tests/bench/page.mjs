// What runs inside a page of the bench: one candidate, which waits while the others run.
import { comparesWithBase, error, inputs, operations, works } from "./works.mjs";

let candidate;
let job;
let peak;

/** Calls until `ms` have passed: milliseconds of one in the mean, and in the shortest run of them. */
async function time(call, ms) {
  const start = performance.now();
  let [calls, burst, now, least] = [0, 1, start, Infinity];
  do {
    for (let i = 0; i < burst; i++) {
      const waiting = call();
      if (waiting?.then) await waiting;
    }
    calls += burst;
    const before = now;
    now = performance.now();
    if (now - before > 0.5) least = Math.min(least, (now - before) / burst); // the clock's steps are no part of it
    if (now - before < 1) burst *= 2;
  } while (now - start < ms);
  const mean = (now - start) / calls;
  return { ms: mean, least: Math.min(least, mean) };
}

globalThis.bench = {
  async open(path, options) {
    candidate = await (await import(path)).open(options);
    peak = candidate.peak;
  },

  /** Uploads the inputs, runs once and compares. null: the candidate cannot do it. */
  async prepare(name) {
    await job?.close?.();
    const work = works.find((one) => one.name === name);
    const z = inputs(work);
    job = await candidate.prepare(work, z);
    if (!job) return null;
    await job.run();
    const output = await job.read();
    if (comparesWithBase(work)) return { output: [...output], operations: operations(work) };
    return { error: error(work, z, output), operations: operations(work) };
  },

  /** Milliseconds of a call; for a candidate that can tell, also the highest peak just before and just after, in operations a millisecond. */
  async sample(ms) {
    const peaks = () => (peak ? Array.from({ length: 5 }, () => peak()) : []);
    const before = peaks();
    const timed = await time(() => job.run(), ms);
    return { ...timed, peak: Math.max(0, ...before, ...peaks()) };
  },

  /** One attention of T tokens, d 64, in the module: milliseconds and the bytes that it holds. */
  cost: (tokens) => candidate.cost(tokens),
};
globalThis.ready = true;

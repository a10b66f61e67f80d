// attention.mjs as a page would use it: every call copies its inputs in and its output out. options: { variant, threads,
// kept }; kept: the tensors stay in the module, as those of TensorFlow.js do, and only reading a result copies it.
import { lessonWith, model } from "../training.mjs";
import { checkpoint, vit } from "../vit.mjs";

export async function open({ variant, threads, kept = false }) {
  const { loadAttention } = await import("/site/attention.mjs");
  const attention = await loadAttention({ variant, threads });
  const job = (z, make) => {
    const place = ({ shape, data }) => (kept ? attention.tensor(shape, data) : { shape, data });
    const placed = Object.fromEntries(Object.entries(z).map(([name, tensor]) => [name, place(tensor)]));
    const call = make(placed);
    let out;
    return {
      run() {
        out?.dispose?.();
        out = call();
      },
      read: () => out.data,
      close: () => [out, ...Object.values(placed)].forEach((tensor) => tensor?.dispose?.()),
    };
  };
  // Its result is three tensors, read one after the other.
  const gradient = (z, options) =>
    job(z, ({ q, k, v, g }) => () => {
      const all = Object.values(attention.scaledDotProductAttentionBackward(g, q, k, v, options));
      return {
        get data() {
          return Float32Array.from(all.flatMap(({ data }) => [...data]));
        },
        dispose: () => all.forEach((tensor) => tensor.dispose?.()),
      };
    });
  // lessons.train chooses the best instructions of the engine itself, and starts a core for each run.
  async function training(z) {
    if (variant !== "relaxed" || threads || kept) return null;
    const { loadLessons } = await import("/site/lessons.mjs");
    const lessons = await loadLessons({ lessons: [] });
    const lesson = lessonWith(z, await (await fetch("/bench/training-step.json")).json());
    let run;
    return {
      async run() {
        run = await lessons.train(lesson, { steps: model.steps });
      },
      read: () => run.losses,
      close: () => undefined,
    };
  }
  // As a page has it from models.mjs: from the normalised pixels to the labels' logits.
  async function picture(z) {
    if (variant === "scalar" || threads || kept) return null;
    const { loadModel } = await import("/site/models.mjs");
    const whole = await loadModel({ ...checkpoint(z), variant });
    const given = { pixels: z.x.data, width: vit.side, height: vit.side };
    let logits;
    return {
      async run() {
        const run = await whole.run(given);
        logits = run.logitsAt(0);
        run.dispose();
      },
      read: () => logits,
      close: () => whole.dispose(),
    };
  }
  return {
    prepare({ kind, causal, heads }, z) {
      if (kind === "training") return training(z);
      if (kind === "picture") return picture(z);
      if (kind === "attention") {
        const options = { isCausal: causal, keep: kept };
        return job(
          z,
          ({ q, k, v }) =>
            () =>
              attention.scaledDotProductAttention(q, k, v, options).output,
        );
      }
      if (kind === "gradient") return gradient(z, { isCausal: causal, keep: kept });
      const keep = { keep: kept };
      if (kind === "softmax")
        return job(
          z,
          ({ x }) =>
            () =>
              attention.softmax(x, -1, keep),
        );
      if (kind === "gemm")
        return job(
          z,
          ({ a, b }) =>
            () =>
              attention.matmul(a, b, keep),
        );
      if (kind !== "module") return null;
      // PyTorch's layout: out × in, query, key and value stacked.
      const turned = ({ shape: [rows, columns], data }) => ({
        shape: [columns, rows],
        data: Float32Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)]),
      });
      const stacked = (parts, shape) => ({
        shape,
        data: Float32Array.from(parts.flatMap((part) => [...part.data])),
      });
      const width = z.bo.shape[0];
      const all = {
        x: z.x,
        inProjWeight: stacked([z.wq, z.wk, z.wv].map(turned), [3 * width, width]),
        inProjBias: stacked([z.bq, z.bk, z.bv], [3 * width]),
        outProjWeight: turned(z.wo),
        outProjBias: z.bo,
      };
      return job(all, ({ x, ...parameters }) => {
        const options = { ...parameters, numHeads: heads, needWeights: false, ...keep };
        return () => attention.multiHeadAttention(x, x, x, options).output;
      });
    },

    cost(tokens) {
      const x = { shape: [tokens, 64], data: new Float32Array(tokens * 64).map((_, i) => Math.sin(i)) };
      const start = performance.now();
      attention.scaledDotProductAttention(x, x, x);
      return { ms: performance.now() - start, memory: attention.memory };
    },
  };
}

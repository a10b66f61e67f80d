// attention.mjs as a page would use it: every call copies its inputs in and its output out. options: { variant, threads }
export async function open({ variant, threads }) {
  const { loadAttention } = await import("/site/attention.mjs");
  const attention = await loadAttention({ variant, threads });
  const keep = (call) => {
    let out;
    return {
      run() {
        out = call();
      },
      read: () => out.data,
    };
  };
  return {
    prepare({ kind, causal, heads }, z) {
      if (kind === "attention") {
        const options = { isCausal: causal };
        return keep(() => attention.scaledDotProductAttention(z.q, z.k, z.v, options).output);
      }
      if (kind === "softmax") return keep(() => attention.softmax(z.x, -1));
      if (kind === "gemm") return keep(() => attention.matmul(z.a, z.b));
      // PyTorch's layout: out × in, query, key and value on top of each other.
      const turned = ({ shape: [rows, columns], data }) => ({
        shape: [columns, rows],
        data: Float32Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)]),
      });
      const stacked = (parts, shape) => ({
        shape,
        data: Float32Array.from(parts.flatMap((part) => [...part.data])),
      });
      const width = z.bo.shape[0];
      const options = {
        numHeads: heads,
        inProjWeight: stacked([z.wq, z.wk, z.wv].map(turned), [3 * width, width]),
        inProjBias: stacked([z.bq, z.bk, z.bv], [3 * width]),
        outProjWeight: turned(z.wo),
        outProjBias: z.bo,
        needWeights: false,
      };
      return keep(() => attention.multiHeadAttention(z.x, z.x, z.x, options).output);
    },

    cost(tokens) {
      const x = { shape: [tokens, 64], data: new Float32Array(tokens * 64).map((_, i) => Math.sin(i)) };
      const start = performance.now();
      attention.scaledDotProductAttention(x, x, x);
      return { ms: performance.now() - start, memory: attention.memory };
    },
  };
}

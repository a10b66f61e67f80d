// The kernels alone, without copies (tests/bench/kernels.cpp), and the peak that this engine reaches. options: { variant }
export async function open({ variant }) {
  const imports = { env: { emscripten_notify_memory_growth: () => undefined } };
  const source = fetch(`/kernels/bench_${variant}.wasm`);
  const { exports } = (await WebAssembly.instantiateStreaming(source, imports)).instance;
  exports._initialize?.();
  const place = ({ data }) => {
    const at = exports.alloc(data.length);
    new Float32Array(exports.memory.buffer, at, data.length).set(data);
    return at;
  };
  const job = (z, size, run) => {
    const places = Object.fromEntries(Object.entries(z).map(([name, tensor]) => [name, place(tensor)]));
    const out = exports.alloc(size);
    return {
      run: () => run(places, out),
      read: () => new Float32Array(exports.memory.buffer, out, size).slice(),
      close: () => [...Object.values(places), out].forEach((at) => exports.release(at)),
    };
  };
  let seed = 1;
  return {
    peak() {
      const rounds = 40_000;
      const start = performance.now();
      exports.peak(rounds, seed++);
      return (2 * rounds * exports.peak_madds()) / (performance.now() - start);
    },
    prepare({ kind, heads, tokens, width, causal, rows, columns, m, k, n, turned }, z) {
      if (kind === "attention") {
        return job(z, heads * tokens * width, ({ q, k, v }, out) =>
          exports.attend(q, k, v, out, heads, tokens, width, causal, 1 / Math.sqrt(width)),
        );
      }
      if (kind === "gradient") {
        return job(z, 3 * heads * tokens * width, ({ q, k, v, g }, out) =>
          exports.attend_backward(q, k, v, g, out, heads, tokens, width, causal, 1 / Math.sqrt(width)),
        );
      }
      if (kind === "softmax")
        return job(z, rows * columns, ({ x }, out) => exports.softmax(x, out, rows, columns));
      if (kind === "product") {
        return job(z, m * n, ({ a, b }, out) =>
          exports.multiply(a, b, out, m, n, k, turned === "a", turned === "b"),
        );
      }
      if (kind === "gemm") return job(z, n * n, ({ a, b }, out) => exports.gemm(a, b, out, n, n, n));
      return null;
    },
  };
}

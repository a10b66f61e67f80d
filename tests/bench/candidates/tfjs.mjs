// TensorFlow.js on its wasm backend, one thread, its tensors uploaded beforehand. options: { perHead } multiplies head by
// head with transposed keys, which its fast path wants and a user could find out.
const script = (src) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement("script"), {
      src,
      onload: resolve,
      onerror: reject,
    });
    document.head.append(element);
  });

export async function open({ perHead }) {
  const folder = "/packages/@tensorflow/";
  await script(`${folder}tfjs-core/dist/tf-core.es2017.min.js`);
  await script(`${folder}tfjs-backend-wasm/dist/tf-backend-wasm.es2017.min.js`);
  const { tf } = globalThis;
  tf.wasm.setWasmPaths(`${folder}tfjs-backend-wasm/dist/`);
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  await tf.setBackend("wasm");
  await tf.ready();

  // (H, T, D) each.
  function attend(q, k, v, mask) {
    const scale = 1 / Math.sqrt(q.shape[2]);
    const masked = (scores) => (mask ? tf.add(tf.mul(scores, scale), mask) : tf.mul(scores, scale));
    if (!perHead) return tf.matMul(tf.softmax(masked(tf.matMul(q, k, false, true))), v);
    const [qs, ks, vs] = [q, k, v].map((all) => tf.unstack(all));
    return tf.stack(
      qs.map((one, h) => tf.matMul(tf.softmax(masked(tf.matMul(one, tf.transpose(ks[h])))), vs[h])),
    );
  }

  // The gradients by hand, as tf-core knows none of its products' own: that of the softmax is P ⊙ (dP − Σ P ⊙ dP).
  function gradients(q, k, v, g, mask) {
    const scale = 1 / Math.sqrt(q.shape[2]);
    const scores = tf.mul(tf.matMul(q, k, false, true), scale);
    const p = tf.softmax(mask ? tf.add(scores, mask) : scores);
    const dp = tf.matMul(g, v, false, true);
    const ds = tf.mul(tf.mul(p, tf.sub(dp, tf.sum(tf.mul(p, dp), -1, true))), scale);
    return tf.concat([tf.matMul(ds, k), tf.matMul(ds, q, true), tf.matMul(p, g, true)]);
  }

  return {
    prepare({ kind, heads, tokens, width, causal, turned }, z) {
      const all = Object.fromEntries(
        Object.entries(z).map(([name, { shape, data }]) => [
          name,
          tf.tensor(data, shape[0] === 1 ? shape.slice(1) : shape),
        ]),
      );
      const above = (_, cell) => (cell % tokens > Math.floor(cell / tokens) ? -1e9 : 0);
      if (causal) {
        all.mask = tf.tensor2d(Float32Array.from({ length: tokens * tokens }, above), [tokens, tokens]);
      }
      const split = (x) => tf.transpose(tf.reshape(x, [tokens, heads, width / heads]), [1, 0, 2]);
      const linear = (x, part) => tf.add(tf.matMul(x, all[`w${part}`]), all[`b${part}`]);
      const compute = {
        attention: () => attend(all.q, all.k, all.v, all.mask),
        gradient: () => gradients(all.q, all.k, all.v, all.g, all.mask),
        softmax: () => tf.softmax(all.x),
        product: () => tf.matMul(all.a, all.b, turned === "a", turned === "b"),
        gemm: () => tf.matMul(all.a, all.b),
        module() {
          const [q, k, v] = [..."qkv"].map((part) => split(linear(all.x, part)));
          return linear(tf.reshape(tf.transpose(attend(q, k, v), [1, 0, 2]), [tokens, width]), "o");
        },
      }[kind];
      let out;
      return {
        run() {
          out?.dispose();
          out = tf.tidy(compute);
        },
        read: () => out.dataSync(),
        close: () => [out, ...Object.values(all)].forEach((tensor) => tensor.dispose()),
      };
    },
  };
}

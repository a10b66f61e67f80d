// TensorFlow.js on its wasm backend, one thread, its tensors uploaded beforehand. options: { perHead } multiplies head by
// head with transposed keys, which its fast path needs, as a user could find out.
import { model, parameters } from "../training.mjs";

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

  // The gradients by hand, because tf-core has none for its products: that of the softmax is P ⊙ (dP − Σ P ⊙ dP).
  function gradients(q, k, v, g, mask) {
    const scale = 1 / Math.sqrt(q.shape[2]);
    const scores = tf.mul(tf.matMul(q, k, false, true), scale);
    const p = tf.softmax(mask ? tf.add(scores, mask) : scores);
    const dp = tf.matMul(g, v, false, true);
    const ds = tf.mul(tf.mul(p, tf.sub(dp, tf.sum(tf.mul(p, dp), -1, true))), scale);
    return tf.concat([tf.matMul(ds, k), tf.matMul(ds, q, true), tf.matMul(p, g, true)]);
  }

  // Forward and back by hand for the same reason. Rows of the table are taken by a product with one-hot letters, whose
  // transpose adds the slopes up again.
  function training(z) {
    const { B, T, V, W, H, rate, steps } = model;
    const D = W / H;
    const [letters, targets] = ["letters", "targets"].map((name) =>
      tf.tidy(() => tf.cast(tf.oneHot(tf.tensor1d(Int32Array.from(z[name].data), "int32"), V), "float32")),
    );
    const above = (_, cell) => (cell % T > Math.floor(cell / T) ? -1e9 : 0);
    const mask = tf.tensor2d(Float32Array.from({ length: T * T }, above), [T, T]);
    const split = (x) => tf.transpose(tf.reshape(x, [B, T, H, D]), [0, 2, 1, 3]);
    const join = (x) => tf.reshape(tf.transpose(x, [0, 2, 1, 3]), [B * T, W]);
    function step(w) {
      const x = tf.reshape(tf.add(tf.reshape(tf.matMul(letters, w.wte), [B, T, W]), w.wpe), [B * T, W]);
      const [q, k, v] = ["W_q", "W_k", "W_v"].map((name) => split(tf.matMul(x, w[name], false, true)));
      const a = tf.softmax(tf.add(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(D)), mask));
      const mixed = join(tf.matMul(a, v));
      const y = tf.add(x, tf.matMul(mixed, w.W_o, false, true));
      const p = tf.softmax(tf.matMul(y, w.W_u, false, true));
      const loss = tf.neg(tf.mean(tf.log(tf.sum(tf.mul(p, targets), -1))));

      const dLogits = tf.mul(tf.sub(p, targets), 1 / (B * T));
      const dy = tf.matMul(dLogits, w.W_u);
      const dOut = split(tf.matMul(dy, w.W_o));
      const dA = tf.matMul(dOut, v, false, true);
      const dS = tf.mul(tf.mul(a, tf.sub(dA, tf.sum(tf.mul(a, dA), -1, true))), 1 / Math.sqrt(D));
      const dq = join(tf.matMul(dS, k));
      const dk = join(tf.matMul(dS, q, true));
      const dv = join(tf.matMul(a, dOut, true));
      const dx = tf.addN([dy, tf.matMul(dq, w.W_q), tf.matMul(dk, w.W_k), tf.matMul(dv, w.W_v)]);
      const slopes = {
        wte: tf.matMul(letters, dx, true),
        wpe: tf.sum(tf.reshape(dx, [B, T, W]), 0),
        W_q: tf.matMul(dq, x, true),
        W_k: tf.matMul(dk, x, true),
        W_v: tf.matMul(dv, x, true),
        W_o: tf.matMul(dy, mixed, true),
        W_u: tf.matMul(dLogits, y, true),
      };
      const next = Object.fromEntries(
        Object.keys(parameters).map((name) => [name, tf.sub(w[name], tf.mul(slopes[name], rate))]),
      );
      return { loss, next };
    }
    let losses;
    return {
      run() {
        losses = [];
        let w = Object.fromEntries(
          Object.keys(parameters).map((name) => [name, tf.tensor(z[name].data, z[name].shape)]),
        );
        for (let at = 0; at < steps; at++) {
          const { loss, next } = tf.tidy(() => step(w));
          tf.dispose(w);
          losses.push(loss.dataSync()[0]);
          loss.dispose();
          w = next;
        }
        tf.dispose(w);
      },
      read: () => Float32Array.from(losses),
      close: () => tf.dispose([letters, targets, mask]),
    };
  }

  return {
    prepare({ kind, heads, tokens, width, causal, turned }, z) {
      if (kind === "training") return training(z);
      if (kind === "picture") return null;
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

// onnxruntime-web on its wasm backend. options: { fused } takes Microsoft's MultiHeadAttention instead of MatMul, Softmax,
// MatMul; { threads }: one unless said. Its API copies inputs and outputs on every call, as ours does where nothing is kept.
import { modelOf } from "../onnx.mjs";
import * as vit from "../vit.mjs";

/** (1, H, T, D) → (1, T, H·D), and back. */
function regroup({ shape: [, heads, tokens, width], data }, back = false) {
  const out = new Float32Array(data.length);
  for (let h = 0; h < heads; h++)
    for (let t = 0; t < tokens; t++) {
      const [split, joined] = [(h * tokens + t) * width, (t * heads + h) * width];
      out.set(data.subarray(back ? joined : split, (back ? joined : split) + width), back ? split : joined);
    }
  return out;
}

export async function open({ fused, threads = 1 }) {
  const folder = "/packages/onnxruntime-web/dist/";
  const ort = await import(`${folder}ort.wasm.min.mjs`);
  ort.env.wasm.wasmPaths = folder;
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = "error";
  return {
    async prepare(work, z) {
      const picture = work.kind === "picture";
      const model = picture ? !fused && vit.onnx(z) : modelOf(work, z, fused);
      if (!model) return null;
      const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
      const joined = fused && work.kind === "attention";
      const fed = picture || work.kind === "module" ? { x: z.x } : z;
      const feeds = Object.fromEntries(
        Object.entries(fed).map(([name, tensor]) => [
          name,
          joined
            ? new ort.Tensor("float32", regroup(tensor), [1, work.tokens, work.heads * work.width])
            : new ort.Tensor("float32", tensor.data, tensor.shape),
        ]),
      );
      let out;
      return {
        async run() {
          out = (await session.run(feeds)).y;
        },
        read: () => (joined ? regroup({ shape: z.q.shape, data: out.data }, true) : out.data),
        close: () => session.release(),
      };
    },
  };
}

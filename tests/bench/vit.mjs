// A Vision Transformer with random weights, the same for models.mjs and for onnxruntime-web: its tensors as the hub names them,
// the operators of ONNX that compute it, and how many multiply-adds it holds. Shapes are PyTorch's: (out, in), (B, T, E).
import { constant, model, node } from "./onnx.mjs";
import { numbers } from "./numbers.mjs";

const classes = 10;
const inner = 4; // times the width
export const vit = { width: 768, layers: 12, heads: 12, side: 224, patch: 16 };
const patches = (vit.side / vit.patch) ** 2;
const tokens = patches + 1;
const { width } = vit;
const linears = {
  "attention.attention.query": [width, width],
  "attention.attention.key": [width, width],
  "attention.attention.value": [width, width],
  "attention.output.dense": [width, width],
  "intermediate.dense": [inner * width, width],
  "output.dense": [width, inner * width],
};
const of = (layer, name) => `encoder.layer.${layer}.${name}`;

/** Tensors by name: {shape, data}; `x` are the pixels, normalised, (1, 3, side, side). */
export function inputs() {
  const all = {};
  let seed = 100;
  const add = (name, shape, size) => {
    const count = shape.reduce((a, b) => a * b);
    all[name] = { shape, data: numbers(seed++, count, size) };
  };
  const linear = (name, [outputs, given]) => {
    add(`${name}.weight`, [outputs, given], Math.sqrt(1 / given));
    add(`${name}.bias`, [outputs], 0.1);
  };
  const norm = (name) => {
    all[`${name}.weight`] = { shape: [width], data: new Float32Array(width).fill(1) };
    add(`${name}.bias`, [width], 0.1);
  };
  add("x", [1, 3, vit.side, vit.side], 1);
  add("embeddings.cls_token", [1, 1, width], 1);
  add("embeddings.position_embeddings", [1, tokens, width], 1);
  add("embeddings.patch_embeddings.projection.weight", [width, 3, vit.patch, vit.patch], 1 / 28);
  add("embeddings.patch_embeddings.projection.bias", [width], 0.1);
  for (let layer = 0; layer < vit.layers; layer++) {
    for (const [name, shape] of Object.entries(linears)) linear(of(layer, name), shape);
    for (const name of ["layernorm_before", "layernorm_after"]) norm(of(layer, name));
  }
  norm("layernorm");
  linear("classifier", [classes, width]);
  return all;
}

export const operations =
  2 * width * width * patches +
  vit.layers * (2 * tokens * width * width * (4 + 2 * inner) + 4 * tokens * tokens * width);

/** As the hub's files: config.json, and the bytes of model.safetensors. */
export function checkpoint({ x, ...tensors }) {
  const header = {};
  let bytes = 0;
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype: "F32", shape, data_offsets: [bytes, bytes + data.byteLength] };
    bytes += data.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new BigUint64Array([BigInt(text.length)]);
  const weights = new Blob([length, text, ...Object.values(tensors).map(({ data }) => data)]);
  const id2label = Object.fromEntries(Array.from({ length: classes }, (_, i) => [i, String(i)]));
  return { config: { model_type: "vit", id2label }, weights };
}

/** `x` → logits, (1, classes). */
export function onnx({ x, ...tensors }) {
  const constants = [];
  const nodes = [];
  const whole = (name, given) =>
    constants.push(constant(name, [given.length], BigInt64Array.from(given.map(BigInt))));
  const real = (name, value) => constants.push(constant(name, [], Float32Array.of(value)));
  const op = (type, given, output, attributes) => {
    nodes.push(node(type, given, output, attributes));
    return output;
  };
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    const [outputs, given] = shape;
    const turns = shape.length === 2; // MatMul takes (in, out)
    const turned = () =>
      Float32Array.from(data, (_, i) => data[(i % outputs) * given + Math.floor(i / outputs)]);
    constants.push(turns ? constant(name, [given, outputs], turned()) : constant(name, shape, data));
  }
  whole("rows", [1, width, patches]);
  whole("split", [1, tokens, vit.heads, width / vit.heads]);
  whole("join", [1, tokens, width]);
  real("scale", 1 / Math.sqrt(width / vit.heads));
  real("half", 0.5);
  real("one", 1);
  real("root", Math.SQRT2);
  whole("first", [0]);
  const linear = (from, name, to) =>
    op("Add", [op("MatMul", [from, `${name}.weight`], `${to}:product`), `${name}.bias`], to);
  const norm = (from, name, to) =>
    op("LayerNormalization", [from, `${name}.weight`, `${name}.bias`], to, { axis: 2, epsilon: 1e-12 });

  const projection = "embeddings.patch_embeddings.projection";
  op("Conv", ["x", `${projection}.weight`, `${projection}.bias`], "seen", {
    strides: [vit.patch, vit.patch],
  });
  op("Transpose", [op("Reshape", ["seen", "rows"], "seen:rows")], "patches", { perm: [0, 2, 1] });
  op("Concat", ["embeddings.cls_token", "patches"], "together", { axis: 1 });
  let stream = op("Add", ["together", "embeddings.position_embeddings"], "stream");
  for (let layer = 0; layer < vit.layers; layer++) {
    const here = (name) => `${layer}:${name}`;
    const normed = norm(stream, of(layer, "layernorm_before"), here("before"));
    const heads = (name, perm) => {
      const rows = linear(normed, of(layer, `attention.attention.${name}`), here(name));
      return op("Transpose", [op("Reshape", [rows, "split"], here(`${name}:split`))], here(`${name}:heads`), {
        perm,
      });
    };
    const scores = op("MatMul", [heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1])], here("scores"));
    const weights = op("Softmax", [op("Mul", [scores, "scale"], here("scaled"))], here("weights"), {
      axis: 3,
    });
    const mixed = op("MatMul", [weights, heads("value", [0, 2, 1, 3])], here("mixed"));
    const turned = op("Transpose", [mixed], here("turned"), { perm: [0, 2, 1, 3] });
    const joined = op("Reshape", [turned, "join"], here("joined"));
    stream = op(
      "Add",
      [stream, linear(joined, of(layer, "attention.output.dense"), here("out"))],
      here("middle"),
    );
    const wide = linear(
      norm(stream, of(layer, "layernorm_after"), here("after")),
      of(layer, "intermediate.dense"),
      here("wide"),
    );
    // GELU: x/2 · (1 + erf(x/√2))
    const erf = op("Erf", [op("Div", [wide, "root"], here("rooted"))], here("erf"));
    const gate = op("Mul", [op("Add", [erf, "one"], here("above")), "half"], here("gate"));
    const gelu = op("Mul", [wide, gate], here("gelu"));
    stream = op("Add", [stream, linear(gelu, of(layer, "output.dense"), here("down"))], here("stream"));
  }
  const normed = norm(stream, "layernorm", "normed");
  op("Squeeze", [op("Gather", [normed, "first"], "row", { axis: 1 }), "one:axis"], "cls");
  whole("one:axis", [1]);
  linear("cls", "classifier", "y");
  return model(nodes, { x: x.shape }, [1, classes], constants);
}

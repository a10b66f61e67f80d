// The models that onnxruntime-web runs, written as ONNX (protocol buffers) by hand: a dozen fields are all it takes.
// Field numbers are those of onnx.proto3.

const utf8 = new TextEncoder();

function varint(value) {
  const bytes = [];
  for (let left = BigInt(value); ; left >>= 7n) {
    if (left < 128n) return [...bytes, Number(left)];
    bytes.push(Number(left & 127n) | 128);
  }
}

/** [field, value]: a whole number, a float as an array of one, a text, bytes, or a message (a list of fields). */
function message(fields) {
  const parts = fields.flatMap(([field, value]) => {
    if (typeof value === "number") return [Uint8Array.from([...varint(field << 3), ...varint(value)])];
    if (value instanceof Float32Array) return [Uint8Array.from(varint((field << 3) | 5)), bytesOf(value)];
    const body =
      typeof value === "string" ? utf8.encode(value) : value instanceof Uint8Array ? value : message(value);
    return [Uint8Array.from([...varint((field << 3) | 2), ...varint(body.length)]), body];
  });
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const float32 = 1;
const int64 = 7;
const values = (name, shape) => [
  [1, name],
  [
    2,
    [
      [
        1,
        [
          [1, float32],
          [2, shape.map((length) => [1, [[1, length]]])],
        ],
      ],
    ],
  ],
];
const bytesOf = (data) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
export const constant = (name, shape, data) => [
  ...shape.map((length) => [1, length]),
  [2, data instanceof BigInt64Array ? int64 : float32],
  [8, name],
  [9, bytesOf(data)],
];
const attribute = (name, value) =>
  Array.isArray(value)
    ? [[1, name], ...value.map((one) => [8, one]), [20, 7]] // integers
    : Number.isInteger(value)
      ? [
          [1, name],
          [3, value],
          [20, 2],
        ]
      : [
          [1, name],
          [2, Float32Array.of(value)],
          [20, 1],
        ];

export const node = (type, inputs, output, attributes = {}, domain = "") => [
  ...inputs.map((input) => [1, input]),
  [2, output],
  [4, type],
  ...Object.entries(attributes).map(([name, value]) => [5, attribute(name, value)]),
  [7, domain],
];

export function model(nodes, inputs, output, constants = []) {
  const graph = [
    ...nodes.map((one) => [1, one]),
    [2, "bench"],
    ...constants.map((one) => [5, one]),
    ...Object.entries(inputs).map(([name, shape]) => [11, values(name, shape)]),
    [12, values("y", output)],
  ];
  const operators = [
    [
      8,
      [
        [1, ""],
        [2, 17],
      ],
    ],
    [
      8,
      [
        [1, "com.microsoft"],
        [2, 1],
      ],
    ],
  ];
  return message([[1, 8], [7, graph], ...operators]);
}

const microsoft = "com.microsoft";

function attention({ heads, tokens, width, causal }, fused) {
  if (fused) {
    const shape = [1, tokens, heads * width];
    const attributes = { num_heads: heads, unidirectional: Number(causal) };
    const one = node("MultiHeadAttention", ["q", "k", "v"], "y", attributes, microsoft);
    return model([one], { q: shape, k: shape, v: shape }, shape);
  }
  const shape = [1, heads, tokens, width];
  const constants = [constant("scale", [], Float32Array.of(1 / Math.sqrt(width)))];
  const nodes = [
    node("Transpose", ["k"], "turned", { perm: [0, 1, 3, 2] }),
    node("MatMul", ["q", "turned"], "product"),
    node("Mul", ["product", "scale"], "scaled"),
  ];
  if (causal) {
    const above = (_, cell) => (cell % tokens > Math.floor(cell / tokens) ? -1e9 : 0);
    constants.push(constant("mask", [tokens, tokens], Float32Array.from({ length: tokens * tokens }, above)));
    nodes.push(node("Add", ["scaled", "mask"], "masked"));
  }
  nodes.push(
    node("Softmax", [causal ? "masked" : "scaled"], "weights", { axis: 3 }),
    node("MatMul", ["weights", "v"], "y"),
  );
  return model(nodes, { q: shape, k: shape, v: shape }, shape, constants);
}

function whole({ heads, tokens, width }, z, fused) {
  const shape = [1, tokens, width];
  const weights = Object.entries(z).filter(([name]) => name !== "x");
  const constants = weights.map(([name, tensor]) => constant(name, tensor.shape, tensor.data));
  const nodes = [];
  if (fused) {
    const joined = new Float32Array(3 * width * width);
    for (let row = 0; row < width; row++)
      ["wq", "wk", "wv"].forEach((name, part) => {
        joined.set(z[name].data.subarray(row * width, (row + 1) * width), (row * 3 + part) * width);
      });
    const biases = Float32Array.from([z.bq, z.bk, z.bv].flatMap(({ data }) => [...data]));
    constants.push(constant("w", [width, 3 * width], joined), constant("b", [3 * width], biases));
    nodes.push(node("Attention", ["x", "w", "b"], "context", { num_heads: heads }, microsoft));
  } else {
    constants.push(
      constant("split", [4], BigInt64Array.from([1, tokens, heads, width / heads].map(BigInt))),
      constant("join", [3], BigInt64Array.from(shape.map(BigInt))),
      constant("scale", [], Float32Array.of(1 / Math.sqrt(width / heads))),
    );
    for (const part of "qkv") {
      const perm = part === "k" ? [0, 2, 3, 1] : [0, 2, 1, 3];
      nodes.push(
        node("MatMul", ["x", `w${part}`], `${part}0`),
        node("Add", [`${part}0`, `b${part}`], `${part}1`),
        node("Reshape", [`${part}1`, "split"], `${part}2`),
        node("Transpose", [`${part}2`], part, { perm }),
      );
    }
    nodes.push(
      node("MatMul", ["q", "k"], "product"),
      node("Mul", ["product", "scale"], "scaled"),
      node("Softmax", ["scaled"], "weights", { axis: 3 }),
      node("MatMul", ["weights", "v"], "mixed"),
      node("Transpose", ["mixed"], "turned", { perm: [0, 2, 1, 3] }),
      node("Reshape", ["turned", "join"], "context"),
    );
  }
  nodes.push(node("MatMul", ["context", "wo"], "out"), node("Add", ["out", "bo"], "y"));
  return model(nodes, { x: shape }, shape, constants);
}

/** The model of a work, or null where there is none: of what only training needs, and of what the fused operators do not compute. */
export function modelOf(work, z, fused) {
  if (work.kind === "attention") return attention(work, fused);
  if (work.kind === "module") return whole(work, z, fused);
  if (fused || ["gradient", "product", "training"].includes(work.kind)) return null;
  if (work.kind === "softmax")
    return model([node("Softmax", ["x"], "y", { axis: 1 })], { x: z.x.shape }, z.x.shape);
  return model([node("MatMul", ["a", "b"], "y")], { a: z.a.shape, b: z.b.shape }, z.a.shape);
}

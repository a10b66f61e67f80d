// Writes .gguf files for tests: settings under their keys, and tensors of float32.

const little = (value, bytes) =>
  Uint8Array.from({ length: bytes }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 255n));
const encoder = new TextEncoder();

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function text(words) {
  const bytes = encoder.encode(words);
  return joined([little(bytes.length, 8), bytes]);
}

const float = (number) => new Uint8Array(Float32Array.of(number).buffer);

/** Whole numbers as u32, others as f32, in lists i32 and f32. A number that ends in .0 is given as { float: 1 }. */
function setting(value) {
  if (typeof value === "boolean") return joined([little(7, 4), little(value ? 1 : 0, 1)]);
  if (typeof value === "string") return joined([little(8, 4), text(value)]);
  if (typeof value === "number") return joined([little(4, 4), little(value, 4)]);
  if (!Array.isArray(value)) return joined([little(6, 4), float(value.float)]);
  const words = typeof value[0] === "string";
  const whole = value.every(Number.isInteger);
  const one = words ? text : whole ? (number) => little(BigInt.asUintN(32, BigInt(number)), 4) : float;
  return joined([
    little(9, 4),
    little(words ? 8 : whole ? 5 : 6, 4),
    little(value.length, 8),
    ...value.map(one),
  ]);
}

/** tensors: name → { shape, data }, a Float32Array, as PyTorch has them. */
export function gguf(settings, tensors) {
  const header = [encoder.encode("GGUF"), little(3, 4)];
  header.push(little(Object.keys(tensors).length, 8), little(Object.keys(settings).length, 8));
  for (const [key, value] of Object.entries(settings)) header.push(text(key), setting(value));
  const data = [];
  let at = 0;
  for (const [name, tensor] of Object.entries(tensors)) {
    header.push(text(name), little(tensor.shape.length, 4));
    for (const length of tensor.shape.toReversed()) header.push(little(length, 8));
    header.push(little(0, 4), little(at, 8));
    const bytes = new Uint8Array(tensor.data.buffer.slice(0));
    data.push(bytes, new Uint8Array(-bytes.length & 31));
    at += bytes.length + (-bytes.length & 31);
  }
  const all = joined(header);
  return joined([all, new Uint8Array(-all.length & 31), ...data]);
}

/** A Llama that hardly computes anything, with a tokenizer. */
export function smallLlama(tokenizer, vocabulary = 8) {
  const [width, inner] = [4, 6];
  const settings = {
    "general.architecture": "llama",
    "llama.context_length": 64,
    "llama.embedding_length": width,
    "llama.block_count": 1,
    "llama.feed_forward_length": inner,
    "llama.attention.head_count": 2,
    "llama.attention.layer_norm_rms_epsilon": { float: 1e-5 },
    ...tokenizer,
  };
  const shapes = { "token_embd.weight": [vocabulary, width], "output_norm.weight": [width] };
  for (const name of ["q", "k", "v", "output"]) shapes[`blk.0.attn_${name}.weight`] = [width, width];
  for (const name of ["gate", "up"]) shapes[`blk.0.ffn_${name}.weight`] = [inner, width];
  shapes["blk.0.ffn_down.weight"] = [width, inner];
  for (const name of ["attn", "ffn"]) shapes[`blk.0.${name}_norm.weight`] = [width];
  const tensors = Object.entries(shapes).map(([name, shape], i) => {
    const count = shape.reduce((product, length) => product * length, 1);
    return [name, { shape, data: Float32Array.from({ length: count }, (_, j) => Math.sin(i + 3 * j)) }];
  });
  return gguf(settings, Object.fromEntries(tensors));
}

// A checkpoint of GPT-2's kind made by hand, not trained: head 1 of layer 1 looks at the token before and writes what it was; head 1 of
// layer 2 looks for the place before which this token stood, and says the token there (an induction head, Olsson et al. 2022). The
// other heads and the MLPs add nothing.
export const vocabulary = 16;
export const positions = 32;
const width = 2 * vocabulary + positions; // slots: which token, which place, which token before
const layers = 2;
const heads = 2;
const headWidth = width / heads;

export const config = {
  model_type: "gpt2",
  n_embd: width,
  n_layer: layers,
  n_head: heads,
  n_inner: 4,
  n_positions: positions,
  vocab_size: vocabulary,
  layer_norm_epsilon: 1e-5,
};

const tokenSlot = (id) => id;
const placeSlot = (place) => vocabulary + place;
const beforeSlot = (id) => vocabulary + positions + id;

/** (rows, columns) with some numbers set. */
function matrix(rows, columns, entries = []) {
  const data = new Float32Array(rows * columns);
  for (const [row, column, value] of entries) data[row * columns + column] = value;
  return { shape: [rows, columns], data };
}
const vector = (length, value = 0) => ({ shape: [length], data: new Float32Array(length).fill(value) });
const range = (count) => Array.from({ length: count }, (_, i) => i);

const sharp = 12; // of queries: weights are near 0 and 1
// Of the first head, in c_attn: queries, keys and values are its columns 0, width and 2 · width on.
const looksBack = [
  ...range(positions).map((i) => [placeSlot(i), i, sharp]),
  ...range(positions - 1).map((j) => [placeSlot(j), width + j + 1, 1]),
  ...range(vocabulary).map((id) => [tokenSlot(id), 2 * width + id, 1]),
];
const follows = [
  ...range(vocabulary).map((id) => [tokenSlot(id), id, sharp]),
  ...range(vocabulary).map((id) => [beforeSlot(id), width + id, 1]),
  ...range(vocabulary).map((id) => [tokenSlot(id), 2 * width + id, 1]),
];

export function tensors() {
  const all = {
    "wte.weight": matrix(
      vocabulary,
      width,
      range(vocabulary).map((id) => [id, tokenSlot(id), 1]),
    ),
    "wpe.weight": matrix(
      positions,
      width,
      range(positions).map((place) => [place, placeSlot(place), 1]),
    ),
    "ln_f.weight": vector(width, 1),
    "ln_f.bias": vector(width),
  };
  [looksBack, follows].forEach((entries, layer) => {
    const written = layer === 0 ? beforeSlot : tokenSlot;
    const of = `h.${layer}.`;
    Object.assign(all, {
      [`${of}attn.c_attn.weight`]: matrix(width, 3 * width, entries),
      [`${of}attn.c_attn.bias`]: vector(3 * width),
      // What the first head found, into its slot; the values went through a norm that made them smaller or larger.
      [`${of}attn.c_proj.weight`]: matrix(
        width,
        width,
        range(vocabulary).map((id) => [id, written(id), layer === 0 ? 0.2 : 1]),
      ),
      [`${of}attn.c_proj.bias`]: vector(width),
      [`${of}mlp.c_fc.weight`]: matrix(width, config.n_inner),
      [`${of}mlp.c_fc.bias`]: vector(config.n_inner),
      [`${of}mlp.c_proj.weight`]: matrix(config.n_inner, width),
      [`${of}mlp.c_proj.bias`]: vector(width),
    });
    for (const name of ["ln_1", "ln_2"]) {
      all[`${of}${name}.weight`] = vector(width, 1);
      all[`${of}${name}.bias`] = vector(width);
    }
  });
  return all;
}

/** The bytes of model.safetensors. */
export function weights() {
  const header = {};
  const parts = [];
  let at = 0;
  for (const [name, { shape, data }] of Object.entries(tensors())) {
    header[name] = { dtype: "F32", shape, data_offsets: [at, (at += data.byteLength)] };
    parts.push(new Uint8Array(data.buffer));
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + at);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  let offset = 8 + text.length;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

// Checkpoints of the golden numbers, taken apart and put together again as other programs save them.

const sizes = { F32: 4, F16: 2, BF16: 2, U8: 1, BOOL: 1, I64: 8 };

/** Tensors of a safetensors file: name → { dtype, shape, data: Buffer }. */
export function tensorsOf(file) {
  const length = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, 8 + length).toString());
  delete header.__metadata__;
  return Object.fromEntries(
    Object.entries(header).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [begin, end],
        },
      ]) => [name, { dtype, shape, data: file.subarray(8 + length + begin, 8 + length + end) }],
    ),
  );
}

/** A safetensors file as save_pretrained() writes it: tensors by size of their numbers and name, metadata first. */
export function fileOf(tensors) {
  const names = Object.keys(tensors).sort(
    (a, b) => sizes[tensors[b].dtype] - sizes[tensors[a].dtype] || (a < b ? -1 : 1),
  );
  let at = 0;
  const header = { __metadata__: { format: "pt" } };
  for (const name of names) {
    const { dtype, shape, data } = tensors[name];
    header[name] = { dtype, shape, data_offsets: [at, (at += data.length)] };
  }
  const text = JSON.stringify(header);
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, Buffer.from(padded), ...names.map((name) => tensors[name].data)]);
}

const floats = ({ data }) => new Float32Array(new Uint8Array(data).buffer);
const bufferOf = (numbers) => Buffer.from(numbers.buffer);

export const tensor = (dtype, shape, numbers) => ({ dtype, shape, data: bufferOf(numbers) });

/** float32 to bfloat16, to the nearest, ties to even. */
export function toBfloat16(one) {
  const bits = new Uint32Array(floats(one).buffer);
  return tensor(
    "BF16",
    one.shape,
    Uint16Array.from(bits, (bit) => (bit + 0x7fff + ((bit >>> 16) & 1)) >>> 16),
  );
}

/** And back. */
export const fromBfloat16 = ({ shape, data }) =>
  tensor(
    "F32",
    shape,
    Uint32Array.from(new Uint16Array(new Uint8Array(data).buffer), (half) => half << 16),
  );

/** The causal mask that GPT-2 and GPT-NeoX keep as a buffer: (1, 1, T, T) of ones and zeros. */
export function causalMask(dtype, tokens) {
  const Numbers = dtype === "F32" ? Float32Array : Uint8Array;
  return tensor(
    dtype,
    [1, 1, tokens, tokens],
    Numbers.from({ length: tokens * tokens }, (_, at) => Number(at % tokens <= Math.floor(at / tokens))),
  );
}

/** Shards as save_pretrained() names them, and their index. */
export function shardsOf(tensors, count) {
  const names = Object.keys(tensors);
  const each = Math.ceil(names.length / count);
  const files = {};
  const weight_map = {};
  for (let shard = 0; shard < count; shard++) {
    const number = (which) => String(which).padStart(5, "0");
    const file = `model-${number(shard + 1)}-of-${number(count)}.safetensors`;
    const some = names.slice(shard * each, (shard + 1) * each);
    for (const name of some) weight_map[name] = file;
    files[file] = fileOf(Object.fromEntries(some.map((name) => [name, tensors[name]])));
  }
  const total_size = Object.values(tensors).reduce((sum, { data }) => sum + data.length, 0);
  const index = { metadata: { total_size }, weight_map };
  return { ...files, "model.safetensors.index.json": Buffer.from(JSON.stringify(index, null, 2)) };
}

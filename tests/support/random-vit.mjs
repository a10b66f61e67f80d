// Checkpoints of models of pictures with random weights, as files of the hub: of any size, the same at each call.

/** Names and shapes of the tensors of a ViT or DINOv2 with two labels; defaults are those of transformers' ViTConfig. */
export function tensorsOf({
  model_type: type,
  image_size: size = 224,
  patch_size: patch = type === "dinov2" ? 14 : 16,
  hidden_size: width = 768,
  num_hidden_layers: layers = 12,
}) {
  const dinov2 = type === "dinov2";
  const all = {
    "embeddings.cls_token": [1, 1, width],
    "embeddings.position_embeddings": [1, (size / patch) ** 2 + 1, width],
    "embeddings.patch_embeddings.projection.weight": [width, 3, patch, patch],
    "embeddings.patch_embeddings.projection.bias": [width],
    "layernorm.weight": [width],
    "layernorm.bias": [width],
    "classifier.weight": [2, dinov2 ? 2 * width : width],
    "classifier.bias": [2],
  };
  const [first, second, up, down] = dinov2
    ? ["norm1", "norm2", "mlp.fc1", "mlp.fc2"]
    : ["layernorm_before", "layernorm_after", "intermediate.dense", "output.dense"];
  for (let layer = 0; layer < layers; layer++) {
    const of = `encoder.layer.${layer}.`;
    const linear = (name, inputs, outputs) => {
      all[`${of}${name}.weight`] = [outputs, inputs];
      all[`${of}${name}.bias`] = [outputs];
    };
    for (const name of ["attention.attention.query", "attention.attention.key", "attention.attention.value"])
      linear(name, width, width);
    linear("attention.output.dense", width, width);
    linear(up, width, 4 * width);
    linear(down, 4 * width, width);
    for (const name of [first, second])
      for (const part of ["weight", "bias"]) all[`${of}${name}.${part}`] = [width];
    if (dinov2) for (const n of [1, 2]) all[`${of}layer_scale${n}.lambda1`] = [width];
  }
  return all;
}

/** The header of a safetensors file of float32, and how many bytes follow it. */
export function headerOf(tensors) {
  const header = {};
  let bytes = 0;
  for (const [name, shape] of Object.entries(tensors)) {
    const begin = bytes;
    bytes += 4 * shape.reduce((count, length) => count * length, 1);
    header[name] = { dtype: "F32", shape, data_offsets: [begin, bytes] };
  }
  return { header: JSON.stringify(header), bytes };
}

const jsonOf = (value) => JSON.stringify(value);

/**
 * Files by name: config.json, model.safetensors and preprocessor_config.json. Norms scale by 1; other numbers are drawn evenly
 * from ±√3 / √(inputs) of a matrix, times `sharp` for queries and keys, so that weights differ from 1 / T; biases are 0.
 */
export function checkpointOf(config, sharp = 4) {
  const tensors = tensorsOf(config);
  const { header, bytes } = headerOf(tensors);
  const text = new TextEncoder().encode(header);
  const file = new Uint8Array(8 + text.length + bytes);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  const data = new DataView(file.buffer, 8 + text.length);
  let state = 1;
  let at = 0;
  for (const [name, shape] of Object.entries(tensors)) {
    const count = shape.reduce((all, length) => all * length, 1);
    const inputs = shape.slice(1).reduce((all, length) => all * length, 1);
    const looks = /\.(query|key)\.weight$/.test(name);
    const scale = name.startsWith("embeddings.") ? 1 : Math.sqrt(3 / inputs) * (looks ? sharp : 1);
    for (let i = 0; i < count; i++, at += 4) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      const drawn = shape.length > 1 ? (state / 2 ** 31) * scale : name.endsWith(".bias") ? 0 : 1;
      data.setFloat32(at, drawn, true);
    }
  }
  const { image_size: size = 224, hidden_size: width = 768 } = config;
  const preprocessor = { image_processor_type: "ViTImageProcessor", size: { height: size, width: size }, resample: 2 };
  return {
    "config.json": jsonOf({ intermediate_size: 4 * width, ...config, id2label: { 0: "one", 1: "other" } }),
    "model.safetensors": file,
    "preprocessor_config.json": jsonOf(preprocessor),
  };
}

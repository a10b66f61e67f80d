// Functions that exported scripts define for themselves, where a library lacks them.
#include "graph/export/export_helpers.hpp"

#include <algorithm>
#include <array>

namespace graph {
namespace {

struct Helper {
  std::string_view name;
  bool torch, numpy;
  std::string_view code;  // {np} as in expand(): "torch" or "np"
};

// A helper may use those above it.
constexpr auto helpers = std::to_array<Helper>({
    // NumPy has no bfloat16, and safetensors.numpy reads no file that has one.
    {"load_tensor", false, true,
     "def load_tensor(file, name):\n"
     "    import json\n"
     "    with open(file, \"rb\") as f:\n"
     "        start = 8 + int.from_bytes(f.read(8), \"little\")\n"
     "        tensor = json.loads(f.read(start - 8))[name]\n"
     "        begin, end = tensor[\"data_offsets\"]\n"
     "        f.seek(start + begin)\n"
     "        data = f.read(end - begin)\n"
     "    if tensor[\"dtype\"] == \"BF16\":  # the upper half of a float32\n"
     "        numbers = (np.frombuffer(data, \"<u2\").astype(\"<u4\") << 16).view(\"<f4\")\n"
     "    else:\n"
     "        kind, bits = tensor[\"dtype\"][0].lower(), int(tensor[\"dtype\"][1:])\n"
     "        numbers = np.frombuffer(data, f\"<{kind}{bits // 8}\")\n"
     "    return numbers.astype(np.float32).reshape(tensor[\"shape\"])\n"},
    {"softmax", false, true,
     "def softmax(x, axis=-1):\n"
     "    e = np.exp(x - x.max(axis=axis, keepdims=True))\n"
     "    return e / e.sum(axis=axis, keepdims=True)\n"},
    {"log_softmax", false, true,
     "def log_softmax(x, axis=-1):\n"
     "    less = x - x.max(axis=axis, keepdims=True)\n"
     "    return less - np.log(np.exp(less).sum(axis=axis, keepdims=True))\n"},
    {"cross_entropy", false, true,
     "def cross_entropy(logits, targets, ignore_index=-100):\n"
     "    counted = targets != ignore_index\n"
     "    logs = log_softmax(logits)[np.arange(len(targets)), np.where(counted, targets, 0)]\n"
     "    return -np.where(counted, logs, np.float32(0)).sum() / np.float32(counted.sum())\n"},
    {"sum_to_size", false, true,
     "def sum_to_size(x, shape):\n"
     "    x = x.sum(axis=tuple(range(x.ndim - len(shape))))\n"
     "    ones = tuple(i for i, n in enumerate(shape) if n == 1)\n"
     "    return x.sum(axis=ones, keepdims=True) if ones else x\n"},
    {"index_add", false, true,
     "def index_add(shape, axis, places, x):\n"
     "    out = np.zeros(shape, dtype=np.float32)\n"
     "    np.add.at(out, (slice(None),) * axis + (places,), x)\n"
     "    return out\n"},
    {"erf", false, true,
     "def erf(x):\n"
     "    import math\n"
     "    return np.vectorize(math.erf, otypes=[np.float32])(x)\n"},
    {"gelu", false, true, "def gelu(x):\n    return x * 0.5 * (1 + erf(x / np.float32(2 ** 0.5)))\n"},
    {"layer_norm", false, true,
     "def layer_norm(x, eps, weight=1, bias=0):\n"
     "    mean = x.mean(axis=-1, keepdims=True)\n"
     "    return (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * weight + bias\n"},
    {"rotary", true, true,
     "def rotary(x, base, offset, interleaved, sign=1):\n"
     "    tokens, dim = x.shape[-2], x.shape[-1]\n"
     "    places = {np}.arange(offset, offset + tokens, dtype={np}.float64)\n"
     "    rates = base ** (-{np}.arange(0, dim, 2, dtype={np}.float64) / dim)\n"
     "    angle = sign * places[:, None] * rates\n"
     "    cos, sin = {np}.cos(angle), {np}.sin(angle)\n"
     "    out = {copy}\n"
     "    one, two = (slice(0, None, 2), slice(1, None, 2)) if interleaved else (slice(0, dim // 2), slice(dim // 2, "
     "None))\n"
     "    a, b = x[..., one], x[..., two]\n"
     "    out[..., one], out[..., two] = a * cos - b * sin, a * sin + b * cos\n"
     "    return out\n"},
    {"sinusoidal", true, true,
     "def sinusoidal(tokens, dim, base, offset):\n"
     "    places = {np}.arange(offset, offset + tokens, dtype={np}.float64)[:, None]\n"
     "    column = {np}.arange(dim, dtype={np}.float64)\n"
     "    angle = places / base ** ((column - column % 2) / dim)\n"
     "    waves = {np}.where(column % 2 == 0, {np}.sin(angle), {np}.cos(angle))\n"
     "    return waves{float}\n"},
    {"alibi_slopes", true, true,
     "def alibi_slopes(heads):\n"
     "    lower = 1\n"
     "    while lower * 2 <= heads:\n"
     "        lower *= 2\n"
     "    slopes = [2 ** (-8 * (i + 1) / lower) for i in range(lower)]\n"
     "    slopes += [2 ** (-8 * (2 * i + 1) / (2 * lower)) for i in range(heads - lower)]\n"
     "    return {array}(slopes, dtype={np}.float32)\n"},
    {"alibi_bias", true, true,
     "def alibi_bias(heads, queries, keys, offset):\n"
     "    places = {np}.arange(offset, offset + queries, dtype={np}.float32)\n"
     "    distance = abs(places[:, None] - {np}.arange(keys, dtype={np}.float32)[None, :])\n"
     "    return -alibi_slopes(heads)[:, None, None] * distance\n"},
    {"patches", true, true,
     "def patches(image, size, stride):\n"
     "    channels, height, width = image.shape\n"
     "    rows = [image[:, y:y + size, x:x + size].reshape(-1)\n"
     "            for y in range(0, height - size + 1, stride) for x in range(0, width - size + 1, stride)]\n"
     "    return {np}.stack(rows)\n"},
    {"unpatch", true, true,
     "def unpatch(tokens, channels, height, width, size, stride, mean=True):\n"
     "    image = {np}.zeros((channels, height, width), dtype={np}.float32)\n"
     "    hits = {np}.zeros((channels, height, width), dtype={np}.float32)\n"
     "    n = 0\n"
     "    for y in range(0, height - size + 1, stride):\n"
     "        for x in range(0, width - size + 1, stride):\n"
     "            image[:, y:y + size, x:x + size] += tokens[n].reshape(channels, size, size)\n"
     "            hits[:, y:y + size, x:x + size] += 1\n"
     "            n += 1\n"
     "    return image / {np}.where(hits == 0, 1, hits) if mean else image\n"},
    {"convolution", true, true,
     "def convolution(x, weight, bias=0):\n"
     "    tokens, places = x.shape[-2], weight.shape[2]\n"
     "    half, rows = (places - 1) // 2, []\n"
     "    for t in range(tokens):\n"
     "        row = 0 * (x[0] @ weight[:, :, 0].T) + bias\n"
     "        for r in range(places):\n"
     "            if 0 <= t + r - half < tokens:\n"
     "                row = row + x[t + r - half] @ weight[:, :, r].T\n"
     "        rows.append(row)\n"
     "    return {np}.stack(rows)\n"},
    {"conditional_entropy", true, true,
     "def conditional_entropy(ids, given):\n"
     "    from collections import Counter\n"
     "    from math import log\n"
     "    ids = [int(i) for i in ids]\n"
     "    runs = [tuple(ids[i:i + given + 1]) for i in range(len(ids) - given)]\n"
     "    counts, before = Counter(runs), Counter(run[:-1] for run in runs)\n"
     "    total = -sum(n * log(n / before[run[:-1]]) for run, n in counts.items()) / len(runs)\n"
     "    return {array}(total, dtype={np}.float32)\n"},
    {"running_merge", true, true,
     "def running_merge(x, largest, axis):\n"
     "    x, largest = x.swapaxes(0, axis), largest.swapaxes(0, axis)\n"
     "    out, most = [x[0]], largest[0]\n"
     "    for part, own in zip(x[1:], largest[1:]):\n"
     "        now = {np}.maximum(most, own)\n"
     "        out.append(out[-1] * {np}.exp(most - now) + part * {np}.exp(own - now))\n"
     "        most = now\n"
     "    return {np}.stack(out).swapaxes(0, axis)\n"},
    {"scaled_dot_product_attention", false, true,
     "def scaled_dot_product_attention(q, k, v, mask=None, is_causal=False, scale=None):\n"
     "    scale = q.shape[-1] ** -0.5 if scale is None else scale\n"
     "    scores = q @ np.swapaxes(k, -2, -1) * np.float32(scale)\n"
     "    if mask is not None:\n"
     "        scores = scores + mask\n"
     "    if is_causal:\n"
     "        scores = np.where(np.tril(np.ones(scores.shape[-2:])) == 0, np.float32(-np.inf), scores)\n"
     "    with np.errstate(invalid=\"ignore\"):\n"
     "        weights = np.nan_to_num(softmax(scores))\n"
     "    return weights @ v\n"},
    {"multihead_attention", true, true,
     "def multihead_attention(query, key, value, in_weight, in_bias, out_weight, out_bias, heads, is_causal, scale,\n"
     "                        mask=None):\n"
     "    width = query.shape[-1]\n"
     "    parts = []\n"
     "    for i, x in enumerate((query, key, value)):\n"
     "        y = x @ in_weight[i * width:(i + 1) * width].T + in_bias[i * width:(i + 1) * width]\n"
     "        parts.append({np}.swapaxes(y.reshape(*y.shape[:-1], heads, width // heads), -3, -2))\n"
     "    q, k, v = parts\n"
     "    if mask is not None and is_causal:\n"
     "        later = {np}.full((q.shape[-2], k.shape[-2]), -{np}.inf, dtype={np}.float32)\n"
     "        mask, is_causal = mask + {np}.triu(later, 1), False\n"
     "    mixed = {sdpa}(q, k, v, mask, is_causal=is_causal, scale=scale)\n"
     "    joined = {np}.swapaxes(mixed, -3, -2).reshape(query.shape)\n"
     "    return joined @ out_weight.T + out_bias\n"},
});

std::string filled_in(std::string_view code, bool torch) {
  std::string out(code);
  const auto swap = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = out.find(from, at)) != std::string::npos; at += to.size())
      out.replace(at, from.size(), to);
  };
  swap("{np}", torch ? "torch" : "np");
  swap("{copy}", torch ? "x.clone()" : "x.copy()");
  swap("{float}", torch ? ".float()" : ".astype(np.float32)");
  swap("{array}", torch ? "torch.tensor" : "np.array");
  swap("{sdpa}", torch ? "torch.nn.functional.scaled_dot_product_attention" : "scaled_dot_product_attention");
  return out;
}

// Whether text calls name: "name(" with no letter before it.
bool calls(std::string_view text, std::string_view name) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string_view::npos; at += name.size()) {
    const char before = at ? text[at - 1] : ' ';
    const bool part = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') || before == '_' ||
                      before == '.' || (before >= '0' && before <= '9');
    if (!part && text.substr(at + name.size()).starts_with("(")) return true;
  }
  return false;
}

}  // namespace

std::string code_helpers(std::string_view script, Language language) {
  const bool torch = language == Language::pytorch;
  std::array<bool, helpers.size()> used{};
  for (std::size_t i = helpers.size(); i-- > 0;) {  // later helpers may call earlier ones
    if (!(torch ? helpers[i].torch : helpers[i].numpy)) continue;
    used[i] = calls(script, helpers[i].name);
    for (std::size_t k = i + 1; k < helpers.size(); ++k)
      used[i] = used[i] || (used[k] && calls(filled_in(helpers[k].code, torch), helpers[i].name));
  }
  std::string out;
  for (std::size_t i = 0; i < helpers.size(); ++i)
    if (used[i]) out += filled_in(helpers[i].code, torch) + "\n\n";
  return out;
}

bool is_code_helper(std::string_view name) { return std::ranges::find(helpers, name, &Helper::name) != helpers.end(); }

}  // namespace graph

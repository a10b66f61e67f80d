// One set of elementary functions everywhere: the page's core and both modules give the same bits. In node only, where the
// page's core can be loaded beside them.
import { check, equal, random } from "./harness.mjs";

// The page writes null for numbers that JSON cannot hold.
const bitsOf = (values) =>
  new Uint32Array(Float32Array.from(values, (x) => (Number.isFinite(x) ? x : NaN)).buffer);
const fromPage = ({ shape, values }) => ({ shape, data: values.map((x) => x ?? NaN) });

function same(actual, wanted, what) {
  equal([...actual.shape], [...wanted.shape], `shape of ${what}`);
  const [a, b] = [bitsOf(actual.data), bitsOf(wanted.data)];
  const at = a.findIndex((bits, i) => bits !== b[i]);
  check(at < 0, `${what}[${at}] is ${actual.data[at]}, in the page ${wanted.data[at]}`);
}

const count = 2048;

/** Arguments of each function over the whole range where its float32 results differ, as float32. */
function argumentsOf() {
  const draw = random(31);
  const within = (least, most) =>
    Array.from({ length: count }, () => Math.fround(least + ((draw() + 1) / 2) * (most - least)));
  return {
    exp: within(-104, 88.7),
    log: within(-149, 128).map((exponent) => Math.fround(2 ** exponent)),
    tanh: [...within(-1e-3, 1e-3).slice(count / 2), ...within(-10, 10).slice(count / 2)],
    gelu: within(-6, 6),
    sqrt: within(-149, 128).map((exponent) => Math.fround(2 ** exponent)),
  };
}

const bases = [1.5, 100, 10_000, 1e6];
const positions = { tokens: 64, features: 48, offset: 1000 };

/** A lesson that applies each function to its arguments. */
function elementaryLesson(given) {
  const tensors = [];
  const add = (name, made) => tensors.push({ name, ...made });
  const apply = (name, operation, inputs, options = {}) => add(name, { operation, inputs, options });
  for (const [name, values] of Object.entries(given)) {
    add(`${name}_of`, { values: [values] });
    apply(name, name, [`${name}_of`]);
  }
  apply("softmax", "softmax", ["exp_of"]);
  apply("softcapped", "softcap", ["gelu_of"], { cap: 1.5 });
  for (const [i, base] of bases.entries()) {
    add(`waves_${i}`, { operation: "sinusoidal_positions", inputs: [], options: { ...positions, base } });
    apply(`turned_${i}`, "rotary", [`waves_${i}`], { base, offset: 77 });
  }
  add("slopes", { operation: "alibi_slopes", inputs: [], options: { heads: 48 } });
  for (const draw of ["randn", "xavier_normal"])
    add(draw, { random: { generator: "g", draw, shape: [64, 48] } });
  return {
    format: 1,
    id: "elementary",
    version: "1.0.0",
    title: { en: "Elementary functions" },
    generators: [{ name: "g", seed: 5 }],
    tensors,
    steps: [
      { id: "all", title: { en: "All" }, text: { en: "All." }, stage: [{ tensors: ["slopes", "randn"] }] },
    ],
  };
}

export async function tests(runner, { loadAttention, lessons, best, variants, pageCore }) {
  if (!pageCore) return;
  const test = (name, body) => runner.test(`page and modules: ${name}`, body);
  let core;
  const open = async (lesson) => {
    core ??= await pageCore();
    const refused = core.open(typeof lesson === "string" ? lesson : JSON.stringify(lesson), "en");
    check(!refused, `${refused?.path}: ${refused?.message}`);
  };

  const given = argumentsOf();
  const elementary = elementaryLesson(given);
  await test("each elementary function gives the same bits in lessons.mjs", async () => {
    await open(elementary);
    for (const node of lessons.run(elementary).nodes) same(node, fromPage(core.tensor(node.name)), node.name);
  });

  for (const variant of variants(best))
    await test(`each elementary function gives the same bits in attention.mjs, ${variant}`, async () => {
      const attention = await loadAttention({ variant });
      await open(elementary);
      const wanted = (name) => fromPage(core.tensor(name));
      const column = (values) => ({ shape: [values.length, 1], data: Float32Array.from(values) });
      const one = { shape: [1, 1], data: Float32Array.of(1) };

      // The scores of a query of 1 are the keys themselves.
      const plain = { needWeights: true, scale: 1 };
      const keys = column(given.exp);
      same(
        attention.scaledDotProductAttention(one, keys, keys, plain).weights,
        wanted("softmax"),
        "softmax: exp",
      );
      const capped = { ...plain, needScores: "softcapped", softcap: 1.5 };
      const scores = column(given.gelu);
      same(
        attention.scaledDotProductAttention(one, scores, scores, capped).scores,
        wanted("softcapped"),
        "softcap: tanh",
      );
      for (const [i, base] of bases.entries()) {
        const { tokens, features, offset } = positions;
        const waves = attention.sinusoidal(tokens, features, { base, offset });
        same(waves, wanted(`waves_${i}`), `sinusoidal of base ${base}: pow, sin, cos`);
        same(
          attention.rotary(waves, { base, offset: 77 }),
          wanted(`turned_${i}`),
          `rotary of base ${base}: pow, sin, cos`,
        );
      }
      same(attention.alibiSlopes(48), wanted("slopes"), "ALiBi's slopes: exp2");
      const generator = attention.generator(5); // draws in the lesson's order
      same(generator.randn([64, 48]), wanted("randn"), "randn: log, sin, cos");
      same(generator.xavierNormal([64, 48]), wanted("xavier_normal"), "xavierNormal: log, sin, cos");
    });

  for (const id of lessons.ids)
    await test(`every tensor of ${id} has the same bits`, async () => {
      await open(JSON.stringify(lessons.lesson(id)));
      for (const node of lessons.run(id).nodes) same(node, fromPage(core.tensor(node.name)), node.name);
    });
}

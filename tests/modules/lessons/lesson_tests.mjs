// Lessons as the headless module runs them: the golden numbers, explanations that are consistent for every cell, code,
// changed parameters and cells, and every error.
import { check, close, equal, goldenTolerance, matches, throws } from "../harness.mjs";
import { goldenRuns } from "./lesson_goldens.mjs";

export async function tests(runner, { lessons, loadLessons, golden }) {
  const test = (name, body) => runner.test(`lessons: ${name}`, body);
  const tensors = (lesson, overrides) =>
    Object.fromEntries(lessons.run(lesson, overrides).nodes.map((node) => [node.name, node]));

  const runs = goldenRuns(
    Object.fromEntries(
      await Promise.all(
        ["S0", "S1", "S2", "S3", "S4", "tiles/tiles", "patches"].map(async (name) => [
          name.split("/").at(-1),
          await golden(name),
        ]),
      ),
    ),
  );
  await test("every bundled lesson has golden numbers", () => {
    equal(
      lessons.ids.filter((id) => !(id in runs)),
      [],
    );
    check(lessons.ids.includes("worked-example"), `the bundled lessons are ${lessons.ids}`);
  });

  await test("numbers that lessons state in words are those of a second way of computing", () => {
    const tiles = tensors("tiles");
    const near = (name, wanted) => close(tiles[name].data, [wanted], { relative: 1e-6, absolute: 0 }, name);
    const tokens = tiles.tokens.data[0];
    near("ops_plain", (2 * 64 * tokens ** 2) / 1e6); // the two products, 64 features
    near("ops_rescale", (65 * tokens ** 2) / 128 / 1e6); // 64 outputs and a sum, once for each 128 keys
    // Two keys at right angles, and a query that turns from one to the other.
    const { turn_q: query, turn_k: keys } = tensors("multi-head");
    const product = Math.hypot(...query.data) * Math.hypot(...keys.data.slice(0, 2));
    const weight = (degrees, divisor) => {
      const turned = (degrees * Math.PI) / 180;
      return 1 / (1 + Math.exp((product * (Math.sin(turned) - Math.cos(turned))) / divisor));
    };
    const places = Array.from({ length: 9001 }, (_, i) => i / 100);
    const reaches = (wanted) => places.find((degrees) => weight(degrees, 1) <= wanted);
    equal(Math.round(reaches(0.1) - reaches(0.9)), 22);
    equal(
      [0, 90].map((degrees) => weight(degrees, 8).toFixed(2)),
      ["0.73", "0.27"],
    );
  });

  for (const id of lessons.ids) {
    for (const { overrides, wanted, tolerance = goldenTolerance } of runs[id] ?? []) {
      await test(`${id} ${JSON.stringify(overrides)} gives the golden numbers`, () => {
        const nodes = tensors(id, overrides);
        for (const [name, values] of Object.entries(wanted))
          matches(nodes[name], values, tolerance, name);
      });
    }

    await test(`${id}: explanations add up to the cell`, () => {
      const { nodes } = lessons.run(id);
      const most = Math.min(500, Math.max(20, Math.floor(15_000 / nodes.length))); // cells of a tensor
      for (const node of nodes) {
        const stretch = Math.max(1, Math.floor(node.data.length / most)); // large tables: every nth cell
        for (let flat = 0; flat < node.data.length; flat += stretch)
          addsUp(lessons, id, node, indexOf(node.shape, flat));
      }
    });

    await test(`${id}: nodes are whole, and code names each`, () => {
      const scripts = ["pytorch", "numpy", "tex"].map((language) => lessons.code(id, language));
      for (const node of lessons.run(id).nodes) {
        equal(
          node.data.length,
          node.shape.reduce((a, b) => a * b, 1),
          `length of ${node.name}`,
        );
        equal(node.axes.length, node.shape.length, `axes of ${node.name}`);
        equal(
          node.labels.map((labels) => labels.length),
          node.shape,
          `labels of ${node.name}`,
        );
        check(node.symbol !== "" && node.role !== "", `${node.name} has no symbol or role`);
        if (node.derived) continue; // PyTorch differentiates by itself
        for (const script of scripts.slice(0, 2))
          check(script.includes(node.name), `${node.name} is not in the script`);
      }
      check(
        scripts[0].includes("import torch") && scripts[1].includes("import numpy"),
        "the scripts import nothing",
      );
      check(scripts[2].includes("\\"), "the formulas hold no TeX");
    });
  }

  await test("S0 with one weight changed: query and key are not swapped", () => {
    const edits = [{ tensor: "w_query", index: [0, 0], value: 2 }];
    matches(tensors("worked-example", { edits }).attn_scores, [
      [2, 8, 6],
      [4, 16, 12],
      [4, 16, 12],
    ]);
    matches(tensors("worked-example").attn_scores, [
      [2, 4, 4],
      [4, 16, 12],
      [4, 12, 10],
    ]);
  });

  await test("explanations are text, terms and cells, with numbers put in", () => {
    const cell = lessons.explain("worked-example", "attn_scores", [0, 1]);
    check(cell.text.startsWith("S[1, 2] = 1·4 + 0·4 + 2·0"), cell.text);
    check(cell.rule !== "", "the rule is empty");
    equal(cell.combine, "sum");
    equal(
      cell.terms.map(({ value }) => value),
      [4, 0, 0],
    );
    equal(cell.terms[0].factors, [
      { node: "querys", index: [0, 0] },
      { node: "keys", index: [1, 0] },
    ]);
    equal([cell.value, cell.rounded], [4, false]);
    const weight = (decimals) =>
      lessons.explain("worked-example", "attn_scores_softmax", [0, 1], { decimals }).text;
    check(weight(2).includes("0.47") && weight(5).includes("0.46831"), `${weight(2)} / ${weight(5)}`);
    const edited = lessons.explain("worked-example", "attn_scores", [0, 1], {
      edits: [{ tensor: "x", index: [0, 1], value: 1 }],
    });
    check(edited.value !== 4, "the edit was not seen");
  });

  await test("lessons as object, as JSON and by id; copies are one's own", () => {
    const object = lessons.lesson("worked-example");
    const sums = (lesson) => lessons.run(lesson).nodes.map(({ data }) => data.reduce((a, b) => a + b, 0));
    equal(sums(object), sums("worked-example"));
    equal(sums(JSON.stringify(object)), sums("worked-example"));
    object.tensors[0].values[0][0] = 5;
    check(lessons.lesson("worked-example").tensors[0].values[0][0] !== 5, "the bundled lesson was changed");
    equal(tensors(object).x.data[0], 5);
    const { data } = tensors("worked-example").x;
    data.fill(9);
    equal(tensors("worked-example").x.data[0], 1);
  });

  await test("random sources name their seed; ours are marked", () => {
    const { w_key, keys, x, v_additive } = tensors("worked-example", {
      parameters: { initialisation: "xavier", seed: 3 },
    });
    equal(w_key.random.seed, 3);
    equal(keys.random, w_key.random);
    check(x.random === undefined && x.ours === undefined, "x is neither random nor ours");
    equal(v_additive.ours, true);
    equal(tensors("worked-example").w_key.random, undefined);
  });

  await test("only the lessons asked for are fetched", async () => {
    const few = await loadLessons({ lessons: ["worked-example"] });
    equal(few.ids, ["worked-example"]);
    const none = await loadLessons({ lessons: [] });
    throws(() => none.run("worked-example"), "lesson", "lesson", /none were loaded/);
  });

  await test("errors: what is no lesson, cell or language", () => {
    const id = "worked-example";
    const bad = (change) => {
      const lesson = lessons.lesson(id);
      change(lesson);
      return lesson;
    };
    throws(() => lessons.run(), "type", "lesson");
    throws(() => lessons.run("no-such-lesson"), "lesson", "lesson", /there are .*worked-example/);
    throws(() => lessons.run("{"), "syntax", /^/);
    throws(
      () => lessons.run(bad((lesson) => (lesson.tensors[4].operation = "slize"))),
      "unknown_operation",
      "/tensors/4/operation",
      /slice/,
    );
    throws(
      () => lessons.run(bad((lesson) => (lesson.tensors[4].inputs = ["xx"]))),
      "unknown_tensor",
      "/tensors/4/inputs/0",
    );
    throws(
      () => lessons.run(id, { parameters: { scores: "dot" } }),
      "unknown_parameter",
      "/parameters",
      /score/,
    );
    throws(() => lessons.run(id, { parameters: { score: {} } }), "type", "parameters.score");
    throws(() => lessons.run(id, { edits: [{ tensor: "x", index: [9, 9], value: 1 }] }), "edit", "/edits/0");
    throws(
      () => lessons.run(id, { edits: [{ tensor: "x", index: [0, 0], value: NaN }] }),
      "type",
      "edits[0].value",
    );
    throws(() => lessons.run(id, { edits: [3] }), "type", "edits[0]");
    throws(() => lessons.run(id, { parameter: {} }), "option", "parameter");
    throws(() => lessons.explain(id, "nothing", [0]), "node", "node", /nothing/);
    throws(() => lessons.explain(id, "x", [0]), "index", "index", /\(3, 4\)/);
    throws(() => lessons.explain(id, "x", [3, 0]), "index", "index");
    throws(() => lessons.explain(id, "x", [0.5, 0]), "shape", "index[0]");
    throws(() => lessons.explain(id, "x"), "type", "index");
    throws(() => lessons.explain(id, "x", [0, 0], { decimals: 20 }), "range", "decimals");
    throws(() => lessons.code(id, "fortran"), "range", "language", /"pytorch", "numpy", "tex"/);
    throws(() => lessons.lesson("nothing"), "lesson", "lesson");
  });
}

function indexOf(shape, flat) {
  const index = [];
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index.unshift(flat % shape[axis]);
    flat = Math.floor(flat / shape[axis]);
  }
  return index;
}

function addsUp(lessons, id, node, index) {
  const { text, terms, combine, value } = lessons.explain(id, node.name, index);
  const what = `${node.name}[${index}]`;
  check(text !== "", `${what} has no text`);
  equal([value], [node.data[index.reduce((at, place, axis) => at * node.shape[axis] + place, 0)]], what);
  const values = terms.map((term) => term.value);
  const sum = values.reduce((a, b) => a + b, 0);
  const combined = {
    copy: () => values[0],
    sum: () => sum,
    mean: () => sum / values.length,
    product: () => values.reduce((a, b) => a * b, 1),
    quotient: () => values[0] / values.slice(1).reduce((a, b) => a + b, 0),
    maximum: () => Math.max(...values),
  }[combine]();
  close(
    [combined],
    [value],
    { relative: 1e-5, absolute: 1e-6 },
    `${what}, ${combine} of ${values.length} terms: ${text}`,
  );
}

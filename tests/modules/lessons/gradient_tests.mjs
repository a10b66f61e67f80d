// Gradients as the headless module gives them: against nudged cells, in every shape of a question, and every error.
import { check, close, equal, throws } from "../harness.mjs";

/** Σ (X W)²: by hand, the gradient with respect to W is 2 Xᵀ X W. */
const small = {
  format: 1,
  id: "slopes",
  version: "1.0.0",
  title: { en: "Slopes" },
  tensors: [
    { name: "x", editable: true, values: [[1, 2], [3, 4]] }, // prettier-ignore
    { name: "w", editable: true, values: [[0.5], [-1]] },
    { name: "y", operation: "matmul", inputs: ["x", "w"] },
    { name: "squares", operation: "square", inputs: ["y"] },
    { name: "loss", operation: "sum", inputs: ["squares"], options: { all: true } },
    { name: "best", operation: "argmax", inputs: ["y"], options: { all: true } },
    { name: "apart", values: [1] },
  ],
  steps: [
    { id: "one", title: { en: "One" }, text: { en: "A loss." }, stage: [{ operation: "y" }] },
  ],
};

export async function tests(runner, { lessons }) {
  const test = (name, body) => runner.test(`gradients: ${name}`, body);

  await test("have the numbers of the chain rule, and the shape of their tensors", () => {
    const { w, x, y } = lessons.gradient(small, { of: "loss", wrt: ["w", "x", "y"] });
    equal([w.shape, [...w.data]], [[2, 1], [-18, -26]]); // prettier-ignore
    equal([x.shape, [...x.data]], [[2, 2], [-1.5, 3, -2.5, 5]]); // prettier-ignore
    equal([y.shape, [...y.data]], [[2, 1], [-3, -5]]); // prettier-ignore
    check(w.data instanceof Float32Array, "data is a Float32Array");
  });

  await test("are taken of one cell of several, and where cells were changed", () => {
    equal([...lessons.gradient(small, { of: "y", cell: [1, 0], wrt: ["w"] }).w.data], [3, 4]);
    const edits = [{ tensor: "w", index: [0, 0], value: 2 }];
    equal([...lessons.gradient(small, { of: "loss", wrt: ["w"] }, { edits }).w.data], [12, 16]);
  });

  await test("leave the lesson as it is", () => {
    const names = () => lessons.run(small).nodes.map(({ name }) => name);
    const before = [names(), lessons.code(small, "numpy")];
    lessons.gradient(small, { of: "loss", wrt: ["w"] });
    equal([names(), lessons.code(small, "numpy")], before);
  });

  await test("of a bundled lesson are what nudging a cell shows", () => {
    const query = { of: "outputs", cell: [1, 2], wrt: ["w_query"] };
    const { w_query } = lessons.gradient("worked-example", query);
    const node = (name, overrides) =>
      lessons.run("worked-example", overrides).nodes.find((one) => one.name === name);
    const start = node("w_query");
    const [rows, columns] = start.shape;
    const wanted = [];
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        const at = (step) => {
          const value = start.data[i * columns + j] + step;
          const edits = [{ tensor: "w_query", index: [i, j], value }];
          return node("outputs", { edits }).data[node("outputs").shape[1] + 2];
        };
        const h = 1 / 32;
        wanted.push((at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h));
      }
    close([...w_query.data], wanted, { relative: 2e-3, absolute: 1e-4 }, "w_query");
  });

  await test("in a lesson list their chain, and each of its cells is explained", () => {
    const slope = { name: "slope", operation: "gradient", inputs: ["loss", "w"] };
    const lesson = { ...small, tensors: [...small.tensors, slope] };
    const { nodes } = lessons.run(lesson);
    const chain = nodes.filter(({ derived }) => derived).map(({ name }) => name);
    check(chain.includes("∂loss/∂y"), `the chain is ${chain}`);
    equal(nodes.find(({ name }) => name === "slope").derived, undefined);
    const { text, terms } = lessons.explain(lesson, "slope", [1, 0]);
    check(text.startsWith("∂loss/∂w[2, 1] = "), text);
    equal(terms.map(({ value }) => value), [-6, -20]); // prettier-ignore
    equal(lessons.explain(lesson, "∂loss/∂y", [0, 0]).value, -3);
    check(lessons.code(lesson, "pytorch").includes("torch.autograd.grad(loss, w, retain_graph=True)[0]"));
    check(lessons.code(lesson, "numpy").includes("slope = x.T @ dloss_dy"));
  });

  await test("fail with a path and a cure", () => {
    const ask = (query) => () => lessons.gradient(small, query);
    throws(ask({ of: "y", wrt: ["w"] }), "gradient", "of", /cell/);
    throws(ask({ of: "y", cell: [2, 0], wrt: ["w"] }), "index", "cell", /2 × 1/);
    throws(ask({ of: "y", cell: [0.5, 0], wrt: ["w"] }), "shape", "cell[0]");
    throws(ask({ of: "los", wrt: ["w"] }), "node", "of", /Did you mean “loss”/);
    throws(ask({ of: "loss", wrt: ["w", "v"] }), "node", "wrt[1]");
    throws(ask({ of: "loss", wrt: ["apart"] }), "gradient", "wrt[0]", /does not depend on “apart”/);
    throws(ask({ of: "best", wrt: ["w"] }), "slope", "of", /“argmax”.*“best”/);
    throws(ask({ of: "loss", wrt: "w" }), "type", "wrt");
    throws(ask({ of: "loss" }), "type", "wrt");
    throws(ask({ wrt: ["w"] }), "type", "of");
    throws(ask({ of: "loss", wrt: [3] }), "type", "wrt[0]");
    throws(ask({ of: "loss", wrt: ["w"], with: 1 }), "option", "with");
    throws(ask(), "type", "query");
    equal(lessons.gradient(small, { of: "loss", wrt: [] }), {});
  });
}

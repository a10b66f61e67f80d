// A small lesson for tests: one query against keys, as in web/lessons/README.md.
export const dotLesson = (keys, steps) => ({
  format: 1,
  id: "dot",
  version: "1.0.0",
  title: { en: "A dot product" },
  tensors: [
    { name: "q", symbol: "q", role: "query", editable: true, values: [[1, 0, 2]] },
    { name: "k", symbol: "K", role: "key", ...keys },
    {
      name: "s",
      symbol: "S",
      role: "scores",
      operation: "matmul",
      inputs: ["q", "k"],
      options: { transpose: "second" },
    },
  ],
  steps: steps.map((step) => ({ ...step, stage: [{ operation: "s" }] })),
});

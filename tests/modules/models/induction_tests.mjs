// Heads whose work is known because they were made by hand (induction.mjs): measures find them, and without them the copying ends.
import { check, equal, random } from "../harness.mjs";
import { config, vocabulary, weights } from "./induction.mjs";

/** Tokens in a random order, each once, and again. */
function twice(seed) {
  const draw = random(seed);
  const order = Array.from({ length: vocabulary }, (_, id) => [draw(), id]).sort(([a], [b]) => a - b);
  const ids = order.slice(0, 12).map(([, id]) => id);
  return [...ids, ...ids];
}

export async function tests(runner, { loadModel }) {
  await runner.test(
    "models: measures find an induction head that was made by hand, and the head that it needs",
    async () => {
      const model = await loadModel({ config, weights: weights() });
      const texts = [1, 2, 3, 4].map(twice);
      const { names, means } = await model.measure(texts);
      const of = (layer, head, name) => means.data[(layer * 2 + head) * names.length + names.indexOf(name)];
      check(of(0, 0, "previous") > 0.999, `the token before: ${of(0, 0, "previous")}`);
      // Of the twelve rows with an earlier same token the first gives half: the text's first token has none before it, and so
      // looks at itself as if it had stood before itself.
      check(Math.abs(of(1, 0, "followed") - 11.5 / 12) < 1e-3, `what followed: ${of(1, 0, "followed")}`);
      for (const [layer, head] of [
        [0, 0],
        [0, 1],
        [1, 1],
      ])
        check(of(layer, head, "followed") < 0.5, `what followed, elsewhere: ${of(layer, head, "followed")}`);
      // Without the first head the second finds nothing, though it is on.
      const { means: without } = await model.measure(texts, { without: [{ layer: 0, head: 0 }] });
      check(
        without.data[2 * names.length + names.indexOf("followed")] < 0.5,
        "what followed, without the head before",
      );
      model.dispose();
    },
  );

  await runner.test(
    "models: a list that is said again is copied by these two heads, and by neither alone",
    async () => {
      const model = await loadModel({ config, weights: weights() });
      const ids = twice(5).slice(0, 16);
      const wanted = ids[4]; // the token that followed the last one the first time
      const run = await model.run(ids);
      const [next] = run.next(1);
      equal(next.id, wanted, "next");
      check(next.probability > 0.98, `its probability is ${next.probability}`);
      check(run.attention(1, 0, { first: 15, count: 1 }).data[4] > 0.98, "the head looks at it");
      for (const layer of [0, 1]) {
        const other = await model.run(ids, { without: [{ layer, head: 0 }] });
        check(other.next(1)[0].id !== wanted, `without head 1 of layer ${layer + 1}`);
      }
      model.dispose();
    },
  );
}

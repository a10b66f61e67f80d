// models.mjs: a model taken apart, against golden/models/parts.json (PyTorch, float64), in each family and in the page's own model:
// the parts of logits and scores, the lens, runs in which a part is replaced, words drawn.
import { bytesOf, near, refused } from "./support.mjs";
import { check, close, equal, matches, rejected, throws } from "../harness.mjs";
import { names } from "./names.mjs";

const optionsOf = (golden) => (golden.tokenTypes ? { tokenTypes: golden.tokenTypes } : {});
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const withinPart = { relative: 1e-4, absolute: 1e-4 };

/** As models.mjs names a part that the golden file has as [kind, layer, head]. */
const keysOf = ([kind, layer, head]) => {
  const name = kind.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const inLayer = /^(head|inner|innerNormBias|attention.*|projectionBias)$/.test(name);
  return name === "head"
    ? [name, layer, head]
    : inLayer
      ? [name, layer, undefined]
      : [name, undefined, undefined];
};
const keys = ({ kind, layer, head }) => [kind, layer, head];

/** Where each measure of a head is largest, again from all of its weights A, (T, T): no row has more, and none before it as much. */
function checkLargest({ names, means, rows, largest }, layer, head, weights, ids) {
  const tokens = ids.length;
  const A = (i, j) => weights[i * tokens + j];
  const every = ids.map((_, j) => j);
  const sameAs = (i) => every.filter((j) => j !== i && ids[j] === ids[i]);
  // The places that a measure is about in row i. What the mask hides has weight 0 and cannot be the largest.
  const places = {
    first: () => [0],
    previous: (i) => [i - 1],
    same: sameAs,
    followed: (i) => sameAs(i).flatMap((j) => (j + 1 < tokens && j + 1 !== i ? [j + 1] : [])),
  };
  names.forEach((name, k) => {
    const at = (layer * means.shape[1] + head) * names.length + k;
    const [row, column, value] = [largest.row[at], largest.column[at], largest.value[at]];
    if (rows[at] === 0) return equal([row, column, value], [-1, -1, NaN], `no row of ${name}`);
    equal(largest.text[at], 0, "the text");
    const looked = (places[name]?.(row) ?? every).map((j) => A(row, j));
    close([A(row, column)], [Math.max(...looked)], near, `${name} looks at the largest`);
    const of = {
      distance: (i) => sum(every.map((j) => A(i, j) * Math.abs(i - j))),
      entropy: (i) => -sum(every.map((j) => (A(i, j) > 0 ? A(i, j) * Math.log2(A(i, j)) : 0))),
    };
    if (name === "output") return;
    const measured = every.slice(1).map((i) => of[name]?.(i) ?? sum(places[name](i).map((j) => A(i, j))));
    close(
      [value, Math.max(...measured)],
      [measured[row - 1], measured[row - 1]],
      withinPart,
      `${name} is largest`,
    );
  });
}

/** Compares the lens, patches, sweeps and words drawn with `wanted`, an entry of parts.json, and closes the model. */
async function lensPatchSweepAndDraw(model, of, wanted) {
  const run = await model.run(of.ids, optionsOf(of));
  const { id, against, position: at, layer, head, lens, patched, sweep } = wanted;
  const grid = (await run.lens({ k: 2 })).flat(2);
  equal(
    grid.map((word) => word.id),
    lens.ids.flat(2),
    "the lens's words",
  );
  close(
    grid.map(({ probability }) => probability),
    lens.probabilities.flat(2),
    withinPart,
    "the lens's shares",
  );

  const from = await model.run(patched.ids, optionsOf(of));
  for (const [what, change] of Object.entries({
    head: { head, from },
    headAt: { head, at: patched.at, from },
    inner: { part: "inner", from },
    innerOff: { part: "inner" },
    stream: { part: "stream", at: patched.at, from },
  }))
    close((await run.patch([{ layer, ...change }])).logitsAt(at), patched[what], withinPart, what);

  const asked = { id, against, at };
  for (const [what, options] of Object.entries({
    heads: {},
    inner: { over: "inner" },
    stream: { over: "stream", from },
  })) {
    const { data } = await run.sweep({ ...asked, ...options });
    close(data, sweep[what].flat(), withinPart, `sweep of ${what}`);
  }

  for (const { seed, temperature, topK, id, probability } of wanted.drawn ?? []) {
    const text = await model.run(of.ids, optionsOf(of));
    const [word] = await text.sample({ seed, temperature, ...(topK && { topK }) });
    equal(word.id, id, `torch.multinomial's word for seed ${seed} at temperature ${temperature}`);
    close([word.probability], [probability], withinPart, "its share");
  }
  model.dispose();
}

export async function tests(runner, { loadModel, golden, modelFile }) {
  const parts = await golden("models/parts");
  const load = (of) => loadModel({ config: of.config, weights: of.bytes ?? bytesOf(of) });
  const checkpoint = async (name) => {
    if (name !== "small") return golden(`models/${name}`);
    const { config, texts } = await golden("models/small");
    return { config, ids: texts[0].ids, bytes: await modelFile("small/model.safetensors") };
  };
  const all = [...names, "small"];
  equal(Object.keys(parts).toSorted(), all.toSorted(), "the checkpoints of parts.json");

  for (const name of all)
    await runner.test(`models: the parts of ${name}'s logits and scores are right and add up`, async () => {
      const of = await checkpoint(name);
      const model = await load(of);
      const run = await model.run(of.ids, optionsOf(of));
      const wanted = parts[name];
      const asked = { id: wanted.id, against: wanted.against, at: wanted.position };
      for (const [options, { parts: rows, logit }] of [
        [asked, wanted],
        [{ ...asked, layers: 1 }, wanted.early],
      ]) {
        const ledger = run.ledger(options);
        equal(ledger.parts.map(keys), rows.map(keysOf), "names");
        close(
          ledger.parts.map(({ value }) => value),
          rows.map((row) => row[3]),
          withinPart,
          "values",
        );
        close([ledger.logit, ledger.sum], [logit, logit], withinPart, "the sum and the model's own");
      }
      const { layer, head } = wanted;
      close(run.split({ ...asked, layer, head }), wanted.byToken, withinPart, "a head by token");
      const neurons = run.split({ ...asked, layer, part: "inner" });
      equal([...run.split({ ...asked, layer })], [...neurons], "an MLP without a head");
      close(neurons.subarray(0, wanted.byNeuron.length), wanted.byNeuron, withinPart, "an MLP by neuron");
      close(run.neurons(layer, { at: wanted.position }), wanted.neurons, withinPart, "activations");
      const mlp = run.ledger(asked).parts.find((part) => part.kind === "inner" && part.layer === layer);
      close([sum([...neurons])], [mlp.value], withinPart, "neurons add up");

      const { layer: l, head: h, query, key } = wanted.why;
      const why = run.why({ layer: l, head: h, query, key });
      equal(why.queryParts.map(keys), wanted.why.queryParts.map(keysOf), "what wrote the query");
      equal(why.keyParts.map(keys), wanted.why.keyParts.map(keysOf), "what wrote the key");
      close(why.values, wanted.why.values.flat(), withinPart, "pairs");
      close([why.sum, why.score], [wanted.why.score, wanted.why.score], withinPart, "score");
      model.dispose();
    });

  for (const name of all) {
    await runner.test(
      `models: what ${name} would say after each layer, with parts replaced, and next`,
      async () => {
        const of = await checkpoint(name);
        await lensPatchSweepAndDraw(await load(of), of, parts[name]);
      },
    );
  }

  for (const name of all)
    await runner.test(`models: what ${name}'s heads do is measured, and added up over texts`, async () => {
      const of = await checkpoint(name);
      const model = await load(of);
      const run = await model.run(of.ids, optionsOf(of));
      const told = [];
      const own = await run.measure({ onProgress: ({ done, all }) => told.push([done, all]) });
      equal(told.at(-1), [model.config.layers, model.config.layers], "progress");
      const wanted = parts[name].measures.flat();
      equal(own.means.shape, [model.config.layers, model.config.heads, own.names.length], "shape");
      equal(
        [...own.rows],
        wanted.flatMap(({ rows }) => rows),
        "rows",
      );
      const means = wanted.flatMap(({ sums, rows }) => sums.map((sum, i) => sum / rows[i]));
      const known = (list) => [...list].filter((_, i) => Number.isFinite(means[i]));
      close(known(own.means.data), known(means), withinPart, "means");
      for (let layer = 0; layer < model.config.layers; layer++)
        for (let head = 0; head < model.config.heads; head++)
          checkLargest(own, layer, head, run.attention(layer, head).data, of.ids);
      if (optionsOf(of).tokenTypes === undefined) {
        // A text twice has the same means; a text and a shorter one are weighted by their rows.
        const { layer, head } = parts[name];
        const without = [{ layer, head }];
        const off = await (await model.run(of.ids, { ...optionsOf(of), without })).measure();
        const texts = await model.measure([of.ids], { without });
        if (!of.tokenTypes) close(texts.means.data, off.means.data, near, "with a head off");
        const output = (layer * model.config.heads + head) * 7 + 6;
        equal(texts.means.data[output], 0, "what a head that is off gives");
        const twice = await model.measure([of.ids, of.ids]);
        close(known(twice.means.data), known(means), withinPart, "twice");
        const short = await (await model.run(of.ids.slice(0, 4))).measure();
        const both = await model.measure([of.ids, of.ids.slice(0, 4)]);
        const first = (own.rows[0] * own.means.data[0] + short.rows[0] * short.means.data[0]) / both.rows[0];
        close([both.means.data[0]], [first], withinPart, "both");
      }
      model.dispose();
    });

  await runner.test(
    "models: texts to be measured are checked, and measuring stops when it is asked to",
    async () => {
      const of = await golden("models/gpt2");
      const model = await load(of);
      equal((await rejected(model.measure("a text"))).path, "texts", "one text");
      equal((await rejected(model.measure([of.ids, [-1]]))).path, "texts[1][0]", "wrong ids");
      const none = await model.measure([]);
      equal([none.rows[0], Number.isNaN(none.means.data[0])], [0, true], "no texts");
      const stop = new AbortController();
      const stopped = model.measure([of.ids, of.ids], {
        signal: stop.signal,
        onProgress: () => stop.abort(),
      });
      equal((await rejected(stopped)).code, "aborted", "a stop in the middle");
      equal((await model.measure([of.ids])).rows[0], of.ids.length - 1, "the model goes on");
      model.dispose();
    },
  );

  const of = await golden("models/gpt2");

  await runner.test(
    "models: the lens ends with the model's own next words and tells how far it is",
    async () => {
      const model = await load(of);
      const run = await model.run(of.ids);
      const heard = [];
      const grid = await run.lens({ k: 2, onProgress: ({ done, all }) => heard.push([done, all]) });
      equal([grid.length, grid[0].length, grid[0][0].length], [3, 9, 2], "layers, tokens and words");
      equal(heard.at(-1), [3, 3], "progress");
      for (let at = 0; at < 9; at++) {
        const next = run.next(2, { at });
        equal(
          grid[2][at].map(({ id }) => id),
          next.map(({ id }) => id),
          "words",
        );
        close(
          grid[2][at].map(({ probability }) => probability),
          next.map(({ probability }) => probability),
          near,
          "shares",
        );
        // Before the last layer: the ledger up to there has the same logit.
        close(
          [run.ledger({ id: grid[1][at][0].id, at, layers: 1 }).logit],
          [grid[1][at][0].logit],
          near,
          "logit",
        );
      }
      equal((await run.lens({ first: 3, count: 1 }))[2].length, 1, "one token");
      const stop = new AbortController();
      const stopped = await rejected(run.lens({ signal: stop.signal, onProgress: () => stop.abort() }));
      equal(stopped.code, "aborted", "a stop in the middle");
      equal(run.ids, of.ids, "the run goes on");
    },
  );

  await runner.test(
    "models: a patch without values is a head that is switched off, in each family",
    async () => {
      for (const name of names) {
        const each = await golden(`models/${name}`);
        const model = await load(each);
        const run = await model.run(each.ids, optionsOf(each));
        const [layer, head] = each.off;
        const patched = await run.patch([{ layer, head }]);
        matches(patched.logits, each.logitsWithout, near, `${name} without a head`);
        matches(run.logits, each.logits, near, `${name}'s run before`);
        const inner = { layer, part: "inner" };
        const off = await model.run(each.ids, { ...optionsOf(each), without: [inner] });
        matches(off.logits, rowsOf((await run.patch([inner])).logits), near, `${name} without an MLP`);
        check(
          off.logits.data.some((logit, i) => logit !== run.logits.data[i]),
          "and it matters",
        );
        const inners = await run.sweep({ id: 3, against: 4, over: "inner" });
        equal(inners.shape, [model.config.layers, 1], "shape of the sweep over MLPs");
        const last = rowsOf(off.logits).at(-1);
        close([inners.data[layer]], [last[3] - last[4]], near, "its cell of that sweep");
        const swept = await run.sweep({ id: 3, against: 4 });
        equal(swept.shape, [model.config.layers, model.config.heads], "shape of the sweep");
        const row = each.logitsWithout.at(-1);
        close(
          [swept.data[layer * model.config.heads + head]],
          [row[3] - row[4]],
          near,
          "its cell of the sweep",
        );
        model.dispose();
      }
    },
  );

  await runner.test("models: with another text's stream in its place a run ends as that text", async () => {
    const model = await load(of);
    const run = await model.run(of.ids);
    const ids = of.ids.with(3, 1);
    const other = await model.run(ids);
    const whole = await run.patch([{ layer: 0, part: "stream", from: other }]);
    matches(whole.logits, rowsOf(other.logits), near, "the stream at all tokens");
    // Token 3 is all that differs: its stream before layer 1, alone, makes the later ones differ as in the other text.
    const swept = await run.sweep({ id: 3, over: "stream", from: other });
    equal(swept.shape, [2, 9], "shape");
    const alone = await run.patch([{ layer: 0, part: "stream", at: 3, from: other }]);
    close([swept.data[3]], [alone.logitsAt(8)[3]], near, "a cell of the sweep");
    close([swept.data[0]], [run.logitsAt(8)[3]], near, "a token before it changes nothing");
    // Heads and MLPs of a whole layer, and the stream before them, are the layer.
    const inner = await run.patch([
      { layer: 1, part: "inner", from: other },
      ...[0, 1, 2].map((head) => ({ layer: 1, head, from: other })),
    ]);
    const before = run.ledger({ id: 3 }).parts;
    const now = inner.ledger({ id: 3 }).parts;
    equal(now.map(keys), before.map(keys), "the same parts");
    const embedded = (list) => list.filter(({ kind }) => kind === "token");
    check(embedded(now)[0].value !== embedded(before)[0].value, "the divisor of the last norm is another");
    const ledger = inner.ledger({ id: 3 });
    close([ledger.sum], [ledger.logit], withinPart, "its parts still add up");
    throws(() => inner.split({ id: 3, layer: 1, head: 0 }), "patched", "split");
    throws(() => inner.neurons(1), "patched", "neurons");
    throws(() => run.neurons(2), "range", "layer");
    throws(() => run.neurons(0, { at: run.ids.length }), "range", "at");
    // Another patch on top keeps the first one.
    const both = await inner.patch([{ layer: 1, head: 0 }]);
    const at = (list, head) =>
      list.find((part) => part.kind === "head" && part.layer === 1 && part.head === head).value;
    equal(at(both.ledger({ id: 3 }).parts, 0), 0, "a head off");
  });

  await runner.test("models: what is written on comes from the seed, and can be asked about", async () => {
    const model = await load(of);
    const write = async (options) => {
      const run = await model.run(of.ids.slice(0, 3));
      const written = await run.sample({ count: 4, ...options });
      equal(
        run.ids.slice(3),
        written.map(({ id }) => id),
        "the tokens belong to the run",
      );
      equal(
        written.map(({ at }) => at),
        [3, 4, 5, 6],
        "places",
      );
      // Each was drawn with the share that the run has for it.
      for (const { id, at, probability } of written) {
        const logits = [...run.logitsAt(at - 1)];
        const sum = logits.reduce((all, logit) => all + Math.exp(logit), 0);
        if (!options.temperature) close([probability], [Math.exp(logits[id]) / sum], near, "share");
        close([run.ledger({ id, at: at - 1 }).sum], [logits[id]], withinPart, "its ledger");
      }
      return written.map(({ id }) => id);
    };
    const first = await write({ seed: 5 });
    equal(await write({ seed: 5 }), first, "the same seed");
    const others = await Promise.all([1, 2, 3, 4].map((seed) => write({ seed })));
    check(new Set(others.map(String)).size > 1, "other seeds write other texts");
    const run = await model.run(of.ids.slice(0, 3));
    const [likeliest] = await run.sample({ temperature: 0 });
    equal(likeliest.id, (await model.run(of.ids.slice(0, 3))).next(1)[0].id, "temperature 0");
    await refused(run.sample({ topK: 0 }), "range", "topK");
    await refused(run.sample({ temperature: -1 }), "range", "temperature");
    await refused(run.sample({ count: 0 }), "range", "count");
    const masked = await golden("models/bert");
    const bert = await (await load(masked)).run(masked.ids, optionsOf(masked));
    await refused(bert.sample(), "model", "run", /both ways/);
  });

  await runner.test("models: parts and patches that cannot be are refused by name", async () => {
    const model = await load(of);
    const run = await model.run(of.ids);
    const shorter = await model.run(of.ids.slice(0, 4));
    const another = await (await load(of)).run(of.ids);
    throws(() => run.ledger(), "type", "options");
    throws(() => run.ledger({ id: 31 }), "range", "id", /from 0 to 30/);
    throws(() => run.ledger({ id: 3, at: 9 }), "range", "at", /from 0 to 8/);
    throws(() => run.ledger({ id: 3, layers: 3 }), "range", "layers");
    throws(() => run.ledger({ word: 3 }), "option", "word");
    throws(() => run.split({ id: 3, layer: 1, layers: 1 }), "range", "layer", /comes after/);
    throws(() => run.split({ id: 3, layer: 0, part: "head" }), "missing", "head");
    throws(() => run.why({ layer: 0, head: 0, query: 2, key: 3 }), "mask", "key", /does not see/);
    throws(() => run.why({ layer: 0, head: 3, query: 2, key: 1 }), "range", "head");
    await refused(run.patch([{ layer: 0 }]), "missing", "changes[0].head");
    await refused(run.patch([{ layer: 2, head: 0 }]), "range", "changes[0].layer");
    await refused(run.patch([{ layer: 0, part: "mlp" }]), "range", "changes[0].part");
    await refused(
      run.patch([{ layer: 0, head: 0, from: shorter }]),
      "size",
      "changes[0].from",
      /4 tokens and this run 9/,
    );
    await refused(run.patch([{ layer: 0, head: 0, from: another }]), "model", "changes[0].from");
    await refused(run.patch([{ layer: 0, head: 0, from: {} }]), "type", "changes[0].from");
    await refused(run.sweep({ id: 1, over: "words" }), "range", "over");
    const stop = new AbortController();
    const swept = run.sweep({ id: 1, signal: stop.signal, onProgress: () => stop.abort() });
    await refused(swept, "aborted", "signal");
    matches(run.logits, of.logits, near, "the run is as before");
    run.dispose();
    throws(() => run.ledger({ id: 3 }), "disposed", "run");
    await refused(run.lens(), "disposed", "run");
  });
}

const rowsOf = ({ shape: [rows, columns], data }) =>
  Array.from({ length: rows }, (_, i) => [...data.subarray(i * columns, (i + 1) * columns)]);

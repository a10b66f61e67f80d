// Tests the npm package as one gets it: packed, installed into a fresh folder without a network, used from node, and its
// types read by TypeScript. The last line is "N passed, N failed". Bundled and in a browser: tests/browser/everywhere/hosts/package.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runTests } from "../runner.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const packed = join(root, "build/package");
const fresh = join(root, "build/package-node");
const run = (command, args, cwd = fresh) => execFileSync(command, args, { cwd, encoding: "utf8" });

rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
writeFileSync(join(fresh, "package.json"), JSON.stringify({ private: true, type: "module" }));

await runTests({
  "npm packs it, and installs it offline with all that it names"() {
    run("npm", ["pack", packed, "--pack-destination", fresh, "--silent"]);
    const [file] = readdirSync(fresh).filter((name) => name.endsWith(".tgz"));
    run("npm", ["install", `./${file}`, "--offline", "--no-audit", "--no-fund", "--silent"]);
    const there = readdirSync(join(fresh, "node_modules/attention-explorer"), { recursive: true });
    assert.deepEqual(there.sort(), readdirSync(packed, { recursive: true }).sort());
  },

  "node computes attention and runs a lesson"() {
    writeFileSync(
      join(fresh, "use.mjs"),
      `import { loadAttention } from "attention-explorer/attention";
       import { loadLessons } from "attention-explorer/lessons";
       import { loadModel } from "attention-explorer/models";
       import lesson from "attention-explorer/lessons/worked-example.json" with { type: "json" };
       const attention = await loadAttention();
       const x = { shape: [1, 2, 2], data: new Float32Array([1, 0, 0, 1]) };
       const { weights } = attention.scaledDotProductAttention(x, x, x, { isCausal: true, needWeights: true });
       const lessons = await loadLessons();
       const scores = lessons.run("worked-example").nodes.find(({ name }) => name === "attn_scores");
       const two = await loadAttention({ threads: 2 });
       const refused = await loadModel({ config: { model_type: "t5" }, weights: new Blob(), tokenizer: {} }).catch((error) => error);
       console.log(JSON.stringify([[...weights.data], [...scores.data], lesson.id, two.threads, refused.path]));`,
    );
    const [weights, scores, id, threads, refused] = JSON.parse(run("node", ["use.mjs"]));
    // The first token sees itself alone; the second itself with e^(1/√2) against e^0.
    const own = Math.exp(Math.SQRT1_2);
    const expected = [1, 0, 1 / (1 + own), own / (1 + own)];
    expected.forEach((value, i) => assert.ok(Math.abs(weights[i] - value) < 1e-6, `weights ${weights}`));
    assert.deepEqual(scores, [2, 4, 4, 4, 16, 12, 4, 12, 10]); // as the tutorial prints them
    assert.equal(id, "worked-example");
    assert.equal(threads, 2); // what they need is in the package, too
    assert.equal(refused, "model_type"); // the wasm of models and the library of tokenizers were found
  },

  "TypeScript knows its types"() {
    writeFileSync(
      join(fresh, "use.ts"),
      `import { AttentionExplorer } from "attention-explorer";
       import { loadAttention } from "attention-explorer/attention";
       import { loadLessons } from "attention-explorer/lessons";
       import { loadModel } from "attention-explorer/models";
       const element: AttentionExplorer = document.createElement("attention-explorer");
       element.lesson = "sentence";
       element.addEventListener("answer", ({ detail }) => detail.right satisfies boolean);
       export const scores: Promise<(number | null)[]> = element.tensor("s").then(({ values }) => values);
       // @ts-expect-error a step is a text
       void element.goTo(3);
       const attention = await loadAttention();
       export const variant: string = attention.variant;
       const kept = attention.softmax(attention.tensor([2]), 0, { keep: true });
       kept.dispose();
       // @ts-expect-error what is copied has nothing to be disposed of
       attention.softmax(kept, 0).dispose();
       const x = { shape: [2, 2], data: new Float32Array(4) };
       const { gradKey } = attention.scaledDotProductAttentionBackward(x, x, x, x, { isCausal: true, keep: true });
       gradKey.dispose();
       export const ids: readonly string[] = (await loadLessons()).ids;
       const run = await (await loadModel({ config: {}, weights: [new Blob()] })).run([1, 2], { room: 0 });
       export const weights: Float32Array = run.attention(0, 0, { first: 1 }).data;`,
    );
    const compiler = join(root, "web/node_modules/typescript/bin/tsc");
    for (const resolution of [
      ["--module", "nodenext"],
      ["--module", "esnext", "--moduleResolution", "bundler"],
    ])
      run("node", [compiler, "--noEmit", "--strict", "--target", "es2022", ...resolution, "use.ts"]);
  },
});

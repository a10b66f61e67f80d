// What the reading view shows equals what PyTorch computed.
import assert from "node:assert/strict";
import { close as near, core, golden, openPage, parse, shownTable, stepIds, tensor } from "./harness.mjs";

const s0 = golden("S0");
const expected = {
  x: s0.inputs.x,
  w_key: s0.inputs.w_key,
  w_query: s0.inputs.w_query,
  keys: s0.float32.keys,
  querys: s0.float32.querys,
  values: s0.float32.values,
  attn_scores: s0.float32.attn_scores,
  attn_scores_softmax: s0.float32.attn_scores_softmax,
  outputs: s0.float32.outputs_exact,
};

export const tests = {
  "every tensor of every step equals the golden file": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example" });
    const seen = new Set();
    for (const id of stepIds) {
      await core(page, "apply", { type: "GoToStep", id });
      const question = (await core(page, "reading")).step.question;
      if (question) await core(page, "apply", { type: "Reveal", question: question.id });
      await page
        .waitForFunction((at) => document.querySelector("h2")?.dataset.step === at, id)
        .catch(() => {});
      const reading = await core(page, "reading");
      for (const { name } of reading.tensors) {
        if (!expected[name]) continue;
        seen.add(name);
        const model = (await tensor(page, name)).rows.map((row) => row.map(({ value }) => value));
        near(model, expected[name], 1e-6, `${id}: ${name}`);
      }
    }
    const missing = Object.keys(expected).filter((name) => !seen.has(name));
    assert.deepEqual(missing, [], "all golden tensors were on stage");
    await close();
  },

  "the tables say the same, to the decimals shown": async () => {
    const { page, close } = await openPage({ link: "lesson=worked-example&step=softmax" });
    await page.focus("#skip-button");
    await page.keyboard.press("Enter");
    await page.click(".question [data-command*=Reveal]"); // until then the cells that it asks for are hidden
    for (const name of ["attn_scores", "attn_scores_softmax"]) {
      const shown = (await shownTable(page, name)).map((row) => row.map(parse));
      near(shown, expected[name], 0.5e-4 + 1e-9, name);
    }
    await close();
  },
};

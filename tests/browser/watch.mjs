// The checks of the hostile cases work: each page here does one forbidden thing.
import assert from "node:assert/strict";
import { chromium } from "./engines/chromium.mjs";
import { nightly } from "./harness.mjs";
import { actions } from "./hostile/actions.mjs";
import { Random, shorter } from "./hostile/random.mjs";
import { wayOn, watched } from "./hostile/watch.mjs";
import { serve } from "./server.mjs";

const button = "<button>go on</button>";
const busy = (ms) => `const end = performance.now() + ${ms}; while (performance.now() < end);`;
const bad = {
  throws: [`${button}<script>throw new Error("thrown here")</script>`, /exception: thrown here/],
  rejects: [`${button}<script>Promise.reject(new Error("rejected here"))</script>`, /rejected here/],
  complains: [`${button}<script>console.error("said here")</script>`, /said here/],
  "stands still": ["<p>Loading…</p>", /no way on after 10 s/],
  "covers its button": [`${button}<div style="position:fixed;inset:0"></div>`, /no way on/],
  // In a task of its own, before which the page has no way on: Chromium does not report the task in which it begins to watch.
  "works long": [
    `<script>setTimeout(() => { ${busy(1500)} document.body.innerHTML = "${button}"; }, 50)</script>`,
    /a task of \d{4,} ms, where 500 are allowed/,
  ],
};

export const tests = {
  ...nightly({
    "an exception, console output, a page without a way on and a long task are found, and nothing in a page without them":
      async () => {
        const html = (body) => `<!doctype html><title>page</title><link rel="icon" href="data:," />${body}`;
        const entries = Object.entries({ ...bad, "does nothing": [button, null] });
        const pages = Object.fromEntries(entries.map(([, [body]], at) => [`/${at}`, html(body)]));
        const server = await serve("/nowhere", { pages });
        const visit = (at, options) =>
          watched(chromium, { url: `${server.origin}/${at}`, ...options }, (page) => wayOn(page));
        // The machine's load must not decide what is found. At the same time, as two of them wait for ten seconds.
        await Promise.all(
          Object.values(bad).map(([, found], at) => {
            const name = entries[at][0];
            return assert.rejects(visit(at, { slower: () => 1 }), found, name);
          }),
        );
        await visit(entries.length - 1, {});
        await server.close();
      },
  }),

  "numbers that undo does not bring back are found": async () => {
    const edit = { kind: "edit", at: [0, 0], text: "7", more: false };
    const data = { lesson: "worked-example", step: "inputs", size: [1200, 800], actions: [edit] };
    await actions.run(chromium, data);
    // Undo that does nothing.
    const script = () => {
      let explorer = null;
      Object.defineProperty(window, "attentionExplorer", {
        get: () => explorer ?? undefined,
        set: (made) => {
          const { apply } = made;
          made.apply = (command) => (command.type === "Undo" ? null : apply(command));
          explorer = made;
        },
      });
    };
    const openPage = (options) =>
      chromium.openPage({ ...options, script: `${options.script};(${script.toString()})();` });
    const broken = { ...chromium, openPage };
    await assert.rejects(actions.run(broken, data), /numbers differ/);
  },

  "the same seed makes the same case, and a list is made smaller part by part": () => {
    const made = () => JSON.stringify(actions.make(new Random(7)));
    assert.equal(made(), made());
    assert.deepEqual([...shorter([1, 2, 3])].slice(0, 2), [[3], [1, 2]]);
    assert.ok([...shorter([1, 2, 3])].some((list) => list.join() === "1,3"));
  },
};

// How the page calls its core (web/page/core/core.ts), with a stand-in for Emscripten's module.
import assert from "node:assert/strict";
import { pageModule } from "./page-module.mjs";

const standIn = `
  export const freed = [];
  const _free = (text) => freed.push(text);
  export const made = { stringToNewUTF8: () => 8, UTF8ToString: () => "", _free, _ae_open: () => 8 };
  export default async () => made;`;
const exported = `export { Core, requestOf } from "./core/core"; export * as module from "page-module";`;
const { Core, requestOf, module } = await pageModule(exported, {
  plugins: [
    {
      name: "stand-in",
      setup(bundle) {
        bundle.onResolve({ filter: /^page-module$/ }, () => ({ path: "stand-in", namespace: "stand-in" }));
        bundle.onLoad({ filter: /.*/, namespace: "stand-in" }, () => ({ contents: standIn }));
      },
    },
  ],
});

export const tests = {
  "a function that the wasm lacks is an error that names it, not success; texts given to it are freed":
    async () => {
      const core = await Core.load(Promise.resolve(new Response()));
      assert.equal(core.open("{}", "en"), null); // this one is there
      const before = module.freed.length;
      assert.throws(
        () => core.apply({ type: "Undo" }),
        /no function “apply”.*page\.js and page\.wasm do not belong together/,
      );
      assert.equal(module.freed.length, before + 1);
    },

  "a request that the page does not know is an error that names it": async () => {
    const heard = [];
    const core = await Core.load(Promise.resolve(new Response()));
    core.listen({ onRequest: (name) => heard.push(name) });
    module.made.onRequest("share");
    assert.throws(() => module.made.onRequest("shares"), /“shares”/);
    assert.throws(() => requestOf("constructor"), /“constructor”/);
    assert.deepEqual(heard, ["share"]);
  },
};

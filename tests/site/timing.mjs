// What the page times (web/page/timing/measure.ts), with the site's own kernels and a clock that counts calls: three for the
// whole matrix (matmul, softmax, matmul), one for tiles.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageModule } from "./page-module.mjs";

const { times } = await pageModule(`export * from "./timing/measure";`);

// kernels whose calls take `each` ms of the clock.
function counted(kernels, each) {
  const clock = { now: 0, attended: 0 };
  const call =
    (name) =>
    (...values) => {
      clock.now += each;
      return kernels[name](...values);
    };
  const attention = {
    tensor: (...values) => kernels.tensor(...values),
    matmul: call("matmul"),
    softmax: call("softmax"),
    scaledDotProductAttention: call("scaledDotProductAttention"),
  };
  return { attention, clock };
}

export const tests = (site) => {
  const kernels = async () => {
    const { loadAttention } = await import(pathToFileURL(join(site, "attention.mjs")));
    return loadAttention();
  };
  return {
    "the times are those of one run of each way, whose outputs agree; nothing stays in the kernels' memory":
      async () => {
        const loaded = await kernels();
        const { attention, clock } = counted(loaded, 7);
        times(attention, 64, 16, () => clock.now); // the memory has grown
        const before = loaded.memory;
        const told = times(attention, 64, 16, () => clock.now);
        assert.ok(Math.abs(told.plain - 21) < 1e-9, `${told.plain}`);
        assert.ok(Math.abs(told.tiles - 7) < 1e-9, `${told.tiles}`);
        assert.equal(loaded.memory, before);
      },

    "times of ways with different outputs are an error": async () => {
      const { attention, clock } = counted(await kernels(), 7);
      const wrong = ({ shape, data }) => ({ output: { shape, data: data.map((x) => x + 0.001) } });
      const own = attention.scaledDotProductAttention;
      attention.scaledDotProductAttention = (...values) => wrong(own(...values).output);
      assert.throws(() => times(attention, 64, 16, () => clock.now), /different numbers/);
    },
  };
};

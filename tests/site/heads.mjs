// The trained heads that the site offers: their weights are those that PyTorch makes of the same recipe, and have the same
// bits wherever the site is built (golden/heads.mjs).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const golden = JSON.parse(readFileSync(new URL("../golden/heads.json", import.meta.url), "utf8"));

export const tests = (file) => {
  const { names, weights, heldOut } = JSON.parse(file);
  const bytes = Buffer.from(weights, "base64");
  return {
    "the trained heads have the checksum of their weights": () =>
      assert.equal(createHash("sha256").update(bytes).digest("hex"), golden.sha256),

    "the trained heads' weights are PyTorch's": () => {
      const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      assert.deepEqual(
        names.map(({ name }) => name),
        Object.keys(golden.weights),
      );
      const wanted = Object.values(golden.weights).flat();
      assert.equal(all.length, wanted.length);
      const most = Math.max(...wanted.map((weight, i) => Math.abs(weight - all[i])));
      assert.ok(most < 1e-3, `one is ${most} from PyTorch's`);
      assert.ok(Math.abs(heldOut - golden.heldOut) < 1e-3 * golden.heldOut, `${heldOut}, ${golden.heldOut}`);
    },
  };
};

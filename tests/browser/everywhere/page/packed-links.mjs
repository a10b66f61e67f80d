// Packed links with and without a checksum.
import assert from "node:assert/strict";
import { crc32, deflateRawSync } from "node:zlib";
import { core, step, until } from "../../harness.mjs";

export const packedLinks = (browser) => ({
  "a packed link opens, with one character changed it is refused with what to do, and links without a checksum still open":
    async () => {
      const cells = Array.from({ length: 400 }, (_, i) => `${i % 4},${i % 3}:${(i % 19) - 9}`).join(";");
      const plain = `lesson=worked-example&step=scores&e.w_query=${cells}`;
      const deflated = deflateRawSync(Buffer.from(plain), { level: 9 });
      const check = Buffer.alloc(4);
      check.writeUInt32BE(crc32(deflated));
      const whole = `zc=${Buffer.concat([deflated, check]).toString("base64url")}`;
      const before = `z=${deflated.toString("base64url")}`;
      for (const link of [whole, before]) {
        const { page, close } = await browser.openPage({ link });
        assert.equal(await step(page), "scores");
        assert.equal((await core(page, "tensor", "w_query")).values[0], 7); // the last edit: 396 mod 19 − 9
        await close();
      }
      const at = Math.floor(whole.length / 2);
      const changed = `${whole.slice(0, at)}${whole[at] === "A" ? "B" : "A"}${whole.slice(at + 1)}`;
      const { page, close } = await browser.openPage({ link: "lesson=worked-example&step=softmax" });
      await core(page, "apply", { type: "SetDecimals", decimals: 4 });
      const link = await core(page, "link");
      await page.evaluate((hash) => {
        window.location.hash = hash;
      }, changed);
      await until(page, () =>
        document.getElementById("notices").textContent.includes("copy the link once more"),
      );
      assert.equal(await core(page, "link"), link, "nothing changes");
      await close();
    },
});

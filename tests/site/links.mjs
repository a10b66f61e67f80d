// Packed links as the page reads them: with any one character changed they are rejected, never opened as another link;
// those of earlier versions, without a checksum, open as before. Uses the page's own module, bundled for node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";
import { pageModule } from "./page-module.mjs";

const page = await pageModule(`export * from "./core/links";`);
const open = (hash) => page.readLink({ hash: `#${hash}`, search: "" });

const number = (i) => ((((i * 37) % 19) - 9) / 4 + 0.05).toFixed(2);
const edits = (tensor, count) =>
  `e.${tensor}=${Array.from({ length: count }, (_, i) => `${i},${i % 3}:${number(i)}`).join(";")}`;
const links = [
  `lesson=worked-example&step=scores&${edits("w_query", 150)}`,
  `lesson=multi-head&${edits("toqueries", 90)}&${edits("tokeys", 90)}&theme=light&lang=de`,
  `lesson=sentence&p.text=${"ein%20Satz%20%C3%BCber%20M%C3%A4use%20".repeat(60)}`,
];
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", ..."=&#%.~+/ é"];

export const tests = {
  "a long link is packed with a check that zip's own CRC-32 confirms, and opens as it was": () => {
    for (const link of links) {
      const packed = page.pack(link);
      assert.match(packed, /^zc=[\w-]+$/);
      assert.deepEqual(open(packed), { lesson: /lesson=([^&]*)/.exec(link)[1], rest: link, damaged: false });
      const bytes = Buffer.from(packed.slice(3), "base64url");
      assert.equal(bytes.readUInt32BE(bytes.length - 4), crc32(bytes.subarray(0, -4)));
    }
  },

  "a packed link with any one character changed, lost or twice is refused, whatever character it is": () => {
    for (const link of links) {
      const packed = page.pack(link);
      const tried = (changed) => {
        if (changed !== packed)
          assert.deepEqual(open(changed), { lesson: null, rest: "", damaged: true }, changed);
      };
      for (let at = 1; at < packed.length; ++at) {
        const [before, after] = [packed.slice(0, at), packed.slice(at + 1)];
        for (const letter of letters) tried(before + letter + after);
        if (at >= 3) tried(before + after);
        if (at >= 3) tried(before + packed[at] + packed[at] + after);
        if (at >= 3) tried(before);
      }
      for (const letter of letters) if (letter !== "&") tried(letter + packed.slice(1));
    }
  },

  "packed links of earlier versions, which have no check, open as they did": () => {
    for (const link of links) {
      const packed = `z=${deflateRawSync(Buffer.from(link), { level: 9 }).toString("base64url")}`;
      assert.equal(open(packed).rest, link);
      assert.equal(open(packed).damaged, false);
    }
  },

  "a link that is not packed is read as it stands": () => {
    for (const link of ["lesson=sentence&step=a&dec=3", "zoom=2,0,0", "view=contents", ""])
      assert.deepEqual([open(link).rest, open(link).damaged], [link, false]);
  },

  "a link to a step that has moved to another lesson opens it there, with all else that it says": () => {
    for (const [from, lessons] of Object.entries(page.moved))
      for (const [to, steps] of Object.entries(lessons)) {
        const there = JSON.parse(
          readFileSync(new URL(`../../web/lessons/${to}.json`, import.meta.url), "utf8"),
        );
        const ids = there.steps.map(({ id }) => id);
        for (const step of steps) {
          assert.ok(ids.includes(step), `${to}: ${step}`);
          const rest = `theme=light&lesson=${to}&step=${step}&e.q_7=2,0:1`;
          assert.deepEqual(open(rest.replace(to, from)), { lesson: to, rest, damaged: false });
          assert.equal(open(`lesson=${from}&steps=${step}..${steps.at(-1)}`).lesson, to);
        }
      }
    for (const rest of ["lesson=tasks&step=even", "lesson=tasks", "lesson=why&step=point"])
      assert.equal(open(rest).rest, rest);
  },
};

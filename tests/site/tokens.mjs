// Tokens of any code points beside weights: the lesson that the page makes of them runs, shows no character that has no sign,
// cuts none in its middle, and keeps the numbers. Rounds: AE_ROUNDS.
import assert from "node:assert/strict";
import { randomBelow } from "../browser/hostile/random.mjs";
import { pageModule } from "./page-module.mjs";

const { weightsLesson } = await pageModule(`export * from "./files/lesson";`, {
  define: { __FILE_WORDS__: "{}" }, // the translations
});

const hard = [
  "",
  " ",
  "\n",
  "\r",
  "\t",
  "\0",
  "\u001b",
  "\u007f",
  "\u0085",
  "\ud83d", // half of an emoji
  "\ude00",
  "\ufffd",
  "\ufeff",
  "\u200d",
  "\u2028",
  "e\u0301",
  "👩‍👩‍👧‍👦",
  "שלום",
  "مرحبا",
  "##ing",
  "[CLS]",
  "Ġthe",
  "▁of",
  '"',
  "\\",
  "{=x}",
  "$x$",
  "</script>",
  "constructor",
];
function token(below) {
  if (below(3) === 0) return hard[below(hard.length)];
  let text = "";
  for (let length = below(below(8) === 0 ? 90 : 6); length >= 0; --length) {
    const plane = [0x80, 0x800, 0x10000, 0x110000][below(4)];
    text += below(12) === 0 ? hard[below(hard.length)] : String.fromCodePoint(below(plane));
  }
  return text;
}

const hasSign = (label) => !/\p{Surrogate}/u.test(label) && !/[^\n\t\P{Cc}]/u.test(label);

export const tests = {
  "tokens of any code points are shown with signs, and their weights are those of the file": async () => {
    const { loadLessons } = await import("../../build/site/lessons.mjs");
    const lessons = await loadLessons();
    const rounds = Number(process.env.AE_ROUNDS ?? 300);
    for (let seed = 0; seed < rounds; ++seed) {
      const below = randomBelow(seed);
      const size = 1 + below(5);
      const names = Array.from({ length: size }, () => token(below));
      const data = Float32Array.from({ length: size * size }, () => below(1000) / 999);
      const block = { name: token(below), shape: [1, size, size], data };
      const told = JSON.stringify([seed, block.name, names]);
      const text = weightsLesson(block, null, { queries: names, keys: names }, null);
      const { nodes } = lessons.run(text);
      const weights = nodes.find(({ name }) => name === "weights");
      assert.deepEqual([...weights.data], [...data], told);
      for (const labels of weights.labels.slice(1)) {
        assert.equal(labels.length, size, told);
        for (const [i, label] of labels.entries()) {
          assert.ok(hasSign(label), `${told}: ${JSON.stringify(label)}`);
          // One sign for each character, up to 60 characters as a reader counts them.
          const plain = (word) => word.replace(/[\u2400-\u2421\ufffd]|\p{Cc}|\p{Surrogate}/gu, "·");
          const count = [...new Intl.Segmenter().segment(label)].length;
          assert.ok(plain(names[i]).startsWith(plain(label)), `${told}: ${JSON.stringify(label)}`);
          assert.ok(count === 60 || (count < 60 && plain(names[i]) === plain(label)), `${told}: ${count}`);
        }
      }
    }
  },
};

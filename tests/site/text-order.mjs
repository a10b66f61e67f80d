// The order in which lines with letters from right to left stand (web/page/core/text-order.ts). What is expected was made by
// hand by the rules of UAX 9; capitals stand for Hebrew letters in the comments.
import assert from "node:assert/strict";
import { pageModule } from "./page-module.mjs";

const { orderOfText } = await pageModule(`export { orderOfText } from "./core/text-order";`, {});

// The line as it is seen, from the left: runs from right to left have their letters reversed.
function seen(line, direction) {
  const [paragraph, ...numbers] = orderOfText(line, direction);
  const bytes = Buffer.from(line);
  let shown = "";
  for (let i = 0; i < numbers.length; i += 3) {
    const [from, length, turned] = numbers.slice(i);
    const part = [...bytes.subarray(from, from + length).toString()];
    shown += (turned ? part.reverse() : part).join("");
  }
  return { paragraph, shown };
}

const [found, leftToRight, rightToLeft] = [0, 1, 2];

export const tests = {
  "a Hebrew line begins at the right; Latin words and numbers in it keep their order": () => {
    // CODE PyTorch 2.6 AND MORE
    assert.deepEqual(seen("קוד PyTorch 2.6 ועוד", found), { paragraph: 1, shown: "דועו PyTorch 2.6 דוק" });
    // a mark at the end follows the paragraph, not the word before it
    assert.deepEqual(seen("קוד של PyTorch.", rightToLeft), { paragraph: 1, shown: ".PyTorch לש דוק" });
    assert.deepEqual(seen("(שלום)", rightToLeft), { paragraph: 1, shown: ")םולש(" });
  },

  "an English line keeps its order around a word in Hebrew or Arabic": () => {
    assert.deepEqual(seen("the word שלום, then 7", found), { paragraph: 0, shown: "the word םולש, then 7" });
    assert.deepEqual(seen("סוף", leftToRight), { paragraph: 0, shown: "ףוס" });
    // two words in Arabic are one run
    assert.equal(orderOfText("a اللغة العربية b", found).length, 1 + 3 * 3);
  },

  "lengths are bytes of UTF-8, also of letters beyond the basic plane": () => {
    const line = "😀 שלום 𝑥";
    const [, ...numbers] = orderOfText(line, found);
    const total = numbers.reduce((sum, number, i) => sum + (i % 3 === 1 ? number : 0), 0);
    assert.equal(total, Buffer.byteLength(line));
  },
};

// The order in which a line stands that has letters written from right to left: Unicode's bidirectional algorithm (UAX 9), by
// bidi-js. Numbers for the core, which counts in bytes of UTF-8. Has no page.
import bidiFactory from "bidi-js";

const bidi = bidiFactory();
const directions = [undefined, "ltr", "rtl"] as const;

/**
 * @param direction of the paragraph: 0 as its first letter, 1 from left to right, 2 from right to left
 * @returns the direction of the paragraph (1: from right to left), then for each run, the leftmost first: where it begins, its
 *   length, and its direction (1: from right to left)
 */
export function orderOfText(text: string, direction: number): number[] {
  const found = bidi.getEmbeddingLevels(text, directions[direction]);
  const numbers = [(found.paragraphs[0]?.level ?? 0) & 1];
  const bytes = [0]; // up to each UTF-16 unit
  for (const letter of text) {
    const before = bytes.at(-1) ?? 0;
    const after = before + new TextEncoder().encode(letter).length;
    if (letter.length === 2) bytes.push(before);
    bytes.push(after);
  }
  let run = null as { first: number; last: number; turned: number } | null;
  const end = () => {
    if (!run) return;
    const [from, to] = [Math.min(run.first, run.last), Math.max(run.first, run.last) + 1];
    numbers.push(bytes[from] ?? 0, (bytes[to] ?? 0) - (bytes[from] ?? 0), run.turned);
  };
  for (const at of bidi.getReorderedIndices(text, found)) {
    const turned = (found.levels[at] ?? 0) & 1;
    if (run?.turned === turned && at === run.last + (turned ? -1 : 1)) {
      run.last = at;
      continue;
    }
    end();
    run = { first: at, last: at, turned };
  }
  end();
  return numbers;
}

// The text of a step with its figure in between: each part of the stage comes after the paragraph that mentions its
// result. Depends only on the step model.
import type { Paragraph, Reading, Tensor } from "../core/model";

export interface Told {
  paragraphs: Paragraph[];
  part: number; // what the figure beside these paragraphs shows
  parts: number[]; // come after them
}

// "W_k", "K" and "e" of "\key{W_k} \key{K} = e"
const symbolsOf = (tex: string) =>
  (tex.replaceAll(/\\[a-z]+/gi, " ").match(/\p{L}(?:_(?:\w|\{\w+\}))?/gu) ?? []).map((symbol) =>
    symbol.replaceAll(/[{}]/g, ""),
  );

function speaksOf({ runs }: Paragraph, { role, symbol }: Tensor): boolean {
  const name = symbol.base + (symbol.sub && `_${symbol.sub}`);
  return runs.some((run) =>
    run.kind === "tex" ? symbolsOf(run.text).includes(name) : run.kind === "role" && run.role === role,
  );
}

export function told(reading: Reading): Told[] {
  const results = reading.parts.map((nodes) => reading.tensors.find(({ node }) => node === nodes.at(-1)));
  const out: Told[] = [];
  let next = 0; // the first part that has not come yet
  const { text } = reading.step;
  text.forEach((paragraph, i) => {
    let end = i + 1 === text.length ? results.length : next;
    results.forEach((result, part) => {
      if (part >= end && result && speaksOf(paragraph, result)) end = part + 1;
    });
    const last = out.at(-1);
    const parts = Array.from({ length: end - next }, (_, at) => next + at);
    const part = parts[0] ?? Math.max(next - 1, 0);
    if (last && last.parts.length === 0) {
      last.paragraphs.push(paragraph);
      last.parts = parts;
      if (parts.length > 0) last.part = part;
    } else out.push({ paragraphs: [paragraph], part, parts });
    next = end;
  });
  if (next < results.length)
    out.push({ paragraphs: [], part: next, parts: results.map((_, part) => part).slice(next) });
  return out;
}

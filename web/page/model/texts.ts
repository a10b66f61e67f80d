// The texts over which heads are measured: the page's (for its own model such as it was trained on, for others English ones), and
// those of a file, which may be larger than a string can be.
import english from "./texts/english.json";
import small from "./texts/small.json";

export const textsOf = (source: string): string[] => (source === "small" ? small : english);

export interface Lines {
  /** The first ones that are not empty; null if the file is no text in UTF-8. */
  first: string[] | null;
  count: number; // of all that are not empty
}

const sliceBytes = 2 ** 20; // a few milliseconds of work
const longest = 2 ** 20; // characters of a line that are kept

/** The first `most` lines of a file. It is read in slices. */
export async function linesOf(file: Blob, most: number): Promise<Lines> {
  const decoder = new TextDecoder();
  const first: string[] = [];
  let count = 0;
  let rest = "";
  const add = (line: string) => {
    if (line.trim() === "") return;
    count += 1;
    if (first.length < most) first.push(line);
  };
  for (let at = 0; at < file.size; at += sliceBytes) {
    const bytes = await file.slice(at, at + sliceBytes).arrayBuffer();
    const text = decoder.decode(bytes, { stream: true });
    if (text.includes("\0")) return { first: null, count: 0 };
    const lines = (rest + text).split(/\r?\n/);
    rest = (lines.pop() ?? "").slice(0, longest);
    lines.forEach(add);
  }
  add(rest + decoder.decode());
  return { first, count };
}

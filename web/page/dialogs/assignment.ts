// A lesson's layer as an assignment: its class without the lines that compute the result. The rest of the script still
// compares what it gives with the page's numbers.

const todo = [
  "# Write this. It is right when the script ends without an error.",
  "raise NotImplementedError",
];

const indentOf = (line: string) => line.length - line.trimStart().length;

/** code: the script of the class; the body of each `forward` is left for the student. */
export function assignmentOf(code: string): string {
  const out: string[] = [];
  let method: number | null = null; // the indent of the `forward` whose body is being left out
  for (const line of code.split("\n")) {
    if (method !== null && (line.trim() === "" || indentOf(line) > method)) continue;
    if (method !== null) out.push(""); // between it and what follows
    method = /^\s+def forward\(/.test(line) ? indentOf(line) : null;
    out.push(line);
    if (method !== null) out.push(...todo.map((each) => " ".repeat(indentOf(line) + 4) + each));
  }
  return out.join("\n");
}

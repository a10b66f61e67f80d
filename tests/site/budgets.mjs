// The budgets of budgets.json. In a pattern # stands for the hash of a file's content.
import { readFileSync } from "node:fs";

export const budgets = JSON.parse(readFileSync(new URL("budgets.json", import.meta.url), "utf8")).budgets.map(
  ({ files, ...rest }) => ({ ...rest, patterns: files }),
);

export const matches = (pattern, file) => {
  const [before, after = null] = pattern.split("#");
  if (after === null) return file === before;
  const hash = file.slice(before.length, file.length - after.length);
  return file.startsWith(before) && file.endsWith(after) && /^[0-9a-f]{10}$/.test(hash);
};

// A language's sentences of the core in two files, as its functions and faces are: with what a visit begins with, and with
// what only somebody who does something gets to read, which follows when the first picture stands. beginnings.mjs sees that
// no beginning shows one of the second; what it finds is listed here.
const groups = ["attention", "cause", "large", "link", "paste", "press", "refuse", "rule"];
const shown = {
  attention: [
    ...["axes.sum", "curves", "entropy", "entropy.one", "focused", "followed", "heads", "key", "matrices"],
    ...[
      "query",
      "row",
      "scale",
      "scale.each",
      "scale.shared",
      "scores",
      "sum",
      "threshold",
      "values",
      "view",
    ],
    ...["weight", "weights"],
  ],
  large: ["open", "open.words", "title"],
  link: ["language", "no_step"],
  rule: ["given", "product.first", "product.none", "product.second", "softmax.row", "weighted_sum"],
};

export function isLater(id) {
  const [group] = id.split(".", 1);
  return groups.includes(group) && !(shown[group] ?? []).includes(id.slice(group.length + 1));
}

/** @param sentences { id: sentence } @returns { first, later }, likewise */
export function inTwo(sentences) {
  const part = (wanted) =>
    Object.fromEntries(Object.entries(sentences).filter(([id]) => isLater(id) === wanted));
  return { first: part(false), later: part(true) };
}

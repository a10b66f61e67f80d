// A language's sentences in two files, as its functions and faces are: with what a visit begins with, and with
// what only somebody who does something gets to read, which follows when the first picture stands. beginnings.mjs sees that
// no beginning shows one of the second; what it finds is listed here.
const groups = ["attention", "cause", "large", "link", "paste", "place", "press", "refuse", "rule", "short"];
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

// Of the page's own: what its dialogues say.
const dialogues = ["close", "copied", "copy", "export", "figure", "matrix", "own_picture", "share"];
const isOfDialogue = (id) => dialogues.includes(id.split(".", 1)[0]);

const inTwo = (sentences, isSecond) =>
  [false, true].map((second) =>
    Object.fromEntries(Object.entries(sentences).filter(([id]) => isSecond(id) === second)),
  );

/** @param page, core { id: sentence } @returns { first, later }, each { page, core } */
export function wordsInTwo({ page, core }) {
  const [firstPage, laterPage] = inTwo(page, isOfDialogue);
  const [firstCore, laterCore] = inTwo(core, isLater);
  return { first: { page: firstPage, core: firstCore }, later: { page: laterPage, core: laterCore } };
}

// What is wrong with the texts of a frame: cut, one over another, or numbers in cells too small to be read.
const capitals = 0.72; // height of a capital or digit, in em
const smallest = 12;

// Rounded to quarters of a pixel, and digits have no descenders: less than this is no overlap.
const slack = 2;
const overlap = (a, b) =>
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > slack &&
  Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > slack;
const within = (a, b) =>
  a.x + a.w / 2 > b.x && a.x + a.w / 2 < b.x + b.w && a.y + a.h / 2 > b.y && a.y + a.h / 2 < b.y + b.h;

/** Of what is drawn: { items, texts } as the core reports it. words: those that may end with an ellipsis. */
export function faultsOf({ items, texts }, words) {
  const found = [];
  // On small screens the prose ends where the button "Explain" is, which opens the rest.
  const goesOn = items.filter(({ id }) => id === "prose-goes-on");
  for (const text of texts) {
    const isCut = text.id.endsWith("…") && !words.includes(text.id);
    if (isCut && !goesOn.some((dots) => overlap(text, dots))) found.push(`cut: ${text.id}`);
  }
  const cells = items.filter(({ id }) => id.startsWith("cell:"));
  for (const text of texts) {
    const cell = /^[−≈]?\d/.test(text.id) && cells.find((each) => within(text, each));
    if (cell && text.h < smallest * capitals - 0.5)
      found.push(`${(text.h / capitals).toFixed(1)} px: ${text.id} in ${cell.id}`);
  }
  for (const [i, a] of texts.entries())
    for (const b of texts.slice(i + 1))
      if (overlap(a, b))
        found.push(`overlap: “${a.id}” and “${b.id}” at ${Math.round(b.x)}, ${Math.round(b.y)}`);
  return found;
}

// Paragraphs of the core as static markup: words in the colour of their role, numbers, code, and formulae drawn from
// the same glyphs as in the page, with MathML beside them for screen readers.
import { h, raw } from "./html.mjs";

const scale = 100; // browsers refuse font sizes of less than a few units
const em = (value) => Number(value.toFixed(4));

// The box ends at the baseline and descenders overflow it, so it needs no style to sit on the line.
function drawing({ width, height, depth, glyphs, rules }, inline) {
  const tall = inline ? height : height + depth;
  const place = (value) => Number((value * scale).toFixed(2));
  const role = (one) => (one.role ? `role-${one.role}` : null);
  const letters = glyphs.map((glyph) =>
    h(
      "text",
      {
        x: place(glyph.x),
        y: place(height - glyph.y),
        "font-size": place(glyph.size),
        "font-family": `formula-${glyph.face}`,
        class: role(glyph),
      },
      String.fromCodePoint(glyph.code),
    ),
  );
  const bars = rules.map((rule) =>
    h("rect", {
      x: place(rule.x),
      y: place(height - rule.y - rule.height),
      width: place(rule.width),
      height: place(rule.height),
      class: role(rule),
    }),
  );
  return h(
    "svg",
    {
      "aria-hidden": "true",
      width: `${em(width)}em`,
      height: `${em(tall)}em`,
      viewBox: `0 0 ${place(width)} ${place(tall)}`,
    },
    letters,
    bars,
  );
}

export function math(tex, formulae, inline = true) {
  const formula = formulae.get(tex);
  if (!formula) throw new Error(`The formula “${tex}” was not typeset.`);
  return h(
    "span",
    { class: "math" },
    drawing(formula, inline),
    h("span", { class: "visually-hidden" }, raw(formula.mathml)),
  );
}

function run({ kind, text, role }, formulae) {
  switch (kind) {
    case "strong":
      return h("strong", {}, text);
    case "emphasis":
      return h("em", {}, text);
    case "code":
      return h("code", {}, text);
    case "tex":
      return math(text, formulae);
    case "role":
      return h("span", { class: `role role-${role}` }, text);
    case "number":
      return h("span", { class: "number" }, text);
    default:
      return text;
  }
}

/** All on one line. */
export const words = (list, formulae) =>
  list.flatMap(({ runs }) => runs.map((piece) => run(piece, formulae)));

/** Consecutive items make one list. */
export function paragraphs(list, formulae) {
  const out = [];
  let items = null;
  for (const { item, runs } of list) {
    const content = runs.map((piece) => run(piece, formulae));
    if (!item) {
      items = null;
      out.push(h("p", {}, content));
    } else if (items) items.push(h("li", {}, content));
    else out.push((items = [h("li", {}, content)]));
  }
  return out.map((one) => (Array.isArray(one) ? h("ul", {}, one) : one));
}

// Paragraphs of a lesson as DOM: emphasis, words in the colour of a role, code, TeX as MathML. Text is never parsed as
// HTML.
import type { Paragraph, Run, SymbolName } from "../core/model";
import { foreign, h, type Child, type Spec } from "./dom";
import { formulaElement, type Formula } from "./formula";

// TeX source → its typesetting from the build.
export type Formulae = ReadonlyMap<string, Formula>;

// Whether a finger points, and sentences say “tap” instead of “click”.
export const touches = () => window.matchMedia("(pointer: coarse)").matches;

export function math(tex: string, formulae: Formulae, key: string): Spec {
  const formula = formulae.get(tex);
  return formula ? foreign(`${key}:${tex}`, () => formulaElement(formula)) : h("code", { class: "tex" }, tex);
}

function run(piece: Run, formulae: Formulae, key: string): Child {
  switch (piece.kind) {
    case "strong":
      return h("strong", {}, piece.text);
    case "emphasis":
      return h("em", {}, piece.text);
    case "code":
      return h("code", {}, piece.text);
    case "tex":
      return math(piece.text, formulae, key);
    case "role":
      return h("span", { class: `role role-${piece.role}` }, piece.text);
    case "number":
      return h("span", { class: "number" }, piece.text);
    default:
      return piece.text;
  }
}

// All on one line, for a label or a note.
export function words(list: Paragraph[], formulae: Formulae, key: string): Child[] {
  return list.flatMap(({ runs }, place) =>
    runs.map((piece, i) => run(piece, formulae, `${key}.${place}.${i}`)),
  );
}

// Consecutive items make one list.
export function paragraphs(list: Paragraph[], formulae: Formulae): Child[] {
  const out: Child[] = [];
  let items: Spec | null = null;
  list.forEach((paragraph, place) => {
    const runs = paragraph.runs.map((piece, i) => run(piece, formulae, `${place}.${i}`));
    const lang = paragraph.language ? { lang: paragraph.language } : {};
    if (!paragraph.item) {
      items = null;
      out.push(h("p", lang, runs));
      return;
    }
    if (!items) out.push((items = h("ul", {})));
    items.children.push(h("li", lang, runs));
  });
  return out;
}

export function symbolName(symbol: SymbolName): Child[] {
  return [
    h("i", {}, symbol.base),
    symbol.sub ? h("sub", {}, symbol.sub) : null,
    symbol.sup ? h("sup", {}, symbol.sup) : null,
  ];
}

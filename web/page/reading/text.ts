// Paragraphs of a lesson as DOM: emphasis, words in the colour of a role, code, TeX as MathML. Text is only ever text.
import type { Paragraph, Run, SymbolName } from "../model";
import { foreign, h, type Child, type Spec } from "./dom";

// TeX source → MathML that the build typeset.
export type MathMl = ReadonlyMap<string, string>;

export function math(tex: string, formulae: MathMl, key: string): Spec {
  const source = formulae.get(tex);
  if (!source) return h("code", { class: "tex" }, tex);
  return foreign(`${key}:${tex}`, () => {
    const parsed = new DOMParser().parseFromString(source, "application/xml").documentElement;
    return document.importNode(parsed, true);
  });
}

function run(piece: Run, formulae: MathMl, key: string): Child {
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
      return h("span", { class: `role role-${piece.role ?? "none"}` }, piece.text);
    case "number":
      return h("span", { class: "number" }, piece.text);
    default:
      return piece.text;
  }
}

// Items that follow each other make one list.
export function paragraphs(list: Paragraph[], formulae: MathMl): Child[] {
  const out: Child[] = [];
  let items: Spec | null = null;
  list.forEach((paragraph, place) => {
    const runs = paragraph.runs.map((piece, i) => run(piece, formulae, `${place}.${i}`));
    if (!paragraph.item) {
      items = null;
      out.push(h("p", {}, runs));
      return;
    }
    if (!items) out.push((items = h("ul", {})));
    items.children.push(h("li", {}, runs));
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

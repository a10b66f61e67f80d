// A formula twice: drawn from the same glyphs as on the canvas, since few systems have a font for MathML; and as MathML
// for screen readers.
import { h } from "../core/element";
import { mathElement } from "./mathml";

interface Placed {
  x: number;
  y: number;
  role?: string;
}

export interface Formula {
  width: number; // all in em of the formula's own size, y upwards from the baseline
  height: number;
  depth: number;
  glyphs: (Placed & { size: number; face: string; code: number })[];
  rules: (Placed & { width: number; height: number })[];
  mathml: string;
}

export const faceFamily = (face: string) => `formula-${face}`;

const scale = 100; // browsers refuse font sizes of less than a few units
const shape = (name: string, attributes: Record<string, string | number>): SVGElement => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
};

function drawing(formula: Formula): SVGElement {
  const { width, height, depth } = formula;
  const tall = height + depth;
  const svg = shape("svg", {
    "aria-hidden": "true",
    width: `${width}em`,
    height: `${tall}em`,
    viewBox: `0 0 ${width * scale} ${tall * scale}`,
  });
  svg.style.verticalAlign = `${-depth}em`;
  for (const { x, y, size, face, code, role } of formula.glyphs) {
    const text = shape("text", {
      x: x * scale,
      y: (height - y) * scale,
      "font-size": size * scale,
      "font-family": faceFamily(face),
      class: role ? `role-${role}` : "",
    });
    text.textContent = String.fromCodePoint(code);
    svg.append(text);
  }
  for (const rule of formula.rules) {
    const box = {
      x: rule.x * scale,
      y: (height - rule.y - rule.height) * scale,
      width: rule.width * scale,
      height: rule.height * scale,
    };
    svg.append(shape("rect", { ...box, class: rule.role ? `role-${rule.role}` : "" }));
  }
  return svg;
}

export function formulaElement(formula: Formula): Element {
  const spoken = h("span", { class: "visually-hidden" }, mathElement(formula.mathml));
  return h("span", { class: "math" }, drawing(formula), spoken);
}

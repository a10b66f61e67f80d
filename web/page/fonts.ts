// One download of each face serves the canvas and the DOM.
import type { FontAsset } from "./assets";
import type { Core } from "./core";
import { faceFamily } from "./reading/formula";

const inDom: Record<string, [string, string]> = {
  "inter-400": ["Inter", "400"],
  "inter-500": ["Inter", "500"],
  "inter-600": ["Inter", "600"],
  "inter-display-600": ["Inter Display", "600"],
  mono: ["Mono", "400"],
};

export const alwaysNeeded = Object.keys(inDom);
// The contents have symbols, but no formulae and no code.
export const neededByContents = [...alwaysNeeded.filter((name) => name !== "mono"), "math", "main"];

export const firstOf = (font: FontAsset) => font.first ?? font;

export function useFont(core: Core, name: string, ttf: Uint8Array): void {
  core.loadFont(name, ttf);
  const [family, weight] = inDom[name] ?? [faceFamily(name), "400"];
  document.fonts.add(new FontFace(family, ttf as Uint8Array<ArrayBuffer>, { weight }));
}

// One download of each face serves the canvas and the DOM. The page works without any of them: the canvas takes letters
// from the other faces, the DOM from the system.
import { fetchBytes, LoadError, type Asset } from "./assets";
import type { Core } from "../core/core";
import { notify } from "../dialogs/notices";
import { faceFamily } from "../reading/formula";
import { words } from "../core/words";

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

export interface Face {
  name: string;
  file: string;
  ttf: Uint8Array | LoadError;
}

// Never rejects: a missing face is reported when it would be used.
export async function fetchFace(name: string, file: Asset, progress: (bytes: number) => void): Promise<Face> {
  const ttf = await fetchBytes(file, progress).catch((error: unknown) =>
    error instanceof LoadError ? error : new LoadError(file.url, String(error)),
  );
  return { name, file: file.url, ttf };
}

// What is wrong with it, in brackets after the name of its file.
function troubleWith(core: Core, { name, ttf }: Face): string | null {
  if (ttf instanceof LoadError) return ttf.why;
  if (core.loadFont(name, ttf)) return words("font.damaged");
  const [family, weight] = inDom[name] ?? [faceFamily(name), "400"];
  document.fonts.add(new FontFace(family, ttf as Uint8Array<ArrayBuffer>, { weight }));
  return null;
}

export function useFaces(core: Core, faces: Face[]): void {
  const missing = faces.flatMap((face) => {
    const trouble = troubleWith(core, face);
    return trouble === null ? [] : [`${face.file} (${trouble})`];
  });
  if (missing.length > 0) notify(words("font.missing", missing.join(", ")), true);
}

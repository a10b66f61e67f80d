// Typesets the formulae of a lesson from elsewhere. In a worker, so that the page stays responsive, and with a time
// limit. A frame without an origin of its own gets no worker: there the same is done here, formula after formula with
// pauses between them, each of which is bounded (src/lesson/read/tex.hpp, web/typeset.mjs).
import type { Formula } from "../reading/formula";
import { scriptAddress } from "./trusted";

export interface Typesetting {
  formulae: Record<string, Formula>;
}
interface Module {
  typesetLesson: (lesson: unknown, name: string) => Promise<Typesetting>;
}
interface Told {
  ready?: boolean;
  id?: number;
  path?: string;
  typesetting?: Typesetting;
  error?: { path: string; why: string };
}

export const patience = 10; // seconds for a lesson

// With the JSON pointer of the formula. `slow`: it exceeded the time limit.
export class TypesetError extends Error {
  constructor(
    readonly path: string,
    why: string,
    readonly slow = false,
  ) {
    super(why);
  }
}

let counted = 0;

function inWorker(worker: Worker, lesson: unknown): Promise<Typesetting> {
  const id = ++counted;
  return new Promise((resolve, reject) => {
    let path = "";
    const late = () => {
      worker.terminate();
      reject(new TypesetError(path, `It takes longer than ${patience} seconds to typeset.`, true));
    };
    const watch = window.setTimeout(late, patience * 1000);
    const told = ({ data }: MessageEvent<Told>) => {
      if (data.id !== id) return;
      if (data.path !== undefined) path = data.path;
      if (!data.typesetting && !data.error) return;
      window.clearTimeout(watch);
      worker.terminate();
      if (data.typesetting) resolve(data.typesetting);
      else reject(new TypesetError(data.error?.path ?? "", data.error?.why ?? ""));
    };
    worker.addEventListener("message", told);
    worker.postMessage({ id, lesson });
  });
}

// null: not available here.
function startWorker(url: string): Promise<Worker | null> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = new Worker(scriptAddress(new URL(url)), { type: "module" });
    } catch {
      resolve(null); // of another origin
      return;
    }
    worker.addEventListener("message", () => resolve(worker), { once: true });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker.terminate();
      resolve(null);
    });
  });
}

/** Rejects with a TypesetError, or with what `import` says where the module does not load. */
export async function typesetLesson(url: string, lesson: string): Promise<Typesetting> {
  const content = JSON.parse(lesson) as unknown;
  const worker = await startWorker(url);
  if (worker) return inWorker(worker, content);
  const module = (await import(url)) as Module;
  return module.typesetLesson(content, "").catch((error: unknown) => {
    const { path = "", why = String(error) } = error as { path?: string; why?: string };
    throw new TypesetError(path, why);
  });
}

// The files that the page fetches for it.
export function facesOf({ formulae }: Typesetting): string[] {
  const faces = Object.values(formulae).flatMap(({ glyphs }) => glyphs.map(({ face }) => face));
  return [...new Set(faces)].sort();
}

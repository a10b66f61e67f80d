// The tools of later.ts: brought before anything is asked of a reader, or at once where a link needs them to be read.
import { load } from "page-later";

type Tools = typeof import("./later");

let here: Tools | null = null;

export async function bringTools(): Promise<void> {
  here ??= await load();
}

// null: not brought yet.
export const tools = (): Tools | null => here;

export const needsTools = (address: string) => /[#&?=]z(?:=|%3d)/i.test(address);

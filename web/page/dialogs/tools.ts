// The tools of later.ts: loaded before a reader can need them, or at once if a link needs them to be read.
import { load } from "page-later";

type Tools = typeof import("../start/later");

let here: Tools | null = null;

export async function bringTools(): Promise<void> {
  here ??= await load();
}

// null: not loaded yet.
export const tools = (): Tools | null => here;

export const needsTools = (address: string) => /[#&?=]zc?(?:=|%3d)/i.test(address);

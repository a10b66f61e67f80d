// For the page as a module: the tools are in a file beside it.
import { assets } from "./assets";

export function load(): Promise<typeof import("./later")> {
  if (!assets.later) throw new Error("The build left page-later.js out.");
  return import(new URL(assets.later.url, import.meta.url).href) as Promise<typeof import("./later")>;
}

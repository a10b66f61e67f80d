// For the page as a module: the sheet is in a file beside it.
import { assets } from "../start/assets";

export function load(): Promise<typeof import("./sheet")> {
  if (!assets.files.script) throw new Error("The build left page-files.js out.");
  return import(new URL(assets.files.script.url, import.meta.url).href) as Promise<typeof import("./sheet")>;
}

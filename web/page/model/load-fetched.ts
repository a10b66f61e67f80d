// For the page as a module: what opens models is in a file beside it.
import { assets } from "../start/assets";

export function load(): Promise<typeof import("./model")> {
  if (!assets.model) throw new Error("The build left page-model.js out.");
  return import(new URL(assets.model.url, import.meta.url).href) as Promise<typeof import("./model")>;
}

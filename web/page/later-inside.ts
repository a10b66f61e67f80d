// Of the page in one file: the tools are in it.
import * as later from "./later";

export const load = (): Promise<typeof later> => Promise.resolve(later);

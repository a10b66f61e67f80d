// For the single-file page: the tools are bundled with it.
import * as later from "./later";

export const load = (): Promise<typeof later> => Promise.resolve(later);

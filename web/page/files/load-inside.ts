// For the single-file page: the sheet is bundled with it.
import * as sheet from "./sheet";

export const load = (): Promise<typeof sheet> => Promise.resolve(sheet);

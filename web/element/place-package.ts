// In the package: the page in one file, which bundlers carry along as they do pictures.
export const page = new URL("./attention-explorer.html", import.meta.url).href;
export const stills: string | null = null;

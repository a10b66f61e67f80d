// In the package: the single-file page, which bundlers copy as an asset.
export const page = new URL("./attention-explorer.html", import.meta.url).href;
export const stills: string | null = null;

// In the site: the element's script lies beside embed.html.
export const page = new URL("./embed.html", import.meta.url).href;
export const stills: string | null = new URL("./stills/", import.meta.url).href;

// What makes the site installable and lets it work without a network: the manifest and the service worker.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";

export const manifest = (icon) =>
  JSON.stringify(
    {
      name: "Attention Explorer",
      short_name: "Attention",
      description: "Self-attention worked out number by number: click any value to see how it was computed.",
      start_url: "./",
      scope: "./",
      display: "standalone",
      background_color: "#0d1015",
      theme_color: "#0d1015",
      icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" }],
    },
    null,
    2,
  );

/**
 * @param contents { file: content }: what is cached from the start, by its path in the site ("" is the page itself)
 * @param asked [file]: cached once a page asks for it; with a "/" at the end, all files of a folder
 * @param pages [file]: the site's other pages, cached when they are visited or ask for it
 */
export async function serviceWorker(web, contents, asked, pages) {
  const sum = createHash("sha256");
  for (const [file, content] of Object.entries(contents)) sum.update(file).update("\0").update(content);
  const { outputFiles } = await build({
    entryPoints: [join(web, "offline/worker.js")],
    write: false,
    minify: true,
    target: "es2022",
    define: {
      VERSION: JSON.stringify(sum.digest("hex").slice(0, 12)),
      FILES: JSON.stringify(Object.keys(contents)),
      ASKED: JSON.stringify(asked),
      PAGES: JSON.stringify(pages),
    },
    logLevel: "warning",
  });
  return Buffer.from(outputFiles[0].contents);
}

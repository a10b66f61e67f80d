// Modules of the page, bundled for node. contents: what is exported, from web/page. more: further options of esbuild.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const web = new URL("../../web/", import.meta.url);
const { build } = createRequire(new URL("package.json", web))("esbuild");

export async function pageModule(contents, more = {}) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("page", web)), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "warning",
    ...more,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

// The npm package in a browser: as it lies there, and bundled by Vite.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { chromium } from "./both/chromium.mjs";
import { element, packages, packed, use, works } from "./both/package.mjs";
import { root } from "./harness.mjs";

export const tests = {
  ...packages(chromium),

  "the package works when Vite has bundled it": async () => {
    const project = join(root, "build/package-vite");
    rmSync(project, { recursive: true, force: true });
    mkdirSync(join(project, "node_modules"), { recursive: true });
    cpSync(packed, join(project, "node_modules/attention-explorer"), { recursive: true });
    writeFileSync(
      join(project, "index.html"),
      `<!doctype html><title>page</title>${element}<script type="module" src="/main.js"></script>`,
    );
    writeFileSync(
      join(project, "main.js"),
      use((_, entry) => `attention-explorer${entry}`),
    );
    await build({ root: project, base: "./", logLevel: "error", build: { target: "es2022" } });
    await works(chromium, join(project, "dist"), {});
  },
};

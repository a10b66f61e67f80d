// The site's own models as tests see them: in node, by its models.mjs, and on the model screen.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { core, root, site } from "../harness.mjs";

const files = {
  config: "config.json",
  weights: "model.safetensors",
  tokenizer: "tokenizer.json",
  preprocessor: "preprocessor_config.json",
};

/** "small" or "pictures". */
export async function ownModel(name) {
  const { loadModel } = await import(pathToFileURL(join(site, "models.mjs")).href);
  const given = Object.entries(files)
    .map(([what, file]) => [what, join(root, "web/models", name, file)])
    .filter(([, path]) => existsSync(path))
    .map(([what, path]) => [what, readFileSync(path)]);
  return loadModel(Object.fromEntries(given));
}

/** The screen has all that it wants, of a second model as well. */
export const computed = (page) =>
  page.waitForFunction(() => {
    const { model } = window.attentionExplorer.reading();
    return model?.run && model.wants === null && model.wantsOfSecond === null;
  });

/** What the reading view says of the model; the picture is shown before and after. */
export async function modelInReading(page) {
  await core(page, "apply", { type: "SetReading", on: true });
  const { model } = await core(page, "reading");
  await core(page, "apply", { type: "SetReading", on: false });
  return model;
}

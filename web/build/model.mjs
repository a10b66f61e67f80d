// The files of the model screen: what opens models, its worker, and the site's own model. They are fetched when a model is opened,
// and kept from then on, for use without a network.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { modelModule, modelWorker } from "./bundles.mjs";

/**
 * @param out the site, where models.mjs lies already
 * @param asset places a file among the assets
 * @returns script: the asset that the page loads; asked: paths in the site that a service worker may keep
 */
export async function makeModel({ web, out, asset }) {
  const found = (pattern) => readdirSync(out).filter((name) => pattern.test(name));
  const modules = [
    "models.mjs",
    ...found(/^tokenizers-[0-9a-f]{10}\.mjs$/),
    ...found(/^models-\w+-[0-9a-f]{10}\.wasm$/),
  ];
  const read = (name, model = "small") => readFileSync(join(web, "models", model, name));
  const worker = asset("model-worker.js", await modelWorker(web));
  const small = {
    config: asset("small-config.json", read("config.json")),
    weights: asset("small.safetensors", read("model.safetensors")),
    tokenizer: asset("small-tokenizer.json", read("tokenizer.json")),
  };
  const pictures = {
    config: asset("pictures-config.json", read("config.json", "pictures")),
    weights: asset("pictures.safetensors", read("model.safetensors", "pictures")),
    preprocessor: asset("pictures-preprocessor.json", read("preprocessor_config.json", "pictures")),
  };
  const named = { worker, small, pictures, modules: modules.map((name) => ({ url: `../${name}` })) };
  const script = asset("page-model.js", await modelModule(web, named));
  const assets = [script, worker, ...Object.values(small), ...Object.values(pictures)];
  return { script, asked: [...assets.map(({ url }) => `assets/${url}`), ...modules] };
}

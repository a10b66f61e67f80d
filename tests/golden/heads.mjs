// Writes heads.json: the weights that PyTorch makes of the recipe of the large map's trained heads, by running the script
// that it exports, and the SHA-256 of the weights in the built site, which have the same bits on every machine.
//
// usage: node tests/golden/heads.mjs [PYTHON] > tests/golden/heads.json, from the top of the checkout, with a built site
// and PyTorch 1.13 or later for that Python
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const python = process.argv[2] ?? "python3";
const assets = new URL("../../build/site/assets/", import.meta.url);
const file = readdirSync(assets).find((name) => /^heads\.[0-9a-f]+\.json$/.test(name));
const { names, script, weights } = JSON.parse(readFileSync(new URL(file, assets), "utf8"));
const told = names.map(
  ({ name }) => `print("weights", "${name}", [float(f"{x:.5g}") for x in ${name}.flatten().tolist()])\n`,
);
const env = { ...process.env, ATEN_CPU_CAPABILITY: "default", OMP_NUM_THREADS: "1" };
const lines = execFileSync(python, ["-c", script + told.join("")], { env, maxBuffer: 1e8 })
  .toString()
  .split("\n");
const of = (start) => lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
const out = {
  sha256: createHash("sha256").update(Buffer.from(weights, "base64")).digest("hex"),
  heldOut: Number(of("held out ").at(-1).split(" ").at(-1)),
  weights: Object.fromEntries(names.map(({ name }) => [name, JSON.parse(of(`weights ${name} `)[0])])),
};
console.log(JSON.stringify(out));

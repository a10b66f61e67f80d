// Writes file.br and file.gz beside each file of the site, for hosts that serve precompressed files. Each result is cached
// beside the output under its quality and the digest of its content. Brotli's highest quality, ten times as slow, is for
// what every reader loads; pages and pictures of courses are a few percent larger instead.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const everyReader = /\.(css|js|json|mjs|py|ttf|wasm)$/;
const qualityOf = (file) => (everyReader.test(file) ? constants.BROTLI_MAX_QUALITY : 9);

const ways = {
  br: (content, quality) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

export const packedEnding = /\.(br|gz)$/;
const packedInside = /\.(jpg|png|webp|whl|woff2|zip)$/;
const packable = (file) =>
  !packedEnding.test(file) && !packedInside.test(file) && !basename(file).startsWith(".");

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** @param {string} site the folder with the site @param {string} cache folder of the compressed files */
export async function packSite(site, cache) {
  const kept = join(cache, "packed");
  mkdirSync(kept, { recursive: true });
  const all = files(site);
  const used = new Set();
  const pack = async (file) => {
    const content = readFileSync(file);
    const digest = createHash("sha256").update(content).digest("hex").slice(0, 20);
    const quality = qualityOf(file);
    for (const [ending, way] of Object.entries(ways)) {
      const place = join(kept, `${digest}-${quality}.${ending}`);
      used.add(place);
      if (!existsSync(place)) writeFileSync(place, await way(content, quality));
      writeFileSync(`${file}.${ending}`, readFileSync(place));
    }
  };
  const waiting = all.filter(packable);
  const worker = async () => {
    while (waiting.length > 0) await pack(waiting.pop());
  };
  await Promise.all([worker(), worker()]);
  // Remove compressed files whose original is gone, and cache entries that no file uses any more.
  for (const file of all)
    if (packedEnding.test(file) && !existsSync(file.replace(packedEnding, ""))) rmSync(file);
  for (const place of files(kept)) if (!used.has(place)) rmSync(place);
}

// The site's Python: attention_explorer.py with the single-file page inside, and the same as a wheel, which is a zip file with a
// list of its files' sums. The same sources make the same bytes.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { zipSync } from "fflate";
import { licences } from "../licences.mjs";
import { withFacts } from "../site/document.mjs";

const source = "notebooks/attention_explorer.py";
const columns = 120;

function put(text, from, to) {
  if (text.split(from).length !== 2) throw new Error(`web/${source} does not have “${from}” once.`);
  return text.replace(from, () => to);
}

function pythonModule(web, { page, version, languages }) {
  const packed = deflateSync(page, { level: 9 }).toString("base64");
  const lines = packed.match(new RegExp(`.{1,${columns}}`, "g")).join("\n");
  let text = readFileSync(join(web, source), "utf8");
  text = put(
    text,
    '__version__ = "0"  # the build puts the version here\nLANGUAGES = ("en",)  # and here the languages of the page\n',
    `__version__ = "${version}"\nLANGUAGES = ("${languages.join('", "')}",)\n`,
  );
  return put(
    text,
    '# The page, packed; the build puts it here.\n_PAGE = ""\n',
    `_PAGE = """\n${lines}\n"""\n`,
  );
}

function wheel({ module, version, description, licences: texts }) {
  const info = `attention_explorer-${version}.dist-info`;
  const metadata = [
    "Metadata-Version: 2.1",
    "Name: attention-explorer",
    `Version: ${version}`,
    "Summary: Attention weights, queries and keys as interactive figures in a notebook, without a network.",
    "License: MIT",
    "Requires-Python: >=3.9",
    "Requires-Dist: numpy",
    "Description-Content-Type: text/markdown",
    "",
    description,
  ].join("\n");
  const files = {
    "attention_explorer.py": module,
    [`${info}/METADATA`]: metadata,
    [`${info}/WHEEL`]:
      "Wheel-Version: 1.0\nGenerator: attention-explorer\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${info}/licenses/${name}`, text])),
  };
  const entries = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]);
  const sum = (content) => createHash("sha256").update(content).digest("base64url");
  const record = [
    ...entries.map(([name, content]) => `${name},sha256=${sum(content)},${content.length}`),
    `${info}/RECORD,,`,
    "",
  ].join("\n");
  const all = Object.fromEntries([...entries, [`${info}/RECORD`, Buffer.from(record)]]);
  const zip = zipSync(all, { level: 9, mtime: new Date(1980, 0, 1) }); // zip files keep local times
  return { name: `attention_explorer-${version}-py3-none-any.whl`, content: Buffer.from(zip) };
}

/**
 * @param given.page the single-file page
 * @param given.facts { version, … } that web/notebooks.md, the wheel's description, names
 * @param given.languages of the page, by tag
 * @param given.emit (name, content)
 */
export function makePython({ web, page, facts, languages, emit }) {
  const { version } = facts;
  const module = pythonModule(web, { page, version, languages });
  const description = withFacts(readFileSync(join(web, "notebooks.md"), "utf8"), facts);
  const texts = { LICENSE: readFileSync(join(web, "../LICENSE")), "licences.txt": licences(web) };
  const built = wheel({ module, version, description, licences: texts });
  emit("attention_explorer.py", module);
  emit(built.name, built.content);
}

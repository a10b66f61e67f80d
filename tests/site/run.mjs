// Tests the files of the built site: the table of their sizes and the budgets (budgets.json), the compressed files
// beside them, and that scripts/lib/serve.mjs sends those. usage: node tests/site/run.mjs [FOLDER]; the last line is "N
// passed, N failed"
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { budgets, matches } from "./budgets.mjs";
import { runTests } from "../runner.mjs";
import { tests as coreTests } from "./core.mjs";
import { tests as fittingTests } from "./fitting.mjs";
import { tests as formulaeTests } from "./formulae.mjs";
import { tests as headsTests } from "./heads.mjs";
import { tests as languagesTests } from "./languages.mjs";
import { tests as lettersTests } from "./letters.mjs";
import { tests as linkTests } from "./links.mjs";
import { tests as modelWorkTests } from "./model-work.mjs";
import { tests as rolesTests } from "./roles.mjs";
import { tests as sharedTests } from "./shared.mjs";
import { tests as studentsTests } from "./students.mjs";
import { tests as stylesTests } from "./styles.mjs";
import { tests as textOrderTests } from "./text-order.mjs";
import { tests as timingTests } from "./timing.mjs";
import { tests as tokensTests } from "./tokens.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const site = resolve(process.argv[2] ?? join(here, "../../build/site"));
const all = readdirSync(site, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
  .map((entry) => relative(site, join(entry.parentPath ?? entry.path, entry.name)))
  .sort();
const files = all.filter((name) => !/\.(br|gz)$/.test(name));
const packed = (name) => !/\.(jpg|png|webp|whl|woff2|zip)$/.test(name); // these formats are already compressed
const read = (name) => readFileSync(join(site, name));
const sizes = new Map(
  files.map((name) => [
    name,
    ["", ".gz", ".br"].map((ending) => read(packed(name) ? name + ending : name).length),
  ]),
);

const row = (name, numbers) => console.log(`${numbers.map((n) => String(n).padStart(9)).join("")}  ${name}`);
const summed = (rows) => [0, 1, 2].map((i) => rows.reduce((sum, each) => sum + each[i], 0));
row("bytes, with gzip, with brotli", ["raw", "gz", "br"]);
// Pictures of steps are many and small: one row for all of them.
const together = /^(?:stills|at)\//;
for (const [name, numbers] of sizes) if (!together.test(name)) row(name, numbers);
for (const folder of ["stills/", "at/"]) {
  const some = [...sizes].filter(([name]) => name.startsWith(folder)).map(([, numbers]) => numbers);
  row(`${folder}: ${some.length} files`, summed(some));
}
row(`${files.length} files`, summed([...sizes.values()]));

const heads = files.find((name) => matches("assets/heads.#.json", name));
const tests = {
  ...formulaeTests,
  ...languagesTests(site),
  ...lettersTests(site),
  ...linkTests,
  ...modelWorkTests(site),
  ...rolesTests,
  ...sharedTests(site),
  ...studentsTests(site),
  ...stylesTests,
  ...coreTests,
  ...timingTests(site),
  ...tokensTests,
  ...textOrderTests,
  ...fittingTests(site),
  ...headsTests(read(heads).toString()),
};
for (const { name, patterns, wanted, most } of budgets)
  tests[`${name} is within its budget`] = () => {
    let sum = 0;
    for (const pattern of patterns) {
      const found = files.filter((file) => matches(pattern, file));
      assert.equal(found.length, 1, `one file is ${pattern}, not ${found.length}: ${found.join(", ")}`);
      sum += sizes.get(found[0])[2];
    }
    const over = sum > wanted ? `${sum - wanted} above the ${wanted} that are wanted` : `wanted: ${wanted}`;
    console.log(`  ${name}: ${sum} bytes, ${over}, at most ${most}`);
    assert.ok(
      sum <= most,
      `${name} has ${sum} bytes after brotli, at most ${most} are allowed (budgets.json)`,
    );
  };

tests["what is packed beside each file is that file"] = () => {
  for (const name of files.filter(packed)) {
    assert.ok(brotliDecompressSync(read(`${name}.br`)).equals(read(name)), `${name}.br`);
    assert.ok(gunzipSync(read(`${name}.gz`)).equals(read(name)), `${name}.gz`);
  }
};

tests["nothing packed is left of files that are gone"] = () =>
  assert.deepEqual(
    all.filter((name) => /\.(br|gz)$/.test(name) && !files.includes(name.slice(0, -3))),
    [],
  );

tests["the server sends the packed file to clients that accept it"] = async () => {
  const server = spawn(process.execPath, [join(here, "../../scripts/lib/serve.mjs"), site, "0"]);
  try {
    const told = await new Promise((tell) => server.stdout.once("data", (line) => tell(String(line))));
    const port = /:(\d+)\//.exec(told)[1];
    const get = (accepted) =>
      new Promise((give, fail) => {
        const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
        request({ port, path: "/attention.mjs", headers }, (response) => {
          const parts = [];
          response.on("data", (part) => parts.push(part));
          response.on("end", () => give({ headers: response.headers, body: Buffer.concat(parts) }));
        })
          .on("error", fail)
          .end();
      });
    const plain = read("attention.mjs");
    const cases = [
      [undefined, undefined, (body) => body],
      ["identity", undefined, (body) => body],
      ["gzip, deflate", "gzip", gunzipSync],
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ];
    for (const [accepted, encoding, unpack] of cases) {
      const { headers, body } = await get(accepted);
      assert.equal(headers["content-encoding"], encoding, `to "${accepted}"`);
      assert.equal(headers["content-type"], "text/javascript; charset=utf-8");
      assert.equal(headers.vary, "Accept-Encoding");
      assert.equal(Number(headers["content-length"]), body.length);
      assert.ok(unpack(body).equals(plain), `to "${accepted}"`);
    }
  } finally {
    server.kill();
  }
};

await runTests(tests);

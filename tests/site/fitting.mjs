// Every beat of every step, in every language and at five sizes: no text is cut off, none lies over another, and the numbers
// in cells are large enough to be read. The page's core draws them in node (beats.mjs); tests/browser/page/fitting.mjs does
// the same for some in a browser.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const languages = ["en", ...readdirSync(join(root, "web/words")).filter((name) => !name.includes("."))];
const lessons = JSON.parse(readFileSync(join(root, "web/contents.json"), "utf8")).lessons;
const stepsOf = (id) =>
  JSON.parse(readFileSync(join(root, `web/lessons/${id}.json`), "utf8")).steps.map((step) => step.id);

/** The build has left beside the site what it drew the pictures of shared links from. */
async function drawn(site) {
  const cache = join(site, "../site-cache");
  const folder = readdirSync(cache).find((name) => name.startsWith("shared-"));
  const given = [join(here, "beats.mjs"), join(cache, folder, "programme.json")];
  const { stdout } = await promisify(execFile)(process.execPath, given, { maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

export const tests = (site) => {
  let all = null;
  const tests = {};
  for (const id of lessons)
    tests[`${id}: no text of any beat is cut or lies over another, and numbers can be read`] = async () => {
      const { steps, faults } = await (all ??= drawn(site));
      const places = Object.keys(steps).filter((place) => place.startsWith(`${id} at `));
      assert.equal(places.length, 5 * languages.length);
      for (const place of places) assert.deepEqual(steps[place], [...stepsOf(id), "end"], place);
      assert.deepEqual(
        faults.filter((fault) => fault.startsWith(`${id} at `)),
        [],
      );
    };
  tests["every question is asked with its answers in view on desktops and wide tablets"] =
    async () => {
      const { questions } = await (all ??= drawn(site));
      assert.deepEqual(Object.keys(questions), ["1440×900", "1280×720", "1024×768"]);
      for (const [size, { asked, closed }] of Object.entries(questions)) {
        assert.ok(asked > 300, size);
        assert.deepEqual(closed, [], size);
      }
    };
  return tests;
};

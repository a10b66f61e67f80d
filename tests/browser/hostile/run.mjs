// Runs generated cases in all three engines: node tests/browser/hostile/run.mjs [SECONDS] [ENGINE] [SEED].
// SEED is a number, or one case as printed ("links:12"), which is then run alone. The same seed makes the same cases in
// the same order. The last line is "N passed, N failed": cases, and findings that are different.
import { chromium } from "../engines/chromium.mjs";
import { closeFirefox, firefox } from "../engines/firefox.mjs";
import { closeWebkit, webkit } from "../engines/webkit.mjs";
import { start, stop } from "../harness.mjs";
import { actions } from "./actions.mjs";
import { files } from "./files.mjs";
import { lessons } from "./lessons.mjs";
import { links } from "./links.mjs";
import { messages } from "./messages.mjs";
import { Random } from "./random.mjs";

const kinds = { links, lessons, messages, files, actions };
const engines = { chromium, firefox, webkit };

const [seconds = "60", engine = "all", seed = "1"] = process.argv.slice(2);
const wanted = engine === "all" ? Object.keys(engines) : [engine];
const [kindOfSeed, caseOfSeed] = seed.includes(":") ? seed.split(":") : [null, seed];
if (
  !(Number(seconds) >= 0) ||
  !wanted.every((name) => Object.hasOwn(engines, name)) ||
  (kindOfSeed !== null && !Object.hasOwn(kinds, kindOfSeed)) ||
  !/^\d+$/.test(caseOfSeed)
) {
  console.error(
    `usage: hostile [SECONDS] [${Object.keys(engines).join("|")}|all] [SEED, or ${Object.keys(kinds).join("|")}:SEED]`,
  );
  process.exit(2);
}

const shrinking = 60000; // ms at most for making one finding smaller

// The finding of a case in one sentence, or null.
async function finds(kind, browser, data) {
  try {
    await kinds[kind].run(browser, data);
    return null;
  } catch (error) {
    return String(error.message ?? error)
      .split("\n")[0]
      .slice(0, 500);
  }
}

// A finding without numbers and addresses, to recognise those with the same cause.
const gist = (kind, finding) => `${kind}: ${finding.replaceAll(/https?:\S+|\d+/g, "…")}`;

// Findings that do not recur are due to the machine; others are minimised.
async function smallest(kind, browser, data, finding) {
  const same = gist(kind, finding);
  const again = await finds(kind, browser, data);
  if (again === null) return null;
  const end = Date.now() + shrinking;
  for (let found = true; found && Date.now() < end;) {
    found = false;
    for (const less of kinds[kind].smaller(data)) {
      if (Date.now() > end) break;
      const its = await finds(kind, browser, less);
      if (its === null || gist(kind, its) !== same) continue;
      data = less;
      found = true;
      break;
    }
  }
  return data;
}

const total = { passed: 0, failed: 0 };
const seen = new Set();

async function one(name, kind, number) {
  const data = kinds[kind].make(new Random(number));
  const finding = await finds(kind, engines[name], data);
  const same = finding && `${name} ${gist(kind, finding)}`;
  if (!finding || seen.has(same)) {
    total.passed += 1;
    return;
  }
  const small = await smallest(kind, engines[name], data, finding);
  if (!small) {
    console.log(`once  ${name} ${kind}:${number}: ${finding}`);
    total.passed += 1;
    return;
  }
  seen.add(same);
  total.failed += 1;
  console.log(`FAIL  ${name} ${kind}:${number}: ${finding}`);
  console.log(`      shortest: ${kinds[kind].told(small).slice(0, 2000)}`);
  console.log(`      again: scripts/test hostile 0 ${name} ${kind}:${number}`);
}

await start();
for (const name of wanted) {
  const began = Date.now();
  const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]));
  if (kindOfSeed) await one(name, kindOfSeed, Number(caseOfSeed));
  else
    for (let round = 0; round === 0 || Date.now() - began < (1000 * Number(seconds)) / wanted.length; ++round)
      for (const kind of Object.keys(kinds)) {
        await one(name, kind, Number(caseOfSeed) + round);
        counts[kind] += 1;
      }
  const took = Math.round((Date.now() - began) / 1000);
  const told = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  console.log(`ok    ${name}: ${kindOfSeed ? seed : told.join(", ")} (${took} s)`);
}
await closeFirefox();
await closeWebkit();
await stop();
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

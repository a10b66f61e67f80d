// What axe-core finds on a page as it stands, one sentence each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Text inside a figure with an accessible name is left out; frames are checked as pages of their own.
const context = { include: [["html"]], exclude: [['svg[role="img"] > *']] };

export async function findings(page) {
  // By the driver's protocol: the page's policy would refuse an added script.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (where) => {
    const found = await window.axe.run(where, { resultTypes: ["violations"], iframes: false });
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary})`),
    }));
  }, context);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join("; ")}`);
}

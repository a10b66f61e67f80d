// What axe-core finds on a page as it stands, one sentence each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What is drawn in a figure with a name of its own is nothing to read. What is in a frame is a page of its own.
const context = { include: [["html"]], exclude: [['svg[role="img"] > *']] };

export async function findings(page) {
  // Through the protocol: the page's own policy would not let a script in.
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

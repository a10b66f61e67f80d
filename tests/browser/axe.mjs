// What axe-core finds on a page as it stands, one sentence each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// besides: selectors of what is another page's part
export async function findings(page, besides = []) {
  // Through the protocol: the page's own policy would not let a script in.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (left) => {
    const context = { exclude: left.map((selector) => [selector]) };
    const found = await window.axe.run(left.length > 0 ? context : document, { resultTypes: ["violations"] });
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary})`),
    }));
  }, besides);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join("; ")}`);
}

// What no case may cause: an uncaught exception, console output, a page that offers no way on after 10 s, a task over
// 500 ms. A case reports its own findings by throwing a Finding with a sentence.
import { cpus, loadavg } from "node:os";

export class Finding extends Error {}

export const patience = 10000; // ms until the page must offer a way on
const longest = 500; // ms that a task may take on a machine as fast as this one at its fastest

// Runs in every page before its own scripts.
const listen = () => {
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  const supported = PerformanceObserver.supportedEntryTypes?.includes("longtask") ?? false;
  if (supported) observer.observe({ type: "longtask", buffered: true });
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  // Reports come some time after their tasks, but in their order: once that of a long task made here has come, those of all
  // tasks of the page have.
  window.longTasks = async () => {
    const end = performance.now() + 10000;
    while (document.readyState !== "complete" && performance.now() < end) await later(20);
    const asked = performance.now();
    await later(5);
    for (const begun = performance.now(); performance.now() < begun + 60;);
    const isOwn = ({ startTime }) => startTime > asked;
    while (supported && !tasks.some(isOwn) && performance.now() < end) {
      await later(20);
      tasks.push(...observer.takeRecords());
    }
    return tasks.filter((task) => !isOwn(task)).map(({ duration }) => duration);
  };
};

// The page offers a way on: the picture or the reading view, a button, a link, or an error message.
const isWayOn = () => {
  const seen = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return width > 0 && at !== null && (element.contains(at) || at.contains(element));
  };
  const explorer = window.attentionExplorer;
  const view = document.body?.dataset.view;
  if (view === "picture" && explorer?.probe()?.items.length > 0) return true;
  if (view === "reading" && explorer && document.getElementById("reading").innerText.length > 100)
    return true;
  const ways = [...document.querySelectorAll("button, a[href], [role=alert], h1")];
  return ways.some((way) => way.textContent.trim() !== "" && seen(way));
};

export async function wayOn(page) {
  for (const end = Date.now() + patience; Date.now() < end;) {
    try {
      if (await page.evaluate(isWayOn)) return;
    } catch (error) {
      if (!/destroyed|navigat|context|discarded|frame/i.test(error.message)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Finding(`no way on after ${patience / 1000} s`);
}

// How much slower the machine is now than at its fastest in this run, and its load per core over the last minute.
let fastest = Infinity;
const work = () => {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 2e7; ++i) sum += Math.sqrt(i);
  return sum > 0 ? performance.now() - began : 0;
};
async function slowness(page) {
  const took = Math.max(await page.evaluate(work), 1);
  fastest = Math.min(fastest, took);
  return Math.max(took / fastest, loadavg()[0] / cpus().length);
}

const late = (ms, what) =>
  new Promise((_, reject) => setTimeout(() => reject(new Finding(what)), ms).unref());

/**
 * Opens a page, does what the case does, and looks at what it has left.
 * @param options as of openPage; allowed: complaints that the case itself causes; touches: origins that it names; slower:
 *   how many times as slow as at its best the machine is, asked with the page
 * @throws Finding
 */
export async function watched(browser, options, act) {
  const { allowed = /^$/, touches = /^$/, slower = slowness, script, ...others } = options;
  const before = script ? `(${script.toString()})();` : "";
  const all = `(${listen.toString()})();${before}`;
  const opened = await browser.openPage({ ready: false, quiet: false, link: "", ...others, script: all });
  const { page, complaints } = opened;
  let finding = null;
  try {
    await Promise.race([act(page, opened), late(6 * patience, "the page does not answer")]);
    const tasks = await page.evaluate(() => window.longTasks?.() ?? []);
    const most = Math.max(0, ...tasks);
    const limit = (most > longest || fastest === Infinity ? await slower(page) : 1) * longest;
    if (most > limit)
      throw new Finding(`a task of ${Math.round(most)} ms, where ${Math.round(limit)} are allowed`);
  } catch (error) {
    finding = error;
  }
  await page.leaving?.();
  const answers = Promise.race([opened.close(), late(20000, "the page does not close")]);
  await answers.catch(() => undefined);
  const bad = complaints.find((each) => !allowed.test(each) && !touches.test(each));
  if (bad) throw new Finding(bad);
  if (finding) throw finding;
}

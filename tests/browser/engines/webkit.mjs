// The driver that the tests of everywhere/ need, for WebKitGTK's MiniBrowser over WebDriver. Starting one is half of opening
// a page: the next page takes the browser of one that was closed, with its storage cleared.
import assert from "node:assert/strict";
import { ready, settled, siteUrl, until } from "../harness.mjs";
import { openDisplay } from "./display.mjs";
import { Page } from "./webkit-page.mjs";
import { openProxy } from "./webkit-proxy.mjs";
import { WebkitSession } from "./webkit-session.mjs";

const mostIdle = 2; // browsers that wait for the next page
const mostPages = 25; // of one browser, which does not return all memory
const idle = []; // { kind, pages, display, proxy, session }

// Each browser has a display of its own, where its window has the focus.
async function startBrowser(kind, given) {
  const display = await openDisplay("3860x2300");
  const proxy = await openProxy();
  const session = await WebkitSession.start({ ...given, display: display.name, proxy: proxy.url });
  return { kind, pages: 0, display, proxy, session };
}

async function endBrowser({ session, proxy, display }) {
  await session.close();
  await proxy.close();
  display.close();
}

export async function closeWebkit() {
  await Promise.all(idle.splice(0).map(endBrowser));
}

// Runs in a page of the site, which is served from one origin for all tests of a file.
const clear = async () => {
  window.name = "";
  sessionStorage.clear();
  localStorage.clear();
  for (const name of (await window.caches?.keys()) ?? []) await window.caches.delete(name);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
};

// Also runs in the page that is closed, which may come from a server of its test's own: WebKit would keep requesting a
// newer worker from it.
const unregisterWorkers = async () => {
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
};

// Takes the closed page's browser into the state of a new one. False if it cannot be: it opened windows, say.
async function cleared(browser) {
  const { session, proxy } = browser;
  try {
    proxy.setScript("");
    await session.command("DELETE", "/actions");
    if ((await session.command("GET", "/window/handles")).length !== 1) return false;
    const page = new Page(session, () => undefined);
    await page.goto(`${siteUrl()}licences.txt`);
    await page.mouse.move(0, 0);
    await page.evaluate(clear);
    await page.evaluate(unregisterWorkers);
    await session.command("DELETE", "/cookie");
    proxy.asked.length = 0;
    return true;
  } catch {
    return false;
  }
}

async function giveBack(browser, again) {
  browser.pages += 1;
  if (!again || browser.pages >= mostPages || !(await cleared(browser))) return endBrowser(browser);
  idle.push(browser);
  if (idle.length > mostIdle) await endBrowser(idle.shift());
}

// options as of harness.mjs, and settings: of MiniBrowser. There is no touch screen.
async function openPage(options = {}) {
  const { width = 1200, height = 800, ratio = 1, theme = "dark", reducedMotion = "reduce" } = options;
  const { link = options.url ? "" : "lesson=worked-example" } = options;
  const given = { theme, reducedMotion, ratio, settings: options.settings };
  const kind = JSON.stringify(given);
  const url = options.url ?? siteUrl();
  const again = !options.fresh && !options.offline && url.startsWith("http:");
  const place = again ? idle.findIndex((each) => each.kind === kind) : -1;
  const browser = place < 0 ? await startBrowser(kind, given) : idle.splice(place, 1)[0];
  const { session, proxy } = browser;
  const { script = "" } = options;
  proxy.setScript(typeof script === "function" ? `(${script.toString()})();` : script);
  const complaints = [];
  const page = new Page(session, async () => {
    for (const frame of await page.frames())
      complaints.push(...(await frame.evaluate(() => window.complaints ?? []).catch(() => [])));
  });
  await page.resize(width, height);
  await page.goto(url + (link && `#${link}`));
  if (options.ready ?? true) {
    await ready(page);
    if ((await page.evaluate(() => document.body.dataset.view)) === "picture") await settled(page);
  }
  return {
    page,
    complaints,
    async close() {
      if (again) await page.evaluate(unregisterWorkers).catch(() => undefined);
      await page.leaving();
      const known = [new URL(url).origin, ...(options.origins ?? [])];
      const others = proxy.asked.filter((each) => !known.includes(new URL(each).origin));
      await giveBack(browser, again);
      const all = [...complaints, ...others.map((each) => `request to another origin: ${each}`)];
      if (options.quiet ?? true) assert.deepEqual(all, [], "the console stays silent");
    },
  };
}

export const webkit = {
  name: "WebKit",
  best: "simd", // of the builds of the headless modules
  variant: /^simd$/, // it has no relaxed SIMD
  openPage,

  // There is no setting to turn off SIMD: a page's feature tests for it are made to fail.
  withoutSimd: {
    how: "WebKit is always with it: here it says that it is not",
    options: {
      script: () => {
        WebAssembly.validate = () => false;
      },
    },
  },

  withoutWebgl2: { settings: ["--enable-webgl=false"] },

  // MiniBrowser's toolbar is 290 px wide, and GTK reads the screen's ratio when the browser starts.
  opens: ({ width, ratio }) => width >= 290 && ratio === 1,

  async resize(page, { width, height, ratio = 1 }) {
    assert.equal(await page.evaluate(() => window.devicePixelRatio), ratio, "the screen is the same");
    await page.resize(width, height);
  },

  wheel: (page, down) => page.mouse.wheel({ deltaY: down }),

  doubleClick: (page, x, y) => page.mouse.click(x, y, { count: 2 }),

  // WebKitGTK has no touch screen under Xvfb, and WebDriver's touch arrives as a mouse: touch events are dispatched by script.
  // The page handles them; the browser's own reactions (scrolling, a soft keyboard) do not happen.
  finger(page) {
    let last = [0, 0];
    const tell = (type, x, y) =>
      page.evaluate(
        ([name, at]) => {
          const pressed = name !== "pointerup";
          window.touched = name === "pointerdown" ? document.elementFromPoint(...at) : window.touched;
          const given = {
            clientX: at[0],
            clientY: at[1],
            pointerId: 7,
            isPrimary: true,
            pointerType: "touch",
          };
          const more = { bubbles: true, cancelable: true, composed: true, buttons: pressed ? 1 : 0 };
          const button = name === "pointermove" ? -1 : 0;
          window.touched.dispatchEvent(new PointerEvent(name, { ...given, ...more, button }));
        },
        [type, (last = [x, y])],
      );
    return Promise.resolve({
      down: (x, y) => tell("pointerdown", x, y),
      move: (x, y) => tell("pointermove", x, y),
      up: () => tell("pointerup", ...last),
    });
  },

  // The file saved by an action: { name, bytes }.
  async saved(page, act) {
    const before = page.session.downloads().map(({ name }) => name);
    await act();
    // The file is there before its contents are: it is whole when two looks find the same.
    let last = null;
    for (const end = Date.now() + 10000; Date.now() < end;) {
      const file = page.session.downloads().find(({ name }) => !before.includes(name));
      if (file?.bytes.length && last?.name === file.name && last.bytes.equals(file.bytes)) return file;
      last = file ?? null;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("nothing was saved");
  },
};

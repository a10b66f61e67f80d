// The driver that the tests of everywhere/ need, for WebKitGTK's MiniBrowser over WebDriver. Every page has a browser of its
// own, so that nothing is stored from test to test.
import assert from "node:assert/strict";
import { ready, settled, siteUrl, until } from "../harness.mjs";
import { openDisplay } from "./display.mjs";
import { Page } from "./webkit-page.mjs";
import { openProxy } from "./webkit-proxy.mjs";
import { WebkitSession } from "./webkit-session.mjs";

let display = null;

export function closeWebkit() {
  display?.close();
  display = null;
}

// options as of harness.mjs, and settings: of MiniBrowser. There is no touch screen.
async function openPage(options = {}) {
  const { width = 1200, height = 800, ratio = 1, theme = "dark", reducedMotion = "reduce" } = options;
  const { link = options.url ? "" : "lesson=worked-example" } = options;
  display ??= await openDisplay("3860x2300");
  const proxy = await openProxy();
  const { script = "" } = options;
  proxy.setScript(typeof script === "function" ? `(${script.toString()})();` : script);
  const given = {
    display: display.name,
    proxy: proxy.url,
    theme,
    reducedMotion,
    ratio,
    settings: options.settings,
  };
  const session = await WebkitSession.start(given);
  const complaints = [];
  const page = new Page(session, async () => {
    for (const frame of await page.frames())
      complaints.push(...(await frame.evaluate(() => window.complaints ?? []).catch(() => [])));
  });
  await page.resize(width, height);
  await page.goto((options.url ?? siteUrl()) + (link && `#${link}`));
  if (options.ready ?? true) {
    await ready(page);
    if ((await page.evaluate(() => document.body.dataset.view)) === "picture") await settled(page);
  }
  return {
    page,
    complaints,
    async close() {
      await page.leaving();
      await session.close();
      await proxy.close();
      const known = [new URL(options.url ?? siteUrl()).origin, ...(options.origins ?? [])];
      const others = proxy.asked.filter((url) => !known.includes(new URL(url).origin));
      const all = [...complaints, ...others.map((url) => `request to another origin: ${url}`)];
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
    for (const end = Date.now() + 10000; Date.now() < end;) {
      const file = page.session.downloads().find(({ name }) => !before.includes(name));
      if (file) return file;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("nothing was saved");
  },
};

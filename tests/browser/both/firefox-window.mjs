// Firefox's own window, for what a page cannot: settings of about:config, which hold at once, and a finger on the screen, which
// goes the whole way that a real one does, scrolling included. Firefox lets in who is started with system access.
import assert from "node:assert/strict";

// What stands in about:config while nothing is asked for.
const usual = {
  "ui.prefersReducedMotion": 1, // pictures of moving things are no evidence
  "layout.css.prefers-color-scheme.content-override": 0, // dark
  "browser.display.document_color_use": 0,
  "dom.w3c_touch_events.enabled": 2,
  "webgl.enable-webgl2": true,
};

export class FirefoxWindow {
  #browser;
  #context;
  #set = new Map();

  static async of(browser) {
    const own = new FirefoxWindow();
    own.#browser = browser;
    const { contexts } = await own.#send("browsingContext.getTree", { "moz:scope": "chrome" });
    own.#context = contexts[0].context;
    return own;
  }

  async #send(method, parameters) {
    return (await this.#browser.connection.send(method, parameters)).result;
  }

  async evaluate(expression) {
    const target = { context: this.#context };
    const asked = { expression, target, awaitPromise: true };
    const { exceptionDetails, result } = await this.#send("script.evaluate", asked);
    assert.equal(exceptionDetails?.text, undefined, expression);
    return result.value;
  }

  // Pages that are opened after this have them, those that are open are told.
  async settings(wanted = {}) {
    const changed = Object.entries({ ...usual, ...wanted }).filter(
      ([name, value]) => this.#set.get(name) !== value,
    );
    if (changed.length === 0) return;
    const setters = { boolean: "setBoolPref", number: "setIntPref" };
    const calls = changed.map(
      ([name, value]) => `Services.prefs.${setters[typeof value]}("${name}", ${value})`,
    );
    await this.evaluate(calls.join("; "));
    for (const [name, value] of changed) this.#set.set(name, value);
  }

  // In the px of the page that is in sight.
  finger() {
    let last = [0, 0];
    const touch = (state) =>
      this.evaluate(`new Promise((done) => {
        const { x, y } = gBrowser.selectedBrowser.getBoundingClientRect();
        const at = [mozInnerScreenX + x + ${last[0]}, mozInnerScreenY + y + ${last[1]}];
        const { windowUtils: utils } = window;
        utils.sendNativeTouchPoint(0, utils.${state}, ...at.map((px) => Math.round(px * devicePixelRatio)), 1, 90, done);
      })`);
    const at = (x, y) => {
      last = [x, y];
      return touch("TOUCH_CONTACT");
    };
    return { down: at, move: at, up: () => touch("TOUCH_REMOVE") };
  }
}

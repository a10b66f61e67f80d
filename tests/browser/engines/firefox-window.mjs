// Firefox's own window, for what a page cannot do: settings of about:config, which take effect at once, an input method, and
// touch input that is processed like a real finger's, scrolling included. Needs Firefox started with system access.
import assert from "node:assert/strict";

// Settings of about:config by default.
const usual = {
  "ui.prefersReducedMotion": 1, // screenshots during animations are not reproducible
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

  // Applies to pages opened later; open pages are notified.
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

  // Sent to the focused field like the system's input method.
  async compose(letters) {
    const clause = `${letters.length}, method.ATTR_RAW_CLAUSE`;
    const begun = await this.evaluate(`{
      window.method = Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor);
      method.beginInputTransactionForTests(window);
      method.setPendingCompositionString("${letters}");
      method.appendClauseToPendingComposition(${clause});
      method.setCaretInPendingComposition(${letters.length});
      method.flushPendingComposition();
    }`);
    assert.ok(begun, "a composition has begun");
    return (word) => this.evaluate(`method.commitCompositionWith("${word}")`);
  }

  // Heap in bytes of the visible page after garbage collection.
  heap() {
    const script = () => {
      const manager = Cc["@mozilla.org/memory-reporter-manager;1"].getService(Ci.nsIMemoryReporterManager);
      manager.minimizeMemoryUsage(() => sendAsyncMessage("heap", manager.heapAllocated));
    };
    const address = `data:,(${encodeURIComponent(script.toString())})()`;
    return this.evaluate(`new Promise((done) => {
      const { messageManager } = gBrowser.selectedBrowser;
      const told = ({ data }) => {
        messageManager.removeMessageListener("heap", told);
        done(data);
      };
      messageManager.addMessageListener("heap", told);
      messageManager.loadFrameScript("${address}", false);
    })`);
  }

  // In px of the visible page.
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

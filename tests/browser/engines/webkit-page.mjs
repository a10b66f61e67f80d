// A page of a WebKit browser and the frames in it, by WebDriver, with the names that tests use of Playwright's and
// Puppeteer's pages.

import { until } from "../harness.mjs";

const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const keys = {
  ...{ Control: "\uE009", Shift: "\uE008", Alt: "\uE00A", Meta: "\uE03D", Enter: "\uE007", Tab: "\uE004" },
  ...{
    Escape: "\uE00C",
    Backspace: "\uE003",
    Delete: "\uE017",
    PageUp: "\uE00E",
    PageDown: "\uE00F",
    End: "\uE010",
  },
  ...{ Home: "\uE011", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015" },
};

// Runs in the page: the result of CODE with the given arguments, synchronously unless it is a promise, since a page being left
// settles none. Numbers that JSON lacks, and undefined, are preserved.
const call = `
  const special = (_, value) =>
    value === undefined || (typeof value === "number" && !Number.isFinite(value)) ? { special: String(value) }
    : Object.is(value, -0) ? { special: "-0" }
    : ArrayBuffer.isView(value) ? Array.from(value)
    : value;
  const told = (value) => ({ value: JSON.stringify([value], special) });
  const failed = (error) => ({ error: String(error?.message ?? error) });
  try {
    const made = (CODE)(JSON.parse(arguments[0])[0]);
    return typeof made?.then === "function" ? made.then(told, failed) : told(made);
  } catch (error) {
    return failed(error);
  }`;
const specials = { undefined: undefined, "-0": -0, NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };
const revived = (text) => {
  const walk = (value) => {
    if (value === null || typeof value !== "object") return value;
    if ("special" in value && value.special in specials) return specials[value.special];
    for (const key of Object.keys(value)) value[key] = walk(value[key]);
    return value;
  };
  return walk(JSON.parse(text))[0];
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Element {
  constructor(frame, id) {
    this.frame = frame;
    this.id = id;
  }
  boundingBox() {
    const measure = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    return this.frame.raw(`return (${measure})(arguments[0])`, [{ [elementKey]: this.id }]);
  }
  async screenshot() {
    const data = await this.frame.command("GET", `/element/${this.id}/screenshot`);
    return Buffer.from(data, "base64");
  }
  async focus() {
    const { frame } = this;
    if (frame.element) await frame.element.focus();
    await frame.raw("arguments[0].focus()", [{ [elementKey]: this.id }]);
  }
  contentFrame() {
    return new Frame(this.frame.page, this);
  }
}

class Frame {
  #url = "";

  constructor(page, element = null) {
    this.page = page ?? this;
    this.element = element; // the frame's element in the parent frame
  }

  url() {
    return this.#url;
  }

  // A WebDriver command with this frame as the current one.
  command(method, path, content) {
    return this.page.session.together(async (send) => {
      const { page } = this;
      if (page.current !== this) {
        page.current = null;
        await send("POST", "/frame", { id: null });
        const way = [];
        for (let frame = this; frame.element; frame = frame.element.frame) way.unshift(frame.element.id);
        for (const id of way) await send("POST", "/frame", { id: { [elementKey]: id } });
        page.current = this;
      }
      try {
        return await send(method, path, content);
      } catch (error) {
        page.current = null; // the current frame may have been replaced
        throw error;
      }
    });
  }

  raw(script, args = []) {
    return this.command("POST", "/execute/sync", { script, args });
  }

  // act: a function, or the text of a script.
  async evaluate(act, given = null) {
    if (typeof act === "string") return this.raw(act);
    const script = call.replace("CODE", () => act.toString());
    const { value, error } = await this.raw(script, [JSON.stringify([given])]);
    if (error !== undefined) throw new Error(error);
    return revived(value);
  }

  // A screenshot of one element.
  async evaluateHandle(act, given = null) {
    const found = await this.raw(`return (${act.toString()})(JSON.parse(arguments[0])[0])`, [
      JSON.stringify([given]),
    ]);
    const id = found?.[elementKey];
    return { asElement: () => (id ? new Element(this, id) : null) };
  }

  async $(selector) {
    return (await this.evaluateHandle((at) => document.querySelector(at), selector)).asElement();
  }

  $eval(selector, act, given = null) {
    const code = `([at, more]) => {
      const element = document.querySelector(at);
      if (!element) throw new Error("there is no " + at);
      return (${act.toString()})(element, more);
    }`;
    return this.evaluate({ toString: () => code }, [selector, given]);
  }

  $$eval(selector, act, given = null) {
    const code = `([at, more]) => (${act.toString()})([...document.querySelectorAll(at)], more)`;
    return this.evaluate({ toString: () => code }, [selector, given]);
  }

  // In WebKit a frame of another origin cannot take the focus itself: the parent page focuses it, and the key is pressed there.
  async focus(selector) {
    if (this.element) {
      await this.element.focus();
      const shift = [
        { type: "keyDown", value: keys.Shift },
        { type: "keyUp", value: keys.Shift },
      ];
      await this.command("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: shift }] });
    }
    return this.$eval(selector, (element) => element.focus());
  }

  async click(selector) {
    const element = await this.$(selector);
    if (!element) throw new Error(`there is no ${selector}`);
    await this.command("POST", `/element/${element.id}/click`, {});
  }

  // The frames in this one, also those in shadow roots, deepest last.
  async #children() {
    const inside = () => {
      const all = (root) =>
        [...root.querySelectorAll("*")].flatMap((one) => [
          ...(one.localName === "iframe" ? [one] : []),
          ...(one.shadowRoot ? all(one.shadowRoot) : []),
        ]);
      return all(document);
    };
    const found = await this.raw(`return (${inside})()`);
    return found.map((each) => new Frame(this.page, new Element(this, each[elementKey])));
  }

  async tree() {
    const children = [];
    for (const child of await this.#children())
      try {
        child.#url = await child.raw("return location.href");
        children.push(...(await child.tree()));
      } catch {
        // The frame is gone or not there yet.
      }
    return [this, ...children];
  }
}

class Keyboard {
  constructor(page) {
    this.page = page;
  }
  #act(...actions) {
    return this.page.inputs({ type: "key", id: "keyboard", actions });
  }
  #code(key) {
    return keys[key] ?? key;
  }
  down(key) {
    return this.#act({ type: "keyDown", value: this.#code(key) });
  }
  up(key) {
    return this.#act({ type: "keyUp", value: this.#code(key) });
  }
  press(key) {
    const value = this.#code(key);
    return this.#act({ type: "keyDown", value }, { type: "keyUp", value });
  }
  async type(text) {
    for (const letter of text) await this.press(letter);
  }
}

class Mouse {
  #at = [0, 0];
  constructor(page) {
    this.page = page;
  }
  #act(...actions) {
    return this.page.inputs({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
  }
  #to(x, y) {
    this.#at = [Math.round(x), Math.round(y)];
    return { type: "pointerMove", x: this.#at[0], y: this.#at[1], duration: 0 };
  }
  move(x, y) {
    return this.#act(this.#to(x, y));
  }
  down() {
    return this.#act({ type: "pointerDown", button: 0 });
  }
  up() {
    return this.#act({ type: "pointerUp", button: 0 });
  }
  click(x, y, { count = 1, button = "left" } = {}) {
    const which = { left: 0, middle: 1, right: 2 }[button];
    const once = [
      { type: "pointerDown", button: which },
      { type: "pointerUp", button: which },
    ];
    return this.#act(this.#to(x, y), ...Array(count).fill(once).flat());
  }
  wheel({ deltaX = 0, deltaY }) {
    const [x, y] = this.#at;
    return this.page.inputs({
      type: "wheel",
      id: "wheel",
      actions: [{ type: "scroll", x, y, deltaX, deltaY, duration: 0 }],
    });
  }
}

export class Page extends Frame {
  current = null; // the session's current frame
  keyboard = new Keyboard(this);
  mouse = new Mouse(this);

  // leaving(): called before the document is unloaded.
  constructor(session, leaving) {
    super(null);
    this.session = session;
    this.leaving = leaving;
  }

  mainFrame() {
    return this;
  }

  frames() {
    return this.tree();
  }

  inputs(...actions) {
    return this.command("POST", "/actions", { actions });
  }

  goto(url) {
    return this.#toNext(() => this.command("POST", "/url", { url }));
  }

  reload() {
    return this.#toNext(() => this.command("POST", "/refresh", {}));
  }

  // Waits until a new document has loaded everything, for at most three seconds.
  async #toNext(go) {
    await this.leaving();
    await this.evaluate(() => void (window.isLeft = true));
    await go();
    this.current = null;
    const state = () =>
      until(this, () => !window.isLeft && window.location.href !== "about:blank" && document.readyState);
    for (const end = Date.now() + 3000; Date.now() < end && (await state()) !== "complete";) await pause(30);
    while ((await state()) === "loading") await pause(30);
  }

  async screenshot({ encoding } = {}) {
    const data = await this.command("GET", "/screenshot");
    return encoding === "base64" ? data : Buffer.from(data, "base64");
  }

  // Sizes the window so that the page has the requested size without the toolbar.
  async resize(width, height) {
    const size = () =>
      this.evaluate(() => [window.innerWidth, window.innerHeight, window.outerWidth, window.outerHeight]);
    for (const end = Date.now() + 5000; Date.now() < end;) {
      const [w, h, outerWidth, outerHeight] = await size();
      if (w === width && h === height) return;
      const rect = { width: width + outerWidth - w, height: height + outerHeight - h };
      await this.command("POST", "/window/rect", rect);
      for (let wait = 0; wait < 10; ++wait) {
        const [wide, high] = await size();
        if (wide === width && high === height) return;
        await pause(30);
      }
    }
    throw new Error(`the page is ${await size()}, not ${width} by ${height}`);
  }
}

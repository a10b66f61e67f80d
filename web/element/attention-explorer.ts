// The custom element <attention-explorer>: a frame of embed.html and its protocol, wrapped in attributes, events and
// promises. Has no dependencies. api.d.ts describes its interface.
import type * as api from "./api";
import { page as place } from "element-place";
import type { RequestName, Requests } from "../page/embed/protocol";
import { AttentionExplorerError, textOf } from "./errors";
import { FrameMessages } from "./messages";
import { fetchLesson } from "./lesson";
import { isUrl, makeStill, showStill, stillHeight, style } from "./still";

const attributes = [
  "lesson",
  "step",
  "steps",
  "theme",
  "controls",
  "lock",
  "state",
  "loading",
  "view",
  "height",
  "projector",
] as const;
type Attribute = (typeof attributes)[number];

const restarting = ["lesson", "steps", "controls", "lock", "view"];
const patience = 5000; // ms: later than the frame's own message that loading is slow
const margin = "300px"; // of the viewport: a frame is loaded a little before it scrolls into view

export { AttentionExplorerError };

export class AttentionExplorer extends HTMLElement {
  static readonly observedAttributes: string[] = [...attributes, "lang", "title"];
  static readonly #standing = new Set<AttentionExplorer>(); // in the page
  static #own = ""; // its page
  static get page(): string {
    return AttentionExplorer.#own;
  }
  // Counts for elements that stand already: importing the script has made them before its address can be set.
  static set page(address: string) {
    if (address === AttentionExplorer.#own) return;
    AttentionExplorer.#own = address;
    for (const element of AttentionExplorer.#standing)
      if (element.#starting === 0) element.#restartSoon("lesson");
  }

  declare lesson: string | null;
  declare step: string | null;
  declare steps: string | null;
  declare theme: string | null;
  declare controls: string | null;
  declare lock: string | null;
  declare state: string | null;
  declare loading: string | null;
  declare view: string | null;
  declare height: string | null;
  declare projector: string | null;

  readonly #root = this.attachShadow({ mode: "open" });
  #frame: HTMLIFrameElement | null = null;
  #still: HTMLButtonElement | null = null;
  readonly #messages = new FrameMessages(
    () => this.#frame?.contentWindow ?? null,
    () => this.#page().origin,
    (type, content) => this.#told(type, content),
  );
  #ready: Promise<void>;
  #settle: { done: () => void; fail: (error: Error) => void } = {
    done: () => undefined,
    fail: () => undefined,
  };
  #sight: IntersectionObserver | null = null;
  #kept: string | null = null; // the state when it was taken out of the page
  #wanted = stillHeight;
  #restart: number | null = null; // collects further changes: several in a row make one new frame
  #anew = false;
  #refused = false; // the lesson passed to open() last
  #covered = 0; // timer: a frame that does not answer is shown as it is
  #silent = 0; // timer: the frame has loaded and sent no message
  #starting = 0; // timer: the importing script may still set the address

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.#root.adoptedStyleSheets = [sheet];
    this.#ready = this.#begin();
  }

  #begin(): Promise<void> {
    const ready = new Promise<void>((done, fail) => (this.#settle = { done, fail }));
    ready.catch(() => undefined); // also reported by the event "error"
    return ready;
  }

  // ---- life cycle ----
  connectedCallback(): void {
    AttentionExplorer.#standing.add(this);
    this.#messages.listen();
    this.#drawStill(false);
    this.#starting = window.setTimeout(() => {
      this.#starting = 0;
      this.#start();
    });
  }

  disconnectedCallback(): void {
    AttentionExplorer.#standing.delete(this);
    window.clearTimeout(this.#starting);
    this.#starting = 0;
    this.#messages.unlisten();
    this.#stop(new AttentionExplorerError("removed", "The element was taken out of the page."));
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !AttentionExplorer.#standing.has(this)) return; // an upgrade reports attributes before it connects the element
    if (name === "height") this.#setHeight();
    else if (this.#starting !== 0) this.#drawStill(false);
    else if (name === "loading") this.#watch();
    else if (name === "title") this.#frame?.setAttribute("title", now ?? "");
    else if (!this.#frame) this.#drawStill();
    else if (this.#restart !== null || restarting.includes(name)) this.#restartSoon(name);
    else if (name === "step" && now !== null) void this.goTo(now).catch(this.#failed);
    else if (name === "state" && now !== null) void this.setState(now).catch(this.#failed);
    else if (name === "theme") void this.#ask("set", { theme: now ?? "system" }).catch(this.#failed);
    else if (name === "projector")
      void this.#ask("set", { projector: now === null ? "off" : now }).catch(this.#failed);
    else if (name === "lang" && now) void this.#ask("set", { lang: now }).catch(this.#failed);
  }

  // Settings that an embed gets only through its address.
  #restartSoon(name: string): void {
    this.#anew ||= ["lesson", "step", "state", "view"].includes(name);
    this.#restart ??= window.setTimeout(() => {
      const anew = this.#anew;
      this.#restart = null;
      this.#anew = false;
      if (!this.isConnected) return;
      this.#stop(
        new AttentionExplorerError("changed", "An attribute was changed that reloads the embed."),
        !anew,
      );
      this.#start();
    });
  }

  #start(): void {
    this.#drawStill();
    this.#watch();
  }

  #stop(why: Error, keep = true): void {
    this.#sight?.disconnect();
    this.#sight = null;
    window.clearTimeout(this.#covered);
    window.clearTimeout(this.#silent);
    this.#refused = false;
    if (!keep) this.#kept = null;
    this.#settle.fail(why);
    this.#messages.stop(why);
    this.#frame?.remove();
    this.#still?.remove();
    this.#frame = this.#still = null;
    this.#ready = this.#begin();
  }

  // A still picture, until it is scrolled into view or clicked. picture: false while its address may still be set.
  #drawStill(picture = true): void {
    if (this.#frame) return;
    if (!this.#still) {
      this.#still = makeStill(() => this.#load(true));
      this.#root.replaceChildren(this.#still);
      this.#setHeight();
    }
    const { step, steps, theme, title } = this;
    const page = AttentionExplorer.page ? this.#page() : null;
    showStill(this.#still, { lesson: this.lesson ?? "", step, steps, theme, title, page, picture });
  }

  #watch(): void {
    this.#sight?.disconnect();
    if (this.#frame) return;
    if (this.loading === "eager" || typeof IntersectionObserver === "undefined") {
      this.#load();
      return;
    }
    this.#sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#load();
      },
      { rootMargin: margin },
    );
    this.#sight.observe(this);
  }

  // ---- the frame ----
  #page(): URL {
    return AttentionExplorer.page ? new URL(AttentionExplorer.page, document.baseURI) : new URL(place);
  }

  #address(): string {
    const parts = ["embed"];
    const add = (key: string, value: string | null) => {
      if (value !== null) parts.push(value === "" ? key : `${key}=${encodeURIComponent(value)}`);
    };
    const { lesson } = this;
    if (lesson !== null && isUrl(lesson)) add("from", "host");
    else add("lesson", lesson);
    const state = this.#kept ?? this.state;
    if (this.#kept === null) add("step", this.step);
    add("steps", this.steps);
    add("theme", this.theme);
    add("controls", this.controls);
    add("lock", this.lock);
    add("projector", this.projector);
    if (this.#kept === null) add("view", this.view);
    add("state", state?.replace(/^#/, "") ?? null);
    if (this.lang) add("lang", this.lang);
    else add("prefer", this.closest("[lang]")?.getAttribute("lang") ?? null);
    if (window.location.origin !== "null") add("host", window.location.origin);
    const page = this.#page();
    page.hash = parts.join("&");
    return page.href;
  }

  #load(focus = false): void {
    if (this.#frame || !this.isConnected) return;
    this.#sight?.disconnect();
    const frame = document.createElement("iframe");
    frame.allow = "clipboard-write; fullscreen";
    frame.title = this.title || this.lesson || "Attention Explorer";
    if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", "allow-scripts");
    frame.src = this.#address();
    frame.addEventListener("load", () => this.#expectMessage(frame));
    this.#frame = frame;
    this.#setHeight();
    this.#root.append(frame);
    if (this.#still) this.#still.dataset.over = "";
    this.#covered = window.setTimeout(() => this.#uncover(), patience);
    if (focus)
      void this.#ready.then(
        () => frame.focus(),
        () => undefined,
      );
  }

  // A page of the explorer sends its height as soon as its script runs.
  #expectMessage(frame: HTMLIFrameElement): void {
    window.clearTimeout(this.#silent);
    if (frame !== this.#frame || this.#messages.heard) return;
    this.#silent = window.setTimeout(() => {
      const message = `${frame.src.split("#", 1)[0] ?? ""} does not answer. AttentionExplorer.page must be the address of the site's embed.html, and the policies of both pages must allow the frame.`;
      const why = new AttentionExplorerError("silent", message);
      this.#settle.fail(why);
      this.#failed(why);
    }, patience);
  }

  // The frame has something to show.
  #uncover(): void {
    window.clearTimeout(this.#covered);
    this.#still?.remove();
    this.#still = null;
  }

  #setHeight(): void {
    const asked = this.height;
    const fixed = asked !== null && asked !== "auto" && /^\d+(?:\.\d+)?(?:px)?$/.test(asked);
    const height = `${fixed ? parseFloat(asked) : this.#wanted}px`;
    for (const part of [this.#frame, this.#still]) if (part) part.style.height = height;
  }

  #told(type: string, content: Record<string, unknown>): void {
    window.clearTimeout(this.#silent);
    switch (type) {
      case "height":
        this.#wanted = Number(content.height) || stillHeight;
        this.#setHeight();
        return;
      case "leave":
        this.#frame?.blur();
        this.#focusHere();
        return;
      case "lesson":
        void this.#bringLesson();
        return;
      case "ready":
        this.#uncover();
        if (this.#frame && !this.title) this.#frame.title = String(content.title);
        this.#settle.done();
        break;
      case "change":
        this.#kept = String(content.state);
        break;
      case "error":
        this.#uncover();
        this.#settle.fail(new AttentionExplorerError(String(content.code), String(content.message)));
        break;
      case "step":
      case "answer":
      case "trained":
        break;
      default:
        return; // of a later version of the page
    }
    this.dispatchEvent(new CustomEvent(type, { detail: content }));
  }

  readonly #failed = (error: unknown): void => {
    const { code, message } =
      error instanceof AttentionExplorerError ? error : { code: "failed", message: String(error) };
    this.dispatchEvent(new CustomEvent("error", { detail: { code, message } }));
  };

  // Escape in the frame: focus moves to the frame's place in the page, so that Tab continues from here.
  #focusHere(): void {
    const had = this.getAttribute("tabindex");
    if (had === null) this.tabIndex = -1;
    super.focus({ preventScroll: true });
    if (had === null) this.addEventListener("blur", () => this.removeAttribute("tabindex"), { once: true });
  }

  override focus(options?: FocusOptions): void {
    (this.#frame ?? this.#still)?.focus(options);
  }

  // The page around the element may fetch from other origins than the frame: it fetches and passes the text on. The
  // frame also reports what is wrong with it, and may ask once more.
  async #bringLesson(): Promise<void> {
    if (this.#refused) this.#ready = this.#begin();
    this.#refused = false;
    try {
      await this.#sendLesson();
    } catch (error) {
      if (!this.#frame) return; // removed from the page meanwhile
      this.#refused = true;
      this.#uncover();
      this.#settle.fail(error as Error);
      this.#failed(error);
    }
  }

  async #sendLesson(): Promise<void> {
    let lesson: string;
    try {
      lesson = await fetchLesson(this.lesson ?? "");
    } catch (error) {
      const { message } = error as Error;
      this.#messages.post("noLesson", { message }).catch(() => undefined); // pages of earlier versions do not support it
      throw new AttentionExplorerError("lesson", message);
    }
    await this.#messages.post("open", { lesson });
  }

  // ---- requests ----
  // A request needs the frame now, whether or not it is in view.
  async #ask<Name extends RequestName>(type: Name, content: Requests[Name][0]): Promise<Requests[Name][1]> {
    if (!this.isConnected) throw new AttentionExplorerError("removed", "Put the element into a page first.");
    this.#load();
    await this.#ready;
    return this.#messages.post(type, content);
  }

  async goTo(step: string): Promise<void> {
    await this.#ask("goTo", { step: textOf("step of goTo(step)", step) });
  }
  getState(): Promise<string> {
    return this.#ask("getState", {});
  }
  async setState(state: string): Promise<void> {
    await this.#ask("setState", { state: textOf("state of setState(state)", state).replace(/^#/, "") });
  }
  async tensor(name: string): Promise<Requests["tensor"][1]> {
    return this.#ask("tensor", { name: textOf("name of tensor(name)", name) });
  }
  async open(tensors: unknown): Promise<void> {
    await this.#ask("openTensors", { given: tensors });
  }
  async export(kind: string): Promise<string> {
    return this.#ask("export", { kind: textOf("kind of export(kind)", kind) });
  }
}

// Each attribute is a property of the same name.
for (const name of attributes satisfies readonly Attribute[]) {
  Object.defineProperty(AttentionExplorer.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return this.getAttribute(name);
    },
    set(this: HTMLElement, value: string | number | null | undefined) {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, `${value}`);
    },
  });
}

// The interface that the declarations promise; only there are listeners typed.
({ AttentionExplorer, AttentionExplorerError }) satisfies {
  AttentionExplorer: new () => Omit<api.AttentionExplorer, "addEventListener">;
  AttentionExplorerError: new (code: string, message: string) => api.AttentionExplorerError;
};

if (!customElements.get("attention-explorer")) customElements.define("attention-explorer", AttentionExplorer);

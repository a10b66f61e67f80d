// Messages between the element and its frame: requests with their answers, and what the frame reports by itself.
// Implements the protocol, whatever the element does with a message.
import { isOurs, version, type RequestName, type Requests } from "../page/embed/protocol";
import { AttentionExplorerError } from "./errors";

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class FrameMessages {
  readonly #waiting = new Map<number, Waiting>();
  #origin = ""; // of the frame, as its messages have it
  #last = 0; // id of a request

  constructor(
    private readonly frame: () => Window | null,
    private readonly origin: () => string, // of the page in the frame
    private readonly told: (type: string, content: Record<string, unknown>) => void,
  ) {}

  // Whether the frame has sent a message.
  get heard(): boolean {
    return this.#origin !== "";
  }

  listen(): void {
    window.addEventListener("message", this.#heard);
  }

  unlisten(): void {
    window.removeEventListener("message", this.#heard);
  }

  // The frame is removed: every waiting request fails.
  stop(why: Error): void {
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
    this.#origin = "";
  }

  post<Name extends RequestName>(type: Name, content: Requests[Name][0]): Promise<Requests[Name][1]> {
    const frame = this.frame();
    if (!frame)
      return Promise.reject(new AttentionExplorerError("removed", "The element was taken out of the page."));
    const id = (this.#last += 1);
    const target = this.#origin === "" || this.#origin === "null" ? "*" : this.#origin;
    frame.postMessage({ ...content, attentionExplorer: version, type, id }, target);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  readonly #heard = (event: MessageEvent<unknown>): void => {
    const frame = this.frame();
    if (!frame || event.source !== frame || !isOurs(event.data)) return;
    // A sandboxed page and one from a file have the origin "null".
    if (event.origin !== "null" && event.origin !== this.origin()) return;
    if (event.data.attentionExplorer !== version) return;
    this.#origin = event.origin;
    const content: Record<string, unknown> = { ...event.data };
    delete content.attentionExplorer;
    delete content.type;
    const { type } = event.data;
    if (type === "result" || type === "failure") this.#answered(type, content);
    else this.told(type, content);
  };

  #answered(type: "result" | "failure", content: Record<string, unknown>): void {
    const id = Number(content.id);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const { code = "", message = "" } = (content.error ?? {}) as { code?: string; message?: string };
    if (type === "result") waiting?.resolve(content.value as never);
    else waiting?.reject(new AttentionExplorerError(code, message));
  }
}

// The window around an embed: its origin, the messages to it, and its requests, accepted only from one origin.
import { isOurs, version, type EventName, type Events } from "./protocol";

// null: not known yet.
function originAround(): string | null {
  const known = (window.location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
  if (known !== undefined) return known;
  return document.referrer === "" ? null : new URL(document.referrer).origin;
}

export interface Refused {
  code: string;
  message: string;
}
export type Answer = { value: unknown } | { refused: Refused };
export type Handler = (name: string, request: Record<string, unknown>) => Answer | Promise<Answer>;

export class Host {
  private readonly there = window.parent !== window;
  private origin: string | null;
  private shut: boolean; // the page around is not the one that was allowed

  constructor(allowed: string | null) {
    const around = originAround();
    this.origin = allowed ?? around;
    this.shut = allowed !== null && around !== null && allowed !== around;
  }

  tell<Name extends EventName>(type: Name, content: Events[Name]): void {
    this.post({ ...content, type });
  }

  private post(content: Record<string, unknown> & { type: string }): void {
    if (!this.there || this.shut) return;
    // An opaque origin cannot be written as a target.
    const target = this.origin === null || this.origin === "null" ? "*" : this.origin;
    window.parent.postMessage({ attentionExplorer: version, ...content }, target);
  }

  // Another script takes over.
  close(): void {
    this.shut = true;
  }

  answer(handle: Handler): void {
    window.addEventListener("message", (event) => {
      if (!this.there || this.shut || event.source !== window.parent || !isOurs(event.data)) return;
      if (this.origin !== null && event.origin !== this.origin) return;
      this.origin ??= event.origin;
      const { type, id, ...request } = event.data;
      const give = (answer: Answer) => {
        if (id === undefined) return;
        if ("refused" in answer) this.post({ type: "failure", id, error: answer.refused });
        else this.post({ type: "result", id, value: answer.value });
      };
      if (event.data.attentionExplorer !== version) {
        const message = `This embed uses version ${version} of the protocol, not ${event.data.attentionExplorer}.`;
        give({ refused: { code: "version", message } });
        return;
      }
      const failed = (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        give({ refused: { code: "failed", message } });
      };
      try {
        const answer = handle(type, request);
        if (answer instanceof Promise) answer.then(give, failed);
        else give(answer);
      } catch (error) {
        failed(error);
      }
    });
  }
}

// Keeps the address in step with the screen: a new history entry for a new step, the same one for everything else. A
// sandboxed frame may forbid it; then the page works without. An embed's address is set by its author and stays.
import { embedded } from "../embed/settings";
import { pack } from "./links";

const pause = 250; // ms: browsers refuse many changes in quick succession

export class AddressBar {
  private step: string | null = null;
  private shown = "";
  private timer = 0;

  // `step` decides between a new entry and the same; a step that was scrolled to is no new entry.
  show(link: string, step: string, scrolled = false): void {
    if (link === this.shown) return;
    const isNew = this.step !== null && step !== this.step && !scrolled;
    this.step = step;
    this.shown = link;
    window.clearTimeout(this.timer);
    if (isNew) this.write(true);
    else this.timer = window.setTimeout(() => this.write(false), pause);
  }

  // The address already says what is shown: nothing to write.
  opened(link: string, step: string): void {
    window.clearTimeout(this.timer);
    this.shown = link;
    this.step = step;
  }

  // The address named something that could not be opened: replace it with the link of what is shown.
  correct(): void {
    window.clearTimeout(this.timer);
    this.write(false, addressOf(this.shown));
  }

  private write(push: boolean, address = `#${pack(this.shown)}`): void {
    if (embedded) return;
    try {
      const state: unknown = window.history.state; // which of the reader's files is shown: files/own-tensors.ts
      if (push) window.history.pushState(state, "", address);
      else window.history.replaceState(state, "", address);
    } catch {
      // no address bar here
    }
  }
}

export function addressOf(link: string): string {
  // A link shared from an embed opens the whole page.
  const here = window.location.href;
  const address =
    embedded && /\/embed\.html$/.test(window.location.pathname) ? new URL("./", here) : new URL(here);
  address.search = "";
  address.hash = pack(link);
  return address.href;
}

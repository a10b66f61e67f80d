// Makes the page available offline; only where it is a top-level page, and only after it has been shown.
import { scriptAddress } from "../core/trusted";

function workers(): ServiceWorkerContainer | null {
  const ownPage = !document.body.hasAttribute("data-embed") && !document.body.hasAttribute("data-elsewhere");
  const served = window.isSecureContext && /^https?:$/.test(window.location.protocol);
  return ownPage && served && "serviceWorker" in navigator ? navigator.serviceWorker : null;
}

export function keepForOffline(): void {
  const there = workers();
  if (!there) return;
  // A browser may forbid it, in a private window or by a setting, and so may a host by its header: then the page needs
  // a network.
  const keep = () =>
    void Promise.resolve()
      .then(() => there.register(scriptAddress(new URL("sw.js", document.baseURI))))
      .catch(() => undefined);
  if ("requestIdleCallback" in window) window.requestIdleCallback(keep);
  else keep();
}

/** Has the service worker keep files that it does not keep from the start. */
export function keepForLater(files: { url: string }[]): void {
  const keep = files.map(({ url }) => new URL(url, import.meta.url).href);
  void workers()?.ready.then(({ active }) => active?.postMessage({ keep }));
}

// Makes the page available offline; only where it is a top-level page, and only after it has been shown.
import { scriptAddress } from "../core/trusted";

export function keepForOffline(): void {
  const ownPage = !document.body.hasAttribute("data-embed") && !document.body.hasAttribute("data-elsewhere");
  const served = window.isSecureContext && /^https?:$/.test(window.location.protocol);
  if (!ownPage || !served || !("serviceWorker" in navigator)) return;
  // A browser may forbid it, in a private window or by a setting, and so may a host by its header: then the page needs
  // a network.
  const keep = () =>
    void Promise.resolve()
      .then(() => navigator.serviceWorker.register(scriptAddress(new URL("sw.js", document.baseURI))))
      .catch(() => undefined);
  if ("requestIdleCallback" in window) window.requestIdleCallback(keep);
  else keep();
}

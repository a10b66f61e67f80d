// Keeps the page for when there is no network; only where it stands for itself, and only once it has been shown.

export function keepForOffline(): void {
  const ownPage = !document.body.hasAttribute("data-embed") && !document.body.hasAttribute("data-elsewhere");
  const served = window.isSecureContext && /^https?:$/.test(window.location.protocol);
  if (!ownPage || !served || !("serviceWorker" in navigator)) return;
  const worker = new URL("sw.js", document.baseURI);
  // A browser may forbid it, in a private window or by a setting: then the page needs its network.
  const keep = () => void navigator.serviceWorker.register(worker).catch(() => undefined);
  if ("requestIdleCallback" in window) window.requestIdleCallback(keep);
  else keep();
}

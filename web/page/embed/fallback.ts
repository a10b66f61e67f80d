// In a frame without an origin of its own, a host that sends no CORS headers refuses modules and fetch, but no plain
// script: that one, named beside this script, holds all files. Loaded before the module whose refusal it watches.
const here = document.currentScript;
let started = false;

function goOn(): void {
  if (started) return;
  started = true;
  delete window.attentionExplorerWhole; // it cannot fall back on itself
  const whole = document.createElement("script");
  whole.src = here?.dataset.whole ?? "";
  whole.addEventListener("error", () => {
    const trouble = document.getElementById("loading-trouble");
    if (trouble) trouble.textContent = `${whole.src} could not be loaded. Load the page again.`;
  });
  document.head.append(whole);
}

window.attentionExplorerWhole = goOn;
window.addEventListener(
  "error",
  (event) => {
    if (event.target instanceof HTMLScriptElement && event.target.type === "module") goOn();
  },
  { capture: true },
);

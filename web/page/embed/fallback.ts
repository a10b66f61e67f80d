// In a frame without an origin of its own, a host that sends no CORS headers refuses modules and fetch, but not a
// classic script: that one, named beside this script, contains all files. Loaded before the module that it watches, and
// before everything else, since it sets the policy. If neither starts, it reports that to the reader and to the page
// around.
import { tellMissing, watchStart } from "../start/start-watch";
import { scriptAddress } from "../core/trusted";
import { enforce } from "./policy";
import { version } from "./protocol";

const here = document.currentScript;
if (here?.dataset.policy) enforce(here.dataset.policy);
let wentOn = false;

function failed(script: string, damage: string): void {
  const message = tellMissing(script, damage);
  // The host's origin is not known here; any page may know that there is nothing to show.
  if (window.parent !== window)
    window.parent.postMessage({ attentionExplorer: version, type: "error", code: "start", message }, "*");
}

function goOn(): void {
  if (wentOn) return;
  wentOn = true;
  delete window.attentionExplorerWhole; // it cannot fall back on itself
  const whole = document.createElement("script");
  let damage = "";
  window.addEventListener("error", ({ message }: ErrorEvent) => (damage ||= message));
  const address = new URL(here?.dataset.whole ?? "", document.baseURI);
  whole.addEventListener("error", () => failed(address.href, ""));
  whole.addEventListener("load", () => {
    if (document.getElementById("unstarted")) failed(address.href, damage);
  });
  try {
    whole.src = scriptAddress(address);
    document.head.append(whole);
  } catch (error) {
    failed(address.href, String(error)); // the host's list of Trusted Types policies does not include ours
  }
}

window.attentionExplorerWhole = goOn;
watchStart(goOn);

// What the static pages do by themselves: print, and large type for a projector. Without this script both buttons stay
// hidden, and nothing else is missing.
export {};

const key = "attention-explorer.projector";

function remembered(): boolean {
  try {
    return window.localStorage.getItem(key) === "on";
  } catch {
    return false; // a frame may forbid it
  }
}

function remember(on: boolean): void {
  try {
    window.localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // then the next page begins as usual
  }
}

const projector = document.getElementById("projector");
if (projector) {
  const show = (on: boolean) => {
    document.documentElement.toggleAttribute("data-projector", on);
    projector.setAttribute("aria-pressed", String(on));
  };
  show(remembered());
  projector.hidden = false;
  projector.addEventListener("click", () => {
    const on = projector.getAttribute("aria-pressed") !== "true";
    show(on);
    remember(on);
  });
}

const printing = document.getElementById("print");
if (printing) {
  printing.hidden = false;
  printing.addEventListener("click", () => {
    window.print();
  });
}

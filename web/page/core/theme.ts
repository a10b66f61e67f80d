// Dark or light for the DOM, from the explorer's state; the canvas reads the same state.

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
let wanted: "system" | "dark" | "light" = "system";

function show(): void {
  const dark = wanted === "system" ? systemDark.matches : wanted === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

export function setTheme(theme: "system" | "dark" | "light"): void {
  wanted = theme;
  show();
}

systemDark.addEventListener("change", show);
show();

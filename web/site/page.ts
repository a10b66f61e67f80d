// What the static pages do by themselves: print, and large type for a projector. Without this script both buttons stay
// hidden, and nothing else is missing.
import { isProjected, project } from "../page/projector";

const projector = document.getElementById("projector");
if (projector) {
  const show = () => projector.setAttribute("aria-pressed", String(isProjected()));
  show();
  projector.hidden = false;
  projector.addEventListener("click", () => {
    project(!isProjected());
    show();
  });
}

const printing = document.getElementById("print");
if (printing) {
  printing.hidden = false;
  printing.addEventListener("click", () => {
    window.print();
  });
}

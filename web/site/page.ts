// The scripted parts of the static pages: print, and projector mode. Without this script both buttons stay hidden, and
// nothing else is missing.
import { isProjected, project } from "../page/dialogs/projector";

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

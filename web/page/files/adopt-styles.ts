// Gives the document the styles of sheet and bar, which come with their script.
import styles from "./sheet.css";

let styled = false;

export function adoptStyles(): void {
  if (styled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  styled = true;
}

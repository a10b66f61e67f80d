// The way to the pages that the build makes of each bundled lesson for who teaches it.
import { assets } from "./assets";
import type { Reading } from "./model";
import { words } from "./words";

export function courseLink(reading: Reading | null): HTMLElement[] {
  // In a frame it would take the place of the lesson; a lesson of the reader's own has no such page.
  if (!reading || !(reading.lesson.id in assets.lessons) || document.body.hasAttribute("data-embed"))
    return [];
  const page = reading.contents ? "index" : reading.lesson.id;
  const known = reading.language === "en" || reading.language in assets.languages;
  const ending = known && reading.language !== "en" ? `.${reading.language}` : "";
  const link = document.createElement("a");
  link.href = `course/${page}${ending}.html`;
  link.textContent = words("export.course");
  const line = document.createElement("p");
  line.append(link);
  return [line];
}

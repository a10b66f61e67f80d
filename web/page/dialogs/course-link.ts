// Links to the pages that the build makes of each bundled lesson for teachers, and to the author kit.
import { h } from "../core/element";
import type { Reading } from "../core/model";
import { hasPages, pageFile } from "../core/pages";
import { words } from "../core/words";
import { assets } from "../start/assets";

// A lesson of the reader's own has no such pages.
const hasCourse = (reading: Reading | null): reading is Reading =>
  hasPages && reading !== null && reading.lesson.id in assets.lessons;

export function courseLink(reading: Reading | null): HTMLElement[] {
  if (!hasCourse(reading)) return [];
  const page = `course/${reading.contents ? "index" : reading.lesson.id}`;
  return [h("a", { href: pageFile(page, reading.language) }, words("export.course"))];
}

export function authorLink(reading: Reading | null): HTMLElement[] {
  if (!hasCourse(reading)) return [];
  const page = `${pageFile("author", reading.language)}#lesson=${reading.lesson.id}`;
  return [h("a", { href: page }, words("export.author"))];
}

// Links to the pages that the build makes of each bundled lesson for teachers, and to the author kit.
import { assets } from "../start/assets";
import type { Reading } from "../core/model";
import { words, type WordId } from "../core/words";

export function courseLink(reading: Reading | null): HTMLElement[] {
  // In a frame it would replace the lesson; a lesson of the reader's own has no such page.
  if (!reading || !(reading.lesson.id in assets.lessons) || document.body.hasAttribute("data-embed"))
    return [];
  const known = reading.language === "en" || reading.language in assets.languages;
  const ending = `${known && reading.language !== "en" ? `.${reading.language}` : ""}.html`;
  const { id } = reading.lesson;
  const places: [string, WordId][] = [
    [`course/${reading.contents ? "index" : id}${ending}`, "export.course"],
    [`author${ending}#lesson=${id}`, "export.author"],
  ];
  return places.map(([address, label]) => {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = words(label);
    const line = document.createElement("p");
    line.append(link);
    return line;
  });
}

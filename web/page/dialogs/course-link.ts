// Links to the pages that the build makes of each bundled lesson for teachers, and to the author kit.
import { assets } from "../start/assets";
import type { Reading } from "../core/model";
import { hasPages, pageFile } from "../core/pages";
import { words, type WordId } from "../core/words";

export function courseLink(reading: Reading | null): HTMLElement[] {
  // A lesson of the reader's own has no such page.
  if (!reading || !(reading.lesson.id in assets.lessons) || !hasPages) return [];
  const { id } = reading.lesson;
  const page = (name: string) => pageFile(name, reading.language);
  const places: [string, WordId][] = [
    [page(`course/${reading.contents ? "index" : id}`), "export.course"],
    [`${page("author")}#lesson=${id}`, "export.author"],
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

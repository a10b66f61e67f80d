// Reduces a lesson to what the contents page needs: its name, and the numbers of its card with everything that they are
// computed from, drawn in the same order. Texts, questions and the rest of the steps are dropped, which is most of the
// size.
import { loadCore } from "../site/core.mjs";

const ofLesson = ["format", "id", "version", "title", "summary", "decimals", "generators", "card"];

function mentions(thing, found = new Set()) {
  if (typeof thing === "string") found.add(thing);
  else if (thing !== null && typeof thing === "object")
    for (const [key, value] of Object.entries(thing)) mentions(value, found.add(key));
  return found;
}

/** The lesson (as text) reduced to its card. */
export function cardOf(content) {
  const lesson = JSON.parse(content);
  const parts = [...lesson.tensors, ...(lesson.parameters ?? [])];
  const drawn = lesson.tensors.filter((tensor) => /"random"/.test(JSON.stringify(tensor)));
  const kept = new Set([...lesson.card, ...drawn.map(({ name }) => name), ...mentions(lesson.generators)]);
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const part of parts) {
      if (!kept.has(part.name)) continue;
      const named = mentions(part);
      for (const { name } of parts) if (named.has(name)) kept.add(name);
    }
  }
  const keep = (list) => (list ?? []).filter(({ name }) => kept.has(name));
  return JSON.stringify({
    ...Object.fromEntries(ofLesson.map((key) => [key, lesson[key]])),
    course: lesson.course && {
      minutes: lesson.course.minutes,
      needs: lesson.course.needs,
      aside: lesson.course.aside,
      objectives: lesson.title,
    },
    parameters: keep(lesson.parameters),
    tensors: keep(lesson.tensors),
    steps: lesson.steps.map(({ id, title }) => ({
      id,
      title,
      text: title,
      stage: [{ tensors: lesson.card }],
    })),
  });
}

/**
 * Throws if a card would show anything other than its lesson.
 * @param lessons [{ id, content, card }]
 */
export async function checkCards(wasmFolder, cache, lessons) {
  const shown = async (textOf) => {
    const { core } = await loadCore(wasmFolder, cache);
    const numbers = lessons.map((lesson) => {
      const refused = core.open(textOf(lesson), "en") ?? core.addCard(textOf(lesson), "", "", "", "en");
      if (refused) throw new Error(`${lesson.id}${refused.path}: ${refused.message}`);
      return JSON.parse(lesson.content).card.map((name) => core.tensor(name));
    });
    return core.contents().map((card, i) => JSON.stringify([card, numbers[i]]));
  };
  const whole = await shown(({ content }) => content);
  const cards = await shown(({ card }) => card);
  for (const [i, { id }] of lessons.entries())
    if (whole[i] !== cards[i]) throw new Error(`The card of “${id}” shows something other than the lesson.`);
}

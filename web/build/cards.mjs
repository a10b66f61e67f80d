// Reduces a lesson to what the contents page needs: what it is, takes and needs, and the names of its steps. One tensor
// stays, with what it is computed from: the first of the card whose numbers are random, which the contents say, or else
// the first. Texts, questions and the rest are dropped, which is most of the size.
import { loadCore } from "../site/core.mjs";

const ofLesson = ["format", "id", "version", "title", "summary", "decimals", "generators"];

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
  const neededBy = (name) => {
    const kept = new Set([name]);
    for (let before = -1; before !== kept.size;) {
      before = kept.size;
      for (const part of parts) {
        if (!kept.has(part.name)) continue;
        const named = mentions(part);
        for (const { name } of parts) if (named.has(name)) kept.add(name);
      }
    }
    return kept;
  };
  const random = (name) => {
    const needed = neededBy(name);
    return lesson.tensors.some(
      (tensor) => needed.has(tensor.name) && /"random"/.test(JSON.stringify(tensor)),
    );
  };
  const shown = lesson.card.find(random) ?? lesson.card[0];
  const kept = neededBy(shown);
  for (const { name } of lesson.parameters ?? [])
    if (mentions(lesson.generators ?? []).has(name)) kept.add(name);
  const keep = (list) => (list ?? []).filter(({ name }) => kept.has(name));
  return JSON.stringify({
    ...Object.fromEntries(ofLesson.map((key) => [key, lesson[key]])),
    card: [shown],
    course: lesson.course && {
      minutes: lesson.course.minutes,
      needs: lesson.course.needs,
      aside: lesson.course.aside,
      next: lesson.course.next,
      objectives: lesson.title,
    },
    parameters: keep(lesson.parameters),
    tensors: keep(lesson.tensors),
    steps: lesson.steps.map(({ id, title }) => ({
      id,
      title,
      text: title,
      stage: [{ tensors: [shown] }],
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
    for (const lesson of lessons) {
      const refused = core.addCard(textOf(lesson), "", "", "", "en");
      if (refused) throw new Error(`${lesson.id}${refused.path}: ${refused.message}`);
    }
    return core.contents().map((card) => JSON.stringify(card));
  };
  const whole = await shown(({ content }) => content);
  const cards = await shown(({ card }) => card);
  for (const [i, { id }] of lessons.entries())
    if (whole[i] !== cards[i]) throw new Error(`The card of “${id}” shows something other than the lesson.`);
}

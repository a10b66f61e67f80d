// Reduces a lesson to what the contents page needs: what it is, takes and needs, and the names of its steps. One tensor
// stays, with what it is computed from: the one from which the card's random numbers come, which the contents say, or
// else the shortest, since a lesson has one. What is drawn on the card is kept as numbers, as the core computes them.
// Texts, questions and the rest are dropped, which is most of the size.
import { loadCore } from "../site/core.mjs";

const ofLesson = ["format", "id", "version", "title", "summary", "decimals", "generators"];

function mentions(thing, found = new Set()) {
  if (typeof thing === "string") found.add(thing);
  else if (thing !== null && typeof thing === "object")
    for (const [key, value] of Object.entries(thing)) mentions(value, found.add(key));
  return found;
}

// The matrix that is shown of a tensor; of a large one some rows and columns, as the page draws it.
function sampled({ role, shape, values }) {
  const most = 12;
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1)];
  const some = (length) =>
    Array.from(
      { length: Math.ceil(length / Math.ceil(length / most)) },
      (_, i) => i * Math.ceil(length / most),
    );
  // null: minus infinity under a mask, which looks like 0.
  const short = (value) => Number((value ?? 0).toPrecision(3));
  return {
    role,
    values: some(rows).map((row) => some(columns).map((column) => short(values[row * columns + column]))),
  };
}

/** What the lessons' cards draw: { id: [{ role, values }] }. lessons: [{ id, content }] */
export async function cardPictures(wasmFolder, cache, lessons) {
  const { core } = await loadCore(wasmFolder, cache);
  const pictures = {};
  for (const { id, content } of lessons) {
    const refused = core.open(content, "en");
    if (refused) throw new Error(`${id}${refused.path}: ${refused.message}`);
    pictures[id] = JSON.parse(content).card.map((name) => sampled(core.tensor(name)));
  }
  return pictures;
}

/** The lesson (as text) reduced to its card, with what it draws. */
export function cardOf(content, pictures) {
  const lesson = JSON.parse(content);
  const parts = [...lesson.tensors, ...(lesson.parameters ?? [])];
  const direct = new Map(parts.map((part) => [part.name, mentions(part)]));
  const neededBy = (name, found = new Set()) => {
    if (!direct.has(name) || found.has(name)) return found;
    found.add(name);
    for (const each of direct.get(name)) neededBy(each, found);
    return found;
  };
  const drawn = (tensor) => /"random"/.test(JSON.stringify(tensor));
  // Where a tensor's random numbers come from, as the core says it: the first of its inputs that has some.
  const origin = (name) => {
    const tensor = lesson.tensors.find((each) => each.name === name);
    if (tensor === undefined || drawn(tensor)) return tensor?.name;
    const inputs = tensor.inputs ?? [...mentions(tensor.choose ?? {})];
    return inputs.map(origin).find((each) => each !== undefined);
  };
  const length = (name) => {
    const needed = neededBy(name);
    return JSON.stringify(parts.filter((part) => needed.has(part.name))).length;
  };
  const shortest = () =>
    lesson.tensors.map(({ name }) => name).reduce((a, b) => (length(b) < length(a) ? b : a));
  const random = lesson.card.map(origin).find((name) => name !== undefined);
  const shown = random ?? shortest();
  const kept = neededBy(shown);
  for (const { name } of lesson.parameters ?? [])
    if (mentions(lesson.generators ?? []).has(name)) kept.add(name);
  const keep = (list) => (list ?? []).filter(({ name }) => kept.has(name));
  return JSON.stringify({
    ...Object.fromEntries(ofLesson.map((key) => [key, lesson[key]])),
    card: [...(random === undefined ? [] : [random]), ...pictures.map((_, i) => `picture_${i + 1}`)],
    course: lesson.course && {
      minutes: lesson.course.minutes,
      act: lesson.course.act,
      short: lesson.course.short,
      needs: lesson.course.needs,
      aside: lesson.course.aside,
      next: lesson.course.next,
      objectives: lesson.title,
    },
    parameters: keep(lesson.parameters),
    tensors: [
      ...keep(lesson.tensors),
      ...pictures.map(({ role, values }, i) => ({ name: `picture_${i + 1}`, role, values })),
    ],
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

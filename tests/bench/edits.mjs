// What an edit costs a lesson: the command that the page gives, from its JSON to the view that is drawn next, with all
// that depends on the cell computed anew.
import { core, lessonOf, openPage, settled, stepsOf } from "../browser/harness.mjs";

const rounds = 5;
const count = 60; // of edits in a round, which begins with the lesson's own numbers

/** Every tensor of the lesson that readers may edit, cell by cell; the slowest, in milliseconds by the page's clock. */
export async function editsOf(id) {
  const { page, close } = await openPage({ link: `lesson=${id}` });
  await settled(page);
  // The first step with cells of a tensor that take an edit, and how many different numbers they take: a goal locks
  // cells, and a switch takes 0 and 1 only.
  const openAt = (tensor, shape) =>
    page.evaluate(
      ([name, lengths, steps]) => {
        const explorer = Object.getPrototypeOf(window.attentionExplorer); // the core, without what the page then shows
        const edit = (index, text) =>
          !explorer.apply({ type: "EditCell", cell: { tensor: name, index }, text });
        for (const step of steps) {
          explorer.apply({ type: "GoToStep", id: step });
          const cells = [];
          for (let n = 0; n < 60; n++) {
            const index = lengths.map((length, axis) => Math.floor(n / (axis + 1)) % length);
            const again = cells.some((cell) => String(cell) === String(index));
            if (!again && edit(index, "1")) cells.push(index);
          }
          if (cells.length > 0) return { cells, numbers: edit(cells[0], "96") ? 97 : 2 };
        }
        throw new Error(`${name} takes no edit at any step`);
      },
      [tensor, shape, stepsOf(id)],
    );
  const edits = (tensor, { cells, numbers }) =>
    page.evaluate(
      ([name, places, of, times]) => {
        const explorer = Object.getPrototypeOf(window.attentionExplorer);
        explorer.apply({ type: "RestoreLesson" });
        const start = performance.now();
        for (let n = 0; n < times; n++) {
          const cell = { tensor: name, index: places[n % places.length] };
          const refused = explorer.apply({
            type: "EditCell",
            cell,
            text: String((n + Math.floor(n / places.length)) % of),
          });
          if (refused) throw new Error(JSON.stringify(refused));
        }
        return (performance.now() - start) / times;
      },
      [tensor, cells, numbers, count],
    );
  const found = [];
  for (const { name } of lessonOf(id).tensors.filter(({ editable }) => editable)) {
    const { shape } = await core(page, "tensor", name);
    const taken = await openAt(name, shape);
    await edits(name, taken); // warm
    const times = [];
    for (let round = 0; round < rounds; round++) times.push(await edits(name, taken));
    found.push({ tensor: name, ms: Math.min(...times) }); // what else runs on the machine only adds time
  }
  await close();
  if (found.length === 0) throw new Error(`${id} has no tensor to edit`);
  const slowest = found.reduce((a, b) => (b.ms > a.ms ? b : a));
  return { ...slowest, others: found.length - 1, all: found };
}

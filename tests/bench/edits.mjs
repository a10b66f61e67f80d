// What an edit costs a lesson: the command that the page gives, from its JSON to the view that is drawn next, with all
// that depends on the cell computed anew.
import { core, lessonOf, openPage, settled } from "../browser/harness.mjs";

const rounds = 5;
const count = 60; // of edits in a round, which begins with the lesson's own numbers

/** Every tensor of the lesson that readers may edit, cell by cell; the slowest, in milliseconds by the page's clock. */
export async function editsOf(id) {
  const { page, close } = await openPage({ link: `lesson=${id}` });
  await settled(page);
  const edits = (tensor, shape) =>
    page.evaluate(
      ([name, lengths, times]) => {
        const explorer = Object.getPrototypeOf(window.attentionExplorer); // the core, without what the page then shows
        explorer.apply({ type: "RestoreLesson" });
        const start = performance.now();
        for (let n = 0; n < times; n++) {
          const index = lengths.map((length, axis) => Math.floor(n / (axis + 1)) % length);
          const command = { type: "EditCell", cell: { tensor: name, index }, text: String(n % 97) };
          const refused = explorer.apply(command);
          if (refused) throw new Error(JSON.stringify(refused));
        }
        return (performance.now() - start) / times;
      },
      [tensor, shape, count],
    );
  const found = [];
  for (const { name } of lessonOf(id).tensors.filter(({ editable }) => editable)) {
    const { shape } = await core(page, "tensor", name);
    await edits(name, shape); // warm
    const times = [];
    for (let round = 0; round < rounds; round++) times.push(await edits(name, shape));
    found.push({ tensor: name, ms: Math.min(...times) }); // what else runs on the machine only adds time
  }
  await close();
  if (found.length === 0) throw new Error(`${id} has no tensor to edit`);
  const slowest = found.reduce((a, b) => (b.ms > a.ms ? b : a));
  return { ...slowest, others: found.length - 1, all: found };
}

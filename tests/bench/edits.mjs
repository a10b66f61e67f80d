// What an edit costs a lesson: the command that the page gives, from its JSON to the view that is drawn next, with all
// that depends on the cell computed anew.
import { core, lessonOf, openPage, settled } from "../browser/harness.mjs";
import { at, threadClock } from "./frames.mjs";

/** Every tensor of the lesson that readers may edit, cell by cell; the slowest, in milliseconds of the page's thread. */
export async function editsOf(id) {
  const { page, close } = await openPage({ link: `lesson=${id}` });
  await settled(page);
  const clock = await threadClock(page);
  const edits = (tensor, shape, from, count) =>
    page.evaluate(
      ([name, lengths, first, times]) => {
        const explorer = Object.getPrototypeOf(window.attentionExplorer); // the core, without what the page then shows
        for (let n = first; n < first + times; n++) {
          const index = lengths.map((length, axis) => Math.floor(n / (axis + 1)) % length);
          const command = { type: "EditCell", cell: { tensor: name, index }, text: String(n % 2) };
          const refused = explorer.apply(command);
          if (refused) throw new Error(JSON.stringify(refused));
        }
      },
      [tensor, shape, from, count],
    );
  const found = [];
  for (const { name } of lessonOf(id).tensors.filter(({ editable }) => editable)) {
    const { shape } = await core(page, "tensor", name);
    await edits(name, shape, 0, 40); // warm
    const batches = [];
    for (let batch = 0; batch < 5; batch++) {
      const before = await clock();
      await edits(name, shape, batch * 60, 60);
      batches.push((await clock()) - before);
    }
    found.push({ tensor: name, ms: at(batches, 0.5) / 60 });
  }
  await close();
  if (found.length === 0) throw new Error(`${id} has no tensor to edit`);
  const slowest = found.reduce((a, b) => (b.ms > a.ms ? b : a));
  return { ...slowest, others: found.length - 1, all: found };
}

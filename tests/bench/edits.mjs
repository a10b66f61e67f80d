// What an edit costs a lesson: the command that the page gives, from its JSON to the view that is drawn next, with all
// that depends on the cell computed anew.
import { core, lessonOf, openPage, settled } from "../browser/harness.mjs";

/** Every tensor of the lesson that readers may edit, cell by cell; the slowest, in milliseconds (median of batches). */
export async function editsOf(id) {
  const { page, close } = await openPage({ link: `lesson=${id}` });
  await settled(page);
  const found = [];
  for (const { name } of lessonOf(id).tensors.filter(({ editable }) => editable)) {
    const { shape } = await core(page, "tensor", name);
    const ms = await page.evaluate(
      ([tensor, lengths]) => {
        const explorer = Object.getPrototypeOf(window.attentionExplorer); // the core, without what the page then shows
        const edit = (n) => {
          const index = lengths.map((length, axis) => Math.floor(n / (axis + 1)) % length);
          const refused = explorer.apply({ type: "EditCell", cell: { tensor, index }, text: String(n % 2) });
          if (refused) throw new Error(JSON.stringify(refused));
        };
        const [each, batches] = [20, []]; // the page's clock has steps of 0.1 ms
        for (let batch = 0; batch < 16; batch++) {
          const began = performance.now();
          for (let n = 0; n < each; n++) edit(batch * each + n);
          batches.push((performance.now() - began) / each);
        }
        batches.shift(); // warm
        return batches.sort((a, b) => a - b)[batches.length >> 1];
      },
      [name, shape],
    );
    found.push({ tensor: name, ms });
  }
  await close();
  if (found.length === 0) throw new Error(`${id} has no tensor to edit`);
  const slowest = found.reduce((a, b) => (b.ms > a.ms ? b : a));
  return { ...slowest, others: found.length - 1, all: found };
}

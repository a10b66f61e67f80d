// Still pictures of every step, for elements that are not live yet: the step's figure as the canvas draws it, in both themes.
// stills/<lesson>/<step>.<theme>.svg; "start" is the first step.
import { loadCore } from "../site/core.mjs";

const room = { width: 900, height: 600 }; // px

/**
 * @param fonts { face: file }
 * @param lessons [{ id, languages: { en: { content } } }]
 * @param emit (name, content)
 */
export async function makeStills(wasmFolder, cache, fonts, lessons, emit) {
  const { core, drawing } = await loadCore(wasmFolder, cache, fonts);
  for (const { id, languages } of lessons) {
    const refused = core.open(languages.en.content, "en");
    if (refused) throw new Error(`${refused.path}: ${refused.message}`);
    const { steps } = core.reading();
    for (const [place, step] of steps.entries()) {
      core.apply({ type: "GoToStep", id: step.id });
      for (const theme of ["light", "dark"]) {
        const drawn = drawing({ ...room, dark: theme === "dark", of: "figure", ground: false });
        if (!drawn) continue; // the page after the last step
        emit(`stills/${id}/${step.id}.${theme}.svg`, drawn.svg);
        if (place === 0) emit(`stills/${id}/start.${theme}.svg`, drawn.svg);
      }
    }
  }
}

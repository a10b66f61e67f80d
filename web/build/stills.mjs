// Still pictures of every step, for elements that are not live yet: the step's own figures as the explorer has them, in
// both themes. stills/<lesson>/<step>.<theme>.svg; "start" is the first step.
import { loadCore } from "../site/core.mjs";

/**
 * @param lessons [{ id, languages: { en: { content } } }]
 * @param emit (name, content)
 */
export async function makeStills(wasmFolder, cache, lessons, emit) {
  const { core, drawing } = await loadCore(wasmFolder, cache);
  for (const { id, languages } of lessons) {
    const refused = core.open(languages.en.content, "en");
    if (refused) throw new Error(`${refused.path}: ${refused.message}`);
    const { steps } = core.reading();
    for (const [place, step] of steps.entries()) {
      core.apply({ type: "GoToStep", id: step.id });
      if (core.reading().closing) continue; // the page after the last step
      for (const theme of ["light", "dark"]) {
        const figures = core.figures(theme === "dark");
        const drawn = figures && drawing(figures);
        if (!drawn) continue;
        emit(`stills/${id}/${step.id}.${theme}.svg`, drawn.svg);
        if (place === 0) emit(`stills/${id}/start.${theme}.svg`, drawn.svg);
      }
    }
  }
}

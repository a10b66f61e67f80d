// The typesetter as the page's module: imported, or in a worker that answers { id, lesson } with { id, typesetting } or
// { id, error: { path, why } }, and sends { id, path } before each formula. { ready } says that it accepts requests.
import { typesetLesson } from "./typeset.mjs";

export { facesOf, typesetLesson } from "./typeset.mjs";

const { WorkerGlobalScope } = globalThis;
if (WorkerGlobalScope && globalThis instanceof WorkerGlobalScope) {
  globalThis.addEventListener("message", async ({ data: { id, lesson } }) => {
    const tell = (told) => globalThis.postMessage({ id, ...told });
    try {
      tell({ typesetting: await typesetLesson(lesson, "", (path) => tell({ path })) });
    } catch (error) {
      tell({ error: { path: error.path ?? "", why: error.why ?? error.message } });
    }
  });
  globalThis.postMessage({ ready: true });
}

// What pages say about the tours of the page's own models (src/explorer/model/tour.hpp), in the form of a lesson's content: each
// step asks one question, which is answered on the screen.
import { commander } from "./lesson.mjs";

const plain = (text) => [{ item: false, runs: [{ kind: "text", text }] }];
const nothing = {
  minutes: 0,
  prerequisites: [],
  objectives: [],
  canSay: [],
  corrections: [],
  references: [],
  licence: [],
  cite: [],
};

// The tours by id of their pages: the model's source in links, and the ids of their title and summary.
const tours = {
  model: { source: "small", title: "model.tour.begin", summary: "course.tour" },
  "model-pictures": { source: "pictures", title: "contents.pictures", summary: "course.look" },
};

/** @param core a core with the languages registered, which shows a lesson */
export const tourContents = (core, language, say) =>
  Object.entries(tours).map(([id, { summary }]) => tourContent(core, language, id, say(summary)));

function tourContent(core, language, id, summary) {
  const { source, title } = tours[id];
  const must = commander(core);
  must({ type: "SetLanguage", language });
  const steps = [];
  for (let at = 0, count = 1; at < count; at++) {
    must({ type: "StepModel", step: at, source });
    must({ type: "ShowModel", on: true });
    const { tour } = core.reading().model;
    count = tour.steps;
    const question = { id: tour.id, prompt: plain(`${tour.text} ${tour.task}`), parts: [] };
    steps.push({
      step: { id: tour.id, title: tour.title, question },
      figures: [],
      key: { parts: [] },
      hint: plain(tour.hint),
      answer: plain(tour.done),
    });
  }
  must({ type: "StepModel", step: null });
  must({ type: "ShowModel", on: false });
  return {
    id,
    title: core.text(title),
    summary,
    link: (step) => `view=model&model=${source}&model.step=${step ?? steps[0].step.id}`,
    steps,
    closing: nothing,
    names: [],
    formulae: new Map(),
  };
}

// What pages say about the tour of the page's own model (src/explorer/model/tour.hpp), in the form of a lesson's content: each
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

/** @param core a core with the languages registered, which shows a lesson */
export function tourContent(core, language, summary) {
  const must = commander(core);
  must({ type: "SetLanguage", language });
  const steps = [];
  for (let at = 0, count = 1; at < count; at++) {
    must({ type: "StepModel", step: at });
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
    id: "model",
    title: core.text("model.tour.begin"),
    summary,
    link: (step) => `view=model&model=small&model.step=${step ?? steps[0].step.id}`,
    steps,
    closing: nothing,
    names: [],
    formulae: new Map(),
  };
}

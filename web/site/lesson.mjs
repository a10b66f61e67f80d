// Everything that pages say about a lesson, queried from the core step by step: nothing is computed here.

const sheet = { width: 720, height: 560, dark: false, of: "figure", ground: false, paper: true }; // px of a figure on a worksheet

const named = ({ name, symbol }) => ({
  name,
  symbol: [symbol.base, symbol.sub && `_${symbol.sub}`, symbol.sup && `^${symbol.sup}`]
    .filter(Boolean)
    .join(""),
});

// On paper nothing can be dragged: matrices that follow from the dragged vectors stay empty.
const followsFromDrag = ({ figures, question }) => figures.some(({ dragged }) => dragged) && question?.goal;

/** A function that applies a command, which must not be refused. */
export const commander = (core) => (command) => {
  const why = core.apply(command);
  if (why) throw new Error(`${JSON.stringify(command)}: ${why.message}`);
};

/**
 * @param core a core with the languages registered
 * @param content the lesson file, with its translation
 * @returns {id, title, steps: [{step, figures, key, hint, answer}], closing, names}; figures in light colours, for paper
 */
export function lessonContent({ core, drawing }, content, language) {
  const refused = core.open(content, language);
  if (refused) throw new Error(`${refused.path}: ${refused.message}`);
  const must = commander(core);
  // A drawing for each part of a divided step; the alternative text of the first covers all.
  const parts = (blank, drawn = []) => {
    const made = drawing({ ...sheet, blank, part: drawn.length });
    return made ? parts(blank, [...drawn, made]) : drawn;
  };
  must({ type: "SetLanguage", language });
  const first = core.reading();
  const steps = first.steps
    .filter(({ id }) => id !== "end")
    .map(({ id }) => {
      must({ type: "GoToStep", id });
      const { step, tensors } = core.reading();
      const given = tensors.filter((one) => !one.editable);
      const asked = {
        step,
        editable: tensors.filter((one) => one.editable).map(named),
        figures: parts(followsFromDrag(step) ? given.map(({ name }) => name) : []),
        key: core.answerKey(),
      };
      if (!step.question) return asked;
      while (core.reading().step.question.hasHint) must({ type: "ShowHint", question: step.question.id });
      const { hint } = core.reading().step.question;
      must({ type: "Reveal", question: step.question.id });
      return { ...asked, hint, answer: core.reading().step.question.answer };
    });
  const editable = new Map();
  for (const { name, symbol } of steps.flatMap((one) => one.editable)) editable.set(name, symbol);
  must({ type: "GoToStep", id: "end" });
  const { closing, names, namesHere, lesson } = core.reading();
  return {
    id: lesson.id,
    title: lesson.title,
    steps,
    closing,
    names,
    namesHere,
    editable: [...editable].map(([name, symbol]) => ({ name, symbol })),
  };
}

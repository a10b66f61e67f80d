// Everything that pages say about a lesson, queried from the core step by step: nothing is computed here.

const sheetLine = 1000; // px of a line of figures on a worksheet: at the size they are printed, the width of the paper

const named = ({ name, symbol }) => ({
  name,
  symbol: [symbol.base, symbol.sub && `_${symbol.sub}`, symbol.sup && `^${symbol.sup}`]
    .filter(Boolean)
    .join(""),
});

// On paper nothing can be dragged: of a figure with a goal that is set by dragging come the vectors, not what follows from where they are at first.
function whatCanBeMoved(drawn, tensors) {
  const given = new Set(tensors.filter(({ editable }) => editable).map(({ node }) => node));
  const figures = drawn.figures.flatMap((figure) => figure.tensors).filter(({ node }) => given.delete(node));
  return { ...drawn, figures: [{ layout: "other", tensors: figures }] };
}

/**
 * @param core a core with the languages registered
 * @param content the lesson file, with its translation
 * @returns {id, title, steps: [{step, figure, key, hint, answer}], closing, names}; figures in light colours, for paper
 */
export function lessonContent({ core, drawing }, content, language) {
  const refused = core.open(content, language);
  if (refused) throw new Error(`${refused.path}: ${refused.message}`);
  const must = (command) => {
    const why = core.apply(command);
    if (why) throw new Error(`${JSON.stringify(command)}: ${why.message}`);
  };
  must({ type: "SetLanguage", language });
  const first = core.reading();
  const steps = first.steps
    .filter(({ id }) => id !== "end")
    .map(({ id }) => {
      must({ type: "GoToStep", id });
      const { step, tensors } = core.reading();
      const asked = {
        step,
        editable: tensors.filter((one) => one.editable).map(named),
        figure: drawing(
          step.figures.some(({ dragged }) => dragged) && step.question?.goal
            ? whatCanBeMoved(core.figures(false), tensors)
            : core.figures(false),
          { line: sheetLine },
        ),
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
  const { closing, names, lesson } = core.reading();
  return {
    id: lesson.id,
    title: lesson.title,
    steps,
    closing,
    names,
    editable: [...editable].map(([name, symbol]) => ({ name, symbol })),
  };
}

// The JSON of the page's core has the shapes of web/page/core/model.ts, according to the TypeScript compiler: every key
// in it is declared there, and every declared key occurs. In node only, where the page's core can be loaded.
import { check } from "./harness.mjs";

/** Every answer of the core on every screen: [type in model.ts, JSON]. */
function* answersOf(core, lessons) {
  for (const [i, id] of lessons.ids.entries()) {
    const { steps } = lessons.lesson(id);
    const refused = core.open(JSON.stringify(lessons.lesson(id)), "en");
    check(!refused, `${id}: ${refused?.message}`);
    for (const step of [...steps.map((each) => each.id), "end"]) {
      core.apply({ type: "GoToStep", id: step });
      const reading = core.reading();
      yield ["Reading", reading];
      yield ["Explanation | null", core.explanation()];
      yield ["AnswerKey | null", core.answerKey()];
      for (const { node } of reading.tensors.slice(0, 1)) yield ["RowsPage | null", core.rows(node, 0, 2)];
    }
    core.openLink(`lesson=${id}&view=attention`);
    yield ["Reading", core.reading()];
    const added = core.addCard(JSON.stringify(lessons.lesson(id)), "", "", "", "en");
    check(!added, added?.message);
  }
  yield ["Card[]", core.contents()];
  for (const of of ["words", "patches"]) {
    core.openLink(`view=large&m.of=${of}&m.tokens=64`);
    yield ["Reading", core.reading()];
    yield ["LargeRows | null", core.largeRows(0, 2)];
    yield ["MapTable[]", core.mapTables()];
  }
}

export async function tests(runner, { lessons, pageCore, typeErrors }) {
  if (!pageCore) return;
  await runner.test("page: the core's JSON has the shapes of model.ts", async () => {
    const answers = [...answersOf(await pageCore(), lessons)];
    const types = new Set(answers.map(([type]) => type));
    check(types.size === 7, `all seven shapes were asked for, not ${[...types].join(", ")}`);
    for (const type of types)
      check(
        answers.some(([its, json]) => its === type && json !== null && JSON.stringify(json) !== "[]"),
        `${type} has only been empty`,
      );
    const errors = await typeErrors(answers);
    check(errors.length === 0, [...new Set(errors)].slice(0, 9).join("\n"));
  });
  await runner.test("page: a key too many, one too few and another type are found", async () => {
    const cell = { text: "1", value: 1, edited: false, status: "shown" };
    const rows = (changed) => [
      "RowsPage",
      { node: 0, rowCount: 1, columnsLeftOut: 0, first: 0, rows: [[{ ...cell, ...changed }]], rowLabels: [] },
    ];
    check((await typeErrors([rows({})])).length === 0, "the right shape");
    for (const changed of [{ more: 1 }, { text: undefined }, { value: "1" }, { status: "gone" }])
      check((await typeErrors([rows(changed)])).length === 1, JSON.stringify(changed));
  });
}

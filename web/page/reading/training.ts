// The run of a step's training in words and numbers: its current step, the buttons and the slider that the picture has,
// the losses as a table, the heads, a held-out sequence with what the model says, and one weight over time.
import type { Command, RunSequence, TrainedWeight, TrainingRun } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child } from "./dom";

function runButtons(run: TrainingRun, text: Text): Child {
  const going = run.running || run.target !== null;
  const play = run.target !== null ? "training.stop" : run.running ? "training.pause" : "training.play";
  return h(
    "p",
    { key: "buttons" },
    button({ type: "RunTraining", on: !going }, text(play), { disabled: !going && !run.canRun }),
    " ",
    button({ type: "SeekTraining", step: run.step + 1 }, text("training.one"), {
      disabled: going || !run.canRun,
    }),
    " ",
    button({ type: "ResetTraining" }, text("training.reset"), { disabled: !run.canReset }),
  );
}

function stepSlider(run: TrainingRun, text: Text): Child {
  return h(
    "label",
    { key: "step" },
    `${text("training.slider")} `,
    h("input", {
      type: "range",
      min: 0,
      max: run.planned,
      value: String(run.step),
      "data-training": "step",
    }),
    ` ${run.step} ${text("training.of", run.planned)}`,
  );
}

function lossTable(run: TrainingRun, text: Text): Child {
  if (run.rows.length === 0) return null;
  const apart = run.rows.some(({ heldOut }) => heldOut);
  const right = run.rows.some(({ right }) => right);
  const heading = (words: string) => h("th", { scope: "col" }, words);
  const row = ({ step, loss, heldOut, right: share, rightHeldOut }: TrainingRun["rows"][number]) =>
    h(
      "tr",
      { key: String(step) },
      h("th", { scope: "row" }, String(step)),
      h("td", {}, loss),
      apart && h("td", {}, heldOut),
      right && h("td", {}, share),
      right && apart && h("td", {}, rightHeldOut),
    );
  return h(
    "table",
    { key: "losses" },
    h("caption", {}, text("training.losses")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heading(text("training.one")),
        heading(text("training.line.batch")),
        apart && heading(text("training.line.apart")),
        right && heading(`${text("training.accuracy")}, %`),
        right && apart && heading(`${text("training.line.apart")}, %`),
      ),
    ),
    h("tbody", {}, run.rows.map(row)),
  );
}

function headList(run: TrainingRun, text: Text): Child {
  if (!run.heads.some(({ share }) => share)) return null;
  const off = ({ name, kept, on }: TrainingRun["heads"][number]) =>
    kept &&
    button(
      { type: "EditCell", cell: kept, text: on ? "0" : "1" },
      text(on ? "training.head_off" : "training.head_on", name),
    );
  return h(
    "ul",
    { key: "heads" },
    run.heads.map((head) =>
      h("li", { key: head.name }, `${head.name}: ${head.share}`, head.kept && " ", off(head)),
    ),
  );
}

export function trainingSection(run: TrainingRun | null, text: Text): Child {
  if (!run) return null;
  return h(
    "section",
    { class: "training", key: "training", "aria-label": text("training.title") },
    h("h3", {}, text("training.title")),
    h("p", { key: "note", role: "status" }, run.target !== null ? text("training.to", run.target) : run.note),
    run.stopped && h("p", { key: "stopped", role: "alert" }, run.stopped),
    runButtons(run, text),
    stepSlider(run, text),
    lossTable(run, text),
    headList(run, text),
    run.off && h("p", { key: "off", role: "status" }, run.off),
    run.rightNote && h("p", { key: "right" }, run.rightNote),
    run.sequence && sequenceTable(run.sequence, text),
    run.weights.length > 0 && weightPart(run, text),
  );
}

const row = (name: string, cells: string[]) =>
  h("tr", { key: name }, h("th", { scope: "row" }, name), ...cells.map((one) => h("td", {}, one)));

function sequenceTable({ places, at, count, axis, title, note }: RunSequence, text: Text): Child {
  return h(
    "div",
    { key: "sequence" },
    note && h("p", { key: "note" }, note),
    h(
      "div",
      {
        class: "table-frame",
        key: "frame",
        tabindex: "0",
        role: "group",
        "aria-label": title,
      },
      h(
        "table",
        { key: "table" },
        h("caption", {}, title),
        h(
          "tbody",
          {},
          row(
            text("training.input"),
            places.map(({ input }) => input),
          ),
          row(
            text("training.wanted"),
            places.map(({ wanted }) => wanted),
          ),
          row(
            text("training.said"),
            places.map(({ said }) => said),
          ),
          row(
            text("training.sure"),
            places.map(({ sure }) => sure),
          ),
        ),
      ),
    ),
    count > 1 &&
      h(
        "p",
        { key: "which" },
        button({ type: "SetLeading", axis, place: at - 1 }, text("training.back"), { disabled: at === 0 }),
        ` ${text("training.of_all", at + 1, count)} `,
        button({ type: "SetLeading", axis, place: at + 1 }, text("training.next"), {
          disabled: at + 1 >= count,
        }),
      ),
  );
}

function weightPart({ weights, weight }: TrainingRun, text: Text): Child {
  if (!weight)
    return h(
      "p",
      { key: "weight" },
      button({ type: "LookTraining", part: "weight" }, text("training.weight"), {}),
    );
  const { name, value, slope, nudged, agree, note, rows, node, index, shape } = weight;
  const said = [
    `${name} = ${value}`,
    slope && `${text("training.slope")} ${slope}`,
    nudged && text("training.nudged", nudged),
    nudged && text(agree ? "training.agree" : "training.disagree"),
  ].filter(Boolean);
  return h(
    "div",
    { key: "weight" },
    h("h4", {}, text("training.weight")),
    h(
      "p",
      { key: "which" },
      h(
        "label",
        {},
        `${text("training.tensor")} `,
        h(
          "select",
          { "data-training": "tensor" },
          weights.map((one) =>
            h(
              "option",
              { value: String(one.node), selected: one.node === node, key: String(one.node) },
              one.symbol,
            ),
          ),
        ),
      ),
      index.map((place, axis) =>
        h(
          "label",
          { key: `axis${axis}` },
          ` ${text(axis + 1 < index.length ? "training.row" : "training.column")} `,
          h("input", {
            type: "number",
            min: 1,
            max: shape[axis],
            value: String(place + 1),
            "data-training": `index${axis}`,
          }),
        ),
      ),
    ),
    h("p", { key: "said", role: "status" }, said.join(", ")),
    note && h("p", { key: "note" }, note),
    rows.length > 0 && courseTable(weight, text),
  );
}

function courseTable({ name, rows }: TrainedWeight, text: Text): Child {
  const column = (words: string) => h("th", { scope: "col" }, words);
  return h(
    "table",
    { key: "course" },
    h("caption", {}, name),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        column(text("training.one")),
        column(text("training.value")),
        column(text("training.slope")),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(({ step, value, slope }) => row(String(step), [value, slope])),
    ),
  );
}

/** The command of the slider. */
export function trainingCommand(
  target: EventTarget | null,
  weight: TrainedWeight | null | undefined,
): Command | null {
  if (target instanceof HTMLSelectElement && target.dataset.training)
    return {
      type: "LookTraining",
      weight: { node: Number(target.value), index: (weight?.index ?? []).map(() => 0) },
    };
  if (!(target instanceof HTMLInputElement) || !target.dataset.training) return null;
  if (target.dataset.training === "step")
    return { type: "SeekTraining", step: Math.round(target.valueAsNumber) };
  if (!weight || !Number.isFinite(target.valueAsNumber)) return null;
  const axis = Number(target.dataset.training.slice("index".length));
  const index = weight.index.map((place, at) =>
    at === axis ? Math.min(Math.max(Math.round(target.valueAsNumber), 1), weight.shape[at] ?? 1) - 1 : place,
  );
  return { type: "LookTraining", weight: { node: weight.node, index } };
}

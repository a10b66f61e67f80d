// The run of a step's training in words and numbers: its current step, the buttons and the slider that the picture has,
// the losses as a table, and the heads.
import type { Command, TrainingRun } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child } from "./dom";

export function trainingSection(run: TrainingRun | null, text: Text): Child {
  if (!run) return null;
  const going = run.running || run.target !== null;
  const play = run.target !== null ? "training.stop" : run.running ? "training.pause" : "training.play";
  const apart = run.rows.some(({ heldOut }) => heldOut);
  return h(
    "section",
    { class: "training", key: "training", "aria-label": text("training.title") },
    h("h3", {}, text("training.title")),
    h(
      "p",
      { key: "note", role: "status" },
      going && run.target !== null ? text("training.to", run.target) : run.note,
    ),
    run.stopped && h("p", { key: "stopped", role: "alert" }, run.stopped),
    h(
      "p",
      { key: "buttons" },
      button({ type: "RunTraining", on: !going }, text(play), { disabled: !going && !run.canRun }),
      " ",
      button({ type: "SeekTraining", step: run.step + 1 }, text("training.one"), {
        disabled: going || !run.canRun,
      }),
      " ",
      button({ type: "ResetTraining" }, text("training.reset"), { disabled: !run.canReset }),
    ),
    h(
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
    ),
    run.rows.length > 0 &&
      h(
        "table",
        { key: "losses" },
        h("caption", {}, text("training.losses")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, text("training.one")),
            h("th", { scope: "col" }, text("training.line.batch")),
            apart && h("th", { scope: "col" }, text("training.line.apart")),
          ),
        ),
        h(
          "tbody",
          {},
          run.rows.map(({ step, loss, heldOut }) =>
            h(
              "tr",
              { key: String(step) },
              h("th", { scope: "row" }, String(step)),
              h("td", {}, loss),
              apart && h("td", {}, heldOut),
            ),
          ),
        ),
      ),
    run.heads.some(({ share }) => share) &&
      h(
        "ul",
        { key: "heads" },
        run.heads.map(({ name, share }) => h("li", { key: name }, `${name}: ${share}`)),
      ),
  );
}

/** The command of the slider. */
export function trainingCommand(target: EventTarget | null): Command | null {
  if (!(target instanceof HTMLInputElement) || !target.dataset.training) return null;
  return { type: "SeekTraining", step: Math.round(target.valueAsNumber) };
}

// What moves a number, in words: the sentence on the slopes that the tables show, buttons that nudge the selected cell,
// and the effect of that. The commands are carried out by reading.ts.
import type { Command, Reading } from "../core/model";
import { button, type Text } from "./controls";
import { h, type Child, type Spec } from "./dom";

export function movesSection({ moves, focus }: Reading, text: Text): Spec {
  const can = moves !== null && focus !== null && moves.nodes.includes(focus.node);
  const buttons: Child[] = moves
    ? [
        button({ type: "Nudge", cell: focus }, text("moves.up"), { key: "up", disabled: !can }),
        button({ type: "Nudge", cell: focus, down: true }, text("moves.down"), {
          key: "down",
          disabled: !can,
        }),
        button({ type: "AskWhatMoves", cell: null }, text("moves.leave"), { key: "leave" }),
      ]
    : [focus && button({ type: "AskWhatMoves", cell: focus }, text("moves.ask"), { key: "ask" })];
  return h(
    "div",
    { class: "moves", key: "moves", role: "group", "aria-label": text("moves.label") },
    h("div", { "aria-live": "polite", key: "words" }, [
      moves && h("p", { key: "slopes" }, moves.words),
      moves !== null &&
        moves.compared !== "" &&
        h("p", { key: "compared", class: "moves-compared" }, moves.compared),
    ]),
    h("p", { class: "bar", key: "buttons" }, buttons),
  );
}

/** The command of a key that opens “What moves this?”, nudges a cell, or goes back to the numbers. */
export function movesCommand(event: KeyboardEvent, reading: Reading | null): Command | null {
  if (!reading || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.matches("input, textarea, select")) return null;
  const { moves, focus } = reading;
  const key = event.key.toLowerCase();
  if (moves && (key === "m" || key === "escape")) return { type: "AskWhatMoves", cell: null };
  if (!moves && key === "m" && focus) return { type: "AskWhatMoves", cell: focus };
  if (moves && key === "n" && focus) return { type: "Nudge", cell: focus, down: event.shiftKey };
  return null;
}

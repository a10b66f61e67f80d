// The figure in the reading view: its matrices as tables after the paragraph that mentions them. Where the picture is
// beside the text, a table is folded behind its name; it is opened by a button, by the keyboard in it, and on paper.
import type { Reading, Tensor } from "../core/model";
import type { Text } from "./controls";
import { h, type Child, type Spec } from "./dom";
import { captionOf, tensorSection, type TableState } from "./table";
import { paragraphs, type Formulae } from "./text";
import { told } from "./told";

export interface FigureState extends TableState {
  beside: boolean; // the picture is beside the text
  unfolded: ReadonlySet<number>; // parts
}

const caption = (tensor: Tensor) => h("span", { class: `role role-${tensor.role}` }, captionOf(tensor));

function part(tensors: Tensor[], at: number, state: FigureState, text: Text): Child {
  const result = tensors.at(-1);
  if (!result) return null;
  const open = state.unfolded.has(at);
  const name = h(
    "button",
    {
      type: "button",
      class: "unfold",
      key: "name",
      "data-unfold": String(at),
      "aria-expanded": String(open),
    },
    caption(result),
  );
  return h(
    "div",
    {
      class: open || !state.beside ? "part open" : "part",
      key: `part-${at}`,
      "data-part": String(at),
      "data-role": result.role,
      role: "group",
      "aria-label": result.caption,
    },
    state.beside && name,
    h(
      "div",
      { class: "tables", key: "tables" },
      tensors.map((tensor) => tensorSection(tensor, state, text)),
    ),
  );
}

/** The text of the step, its formula after the first paragraphs, and its tables in between. */
export function textWithFigure(
  reading: Reading,
  formula: Child,
  state: FigureState,
  formulae: Formulae,
  text: Text,
): Child[] {
  const shown = new Set<number>(); // each tensor comes once
  const take = (nodes: number[]) =>
    nodes.flatMap((node) => {
      const tensor = shown.has(node) ? undefined : reading.tensors.find((each) => each.node === node);
      shown.add(node);
      return tensor ? [tensor] : [];
    });
  const help: Spec = h(
    "p",
    { class: "hint table-help", key: "help" },
    `${text("reading.table_help")} ${text("cell.counts")}`,
  );
  const groups = told(reading).flatMap(({ paragraphs: words, part: at, parts }, i) => [
    words.length > 0 &&
      h(
        "div",
        { class: "text", key: i === 0 ? "text" : `text-${i}`, "data-part": String(at) },
        paragraphs(words, formulae),
      ),
    i === 0 && formula,
    i === 0 && reading.tensors.length > 0 && help,
    ...parts.map((each) => part(take(reading.parts[each] ?? []), each, state, text)),
  ]);
  const rest = take(reading.tensors.map(({ node }) => node));
  return [
    ...groups,
    groups.length === 0 && formula,
    rest.length > 0 &&
      h(
        "section",
        { class: "tensors", key: "tensors", "aria-label": text("reading.tensors") },
        rest.map((tensor) => tensorSection(tensor, state, text)),
      ),
  ];
}

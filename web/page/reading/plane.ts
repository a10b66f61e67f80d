// What a plane shows, as numbers: score, length, cosine and weight of each key, and whole sentences about them. The cells
// that its arrows are made of are tables of their own, which can be edited.
import type { Plane } from "../core/model";
import type { Text } from "./controls";
import { h, type Child } from "./dom";

export function planeSection(plane: Plane | null, text: Text): Child {
  if (!plane) return null;
  const heads = [
    text("attention.key"),
    text("attention.score"),
    text("plane.length", "").trim(),
    text("plane.cosine", "").trim(),
    text("attention.weight"),
  ];
  const notes = [
    ...plane.notes,
    text("plane.sum", plane.keys.length),
    ...(plane.output ? [`${plane.output}.`, text("plane.inside")] : []),
  ];
  return h(
    "section",
    { class: "plane", key: "plane", "aria-label": text("plane.keys") },
    h(
      "table",
      { key: "table" },
      h("caption", {}, `${text("plane.keys")}: ${text("plane.query", plane.query)}`),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col", key: head }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        plane.keys.map(({ name, score, length, cosine, weight }, i) =>
          h(
            "tr",
            { key: String(i) },
            h("th", { scope: "row" }, name),
            [score, length, cosine, weight].map((number, at) => h("td", { key: String(at) }, number)),
          ),
        ),
      ),
    ),
    notes.map((note, i) => h("p", { key: `note-${i}` }, note)),
  );
}

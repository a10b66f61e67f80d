// The controls of a step as form elements. Their commands are in data-… attributes and carried out by reading.ts.
import type { Control, Reading } from "../core/model";
import { h, type Child, type Spec } from "./dom";
import { words, type Formulae } from "./text";

export type Text = (id: string, ...args: (string | number)[]) => string;

export function button(command: object, label: string, extra: Record<string, string | boolean> = {}): Spec {
  return h("button", { type: "button", "data-command": JSON.stringify(command), ...extra }, label);
}

/** A field with its label before it. */
export const labelled = (id: string, label: string, field: Spec): Spec =>
  h("div", { class: "field", key: id }, h("label", { for: id }, `${label} `), field);

/** A list to choose from, of [value, words]. */
export function chosen(
  id: string,
  label: string,
  options: readonly (readonly [string, string])[],
  attributes: Record<string, string>,
): Spec {
  const all = options.map(([value, words]) => h("option", { key: value, value }, words));
  return labelled(id, label, h("select", { id, ...attributes }, all));
}

// The text under a control, which aria-describedby refers to: its hint, and why it is disabled.
function notes(control: Control, id: string, formulae: Formulae): Child[] {
  return [
    control.off.length > 0 &&
      h("p", { class: "off", id: `${id}-off`, key: "off" }, words(control.off, formulae, "off")),
    control.hint &&
      h("p", { class: "hint", id: `${id}-hint`, key: "hint" }, words(control.hintText, formulae, "hint")),
  ];
}

function describedBy(control: Control, id: string): string | null {
  const ids = [control.off.length > 0 && `${id}-off`, control.hint && `${id}-hint`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : null;
}

const ownPicture = (text: Text) =>
  h("p", { key: "own" }, h("button", { type: "button", "data-action": "picture" }, text("picture.own")));

function choice(control: Control, id: string, formulae: Formulae, more: Child = null): Spec {
  const options = control.choices.map(({ value, label }) =>
    h(
      "label",
      { key: value },
      h("input", {
        type: "radio",
        name: id,
        "data-parameter": control.name,
        "data-choice": value,
        checked: control.value === value,
        disabled: control.off.length > 0,
      }),
      h("span", {}, label),
    ),
  );
  return h(
    "fieldset",
    { key: id, "aria-describedby": describedBy(control, id) },
    h("legend", {}, words(control.labelText, formulae, "label")),
    h("div", { class: "choices" }, options),
    more,
    notes(control, id, formulae),
  );
}

function field(control: Control, id: string, text: Text, formulae: Formulae): Spec {
  const shared = {
    id,
    "data-parameter": control.name,
    "aria-describedby": describedBy(control, id),
    disabled: control.off.length > 0,
  };
  let input: Spec;
  if (control.control === "toggle") {
    input = h("input", { ...shared, type: "checkbox", checked: control.value === true });
  } else if (control.control === "number") {
    const { least: min, most: max, step } = control;
    input = h("input", { ...shared, type: "number", min, max, step, value: String(control.value) });
  } else if (control.longText) {
    input = h("button", { ...shared, type: "button", "data-action": "text" }, text("text.own"));
  } else {
    input = h("input", { ...shared, type: "text", value: String(control.value) });
  }
  return h(
    "div",
    { class: "field", key: id },
    h(
      "label",
      { for: id },
      words(control.labelText, formulae, "label"),
      control.changed && ` (${text("control.changed")})`,
    ),
    input,
    notes(control, id, formulae),
  );
}

// An order is a list whose entries move up and down.
function order(control: Control, id: string, text: Text, formulae: Formulae): Spec {
  const places = Array.isArray(control.value) ? control.value : [];
  const swapped = (at: number, by: number) => {
    const next = [...places];
    [next[at], next[at + by]] = [next[at + by] ?? 0, next[at] ?? 0];
    return { type: "SetParameter", name: control.name, value: next };
  };
  const entries = places.map((place, i) => {
    const label = control.choices[place]?.label ?? String(place + 1);
    return h(
      "li",
      { key: String(place) },
      h("span", {}, label),
      button(swapped(i, -1), "↑", { "aria-label": text("control.move_up", label), disabled: i === 0 }),
      button(swapped(i, 1), "↓", {
        "aria-label": text("control.move_down", label),
        disabled: i === places.length - 1,
      }),
    );
  });
  return h(
    "fieldset",
    { key: id, "aria-describedby": describedBy(control, id), disabled: control.off.length > 0 },
    h("legend", {}, words(control.labelText, formulae, "label")),
    h("ol", {}, entries),
    notes(control, id, formulae),
  );
}

export function controls(reading: Reading, formulae: Formulae, text: Text): Child[] {
  const { step } = reading;
  const drawn = (control: Control) => {
    const id = `control-${control.name}`;
    if (control.control === "choice") return choice(control, id, formulae);
    if (control.control === "picture") return choice(control, id, formulae, ownPicture(text));
    if (control.control === "order") return order(control, id, text, formulae);
    return field(control, id, text, formulae);
  };
  const own = step.controls.filter(({ advanced }) => !advanced).map(drawn);
  const more = step.controls.filter(({ advanced }) => advanced).map(drawn);
  const places = Array.from({ length: 7 }, (_, count) =>
    h("option", { key: String(count), value: String(count) }, String(count)),
  );
  const decimals = h(
    "div",
    { class: "field", key: "decimals" },
    h("label", { for: "decimals" }, text("rail.decimals")),
    h(
      "select",
      { id: "decimals", "aria-describedby": "decimals-hint", value: String(step.decimals) },
      places,
    ),
    h("p", { class: "hint", id: "decimals-hint" }, text("rail.decimals.hint")),
  );
  const steps = (["linear", "sqrt", "log"] as const).map((value) =>
    h("option", { key: value, value }, text(`colors.${value}`)),
  );
  const colors = h(
    "div",
    { class: "field", key: "colors" },
    h("label", { for: "colors" }, text("rail.colors")),
    h("select", { id: "colors", "aria-describedby": "colors-hint", value: reading.colorSteps }, steps),
    h("p", { class: "hint", id: "colors-hint" }, text("rail.colors.hint")),
  );
  const advanced = h(
    "details",
    { class: "advanced", key: "advanced" },
    h("summary", {}, text("rail.advanced")),
    ...more,
    colors,
  );
  return [...own, decimals, advanced];
}

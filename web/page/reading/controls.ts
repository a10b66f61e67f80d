// The controls of a step as form elements. What they do is written on them (data-…) and carried out by reading.ts.
import type { Control, Reading } from "../model";
import { h, type Child, type Spec } from "./dom";

export type Text = (id: string, ...args: (string | number)[]) => string;

export function button(command: object, label: string, extra: Record<string, string | boolean> = {}): Spec {
  return h("button", { type: "button", "data-command": JSON.stringify(command), ...extra }, label);
}

function hint(control: Control, id: string): Child {
  return control.hint && h("p", { class: "hint", id: `${id}-hint` }, control.hint);
}

function choice(control: Control, id: string): Spec {
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
      }),
      h("span", {}, label),
    ),
  );
  return h(
    "fieldset",
    { key: id, "aria-describedby": control.hint ? `${id}-hint` : null },
    h("legend", {}, control.label),
    h("div", { class: "choices" }, options),
    hint(control, id),
  );
}

function field(control: Control, id: string, text: Text): Spec {
  const shared = {
    id,
    "data-parameter": control.name,
    "aria-describedby": control.hint ? `${id}-hint` : null,
  };
  let input: Spec;
  if (control.control === "toggle") {
    input = h("input", { ...shared, type: "checkbox", checked: control.value === true });
  } else if (control.control === "number") {
    const { least: min, most: max, step } = control;
    input = h("input", { ...shared, type: "number", min, max, step, value: String(control.value) });
  } else {
    input = h("input", { ...shared, type: "text", value: String(control.value) });
  }
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, control.label, control.changed && ` (${text("control.changed")})`),
    input,
    hint(control, id),
  );
}

// An order is a list whose entries move up and down.
function order(control: Control, id: string, text: Text): Spec {
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
  return h("fieldset", { key: id }, h("legend", {}, control.label), h("ol", {}, entries), hint(control, id));
}

export function controls(reading: Reading, text: Text): Child[] {
  const { step } = reading;
  const own = step.controls.map((control) => {
    const id = `control-${control.name}`;
    if (control.control === "choice") return choice(control, id);
    if (control.control === "order") return order(control, id, text);
    return field(control, id, text);
  });
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
  return [...own, decimals];
}

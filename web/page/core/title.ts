// What the page calls what it shows: its title, and its place in the history.
import type { Core } from "./core";
import type { Reading } from "./model";

export function titleOf(core: Core, { contents, large, model, step, lesson }: Reading): string {
  const name = core.text("app.name");
  if (contents) return name;
  if (large) return `${core.text("large.title")} · ${name}`;
  if (model) return `${model.about?.name ?? core.text("contents.model")} · ${name}`;
  return `${step.title} · ${lesson.title} · ${name}`;
}

export function placeOf({ contents, large, model, step, lesson }: Reading): string {
  if (contents) return "";
  return large ? "large" : model ? `model ${model.source}` : `${lesson.id} ${step.id}`;
}

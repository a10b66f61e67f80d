// The rows of the sheet's list: a tensor or a list of texts, with the choice of what it is; and what is wrong with a file.
import type { FileTensor, FileTexts } from "../../modules/api/tensors";
import { h } from "./element";
import { lookAt, type Look } from "./looks";
import { roles, type Role } from "./roles";
import { say, written, type SentenceId } from "./sentences";

const codes = ["format", "type", "shape", "short", "names", "zip64", "size", "pickle", "number", "missing"];

/** An error of the readers: what it is in the page's language, then their own words, which are English. */
export function problem(language: string, error: unknown): HTMLElement {
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  const known = codes.includes(code) ? (`error.${code}` as SentenceId) : "error.other";
  const line = h("li", { class: "refused" }, `${say(language, known)} `);
  line.append(h("span", { lang: "en", class: "quiet" }, message));
  return line;
}

export function choice(
  label: string,
  options: readonly (readonly [string, string])[],
  value: string,
  chosen: (value: string) => void,
): HTMLSelectElement {
  const made = h("select", { "aria-label": label });
  for (const [key, words] of options) made.append(h("option", { value: key }, words));
  made.value = value;
  made.addEventListener("change", () => chosen(made.value));
  return made;
}

function rangeOf(language: string, { count, whole, least, largest, broken }: Look): string {
  const spelled = (value: number) =>
    value.toLocaleString(language, { maximumSignificantDigits: 3 }).replace("-", "−");
  const parts = count === 0 ? [say(language, "range.empty")] : [];
  if (least <= largest) {
    const ends = [spelled(least), spelled(largest)] as const;
    parts.push(
      whole
        ? say(language, "range", ...ends)
        : say(language, "range.part", ...ends, count.toLocaleString(language)),
    );
  }
  if (broken > 0) parts.push(say(language, "range.broken", broken));
  return parts.join(", ");
}

const named = (name: string, file: string) =>
  h("td", { class: "name" }, name, h("span", { class: "quiet" }, file));

export function tensorRow(
  language: string,
  tensor: FileTensor,
  role: Role,
  chosen: (role: Role) => void,
  signal: AbortSignal,
): HTMLElement {
  const picture = h("canvas", { "aria-hidden": "true" });
  const range = h("td");
  if (tensor.refused) range.append(h("span", { lang: "en" }, tensor.refused));
  else
    lookAt(tensor, signal).then(
      (look) => {
        look.paint(picture);
        range.textContent = rangeOf(language, look);
      },
      (error: unknown) => {
        if (!signal.aborted) range.replaceChildren(...problem(language, error).childNodes);
      },
    );
  const options = roles.map((each) => [each, say(language, `role.${each}`)] as const);
  const select = choice(say(language, "role.of", tensor.name), options, role, (to) => chosen(to as Role));
  select.disabled = tensor.refused !== "";
  const type = h("span", { class: "quiet" }, tensor.refused ? "" : tensor.type);
  return h(
    "tr",
    {},
    h("td", { class: "picture" }, picture),
    named(tensor.name, tensor.file),
    h("td", {}, written(tensor.shape), type),
    range,
    h("td", {}, select),
  );
}

export function textRow(
  language: string,
  { name, file, texts }: FileTexts,
  on: boolean,
  chosen: (on: boolean) => void,
): HTMLElement {
  const options = (["none", "tokens"] as const).map((each) => [each, say(language, `role.${each}`)] as const);
  const select = choice(say(language, "role.of", name), options, on ? "tokens" : "none", (to) =>
    chosen(to === "tokens"),
  );
  return h(
    "tr",
    {},
    h("td", { class: "picture" }),
    named(name, file),
    h("td", {}, say(language, "texts", texts.length)),
    h("td", {}, texts.slice(0, 6).join(" ")),
    h("td", {}, select),
  );
}

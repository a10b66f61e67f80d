// The rows of the sheet's list: a tensor or a list of texts, with the choice of what it is; and what is wrong with a file.
import type { FileTensor, FileTexts } from "../../modules/api/tensors";
import { h } from "../core/element";
import { lookAt, type Look } from "./looks";
import { roles, type Role } from "./roles";
import { say, written, type SentenceId } from "./sentences";
import { spelled } from "../core/numbers";

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
  const end = (value: number) => {
    const notation =
      value !== 0 && (Math.abs(value) >= 1e7 || Math.abs(value) < 1e-4) ? "scientific" : "standard";
    return spelled(value, language, { maximumSignificantDigits: 3, notation }).replaceAll("-", "−");
  };
  const parts = count === 0 ? [say(language, "range.empty")] : [];
  if (least <= largest) {
    const ends = [end(least), end(largest)] as const;
    parts.push(
      whole
        ? say(language, "range", ...ends)
        : say(language, "range.part", ...ends, spelled(count, language)),
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
  addsUp: boolean,
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
  const name = named(tensor.name, tensor.file);
  if (tensor.heading > 0)
    name.append(h("span", { class: "quiet" }, say(language, "heading", tensor.heading)));
  const use = h("td", {}, select);
  if (addsUp) use.append(h("span", { class: "quiet" }, say(language, "role.adds_up")));
  return h(
    "tr",
    {},
    h("td", { class: "picture" }, picture),
    name,
    h("td", {}, written(tensor.shape), type),
    range,
    use,
  );
}

export type TextRole = "none" | "tokens" | "key_tokens";

export function textRow(
  language: string,
  { name, file, texts }: FileTexts,
  role: TextRole,
  chosen: (role: TextRole) => void,
): HTMLElement {
  const all = ["none", "tokens", "key_tokens"] as const;
  const options = all.map((each) => [each, say(language, `role.${each}`)] as const);
  const select = choice(say(language, "role.of", name), options, role, (to) => chosen(to as TextRole));
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

// A long text of the reader's own, for the step's text control: typed, pasted, opened or dropped. Nothing leaves the page.
import type { Core } from "../core/core";
import type { Command, Control } from "../core/model";
import { h, press } from "../core/element";
import { words } from "../core/words";
import { isBinary } from "../files/names";
import { dropZone } from "./choices";
import { primary, type Open } from "./dialog";
import { spelled } from "../core/numbers";

const shortest = 1000; // characters: windows have to fit into the part that is kept apart
const largestFile = 10_000_000; // bytes

export class OwnText {
  constructor(
    private readonly core: Core,
    private readonly open: (title: string) => Open,
    private readonly changed: () => void,
  ) {
    document.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file || file.type.startsWith("image/") || isBinary(file.name) || !this.control()) return;
      event.preventDefault();
      void readText(file).then((text) => this.choose(text));
    });
  }

  private control(): Control | undefined {
    return this.core.reading()?.step.controls.find(({ longText }) => longText);
  }

  /** Opens the dialog with the current text, or with one that was dropped. */
  choose(dropped?: string): void {
    const control = this.control();
    if (!control) return;
    const { dialog, body, foot, status } = this.open(words("own_text"));
    const text = h("textarea", {
      rows: "12",
      spellcheck: "false",
      dir: "auto",
      "aria-label": words("own_text"),
    });
    text.value = dropped ?? String(control.value);
    const count = h("p", { class: "count" });
    let name = "";
    const tell = () => {
      const many = spelled(lengthOf(text.value), document.documentElement.lang);
      count.textContent = name ? words("own_text.count.of", name, many) : words("own_text.count", many);
    };
    text.addEventListener("input", () => {
      name = "";
      tell();
    });
    tell();
    const zone = dropZone(words("own_text.file"), { accept: "text/*,.txt,.md,.csv,.json" }, ([chosen]) => {
      if (!chosen) return;
      readText(chosen).then(
        (read) => {
          text.value = read;
          name = chosen.name;
          tell();
        },
        (error: unknown) => (status.textContent = error instanceof Error ? error.message : String(error)),
      );
    });
    const use = (value: string) => {
      const refused = this.take(control, value);
      status.textContent = refused;
      if (refused) return;
      dialog.close();
      this.changed();
    };
    foot.append(
      press(words("own_text.back"), () => use(startOf(this.core.lesson, control.name))),
      primary(words("own_text.use"), () => use(text.value)),
    );
    body.append(h("p", {}, words("own_text.hint")), text, count, zone);
    text.focus();
    text.select(); // so that what is pasted or typed replaces it
    text.scrollTop = 0;
  }

  // Empty if it was taken; otherwise what to do about it.
  private take({ name, longest }: Control, value: string): string {
    const text = asKept(value);
    const count = lengthOf(value);
    const bytes = new TextEncoder().encode(text).length;
    const said = (number: number) => spelled(number, document.documentElement.lang);
    if (count < shortest) return words("own_text.short", said(shortest), said(count));
    if (bytes > longest) return words("own_text.long", said(longest), said(bytes));
    const command: Command = { type: "SetParameter", name, value: text };
    return this.core.apply(command)?.message ?? "";
  }
}

const asKept = (text: string) => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trim();
const lengthOf = (text: string) => Array.from(asKept(text)).length; // code points, as the core counts

async function readText(file: File): Promise<string> {
  if (file.size > largestFile) throw new Error(words("own_text.large", file.name));
  return file.text();
}

// The text that the lesson itself begins with.
function startOf(lesson: string, name: string): string {
  const { parameters } = JSON.parse(lesson) as { parameters: { name: string; start: string | string[] }[] };
  const start = parameters.find((parameter) => parameter.name === name)?.start ?? "";
  return Array.isArray(start) ? start.join("\n") : start;
}

// The editor of a lesson file: JSON with completions, notes and problems at their line. It is in a shadow root, where
// its styles are not subject to the page's policy; Tab leaves it, as it leaves any field.
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippet,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { forceLinting, lintGutter, linter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { h } from "../../page/core/element";
import type { Schema, Trouble } from "./schema";

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--bg1)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "Mono, ui-monospace, monospace", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": {
    color: "var(--text3)",
    backgroundColor: "var(--bg1)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--bg3)" },
  "&.cm-focused": { outline: "2px solid var(--text)", outlineOffset: "2px" },
  "& .cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "var(--line2)" },
  ".cm-tooltip, .cm-panels": {
    color: "var(--text)",
    backgroundColor: "var(--bg2)",
    border: "1px solid var(--line2)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--on-text)",
    backgroundColor: "var(--text)",
  },
  ".cm-note": { maxWidth: "30em", padding: "6px 10px", whiteSpace: "pre-wrap" },
});
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--query)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--weights)" },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: "var(--text3)" },
]);

interface Given {
  label: string; // the label of the field
  schema: Schema;
  troubles: (text: string) => Promise<Trouble[]>;
  changed: (text: string) => void;
}

export class Editor {
  private readonly view: EditorView;

  constructor(place: HTMLElement, given: Given) {
    const root = place.attachShadow({ mode: "open" });
    const { schema } = given;
    this.view = new EditorView({
      root,
      parent: root,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        EditorView.lineWrapping,
        EditorState.tabSize.of(2),
        json(),
        look,
        syntaxHighlighting(colours),
        autocompletion({ override: [(context) => complete(schema, context)] }),
        linter((view) => diagnosed(view, given.troubles), { delay: 400 }),
        hoverTooltip(async (view, at) => {
          const found = await schema.note(view.state.doc.toString(), at);
          if (!found) return null;
          const dom = h("div", { class: "cm-note" }, found.note);
          return { pos: found.from, end: found.to, create: () => ({ dom }) };
        }),
        keymap.of([
          { key: "Ctrl-Enter", run: acceptCompletion },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": given.label, spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) given.changed(this.text);
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    forceLinting(this.view);
  }

  lineOf(at: number): number {
    return this.view.state.doc.lineAt(Math.min(at, this.view.state.doc.length)).number;
  }

  show({ from, to }: { from: number; to: number }): void {
    const most = this.view.state.doc.length;
    this.view.dispatch({
      selection: { anchor: Math.min(from, most), head: Math.min(to, most) },
      scrollIntoView: true,
    });
    this.view.focus();
  }
}

async function complete(schema: Schema, context: CompletionContext): Promise<CompletionResult | null> {
  const offers = await schema.offers(context.state.doc.toString(), context.pos);
  const from = Math.min(context.pos, ...offers.map((offer) => offer.from));
  if (offers.length === 0 || (!context.explicit && from === context.pos)) return null;
  return {
    from,
    options: offers.map(({ label, typed, note, insert, from: start, to }) => ({
      label: typed,
      displayLabel: label,
      info: note,
      apply: (view, completion) => {
        const end = Math.max(to, view.state.selection.main.head);
        snippet(insert)(view, completion, start, end);
      },
    })),
  };
}

async function diagnosed(view: EditorView, troubles: (text: string) => Promise<Trouble[]>) {
  const { length } = view.state.doc;
  const found = await troubles(view.state.doc.toString());
  return found.map(({ from, to, message }) => ({
    from: Math.min(from, length),
    to: Math.min(Math.max(to, from), length),
    severity: "error" as const,
    message,
  }));
}

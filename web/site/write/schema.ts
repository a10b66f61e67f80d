// The JSON Schema of lessons as used by the editor: completions, notes, and what is wrong where.
import {
  getLanguageService,
  TextDocument,
  type CompletionItem,
  type LanguageService,
} from "vscode-json-languageservice";
import { limits } from "../../../build/generated/model";
import lessonSchema from "../../../build/generated/lesson.schema.json";

const place = "lesson:///"; // of the lesson and the schema
const address = `${place}lesson.schema.json`;

export interface Range {
  from: number;
  to: number;
}

export interface Trouble extends Range {
  message: string;
}

export interface Offer extends Range {
  label: string;
  typed: string; // what it is matched by
  note: string;
  insert: string; // with placeholders ${…}
}

const plain = (content: unknown): string => {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(plain).join("\n");
  return typeof content === "object" && content !== null && "value" in content ? String(content.value) : "";
};

// $1 and ${1:name} of the service become ${} and ${name} of the editor; $0 is the final cursor position.
const filled = (snippet: string) =>
  snippet.replaceAll(/\$\{\d+:([^}]*)\}/g, "${$1}").replaceAll(/\$\d+/g, "${}");

function insertOf(item: CompletionItem): string {
  const edit = item.textEdit?.newText ?? item.insertText ?? item.label;
  return item.insertTextFormat === 2 ? filled(edit) : edit.replaceAll("${", "\\${");
}

// Where lists and objects are nested deeper than a lesson can be; null: nowhere.
export function tooDeepAt(text: string): number | null {
  let level = 0;
  let inString = false;
  for (let at = 0; at < text.length; ++at) {
    const sign = text[at];
    if (sign === '"') inString = !inString;
    else if (inString && sign === "\\") ++at;
    else if (!inString && (sign === "[" || sign === "{") && ++level > limits.lessonDepth) return at;
    else if (!inString && (sign === "]" || sign === "}")) --level;
    else if (sign === "\n") inString = false; // one that was never closed
  }
  return null;
}

export class Schema {
  private readonly service: LanguageService;

  constructor() {
    // Wherever a lesson says that its schema is, it is this one.
    this.service = getLanguageService({ workspaceContext: { resolveRelativePath: () => address } });
    this.service.configure({
      validate: true,
      schemas: [{ uri: address, fileMatch: ["*"], schema: lessonSchema }],
    });
  }

  private read(text: string) {
    const document = TextDocument.create(`${place}lesson.json`, "json", 1, text);
    return { document, tree: this.service.parseJSONDocument(document) };
  }

  async troubles(text: string): Promise<Trouble[]> {
    const { document, tree } = this.read(text);
    const found = await this.service.doValidation(document, tree, {
      comments: "error",
      trailingCommas: "error",
    });
    return found.map(({ range, message }) => ({
      from: document.offsetAt(range.start),
      to: document.offsetAt(range.end),
      message: plain(message),
    }));
  }

  async offers(text: string, at: number): Promise<Offer[]> {
    if (tooDeepAt(text) !== null) return [];
    const { document, tree } = this.read(text);
    const list = await this.service.doComplete(document, document.positionAt(at), tree);
    return (list?.items ?? []).map((item) => {
      const range = item.textEdit && "range" in item.textEdit ? item.textEdit.range : null;
      return {
        from: range ? document.offsetAt(range.start) : at,
        to: range ? document.offsetAt(range.end) : at,
        label: item.label,
        typed: item.filterText ?? item.label,
        note: plain(item.documentation),
        insert: insertOf(item),
      };
    });
  }

  async note(text: string, at: number): Promise<(Range & { note: string }) | null> {
    if (tooDeepAt(text) !== null) return null;
    const { document, tree } = this.read(text);
    const found = await this.service.doHover(document, document.positionAt(at), tree);
    const note = plain(found?.contents);
    if (!found?.range || note === "") return null;
    return { from: document.offsetAt(found.range.start), to: document.offsetAt(found.range.end), note };
  }

  // Where a JSON pointer leads, or its longest existing part.
  placeOf(text: string, pointer: string): Range {
    const { tree } = this.read(text);
    const root = (tree as unknown as { root?: Node }).root;
    let node = root;
    for (const key of pointer.split("/").slice(1)) {
      const next = node && childOf(node, key.replaceAll("~1", "/").replaceAll("~0", "~"));
      if (!next) break;
      node = next;
    }
    return node ? { from: node.offset, to: node.offset + node.length } : { from: 0, to: 0 };
  }
}

interface Node {
  type: string;
  offset: number;
  length: number;
  items?: Node[];
  properties?: { keyNode: { value: string }; valueNode?: Node }[];
}

function childOf(node: Node, key: string): Node | undefined {
  if (node.type === "array") return node.items?.[Number(key)];
  return node.properties?.find(({ keyNode }) => keyNode.value === key)?.valueNode;
}

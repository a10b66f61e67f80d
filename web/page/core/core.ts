// The wasm module behind typed functions: text in, text or JSON out. The only script that calls the C functions.
import { requests } from "../../../build/generated/model";
import createPage, { type PageModule } from "page-module";
import type { TensorValues } from "../embed/protocol";
import { filled } from "./filled";
import { orderOfText } from "./text-order";
import { isWord, words } from "./words";
import type {
  AnswerKey,
  ArticleStep,
  AtlasTexts,
  Card,
  Command,
  EditField,
  Explanation,
  LargeRows,
  MapTable,
  ModelExample,
  PictureOptions,
  Reading,
  RowsPage,
  TrainingOrder,
} from "./model";

export interface Refusal {
  code: string;
  path: string;
  message: string;
}

// What only a page can do, as the canvas asks for it.
export type Request = (typeof requests)[number];

export function requestOf(name: string): Request {
  const found = requests.find((request) => request === name);
  if (!found) throw new Error(`The core requests “${name}”, which this page does not support.`);
  return found;
}

export interface CoreEvents {
  onChange: (version: number) => void;
  onEditField: (field: EditField | null) => void;
  onRequest: (request: Request) => void;
  onOpenAddress: (address: string) => void;
  onOpenLesson: (id: string, step: string) => void; // step "": where the reader left off
  onRefusal: (sentence: string) => void;
  onSaid: (words: string) => void;
}

// A page of its own, or an embed with all its buttons, with only those from step to step, or with none.
export type Place = "page" | "all" | "steps" | "none";
const places: Place[] = ["page", "all", "steps", "none"];

const refusal = (answer: string): Refusal | null => (answer ? (JSON.parse(answer) as Refusal) : null);

export class Core {
  private constructor(private readonly module: PageModule) {}

  static async load(wasm: Promise<Response>): Promise<Core> {
    return new Promise((resolve, reject) => {
      const instantiateWasm = (
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance) => void,
      ) => {
        WebAssembly.instantiateStreaming(wasm, imports).then(({ instance }) => done(instance), reject);
        return {};
      };
      createPage({ orderOfText, instantiateWasm }).then((module) => resolve(new Core(module)), reject);
    });
  }

  // From now on the core calls these; events before this call are dropped.
  listen(events: CoreEvents): void {
    const onRequest = (name: string) => events.onRequest(requestOf(name));
    Object.assign(this.module, events, { onRequest });
  }

  // Calls a function with texts and numbers; returns its text.
  private call(name: string, ...values: (string | number)[]): string {
    const texts: number[] = [];
    const arguments_ = values.map((value) => {
      if (typeof value === "number") return value;
      const text = this.module.stringToNewUTF8(value);
      texts.push(text);
      return text;
    });
    try {
      const call = this.module[`_ae_${name}`];
      if (!call)
        throw new Error(`The core has no function “${name}”: page.js and page.wasm do not belong together.`);
      const answer = call(...arguments_);
      return typeof answer === "number" ? this.module.UTF8ToString(answer) : "";
    } finally {
      for (const text of texts) this.module._free(text);
    }
  }

  lesson = ""; // the text of the one that is open
  open(lesson: string, language: string): Refusal | null {
    const refused = refusal(this.call("open", lesson, language));
    if (!refused) this.lesson = lesson;
    return refused;
  }
  trainingOrder = () => JSON.parse(this.call("training_order")) as TrainingOrder | null;
  // Memory of the core. Where it has no more, its allocator gives 0, and writing there would damage it.
  private room(bytes: number): number {
    const place = this.module._malloc(bytes);
    if (place === 0 && bytes > 0) throw new Error(words("no_memory", Math.ceil(bytes / 1_000_000)));
    return place;
  }
  // Calls a function with a text and weights.
  private give(
    name: "_ae_training_report" | "_ae_load_heads" | "_ae_give_own_head" | "_ae_give_model_numbers",
    json: string,
    weights: Float32Array,
  ): Refusal | null {
    const place = this.room(weights.byteLength);
    const bytes = new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength);
    this.module.HEAPU8.set(bytes, place);
    const text = this.module.stringToNewUTF8(json);
    const answer = this.module.UTF8ToString(this.module[name](text, place, weights.length));
    this.module._free(text);
    this.module._free(place);
    return refusal(answer);
  }
  trainingReport = (report: string, weights: Float32Array) =>
    this.give("_ae_training_report", report, weights);
  // The large map's trained heads.
  loadHeads = (described: string, weights: Float32Array) => this.give("_ae_load_heads", described, weights);
  // Queries and keys of the reader's own for the large map, and the numbers of one head.
  openOwnHeads = (described: string) => refusal(this.call("open_own_heads", described));
  giveOwnHead = (head: number, numbers: Float32Array) =>
    this.give("_ae_give_own_head", String(head), numbers);
  // A whole model: what it is, the sentence that was run, and what Reading.model.wants asks for.
  openModel = (described: string) => refusal(this.call("open_model", described));
  openModelText = (described: string) => refusal(this.call("open_model_text", described));
  /** The pixels of a made-up picture that a text describes; null: it describes none. */
  madePicture = (text: string): { pixels: Uint8Array; width: number; height: number } | null => {
    const bytes = atob(this.call("made_picture", text));
    const side = Math.sqrt(bytes.length / 3);
    if (side === 0) return null;
    return { pixels: Uint8Array.from(bytes, (c) => c.charCodeAt(0)), width: side, height: side };
  };
  modelExample = () => JSON.parse(this.call("model_example")) as ModelExample | null;
  giveModelNext = (described: string) => refusal(this.call("give_model_next", described));
  giveModelAtlas = (described: string) => refusal(this.call("give_model_atlas", described));
  giveModelSecond = (described: string) => refusal(this.call("give_model_second", described));
  giveModelWhy = (described: string) => refusal(this.call("give_model_why", described));
  giveModelPictures = (layer: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `pictures,${layer}`, numbers);
  giveModelShares = (layer: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `shares,${layer}`, numbers);
  giveModelRows = (token: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `rows,${token}`, numbers);
  giveModelRollout = (token: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `rollout,${token}`, numbers);
  giveModelPooled = (layer: number, head: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `pooled,${layer},${head}`, numbers);
  giveModelWeights = (layer: number, head: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `weights,${layer},${head}`, numbers);
  giveModelSecondWeights = (layer: number, head: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `second_weights,${layer},${head}`, numbers);
  giveModelMatrices = (layer: number, head: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `matrices,${layer},${head}`, numbers);
  giveModelDifferences = (layer: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `differences,${layer}`, numbers);
  giveModelVectors = (layer: number, head: number, numbers: Float32Array) =>
    this.give("_ae_give_model_numbers", `vectors,${layer},${head}`, numbers);
  // seen: the ids of the steps that the reader has opened; last: of the lesson that was read last.
  addCard = (lesson: string, link: string, seen: string, last: string, language: string) =>
    refusal(this.call("add_card", lesson, link, seen, last, language));
  markSeen = (steps: string) => void this.call("mark_seen", steps);
  contents = () => JSON.parse(this.call("contents")) as Card[];
  // Words and numbers of the sentence that the contents take through self-attention.
  loadHero = (file: string) => refusal(this.call("load_hero", file));
  offerLanguage = (language: string, name: string) => void this.call("offer_language", language, name);
  offerPage = (name: string) => void this.call("offer_page", name);
  translate = (lesson: string) => refusal(this.call("translate", lesson));
  loadLanguage = (language: string, catalogue: string) =>
    refusal(this.call("load_language", language, catalogue));
  loadFormulae = (json: string) => refusal(this.call("load_formulae", json));
  reading = () => JSON.parse(this.call("reading")) as Reading | null;
  answerKey = () => JSON.parse(this.call("answer_key")) as AnswerKey | null;
  article = () => JSON.parse(this.call("article")) as ArticleStep[];
  explanation = () => JSON.parse(this.call("explanation")) as Explanation | null;
  rows = (node: number, first: number, count: number) =>
    JSON.parse(this.call("rows", node, first, count)) as RowsPage | null;
  largeRows = (first: number, count: number) =>
    JSON.parse(this.call("large_rows", first, count)) as LargeRows | null;
  largeVectors = (first: number, count: number) =>
    JSON.parse(this.call("large_vectors", first, count)) as unknown;
  tensor = (name: string) => JSON.parse(this.call("tensor", name)) as TensorValues | Refusal;
  lock = (names: string) => refusal(this.call("lock", names));
  leaves = (backward: boolean) => this.module._ae_leaves(backward ? 1 : 0) === 1;
  leave = () => this.module._ae_leave();
  apply = (command: Command) => refusal(this.call("apply", JSON.stringify(command)));
  matrixText = (node: number) => this.call("matrix_text", node);
  editText = (node: number, index: number[]) => this.call("edit_text", node, index.join(","));
  link = () => this.call("link");
  openLink = (link: string) => JSON.parse(this.call("open_link", link)) as string[];
  exportCode = (language: string) => this.call("export", language);
  /** As SVG; "" where there is nothing of the kind, or the step has not so many parts. */
  picture = (options: PictureOptions) => this.call("picture", JSON.stringify(options));
  mapTables = () => JSON.parse(this.call("map_tables")) as MapTable[];
  atlasTexts = () => JSON.parse(this.call("atlas_texts")) as AtlasTexts | null;
  tableColors = (node: number, first: number, count: number, dark: boolean) =>
    JSON.parse(this.call("table_colors", node, first, count, dark ? 1 : 0)) as string[][];
  probe = (texts = false) => JSON.parse(this.call("probe", texts ? 1 : 0) || "null") as unknown;

  // A sentence of the page's own words or of the catalogue, with its places filled.
  private readonly sentences = new Map<string, string>();
  text(id: string, ...args: (string | number)[]): string {
    if (isWord(id)) return words(id, ...args);
    let sentence = this.sentences.get(id);
    if (sentence === undefined) this.sentences.set(id, (sentence = this.call("text", id)));
    return filled(sentence, args);
  }
  forgetTexts = () => this.sentences.clear();

  // Refused if the file is damaged.
  loadFont(face: string, ttf: Uint8Array): Refusal | null {
    const place = this.room(ttf.byteLength);
    this.module.HEAPU8.set(ttf, place);
    const name = this.module.stringToNewUTF8(face);
    const answer = this.module.UTF8ToString(this.module._ae_load_font(name, place, ttf.byteLength));
    this.module._free(name);
    this.module._free(place);
    return refusal(answer);
  }

  startCanvas(selector: string, place: Place): boolean {
    const name = this.module.stringToNewUTF8(selector);
    const started = this.module._ae_start_canvas(name, places.indexOf(place));
    this.module._free(name);
    return started === 0;
  }
  stopCanvas = () => this.module._ae_stop_canvas();
  closePopups = () => void this.call("close_popups");
  wake = () => this.module._ae_wake();
  version = () => this.module._ae_version();
  frames = () => this.module._ae_frames();
}

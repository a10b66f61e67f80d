// The sentences of the model's sheet and of what is told about a model. They come with its script.
import english from "../../words/model.json";
import { filled } from "../core/filled";

export type SentenceId = keyof typeof english;

/** The build's: language → id → sentence. */
declare const __MODEL_WORDS__: Record<string, Record<string, string>>;

export function say(language: string, id: SentenceId, ...args: (string | number)[]): string {
  const sentence = __MODEL_WORDS__[language]?.[id] ?? english[id];
  return filled(sentence, args);
}

// A few tokens of a head of a whole model as a lesson, so that a number of the model is explained like one of the lessons.
import type { ModelExample } from "../core/model";
import { queriesLesson, type Block } from "./lesson";
import { sayInAll } from "./sentences";

/** causal: whether the model's tokens see only earlier ones. */
export function exampleLesson(example: ModelExample, causal: boolean): string {
  const { name, words, width, tokens } = example;
  const block = (letter: string, data: readonly number[]): Block => ({
    name: `${letter}, ${name}`,
    shape: [1, words.length, width],
    data: Float32Array.from(data),
  });
  const value = example.value.length > 0 ? block("v", example.value) : null;
  const about = sayInAll("lesson.example", words.length, tokens, name);
  const names = { queries: words, keys: words };
  return queriesLesson(
    block("q", example.query),
    block("k", example.key),
    value,
    names,
    causal,
    undefined,
    null,
    about,
  );
}

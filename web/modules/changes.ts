// Changes to a lesson: parameters, edits and the language, checked, copied and written as words for the core. The order is
// that in which src/modules/overrides.cpp reads them.
import * as check from "./check.js";
import { counted, text, type Word } from "./core.js";

export const overrideNames = ["parameters", "edits", "language"];

type Parameter = boolean | number | string | number[];

/** The changes to a run, checked and copied. */
export interface Changes {
  parameters: [string, Parameter][];
  edits: { tensor: string; index: number[]; value: number }[];
  language: string;
}

function parameter(path: string, value: unknown): Parameter {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number" || value === undefined) return check.number(path, value);
  const list = check.list(path, value, "a boolean, number, string or list");
  return list.map((one, i) => check.number(`${path}[${i}]`, one));
}

function language(value: unknown): string {
  const code = value === undefined ? "en" : check.string("language", value);
  if (/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(code)) return code;
  const message = `language is ${check.describe(code)}; it should be a language's code, such as "en" or "de".`;
  check.fail("language", "language", message);
}

export const changesOf = (given: Record<string, unknown>): Changes => ({
  parameters: check
    .entries("parameters", given.parameters)
    .map(([name, value]) => [name, parameter(`parameters.${name}`, value)]),
  edits: check.list("edits", given.edits, "a list of edits").map((edit, i) => {
    const path = `edits[${i}]`;
    const { tensor, index, value } = check.options(edit ?? null, ["tensor", "index", "value"], path);
    return {
      tensor: check.string(`${path}.tensor`, tensor),
      index: check.wholes(`${path}.index`, index),
      value: check.number(`${path}.value`, value),
    };
  }),
  language: language(given.language),
});

function parameterWords(value: Parameter): Word[] {
  if (typeof value === "boolean") return [0, Number(value)];
  if (typeof value === "number") return [1, value];
  return typeof value === "string" ? [2, text(value)] : [3, ...counted(value)];
}

export const changeWords = ({ parameters, edits, language }: Changes): Word[] => [
  parameters.length,
  ...parameters.flatMap(([name, value]) => [text(name), ...parameterWords(value)]),
  edits.length,
  ...edits.flatMap(({ tensor, index, value }) => [text(tensor), ...counted(index), value]),
  text(language),
];

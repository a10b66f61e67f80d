// Types of checks.mjs, which the build runs as it is.
export type Text = string | readonly string[];

export interface Entry {
  of?: string | undefined; // hash of the English text
  text: string | string[];
}

export interface Remark {
  kind: "lost" | "added" | "strong" | "long";
  values: string[];
}

export function isLanguage(tag: string): boolean;
export function plain(text: Text): string;
export function isWhole(text: Text): boolean;
export function differences(english: Text, text: Text): { missing: string[]; extra: string[] };
export function numbersApart(english: Text, text: Text): { lost: string[]; added: string[] };
export function remarks(english: Text, text: Text): Remark[];
export function written(
  file: string,
  order: readonly string[],
  entries: Record<string, Entry>,
  hash: (key: string) => string | undefined,
): string;

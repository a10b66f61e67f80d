// The texts of this page over which heads are measured: for its own model such as it was trained on, for others English ones.
import english from "./texts/english.json";
import small from "./texts/small.json";

export const textsOf = (source: string): string[] => (source === "small" ? small : english);

// The sentence of the contents: the one that a link asks for, or else the one that was shown last.
import type { Core } from "./core";
import { sentenceIn } from "./links";
import type { Memory } from "./memory";

// What a link to the contents asks for, in a core that shows them.
export function showAsked(core: Core, memory: Memory, link: string): void {
  const language = new URLSearchParams(link).get("lang");
  if (language !== null) core.apply({ type: "SetLanguage", language });
  const parts = new URLSearchParams(sentenceIn(link) || memory.sentence);
  const text = parts.get("s");
  const word = Number(parts.get("word"));
  if (text !== null) core.apply({ type: "SetSentence", text });
  if (word > 0) core.apply({ type: "FollowWord", word: word - 1 });
}

// A link to the contents with it.
export const withSentence = (link: string, memory: Memory): string =>
  sentenceIn(link) === "" && memory.sentence !== "" ? `${link}&${memory.sentence}` : link;

// How the worker's answers name tokens and patches, and pack the picture that was read.
import type { ReadPicture } from "../../modules/api/models";
import { visible } from "../files/visible";
import type { ShownPicture } from "./protocol";

/** “[CLS]”, then patches by row and column, from 1. */
export function patchNames({ rows, columns, before }: ReadPicture): string[] {
  const special = Array.from({ length: before }, (_, i) => (i === 0 ? "[CLS]" : `[+${i}]`));
  const patches = Array.from({ length: rows * columns }, (_, i) => {
    return `${Math.floor(i / columns) + 1},${(i % columns) + 1}`;
  });
  return [...special, ...patches];
}

/** Without alpha, in base64. learned: patches of a side that the model learned positions for. */
export function shownPicture(picture: ReadPicture, learned: number): ShownPicture {
  const { rows, columns, before, height, width, pixels } = picture;
  let bytes = "";
  for (let i = 0; i < pixels.length; i += 4)
    bytes += String.fromCharCode(pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number);
  return { rows, columns, before, height, width, pixels: btoa(bytes), learned };
}

/** Without the space that a token begins with; line breaks and other spaces as signs; a part of a character with its id. */
export function shownWord(text: string, id: number): string {
  if (text === "") return "∅";
  if (text.includes("\ufffd")) return `${text}${id}`;
  const word = /^ +$/.test(text) ? "␣".repeat(text.length) : text.replace(/^ /, "");
  return visible(word.replaceAll("\n", "⏎").replaceAll("\t", "⇥"));
}

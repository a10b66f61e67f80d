// The types of bidi-js that are used here: it has none of its own.
declare module "bidi-js" {
  interface Levels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  export default function bidiFactory(): {
    getEmbeddingLevels: (text: string, direction?: "ltr" | "rtl") => Levels;
    getReorderedIndices: (text: string, levels: Levels) => number[];
  };
}

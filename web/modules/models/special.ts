// The special tokens that a tokenizer's post-processor puts around a text. The library leaves them out.

interface Template {
  single?: ({ SpecialToken?: { id: string }; Sequence?: unknown } | null)[];
  special_tokens?: Record<string, { ids?: number[] }>;
}

/** What stands in tokenizer.json under post_processor. */
export interface PostProcessor extends Template {
  type?: string;
  processors?: PostProcessor[];
  cls?: [string, number];
  sep?: [string, number];
}

export type Framing = (ids: readonly number[]) => number[];

/** Throws where it is of a kind that is not known. */
export function framingOf(given: PostProcessor | null | undefined): Framing {
  switch (given?.type) {
    case undefined:
    case "ByteLevel": // changes offsets alone
      return (ids) => [...ids];
    case "BertProcessing":
    case "RobertaProcessing": {
      const [first, last] = [given.cls?.[1], given.sep?.[1]];
      if (first === undefined || last === undefined) throw new Error(`its ${given.type} names no tokens`);
      return (ids) => [first, ...ids, last];
    }
    case "Sequence": {
      const all = (given.processors ?? []).map(framingOf);
      return (ids) => all.reduce((framed, each) => each(framed), [...ids]);
    }
    case "TemplateProcessing": {
      const { single = [], special_tokens = {} } = given;
      return (ids) =>
        single.flatMap((piece) =>
          piece?.SpecialToken ? (special_tokens[piece.SpecialToken.id]?.ids ?? []) : ids,
        );
    }
    default:
      throw new Error(`its post-processor is a ${String(given?.type)}, which is not known`);
  }
}

// Sentences with places for values, filled in at one go: a value is never read as a pattern or as another place.

/** “{0} of {1}” with the values in their places. */
export const filled = (sentence: string, args: readonly (string | number)[]): string =>
  sentence.replace(/\{(\d+)\}/g, (place, index: string) => String(args[Number(index)] ?? place));

// The names of the options of functions that have many: keys of objects over the interfaces' own, so that the
// compiler finds missing and misspelt ones.
import type * as api from "./api/attention.js";

type Names<T> = Record<keyof T, 0>;
export const scaledDotProductOptions = Object.keys({
  attnMask: 0,
  isCausal: 0,
  scale: 0,
  enableGqa: 0,
  needWeights: 0,
  softcap: 0,
  pastKey: 0,
  pastValue: 0,
  keyLengths: 0,
  needScores: 0,
  qNumHeads: 0,
  kvNumHeads: 0,
  dropoutP: 0,
  generator: 0,
  keep: 0,
} satisfies Names<api.ScaledDotProductOptions>);
export const scaledDotProductBackwardOptions = Object.keys({
  attnMask: 0,
  isCausal: 0,
  scale: 0,
  enableGqa: 0,
  keep: 0,
} satisfies Names<api.ScaledDotProductBackwardOptions>);
export const multiHeadOptions = Object.keys({
  numHeads: 0,
  inProjWeight: 0,
  queryWeight: 0,
  keyWeight: 0,
  valueWeight: 0,
  inProjBias: 0,
  outProjWeight: 0,
  outProjBias: 0,
  biasK: 0,
  biasV: 0,
  addZeroAttn: 0,
  attnMask: 0,
  keyPaddingMask: 0,
  isCausal: 0,
  needWeights: 0,
  averageAttnWeights: 0,
  batchFirst: 0,
  scale: 0,
  dropoutP: 0,
  generator: 0,
  keep: 0,
} satisfies Names<api.MultiHeadOptions>);

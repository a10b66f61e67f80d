// The elements of index.html that scripts use.
import { part } from "./element";

export const elements = {
  canvas: part("canvas", HTMLCanvasElement),
  stage: part("stage"),
  reading: part("reading"),
  notices: part("notices"),
  loading: part("loading"),
  loadingText: part("loading-text"),
  loadingBar: part("loading-bar", HTMLProgressElement),
  loadingTrouble: part("loading-trouble"),
  skip: part("skip-button", HTMLButtonElement),
  out: part("out", HTMLButtonElement), // behind the picture
};

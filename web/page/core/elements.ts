// The elements of index.html that scripts use.

function find<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`index.html has no ${kind.name} called ${id}`);
  return element;
}

export const elements = {
  canvas: find("canvas", HTMLCanvasElement),
  stage: find("stage", HTMLElement),
  reading: find("reading", HTMLElement),
  notices: find("notices", HTMLElement),
  loading: find("loading", HTMLElement),
  loadingText: find("loading-text", HTMLElement),
  loadingBar: find("loading-bar", HTMLProgressElement),
  loadingTrouble: find("loading-trouble", HTMLElement),
  skip: find("skip-button", HTMLButtonElement),
  out: find("out", HTMLButtonElement), // behind the picture
};

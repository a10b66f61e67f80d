// A minimal stand-in for a browser, so that the page's core runs in node as it does in a page: a canvas with a WebGL2
// context that accepts every call and draws nothing, animation frames that run on request, and events that hear() gives to
// the canvas.
const quiet = { addEventListener: () => undefined, removeEventListener: () => undefined };

// The WebGL2 calls whose results Emscripten and ImGui rely on; all others return nothing.
const answers = {
  VERSION: [0x1f02, "WebGL 2.0"],
  SHADING_LANGUAGE_VERSION: [0x8b8c, "WebGL GLSL ES 3.00"],
  MAX_TEXTURE_SIZE: [0x0d33, 8192],
};
const parameters = new Map(Object.values(answers));
const isTrue = 0x8b80; // DELETE_STATUS; COMPILE_STATUS and LINK_STATUS follow

// The size of what is passed to a buffer: a number, an array, or part of an array.
function bytesOf(data, from = 0, length = undefined) {
  if (!ArrayBuffer.isView(data)) return new Uint8Array();
  const part = data.subarray(from, length === undefined ? undefined : from + length);
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

function webgl2(state) {
  const told = {
    bufferData: (_, data, __, from, length) => state.uploaded?.(bytesOf(data, from, length)),
    bufferSubData: (_, __, data, from, length) => state.uploaded?.(bytesOf(data, from, length)),
    getParameter: (name) => parameters.get(name) ?? 0,
    getShaderParameter: () => true,
    getProgramParameter: (_, name) => (name >= isTrue && name <= isTrue + 2 ? true : 0),
    getSupportedExtensions: () => [],
    getExtension: () => null,
    getAttribLocation: (_, name) => ["Position", "UV", "Color"].indexOf(name),
    getError: () => 0,
    checkFramebufferStatus: () => 0x8cd5, // complete
    isContextLost: () => false,
    isEnabled: () => false,
    getVertexAttrib: () => 0,
    getShaderInfoLog: () => "",
    getProgramInfoLog: () => "",
  };
  const made = () => ({});
  const taken = () => undefined;
  return new Proxy(told, {
    get: (target, name) => target[name] ?? (/^(create|get|fenceSync)/.test(String(name)) ? made : taken),
  });
}

// Words that no face covers are drawn by the system; here each is blank, with a width proportional to its length.
const letters = {
  measureText: (text) => ({
    width: 8 * text.length,
    actualBoundingBoxLeft: 0,
    actualBoundingBoxAscent: 8,
    actualBoundingBoxRight: 8 * text.length,
    actualBoundingBoxDescent: 2,
  }),
  fillText: () => undefined,
  getImageData: (x, y, width, height) => ({ data: new Uint8ClampedArray(4 * width * height) }),
  canvas: {},
};

/** Puts window, document and the rest into globalThis. @returns functions that drive this browser. */
// eslint-disable-next-line max-lines-per-function -- an object for each thing that is pretended
export function pretendBrowser() {
  const state = { width: 1440, height: 900, ratio: 1, dark: true, still: false, now: 1000, frames: [] };
  state.uploaded = null; // receives the number of bytes of vertices
  const listeners = new Map();
  const canvas = {
    ...quiet,
    addEventListener: (type, take) => listeners.set(type, take),
    style: {},
    width: 300,
    height: 150,
    get clientWidth() {
      return state.width;
    },
    get clientHeight() {
      return state.height;
    },
    getContext: (kind) => (kind === "webgl2" ? webgl2(state) : letters),
    getBoundingClientRect: () => ({ left: 0, top: 0, width: state.width, height: state.height }),
    focus: () => undefined,
  };
  class Observer {
    constructor(told) {
      this.told = told;
    }
    observe() {
      this.told([{ isIntersecting: true }]);
    }
    disconnect() {}
  }
  const globals = {
    ...quiet,
    window: globalThis,
    document: {
      ...quiet,
      querySelector: () => canvas,
      createElement: () => canvas,
      documentElement: { dataset: {} },
      activeElement: null,
      hidden: false,
      scrollingElement: null,
    },
    matchMedia: (query) => ({
      ...quiet,
      matches: query.includes("dark") ? state.dark : query.includes("reduced-motion") && state.still,
    }),
    ResizeObserver: Observer,
    MutationObserver: Observer,
    IntersectionObserver: Observer,
    WebGLRenderingContext: class {},
    WebGL2RenderingContext: class {},
    requestAnimationFrame: (draw) => state.frames.push(draw),
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.defineProperty(globalThis, "devicePixelRatio", { get: () => state.ratio, configurable: true });
  return {
    state,
    // An event of the canvas, without its defaults.
    hear: (type, event) => listeners.get(type)({ type, preventDefault: () => undefined, ...event }),
    // Runs the requested frames, with so many ms between two frames. @returns how many frames were drawn
    draw(most, between) {
      let drawn = 0;
      for (; state.frames.length > 0 && drawn < most; ++drawn) {
        const due = state.frames.splice(0);
        state.now += between;
        for (const draw of due) draw(state.now);
      }
      return drawn;
    },
  };
}

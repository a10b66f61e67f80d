// What platform.cpp needs of the browser: events of one canvas, its size in device pixels, whether it is visible, the
// system's preferences. A library for Emscripten's linker; decisions are made in events.cpp.
addToLibrary({
  $browserCanvas: {
    element: null,
    controller: null, // removes all listeners at once
    channel: null, // messages to itself, which arrive after the browser's pending tasks
    pinching: false, // the figure has taken two fingers: neither is a pointer until both are lifted
    observers: [],

    modifiers: (event) =>
      (event.ctrlKey ? 1 : 0) | (event.shiftKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0),

    // The page may enlarge everything, as in a large window or for a projector: one px of the interface is then several px of the page.
    scale() {
      const { projector, enlarged, grown } = document.documentElement.dataset;
      return (Number(projector) || 1) * (Number(enlarged ?? grown) || 1);
    },

    place(event) {
      const box = browserCanvas.element.getBoundingClientRect();
      const scale = browserCanvas.scale();
      return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
    },

    // Text passed into wasm, valid during the call.
    withTexts(texts, call) {
      const pointers = texts.map((text) => stringToNewUTF8(text));
      const result = call(...pointers);
      pointers.forEach((pointer) => _free(pointer));
      return result;
    },

    pointers(on) {
      const kinds = { mouse: 0, touch: 1, pen: 2 };
      let scrolls = false;
      const phases = { pointerdown: 0, pointermove: 1, pointerup: 2, pointercancel: 3, pointerleave: 4 };
      const handle = (event) => {
        const { element } = browserCanvas;
        if (event.type === "pointerdown") {
          // Where a finger may scroll past the canvas, only a tap takes the focus.
          scrolls = event.pointerType === "touch" && getComputedStyle(element).touchAction === "auto";
          if (!scrolls) element.focus({ preventScroll: true });
          if (event.isTrusted) element.setPointerCapture(event.pointerId); // of a kept one, the finger may be gone
          if (event.button === 1) event.preventDefault(); // no scrolling by a held wheel
        }
        if (event.type === "pointerup" && scrolls) element.focus({ preventScroll: true });
        if (!event.isPrimary || browserCanvas.pinching) return;
        const [x, y] = browserCanvas.place(event);
        const kind = kinds[event.pointerType] ?? 0;
        _platform_on_pointer(phases[event.type], kind, x, y, event.button, browserCanvas.modifiers(event));
      };
      for (const type of Object.keys(phases)) on(type, handle);
      on("mousedown", (event) => {
        if (event.button === 0 && event.detail > 0) _platform_on_presses(event.detail);
      });
      // A long press opens our own menu; a right click does so on a cell, elsewhere and with Shift it opens the browser's.
      on("contextmenu", (event) => {
        if (event.pointerType === "touch" || (browserCanvas.menu && !event.shiftKey)) event.preventDefault();
      });
    },

    // Two fingers over something that zooms go to the figure; anywhere else the browser zooms the page.
    fingers(on) {
      const both = ([a, b]) => {
        const [x, y] = browserCanvas.place({
          clientX: (a.clientX + b.clientX) / 2,
          clientY: (a.clientY + b.clientY) / 2,
        });
        return { x, y, apart: Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1) };
      };
      let last = null;
      const options = { passive: false };
      on(
        "touchstart",
        (event) => {
          last = null;
          if (event.touches.length !== 2 || event.targetTouches.length !== 2) return;
          const now = both(event.touches);
          if (!browserCanvas.pinching && !_platform_on_fingers(now.x, now.y)) return;
          browserCanvas.pinching = true;
          last = now;
          if (event.cancelable) event.preventDefault();
        },
        options,
      );
      on(
        "touchmove",
        (event) => {
          if (!browserCanvas.pinching) return;
          if (event.cancelable) event.preventDefault(); // a scroll that has begun cannot be stopped
          if (!last || event.touches.length !== 2) return;
          const now = both(event.touches);
          _platform_on_pinch(last.x, last.y, now.x, now.y, now.apart / last.apart);
          last = now;
        },
        options,
      );
      const lifted = (event) => {
        last = null;
        if (event.touches.length === 0) browserCanvas.pinching = false;
      };
      on("touchend", lifted);
      on("touchcancel", lifted);
    },

    wheel(on) {
      on(
        "wheel",
        (event) => {
          const perLine = [1 / 40, 1, 8][event.deltaMode] ?? 1 / 40;
          const [x, y] = browserCanvas.place(event);
          const root = document.scrollingElement ?? document.documentElement;
          const scrolls = window.parent !== window || root.scrollHeight > root.clientHeight + 1;
          const modifiers = browserCanvas.modifiers(event);
          const [dx, dy] = [event.deltaX * perLine, event.deltaY * perLine];
          if (_platform_on_wheel(x, y, dx, dy, modifiers, scrolls ? 1 : 0)) event.preventDefault();
        },
        { passive: false },
      );
    },

    keyboard(on) {
      const handle = (event) => {
        if (event.isComposing) return;
        const down = event.type === "keydown" ? 1 : 0;
        const modifiers = browserCanvas.modifiers(event);
        // Keys repeat as set in the system: each repeat is sent as release and press.
        if (event.repeat)
          browserCanvas.withTexts([event.key, event.code], (key, code) =>
            _platform_on_key(0, key, code, modifiers),
          );
        const taken = browserCanvas.withTexts([event.key, event.code], (key, code) =>
          _platform_on_key(down, key, code, modifiers),
        );
        if (taken) event.preventDefault();
      };
      on("keydown", handle);
      on("keyup", handle);
      on("focus", () => _platform_on_focus(1));
      on("blur", () => _platform_on_focus(0));
    },

    clipboard(signal) {
      const focused = () => document.activeElement === browserCanvas.element;
      const give = (event) => {
        if (!focused()) return;
        const text = _platform_on_copy();
        if (!text) return;
        event.clipboardData.setData("text/plain", UTF8ToString(text));
        event.preventDefault();
      };
      document.addEventListener("copy", give, { signal });
      document.addEventListener(
        "paste",
        (event) => {
          if (!focused()) return;
          const text = event.clipboardData.getData("text/plain").slice(0, 1000000);
          if (browserCanvas.withTexts([text], (pointer) => _platform_on_paste(pointer)))
            event.preventDefault();
        },
        { signal },
      );
    },

    size(signal) {
      const canvas = browserCanvas.element;
      const tell = (pixels) => {
        const ratio = window.devicePixelRatio || 1;
        const { clientWidth: width, clientHeight: height } = canvas;
        const rounded = [Math.round(width * ratio), Math.round(height * ratio)];
        // The browser's size may be off by a pixel, but not by a factor: it ignores emulated ratios.
        const exact = pixels && pixels.every((count, i) => Math.abs(count - rounded[i]) <= 1);
        const [x, y] = exact ? pixels : rounded;
        const scale = browserCanvas.scale();
        _platform_on_resize(width / scale, height / scale, x, y);
      };
      const observer = new ResizeObserver((entries) => {
        // The exact count of device pixels, if the browser reports it: no blur from rounding.
        const box = entries[entries.length - 1].devicePixelContentBoxSize?.[0];
        tell(box && [box.inlineSize, box.blockSize]);
      });
      try {
        observer.observe(canvas, { box: "device-pixel-content-box" });
      } catch {
        observer.observe(canvas);
      }
      browserCanvas.observers.push(observer);
      // Another screen or zoom changes the ratio without changing the size in CSS px.
      const watchRatio = () => {
        const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
        const changed = () => {
          tell();
          watchRatio();
        };
        query.addEventListener("change", changed, { once: true, signal });
      };
      watchRatio();
      window.addEventListener("attention-explorer-scale", () => tell(), { signal });
      tell();
    },

    sight(signal) {
      let onScreen = true;
      const tell = () => _platform_on_seen(onScreen && !document.hidden ? 1 : 0);
      // Without an IntersectionObserver the canvas counts as visible.
      if (typeof IntersectionObserver === "function") {
        const observer = new IntersectionObserver((entries) => {
          onScreen = entries[entries.length - 1].isIntersecting;
          tell();
        });
        observer.observe(browserCanvas.element);
        browserCanvas.observers.push(observer);
      }
      document.addEventListener("visibilitychange", tell, { signal });
    },

    preferences(signal) {
      const dark = window.matchMedia("(prefers-color-scheme: dark)");
      const still = window.matchMedia("(prefers-reduced-motion: reduce)");
      const contrast = window.matchMedia("(prefers-contrast: more)");
      const tell = () =>
        _platform_on_preferences(dark.matches ? 1 : 0, still.matches ? 1 : 0, contrast.matches ? 1 : 0);
      for (const one of [dark, still, contrast]) one.addEventListener("change", tell, { signal });
      tell();
    },

    direction() {
      const root = document.documentElement;
      const tell = () => _platform_on_direction(root.dir === "rtl" ? 1 : 0);
      const observer = new MutationObserver(tell);
      observer.observe(root, { attributeFilter: ["dir"] });
      browserCanvas.observers.push(observer);
      tell();
    },

    context(on) {
      on("webglcontextlost", (event) => {
        event.preventDefault(); // otherwise it is never restored
        _platform_on_context(0);
      });
      on("webglcontextrestored", () => _platform_on_context(1));
    },
  },

  platform_listen__deps: ["$browserCanvas", "platform_unlisten", "$UTF8ToString", "$stringToNewUTF8", "free"],
  platform_listen: (selector) => {
    _platform_unlisten();
    const canvas = document.querySelector(UTF8ToString(selector));
    browserCanvas.element = canvas;
    browserCanvas.controller = new AbortController();
    const { signal } = browserCanvas.controller;
    const on = (type, handler, options) => canvas.addEventListener(type, handler, { ...options, signal });
    browserCanvas.preferences(signal);
    browserCanvas.direction();
    browserCanvas.pointers(on);
    browserCanvas.fingers(on);
    browserCanvas.wheel(on);
    browserCanvas.keyboard(on);
    browserCanvas.clipboard(signal);
    browserCanvas.context(on);
    browserCanvas.sight(signal);
    browserCanvas.size(signal);
    if (document.activeElement === canvas) _platform_on_focus(1);
  },

  platform_unlisten__deps: ["$browserCanvas"],
  platform_unlisten: () => {
    browserCanvas.controller?.abort();
    browserCanvas.observers.forEach((observer) => observer.disconnect());
    browserCanvas.observers = [];
    browserCanvas.controller = browserCanvas.element = null;
    browserCanvas.pinching = false;
  },

  platform_ask_for_work__deps: ["$browserCanvas"],
  platform_ask_for_work: () => {
    if (!browserCanvas.channel) {
      browserCanvas.channel = new MessageChannel();
      browserCanvas.channel.port1.onmessage = () => _platform_on_work();
    }
    browserCanvas.channel.port2.postMessage(null);
  },

  platform_set_menu__deps: ["$browserCanvas"],
  platform_set_menu: (own) => {
    browserCanvas.menu = own !== 0;
  },

  platform_set_cursor__deps: ["$browserCanvas", "$UTF8ToString"],
  platform_set_cursor: (name) => {
    if (browserCanvas.element) browserCanvas.element.style.cursor = UTF8ToString(name);
  },

  // Draws letters in the system's fonts, on a canvas that is never shown.
  $systemLetters: {
    context: null,

    with(size, weight) {
      const context = (systemLetters.context ??= document.createElement("canvas").getContext("2d", {
        willReadFrequently: true,
      }));
      context.font = `${weight} ${size}px system-ui, sans-serif`;
      return context;
    },

    // In which direction a text runs; it is drawn from its left end either way.
    directed(context, text) {
      const rightToLeft =
        /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text);
      return Object.assign(context, { textAlign: "left", direction: rightToLeft ? "rtl" : "ltr" });
    },

    // The smallest box around the text with a rim of one pixel.
    measured(text, size, weight) {
      const box = systemLetters.directed(systemLetters.with(size, weight), text).measureText(text);
      const left = Math.ceil(box.actualBoundingBoxLeft) + 1;
      const top = Math.ceil(box.actualBoundingBoxAscent) + 1;
      const width = left + Math.ceil(box.actualBoundingBoxRight) + 1;
      const height = top + Math.ceil(box.actualBoundingBoxDescent) + 1;
      return { left, top, width: Math.min(width, 4096), height: Math.min(height, 1024) };
    },

    // ink: 0xRRGGBB. A second drawing in white shows whether there are other colours.
    drawn(text, size, weight, ink) {
      const { left, top, width, height } = systemLetters.measured(text, size, weight);
      if (!(width > 2 && height > 2)) return null;
      const context = systemLetters.with(size, weight);
      Object.assign(context.canvas, { width, height }); // clears it, and resets the font
      systemLetters.directed(systemLetters.with(size, weight), text).fillStyle =
        `#${ink.toString(16).padStart(6, "0")}`;
      context.fillText(text, left, top);
      const { data } = context.getImageData(0, 0, width, height);
      if (data[3] !== 0) return null; // a browser that protects canvases from fingerprinting fills even the empty rim
      let coloured = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] > 128 && Math.min(data[i], data[i + 1], data[i + 2]) < 200) coloured = 1;
      return { data, box: [width, height, -left, -top, coloured] };
    },
  },

  platform_text_order__deps: ["$UTF8ToString", "malloc"],
  platform_text_order: (text, direction, count) => {
    const numbers = Module["orderOfText"]?.(UTF8ToString(text), direction);
    const at = numbers ? _malloc(numbers.length * 4) : 0;
    if (!at) return 0;
    HEAP32.set(numbers, at >> 2);
    HEAP32[count >> 2] = numbers.length;
    return at;
  },

  platform_text_width__deps: ["$systemLetters", "$UTF8ToString"],
  // An estimate where there is no browser, as in the site's build: Han and kana are as wide as high.
  platform_text_width: (text, size, weight) => {
    const words = UTF8ToString(text);
    if (globalThis.document) return systemLetters.with(size, weight).measureText(words).width;
    return [...words].reduce((width, letter) => width + (letter >= "\u2e80" ? 1 : 0.6) * size, 0);
  },

  platform_text_pixels__deps: ["$systemLetters", "$UTF8ToString", "malloc"],
  platform_text_pixels: (text, size, weight, ink, box) => {
    const drawn = systemLetters.drawn(UTF8ToString(text), size, weight, ink);
    if (!drawn) return 0;
    const pixels = _malloc(drawn.data.length);
    if (!pixels) return 0; // no memory is left
    HEAPU8.set(drawn.data, pixels);
    HEAP32.set(drawn.box, box >> 2);
    return pixels;
  },

  platform_is_mac: () =>
    /Mac|iPhone|iPad/.test(navigator.userAgentData?.platform ?? navigator.platform ?? "") ? 1 : 0,
});

// Messages to an embed, from the window around it and from a frame of another origin beside it. Whatever it receives,
// it answers its own window afterwards, and messages of other origins change nothing.
import { lessonIds, siteUrl, step, stepsOf, until } from "../harness.mjs";
import { frameIn } from "../harness.mjs";
import { serve } from "../server.mjs";
import { names, numbers, shorter, texts } from "./random.mjs";
import { Finding, wayOn, watched } from "./watch.mjs";

const types = [
  "hello",
  "goTo",
  "getState",
  "setState",
  "tensor",
  "export",
  "set",
  "open",
  "openTensors",
  "ready",
  "result",
  "failure",
];
const fields = [
  "step",
  "state",
  "name",
  "kind",
  "theme",
  "lang",
  "projector",
  "lesson",
  "given",
  "id",
  "value",
  "attentionExplorer",
];

function value(random, depth = 0) {
  const kind = random.below(depth > 2 ? 5 : 8);
  if (kind === 0) return random.pick(names);
  if (kind === 1) return Number(random.pick(numbers).replace(",", "."));
  if (kind === 2) return random.pick(texts);
  if (kind === 3) return random.pick([null, true, [], {}, ""]);
  // Values that JSON lacks are created in the page.
  if (kind === 4)
    return { made: random.pick(["map", "date", "bytes", "big", "ring", "nan", "blob", "error", "hole"]) };
  if (kind === 5) return random.list(4, () => value(random, depth + 1));
  return Object.fromEntries(
    random.list(4, () => [random.pick([...fields, ...names]), value(random, depth + 1)]),
  );
}

function message(random) {
  if (random.chance(0.2)) return value(random);
  const content = Object.fromEntries(random.list(3, () => [random.pick(fields), value(random)]));
  return {
    attentionExplorer: random.chance(0.8) ? 1 : value(random),
    type: random.pick([...types, ...names]),
    ...content,
  };
}

function made(random) {
  const lesson = random.pick(lessonIds);
  return {
    lesson,
    step: random.pick(stepsOf(lesson)),
    foreign: random.chance(0.5),
    sent: random.list(12, () => message(random)),
  };
}

const told = ({ lesson, step: at, foreign, sent }) =>
  `embed.html#lesson=${lesson}&step=${at}, ${foreign ? "from another origin" : "from the window around"}: ${JSON.stringify(sent)}`;

// Runs in a page: posts all messages to the embed, which is frame 0 of the parent window.
const post = (text) => {
  const ring = {};
  ring.ring = ring;
  const odd = {
    map: new Map([["step", 1]]),
    date: new Date(NaN),
    bytes: new Uint8Array(1e6),
    big: 12n,
    ring,
    nan: NaN,
    blob: new Blob(["x"]),
    error: new TypeError("t"),
    hole: [, 1],
  };
  const whole = (value) => {
    if (value === null || typeof value !== "object") return value;
    if (typeof value.made === "string" && value.made in odd) return odd[value.made];
    if (Array.isArray(value)) return value.map(whole);
    const copy = {};
    for (const [key, each] of Object.entries(value))
      Object.defineProperty(copy, key, { value: whole(each), enumerable: true });
    return copy;
  };
  const embed = window.parent === window ? window.frames[0] : window.parent.frames[0];
  for (const each of JSON.parse(text)) embed.postMessage(whole(each), "*");
};

export const messages = {
  make: made,

  *smaller(data) {
    for (const sent of shorter(data.sent)) yield { ...data, sent };
  },

  told,

  async run(browser, data) {
    const stranger = await serve("/nowhere", {
      pages: { "/": "<!doctype html><title>stranger</title>", "/favicon.ico": "" },
    });
    const embed = `<iframe src="${siteUrl()}embed.html#lesson=${data.lesson}&step=${data.step}" width="800" height="460"></iframe>`;
    const html = `<!doctype html><title>course</title>${embed}<iframe src="${stranger.url}"></iframe>`;
    const course = await serve("/nowhere", { pages: { "/": html, "/favicon.ico": "" } });
    const script = () => {
      if (window.parent !== window) return;
      window.heard = [];
      window.addEventListener("message", ({ data: given }) => window.heard.push([given?.type, given?.id]));
    };
    const origins = [new URL(siteUrl()).origin, stranger.origin];
    try {
      await watched(browser, { url: course.url, origins, script, width: 900, height: 700 }, async (page) => {
        const frame = await frameIn(page);
        await until(page, () => window.heard.some(([type]) => type === "ready"));
        const frames = await page.frames();
        const from = data.foreign ? frames.find((each) => each.url().startsWith(stranger.url)) : page;
        await from.evaluate(post, JSON.stringify(data.sent)); // as text: some drivers change property names
        await page.evaluate(() =>
          window.frames[0].postMessage({ attentionExplorer: 1, type: "hello", id: 4711 }, "*"),
        );
        await until(page, () => window.heard.some(([type, id]) => type === "result" && id === 4711));
        await wayOn(frame);
        if (data.foreign && (await step(frame)) !== data.step)
          throw new Finding("another origin has moved it");
      });
    } finally {
      await course.close();
      await stranger.close();
    }
  },
};

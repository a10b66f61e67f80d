// Links: what follows "#", of the page and of an embed, packed or not.
import { deflateRawSync } from "node:zlib";
import { languages } from "../../../web/words.mjs";
import { lessonIds, siteUrl, stepsOf } from "../harness.mjs";
import { names, numbers, shorter, texts } from "./random.mjs";
import { wayOn, watched } from "./watch.mjs";

const keys = [
  ...[
    "lesson",
    "step",
    "view",
    "show",
    "dec",
    "colors",
    "theme",
    "lang",
    "at",
    "pin",
    "student",
    "cell",
    "scale",
  ],
  ...[
    "heads",
    "queries",
    "shared",
    "matrices",
    "values",
    "weights",
    "zoom",
    "steps",
    "lock",
    "controls",
    "prefer",
  ],
  ...[
    "host",
    "state",
    "from",
    "projector",
    "z",
    "e.x",
    "e.w_query",
    "e.__proto__",
    "p.your_sentence",
    "p.constructor",
  ],
  ...[
    "lead.head",
    "v.query",
    "q.shape-of-w",
    "m.of",
    "m.tokens",
    "m.heads",
    "m.layers",
    "m.seed",
    "m.causal",
    "m.find",
  ],
  ...["m.cell", "m.rows", "m.zoom", "m.pool", "m.picture", "m.model", "m.head", "m.follow", "m.colors", "m."],
];
const known = {
  view: ["reading", "contents", "large", "attention", "lesson", "picture"],
  lang: ["en", ...languages(), "fr", "de-CH", "en-XB"],
  theme: ["dark", "light", "system"],
  "m.of": ["words", "letters", "patches"],
  "m.model": ["patterns", "random", "trained"],
};

function value(random, key) {
  const kind = random.below(6);
  if (kind === 0 && known[key]) return random.pick(known[key]);
  if (kind === 1) return random.pick(names);
  if (kind === 2) return random.pick(numbers);
  if (kind === 3) return encodeURIComponent(random.pick(texts).toWellFormed());
  if (kind === 4)
    return random
      .list(6, () => `${random.pick(numbers)}:${random.pick(numbers)}`)
      .join(random.pick([";", ",", "."]));
  return random.pick(["a", "9", "%", "1,", "é"]).repeat(10 ** random.below(5));
}

const lessonPart = (random) => {
  const id = random.pick(lessonIds);
  const odd = [...names, `${id}@9`, `${id}@1`, "https://127.0.0.1:1/a.json", "/a.json", "data:,{}", "a%00b"];
  return `lesson=${random.chance(0.7) ? id : random.pick(odd)}`;
};

function made(random) {
  const parts = random.chance(0.9) ? [lessonPart(random)] : [];
  if (random.chance(0.5)) parts.push(`step=${random.pick([...stepsOf(random.pick(lessonIds)), ...names])}`);
  for (let more = random.below(6); more > 0; --more) {
    const key = random.pick(keys);
    parts.push(`${key}=${value(random, key)}`);
  }
  const page = random.pick(["", "", "embed.html", "elsewhere.html"]);
  return { page, parts, packed: random.chance(0.2), flip: random.chance(0.3) ? random.below(60) : -1 };
}

function hash({ parts, packed, flip }) {
  const plain = parts.join("&");
  if (!packed) return plain;
  const code = deflateRawSync(Buffer.from(plain), { level: 9 }).toString("base64url");
  const changed = [...code];
  if (flip >= 0 && flip < changed.length) changed[flip] = changed[flip] === "A" ? "B" : "A";
  return `z=${changed.join("")}`;
}

const urlOf = (data) => `${siteUrl()}${data.page}#${hash(data)}`;

export const links = {
  make: made,

  *smaller(data) {
    if (data.packed) yield { ...data, packed: false, flip: -1 };
    for (const parts of shorter(data.parts)) yield { ...data, parts };
    for (const [at, part] of data.parts.entries())
      if (part.length > 40)
        yield { ...data, parts: data.parts.with(at, part.slice(0, Math.ceil(part.length / 2))) };
  },

  told: urlOf,

  run: (browser, data) =>
    watched(browser, { url: urlOf(data), touches: /^https:\/\/127\.0\.0\.1:1$/ }, async (page) =>
      wayOn(page),
    ),
};

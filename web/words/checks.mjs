// What a translation must have in common with its English, and how its files are written: for web/words.mjs and for the
// page translate.html alike. Knows single texts only, no files and no network. Types are in checks.d.mts.

export const isLanguage = (tag) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag);

export const plain = (text) => (Array.isArray(text) ? text.join("\n\n") : text);

/** Every paragraph is there. A text of which some are missing is no translation yet: its English is shown. */
export const isWhole = (text) => [text].flat().every((paragraph) => paragraph.trim() !== "");

const all = (text, pattern) => [...text.matchAll(pattern)].map(([found]) => found);

// ---- what is refused ----
const formula = /\$[^$]+\$/g;
const code = /(`+)[^`]+\1/g;
const withoutFormulae = (text) => text.replace(formula, " ");
// Words within a formula may be translated.
const worded = (tex) => tex.replace(/\\text\{[^{}]*\}/g, "\\text{…}");

// Places count as often as they occur; of the others it matters only which there are, since sentences may be built
// differently.
const marks = [
  { found: (text) => all(withoutFormulae(text), /\{\d\}/g), counted: true },
  { found: (text) => all(text, /\{=[^}]*\}/g) }, // numbers from the graph
  { found: (text) => all(text, /\]\([^()\s]+\)/g).map((mark) => `[…${mark}`) }, // roles and links
  { found: (text) => all(text, formula).map(worded) },
  { found: (text) => all(withoutFormulae(text), code) },
];

function without(list, other, counted) {
  if (!counted) return [...new Set(list)].filter((item) => !other.includes(item));
  const left = [...other];
  return list.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Marks that a translation has lost, and those that its English does not have. */
export function differences(english, text) {
  const [from, to] = [plain(english), plain(text)];
  const missing = [];
  const extra = [];
  for (const { found, counted = false } of marks) {
    missing.push(...without(found(from), found(to), counted));
    extra.push(...without(found(to), found(from), counted));
  }
  return { missing, extra };
}

// ---- what a translator should look at; it may be right ----
// The first digit of each set that languages of today write numbers with.
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];
const digit = (sign) => {
  const at = sign.codePointAt(0);
  const zero = zeros.find((first) => at >= first && at < first + 10);
  return zero === undefined ? sign : String(at - zero);
};
const number = /\d+(?:[.,٫٬]\d+|[\u0020\u00a0\u2009\u202f'’]\d{3}(?!\d))*/g;

// Numbers outside of all marks, as digits alone: 1,000.5 and 1.000,5 and 1 000,5 are the same.
const numbersOf = (text) => {
  const words = withoutFormulae(text)
    .replace(code, " ")
    .replace(/\{=?[^}]*\}|\]\([^()\s]+\)/g, " ");
  return all(words.replace(/\p{Nd}/gu, digit), number).map((found) => found.replace(/\D/g, ""));
};
// Of several digits: a single one may be a word, and 120 million is 1.2 of Chinese's next unit.
const longNumbersOf = (text) =>
  numbersOf(text)
    .filter((digits) => digits.length > 1)
    .map((digits) => digits.replace(/0+$/, ""));

/** Numbers of several digits that a translation has lost or does not have from its English: refused in the site's own languages. */
export function numbersApart(english, text) {
  const [from, to] = [longNumbersOf(plain(english)), longNumbersOf(plain(text))];
  return { lost: without(from, to, true), added: without(to, from, true) };
}

const strongOf = (text) => all(text, /\*\*/g).length;

const short = 60; // letters of an English text that has little room
const most = 1.3; // times the English
const slack = 2; // letters that do no harm: “on” may be “ein”

/** What may be wrong: numbers written in digits, the count of ** and the length of short texts. */
export function remarks(english, text) {
  const [from, to] = [plain(english), plain(text)];
  const [wanted, given] = [numbersOf(from), numbersOf(to)];
  const found = [];
  const add = (kind, ...values) => found.push({ kind, values: values.map(String) });
  const lost = without(wanted, given, true);
  const added = without(given, wanted, true);
  if (lost.length > 0) add("lost", lost.join(", "));
  if (added.length > 0) add("added", added.join(", "));
  if (strongOf(from) !== strongOf(to)) add("strong", strongOf(from), strongOf(to));
  if (from.length <= short && to.length > from.length * most && to.length > from.length + slack)
    add("long", to.length, from.length);
  return found;
}

// ---- files ----
const schema = (file) => `../../../build/generated/translations.schema.json#/$defs/${file}`;

/**
 * The text of a translation's file, its entries in the order of the English keys.
 * @param hash (key): of the English, for entries that have none yet
 */
export function written(file, order, entries, hash) {
  const sorted = Object.entries(entries).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const out = { $schema: schema(file) };
  for (const [key, { of, text: given }] of sorted) {
    const text = Array.isArray(given) && given.length === 1 ? given[0] : given; // one paragraph
    out[key] = { of: of ?? hash(key), text };
  }
  return `${JSON.stringify(out, null, 2)}\n`;
}

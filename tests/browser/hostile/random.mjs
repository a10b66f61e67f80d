// Pseudo-random choices from a seed (mulberry32): one seed gives the same case in every engine and at any time.
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  // In [0, 1).
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(count) {
    return Math.floor(this.next() * count);
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  chance(share) {
    return this.next() < share;
  }

  list(most, make) {
    return Array.from({ length: 1 + this.below(most) }, () => make());
  }
}

/** Whole numbers below those it is called with. */
export function randomBelow(seed) {
  const random = new Random(seed);
  return (count) => random.below(count);
}

// Values that often break programs, for any name, number or text.
export const names = [
  ...["constructor", "__proto__", "toString", "hasOwnProperty", "prototype", "length", "null", "undefined"],
  ...["", " ", ".", "..", "../index.html", "a/b", "NaN", "-1", "0", "w_query", "x", "attn_scores", "scores"],
];
export const numbers = [
  ...["0", "-0", "1", "-1", "0.5", "1e-400", "1e400", "-1e400", "NaN", "Infinity", "1e38", "3.5e38", "1e-45"],
  ...["2147483648", "9007199254740993", "-2147483649", "0x10", "1,5", "１", "", " ", "1e", "--1", "٣"],
];
export const texts = [
  ...[
    "<b onclick=alert(1)>b</b>",
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "$",
    "$$",
    "$\\frac{",
    "{{}}",
  ],
  ...[
    "\u202Eabc\u202C",
    "\u0000",
    "\uD800",
    "a\u0301\u0301\u0301",
    "👩‍👩‍👧‍👦",
    "עברית",
    "\u2028",
    "%",
    "%E0%A4%A",
    "[a](b)",
    "`",
    "\\",
  ],
  ...["Dies ist", "注意", "-".repeat(300), "w ".repeat(200), "\t\n\r", "'\"`", "${x}", "&amp;"],
];

// Every list with one part removed, larger parts first: used to minimise a finding.
export function* shorter(list) {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < list.length; at += size)
      if (size < list.length || list.length === 1) yield [...list.slice(0, at), ...list.slice(at + size)];
}

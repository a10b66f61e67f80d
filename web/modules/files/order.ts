// Names in an order in which their numbers count as numbers: "layer.2" before "layer.10".

const parts = (name: string) => name.split(/(\d+)/);
const form = (name: string) => name.replace(/\d+/g, "#");

// Of two names that differ only in their numbers.
function byNumbers(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let i = 1; i < left.length; i += 2) {
    const difference = BigInt(left[i] ?? 0) - BigInt(right[i] ?? 0);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  return a < b ? -1 : Number(a > b);
}

/**
 * Items whose names differ only in their numbers change places among themselves, so that these rise; all others stay where
 * they are: a file's own order has a meaning, and only its order as text puts 10 before 2.
 */
export function inOrder<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const places = new Map<string, number[]>();
  for (const [at, item] of items.entries()) {
    const alike = places.get(form(nameOf(item)));
    if (alike) alike.push(at);
    else places.set(form(nameOf(item)), [at]);
  }
  const ordered = [...items];
  for (const alike of places.values()) {
    const rising = alike.map((at) => items[at] as T).sort((a, b) => byNumbers(nameOf(a), nameOf(b)));
    for (const [i, at] of alike.entries()) ordered[at] = rising[i] as T;
  }
  return ordered;
}

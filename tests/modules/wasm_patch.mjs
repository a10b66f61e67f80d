// Changes a wasm file for a test: a function that traps as soon as it is called, and memory that cannot grow as far.
// The binary format is documented at https://webassembly.github.io/spec/core/binary/modules.html

const Section = { import: 2, memory: 5, export: 7, code: 10 };

function reader(bytes) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const take = (count) => bytes.subarray(at, (at += count));
  const byte = () => bytes[at++];
  const text = () => new TextDecoder().decode(take(number()));
  return { number, take, byte, text, more: () => at < bytes.length };
}

function leb(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

function sectionsOf(bytes) {
  const from = reader(bytes);
  const sections = [{ head: from.take(8) }];
  while (from.more()) sections.push({ id: from.byte(), content: from.take(from.number()) });
  return sections;
}

function concat(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const joined = (sections) =>
  concat(
    sections.flatMap(({ head, id, content }) => (head ? [head] : [[id, ...leb(content.length)], content])),
  );

const contentOf = (sections, wanted) => sections.find(({ id }) => id === wanted)?.content;

function functionOf(sections, name) {
  const imports = contentOf(sections, Section.import);
  let imported = 0;
  for (let from = reader(imports), left = from.number(); left > 0; left--) {
    from.text();
    from.text();
    if (from.byte() !== 0) throw new Error("this reads imported functions only");
    from.number();
    imported++;
  }
  const from = reader(contentOf(sections, Section.export));
  for (let left = from.number(); left > 0; left--) {
    const [exported, kind, index] = [from.text(), from.byte(), from.number()];
    if (exported === name && kind === 0) return { imported, index };
  }
  throw new Error(`there is no function ${name}`);
}

/** Instructions that trap at once. */
export const unreachable = () => [0x00];

/** For a function from an address to an address: it calls itself, until the stack overflows. */
export const endless = (own) => [0x20, 0, 0x10, ...leb(own)];

/** Replaces the body of an exported function with these instructions. */
export function withBody(bytes, name, instructions = unreachable) {
  const sections = sectionsOf(bytes);
  const { imported, index } = functionOf(sections, name);
  const code = sections.find(({ id }) => id === Section.code);
  const from = reader(code.content);
  const count = from.number();
  const parts = [leb(count)];
  for (let i = 0; i < count; i++) {
    const body = from.take(from.number());
    const own = i + imported === index ? [0, ...instructions(index), 0x0b] : body;
    parts.push(leb(own.length), own);
  }
  code.content = concat(parts);
  return joined(sections);
}

/** Gives the memory a fixed size of so many pages of 64 kB. */
export function withMemory(bytes, pages) {
  const sections = sectionsOf(bytes);
  const memory = sections.find(({ id }) => id === Section.memory);
  memory.content = Uint8Array.of(1, 1, ...leb(pages), ...leb(pages));
  return joined(sections);
}

// Picture files that are rarely seen, made byte by byte: what a canvas cannot write.

const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));
const word = (number) => [number >> 8, number & 255];
const long = (number) => [...word(number >>> 16), ...word(number & 0xffff)];

/** The bits of Huffman codes, as bytes of a JPEG: filled up with ones, 0xFF followed by 0. */
function packed(bits) {
  const filled = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  return filled.match(/.{8}/g).flatMap((byte) => (byte === "11111111" ? [255, 0] : [Number.parseInt(byte, 2)]));
}

/**
 * A JPEG of 8 × 8 pixels of one colour in cyan, magenta, yellow and black (ITU-T T.81, baseline), as Adobe's programs write it:
 * each number is 255 less the ink, so that without black it is the colour's red, green or blue. Of each component there is one
 * block, whose first coefficient is 8 (number − 128); the others are 0.
 */
export function inkedJpeg(numbers) {
  const segment = (marker, bytes) => [0xff, marker, ...word(bytes.length + 2), ...bytes];
  const lengths = (length, count) => Array.from({ length: 16 }, (_, i) => (i + 1 === length ? count : 0));
  const ids = [1, 2, 3, 4];
  const bits = numbers.map((number) => {
    const value = 8 * (number - 128);
    const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
    const more = size === 0 ? "" : (value > 0 ? value : value + 2 ** size - 1).toString(2).padStart(size, "0");
    return `${size.toString(2).padStart(4, "0")}${more}0`; // the last bit: no other coefficients
  });
  return [
    ...[0xff, 0xd8],
    ...segment(0xee, [...ascii("Adobe"), ...word(100), 0, 0, 0, 0, 0]),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, ...word(8), ...word(8), 4, ...ids.flatMap((id) => [id, 0x11, 0])]),
    ...segment(0xc4, [0x00, ...lengths(4, 12), ...Array.from({ length: 12 }, (_, size) => size)]),
    ...segment(0xc4, [0x10, ...lengths(1, 1), 0]),
    ...segment(0xda, [4, ...ids.flatMap((id) => [id, 0]), 0, 63, 0]),
    ...packed(bits.join("")),
    ...[0xff, 0xd9],
  ];
}

/** Of PNG's chunks (ISO/IEC 15948, annex D). */
function crc(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const chunk = (type, data) => {
  const named = [...ascii(type), ...data];
  return [...long(data.length), ...named, ...long(crc(named))];
};

function chunksOf(png) {
  const found = [];
  for (let at = 8; at < png.length; ) {
    const length = ((png[at] << 24) | (png[at + 1] << 16) | (png[at + 2] << 8) | png[at + 3]) >>> 0;
    const type = String.fromCharCode(...png.slice(at + 4, at + 8));
    found.push({ type, data: png.slice(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

/** An animated PNG of two frames from the bytes of two PNG files of the same size and kind. */
export function animatedPng(first, second, width, height) {
  const frame = (number) =>
    chunk("fcTL", [...long(number), ...long(width), ...long(height), ...long(0), ...long(0), ...word(1), ...word(2), 0, 0]);
  const dataOf = (png) => chunksOf(png).flatMap(({ type, data }) => (type === "IDAT" ? data : []));
  const head = chunksOf(first).find(({ type }) => type === "IHDR").data;
  return [
    ...first.slice(0, 8),
    ...chunk("IHDR", head),
    ...chunk("acTL", [...long(2), ...long(0)]),
    ...frame(0),
    ...chunk("IDAT", dataOf(first)),
    ...frame(1),
    ...chunk("fdAT", [...long(2), ...dataOf(second)]),
    ...chunk("IEND", []),
  ];
}

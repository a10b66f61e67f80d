// GPT-2's letters for bytes: printable ones stand for themselves, the others for 256, 257, …
const plain = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
let next = 256;

/** In the order of the bytes. */
export const byteLetters = Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode(plain(byte) ? byte : next++),
);

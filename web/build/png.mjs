// A picture as a PNG of 8 bits a channel, without alpha.
import { crc32, deflateSync } from "node:zlib";

function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** data: RGBA, 4 · width · height bytes. */
export function png({ width, height, data }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8); // bits, RGB, and the one method of compression, filter and order
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++) {
    const row = y * (1 + 3 * width);
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++) rows[row + 1 + 3 * x + c] = data[4 * (y * width + x) + c];
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const packed = deflateSync(rows);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", packed),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Pictures in the protocol of iTerm2, and as PNG. */
import { crc32, deflateSync } from "node:zlib";
import type { Cells } from "./kitty.ts";
import type { Pixels, Size } from "./pixels.ts";

const esc = "\x1b";

// iTerm2 draws at the cursor, over the cells, which know nothing of it.

/** The picture scaled to that many cells. */
export function itermPicture(png: Uint8Array, { columns, rows }: Cells): string {
  const data = Buffer.from(png).toString("base64");
  const size = `size=${png.length};width=${columns};height=${rows};preserveAspectRatio=1`;
  return `${esc}]1337;File=inline=1;${size};doNotMoveCursor=1:${data}\x07`;
}

// PNG, in which two of the protocols take pictures: what terminals get was decoded and encoded here.

export function pngOf({ width, height, rgba }: Pixels): Uint8Array {
  const rowLength = width * 4;
  const raw = Buffer.alloc(height * (rowLength + 1));
  for (let row = 0; row < height; row += 1) {
    raw.set(rgba.subarray(row * rowLength, (row + 1) * rowLength), row * (rowLength + 1) + 1);
  }
  return pngFile({ width, height }, raw);
}

/** With eight bits a part. `rows`: each after a zero byte, of red, green, blue and opacity, or of places in the palette. */
export function pngFile(
  { width, height }: Size,
  rows: Uint8Array,
  palette?: Uint8Array,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, palette === undefined ? 6 : 3, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const colours = palette === undefined ? [] : [part("PLTE", palette)];
  const body = part("IDAT", deflateSync(rows, { level: palette === undefined ? 6 : 9 }));
  return Buffer.concat([signature, part("IHDR", header), ...colours, body, part("IEND")]);
}

function part(name: string, content: Uint8Array = Buffer.alloc(0)): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

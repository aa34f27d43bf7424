/** Pictures for tests, made by the encoders of the packages whose decoders the program uses. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import encodeJpeg, { init as startJpeg } from "@jsquash/jpeg/encode.js";
import encodeWebp, { init as startWebp } from "@jsquash/webp/encode.js";
import { GifWriter } from "omggif";
import type { Pixels } from "#pictures/pixels.ts";
import { pngOf } from "#pictures/protocols.ts";

/** Red on the left, blue on the right, and the lower half transparent if `isHalf`. */
export function stripes(width: number, height: number, isHalf = false): Pixels {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const isLeft = at % width < width / 2;
    const isLow = at >= (width * height) / 2;
    rgba.set([isLeft ? 255 : 0, 0, isLeft ? 0 : 255, isHalf && isLow ? 0 : 255], at * 4);
  }
  return { width, height, rgba };
}

const moduleAt = (path: string) =>
  new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve(path)));

type Encoder = (image: never) => Promise<ArrayBuffer>;

/** The same picture in each format. */
export async function encoded(
  pixels: Pixels,
): Promise<Readonly<Record<"png" | "jpeg" | "webp" | "gif", Uint8Array>>> {
  const image = { width: pixels.width, height: pixels.height, data: pixels.rgba };
  await startJpeg(moduleAt("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm") as never);
  await startWebp(moduleAt("@jsquash/webp/codec/enc/webp_enc.wasm") as never);
  const by = async (encode: Encoder) => new Uint8Array(await encode(image as never));
  return {
    png: pngOf(pixels),
    jpeg: await by(encodeJpeg as Encoder),
    webp: await by(encodeWebp as Encoder),
    gif: gifOf(pixels),
  };
}

/** Two frames of the two colours of `stripes`, of which the second is all blue. */
function gifOf({ width, height, rgba }: Pixels): Uint8Array {
  const buffer = new Uint8Array(width * height * 2 + 1000);
  const writer = new GifWriter(buffer, width, height, { palette: [0xff0000, 0x0000ff], loop: 0 });
  const indexed = Array.from({ length: width * height }, (_, at) => (rgba[at * 4] === 255 ? 0 : 1));
  writer.addFrame(0, 0, width, height, indexed);
  writer.addFrame(0, 0, width, height, indexed.fill(1));
  return buffer.subarray(0, writer.end());
}

/** The still WebP as the first of two frames of an animated one. */
export function animatedWebp(still: Uint8Array, width: number, height: number): Uint8Array {
  const size = [width - 1, height - 1].flatMap((edge) => [edge & 255, edge >> 8, 0]);
  const image = still.subarray(12);
  const frame = [0, 0, 0, 0, 0, 0, ...size, 100, 0, 0, 0, ...image];
  return riff([
    ...chunk("VP8X", [2, 0, 0, 0, ...size]),
    ...chunk("ANIM", [0, 0, 0, 0, 0, 0]),
    ...chunk("ANMF", frame),
    ...chunk("ANMF", frame),
  ]);
}

export function riff(chunks: readonly number[]): Uint8Array {
  return Uint8Array.from(chunk("RIFF", [...Buffer.from("WEBP"), ...chunks]));
}

export function chunk(name: string, body: readonly number[]): number[] {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return [...Buffer.from(name), ...length, ...body, ...(body.length % 2 === 0 ? [] : [0])];
}

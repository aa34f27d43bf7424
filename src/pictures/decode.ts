/**
 * Decodes pictures that anybody may have sent: within limits that all sizes in them are held to before, and only those
 * formats for which there is a decoder. What can contain programs or fetch other files, such as SVG, is not among them.
 *
 * The sizes are read by code that is not the decoders' own. So that a difference between the two is harmless, the memory of the
 * decoders has a limit, too.
 */
import jpeg, { init as startJpeg } from "@jsquash/jpeg/decode.js";
import { decode as png, initSync as startPng } from "@jsquash/png/codec/pkg/squoosh_png.js";
import webp, { init as startWebp } from "@jsquash/webp/decode.js";
import { GifReader } from "omggif";
import { codecOf } from "./codecs.ts";
import {
  firstFrameOfWebp,
  type Header,
  type PictureFormat,
  sizesOf,
  withOneFrame,
} from "./header.ts";
import { withMemoryLimit } from "./memory-limit.ts";
import type { Pixels, Size } from "./pixels.ts";

/** A picture that is not drawn; the message tells the user why. */
export class UndrawablePicture extends Error {}

export const maxBytes = 24_000_000;
/** More than the photographs of most cameras; four bytes each when it is decoded. */
const maxPixels = 32_000_000;
const maxEdge = 32_000;
const largePixels = 8_000_000;
/** For all that a decoder keeps at once: three to twelve bytes a pixel, and the file. */
const decoderBytes = 16 * maxPixels;

/** Throws an UndrawablePicture unless it may be decoded. */
export function allowedHeader(bytes: Uint8Array): Header {
  if (bytes.length > maxBytes) throw new UndrawablePicture("This picture is too large to draw.");
  const header = sizesOf(bytes);
  if (header === undefined) throw new UndrawablePicture("This is not a picture that can be drawn.");
  const { format, sizes } = header;
  if (!sizes.every(isAllowed))
    throw new UndrawablePicture("This picture has too many pixels to draw.");
  return { format, ...sizes[0] };
}

/** Whether it is decoded, and takes much more memory than most pictures do. */
export function isLarge(bytes: Uint8Array): boolean {
  const { sizes = [] } = sizesOf(bytes) ?? {};
  return sizes.every(isAllowed) && sizes.some(({ width, height }) => width * height > largePixels);
}

function isAllowed({ width, height }: Size): boolean {
  return (
    width > 0 && height > 0 && Math.max(width, height) <= maxEdge && width * height <= maxPixels
  );
}

/** The first frame of what is animated. Throws an UndrawablePicture if it may not or cannot be decoded. */
export async function decode(bytes: Uint8Array): Promise<Pixels> {
  const { format } = allowedHeader(bytes);
  let pixels: Pixels;
  try {
    pixels = await decoders[format](bytes);
  } catch {
    throw new UndrawablePicture("This picture is damaged.");
  }
  const { width, height, rgba } = pixels;
  if (!isAllowed(pixels) || rgba.length !== width * height * 4)
    throw new UndrawablePicture("This picture is damaged.");
  return pixels;
}

const decoders: Readonly<Record<PictureFormat, (bytes: Uint8Array) => Promise<Pixels>>> = {
  png: async (bytes) => {
    startPng(moduleOf("png"));
    return pixelsOf(png(bytes));
  },
  jpeg: async (bytes) => {
    await startJpeg(...started("jpeg"));
    // Turned as the camera was held.
    return pixelsOf(await jpeg(whole(bytes), { preserveOrientation: true }));
  },
  webp: async (bytes) => {
    await startWebp(...started("webp"));
    return pixelsOf(await webp(whole(firstFrameOfWebp(bytes))));
  },
  gif: async (bytes) => {
    const reader = new GifReader(withOneFrame(bytes));
    const { width, height } = reader;
    const rgba = new Uint8Array(width * height * 4);
    reader.decodeAndBlitFrameRGBA(0, rgba);
    return { width, height, rgba };
  },
};

/** The type of the packages leaves the module out, which they take as their documentation says. */
function started(format: "jpeg" | "webp"): [never] {
  return [moduleOf(format), { printErr: () => {} }] as unknown as [never];
}

function moduleOf(format: Exclude<PictureFormat, "gif">): WebAssembly.Module {
  return new WebAssembly.Module(withMemoryLimit(codecOf(format), decoderBytes));
}

function whole(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

/** As browsers' ImageData, by which the packages declare their results: its type is not among Node's. */
type Decoded = {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
};

function pixelsOf(decoded: unknown): Pixels {
  const { width, height, data } = decoded as Decoded;
  return { width, height, rgba: data as Uint8ClampedArray };
}

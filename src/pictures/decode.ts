/**
 * Decodes pictures that anybody may have sent: within limits that their first bytes are held to, and only those formats
 * for which there is a decoder. What can contain programs or fetch other files, such as SVG, is not among them.
 */
import jpeg, { init as startJpeg } from "@jsquash/jpeg/decode.js";
import { decode as png, initSync as startPng } from "@jsquash/png/codec/pkg/squoosh_png.js";
import webp, { init as startWebp } from "@jsquash/webp/decode.js";
import { GifReader } from "omggif";
import { codecOf } from "./codecs.ts";
import type { Pixels } from "./pixels.ts";

/** A picture that is not drawn; the message tells the user why. */
export class UndrawablePicture extends Error {}

export const maxBytes = 24_000_000;
/** More than the photographs of most cameras; four bytes each while it is decoded. */
const maxPixels = 32_000_000;
const maxEdge = 32_000;

/** Throws an UndrawablePicture unless it may be decoded. */
export function allowedHeader(bytes: Uint8Array): Header {
  if (bytes.length > maxBytes) throw new UndrawablePicture("This picture is too large to draw.");
  const header = headerOf(bytes);
  if (header === undefined) throw new UndrawablePicture("This is not a picture that can be drawn.");
  if (!isAllowed(header)) throw new UndrawablePicture("This picture has too many pixels to draw.");
  return header;
}

function isAllowed({ width, height }: Pick<Header, "width" | "height">): boolean {
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
    startPng(new WebAssembly.Module(codecOf("png")));
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
    const reader = new GifReader(bytes);
    const { width, height } = reader;
    const { x, y, width: columns, height: rows } = reader.frameInfo(0);
    // The library writes a frame that sticks out into the rows below.
    if (x + columns > width || y + rows > height) throw new Error("The frame sticks out.");
    const rgba = new Uint8Array(width * height * 4);
    reader.decodeAndBlitFrameRGBA(0, rgba);
    return { width, height, rgba };
  },
};

/** The type of the packages leaves the module out, which they take as their documentation says. */
function started(format: "jpeg" | "webp"): [never] {
  const module = new WebAssembly.Module(codecOf(format));
  return [module, { printErr: () => {} }] as unknown as [never];
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

// What a picture says of itself in its first bytes: its format and its size.
// Nothing is decoded before both are known and allowed. The name and the type that a server states do not count.

export type PictureFormat = "png" | "jpeg" | "gif" | "webp";

type Header = {
  readonly format: PictureFormat;
  /** In pixels, before a rotation that the file may ask for. */
  readonly width: number;
  readonly height: number;
};

/** Undefined: none of the formats that are drawn, or cut off before its size. */
export function headerOf(bytes: Uint8Array): Header | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return sizeIn(view);
  } catch (error) {
    // A read behind the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sizeIn(view: DataView): Header | undefined {
  if (view.getUint32(0) === 0x89504e47 && textAt(view, 12) === "IHDR")
    return { format: "png", width: view.getUint32(16), height: view.getUint32(20) };
  if (textAt(view, 0) === "GIF8")
    return { format: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (textAt(view, 0) === "RIFF" && textAt(view, 8) === "WEBP") return webpSize(view);
  return view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

/** The first frame header: its markers are those from C0 to CF without DHT, JPG and DAC. */
function jpegSize(view: DataView): Header | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { format: "jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
}

function webpSize(view: DataView): Header | undefined {
  switch (textAt(view, 12)) {
    case "VP8X": {
      const edge = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
      return { format: "webp", width: edge(24), height: edge(27) };
    }
    case "VP8 ": {
      const edge = (at: number) => view.getUint16(at, true) & 0x3fff;
      return { format: "webp", width: edge(26), height: edge(28) };
    }
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { format: "webp", width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    }
    default:
      return undefined;
  }
}

type Chunk = { readonly name: string; readonly from: number; readonly to: number };

/** The chunks of a RIFF file between two offsets, which begin at even ones. */
function* chunksIn(view: DataView, from: number, to: number): Generator<Chunk> {
  let at = from;
  while (at + 8 <= to) {
    const length = view.getUint32(at + 4, true);
    const end = Math.min(to, at + 8 + length);
    yield { name: textAt(view, at), from: at + 8, to: end };
    at = end + (length & 1);
  }
}

/** The first frame of an animated WebP as a file of its own, which the decoder can read; any other file unchanged. */
function firstFrameOfWebp(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frame = [...chunksIn(view, 12, bytes.length)].find(({ name }) => name === "ANMF");
  if (frame === undefined) return bytes;
  const parts = [...chunksIn(view, frame.from + 16, frame.to)];
  const image = parts.find(({ name }) => name === "VP8 " || name === "VP8L");
  if (image === undefined) return bytes;
  const alpha = image.name === "VP8 " ? parts.find(({ name }) => name === "ALPH") : undefined;
  const wholes = [...(alpha === undefined ? [] : [alpha]), image].map(({ from, to }) =>
    padded(bytes.subarray(from - 8, to)),
  );
  // The frame has its own size, from its header: three bytes each for width and height, less one.
  const size = bytes.subarray(frame.from + 6, frame.from + 12);
  const extended = alpha === undefined ? [] : [chunk("VP8X", [0x10, 0, 0, 0, ...size])];
  const body = Buffer.concat([Buffer.from("WEBP"), ...extended, ...wholes]);
  return chunk("RIFF", body);
}

function chunk(name: string, body: Iterable<number>): Uint8Array {
  const content = Uint8Array.from(body);
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

function padded(bytes: Uint8Array): Uint8Array {
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
}

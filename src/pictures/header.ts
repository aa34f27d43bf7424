/**
 * What a file says of the picture in it, found without decoding: its format, its size, and every other size that its decoder
 * would take memory for.
 *
 * Each format is read as its decoder reads it, with what that skips. The name and the type that a server states do not count.
 */
import type { Size } from "./pixels.ts";

export type PictureFormat = "png" | "jpeg" | "gif" | "webp";

export type Header = {
  readonly format: PictureFormat;
  /** In pixels, before a rotation that the file may ask for. */
  readonly width: number;
  readonly height: number;
};

/**
 * Returns undefined if the format is none of those that are drawn, or the file is cut off before its size.
 * @internal
 */
export function headerOf(bytes: Uint8Array): Header | undefined {
  const header = sizesOf(bytes);
  return header && { format: header.format, ...header.sizes[0] };
}

type Sizes = {
  readonly format: PictureFormat;
  /** That of the picture, then those of what is decoded for it. */
  readonly sizes: readonly [Size, ...Size[]];
};

/** Returns undefined as `headerOf` does. */
export function sizesOf(bytes: Uint8Array): Sizes | undefined {
  const view = viewOf(bytes);
  try {
    const format = formatIn(view);
    const sizes = format && readers[format](view);
    return format && sizes && { format, sizes };
  } catch (error) {
    // A read behind the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const readers: Readonly<Record<PictureFormat, (view: DataView) => Sizes["sizes"] | undefined>> = {
  png: pngSizes,
  jpeg: jpegSizes,
  gif: (view) => {
    const frame = firstFrameOfGif(view);
    return [sizeAt(view, 6), ...(frame === undefined ? [] : [frame])];
  },
  webp: webpSizes,
};

function formatIn(view: DataView): PictureFormat | undefined {
  if (view.getUint16(0) === 0xffd8) return "jpeg";
  const name = textAt(view, 0);
  if (name === "GIF8") return "gif";
  if (name === "RIFF") return textAt(view, 8) === "WEBP" ? "webp" : undefined;
  return view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a ? "png" : undefined;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

/** Two bytes each for width and height, the lower one first. */
function sizeAt(view: DataView, at: number): Size {
  return { width: view.getUint16(at, true), height: view.getUint16(at + 2, true) };
}

/** All frames before the image must fit into it; the decoder reads one header. */
function pngSizes(view: DataView): Sizes["sizes"] | undefined {
  const sizeIn = (at: number) => ({ width: view.getUint32(at), height: view.getUint32(at + 4) });
  if (textAt(view, 12) !== "IHDR") return undefined;
  const frames: Size[] = [];
  for (let at = 33; at + 16 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = textAt(view, at + 4);
    if (name === "IHDR") return undefined;
    if (name === "IDAT") break;
    if (name === "fcTL" && frames.length === 0) frames.push(sizeIn(at + 12));
  }
  return [sizeIn(16), ...frames];
}

/** The frame header before the first scan. A second one is an error for the decoder, too. */
function jpegSizes(view: DataView): Sizes["sizes"] | undefined {
  let sizes: Sizes["sizes"] | undefined;
  for (let at = 2; ; ) {
    const { marker, from } = markerAfter(view, at);
    // The first scan, or the end.
    if (marker === 0xda || marker === 0xd9) return sizes;
    if (isFrameHeader(marker)) {
      if (sizes !== undefined) return undefined;
      sizes = [{ height: view.getUint16(from + 3), width: view.getUint16(from + 5) }];
    }
    at = from + (hasLength(marker) ? Math.max(2, view.getUint16(from)) : 0);
  }
}

/** Whatever is between two segments is skipped. */
function markerAfter(view: DataView, from: number): { marker: number; from: number } {
  let at = from;
  while (view.getUint8(at) !== 0xff) at += 1;
  while (view.getUint8(at) === 0xff) at += 1;
  return { marker: view.getUint8(at), from: at + 1 };
}

/** Those from C0 to CF, without DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Not after an FF that is none of a marker, a temporary marker, restarts and a second start. */
function hasLength(marker: number): boolean {
  return marker > 0x01 && !(marker >= 0xd0 && marker <= 0xd8);
}

/** A frame with its place in the picture. */
type Frame = Size & {
  readonly x: number;
  readonly y: number;
  /** Of its compressed data, after its colours and the size of its codes. */
  readonly from: number;
};

/** Undefined if there is none. Throws a RangeError if the file is cut off before it. */
function firstFrameOfGif(view: DataView): Frame | undefined {
  let at = 13 + coloursAt(view, 10);
  while (view.getUint8(at) === 0x21) at = afterBlocks(view, at + 2);
  if (view.getUint8(at) !== 0x2c) return undefined;
  const place = sizeAt(view, at + 1);
  const from = at + 11 + coloursAt(view, at + 9);
  return { x: place.width, y: place.height, ...sizeAt(view, at + 5), from };
}

/** The bytes of the table of colours that the flags there announce. */
function coloursAt(view: DataView, at: number): number {
  const flags = view.getUint8(at);
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Behind blocks of up to 255 bytes, of which an empty one is the last. */
function afterBlocks(view: DataView, from: number): number {
  let at = from;
  for (;;) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** A file with that frame alone: its decoder keeps what it knows of each of them. Throws if it is not there as a whole. */
export function withOneFrame(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const frame = firstFrameOfGif(view);
  if (frame === undefined) throw new Error("There is no frame.");
  const { width, height } = sizeAt(view, 6);
  // The library writes a frame that sticks out into the rows below.
  if (frame.x + frame.width > width || frame.y + frame.height > height)
    throw new Error("The frame sticks out.");
  const end = afterBlocks(view, frame.from);
  const cut = new Uint8Array(end + 1);
  cut.set(bytes.subarray(0, end));
  cut[end] = 0x3b;
  return cut;
}

/** Of the whole picture, of its first frame if it is animated, and of what that consists of. */
function webpSizes(view: DataView): Sizes["sizes"] | undefined {
  const first = chunkIn(view, { from: 12, to: view.byteLength }, () => true);
  if (first === undefined) return undefined;
  const { frame, image } = shownIn(view);
  const parts = [frame, image].flatMap((part) => (part === undefined ? [] : sizesIn(view, part)));
  const [size = parts.at(-1)] = first.name === "VP8X" ? sizesIn(view, first) : [];
  return size && [size, ...parts];
}

type Chunk = { readonly name: string; readonly from: number; readonly to: number };

type Range = Pick<Chunk, "from" | "to">;

/** The first frame if it is animated, and the image in it, or else the only one. */
function shownIn(view: DataView) {
  const file = { from: 12, to: view.byteLength };
  const frame = chunkIn(view, file, (name) => name === "ANMF");
  const range = frame === undefined ? file : { from: frame.from + 16, to: frame.to };
  const image = chunkIn(view, range, (name) => name === "VP8 " || name === "VP8L");
  return { frame, range, image };
}

/** None if the chunk has no size. */
function sizesIn(view: DataView, { name, from }: Chunk): readonly Size[] {
  const edge = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (name) {
    case "VP8X":
      return [{ width: edge(from + 4), height: edge(from + 7) }];
    case "ANMF":
      return [{ width: edge(from + 6), height: edge(from + 9) }];
    case "VP8 ": {
      const { width, height } = sizeAt(view, from + 6);
      return [{ width: width & 0x3fff, height: height & 0x3fff }];
    }
    case "VP8L": {
      const bits = view.getUint32(from + 1, true);
      return [{ width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }];
    }
    default:
      return [];
  }
}

/** The first such chunk of a RIFF file between two offsets. They begin at even ones, and there may be millions. */
function chunkIn(
  view: DataView,
  { from, to }: Range,
  isWanted: (name: string) => boolean,
): Chunk | undefined {
  let at = from;
  while (at + 8 <= to) {
    const length = view.getUint32(at + 4, true);
    const end = Math.min(to, at + 8 + length);
    const name = textAt(view, at);
    if (isWanted(name)) return { name, from: at + 8, to: end };
    at = end + (length & 1);
  }
  return undefined;
}

/** The first frame of an animated WebP as a file of its own, which the decoder can read; any other file unchanged. */
export function firstFrameOfWebp(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const { frame, range, image } = shownIn(view);
  if (frame === undefined || image === undefined) return bytes;
  const alpha = image.name === "VP8 " ? chunkIn(view, range, (name) => name === "ALPH") : undefined;
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

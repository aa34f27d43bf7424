/**
 * What a picture says of itself in its first bytes: its format and its size.
 *
 * Nothing is decoded before both are known and allowed. The name and the type that a server states do not count.
 */

export type PictureFormat = "png" | "jpeg" | "gif" | "webp";

export type Header = {
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

export function textAt(view: DataView, at: number): string {
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
export function firstFrameOfWebp(bytes: Uint8Array): Uint8Array {
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
